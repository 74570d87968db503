"""The third perspective: compactions run again through other strategies, side by side on the same facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from inspector.gui.compare_sending import ColumnSending
from inspector.gui.layouts import FLUSH, column, focus_next, plain_label, restore_states, save_states
from inspector.gui.models.compare_words import foot_words, head_tip, head_words
from inspector.gui.panes.compare_prompt import PromptPane
from inspector.gui.panes.compare_quality import QualityPane
from inspector.gui.panes.compare_runs import RunsPane
from inspector.gui.panes.compare_simulate import SimulatePane
from inspector.gui.panes.compare_strategy import StrategyPane
from inspector.gui.panes.pane import Pane
from inspector.gui.shell import leave_drops_to_window
from inspector.gui.theme import Theme
from inspector.gui.widgets.lazy_tabs import LazyTabs
from inspector.gui.widgets.panel_below import PanelBelow
from inspector.gui.widgets.run_buttons import RunButtons
from inspector.gui.widgets.scene_bar import SceneBar
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.gui.widgets.step_head import StepHead
from inspector.rerun.column import Variant
from inspector.rerun.prompts import recorded_prompt
from inspector.workbench.bench import Bench
from inspector.workbench.document import Stage
from inspector.workbench.judged_columns import JudgedColumns
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.selection import Focus
from inspector.workbench.strategy_files import all_strategies


class Compare(QWidget):
    """Places the panes under one head; they talk through the columns and the workbench alone."""

    step_asked = Signal(int)
    edit_asked = Signal(str, str)
    """What a column runs is to be changed: which part of it, and its key ("" for a new one)."""
    lists_made = Signal(tuple)
    """The pane of a tab was made, and these are its views in which single letters are commands."""

    def __init__(self, bench: Bench, theme: Theme, runs: RunColumns, models: ModelRuns, judging: JudgedColumns) -> None:
        super().__init__()
        self.setObjectName("compare")
        self.setAccessibleName(self.tr("Compare"))
        self._bench, self._theme = bench, theme
        self.runs_model, self.models, self.judging = runs, models, judging
        self._kept: dict[str, Any] = {}
        """What the tabs remembered when the window was closed; they are made later."""
        self.head = StepHead(self.tr("Compaction that is compared"))
        self.tabs = LazyTabs(self.tr("Compare"))
        self.scenes = SceneBar()
        self.sending = SendingPanel(theme)
        self.asking = ColumnSending(bench, runs, models, judging, self.sending)
        self.buttons = RunButtons()
        name = self.tr("Money and noise")
        self.foot = plain_label(name=name, margins=(8, 2, 8, 2), wraps=False, selectable=True, narrows=True)
        self._build()
        self._connect()
        self._offer_scenes()
        self.refresh()

    # Tabs ------------------------------------------------------------------------------------------------

    @property
    def runs(self) -> RunsPane:
        """Runs side by side."""
        return self.tabs.pane("runs")

    @property
    def simulate(self) -> SimulatePane:
        """Simulate over the session."""
        return self.tabs.pane("simulate")

    @property
    def strategy(self) -> StrategyPane:
        """Strategy documents."""
        return self.tabs.pane("strategy")

    @property
    def prompt(self) -> PromptPane:
        """Prompts."""
        return self.tabs.pane("prompt")

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front and the keyboard into it."""
        self.tabs.show_tab(name)
        self.focus_front()

    def front(self) -> str:
        """The name of the tab in front."""
        return self.tabs.front()

    def focus_front(self) -> None:
        """Put the keyboard where one goes on."""
        self.tabs.pane(self.front()).focus_table()

    def focus_pane(self, step: int) -> None:
        """Move the keyboard to the next or previous part that can be seen."""
        parts: list[QWidget] = [self.scenes.which, self.scenes.all, self.buttons.run_all]
        for pane in self.tabs.there():
            parts += pane.stops()  # type: ignore[attr-defined]
        parts += [self.sending.columns, *self.sending.stops(), self.sending.leave]
        focus_next(self, parts, step)

    def set_actions(self, columns: list[QAction], facts: list[QAction], more: list[QAction]) -> None:
        """The commands on a column and on a fact, for context menus and for the buttons of the head."""
        self.runs.set_context_actions(columns, facts)
        self.buttons.set_menus(columns, more)

    def save_state(self) -> dict[str, Any]:
        """The tab in front and what the panes remember; JSON."""
        panes = self._kept | save_states(self.tabs.there())
        kept = {"panes": panes, "over_all": self.runs_model.wants_all, "sending": self._both.save_state()}
        return {"tab": self.front(), **kept}

    def restore_state(self, state: dict[str, Any]) -> None:
        """What ``save_state`` gave; anything missing or odd leaves the default."""
        kept = state.get("panes")
        self._kept = kept if isinstance(kept, dict) else {}
        restore_states(self.tabs.there(), self._kept)
        self.runs_model.show_all(state.get("over_all") is not False)
        self._both.restore_state(state.get("sending"))
        if isinstance(state.get("tab"), str):
            self.tabs.show_tab(state["tab"])

    def _made(self, pane: QWidget) -> None:
        restore_states((pane,), self._kept)
        leave_drops_to_window(pane)
        if isinstance(pane, Pane):
            pane.wants.connect(self.show_tab)
        # An editor has none.
        if hasattr(pane, "lists"):
            self.lists_made.emit(pane.lists())

    # What it is about ------------------------------------------------------------------------------------

    def compaction(self) -> int | None:
        """The number of the compaction that is looked at: the selected one, else the one before, else the first."""
        document = self._bench.document
        if document is None or not document.compactions:
            return None
        wanted = self._bench.selection.focus.compaction
        if wanted is not None and wanted <= len(document.compactions):
            return wanted
        return self.runs_model.scenes.at or document.compactions[0].number

    def refresh(self) -> None:
        """Say which compactions it is about, and what was spent."""
        document, number_, runs = self._bench.document, self.compaction(), self.runs_model
        compaction = document.compactions[number_ - 1] if document is not None and number_ is not None else None
        # Also without a compaction: tabs must not jump from one session to the next.
        self.head.setVisible(document is not None)
        self.buttons.setVisible(compaction is not None)
        self.foot.setVisible(compaction is not None)
        if compaction is None:
            self.head.say(self.tr("No compaction"), "")
            self.head.reach(0, 0)
        if document is not None and compaction is not None:
            self.head.say(head_words(document, compaction, runs.ready, runs.readies()), head_tip(compaction))
            self.head.reach(compaction.number, len(document.compactions))
        scenes = runs.scenes
        part = scenes.taking_part() or ((number_,) if number_ is not None else ())
        self.scenes.show_choice(part, scenes.at or number_ or 0, tuple(scenes.troubles), runs.wants_all)
        self.buttons.show_state(runs.shelf, can_run=runs.ready is not None, is_running=self.is_running)
        self.foot.setText(foot_words(runs.figures()[1], self.models))

    def follow(self) -> None:
        """Open the compaction at hand, where its facts are known and somebody looks."""
        document, number_ = self._bench.document, self.compaction()
        if document is None or number_ is None or document.extraction is None or not self.isVisible():
            return
        ready = self.runs_model.ready
        here = ready is not None and ready.document is document and ready.compaction.number == number_
        if not here and self._opening != (document, number_):
            self._opening = (document, number_)
            self.runs_model.open(number_)

    @property
    def is_running(self) -> bool:
        """Whether a column runs or a question is out."""
        return bool(self.runs_model.running()) or self.judging.is_running

    def stop_all(self) -> None:
        """Stop every column and every question."""
        self.runs_model.stop()
        self.judging.stop()

    def step_out(self) -> bool:
        """Send nothing, where it is asked; whether it was."""
        if not self.sending.isVisible():
            return False
        self.sending.leave.click()
        return True

    def step_scene(self, by: int) -> bool:
        """Go on with the next compaction that takes part, at its first difference; whether there is one."""
        scenes = self.runs_model.scenes
        part = [one.compaction.number for one in self.runs_model.readies()]
        if self.runs.texts.has_focus() or scenes.at not in part:
            return False
        place = part.index(scenes.at) + by
        if not 0 <= place < len(part):
            return False
        self._bench.selection.select(compaction=part[place], fact=None, claim=None)
        return self.runs.step(by)

    def choose_scenes(self) -> None:
        """Open the list of compactions that take part, the keyboard in it."""
        if self.scenes.isVisible():
            self.scenes.open_menu()

    def showEvent(self, event: object) -> None:
        """Nothing is run before someone looks."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.tabs.pane(self.front())
        self.follow()

    _opening: tuple[object, int] | None = None

    def _give_room(self) -> None:
        """Now and not with the next event: rows that come meanwhile would be fitted into what the panel had left."""
        self._both.refresh()

    # What others tell ------------------------------------------------------------------------------------

    def _selected(self, focus: Focus, before: Focus) -> None:
        if focus.compaction != before.compaction:
            self.follow()
            self.refresh()

    def _advanced(self, stage: Stage) -> None:
        if stage is Stage.MEASURE and self.runs_model.ready is not None:
            # The user has entered the model's window.
            self.runs_model.renew()
        self._offer_scenes()
        self.refresh()
        self.follow()

    def _another(self) -> None:
        self._opening = None
        self.asking.hide()
        self.judging.stop()
        self.runs_model.close()
        self._offer_scenes()
        self.refresh()

    def _offer_scenes(self) -> None:
        document = self._bench.document
        self.scenes.offer(document.compactions if document is not None else ())

    def _laid_out(self) -> None:
        if self.tabs.has("prompt"):
            self._show_recorded(self.prompt)
        self.refresh()

    def _show_recorded(self, pane: PromptPane) -> None:
        ready = self.runs_model.ready
        if ready is not None:
            pane.show_recorded(recorded_prompt(ready.compaction, ready.document.text))

    def _saved_strategy(self, name: str) -> None:
        strategies = self.runs_model.strategies = all_strategies()
        for one in self.runs_model.columns:
            # What was saved may be extended by others.
            now = strategies.all.get(one.variant.strategy.id, one.variant.strategy)
            self.runs_model.change(one.key, replace(one.variant, strategy=now))
        if self.tabs.has("simulate"):
            self.simulate.show_strategies(strategies)
        self.strategy.show_strategies(strategies, name)

    def _add_strategy(self, strategy: Any) -> None:
        made = self.runs_model.add(Variant(strategy))
        self.runs_model.run((made.key,))
        self.show_tab("runs")
        self.runs_model.pick(made.key)

    # Parts -----------------------------------------------------------------------------------------------

    def _make_strategy(self) -> StrategyPane:
        pane = StrategyPane(self._theme, self.runs_model.strategies)
        pane.saved.connect(self._saved_strategy)
        pane.wanted.connect(self._add_strategy)
        return pane

    def _make_prompt(self) -> PromptPane:
        pane = PromptPane(self._theme, self.models.prompts())
        self._show_recorded(pane)
        return pane

    def _make_runs(self) -> RunsPane:
        pane = RunsPane(self._bench, self._theme, self.runs_model)
        pane.edit_asked.connect(self.edit_asked)
        return pane

    def _build(self) -> None:
        bench, theme, runs = self._bench, self._theme, self.runs_model
        for name, words, make in (
            ("runs", self.tr("Runs"), self._make_runs),
            ("quality", self.tr("Quality against tokens"), lambda: QualityPane(bench, theme, runs)),
            ("simulate", self.tr("Simulate"), lambda: SimulatePane(bench, theme, runs.strategies)),
            ("strategy", self.tr("Strategy"), self._make_strategy),
            ("prompt", self.tr("Prompt"), self._make_prompt),
        ):
            self.tabs.add(name, words, make)
        self.tabs.setCornerWidget(self.scenes)
        self.head.add(self.buttons)
        policy = self.buttons.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.buttons.setSizePolicy(policy)
        self._both = PanelBelow(self.tabs, self.sending)
        column(self, self.head, (self._both, 1), self.foot, margins=FLUSH, spacing=0)

    def _connect(self) -> None:
        bench, runs = self._bench, self.runs_model
        bench.opened.connect(lambda _: self._another())
        bench.closed.connect(self._another)
        bench.advanced.connect(self._advanced)
        bench.selection.changed.connect(self._selected)
        runs.laid_out.connect(self._laid_out)
        runs.changed.connect(lambda _: self.refresh())
        self.head.step_asked.connect(self.step_asked)
        self.tabs.made.connect(self._made)
        self.scenes.chosen.connect(runs.choose)
        self.scenes.over_all.connect(runs.show_all)
        self.buttons.put_back.connect(runs.take_back)
        self.buttons.add.clicked.connect(lambda: self.edit_asked.emit("strategy", ""))
        self.buttons.run_all.clicked.connect(lambda: runs.run_all())
        self.buttons.stop.clicked.connect(self.stop_all)
        self.judging.changed.connect(self.refresh)
        self.asking.finished.connect(self.focus_front)
        self.asking.capped.connect(self.refresh)
        self.asking.closed.connect(self._give_room)
        self.sending.item_asked.connect(lambda item: bench.selection.select(item=item))
