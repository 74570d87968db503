"""The second perspective: one compaction under review, and what the session's compactions did together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QTabWidget, QWidget

from inspector.errors import Cancelled
from inspector.gui.beginning import Beginning
from inspector.gui.layouts import FLUSH, column, focus_next, named, plain_label, restore_states, row, save_states
from inspector.gui.models.judge_words import basis_line, course_words, failed_words, judgement_notes
from inspector.gui.models.review_words import Figures, figures_of, head_tip, head_words, record_words, signed_words
from inspector.gui.panes.erosion import ErosionPane
from inspector.gui.panes.facts import FactsPane
from inspector.gui.panes.harness import HarnessPane
from inspector.gui.panes.pane import Pane
from inspector.gui.panes.take_away import TakeAwayPane
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.judge_line import JudgeLine
from inspector.gui.widgets.step_head import StepHead
from inspector.survival.outcome import Outcome
from inspector.workbench.bench import Bench
from inspector.workbench.review import outcome_at
from inspector.workbench.selection import Focus

if TYPE_CHECKING:
    from inspector.gui.widgets.sending_panel import SendingPanel
    from inspector.workbench.judge_runs import JudgeRuns


class Review(QWidget):
    """Places the panes under one head; they talk through the workbench alone."""

    source_asked = Signal()

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__()
        self._clock = QTimer(self)
        self.setObjectName("review")
        self.setAccessibleName(self.tr("Review"))
        self._bench = bench
        self.facts = FactsPane(bench, theme)
        self.beginning = Beginning(bench, self.facts)
        self.erosion = ErosionPane(bench, theme)
        self.harness = HarnessPane(bench, theme)
        self.take_away = TakeAwayPane(bench, theme)
        self.tabs = named(QTabWidget(documentMode=True), self.tr("Review"))
        self.head = StepHead(self.tr("Compaction under review"))
        self.counts = plain_label(selectable=True, narrows=True)
        self.more = plain_label(selectable=True)
        self.reviewed = QCheckBox(self.tr("Reviewed"))
        self.signed = plain_label(wraps=False, margins=(8, 0, 8, 6))
        self.judge_line = JudgeLine(theme)
        self._judge_stops: list[QWidget] = []
        self._build()
        self._connect()
        self.refresh()

    def panes(self) -> tuple[Pane, ...]:
        """All panes, in the order in which F6 goes round."""
        return (self.facts, self.erosion, self.harness, self.take_away)

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (*self.facts.lists(), *self.erosion.lists(), self.harness, *self.take_away.lists())

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front and the keyboard into it."""
        self._bring_up(name)
        self.focus_front()

    def front(self) -> str:
        """The name of the tab in front."""
        return str(self.tabs.currentWidget().objectName())

    def focus_front(self) -> None:
        """Put the keyboard where one goes on reading."""
        next(pane for pane in self.panes() if pane.objectName() == self.front()).focus_list()

    def focus_pane(self, step: int) -> None:
        """Move the keyboard to the next or previous part that can be seen."""
        parts = [self.facts.filter.words, self.facts.list, self.facts.work, self.facts.text]
        parts += [self.facts.card.verdicts, self.erosion.table, self.harness.table]
        parts += [*self.take_away.stops(), self.reviewed, self.judge_line.judge, self.judge_line.cancel]
        focus_next(self, parts + self._judge_stops, step)

    def put_judge(self, panel: SendingPanel, choice: list[QWidget], runs: JudgeRuns) -> None:
        """Give the panel that shows what judging sends its place, and tell of the runs from now on."""
        self._judge_panel, self._judge_runs = panel, runs
        self._judge_stops = [*choice, panel.columns, *panel.stops(), panel.leave]
        runs.changed.connect(self._tell_judge)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._tell_judge)
        self._column.addWidget(panel, 3)
        self.judge_line.cancel_asked.connect(runs.stop)

    def step_out(self) -> bool:
        """Send nothing, where it is asked, or else clear the filter; whether there was something to do."""
        if self._judge_panel is not None and self._judge_panel.isVisible():
            self._judge_panel.leave.click()
            return True
        return self.facts.filter.reset()

    def _tell_judge(self) -> None:
        """Say whose verdicts stand, and how far the judging is; every second while something is read."""
        document, number_, runs = self._bench.document, self.compaction(), self._judge_runs
        if runs is not None and runs.is_running:
            self._clock.start(1_000)
        if document is None or number_ is None:
            return
        judgement = document.judgements.get(number_)
        why = runs.failed.get(number_) if runs is not None else None
        self.judge_line.say(
            basis_line(judgement),
            judgement_notes(judgement),
            course_words(runs.course) if runs is not None else "",
            failed_words(number_, error_words(why)) if why is not None else "",
        )
        self.head.fit()

    def set_context_actions(self, actions: list[QAction]) -> None:
        """Give the panes that have context menus the commands to put there."""
        for pane in (self.facts, self.erosion, self.harness):
            pane.set_context_actions(actions)

    def save_state(self) -> dict[str, Any]:
        """The tab in front and what the panes remember; JSON."""
        return {"tab": self.front(), "panes": save_states(self.panes())}

    def restore_state(self, state: dict[str, Any]) -> None:
        """What ``save_state`` gave; anything missing or odd leaves the default."""
        restore_states(self.panes(), state.get("panes"))
        self._bring_up(state.get("tab"))

    def _bring_up(self, name: object) -> None:
        for pane in self.panes():
            if pane.objectName() == name and self.tabs.isTabVisible(self.tabs.indexOf(pane)):
                self.tabs.setCurrentWidget(pane)

    def refresh(self) -> None:
        """Say what is known of the compaction under review."""
        document = self._bench.document
        number = self.compaction()
        compaction = document.compactions[number - 1] if document is not None and number is not None else None
        outcome = outcome_at(document, number) if document is not None else None
        self.tabs.setTabVisible(self.tabs.indexOf(self.erosion), document is not None and document.erodes)
        self.head.setVisible(compaction is not None)
        for part in (self._figures, self.judge_line, self.signed):
            part.setVisible(outcome is not None)
        self._tell_judge()
        if document is not None and compaction is not None:
            self.head.say(head_words(document, compaction), head_tip(document, compaction))
            self.head.reach(compaction.number, len(document.compactions))
        if outcome is not None and number is not None:
            # Only a click is a wish; this is heard by nobody.
            self.reviewed.setChecked(self._bench.judgements.is_reviewed(number))
            self._tell_signed(outcome)
            self._count(outcome)

    def _count(self, outcome: Outcome) -> None:
        """Count how the sentences stand, away from the window: there may be tens of thousands."""
        if outcome is self._counted and not self._stale:
            return
        if outcome is not self._counted:
            self._tell(Figures("…", "", ""))
        self._counted, self._stale = outcome, False
        judgements = self._bench.judgements.copy()
        self._bench.executor.run(
            "figures",
            lambda progress: figures_of(outcome, judgements, progress),
            lambda figures: self._tell(figures) if outcome is self._counted else None,
            self._not_counted,
        )

    def _not_counted(self, why: Exception) -> None:
        # Asked again as soon as anything changes.
        self._stale = True
        words = self.tr("not counted") if isinstance(why, Cancelled) else error_words(why)
        self._tell(Figures(words, "", ""))

    def _tell(self, figures: Figures) -> None:
        self.counts.setText(figures.counts)
        self.more.setText(figures.more)
        self.more.setVisible(bool(figures.more))
        self.more.setToolTip(tip(figures.every))
        self.counts.setToolTip(tip(figures.every))

    def compaction(self) -> int | None:
        """The number of the compaction under review."""
        return self._bench.under_review

    def toggle_reviewed(self) -> None:
        """Tick the compaction as reviewed, which keeps date, decisions and note; or take the tick away."""
        document, number, judgements = self._bench.document, self.compaction(), self._bench.judgements
        outcome = outcome_at(document, number) if document is not None else None
        if number is None or outcome is None:
            return
        is_reviewed = judgements.is_reviewed(number)
        if not is_reviewed:
            self._bench.sign_offs.sign(number, self.take_away.note.text(), self.take_away.restored(outcome))
        judgements.set_reviewed(number, not is_reviewed)

    def _tell_signed(self, outcome: Outcome) -> None:
        """When it was reviewed last, and in the tooltip every time, with what was put back."""
        records, judgements = self._bench.sign_offs.of(outcome.compaction.number), self._bench.judgements
        is_signed = bool(records) and judgements.is_reviewed(outcome.compaction.number)
        self.signed.setText(signed_words(records[-1], outcome, judgements) if is_signed else "")
        words = self.tr("Keep the decisions with date and note")
        self.reviewed.setToolTip(tip(*(record_words(one) for one in reversed(records[-20:]))) if records else words)

    def _selected(self, focus: Focus, before: Focus) -> None:
        if focus.compaction != before.compaction:
            self.refresh()

    def _rejudged(self) -> None:
        self._stale = True
        self.refresh()

    def _forget(self) -> None:
        self._counted = None
        self.refresh()

    _counted: Outcome | None = None
    _judge_panel: SendingPanel | None = None
    _judge_runs: JudgeRuns | None = None
    """None before a judge was first wanted."""
    _stale = False
    """Whether something was entered since the facts were counted."""

    def _build(self) -> None:
        self._figures = QWidget()
        words = column(None, self.counts, self.more, spacing=2)
        row(self._figures, (words, 1), self.reviewed, margins=(8, 2, 8, 2))
        # Beside the tabs: in the head it would take room from a sentence, and all below would move.
        self.tabs.setCornerWidget(self.signed)
        for pane in self.panes():
            self.tabs.addTab(pane, pane.accessibleName())
        self.head.add(self.judge_line, share=1)
        self._column = column(self, self.head, self._figures, (self.tabs, 4), margins=FLUSH, spacing=0)

    def _connect(self) -> None:
        bench = self._bench
        bench.opened.connect(lambda _: self._forget())
        bench.closed.connect(self._forget)
        bench.advanced.connect(lambda _: self.refresh())
        bench.selection.changed.connect(self._selected)
        bench.judgements.made.connect(lambda change: self._rejudged())
        bench.judgements.loaded.connect(self._rejudged)
        bench.sign_offs.loaded.connect(self.refresh)
        self.facts.card.source_asked.connect(self.source_asked)
        self.facts.card.item_asked.connect(lambda _: self.source_asked.emit())
        self.facts.work.linkActivated.connect(lambda _: self.source_asked.emit())
        self.reviewed.clicked.connect(lambda _: self.toggle_reviewed())
