"""The texts of two runs beside each other: summaries or whole new contexts, with what differs marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from inspector.gui.language import number, tr
from inspector.gui.models.column_words import title
from inspector.gui.models.difference import span_marks
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.model.run import Run, Slice
from inspector.rerun.column import Column
from inspector.text import two_texts as texts
from inspector.workbench.experiments import Ready

BEFORE, AFTER = 1, 2
"""Names of the two texts in their sheets."""
_AROUND = 3
_FOLDED = 8
"""Unchanged lines from which on they are folded in one column."""


class Layout(StrEnum):
    """How a difference is shown."""

    WORDS = "words"
    BLOCKS = "blocks"
    UNIFIED = "unified"


@dataclass(frozen=True, slots=True)
class RunText:
    """A text of a run. ``note`` says what it is, or why there is none."""

    title: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sheets with their marks; of one column alone the second is None. ``changes`` are places in the first."""

    before: TextSheet
    after: TextSheet | None
    marks: tuple[tuple[SheetMark, ...], tuple[SheetMark, ...]]
    changes: tuple[tuple[int, int], ...]
    """Units in both views where each change begins."""
    is_cut: bool = False
    difference: texts.Difference | None = None


def run_text(ready: Ready, column: Column | None, *, whole: bool) -> RunText:
    """The summary of a column, or its whole new context; of a column under way what was said so far."""
    name = title(column)
    if column is not None and not column.arms:
        if column.text:
            return RunText(name, column.text, tr("being written"))
        return RunText(name, "", column.error or tr("no result yet"))
    arm = ready.recorded if column is None else column.arms[0]
    run = arm.judged.run
    if run.text and not whole:
        return RunText(name, run.text, tr("summary"))
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


def make_pair(one: RunText, other: RunText, layout: Layout, check: Callable[[], object] = lambda: None) -> Pair:
    """Both texts with what differs; ``check`` may raise to stop the work."""
    difference = texts.compare_texts(one.text, other.text, check)
    if layout is Layout.UNIFIED:
        return _unified(one, other, difference)
    sheets = []
    for name, told in ((BEFORE, one), (AFTER, other)):
        sheet = TextSheet()
        sheet.add_title(f"{told.title} · {told.note}")
        sheet.add_text(name, told.text)
        sheets.append(sheet)
    if layout is Layout.WORDS:
        marks = (span_marks(sheets[0], BEFORE, difference.before), span_marks(sheets[1], AFTER, difference.after))
    else:
        marks = (_blocks(sheets[0], BEFORE, difference, 0), _blocks(sheets[1], AFTER, difference, 1))
    first, second = sheets
    changes = tuple(
        (_line(first, BEFORE, difference, 0, block.before[0]), _line(second, AFTER, difference, 1, block.after[0]))
        for block in difference.changes
    )
    return Pair(sheets[0], sheets[1], marks, changes, difference.is_cut, difference)


def _blocks(sheet: TextSheet, name: int, difference: texts.Difference, side: int) -> tuple[SheetMark, ...]:
    starts = difference.starts[side]
    found: list[SheetMark] = []
    for place, block in enumerate(difference.changes):
        low, high = block.after if side else block.before
        if high > low:
            found += sheet.mark(name, starts[low], starts[high], "good" if side else "error", str(place))
    return tuple(found)


def _line(sheet: TextSheet, name: int, difference: texts.Difference, side: int, line: int) -> int:
    starts = difference.starts[side]
    start = starts[min(line, len(starts) - 1)]
    at = sheet.place(name, start, start + 1)
    return at[0] if at is not None else sheet.end


def _unified(one: RunText, other: RunText, difference: texts.Difference) -> Pair:
    """One column: what went with a minus, what came with a plus, long unchanged stretches folded."""
    sheet = TextSheet()
    sheet.add_title(f"− {one.title} · {one.note}   + {other.title} · {other.note}")
    lines = one.text.split("\n"), other.text.split("\n")
    marks: list[SheetMark] = []
    changes = []
    for block in difference.blocks:
        if block.is_same:
            _same(sheet, lines[0][slice(*block.before)])
            continue
        changes.append(sheet.end)
        for sign, role, stretch in (
            ("−", "error", lines[0][slice(*block.before)]),
            ("+", "good", lines[1][slice(*block.after)]),
        ):
            for line in stretch:
                start = sheet.end
                sheet.add_text(len(changes), f"{sign} {line}")
                marks.append(SheetMark(start, sheet.end - 1, role, str(len(changes))))
    return Pair(sheet, None, (tuple(marks), ()), tuple((at, at) for at in changes), difference.is_cut, difference)


def _same(sheet: TextSheet, lines: list[str]) -> None:
    folded = len(lines) - 2 * _AROUND if len(lines) >= _FOLDED else 0
    shown = lines[:_AROUND] if folded else lines
    for line in shown:
        sheet.add_text(0, f"  {line}")
    if folded:
        sheet.add_title(tr("⋯ {n} unchanged lines").format(n=number(folded)), is_note=True)
        for line in lines[-_AROUND:]:
            sheet.add_text(0, f"  {line}")
