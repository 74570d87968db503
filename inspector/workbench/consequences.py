"""What became of the items and facts of a session behind a compaction: what followed, and what the work shows of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from inspector.impact.finding import Finding, Kind
from inspector.survival.outcome import Outcome
from inspector.text.normal import path_form
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged, outcome_at

if TYPE_CHECKING:
    from inspector.impact.look import Consequences
    from inspector.impact.unread import Trace
LOST, REPEATED = "lost", "repeated"
_PATHS = "paths"
_LED = frozenset({Kind.SAID, Kind.ASKED, Kind.BROKEN})
_AGAIN = frozenset({Kind.REREAD, Kind.REPEAT, Kind.RETRY, Kind.MISTAKE, Kind.LOOP, *_LED})


def signs(document: Document) -> Mapping[int, frozenset[str]]:
    """By item number, what holds of it: lost, repeated, and the ids of the facts it is about.

    Empty as far as the comparison and the consequences are not known.
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
        if finding.said is not None:
            yield finding.said, LOST
        if finding.kind in _AGAIN:
            yield finding.item, REPEATED
        if finding.fact:
            for item in (finding.item, *finding.evidence):
                yield item, finding.fact


def led_to(document: Document, number: int) -> Mapping[str, tuple[Finding, ...]]:
    """By the id of a fact, what its loss at a compaction led to, in order of the log.

    Of a file that was read again also where the fact that names it was kept. Empty before the consequences are known.
    """
    outcome = outcome_at(document, number)
    after = next((one for one in document.consequences or () if one.compaction.number == number), None)
    if outcome is None or after is None or not after.findings:
        return {}
    paths = _paths(outcome)
    found: dict[str, list[Finding]] = {}
    for finding in sorted(after.findings, key=lambda one: one.item):
        for fact in _facts_of(finding, paths, document.session.cwd):
            found.setdefault(fact, []).append(finding)
    return {fact: tuple(led) for fact, led in found.items()}


def _facts_of(finding: Finding, paths: Mapping[str, Sequence[str]], cwd: str) -> Sequence[str]:
    """The facts that a finding hangs on; a file that was read again is named by those of its path."""
    if finding.kind is Kind.REREAD:
        return paths.get(path_form(finding.subject, root=cwd), ())
    return (finding.fact,) if finding.fact and finding.kind in _LED else ()


def _paths(outcome: Outcome) -> Mapping[str, Sequence[str]]:
    """By path, the facts that say what was done with its file."""
    found: dict[str, list[str]] = {}
    for fact in outcome.facts:
        if fact.extractor == _PATHS:
            found.setdefault(fact.value, []).append(fact.id)
    return found


def findings(document: Document) -> tuple[Finding, ...]:
    """Everything that followed the compactions, in their order."""
    return tuple(finding for one in document.consequences or () for finding in one.findings)


def consequences_at(document: Document, number: int) -> Consequences | None:
    """What followed a compaction; None before that is known."""
    return next((one for one in document.consequences or () if one.compaction.number == number), None)


def traces_at(document: Document, number: int) -> Mapping[str, Trace]:
    """By fact, what the work shows of it; empty before that is known, and where somebody can read what was left."""
    followed = consequences_at(document, number)
    return {trace.fact: trace for trace in followed.unread} if followed is not None else {}
