"""Two columns of a comparison: what each of them has of what the user said, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Basis, Fact, Survival, Verdict
from inspector.rerun.column import Column
from inspector.rerun.compared import ComparedRun, is_written
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scorer import is_kept, still_matters
from inspector.survival.outcome import Outcome
from inspector.survival.shares import DISTORTED, GONE, KEPT, NOT_WHOLE, SPOKEN
from inspector.workbench.experiments import Ready
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged

RECORDED = ""
"""The key of the recorded compaction, where columns are named by their keys."""
_NOT_AS_SAID = DISTORTED | GONE | NOT_WHOLE
_WORST = (
    Verdict.SUPERSEDED,
    Verdict.UNDECIDED,
    Verdict.VERBATIM,
    Verdict.REWORDED,
    Verdict.WEAKENED,
    Verdict.PART,
    Verdict.ABSENT,
    Verdict.LOST,
    Verdict.ALTERED,
    Verdict.CONTRADICTED,
)


class Show(StrEnum):
    """Which sentences are listed."""

    ALL = "all"
    DIFFERENT = "different"
    NOT_WHOLE = "not whole"
    """What one of the two does not have as it was said."""


@dataclass(frozen=True, slots=True, eq=False)
class SentenceRow:
    """One sentence with what became of it, by the keys of columns; a column without a result has no entry."""

    fact: Fact
    columns: dict[str, tuple[Survival, ...]]
    """One survival for each answer of a column."""

    def verdict(self, key: str) -> Verdict | None:
        """In one column: the commonest over its answers, the worst of equals; None where there is no result."""
        found = [survival.verdict for survival in self.columns.get(key, ())]
        return max(dict.fromkeys(found), key=lambda one: (found.count(one), _WORST.index(one)), default=None)

    def differs(self, sides: Iterable[str]) -> bool:
        """Whether it is whole in one of these columns and distorted, in part or gone in another."""
        fates = {_fate(verdict) for key in sides if (verdict := self.verdict(key)) is not None}
        return len(fates - {""}) > 1

    def passes(self, show: Show, sides: Iterable[str]) -> bool:
        """Whether it is listed, where these columns are compared."""
        if show is Show.DIFFERENT:
            return self.differs(sides)
        return show is Show.ALL or any(self.verdict(key) in _NOT_AS_SAID for key in sides)


@dataclass(frozen=True, slots=True)
class Told:
    """What a column has of the sentences, in each of its answers."""

    kept: tuple[int, ...]
    """How many stand there word for word, or, as a judge says, in other words."""
    n: int
    """Of how many."""
    tokens: int | None
    """The whole prompt with the new context, estimated; the mean over its answers."""
    false: tuple[int, ...] | None
    """How many things the text says that never happened, as a judge says; None without one, or without a text."""
    undecided: int = 0
    """Of the first answer, how many a judge, or nobody, could tell."""
    is_beside: bool = False
    """Whether nothing could be looked for in its summary: what is counted stayed beside it."""


def rows_of(ready: Ready, sides: dict[str, tuple[ScoredRun, ...]]) -> tuple[SentenceRow, ...]:
    """A row for each sentence of the user that stood before the compaction, in the order in which they were said.

    Where a judge has read what was recorded, the rows are the statements that it was asked about.
    """
    judged = ready.recorded.compared
    found = {
        key: [{one.fact: one for one in result.compared.survivals} for result in some]
        for key, some in sides.items()
        if some
    }
    rows = [
        SentenceRow(fact, {key: tuple(one[fact.id] for one in told if fact.id in one) for key, told in found.items()})
        for fact, survival in zip(judged.facts, judged.survivals, strict=True)
        if counts(judged, fact, survival)
    ]
    return tuple(sorted(rows, key=lambda row: (row.fact.quotes[0].item, row.fact.quotes[0].start)))


def counts(compared: ComparedRun, fact: Fact, survival: Survival) -> bool:
    """Whether a fact is one of the sentences that are compared: said by the user, and there before the compaction."""
    if fact.kind not in SPOKEN:
        return False
    if compared.by is not None:
        return survival.basis is not Basis.COUNTED and still_matters(survival)
    return fact.fold is None and survival.before


def told_of(rows: Sequence[SentenceRow], key: str, results: Sequence[ScoredRun]) -> Told | None:
    """What a column has of these sentences; None where it has no result, or nothing of it can be read."""
    decided = [one for row in rows for one in row.columns.get(key, ()) if one.verdict is not Verdict.UNDECIDED]
    if not results or not decided:
        return None
    kept = []
    for nth, result in enumerate(results):
        told = [row.columns[key][nth] for row in rows if nth < len(row.columns.get(key, ()))]
        kept.append(sum(is_kept(result.compared, survival) for survival in told))
    first = [row.columns[key][0] for row in rows if row.columns.get(key)]
    undecided = sum(survival.verdict is Verdict.UNDECIDED for survival in first)
    is_beside = any(result.compared.note for result in results)
    return Told(tuple(kept), len(rows), tokens_of(results), _false(results), undecided, is_beside)


@dataclass(frozen=True, slots=True)
class Counted:
    """What a review counts of the same compaction, where that is not what is compared."""

    n: int
    """How many things the user said, as a review has it."""
    earlier: int
    """Of these, sentences that did not stand there before the compaction either."""
    unnamed: int
    """Sentences that the judge of the columns did not name."""
    read: int
    """Statements that a model, or the user, tells apart."""
    done: int
    """Sentences that are compared and that a review leaves out: done with, as a model read, or the user says."""


def counted_in_review(rows: Iterable[SentenceRow], outcome: Outcome, judgements: Judgements) -> Counted:
    """What a review counts beside, or in the place of, the sentences that are compared."""
    here = {row.fact.id for row in rows}
    said = [one for one in judged(outcome, judgements, SPOKEN) if one.is_counted]
    more = [one for one in said if one.fact.id not in here]
    exact = [one.survival.before for one in more if one.survival.basis is Basis.COUNTED and one.entered is None]
    return Counted(
        n=len(said),
        earlier=exact.count(False),
        unnamed=exact.count(True),
        read=len(more) - len(exact),
        done=len(here - {one.fact.id for one in said}),
    )


def by_words(ready: Ready, columns: Iterable[Column]) -> dict[str, Told]:
    """What every column, and what was recorded, has of the sentences by their words alone, by key."""
    results = {RECORDED: (ready.recorded,), **{one.key: one.results for one in columns}}
    rows = rows_of(ready, results)
    return {key: told for key, some in results.items() if (told := told_of(rows, key, some)) is not None}


def tokens_of(results: Sequence[ScoredRun]) -> int | None:
    """The prompt with the new context, over the answers of a column; None where it is not known."""
    scores = (result.score("tokens_after") for result in results)
    known = [score.value for score in scores if score is not None and score.value is not None]
    return round(sum(known) / len(known)) if known else None


def _false(results: Sequence[ScoredRun]) -> tuple[int, ...] | None:
    found = []
    for result in results:
        if result.compared.by is None or not any(is_written(piece) for piece in result.compared.run.slices):
            return None
        found.append(sum(claim.kind != "supported" for claim in result.compared.claims))
    return tuple(found) or None


def _fate(verdict: Verdict) -> str:
    if verdict in KEPT:
        return "kept"
    if verdict in DISTORTED:
        return "distorted"
    if verdict in GONE:
        return "lost"
    return verdict.value if verdict in NOT_WHOLE else ""
