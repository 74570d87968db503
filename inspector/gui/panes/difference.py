"""One summary beside the one before it, with what was taken out, added and moved."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtWidgets import (
    QPlainTextEdit,
    QWidget,
)

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, plain_label, row, splitter, tool_button
from inspector.gui.models.difference import Sides, read_summaries
from inspector.gui.models.sheet import TextSheet
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Chip, Legend
from inspector.gui.widgets.sheet_view import SheetView
from inspector.text.two_texts import Difference
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus


class DifferencePane(Pane):
    """Two texts that scroll together."""

    needs = Stage.COMPARE

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "difference", tr("Summaries"))
        self._sides: Sides | None = None
        self._read: int | None = None
        self._change = -1
        self._guard = False
        self.before, self.after = SheetView(theme), SheetView(theme)
        self._words, self._legend = plain_label(wraps=False), Legend(theme)
        self._previous = tool_button("▲", lambda: self.step(-1), name=self.tr("Previous change"))
        self._next = tool_button("▼", lambda: self.step(1), name=self.tr("Next change"))
        self._build()
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

    def on_clear(self) -> None:
        """Let go of the texts."""
        self._sides = self._read = None
        self.before.show_sheet(TextSheet())
        self.after.show_sheet(TextSheet())

    def on_document(self, document: Document) -> None:
        """Verdicts are there."""
        if not document.comparison:
            self.say(self.tr("Nothing to compare"), self.tr("Nothing was compacted, as far as this log shows."))

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Compare the summary of the selected compaction."""
        self._refresh()

    def showEvent(self, event: object) -> None:
        """Comparing takes a moment: not before someone looks."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._refresh()

    def _refresh(self) -> None:
        document = self.document
        if document is None or not document.comparison or not self.isVisible():
            return
        number_ = self.bench.under_review
        assert number_ is not None, "compared, so there is one"
        if number_ == self._read:
            return
        self._read = number_
        compaction = document.compactions[number_ - 1]
        self.bench.executor.run(
            "difference",
            lambda progress: read_summaries(document, compaction, progress.check),
            lambda sides: self._arrived(number_, sides),
            self._failed,
        )

    def _arrived(self, wanted: int, sides: Sides) -> None:
        if wanted != self._read or self.document is None:
            return
        self.banner.hide()
        self._sides, self._change = sides, -1
        # Both are empty where there is nothing to compare.
        self.before.show_sheet(sides.before)
        self.after.show_sheet(sides.after)
        self.before.show_marks(sides.marks[0])
        self.after.show_marks(sides.marks[1])
        self.show_body()
        self._tell(sides.difference)

    def _failed(self, why: Exception) -> None:
        if not isinstance(why, Cancelled):
            self._read = None
            self.warn(why)

    def _tell(self, difference: Difference | None) -> None:
        sides = self._sides
        for part in (self._previous, self._next, self._legend):
            part.setVisible(difference is not None)
        if difference is None:
            self._words.setText(sides.reason if sides is not None else "")
        else:
            n = len(difference.changes)
            at = self.tr("change {i} of {n}").format(i=number(self._change + 1), n=number(n))
            words = at if self._change >= 0 else self.tr("{n} changes").format(n=number(n))
            cut = self.tr("too long to compare word by word")
            self._words.setText(f"{words} · {cut}" if difference.is_cut else words)
        chips = (("error", self.tr("taken out")), ("good", self.tr("added")), ("accent", self.tr("moved")))
        self._legend.show_chips([Chip(self.theme.role(role), words) for role, words in chips])

    def _follow(self, lead: SheetView, other: SheetView) -> None:
        """Scroll the other side along, line by line."""
        if self._guard or self._sides is None or self._sides.difference is None:
            return
        self._guard = True
        self._to_line(other, round(self._sides.difference.partner(self._line(lead), of_after=lead is self.after)))
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

    def _build(self) -> None:
        steps = (self._words, self._previous, self._next)
        head = row(None, *steps, (self._legend, 1), margins=(8, 2, 6, 2))
        self.before.setAccessibleName(self.tr("Before"))
        self.after.setAccessibleName(self.tr("After"))
        for view in (self.before, self.after):
            view.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.before.moved.connect(lambda: self._follow(self.before, self.after))
        self.after.moved.connect(lambda: self._follow(self.after, self.before))
        column(self.body, head, (splitter(self.before, self.after), 1), margins=FLUSH, spacing=0)
