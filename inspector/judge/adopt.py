"""A judge's verdicts in the place of the rules': what stands highest is what is listed, counted and followed.

A statement that both found keeps the rules' id, so that what a reviewer entered stays with it, and has the rules'
verdict beside the judge's. What the rules alone took for a statement stands apart. Evidence of the work is no matter of
the judge's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.judge.passes import same_words
from inspector.model import Basis, Fact, Item, Judgement, Session, Survival
from inspector.verdicts.intervals import GONE
from inspector.verdicts.outcome import ByJudge, Outcome

_SPOKEN = frozenset({"constraint", "preference", "decision", "task", "given"})


def adopt(outcome: Outcome, judgement: Judgement) -> Outcome:
    """The outcome with what a judge found; as it was where the judge could not read the compaction."""
    if not judgement.passes:
        return outcome
    pairs = list(zip(outcome.facts, outcome.survivals, strict=True))
    ruled = [pair for pair in pairs if pair[0].kind.value in _SPOKEN]
    work = [pair for pair in pairs if pair[0].kind.value not in _SPOKEN]
    left = list(ruled)
    stands: list[tuple[Fact, Survival]] = []
    for fact, survival in zip(judgement.facts, judgement.survivals, strict=True):
        known = _nearest(fact, left)
        if known is not None:
            left.remove(known)
        stands.append(_joined(fact, survival, known))
    only_rules = tuple(pair for pair in left if not any(same_words(pair[0], fact) for fact in judgement.facts))
    doubted = tuple(claim for claim in judgement.claims if claim.kind != "supported")
    facts, survivals = zip(*stands, *work, strict=True) if stands or work else ((), ())
    return replace(
        outcome,
        facts=tuple(facts),
        survivals=tuple(survivals),
        claims=doubted,
        by_judge=ByJudge(
            judgement,
            tuple(claim for claim in judgement.claims if claim.kind == "supported"),
            only_rules,
        ),
    )


def still_stands(judgement: Judgement, session: Session, read: Callable[[Item], str]) -> bool:
    """Whether every quote of a judgement kept from earlier stands where it stood: else the log is another."""
    return all(
        quote.item <= len(session.items) and read(session.items[quote.item - 1])[quote.start : quote.end] == text
        for fact in judgement.facts
        for quote, text in zip(fact.quotes, fact.texts, strict=True)
    )


def _nearest(fact: Fact, ruled: Sequence[tuple[Fact, Survival]]) -> tuple[Fact, Survival] | None:
    """The rules' fact that quotes the same words; of several the one that shares most."""
    same = [pair for pair in ruled if same_words(pair[0], fact)]
    return max(same, key=lambda pair: _shared(pair[0], fact), default=None)


def _shared(one: Fact, other: Fact) -> float:
    mine, theirs = one.quotes[0], other.quotes[0]
    if mine.item != theirs.item:
        return 0.0
    return (min(mine.end, theirs.end) - max(mine.start, theirs.start)) / (mine.end - mine.start + 1)


def _joined(fact: Fact, survival: Survival, known: tuple[Fact, Survival] | None) -> tuple[Fact, Survival]:
    if known is None:
        return fact, survival
    ruled, rules = known
    more = [(quote, text) for quote, text in zip(ruled.quotes, ruled.texts, strict=True) if quote != fact.quotes[0]]
    own = [pair for pair in more if pair[0].item != fact.quotes[0].item]
    told = replace(
        ruled,
        kind=fact.kind,
        strength=fact.strength,
        statement=fact.statement,
        quotes=(*fact.quotes, *(quote for quote, _ in own)),
        texts=(*fact.texts, *(text for _, text in own)),
        extractor=fact.extractor,
        basis=Basis.JUDGED,
    )
    nearest = survival.nearest or (rules.nearest if survival.verdict in GONE else None)
    return told, replace(survival, fact=ruled.id, ruled=rules.verdict, nearest=nearest)
