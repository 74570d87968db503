"""Before and after side by side: the retired history against the new context, or one summary against the last."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from PySide6.QtWidgets import (
    QPlainTextEdit,
    QWidget,
)

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, choice_box, column, plain_label, row, splitter, tool_button
from inspector.gui.models.difference import Sides, both_marks, read_contents, read_summaries
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Chip, Legend
from inspector.gui.widgets.sheet_view import SheetView
from inspector.survival.outcome import Outcome
from inspector.text.two_texts import Difference
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.review import focus_of_fact, judged, outcome_at
from inspector.workbench.selection import Focus

CONTENTS, SUMMARIES = "contents", "summaries"


class DifferencePane(Pane):
    """Two texts that scroll together."""

    needs = Stage.COMPARE

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "difference", tr("Before and after"))
        self._outcome: Outcome | None = None
        self._sides: Sides | None = None
        self._read: tuple[int, str] | None = None
        self._change = -1
        self._guard = False
        choices = {self.tr("history and new context"): CONTENTS, self.tr("summary and the one before"): SUMMARIES}
        self.which = choice_box(self.tr("What is compared"), choices, self._refresh)
        self.before, self.after = SheetView(theme), SheetView(theme)
        self._words, self._legend = plain_label(wraps=False), Legend(theme)
        self._previous = tool_button("▲", lambda: self.step(-1), name=self.tr("Previous change"))
        self._next = tool_button("▼", lambda: self.step(1), name=self.tr("Next change"))
        self._build()
        self.bench.judgements.made.connect(lambda change: self._mark())
        self.bench.judgements.loaded.connect(self._mark)
        self.listen()

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.before, self.after)

    def step(self, by: int) -> bool:
        """Go to the next change between two summaries, or the one before; False where there are none."""
        difference = self._sides.difference if self._sides else None
        if difference is None or not difference.changes:
            return False
        place = self._change + by if self._change >= 0 else (0 if by > 0 else -1)
        self._change = place % len(difference.changes)
        change = difference.changes[self._change]
        self._guard = True
        self._to_line(self.before, change.before[0])
        self._to_line(self.after, change.after[0])
        self._guard = False
        self._tell(difference)
        return True

    def save_state(self) -> dict[str, Any]:
        """What is compared."""
        return {"which": self.which.currentData()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put the choice back."""
        place = self.which.findData(state.get("which"))
        if place >= 0:
            self.which.setCurrentIndex(place)

    def on_clear(self) -> None:
        """Let go of the texts."""
        self._outcome = self._sides = self._read = None
        self.before.show_sheet(TextSheet())
        self.after.show_sheet(TextSheet())

    def on_document(self, document: Document) -> None:
        """Verdicts are there."""
        if not document.comparison:
            self.say(self.tr("Nothing to compare"), self.tr("Nothing was compacted, as far as this log shows."))

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Compare the selected compaction; show the selected fact on both sides."""
        self._refresh()
        if self._sides is not None and self._sides.difference is None:
            self._stress(focus.fact or "")

    def showEvent(self, event: object) -> None:
        """Reading the retired history takes a moment: not before someone looks."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._refresh()

    def _refresh(self) -> None:
        document = self.document
        if document is None or not document.comparison or not self.isVisible():
            return
        number_ = self.bench.under_review
        assert number_ is not None, "compared, so there is one"
        wanted = (number_, str(self.which.currentData()))
        if wanted == self._read:
            return
        self._read = wanted
        outcome = self._outcome = outcome_at(document, number_)
        if outcome is None:
            words = self.tr("This compaction failed: nothing was removed.")
            self.say(self.tr("Nothing to compare at ┊C{n}").format(n=number_), words)
            return

        def work(progress: Progress) -> Sides:
            if wanted[1] == SUMMARIES:
                return read_summaries(document, outcome.compaction, progress.check)
            return read_contents(document, outcome, progress.check)

        self.bench.executor.run("difference", work, lambda sides: self._arrived(wanted, sides), self._failed)

    def _arrived(self, wanted: tuple[int, str], sides: Sides) -> None:
        if wanted != self._read or self.document is None:
            return
        self.banner.hide()
        self._sides, self._change = sides, -1
        # Both are empty where there is nothing to compare.
        self.before.show_sheet(sides.before)
        self.after.show_sheet(sides.after)
        self.show_body()
        self._mark()
        self._tell(sides.difference)

    def _failed(self, why: Exception) -> None:
        if not isinstance(why, Cancelled):
            self._read = None
            self.warn(why)

    def _mark(self) -> None:
        sides, outcome = self._sides, self._outcome
        if sides is None or outcome is None:
            return
        if sides.difference is not None:
            left, right = sides.marks
            self.before.show_marks(left)
            self.after.show_marks(right)
        elif not sides.reason:
            judgements = self.bench.judgements.copy()

            def work(progress: Progress) -> tuple[list[SheetMark], list[SheetMark]]:
                progress.report(0.0, tr("Marking passages"))
                with making_many():
                    return both_marks(sides, judged(outcome, judgements))

            self.bench.executor.run("both sides", work, lambda marks: self._marked(sides, marks), self._failed)

    def _marked(self, sides: Sides, marks: tuple[list[SheetMark], list[SheetMark]]) -> None:
        if sides is self._sides:
            for view, own in zip((self.before, self.after), marks, strict=True):
                view.show_marks(own)
            self._stress(self.bench.selection.focus.fact or "")

    def _stress(self, fact: str) -> None:
        """Let a fact stand out on both sides, level where it has a place on both."""
        self._guard = True
        for view in (self.before, self.after):
            view.stress(fact)
            at = next((mark.start for mark in view.marks if mark.key == fact), None) if fact else None
            if at is not None:
                view.bring(at)
        self._guard = False

    def _tell(self, difference: Difference | None) -> None:
        sides = self._sides
        is_text = difference is not None
        for button in (self._previous, self._next):
            button.setVisible(is_text)
        if sides is not None and sides.reason:
            self._words.setText(sides.reason)
        elif difference is None:
            self._words.setText(self.tr("Facts where they were said, and what stands for them now"))
        else:
            n = len(difference.changes)
            at = self.tr("change {i} of {n}").format(i=number(self._change + 1), n=number(n))
            words = at if self._change >= 0 else self.tr("{n} changes").format(n=number(n))
            cut = self.tr("too long to compare word by word")
            self._words.setText(f"{words} · {cut}" if difference.is_cut else words)
        self._show_legend(is_text)

    def _show_legend(self, is_text: bool) -> None:
        if is_text:
            chips = (("error", self.tr("taken out")), ("good", self.tr("added")), ("accent", self.tr("moved")))
            self._legend.show_chips([Chip(self.theme.role(role), words) for role, words in chips])
        else:
            self._legend.show_chips([])

    def _follow(self, lead: SheetView, other: SheetView) -> None:
        """Scroll the other side along: line by line where the texts are versions of one another, else by share."""
        if self._guard or self._sides is None:
            return
        self._guard = True
        difference = self._sides.difference
        if difference is not None:
            self._to_line(other, round(difference.partner(self._line(lead), of_after=lead is self.after)))
        else:
            high = max(lead.verticalScrollBar().maximum(), 1)
            share = lead.verticalScrollBar().value() / high
            other.verticalScrollBar().setValue(round(share * other.verticalScrollBar().maximum()))
        self._guard = False

    def _line(self, view: SheetView) -> int:
        """The line of the text at the top of a view; long lines are broken there, so it is looked up by its place."""
        assert self._sides is not None, "asked for with texts"
        assert self._sides.difference is not None, "asked for with versions of one text"
        at = view.sheet.item_at(view.firstVisibleBlock().position())
        starts = self._sides.difference.starts[view is self.after]
        return max(bisect_right(starts, at[1]) - 1, 0) if at is not None else 0

    def _to_line(self, view: SheetView, line: int) -> None:
        """Put a line of the text at the top of a view."""
        assert self._sides is not None, "asked for with texts"
        assert self._sides.difference is not None, "asked for with versions of one text"
        side = int(view is self.after)
        starts = self._sides.difference.starts[side]
        start = starts[min(max(line, 0), len(starts) - 1)]
        at = view.sheet.place(self._sides.items[side], max(start, 0), start + 1)
        view.put_on_top(at[0] if at is not None and line > 0 else 0)

    def _pick(self, key: str) -> None:
        if self._outcome is None or self._sides is None or self._sides.difference is not None:
            return
        picked = next((one for one in judged(self._outcome, self.bench.judgements) if one.fact.id == key), None)
        if picked is not None:
            focus = focus_of_fact(self._outcome.compaction.number, picked)
            self.select(compaction=focus.compaction, fact=focus.fact, claim=None, item=focus.item)

    def _build(self) -> None:
        steps = (self._words, self._previous, self._next)
        head = row(None, self.which, *steps, (self._legend, 1), margins=(6, 2, 6, 2))
        self.before.setAccessibleName(self.tr("Before"))
        self.after.setAccessibleName(self.tr("After"))
        for view in (self.before, self.after):
            view.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            view.picked.connect(self._pick)
        self.before.moved.connect(lambda: self._follow(self.before, self.after))
        self.after.moved.connect(lambda: self._follow(self.after, self.before))
        column(self.body, head, (splitter(self.before, self.after), 1), margins=FLUSH, spacing=0)
