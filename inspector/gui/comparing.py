"""What the window does about the third perspective: building it, its verbs, its dialogs, what it leaves running."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from inspector.errors import Cancelled, InspectorError
from inspector.gui.asking import prompts
from inspector.gui.compare import Compare
from inspector.gui.dialogs.choose_model import ModelForm, choose_judge
from inspector.gui.dialogs.edit_column import ColumnDialog
from inspector.gui.dialogs.save_as import save_as
from inspector.gui.shell import Shell
from inspector.gui.widgets.banner import error_words
from inspector.llm.server_models import names
from inspector.rerun.arms import recorded_summary
from inspector.rerun.as_recorded import as_recorded
from inspector.rerun.column import Variant
from inspector.rerun.prompts import recorded_prompt
from inspector.workbench.experiment_export import FORMS, export_columns, save_experiment
from inspector.workbench.judged_columns import JudgedColumns
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.strategy_files import all_strategies


class Comparing(QObject):
    """Made with the perspective, when somebody first looks at it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shell = shell
        self.asking, self.models = shell.asking.pool, shell.asking.models
        self.runs = RunColumns(shell.bench, all_strategies(), self.asking, self.models, shell.asking.shelf)
        self.judging = JudgedColumns(self.runs, self.models, self.asking)
        self.view = Compare(shell.bench, shell.theme, self.runs, self.models, self.judging)
        self.judging.changed.connect(self._tell)
        self.judging.failed.connect(lambda why: shell.banner.say(error_words(why), role="error"))
        self.view.edit_asked.connect(self.edit)
        self.asking.progressed.connect(lambda slot, fraction, words: self.runs.heard(slot, words))
        self.runs.changed.connect(lambda _: self._tell())
        self.runs.laid_out.connect(self._tell)
        self.runs.picked_changed.connect(lambda _: shell.verbs.refresh())

    def edit(self, part: str = "strategy", key: str | None = None) -> None:
        """Let the user say what a column runs: the one at hand, or a new one for the key ""."""
        key = self.runs.picked if key is None else key
        ready, column = self.runs.ready, self.runs.get(key)
        if ready is None:
            return
        if part == "prompt" and column is not None and column.variant.asks_model:
            self.view.prompt.choose(column.variant.prompt or "structured")
        variant = column.variant if column is not None else Variant(self.runs.strategies.all["own/pinned-facts"])
        dialog = ColumnDialog(
            variant,
            self.runs.strategies,
            prompts(),
            self._shell.asking.known(),
            self._shell,
            has_words=recorded_summary(ready.material, ready.compaction) is not None,
            has_prompt=recorded_prompt(ready.compaction, ready.document.text) is not None,
            exists=column is not None,
        )
        self._ready(dialog, variant.model)
        dialog.chosen.connect(lambda chosen: self._chosen(key, chosen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        dialog.focus_part(part)

    def duplicate(self) -> None:
        """A column beside the one at hand that runs the same, to be changed."""
        made = self.runs.duplicate(self.runs.picked)
        if made is not None:
            self.runs.run_free()
            self.runs.pick(made.key)

    def add_recorded(self) -> None:
        """A column that asks the recorded summariser's call again; what that sends and costs is shown before."""
        ready = self.runs.ready
        if ready is None:
            return
        try:
            variant = as_recorded(ready.document.session, ready.compaction, self.runs.strategies)
        except InspectorError as why:
            self._shell.banner.say(error_words(why), role="error")
            return
        made = self.runs.add(variant, self.runs.picked)
        self.runs.pick(made.key)

    def judge(self) -> None:
        """Ask which model judges the columns; what that would send and cost is shown then."""
        if self.runs.ready is None:
            return
        dialog = choose_judge(self._shell.asking.known(), self._shell)
        self._ready(dialog, dialog.entered())
        dialog.chosen.connect(self._shell.asking.remember)
        dialog.chosen.connect(self.view.asking.ask_judge)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ready(self, dialog: ModelForm, model: str) -> None:
        """Let a form know prices, tell them, and ask a server for its models."""
        choice, executor = dialog.choice, self._shell.executor
        choice.show_price(self._shell.asking.models.price_of(model))
        dialog.priced.connect(self._shell.asking.models.set_price)

        def ask(address: str) -> None:
            shown, failed = (if_there(choice, one) for one in (choice.show_names, choice.show_no_names))
            executor.run("models of a server", lambda progress: names(address), shown, failed)

        choice.names_asked.connect(ask)

    def copy(self) -> None:
        """Copy what is at hand."""
        QApplication.clipboard().setText(self.view.runs.copy_words())

    def export(self) -> None:
        """Ask for a file and write the columns into it."""
        if self.runs.ready is None:
            return
        endings = {form.title: ending.removeprefix(".") for ending, form in FORMS.items()}
        name = "-".join(("experiment", *(f"c{one.compaction.number}" for one in self.runs.readies())))
        save_as(self._shell, self.tr("Export the experiment"), endings, name, self.export_to)

    def save_experiment(self) -> None:
        """Ask for a file and write into it what the columns run, for the command line."""
        if self.runs.ready is not None:
            endings = {self.tr("Experiment"): "yaml"}
            save_as(self._shell, self.tr("Save as experiment"), endings, "experiment", self.save_experiment_to)

    def save_experiment_to(self, path: Path) -> None:
        """Write what the columns run into a file; what goes wrong is said in the banner."""
        try:
            save_experiment(path, self.runs.results())
        except InspectorError as why:
            self._shell.banner.say(error_words(why), role="error")
            return
        words = self.tr("Written to {path}. inspector experiment run {path} runs it.")
        self._shell.status.showMessage(words.format(path=path), 8000)

    def export_to(self, path: Path) -> None:
        """Write the columns into a file; what goes wrong is said in the banner."""
        results = self.runs.results()
        if not results:
            return

        def written(_: None) -> None:
            self._shell.status.showMessage(self.tr("Written to {path}").format(path=path), 8000)

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled):
                self._shell.banner.say(error_words(why), role="error")

        self._shell.executor.run(
            "export experiment", lambda progress: export_columns(path, results, prompts()), written, failed
        )

    def _chosen(self, key: str, variant: Variant) -> None:
        if variant.asks_model:
            self._shell.asking.remember(variant.model)
        if self.runs.get(key) is None:
            key = self.runs.add(variant).key
        else:
            self.runs.change(key, variant)
        if not variant.asks_model:
            self.runs.run((key,))
        self.runs.pick(key)
        self.view.focus_front()

    def _tell(self) -> None:
        self._shell.verbs.refresh()
        self._shell.asking.tell_spent()
        if self.runs.unkept is not None:
            self._shell.banner.say(error_words(self.runs.unkept))


def if_there(holder: QObject, hear: Callable[[Any], None]) -> Callable[[Any], None]:
    """The same, but silent once the form that would show it is closed."""
    return lambda told: hear(told) if isValid(holder) else None


def warm_up() -> None:
    """Read what the perspective begins with, once a process; may be called on any thread."""
    all_strategies()
    prompts()
