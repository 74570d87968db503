"""Verdicts on the evidence facts of one compaction: exact forms, looked up in an index built once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.model import Basis, Evidence, Fact, Survival, Verdict, Zone
from inspector.reconstruct.segment import Segment
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.instructed import match_instructed
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.matchers.paths import match_path
from inspector.verdicts.matchers.results import match_delegate, match_error, match_result, match_todo
from inspector.verdicts.matchers.retold import Retold
from inspector.verdicts.matchers.shared_tests import match_test
from inspector.verdicts.matchers.values import match_identifier, match_number
from inspector.verdicts.usable import blacked_out
from inspector.verdicts.zones import After

_MATCHERS: dict[str, Callable[[Fact, EvidenceIndex], Match]] = {
    "paths": match_path,
    "commands": match_result,
    "tests": match_test,
    "errors": match_error,
    "numbers": match_number,
    "identifiers": match_identifier,
    "todos": match_todo,
    "delegates": match_delegate,
}


def is_evidence(fact: Fact) -> bool:
    """Whether a fact comes from the work, so that its normal form is compared and not its words."""
    return fact.extractor in _MATCHERS


def judge_evidence(segment: Segment, facts: Sequence[Fact], after: After, note: str = "") -> Iterator[Survival]:
    """What became of each fact, in the order of the facts.

    ``note`` says why the summary cannot be judged: then only what was kept or put back counts, and the rest is
    undecided. Lazy, so that the caller can stop between two facts.
    """
    index = EvidenceIndex(segment, facts, after, note)
    retold = Retold(index)
    for fact in facts:
        match = _kept(fact, index) or _MATCHERS[fact.extractor](fact, index)
        if not match.evidence:
            told = retold.match(fact) if match.verdict is Verdict.LOST else None
            match = told or match_instructed(fact, index) or blacked_out(fact, match)
        yield Survival(
            fact=fact.id,
            compaction=segment.compaction.number,
            verdict=match.verdict,
            live=fact.action not in ("done", "searched"),
            evidence=match.evidence,
            nearest=match.nearest,
            similarity=match.similarity,
            matcher=fact.extractor,
            why=match.why,
            basis=match.basis,
        )


def _kept(fact: Fact, index: EvidenceIndex) -> Match | None:
    """Verbatim, where the latest place of the fact stands in a message that was kept."""
    for quote, text in zip(reversed(fact.quotes), reversed(fact.texts), strict=True):
        if quote.item in index.kept:
            evidence = Evidence(Zone.KEPT, quote.item, quote.start, quote.end, text)
            return Match(Verdict.VERBATIM, "The message itself was kept.", (evidence,), None, 1.0, Basis.COUNTED)
    return None
