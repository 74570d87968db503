"""Facts across runs: a row a fact, what became of it in each column, and where columns differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Fact, Survival, Verdict
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.scores import Comparison, compare, winner
from inspector.rerun.wins import at_equal_tokens
from inspector.survival.shares import DISTORTED, GONE, KEPT, NOT_WHOLE, OUT, SPOKEN
from inspector.workbench.experiments import Ready
from inspector.workbench.review import KINDS, is_telling

RECORDED = ""
"""The key of the recorded compaction, where columns are named by their keys."""


class Show(StrEnum):
    """Which facts are listed."""

    ALL = "all"
    LOST = "lost"
    DIFFERENT = "different"
    MARKED = "marked"


@dataclass(frozen=True, slots=True, eq=False)
class FactRow:
    """One fact with what became of it: recorded, then by column key. A column without a result has no entry."""

    fact: Fact
    live: bool
    recorded: Survival
    runs: dict[str, tuple[Survival, ...]]
    """One survival for each repeat."""

    def verdict(self, key: str) -> Verdict | None:
        """In one column: the commonest over its repeats, the worst of equals; None where there is no result."""
        return _commonest(self.survivals(key))

    def survivals(self, key: str) -> tuple[Survival, ...]:
        """In one column, one for each repeat."""
        return (self.recorded,) if key == RECORDED else self.runs.get(key, ())


def _commonest(survivals: Sequence[Survival]) -> Verdict | None:
    found = [survival.verdict for survival in survivals]
    return max(dict.fromkeys(found), key=lambda one: (found.count(one), _WORST.index(one)), default=None)


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


def fact_rows(ready: Ready, columns: Sequence[Column]) -> tuple[FactRow, ...]:
    """A row for every fact: what still mattered first, telling evidence ahead of the rest, by kind, then by place."""
    judged = ready.recorded.judged
    runs: dict[str, list[dict[str, Survival]]] = {
        column.key: [{one.fact: one for one in arm.judged.survivals} for arm in column.arms] for column in columns
    }
    rows = [
        FactRow(
            fact,
            survival.live,
            survival,
            {key: tuple(arm[fact.id] for arm in arms if fact.id in arm) for key, arms in runs.items() if arms},
        )
        for fact, survival in zip(judged.facts, judged.survivals, strict=True)
        if fact.fold is None
    ]
    return tuple(sorted(rows, key=lambda row: (not row.live, *_rank(row.fact), row.fact.quotes[0].item)))


def _rank(fact: Fact) -> tuple[bool, int]:
    return fact.kind not in SPOKEN and not is_telling(fact), KINDS.index(fact.kind)


def competitors(columns: Sequence[Column]) -> tuple[str, ...]:
    """The keys of columns that differences are looked for between: the recorded one, and all but the controls."""
    return (RECORDED, *(column.key for column in columns if column.arms and not column.is_control))


def differs(row: FactRow, keys: Sequence[str]) -> bool:
    """Whether a fact fared differently: kept in one, distorted or lost in another. Undecided says nothing."""
    if not row.live:
        return False
    fates = {_fate(verdict) for key in keys if (verdict := row.verdict(key)) is not None}
    return len(fates - {""}) > 1


def passes(row: FactRow, show: Show, keys: Sequence[str], lost_in: str, is_marked: Callable[[Fact], bool]) -> bool:
    """Whether a fact is listed; ``lost_in`` is the column that Lost is about."""
    if show is Show.LOST:
        return row.live and row.verdict(lost_in) in OUT
    if show is Show.DIFFERENT:
        return differs(row, keys)
    return show is Show.ALL or is_marked(row.fact)


def _fate(verdict: Verdict) -> str:
    if verdict in KEPT:
        return "kept"
    if verdict in DISTORTED:
        return "distorted"
    if verdict in GONE:
        return "lost"
    return verdict.value if verdict in NOT_WHOLE else ""


def is_judged(ready: Ready, columns: Sequence[Column]) -> bool:
    """Whether a judge has read what was recorded and every column that has a result: only then can they be ranked."""
    arms = [ready.recorded, *(arm for column in columns for arm in column.arms if not arm.judged.run.error)]
    return all(arm.judged.by is not None for arm in arms)


def standing(column: Column, ready: Ready, metric: str) -> Comparison:
    """How a column did beside the recorded compaction in one figure, as a judge has it.

    "unknown" without a judge, for one that is better by more tokens than a fifth, and for a single answer of a model:
    how much its next one would differ nobody knows. Over several compactions each is compared with itself.
    """
    if column.parts is not None:
        return column.standings.get(metric, "unknown")
    score = column.score(metric)
    recorded = ready.recorded.score(metric)
    if score is None or recorded is None or is_single(column) or not is_judged(ready, [column]):
        return "unknown"
    found = compare(score, recorded)
    # Who keeps more tokens keeps more of everything: that is no merit of how it was done.
    equal = at_equal_tokens(column.score("tokens_after"), ready.recorded.score("tokens_after"))
    return found if found != "better" or equal else "unknown"


def best(columns: Sequence[Column], ready: Ready, metric: str) -> str | None:
    """The key of the column that is better than all others outside every interval; None where there is none, and where
    no judge has read them.

    Only at equal tokens: a column that takes over a fifth more than what was recorded does not compete, and to beat
    none but columns that take far less is no merit. Controls do not compete. A single answer of a model, which
    has no interval, is never called the best.
    """
    recorded = ready.recorded.score(metric)
    if recorded is None or not is_judged(ready, columns):
        return None
    tokens = {RECORDED: ready.recorded.score("tokens_after")}
    named = [(RECORDED, recorded)]
    for column in columns:
        score, tokens[column.key] = column.score(metric), column.score("tokens_after")
        # Over several compactions only figures over the same ones can be held beside each other.
        fair = column.parts is None or (score is not None and score.n == recorded.n)
        fair = fair and at_equal_tokens(tokens[column.key], tokens[RECORDED])
        if column.state is ColumnState.DONE and score is not None and fair and not column.is_control:
            named.append((column.key, score))
    first = winner([(str(place), score) for place, (_, score) in enumerate(named)])
    if not first:
        return None
    key = named[int(first)][0]
    if not any(at_equal_tokens(tokens[key], tokens[other]) for other, _ in named if other != key):
        return None
    return None if any(is_single(column) for column in columns if column.key == key) else key


def is_single(column: Column) -> bool:
    """Whether it holds one answer of a model, of which nobody knows how much the next would differ."""
    return column.ran is not None and column.ran.asks_model and len(column.arms) < 2
