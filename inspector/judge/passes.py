"""Two readings of the same compaction held together: what both find is sure, what one finds is marked so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.judge.check import Checked
from inspector.model import Claim, Fact, Verdict
from inspector.survival.shares import DISTORTED, GONE, KEPT
from inspector.text.normalise import normalise

_SAME = 0.5
"""Of the shorter of two quotes: so much of it has to be shared."""


def together(first: Sequence[Checked], second: Sequence[Checked]) -> list[Checked]:
    """The statements of both readings; where they give one different fates that is a doubt, to be asked once more."""
    left = list(second)
    found = []
    for one in first:
        other = next((two for two in left if same_words(one.fact, two.fact)), None)
        if other is None:
            found.append(replace(one, sure=False))
            continue
        left.remove(other)
        found.append(_joined(one, other))
    found += (replace(one, sure=False) for one in left)
    return sorted(found, key=lambda one: (one.fact.quotes[0].item, one.fact.quotes[0].start))


def claims_together(first: Sequence[Claim], second: Sequence[Claim]) -> list[Claim]:
    """The claims of both readings; one that they judge differently is told as the milder one has it."""
    left = list(second)
    found = []
    for one in first:
        other = next((two for two in left if _overlap(one, two)), None)
        if other is None:
            found.append(replace(one, sure=False))
            continue
        left.remove(other)
        doubted = (one.kind != "supported") + (other.kind != "supported")
        milder = one if one.kind == "supported" else other if other.kind == "supported" else one
        found.append(replace(milder if doubted == 1 else one, sure=doubted != 1))
    found += (replace(one, sure=False) for one in left)
    return sorted(found, key=lambda claim: (claim.quote.item, claim.quote.start))


def same_words(one: Fact, other: Fact) -> bool:
    """Whether two facts quote the same words: the same place, or the same text elsewhere."""
    mine, theirs = one.quotes[0], other.quotes[0]
    if mine.item == theirs.item:
        shared = min(mine.end, theirs.end) - max(mine.start, theirs.start)
        return shared >= _SAME * min(mine.end - mine.start, theirs.end - theirs.start)
    return normalise(one.texts[0]) == normalise(other.texts[0])


def _joined(one: Checked, other: Checked) -> Checked:
    live = one.live and other.live
    if _group(one.verdict) == _group(other.verdict) or other.doubt:
        return replace(one, live=live, sure=True)
    if one.doubt:
        return replace(other, fact=one.fact, live=live, sure=True)
    return replace(one, live=live, sure=True, doubt=f"another reading calls it {other.verdict.value}")


def _group(verdict: Verdict) -> int:
    for number, group in enumerate((KEPT, DISTORTED, GONE)):
        if verdict in group:
            return number
    return 3 if verdict is Verdict.SUPERSEDED else 4


def _overlap(one: Claim, other: Claim) -> bool:
    if one.quote.item != other.quote.item:
        return False
    shared = min(one.quote.end, other.quote.end) - max(one.quote.start, other.quote.start)
    return shared >= _SAME * min(one.quote.end - one.quote.start, other.quote.end - other.quote.start)
