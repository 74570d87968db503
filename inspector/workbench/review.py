"""A compaction as it is reviewed: facts with their verdicts, filters, counts, and the way from row to row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from inspector.model import Basis, Claim, Fact, FactKind, Survival, Verdict
from inspector.reconstruct.compactions import UNDONE
from inspector.report.judged import HARMFUL, GroupName, Judged
from inspector.survival.outcome import Outcome
from inspector.survival.shares import DISTORTED, GONE
from inspector.workbench.decided import decided_at, stood_before
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.selection import Focus

KINDS = tuple(FactKind)
"""The order in which kinds stand."""
_SEVERITY = {
    Verdict.CONTRADICTED: 0,
    Verdict.LOST: 1,
    Verdict.ALTERED: 2,
    Verdict.WEAKENED: 3,
    Verdict.UNDECIDED: 4,
    Verdict.ABSENT: 5,
    Verdict.PART: 6,
    Verdict.REWORDED: 7,
    Verdict.VERBATIM: 8,
    Verdict.SUPERSEDED: 9,
}


class FactsShown(StrEnum):
    """Which facts are listed."""

    ALL = "all"
    NOT_THERE = "not there"
    """Words that do not stand there, all or some of them."""
    LOST = "lost"
    """As a judge or the user says."""
    ALTERED = "altered"
    """As a judge or the user says."""
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class ReviewFilter:
    """What is let through."""

    show: FactsShown = FactsShown.ALL
    words: str = ""
    """Each has to stand in the statement, or be its kind."""

    @property
    def is_narrow(self) -> bool:
        """Whether certain facts are asked for, and not all or all that are not there, lost or changed."""
        return self.show is FactsShown.MARKED or bool(self.words.strip())

    def passes(self, one: Judged, marks: frozenset[int]) -> bool:
        """Whether a fact is listed."""
        return self._shows(one, marks) and self._holds(f"{one.fact.kind} {one.fact.statement}")

    def passes_claim(self, claim: Claim, marks: frozenset[int]) -> bool:
        """Whether a claim is listed; nothing became of it."""
        shown = self.show is FactsShown.ALL or (self.show is FactsShown.MARKED and claim.quote.item in marks)
        return shown and self._holds(f"claim {claim.text}")

    def _holds(self, text: str) -> bool:
        text = text.lower()
        return all(word in text for word in self.words.lower().split())

    def _shows(self, one: Judged, marks: frozenset[int]) -> bool:
        if self.show is FactsShown.LOST:
            return one.is_live and one.verdict in GONE
        if self.show is FactsShown.NOT_THERE:
            return one.group in (GroupName.NOT_THERE, GroupName.PART)
        if self.show is FactsShown.ALTERED:
            return one.is_live and one.verdict in DISTORTED
        if self.show is FactsShown.MARKED:
            return one.is_annotated or any(quote.item in marks for quote in one.fact.quotes)
        return True


@dataclass(frozen=True, slots=True)
class Counts:
    """How the human's sentences stand, and what a judge or the user says of them."""

    said: int
    """Sentences; what is folded is not among them."""
    there: int
    """Word for word, or in other words as a judge says."""
    part: int
    absent: int
    """Not there now, though they were right before."""
    earlier: int
    """Not there, and not before either."""
    lost: int
    contradicted: int
    altered: int
    weakened: int
    undecided: int


def outcome_at(document: Document, number: int | None) -> Outcome | None:
    """What was judged about a compaction; None before that is known and where nothing could be."""
    return next((one for one in document.comparison or () if one.compaction.number == number), None)


def judged(
    outcome: Outcome, judgements: Judgements, kinds: AbstractSet[FactKind] = frozenset(KINDS)
) -> tuple[Judged, ...]:
    """The facts of a compaction, in order of the log; a sentence on which a person decided is always among them."""
    entered, notes = decided_at(outcome, judgements), judgements.notes()
    return tuple(
        Judged(fact, survival, entered.get(fact.id), notes.get(fact.id, ""))
        for fact, survival in _shown(outcome, judgements, entered.keys() | notes.keys())
        if fact.kind in kinds
    )


def _shown(outcome: Outcome, judgements: Judgements, decided: AbstractSet[str]) -> Iterator[tuple[Fact, Survival]]:
    """The facts, and sentences in whose place a judge's statement stands where a person decided on them.

    What they called kept at the compaction before stood there before this one, though its words did not.
    """
    stood = stood_before(outcome, judgements)
    replaced = (pair for pair in outcome.replaced if pair[0].id in decided)
    for fact, survival in chain(zip(outcome.facts, outcome.survivals, strict=True), replaced):
        is_known = survival.before or fact.id not in stood
        yield fact, survival if is_known else replace(survival, before=True)


def count(facts: Iterable[Judged]) -> Counts:
    """Counts of sentences by what became of them."""
    live = [one for one in facts if one.is_counted]
    verdicts = [one.verdict for one in live]
    groups = [one.group for one in live]
    return Counts(
        said=len(live),
        there=groups.count(GroupName.KEPT),
        part=groups.count(GroupName.PART),
        absent=groups.count(GroupName.NOT_THERE),
        earlier=groups.count(GroupName.EARLIER),
        lost=sum(verdict in GONE for verdict in verdicts),
        contradicted=verdicts.count(Verdict.CONTRADICTED),
        altered=verdicts.count(Verdict.ALTERED),
        weakened=verdicts.count(Verdict.WEAKENED),
        undecided=groups.count(GroupName.UNDECIDED),
    )


def untold(outcome: Outcome, facts: Iterable[Judged]) -> str:
    """Why it is not known of every fact of a compaction whether it stands there; "" where it is."""
    is_short = outcome.compaction.record.status == "partial" and count(facts).undecided
    return outcome.note or ("Not all that it kept is in this log." if is_short else "")


def urgency(one: Judged) -> tuple[bool, bool, bool, int, int, int, int]:
    """What to look at first, for sorting: the human's words, harm and its gravity; all else in the order said."""
    quote = one.quote
    return (
        not one.is_spoken,
        not one.is_harm,
        not one.is_live,
        KINDS.index(one.fact.kind) if one.is_harm or not one.is_spoken else 0,
        _SEVERITY[one.verdict] if one.is_harm or not one.is_spoken else 0,
        quote.item,
        quote.start,
    )


def focus_of_fact(compaction: int, one: Judged) -> Focus:
    """The selection that shows a fact at a compaction."""
    return Focus(compaction=compaction, fact=one.fact.id, item=one.quote.item or None)


def next_harm(document: Document, judgements: Judgements, focus: Focus, step: int) -> Focus | None:
    """The next row to look at behind (1) or before (-1) what is selected.

    Compaction by compaction, in the order of the list: what is to be put back, then claims, or, where no judge read it,
    what is not there. From any other row it begins with the compaction that is looked at.
    """
    outcomes = document.comparison or ()
    numbers = [outcome.compaction.number for outcome in outcomes]
    if not numbers:
        return None
    here = focus.compaction if focus.compaction in numbers else None
    start = numbers.index(here) if here is not None else (0 if step > 0 else len(numbers) - 1)
    places = range(start, len(numbers)) if step > 0 else range(start, -1, -1)
    for place in places:
        outcome = outcomes[place]
        is_here = numbers[place] == here and (focus.fact is not None or focus.claim is not None)
        ordered = _in_order(outcome, judgements, focus.fact if is_here else "")
        rank = next((rank for rank, one in enumerate(ordered) if is_here and _is_selected(one, focus)), None)
        if rank is not None:
            ordered = ordered[rank + 1 :] if step > 0 else ordered[:rank]
        if ordered:
            return _focus(outcome, ordered[0 if step > 0 else -1])
    return None


def _is_selected(one: Judged | int, focus: Focus) -> bool:
    if isinstance(one, int):
        return focus.fact is None and focus.claim == one
    return focus.claim is None and focus.fact == one.fact.id


def _focus(outcome: Outcome, one: Judged | int) -> Focus:
    number = outcome.compaction.number
    if isinstance(one, int):
        return Focus(compaction=number, claim=one, item=outcome.claims[one].quote.item)
    return focus_of_fact(number, one)


def harm(outcome: Outcome, judgements: Judgements) -> Iterator[Focus]:
    """Every row of one compaction that F7 walks through, as selections, in its order."""
    return (_focus(outcome, one) for one in _in_order(outcome, judgements, ""))


def to_put_back(outcome: Outcome, judgements: Judgements, here: str | None = None) -> list[Judged]:
    """The human's words that may have to be put back, in the order in which they are listed and F7 walks through them.

    Where a judge read the compaction, or the user says so: what was lost or changed. Where none did: what is not there.
    Of a compaction before which the session went back nothing has to be.
    Also the fact ``here`` where only the user says otherwise: who gives verdicts goes on from its place.
    """
    if outcome.compaction.outcome == UNDONE:
        return []
    entered = decided_at(outcome, judgements)
    # Most facts are there and nobody's concern; nothing is made for them.
    found = (
        Judged(fact, survival, entered.get(fact.id))
        for fact, survival in _shown(outcome, judgements, entered.keys())
        if fact.id in entered or survival.verdict in HARMFUL or survival.verdict is Verdict.ABSENT
    )
    as_judged = (replace(one, entered=None) if one.fact.id == here and not one.is_harm else one for one in found)
    wanted = (one for one in as_judged if one.is_harm or (one.is_missing and outcome.judgement is None))
    return sorted(wanted, key=urgency)


def _in_order(outcome: Outcome, judgements: Judgements, here: str | None) -> list[Judged | int]:
    """What is to be put back, with the claims as their places behind what was lost or changed."""
    rows = to_put_back(outcome, judgements, here)
    harms = [one for one in rows if one.is_harm]
    return [*harms, *range(len(outcome.claims)), *rows[len(harms) :]]


def adopt(outcome: Outcome, judgements: Judgements) -> tuple[tuple[Fact, Survival], ...]:
    """Facts that still mattered with the verdicts in force, for shares.

    Where nobody can read the text after, what is missing is not known, and no share is one.
    """
    entered = decided_at(outcome, judgements)
    return tuple(
        (fact, replace(survival, verdict=entered[fact.id], basis=Basis.ENTERED) if fact.id in entered else survival)
        for fact, survival in _shown(outcome, judgements, entered.keys())
        if (survival.live and not outcome.note) or fact.id in entered
    )
