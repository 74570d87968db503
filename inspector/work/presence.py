"""Whether what the work showed stands in the context after a compaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.model import Evidence, Fact, Survival, Verdict, Zone
from inspector.reconstruct.after import After
from inspector.reconstruct.segment import Segment
from inspector.text.nfc import NfcText
from inspector.text.text_index import TextIndex
from inspector.work.lookup import stands


def presences(
    facts: Sequence[Fact],
    segment: Segment,
    after: After,
    *,
    unread: bool = False,
    check: Callable[[], object] = lambda: None,
) -> Iterator[Survival]:
    """Whether each stands there, in their order."""
    whole = [NfcText(text.text) for text in after.texts]
    index = TextIndex(tuple(text.text for text in whole))
    for fact in facts:
        check()
        yield _presence(fact, after, whole, index, unread=unread)


def _presence(fact: Fact, after: After, whole: Sequence[NfcText], index: TextIndex, *, unread: bool) -> Survival:
    number = after.compaction.number
    for quote, text in zip(reversed(fact.quotes), reversed(fact.texts), strict=True):
        if quote.item in after.kept:
            own = Evidence(Zone.KEPT, quote.item, quote.start, quote.end, text)
            return Survival(fact=fact.id, compaction=number, verdict=Verdict.VERBATIM, evidence=(own,), why="Kept.")
    hit = stands(fact, index)
    if hit is not None:
        start, end = whole[hit.place].place(hit.start, hit.end)
        there = after.texts[hit.place]
        found = Evidence(there.zone, there.item.number, start, end, there.text[start:end])
        return Survival(fact=fact.id, compaction=number, verdict=Verdict.VERBATIM, evidence=(found,), why="There.")
    verdict = Verdict.UNDECIDED if unread else Verdict.ABSENT
    return Survival(fact=fact.id, compaction=number, verdict=verdict, why="Not there.")
