"""The summary of a compaction against the one before it, as two sheets with their marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from inspector.gui.language import number, tr
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.model import Compaction
from inspector.text import two_texts as texts
from inspector.workbench.document import Document

_ROLES = {texts.Mark.REMOVED: "error", texts.Mark.ADDED: "good", texts.Mark.MOVED: "accent"}


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sheets. ``difference`` is None where there is nothing to compare."""

    before: TextSheet
    after: TextSheet
    difference: texts.Difference | None = None
    marks: tuple[tuple[SheetMark, ...], tuple[SheetMark, ...]] = ((), ())
    """What was taken out, put in and moved."""
    items: tuple[int, int] = (0, 0)
    """The items of the two texts."""
    reason: str = ""
    """Why there is nothing to compare; "" where there is."""


def read_summaries(document: Document, compaction: Compaction, check: Callable[[], object]) -> Sides:
    """The summary of a compaction against the readable one before it. Raises LogChanged."""
    before = next((one for one in reversed(document.compactions[: compaction.number - 1]) if _has_summary(one)), None)
    if not _has_summary(compaction):
        return Sides(TextSheet(), TextSheet(), reason=tr("This compaction has no summary that can be read."))
    if before is None:
        return Sides(TextSheet(), TextSheet(), reason=tr("No summary came before this one."))
    assert before.record.summary is not None, "looked for"
    assert compaction.record.summary is not None, "looked for"
    sheets = []
    for one in (before, compaction):
        sheet, summary = TextSheet(), one.record.summary or 0
        sheet.add_title(tr("summary of ┊C{n}, #{item}").format(n=one.number, item=number(summary)))
        sheet.add_text(summary, document.text(summary))
        sheets.append(sheet)
    old, new = (document.text(one.record.summary or 0) for one in (before, compaction))
    difference = texts.compare_texts(old, new, check)
    marks = (
        span_marks(sheets[0], before.record.summary, difference.before),
        span_marks(sheets[1], compaction.record.summary, difference.after),
    )
    return Sides(sheets[0], sheets[1], difference, marks, (before.record.summary, compaction.record.summary))


def _has_summary(compaction: Compaction) -> bool:
    return compaction.record.summary is not None and compaction.record.readable


def span_marks(sheet: TextSheet, item: int, spans: Sequence[texts.Span]) -> tuple[SheetMark, ...]:
    """What was taken out of a text, put into it or moved, each named after its place among the spans."""
    marks = (
        sheet.mark(item, one.start, one.end, _ROLES[one.mark], f"{place}", is_underlined=one.mark is texts.Mark.MOVED)
        for place, one in enumerate(spans)
    )
    return tuple(chain.from_iterable(marks))
