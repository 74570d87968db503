"""What a person, or a judge, called done with stays so at later compactions, until it is said again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.model import Basis, Compaction, Fact, Survival, Verdict
from inspector.survival.outcome import Outcome
from inspector.survival.shares import KEPT
from inspector.workbench.judgements import Judgements


def decided_at(outcome: Outcome, judgements: Judgements) -> Mapping[str, Verdict]:
    """A person's verdicts in force at a compaction, by fact: those entered there, and *superseded* from earlier on."""
    entered = judgements.entered_at(outcome.compaction.number)
    ended = judgements.ended_before(outcome.compaction.number)
    if not ended:
        return entered
    listed = (*outcome.facts, *(fact for fact, _ in outcome.replaced))
    still = _still(listed, ended, outcome.earlier)
    return {**dict.fromkeys(still, Verdict.SUPERSEDED), **entered}


def stood_before(outcome: Outcome, judgements: Judgements) -> frozenset[str]:
    """The facts that a person called kept, in whatever words, at the compaction right before this one."""
    entered = judgements.entered_at(outcome.earlier[-1].number) if outcome.earlier else {}
    return frozenset(fact for fact, said in entered.items() if said in KEPT)


def still_done(outcome: Outcome, done: Mapping[str, int]) -> Outcome:
    """The outcome, in which what a judge called done at an earlier compaction (``done``) is no longer asked for.

    A reading of this compaction itself stands above that.
    """
    still = _still(outcome.facts, done, outcome.earlier)
    if not still:
        return outcome

    def told(survival: Survival) -> Survival:
        if survival.fact not in still or survival.basis is not Basis.COUNTED:
            return survival
        return replace(survival, live=False, why=f"As read at compaction {still[survival.fact]}, it was done with.")

    return replace(outcome, survivals=tuple(map(told, outcome.survivals)))


def done_by(outcome: Outcome, done: Mapping[str, int]) -> dict[str, int]:
    """What is done with behind a compaction, as judges say: fact and number of the compaction that was read."""
    judged = [one for one in outcome.survivals if one.basis is Basis.JUDGED]
    now = {one.fact: outcome.compaction.number for one in judged if not one.live or one.verdict is Verdict.SUPERSEDED}
    read = {one.fact for one in judged}
    return {**{fact: number for fact, number in done.items() if fact not in read}, **now}


def _still(facts: Sequence[Fact], ended: Mapping[str, int], earlier: tuple[Compaction, ...]) -> dict[str, int]:
    """Those of ``ended`` that nobody has said again since."""
    if not ended:
        return {}
    from inspector.judge.earlier import last_item

    ends = {one.number: last_item(one) for one in earlier}
    summaries = {one.record.summary for one in earlier}
    return {
        fact.id: ended[fact.id]
        for fact in facts
        if ended.get(fact.id) in ends
        # What an earlier summary says of it is not the person's saying it.
        and not any(one.item > ends[ended[fact.id]] and one.item not in summaries for one in fact.quotes)
    }
