"""Before and after of a compaction as two sheets with their marks: contents, or its summary against the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from inspector.gui.language import number, tr
from inspector.gui.models.after import evidence_marks, item_line, read_after
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.gui.models.verdicts import role
from inspector.model import Compaction
from inspector.survival.outcome import Outcome
from inspector.text import two_texts as texts
from inspector.workbench.document import Document
from inspector.workbench.review import Judged

_ALL_CHARACTERS = 3_000_000
_LEAST, _MOST = 400, 20_000
_AROUND = 300
_ROLES = {texts.Mark.REMOVED: "error", texts.Mark.ADDED: "good", texts.Mark.MOVED: "accent"}


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sheets. ``difference`` is None where they hold contents and not two versions of one text."""

    before: TextSheet
    after: TextSheet
    difference: texts.Difference | None = None
    marks: tuple[tuple[SheetMark, ...], tuple[SheetMark, ...]] = ((), ())
    """Of a difference: what was taken out, put in and moved."""
    items: tuple[int, int] = (0, 0)
    """Of a difference: the items of the two texts."""
    reason: str = ""
    """Why there is nothing to compare; "" where there is."""


def read_contents(document: Document, outcome: Outcome, check: Callable[[], object]) -> Sides:
    """The retired history and the new context. Raises LogChanged."""
    removed = outcome.compaction.removed
    wanted: dict[int, list[tuple[int, int]]] = {}
    for fact in outcome.facts:
        for quote in fact.quotes:
            wanted.setdefault(quote.item, []).append((quote.start, quote.end))
    sheet = TextSheet()
    words = tr("removed history · {n} items").format(n=number(len(removed)))
    sheet.add_title(words if removed else tr("This log does not tell which items were retired."))
    whole = min(max(_ALL_CHARACTERS // max(len(removed), 1), _LEAST), _MOST)
    for place, one in enumerate(removed):
        if place % 100 == 0:
            check()
        sheet.add_title(item_line(document.item(one)))
        sheet.add_windows(one, document.text(one), wanted.get(one, ()), _AROUND, whole)
    return Sides(sheet, read_after(document, outcome))


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


def said_marks(sheet: TextSheet, facts: Sequence[Judged]) -> list[SheetMark]:
    """A mark for every place where a fact was said, in the colour of what became of it."""
    passages = ((one, quote) for one in facts for quote in one.fact.quotes)
    marks = (sheet.mark(at.item, at.start, at.end, role(one.verdict), one.fact.id) for one, at in passages)
    return list(chain.from_iterable(marks))


def both_marks(sides: Sides, facts: Sequence[Judged]) -> tuple[list[SheetMark], list[SheetMark]]:
    """The facts as marks on both sides."""
    return said_marks(sides.before, facts), evidence_marks(sides.after, facts)


def _has_summary(compaction: Compaction) -> bool:
    return compaction.record.summary is not None and compaction.record.readable


def span_marks(sheet: TextSheet, item: int, spans: Sequence[texts.Span]) -> tuple[SheetMark, ...]:
    """What was taken out of a text, put into it or moved, each named after its place among the spans."""
    marks = (
        sheet.mark(item, one.start, one.end, _ROLES[one.mark], f"{place}", is_underlined=one.mark is texts.Mark.MOVED)
        for place, one in enumerate(spans)
    )
    return tuple(chain.from_iterable(marks))
