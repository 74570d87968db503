"""What the window does about the third perspective: building it, its verbs, its dialogs, what it leaves running."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from inspector.errors import Cancelled, InspectorError
from inspector.gui.asking import prompts
from inspector.gui.compare import Compare
from inspector.gui.dialogs.edit_column import ColumnDialog
from inspector.gui.dialogs.save_as import save_as
from inspector.gui.shell import Shell
from inspector.gui.widgets.banner import error_words
from inspector.rerun.as_recorded import as_recorded
from inspector.rerun.column import Variant
from inspector.rerun.library import PLAIN
from inspector.rerun.prompts import recorded_prompt
from inspector.rerun.scored import recorded_summary
from inspector.workbench.contrast import RECORDED
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
        self.runs = RunColumns(shell.bench, all_strategies(), self.asking, self.models, shell.asking.reruns)
        self.judging = JudgedColumns(self.runs, self.models, self.asking)
        view = self.view = Compare(shell.bench, shell.theme, self.runs, self.models, self.judging)
        self.judging.changed.connect(self._tell)
        self.judging.failed.connect(self._judge_failed)
        self.asking.progressed.connect(lambda slot, fraction, words: self.runs.heard(slot, words))
        self.runs.changed.connect(lambda _: self._tell())
        self.runs.laid_out.connect(self._tell)
        view.asking.capped.connect(shell.asking.tell_spent)
        view.asking.named.connect(shell.asking.remember)
        view.edit_asked.connect(lambda side: self.edit(side, is_new=True))
        view.prompt_chosen.connect(self._put_prompt)
        view.prompt.run_asked.connect(self._run_prompt)
        view.write.clicked.connect(self.write)
        view.run.clicked.connect(self.run)
        view.judge.clicked.connect(self.judge)
        view.baselines.clicked.connect(self.add_baselines)

    def run(self) -> None:
        """Run what has no result of the two; a model that is missing is asked for first."""
        for side, key in enumerate(self.runs.sides):
            cell = self.runs.get(key)
            if cell is not None and cell.variant.wants_model:
                self.edit(side)
                return
        self.runs.run(self.runs.due())

    def edit(self, side: int | None = None, *, is_new: bool = False) -> None:
        """Let the user say what a side runs: that at hand, or another. What has a result stays, beside what is new."""
        ready, side = self.runs.ready, self.view.side_at_hand() if side is None else side
        if ready is None:
            return
        key = self.runs.sides[side]
        cell = self.runs.get(key) if not is_new else None
        variant = cell.variant if cell is not None else Variant(self.runs.strategies.all[PLAIN])
        dialog = ColumnDialog(
            variant,
            self.runs.strategies,
            prompts(),
            self._shell.asking.known(),
            self._shell,
            has_words=recorded_summary(ready.material, ready.compaction) is not None,
            has_prompt=recorded_prompt(ready.compaction, ready.document.text) is not None,
        )
        dialog.chosen.connect(lambda chosen: self._chosen(side, key if cell is not None else RECORDED, chosen))
        dialog.finished.connect(dialog.deleteLater)
        self._shell.asking.offer_servers(dialog.model)
        dialog.open()

    def write(self) -> None:
        """Show the editor with the prompt of the side at hand, ready to be run as B."""
        cell = self.runs.get(self.view.key_at_hand())
        variant = cell.variant if cell is not None else None
        name = variant.prompt if variant is not None else ""
        model = variant.model if variant is not None and variant.asks_model else ""
        self.view.write_prompt(name, self._shell.asking.known(), model)
        self._shell.asking.offer_servers(self.view.prompt.model)

    def add_baselines(self) -> None:
        """Run everything that needs no model; the first of it is compared where nothing else has been run."""
        first = self.runs.add_baselines()
        has_run = [key for key in self.runs.sides if (cell := self.runs.get(key)) is not None and cell.results]
        if not has_run and first != RECORDED:
            self.runs.put(1, first)
        self._shell.status.showMessage(self.tr("Every baseline and control can be chosen as A or B now."), 8000)

    def add_recorded(self) -> None:
        """Compare the recorded summariser's call, asked again; what that sends and costs is shown before."""
        ready = self.runs.ready
        if ready is None:
            return
        try:
            variant = as_recorded(ready.document.session, ready.compaction, self.runs.strategies)
        except InspectorError as why:
            self._shell.banner.say(error_words(why), role="error")
            return
        self.runs.run((self.runs.add(variant, 1).key,))

    def ask_again(self) -> None:
        """Ask the model of the side at hand once more; what that sends and costs is shown before."""
        self.runs.ask_again(self.view.key_at_hand())

    def remove(self) -> None:
        """Take the column at hand away."""
        self.runs.remove(self.view.key_at_hand())

    def judge(self) -> None:
        """Show what a judge of the two would be sent and cost; which judge is asked stands above it."""
        known = self._shell.asking.known()
        self.view.asking.ask_judge(tuple(known), next(iter(self._shell.asking.used()), ""))
        self._shell.asking.offer_servers(self.view.asking.choice)

    def copy(self) -> None:
        """Copy what is at hand."""
        QApplication.clipboard().setText(self.view.copy_words())

    def export(self) -> None:
        """Ask for a file and write the columns into it."""
        if self.runs.ready is not None:
            endings = {form.title: ending.removeprefix(".") for ending, form in FORMS.items()}
            save_as(self._shell, self.tr("Export the comparison"), endings, f"compare-c{self.runs.at}", self.export_to)

    def save_experiment(self) -> None:
        """Ask for a file and write what the columns run into it."""
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

        def written(_: None) -> None:
            self._shell.status.showMessage(self.tr("Written to {path}").format(path=path), 8000)

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled):
                self._shell.banner.say(error_words(why), role="error")

        self._shell.executor.run(
            "export experiment", lambda progress: export_columns(path, results, prompts()), written, failed
        )

    def _put_prompt(self, side: int, name: str) -> None:
        """Compare a prompt, asked of the model that was named last; nothing is sent before Run."""
        model = next(iter(self._shell.asking.used()), "")
        self.runs.add(Variant(self.runs.strategies.all[PLAIN], model, name), side)

    def _run_prompt(self, name: str, model: str) -> None:
        """Run a prompt as B. What it gave before it was changed stays, to be compared with."""
        self._shell.asking.remember(model)
        self.view.leave_prompt()
        self.runs.run((self.runs.add(Variant(self.runs.strategies.all[PLAIN], model, name), 1).key,))

    def _chosen(self, side: int, key: str, variant: Variant) -> None:
        if variant.asks_model:
            self._shell.asking.remember(variant.model)
        cell = self.runs.get(key)
        if cell is not None and cell.variant == variant and cell.results:
            return
        if cell is None or cell.results:
            key = self.runs.add(variant, side).key
        else:
            self.runs.change(key, variant)
        self.runs.run((key,))
        self.view.focus_front()

    def _judge_failed(self, why: Any) -> None:
        again = (self.tr("Ask again…"), self.judge)
        self._shell.banner.say(error_words(why), again, role="error")

    def _tell(self) -> None:
        self._shell.verbs.refresh()
        self._shell.asking.tell_spent()
        if self.runs.unkept is not None:
            self._shell.banner.say(error_words(self.runs.unkept))


def warm_up() -> None:
    """Read what the perspective begins with, once a process; may be called on any thread."""
    all_strategies()
    prompts()
