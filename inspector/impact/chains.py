"""Findings linked in time: said, lost at a compaction, broken, said again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.impact.finding import Finding, Kind, Sure
from inspector.model import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """One loss and what came of it, by item numbers. A chain has at least one of ``broken`` and ``again``."""

    fact: str
    said: int
    compaction: int
    verdict: Verdict | None
    """What the compaction did to it."""
    broken: int | None
    again: int | None
    text: str
    """The human's words."""
    deed: str
    """What the agent did, or ""."""
    sure: Sure
    findings: tuple[Finding, ...]


def chains(findings: Iterable[Finding]) -> tuple[Chain, ...]:
    """One chain a message and compaction that lost it; what several of its sentences led to is one chain."""
    grouped: dict[tuple[int, int], list[Finding]] = {}
    for finding in findings:
        if finding.said is not None and finding.kind in (Kind.VIOLATION, Kind.RESTATED, Kind.ASKED):
            grouped.setdefault((finding.said, finding.compaction), []).append(finding)
    found = [_chain(said, number, group) for (said, number), group in grouped.items()]
    return tuple(sorted(found, key=lambda chain: (chain.compaction, chain.said)))


def _chain(said: int, number: int, group: list[Finding]) -> Chain:
    broken = min((one for one in group if one.kind is Kind.VIOLATION), key=lambda one: one.item, default=None)
    again = min((one for one in group if one.kind is not Kind.VIOLATION), key=lambda one: one.item, default=None)
    first = broken or again or group[0]
    both = broken is not None and again is not None
    return Chain(
        fact=first.fact,
        said=said,
        compaction=number,
        verdict=first.verdict,
        broken=broken.item if broken else None,
        again=again.item if again else None,
        text=first.text if first.kind is Kind.VIOLATION else first.subject,
        deed=broken.subject if broken else "",
        sure=Sure.CERTAIN if both else first.sure,
        findings=tuple(group),
    )
