"""Trace, Review, Compare: which of them is shown, and the verbs that mean something else in each of them."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.errors import Cancelled
from inspector.gui.widgets.placeholder import Placeholder
from inspector.workbench.jobs import Progress
from inspector.workbench.review import next_harm

if TYPE_CHECKING:
    from inspector.gui.comparing import Comparing
    from inspector.gui.main_window import MainWindow
    from inspector.gui.review import Review

TRACE, REVIEW, COMPARE = "trace", "review", "compare"
_REVIEW_TABS = ("facts", "erosion", "difference", "take_away")
_COMPARE_TABS = ("runs", "quality", "simulate", "chain", "strategy", "prompt")
_FACT_ACTIONS = ("go.source", "review.override", "review.note", "review.judge", "rerun.open")
_COLUMN_ACTIONS = ("rerun.column", "rerun.again", "rerun.edit", "rerun.duplicate", "rerun.remove", "rerun.sent")
_LETTERS = frozenset(
    {
        "go.next", "go.previous", "go.first", "go.last", "go.next_compaction", "go.previous_compaction",
        "edit.mark", "edit.filter", "review.override", "review.note", "help.keys",
    }
)  # fmt: skip


_COMPARING = "inspector.gui.comparing"


class Perspectives(QObject):
    """Builds Review when it is first looked at; the window builds Trace with the first session."""

    changed = Signal(str)
    _is_loaded = _COMPARING in sys.modules
    """Whether the code of Compare was loaded into this process."""

    def __init__(self, window: MainWindow, stack: QStackedWidget) -> None:
        super().__init__(window)
        self._window, self._stack = window, stack
        self._review: Review | None = None
        self._comparing: Comparing | None = None
        self._current = TRACE
        self._waiting: Placeholder | None = None

    @property
    def current(self) -> str:
        """The name of the perspective that is shown, or would be with a session open."""
        return self._current

    @property
    def has_review(self) -> bool:
        """Whether Review was built already."""
        return self._review is not None

    @property
    def review(self) -> Review:
        """The second perspective."""
        if self._review is None:
            from inspector.gui.review import Review

            window = self._window
            review = self._review = Review(window.bench, window.theme)
            self._stack.addWidget(review)
            window.verbs.give_letters(*review.lists(), only=_LETTERS)
            review.set_context_actions([window.verbs[name] for name in _FACT_ACTIONS])
            review.source_asked.connect(self.go_source)
            review.step_asked.connect(window.go_compaction)
            review.judge_asked.connect(window.judging.this)
            window.executor.progressed.connect(self._tell_progress)
            window.memory.restore_review(review)
            for widget in review.findChildren(QWidget):
                widget.setAcceptDrops(False)
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
            window = self._window
            made = self._comparing = Comparing(window)
            self._stack.addWidget(made.view)
            window.verbs.give_letters(*made.view.lists(), only=_LETTERS)
            made.view.lists_made.connect(lambda views: window.verbs.give_letters(*views, only=_LETTERS))
            made.view.set_actions(
                [window.verbs[name] for name in _COLUMN_ACTIONS],
                [window.verbs["go.source"]],
                [window.verbs[name] for name in ("rerun.judge", "rerun.probe", "rerun.sent", "rerun.export")],
            )
            window.memory.restore_compare(made.view)
            for widget in made.view.findChildren(QWidget):
                widget.setAcceptDrops(False)
        return self._comparing

    def show(self, name: str) -> None:
        """Bring a perspective to the front; the selection stays."""
        self._current = name
        window = self._window
        if window.bench.document is not None:
            if name == COMPARE and not Perspectives._is_loaded:
                self._load()
            else:
                shown: QWidget = window.trace
                if name != TRACE:
                    shown = self.review if name == REVIEW else self.comparing.view
                self._stack.setCurrentWidget(shown)
                self.focus()
        self.changed.emit(name)

    def _load(self, tab: str = "") -> None:
        """Load the code of Compare off this thread, which takes a third of a second, and show it then."""
        if self._waiting is None:
            self._waiting = Placeholder(self._window.theme)
            self._stack.addWidget(self._waiting)
        self._waiting.say(self.tr("Preparing…"), self.tr("Shown as soon as it is ready."))
        self._stack.setCurrentWidget(self._waiting)

        def load(progress: Progress) -> None:
            import_module(_COMPARING).warm_up()

        def loaded(_: None) -> None:
            Perspectives._is_loaded = True
            if self._current == COMPARE:
                self.show(COMPARE)
                if tab:
                    self.comparing.view.show_tab(tab)

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled):
                raise why

        self._window.executor.run("compare parts", load, loaded, failed)

    def focus(self) -> None:
        """Put the keyboard where one reads in the perspective shown."""
        if self._current == REVIEW:
            self.review.focus_front()
        elif self._current == COMPARE and Perspectives._is_loaded:
            self.comparing.view.focus_front()
        else:
            self._window.trace.transcript.focus_list()

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front, and the perspective that it is in."""
        if name in _REVIEW_TABS:
            self.show(REVIEW)
            self.review.show_tab(name)
        elif name in _COMPARE_TABS:
            self.show(COMPARE)
            if Perspectives._is_loaded:
                self.comparing.view.show_tab(name)
            else:
                self._load(name)
        else:
            self._to_trace()
            self._window.trace.show_tab(name)

    def show_fact(self, parts: dict[str, Any]) -> None:
        """Review a fact or claim: the selection that a link leads to."""
        self._window.bench.selection.select(**parts)
        self.show_tab("facts")

    def go_source(self) -> None:
        """From Review or Compare to the item in Trace; from there to its line of the log."""
        if self._current != TRACE:
            self.show(TRACE)
        else:
            self._window.trace.show_tab("raw")

    def next_harm(self, step: int) -> None:
        """Select the next loss, distortion or claim, on into the next compaction; in texts and runs the next change."""
        window = self._window
        if self._current == COMPARE:
            view = self.comparing.view
            if not view.runs.step(step) and not view.step_scene(step):
                window.status.showMessage(self.tr("No further difference in this direction."), 4000)
            return
        in_texts = self._current == REVIEW and self.review.front() == "difference"
        if in_texts and self.review.difference.step(step):
            return
        document = window.bench.document
        focus = window.bench.selection.focus
        found = next_harm(document, window.bench.judgements, focus, step) if document else None
        if found is None:
            window.status.showMessage(self.tr("No further loss in this direction."), 4000)
            return
        parts = {"compaction": found.compaction, "fact": found.fact, "claim": found.claim}
        window.bench.selection.select(**parts, **({} if found.item is None else {"item": found.item}))

    def override(self) -> None:
        """Give a verdict of one's own on the selected fact."""
        self.show_tab("facts")
        self.review.facts.card.focus_verdict()

    def note(self) -> None:
        """Write a note on the selected fact."""
        self.show_tab("facts")
        self.review.facts.card.focus_note()

    def step(self, by: int, *, from_end: bool = False) -> None:
        """The next or previous line of what is listed: an item in Trace, a fact elsewhere.

        ``from_end`` the first of them, or the last.
        """
        if self._current == REVIEW:
            self.review.facts.step(by, from_end=from_end)
        elif self._current == COMPARE:
            self.comparing.view.runs.step_row(by, from_end=from_end)
        else:
            rows = self._window.trace.transcript
            onwards, back = (rows.first, rows.last) if from_end else (rows.next, rows.previous)
            (onwards if by > 0 else back)()

    def search(self) -> None:
        """Put the keyboard into the field that narrows what is listed."""
        if self._current == REVIEW:
            self.show_tab("facts")
            self.review.facts.filter.words.setFocus()
        else:
            self._to_trace()
            self._window.filter_bar.focus_field()

    def find(self) -> None:
        """Look for words: in items, or among facts."""
        if self._current == REVIEW:
            self.search()
        else:
            self._to_trace()
            self._window.trace.transcript.show_find()

    def focus_pane(self, step: int) -> None:
        """Move the keyboard to the next or previous pane in sight."""
        if self._current == COMPARE:
            self.comparing.view.focus_pane(step)
        else:
            (self.review if self._current == REVIEW else self._window.trace).focus_pane(step)

    def focus_part(self, name: str) -> None:
        """Put the keyboard into the list of items or the plot."""
        self._to_trace()
        if name == "plot":
            self._window.trace.timeline.focus_plot()
        else:
            self._window.trace.transcript.focus_list()

    def copy(self) -> None:
        """Copy what is selected: the item's text in Trace, the fact in Review."""
        if self._current == REVIEW:
            self.review.facts.copy()
        elif self._current == COMPARE:
            self.comparing.copy()
        else:
            self._window.trace.reader.copy()

    def step_out(self) -> bool:
        """In Review, clear the filter or else the selected fact, in Compare the fact; False in Trace."""
        focus = self._window.bench.selection.focus
        if self._current == COMPARE:
            if not (self._comparing is not None and self._comparing.view.step_out()):
                self._window.bench.selection.select(fact=None, claim=None)
            return True
        if self._current != REVIEW:
            return False
        if self._window.judging.step_out():
            return True
        if not self.review.facts.filter.reset() and (focus.fact is not None or focus.claim is not None):
            self._window.bench.selection.select(fact=None, claim=None)
        return True

    def _to_trace(self) -> None:
        if self._current != TRACE:
            self.show(TRACE)

    def _tell_progress(self, slot: str, fraction: float, words: str) -> None:
        if slot == "document":
            self.review.facts.tell_progress(fraction, words)
