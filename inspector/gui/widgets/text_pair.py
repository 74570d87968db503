"""Two texts side by side, and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget

from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, row, splitter
from inspector.gui.models.pair_words import column_name
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.gui.models.verdicts import role
from inspector.gui.plain import OneLine
from inspector.gui.theme import Theme
from inspector.gui.widgets.sheet_view import SheetView
from inspector.model.run import Run, Slice
from inspector.rerun.column import Column
from inspector.workbench.contrast import SentenceRow
from inspector.workbench.experiments import Ready

_LEAST = 8
"""Lines of each text that are seen at least."""


class TextPair(QWidget):
    """Shows two texts with their marks."""

    asked = Signal()
    """The summaries alone, or the whole new contexts, are wanted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.whole, self.held = QCheckBox(self.tr("whole context")), OneLine()
        self.before, self.after = SheetView(theme), SheetView(theme)
        self._texts: tuple[MarkedText, ...] = ()
        self.whole.setToolTip(self.tr("Show the new contexts as a whole, not the summaries alone"))
        self.whole.toggled.connect(lambda _: self.asked.emit())
        self.held.setAccessibleName(self.tr("How much of the context could be summarized again"))
        theme.tint(self.held, WindowText="muted")
        for view, name in ((self.before, self.tr("Text of A")), (self.after, self.tr("Text of B"))):
            view.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            view.setAccessibleName(name)
            view.setMinimumHeight(view.fontMetrics().lineSpacing() * (_LEAST + 1))
        head = row(None, (self.held, 1), self.whole, margins=(10, 0, 10, 2), spacing=10)
        column(self, head, (splitter(self.before, self.after), 1), margins=FLUSH, spacing=0)

    def show_texts(self, one: MarkedText, other: MarkedText) -> None:
        """Show other texts, from the top."""
        self._texts = (one, other)
        for view, told in zip((self.before, self.after), self._texts, strict=True):
            view.show_sheet(told.sheet)
            view.show_marks(told.marks)

    def show_stream(self, side: int, title: str, text: str) -> None:
        """Show what a model has said so far as A, or as B for side 1, its end in sight."""
        view = self.after if side else self.before
        sheet = TextSheet()
        sheet.add_title(title)
        sheet.add_text(TEXT, text)
        view.show_sheet(sheet)
        bar = view.verticalScrollBar()
        bar.setValue(bar.maximum())

    def show_sentence(self, fact: str) -> None:
        """Bring into sight where each text has a sentence; a text without it stays where it is."""
        for view, told in zip((self.before, self.after), self._texts, strict=False):
            view.stress(fact)
            place = next((mark.start for mark in told.marks if mark.key == fact), None)
            if place is not None:
                view.bring(place)


TEXT = 1
"""Name of the text in its sheet."""


@dataclass(frozen=True, slots=True)
class RunText:
    """A text of a run. ``note`` says what it is, or why there is none."""

    title: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text as a sheet; each mark is named after the sentence that stands there."""

    sheet: TextSheet
    marks: tuple[SheetMark, ...] = ()


def run_text(ready: Ready, column: Column | None, *, whole: bool) -> RunText:
    """The summary of a column, or its whole new context; of a column under way what was said so far."""
    name = column_name(column)
    if column is not None and not column.results:
        if column.error:
            return RunText(name, column.error, tr("failed"))
        return RunText(name, column.text, tr("being written") if column.text else tr("no result yet"))
    result = ready.recorded if column is None else column.results[-1]
    run = result.compared.run
    if run.text and not whole:
        n = len(column.results) if column is not None else 1
        last = tr("summary, the last of {n} answers").format(n=number(n))
        return RunText(name, run.text, last if n > 1 else tr("summary"))
    words = context_text(run)
    if not words:
        return RunText(name, "", result.compared.note or tr("its text cannot be read"))
    return RunText(name, words, tr("new context") if whole else tr("no summary: its new context"))


def context_text(run: Run) -> str:
    """A new context as text, a heading for each piece."""
    return "\n\n".join(f"[{_heading(piece)}]\n{piece.text}" for piece in run.slices if piece.text)


def _heading(piece: Slice) -> str:
    item = f"#{number(piece.item)}" if piece.item is not None else ""
    state = piece.state.value if piece.state.value != "verbatim" else ""
    return " · ".join(part for part in (piece.slot, piece.kind.value, piece.tool, item, state) if part)


def marked_text(told: RunText, rows: Sequence[SentenceRow], key: str) -> MarkedText:
    """A text with the places that carry a sentence, in the colour of what became of it; ``key`` is of the column."""
    sheet = TextSheet()
    sheet.add_title(f"{told.title} · {told.note}")
    sheet.add_text(TEXT, told.text)
    marks: list[SheetMark] = []
    for one in rows:
        survivals = one.columns.get(key, ())
        for found in survivals[-1].evidence if survivals else ():
            at = told.text.find(found.text)
            if at >= 0:
                marks += sheet.mark(TEXT, at, at + len(found.text), role(survivals[-1].verdict), one.fact.id)
    return MarkedText(sheet, tuple(marks))


def both_texts(
    ready: Ready, columns: Sequence[tuple[str, Column | None]], rows: Sequence[SentenceRow], *, whole: bool
) -> tuple[MarkedText, MarkedText]:
    """The texts of A and B; ``columns`` has the key and column of each, None for what was recorded."""
    one, other = (marked_text(run_text(ready, column, whole=whole), rows, key) for key, column in columns)
    return one, other
