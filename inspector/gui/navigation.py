"""The verbs that mean something else in each perspective: onwards, find, copy, out of it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from inspector.gui.perspectives import COMPARE, REVIEW, Perspectives
from inspector.gui.shell import Shell
from inspector.gui.toolbar import ToolBar
from inspector.workbench.review import next_harm


class Navigation(QObject):
    """Asks which perspective is shown and passes the wish on to it."""

    def __init__(self, shell: Shell, toolbar: ToolBar, perspectives: Perspectives) -> None:
        super().__init__(shell)
        self._bench, self._status = shell.bench, shell.status
        self._toolbar, self._perspectives = toolbar, perspectives

    def next_harm(self, step: int) -> None:
        """Select the next row to look at, on into the next compaction; in runs the next change."""
        shown, bench = self._perspectives, self._bench
        if shown.current == COMPARE:
            if not shown.comparing.view.list.step(step):
                self._say(self.tr("No further difference in this direction."))
            return
        document = bench.document
        focus = bench.selection.focus
        if shown.current == REVIEW:
            # From where it is looked at, whether that was selected or is where a review begins.
            focus = replace(focus, compaction=bench.under_review)
            if shown.review.front() == "harness":
                # It lists no sentence: where one goes to would not be seen.
                shown.show_tab("facts")
        found = next_harm(document, bench.judgements, focus, step) if document else None
        if found is None:
            self._say(self.tr("No further sentence that is not there or changed, in this direction."))
            return
        parts = {"compaction": found.compaction, "fact": found.fact, "claim": found.claim}
        bench.selection.select(**parts, **({} if found.item is None else {"item": found.item}))

    def override(self) -> None:
        """Give a verdict of one's own on the selected fact."""
        self._perspectives.show_tab("facts")
        self._perspectives.review.facts.card.focus_verdict()

    def note(self) -> None:
        """Write a note on the selected fact."""
        self._perspectives.show_tab("facts")
        self._perspectives.review.facts.card.focus_note()

    def step(self, by: int, *, from_end: bool = False) -> None:
        """The next or previous line of what is listed: an item in Trace, a fact elsewhere.

        ``from_end`` the first of them, or the last.
        """
        shown = self._perspectives
        if shown.current == REVIEW:
            shown.review.facts.step(by, from_end=from_end)
        elif shown.current == COMPARE:
            shown.comparing.view.list.step_row(by, from_end=from_end)
        else:
            shown.trace.transcript.step(by, from_end=from_end)

    def filter(self) -> None:
        """Put the keyboard into the field that narrows what is listed."""
        if self._perspectives.current == REVIEW:
            self._perspectives.show_tab("facts")
            self._perspectives.review.facts.filter.words.setFocus()
        else:
            self._perspectives.to_trace()
            self._toolbar.filter_bar.focus_field()

    def clear_filter(self) -> None:
        """List every item again."""
        self._toolbar.filter_bar.clear()

    def find(self) -> None:
        """Look for words: in items, or among facts."""
        if self._perspectives.current == REVIEW:
            self.filter()
        else:
            self._perspectives.to_trace().transcript.find_bar.open()

    def follow_trail(self) -> None:
        """Show every item about the selected fact or file, and nothing else; a second time all again."""
        self._perspectives.show("trace")
        if not self._perspectives.trace.follow_trail():
            self._say(self.tr("Select a fact, or an item that names a file."))

    def toggle_mark(self) -> None:
        """Mark the selected item, or take its mark away; in Review that in which the fact was said."""
        self._perspectives.take_up()
        item = self._bench.selection.focus.item
        if item is not None:
            self._bench.toggle_mark(item)

    def focus_pane(self, step: int) -> None:
        """Move the keyboard to the next or previous pane in sight."""
        self._perspectives.front().focus_pane(step)

    def copy(self) -> None:
        """Copy what is selected: the item's text in Trace, the fact in Review."""
        shown = self._perspectives
        if shown.current == REVIEW:
            shown.review.facts.copy()
        elif shown.current == COMPARE:
            shown.comparing.copy()
        else:
            shown.trace.reader.copy()

    def step_out(self) -> None:
        """Close or clear one thing: what is about to be sent, the find bar, the range, the selection, the filter."""
        shown, selection = self._perspectives, self._bench.selection
        focus = selection.focus
        if shown.current == COMPARE:
            if not (shown.has_compare and shown.comparing.view.step_out()):
                selection.select(fact=None, claim=None)
        elif shown.current == REVIEW:
            if not shown.review.step_out() and (focus.fact is not None or focus.claim is not None):
                selection.select(fact=None, claim=None)
        elif shown.trace.transcript.hide_find() or shown.trace.timeline.clear_range():
            return
        elif (focus.item, focus.request, focus.compaction, focus.problem) != (None, None, None, None):
            selection.select(item=None, request=None, compaction=None, problem=None, fact=None, claim=None)
        elif self._bench.filter.text:
            self.clear_filter()
        else:
            shown.trace.card.wanted = False

    def _say(self, words: str) -> None:
        self._status.showMessage(words, 4000)
