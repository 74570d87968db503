"""What an item has to do with losses: whether its words were lost, it broke a lost rule or did a thing again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inspector.impact.finding import Finding, Kind
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged

LOST, BROKEN, REPEATED = "lost", "broken", "repeated"
_AGAIN = frozenset({Kind.REREAD, Kind.REPEAT, Kind.RETRY, Kind.MISTAKE, Kind.ASKED, Kind.RESTATED, Kind.LOOP})


def signs(document: Document) -> Mapping[int, frozenset[str]]:
    """By item number, what holds of it: lost, broken, repeated, and the ids of the facts it is about.

    Empty as far as the comparison and the aftermath are not known.
    """
    found: dict[int, set[str]] = {}
    for item, sign in (*_told(document), *_followed(document)):
        found.setdefault(item, set()).add(sign)
    return {item: frozenset(of) for item, of in found.items()}


def _told(document: Document) -> Iterator[tuple[int, str]]:
    """Where facts were said and where they were found again, and which of them were harmed."""
    judgements = Judgements()
    for outcome in document.comparison or ():
        for one in judged(outcome, judgements):
            said = [quote.item for quote in one.fact.quotes if quote.item]
            for item in (*said, *(evidence.item for evidence in one.survival.evidence if evidence.item)):
                yield item, one.fact.id
            if one.is_harm:
                yield from ((item, LOST) for item in said)


def _followed(document: Document) -> Iterator[tuple[int, str]]:
    for finding in findings(document):
        if finding.said is not None and finding.kind is not Kind.STOOD:
            yield finding.said, LOST
        if finding.kind in (Kind.VIOLATION, Kind.STOOD):
            yield finding.item, BROKEN
        elif finding.kind in _AGAIN:
            yield finding.item, REPEATED
        if finding.fact:
            for item in (finding.item, *finding.evidence):
                yield item, finding.fact


def findings(document: Document) -> tuple[Finding, ...]:
    """Everything that followed the compactions, in their order."""
    return tuple(finding for one in document.aftermath or () for finding in one.findings)
