"""Verdicts on the evidence facts of one compaction: their values stand in the context after it, or do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.model import Basis, Fact, ItemKind, Survival, Verdict, Zone
from inspector.reconstruct.segment import Segment
from inspector.text.tokens import without_escapes
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.usable import blacked_out
from inspector.verdicts.zones import After
from inspector.work.lookup import FAMILIES
from inspector.work.presence import Context, ContextText, Presence

_WORK = (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT)


def is_evidence(fact: Fact) -> bool:
    """Whether a fact comes from the work, so that its value is looked for and not its words."""
    return fact.extractor in FAMILIES


def judge_evidence(segment: Segment, facts: Sequence[Fact], after: After, note: str = "") -> Iterator[Survival]:
    """What became of each fact, in the order of the facts.

    ``note`` says why the summary cannot be read: then what is not found is undecided. Lazy, so that the caller can stop
    between two facts.
    """
    masked = frozenset(segment.compaction.masked)
    context = Context(tuple(_texts(segment, after, masked)), frozenset(segment.compaction.kept) - masked)
    for fact in facts:
        match = blacked_out(fact, _match(fact, context.presence(fact), note))
        yield Survival(
            fact=fact.id,
            compaction=segment.compaction.number,
            verdict=match.verdict,
            live=fact.action not in ("done", "searched"),
            evidence=match.evidence,
            matcher=fact.extractor,
            why=match.why,
            basis=match.basis,
        )


def _match(fact: Fact, found: Presence, note: str) -> Match:
    """The verdict: there, not there, or undecided where nobody can read what is there."""
    if found.where is not None:
        return Match(Verdict.VERBATIM, _why(fact, found), (found.where,), basis=Basis.COUNTED)
    if note:
        return Match(Verdict.UNDECIDED, note, basis=Basis.RECORDED)
    return Match(Verdict.LOST, f"Not there: no text of the context after has “{fact.value}”.", basis=Basis.COUNTED)


def _why(fact: Fact, found: Presence) -> str:
    if found.ended_told is None:
        is_kept = found.where is not None and any(quote.item == found.where.item for quote in fact.quotes)
        return "The message itself was kept." if is_kept else "It stands there."
    told = "and its line says how it ended" if found.ended_told else "but its line does not say how it ended"
    return f"It stands there, {told}: {fact.action}."


def _texts(segment: Segment, after: After, masked: frozenset[int]) -> Iterator[ContextText]:
    for text in after.texts:
        if text.item.number in masked:
            continue
        yield ContextText(text.zone, text.item, text.text)
        if text.zone is Zone.RESTORED and text.item.detail.endswith(("file", "file_reference")):
            yield ContextText(text.zone, text.item, text.item.preview, is_name=True)
    seen = {text.item.number for text in after.texts}
    for number in segment.compaction.kept:
        item = segment.session.items[number - 1]
        if item.kind in _WORK and number not in masked and number not in seen:
            whole = segment.read(item)
            yield ContextText(Zone.KEPT, item, without_escapes(whole) if item.kind is ItemKind.TOOL_CALL else whole)
