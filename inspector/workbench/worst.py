"""Where most is to be looked at: the compaction to begin with, and the fact to begin with there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.model import FactKind, Verdict
from inspector.report.judged import Judged
from inspector.survival.outcome import Outcome
from inspector.survival.shares import DISTORTED, GONE
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import focus_of_fact, to_put_back
from inspector.workbench.selection import Focus

CODES = ("contradicted", "lost", "changed", "absent")
"""As a judge or the user says: the human's words whose opposite stands there, those that are gone, those that were
changed. Where no judge read the compaction: those that are not there."""


@dataclass(frozen=True, slots=True)
class Worst:
    """What there is of one kind at the compaction that has most of it."""

    code: str
    compaction: int
    facts: tuple[Judged, ...]
    """All of it there, in the order of the review."""
    elsewhere: int = 0
    """How many there are at compactions that are not named; a fact that is among them at two counts at both."""

    @property
    def focus(self) -> Focus:
        """The selection that shows the first of them."""
        return focus_of_fact(self.compaction, self.facts[0])

    @property
    def rules(self) -> int:
        """How many of them are constraints."""
        return _rules(self.facts)


def worst(outcomes: Sequence[Outcome], judgements: Judgements) -> Iterator[Worst]:
    """Each kind that there is. Where most constraints were harmed at another compaction, that one ahead."""
    found = {outcome.compaction.number: to_put_back(outcome, judgements) for outcome in outcomes}
    for code in CODES:
        of = _OF[code]
        here = {number: hit for number, facts in found.items() if (hit := tuple(one for one in facts if of(one)))}
        if not here:
            continue
        binding = max(here, key=lambda number: (_rules(here[number]), len(here[number])))
        most = max(here, key=lambda number: (len(here[number]), _rules(here[number])))
        numbers = (binding, most) if _rules(here[binding]) > _rules(here[most]) else (most,)
        elsewhere = sum(len(hit) for number, hit in here.items() if number not in numbers)
        for number in numbers:
            yield Worst(code, number, here[number], elsewhere if number == numbers[-1] else 0)


def to_begin_with(outcomes: Sequence[Outcome], judgements: Judgements) -> int | None:
    """The compaction to look at first: where harm was worst, else with most claims in doubt, else with most facts.

    One whose text nobody can read is only named where nothing else is there; None without outcomes.
    """
    found = next(worst(outcomes, judgements), None)
    if found is not None:
        return found.compaction
    most = max(outcomes, key=lambda one: (len(one.claims), not one.note, len(one.facts)), default=None)
    return most.compaction.number if most is not None else None


_OF: dict[str, Callable[[Judged], bool]] = {
    "contradicted": lambda one: one.verdict is Verdict.CONTRADICTED,
    "lost": lambda one: one.verdict in GONE,
    "changed": lambda one: one.verdict in DISTORTED and one.verdict is not Verdict.CONTRADICTED,
    "absent": lambda one: one.verdict is Verdict.ABSENT,
}


def _rules(facts: Sequence[Judged]) -> int:
    return sum(one.fact.kind is FactKind.CONSTRAINT for one in facts)
