"""Before and after of a compaction as two sheets with their marks: contents, or its summary against the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.after import evidence_marks, read_after
from inspector.gui.models.rows import kind_word
from inspector.gui.models.sheet import Mark, Sheet, windows
from inspector.gui.models.verdicts import role
from inspector.model import Compaction
from inspector.verdicts import texts
from inspector.verdicts.outcome import Outcome
from inspector.workbench.document import Document
from inspector.workbench.review import Judged

_ALL_CHARACTERS = 3_000_000
_LEAST, _MOST = 400, 20_000
_AROUND = 300
_ROLES = {texts.Mark.REMOVED: "error", texts.Mark.ADDED: "good", texts.Mark.MOVED: "accent"}


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sheets. ``difference`` is None where they hold contents and not two versions of one text."""

    before: Sheet
    after: Sheet
    difference: texts.Difference | None = None
    marks: tuple[tuple[Mark, ...], tuple[Mark, ...]] = ((), ())
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
    sheet = Sheet()
    words = tr("retired history · {n} items").format(n=number(len(removed)))
    sheet.add_title(words if removed else tr("This log does not tell which items were retired."))
    whole = min(max(_ALL_CHARACTERS // max(len(removed), 1), _LEAST), _MOST)
    for place, one in enumerate(removed):
        if place % 100 == 0:
            check()
        item = document.item(one)
        text = document.text(one)
        parts = (f"#{number(one)}", kind_word(item), item.tool, item.detail)
        sheet.add_title(" ".join(part for part in parts if part))
        last = 0
        for start, end in windows(len(text), wanted.get(one, ()), _AROUND, whole):
            if start > last:
                sheet.add_title(_left_out(start - last), is_note=True)
            sheet.add_text(one, text, start, end)
            last = end
        if last < len(text):
            sheet.add_title(_left_out(len(text) - last), is_note=True)
    return Sides(sheet, read_after(document, outcome))


def read_summaries(document: Document, compaction: Compaction, check: Callable[[], object]) -> Sides:
    """The summary of a compaction against the readable one before it. Raises LogChanged."""
    before = next((one for one in reversed(document.compactions[: compaction.number - 1]) if _has_summary(one)), None)
    if not _has_summary(compaction):
        return Sides(Sheet(), Sheet(), reason=tr("This compaction has no summary that can be read."))
    if before is None:
        return Sides(Sheet(), Sheet(), reason=tr("No summary came before this one."))
    assert before.record.summary is not None, "looked for"
    assert compaction.record.summary is not None, "looked for"
    sheets = []
    for one in (before, compaction):
        sheet, summary = Sheet(), one.record.summary or 0
        sheet.add_title(tr("summary of ┊C{n}, #{item}").format(n=one.number, item=number(summary)))
        sheet.add_text(summary, document.text(summary))
        sheets.append(sheet)
    old, new = (document.text(one.record.summary or 0) for one in (before, compaction))
    difference = texts.compare_texts(old, new, check)
    marks = (
        _marks(sheets[0], before.record.summary, difference.before),
        _marks(sheets[1], compaction.record.summary, difference.after),
    )
    return Sides(sheets[0], sheets[1], difference, marks, (before.record.summary, compaction.record.summary))


def said_marks(sheet: Sheet, facts: Sequence[Judged]) -> list[Mark]:
    """A mark for every place where a fact was said, in the colour of what became of it."""
    marks = []
    for judged in facts:
        for quote in judged.fact.quotes:
            at = sheet.place(quote.item, quote.start, quote.end)
            if at is not None:
                marks.append(Mark(*at, role(judged.verdict), judged.fact.id))
    return marks


def both_marks(sides: Sides, facts: Sequence[Judged]) -> tuple[list[Mark], list[Mark]]:
    """The facts as marks on both sides."""
    return said_marks(sides.before, facts), evidence_marks(sides.after, facts)


def _has_summary(compaction: Compaction) -> bool:
    return compaction.record.summary is not None and compaction.record.readable


def _marks(sheet: Sheet, item: int, spans: Sequence[texts.Span]) -> tuple[Mark, ...]:
    found = []
    for place, span in enumerate(spans):
        at = sheet.place(item, span.start, span.end)
        if at is not None:
            is_moved = span.mark is texts.Mark.MOVED
            found.append(Mark(*at, _ROLES[span.mark], f"{place}", is_underlined=is_moved))
    return tuple(found)


def _left_out(characters: int) -> str:
    return tr("⋯ {n} characters are left out here").format(n=number(characters))
