"""Trace, Review, Compare: each is built when it is first looked at, and one of them is shown."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from inspector.gui.shell import Shell, leave_drops_to_window
from inspector.gui.toolbar import ToolBar
from inspector.gui.widgets.placeholder import Placeholder
from inspector.workbench.document import Stage
from inspector.workbench.highlights import neighbour
from inspector.workbench.jobs import Progress

if TYPE_CHECKING:
    from inspector.gui.compare import Compare
    from inspector.gui.comparing import Comparing
    from inspector.gui.review import Review
    from inspector.gui.trace import Trace

TRACE, REVIEW, COMPARE = "trace", "review", "compare"
_REVIEW = "inspector.gui.review"
_REVIEW_TABS = ("facts", "erosion", "harness", "take_away")
_ITEM_ACTIONS = ("edit.copy", "edit.mark", "go.source", "go.next_like", "go.previous_like", "view.segment",
                 "review.judge", "rerun.open")  # fmt: skip
_FACT_ACTIONS = ("go.source", "review.override", "review.note", "review.judge", "rerun.open")
_SIDE_ACTIONS = ("rerun.edit", "rerun.again", "rerun.write", "rerun.remove")
_COMPARE_ACTIONS = ("go.source", "rerun.as_recorded", "rerun.export", "rerun.save_experiment")
_LETTERS = frozenset(
    {
        "go.next", "go.previous", "go.first", "go.last", "go.next_compaction", "go.previous_compaction",
        "edit.mark", "edit.filter", "review.override", "review.note", "help.keys",
    }
)  # fmt: skip
_COMPARING, _JUDGING = "inspector.gui.comparing", "inspector.gui.judge_panel"


class Perspectives(QObject):
    """Builds them late: plotting and rerunning are most of the program's weight."""

    changed = Signal(str)
    _is_loaded = _COMPARING in sys.modules
    """Whether the code of Compare was loaded into this process."""

    def __init__(self, shell: Shell, toolbar: ToolBar, stack: QStackedWidget) -> None:
        super().__init__(shell)
        self._shell, self._toolbar, self._stack = shell, toolbar, stack
        self._trace: Trace | None = None
        self._review: Review | None = None
        self._comparing: Comparing | None = None
        self._waiting: Placeholder | None = None
        shell.bench.advanced.connect(self._load_ahead)
        kept = shell.workspace.window.get("perspective")
        self._current = kept if kept in (TRACE, REVIEW, COMPARE) else TRACE

    def _load_ahead(self, stage: Stage) -> None:
        """Once all is known, load the code of Review, Compare and judging off this thread: the first look at them then
        does not wait."""
        if stage is not Stage.CONSEQUENCES or ({_REVIEW, _JUDGING} <= sys.modules.keys() and Perspectives._is_loaded):
            return

        def load(progress: Progress) -> None:
            import_module(_REVIEW)
            progress.check()
            _load_compare()
            progress.check()
            import_module(_JUDGING).warm_up()

        self._shell.executor.run("parts", load, lambda _: self._loaded())

    @property
    def current(self) -> str:
        """The name of the perspective that is shown, or would be with a session open."""
        return self._current

    @property
    def has_trace(self) -> bool:
        """Whether Trace was built already; that happens with the first session."""
        return self._trace is not None

    @property
    def trace(self) -> Trace:
        """The first perspective."""
        if self._trace is None:
            from inspector.gui.trace import Trace

            verbs = self._shell.verbs
            trace = self._trace = Trace(self._shell.bench, self._shell.theme)
            self._toolbar.build()
            verbs.give_letters(*trace.lists())
            trace.transcript.shown_changed.connect(self.show_counts)
            trace.card.review_asked.connect(self.show_fact)
            trace.card.fix_asked.connect(self.show_fix)
            trace.card.judge_asked.connect(verbs["review.judge_all"].trigger)
            trace.card.judge_one_asked.connect(self._judge)
            for pane in trace.panes():
                pane.set_context_actions([verbs[name] for name in _ITEM_ACTIONS])
            self._take_in(TRACE, trace)
            leave_drops_to_window(self._toolbar)
        return self._trace

    def _judge(self, compaction: int) -> None:
        self._shell.bench.selection.select(compaction=compaction)
        self._shell.verbs["review.judge"].trigger()

    @property
    def has_review(self) -> bool:
        """Whether Review was built already."""
        return self._review is not None

    @property
    def review(self) -> Review:
        """The second perspective."""
        if self._review is None:
            from inspector.gui.review import Review

            verbs = self._shell.verbs
            review = self._review = Review(self._shell.bench, self._shell.theme)
            verbs.give_letters(*review.lists(), only=_LETTERS)
            review.set_context_actions([verbs[name] for name in _FACT_ACTIONS])
            review.source_asked.connect(self.go_source)
            review.head.step_asked.connect(self.go_compaction)
            review.judge_line.judge_asked.connect(verbs["review.judge"].trigger)
            self._shell.executor.progressed.connect(self._tell_progress)
            self._take_in(REVIEW, review)
        return self._review

    @property
    def has_compare(self) -> bool:
        """Whether Compare was built already."""
        return self._comparing is not None

    @property
    def comparing(self) -> Comparing:
        """The third perspective with its verbs."""
        if self._comparing is None:
            from inspector.gui.comparing import Comparing

            Perspectives._is_loaded = True
            verbs = self._shell.verbs
            made = self._comparing = Comparing(self._shell)
            verbs.give_letters(*made.view.lists(), only=_LETTERS)
            made.view.head.step_asked.connect(self.go_compaction)
            side, more = ([verbs[name] for name in names] for names in (_SIDE_ACTIONS, _COMPARE_ACTIONS))
            made.view.set_actions(side, more)
            self._take_in(COMPARE, made.view)
        return self._comparing

    def _take_in(self, name: str, view: Trace | Review | Compare) -> None:
        """Give a new perspective its place, laid out as it was when the window closed."""
        self._stack.addWidget(view)
        kept = self._shell.workspace.window.get(name)
        if isinstance(kept, dict):
            view.restore_state(kept)
        leave_drops_to_window(view)

    def save_state(self) -> dict[str, Any]:
        """Which one is shown and how those that were built are laid out; JSON."""
        state: dict[str, Any] = {"perspective": self._current}
        views = {TRACE: self._trace, REVIEW: self._review, COMPARE: self._comparing.view if self._comparing else None}
        return state | {name: view.save_state() for name, view in views.items() if view is not None}

    def default_layout(self) -> None:
        """Everything where it is the first time."""
        if self._trace:
            self._trace.default_layout()
            self._trace.card.wanted = True

    # Which one is shown

    def show(self, name: str) -> None:
        """Bring a perspective to the front; the selection stays."""
        self._current = name
        if self._shell.bench.document is not None:
            if name == COMPARE and not Perspectives._is_loaded:
                self._load()
            else:
                self._stack.setCurrentWidget(self.front())
                self.focus()
            if self.has_trace:
                self._toolbar.offer_filter(name == TRACE)
        self.changed.emit(name)

    def begin_review(self) -> None:
        """Bring up Review as a person turns to it: at the first thing to put back, where nothing of it is selected."""
        self.show(REVIEW)
        self.review.beginning.begin()

    def front(self) -> Trace | Review | Compare:
        """The perspective shown; Trace while the code of Compare is still loaded."""
        if self._current == REVIEW:
            return self.review
        return self.comparing.view if self._current == COMPARE and Perspectives._is_loaded else self.trace

    def to_trace(self) -> Trace:
        """Trace, brought to the front where it is not."""
        if self._current != TRACE:
            self.show(TRACE)
        return self.trace

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front, and the perspective that it is in."""
        if name in _REVIEW_TABS:
            self.show(REVIEW)
            self.review.show_tab(name)
        else:
            self.to_trace().show_tab(name)

    def show_fact(self, parts: dict[str, Any]) -> None:
        """Review a fact or claim: the selection that a link leads to."""
        self._shell.bench.selection.select(**parts)
        self.show_tab("facts")

    def show_fix(self, parts: dict[str, Any]) -> None:
        """The texts that put back what was lost at the place that a link leads to."""
        self._shell.bench.selection.select(**parts)
        self.show_tab("take_away")

    def go_source(self) -> None:
        """From Review or Compare to the item in Trace; from there to its line of the log."""
        self.take_up()
        if self._current != TRACE:
            self.show(TRACE)
        else:
            self.trace.show_tab("raw")

    def take_up(self) -> None:
        """Select in full what a review began with, where that is looked at: something is to be done with it."""
        if self._current == REVIEW:
            self.review.beginning.take_up()

    def go_compaction(self, step: int) -> None:
        """Select the next compaction, or the one before."""
        document, selection = self._shell.bench.document, self._shell.bench.selection
        focus = selection.focus
        if self._current == REVIEW:
            focus = replace(focus, compaction=self._shell.bench.under_review)
        target = neighbour(document, focus, step) if document else None
        if document and target:
            selection.select(compaction=target.number, fact=None, claim=None)
        else:
            self._shell.status.showMessage(self.tr("No further compaction in this direction."), 4000)

    def focus(self) -> None:
        """Put the keyboard where one reads in the perspective shown."""
        self.front().focus_front()

    def show_counts(self) -> None:
        """Say in the bars how many items the list shows."""
        document = self._shell.bench.document
        shown = self.trace.transcript.shown() if document else None
        self._shell.status.set_shown(shown)
        self._toolbar.show_count(shown, len(document.session.items) if document else 0)

    def _load(self) -> None:
        """Load the code of Compare off this thread, which takes a third of a second, and show it then."""
        if self._waiting is None:
            self._waiting = Placeholder(self._shell.theme)
            self._stack.addWidget(self._waiting)
        self._waiting.say(self.tr("Preparing…"), self.tr("Shown as soon as it is ready."))
        self._stack.setCurrentWidget(self._waiting)

        def loaded(_: None) -> None:
            self._loaded()
            if self._current == COMPARE:
                self.show(COMPARE)

        self._shell.executor.run("compare parts", lambda progress: _load_compare(), loaded)

    def _loaded(self) -> None:
        Perspectives._is_loaded = True

    def _tell_progress(self, slot: str, fraction: float, words: str) -> None:
        if slot == "document":
            self.review.facts.tell_progress(fraction, words)


def _load_compare() -> None:
    import_module(_COMPARING).warm_up()
