"""The texts of two columns beside each other, with the places marked where what the user said stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.pair_words import column_name
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.gui.models.verdicts import role
from inspector.model.run import Run, Slice
from inspector.rerun.column import Column
from inspector.workbench.contrast import SentenceRow
from inspector.workbench.experiments import Ready

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
    if column is not None and not column.arms:
        if column.text:
            return RunText(name, column.text, tr("being written"))
        return RunText(name, "", column.error or tr("no result yet"))
    arm = ready.recorded if column is None else column.arms[-1]
    run = arm.judged.run
    if run.text and not whole:
        n = len(column.arms) if column is not None else 1
        last = tr("summary, the last of {n} answers").format(n=number(n))
        return RunText(name, run.text, last if n > 1 else tr("summary"))
    words = context_text(run)
    if not words:
        return RunText(name, "", arm.judged.note or tr("its text cannot be read"))
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
