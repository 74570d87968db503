"""A compaction as it is reviewed: facts with their verdicts, filters, counts, and the way from harm to harm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from inspector.model import Basis, Claim, Fact, FactKind, Said, Survival, Verdict, Zone
from inspector.model.record import record
from inspector.verdicts.as_said import as_said
from inspector.verdicts.intervals import DISTORTED, GONE, KEPT
from inspector.verdicts.outcome import Outcome, differs
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.selection import Focus

HUMAN_KINDS = (FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.TASK, FactKind.GIVEN)
"""The human's words, or agreed with them; all other kinds are evidence from the work."""
_HARMFUL = DISTORTED | GONE
_PRESSING = (FactKind.FAILURE, FactKind.QUESTION)
KINDS = tuple(FactKind)
"""The order in which kinds stand: what binds first."""
_NUMBERS = "numbers"
_SEVERITY = {
    Verdict.CONTRADICTED: 0,
    Verdict.LOST: 1,
    Verdict.ALTERED: 2,
    Verdict.WEAKENED: 3,
    Verdict.UNDECIDED: 4,
    Verdict.REWORDED: 5,
    Verdict.VERBATIM: 6,
    Verdict.SUPERSEDED: 7,
}


class GroupName(StrEnum):
    """What a reviewer does with a fact, in the order in which the groups stand."""

    TO_PUT_BACK = "to put back"
    """Harm."""
    CLAIMED = "claimed"
    """What the summary says without support in the history, or against it."""
    NOT_SURE = "not sure"
    """Held back by the rules."""
    UNDECIDED = "undecided"
    KEPT = "kept"
    DONE = "done"
    """The human's words that no longer mattered, or were taken back."""
    SUPPORTED = "supported"
    """Claims of the summary that a judge found supported."""
    EVIDENCE = "evidence"
    """All other evidence from the work."""
    RULES_ALONE = "rules alone"
    """What the rules found, and doubt, where a judge read the compaction and names none of it."""


@record
class Judged:
    """A fact at one compaction: what was judged, and what the user says instead."""

    fact: Fact
    survival: Survival
    entered: Verdict | None = None
    note: str = ""
    rules_alone: bool = False
    """Whether a judge read the compaction and does not name it: then it is listed and counts for nothing."""

    @property
    def verdict(self) -> Verdict:
        """The verdict in force."""
        return self.entered or self.survival.verdict

    @property
    def basis(self) -> Basis:
        """How the verdict in force is known."""
        return Basis.ENTERED if self.entered else self.survival.basis

    @property
    def said(self) -> Said:
        """The words and the place in which it is shown."""
        return as_said(self.fact, self.verdict)

    @property
    def is_live(self) -> bool:
        """Whether the fact still mattered; one on which the user gave a verdict does."""
        return self.survival.live or self.entered is not None

    @property
    def is_harm(self) -> bool:
        """Whether losing it hurt: the human's words while they mattered, evidence that was used again later."""
        if self.rules_alone or self.verdict not in _HARMFUL or not self.is_live:
            return False
        return _hurts(self.fact)

    @property
    def group(self) -> GroupName:
        """The one group in which it is listed. Evidence that leads stands beside the human's words."""
        if self.rules_alone:
            return GroupName.RULES_ALONE
        if self.is_harm:
            return GroupName.TO_PUT_BACK
        if not self.is_live or self.verdict is Verdict.SUPERSEDED:
            return GroupName.DONE if self.fact.kind in HUMAN_KINDS else GroupName.EVIDENCE
        if self.is_held_back:
            return GroupName.NOT_SURE
        if self.leads and self.verdict is Verdict.UNDECIDED:
            return GroupName.UNDECIDED
        return GroupName.KEPT if self.leads and self.verdict in KEPT else GroupName.EVIDENCE

    @property
    def differs(self) -> bool:
        """Whether a judge and the rules say something else of it."""
        return differs(self.survival)

    @property
    def is_held_back(self) -> bool:
        """Whether the rules are not sure enough to call it lost or changed, and nobody else said what became of it."""
        return self.survival.unsure is not None and self.entered is None

    @property
    def is_annotated(self) -> bool:
        """Whether the user wrote a note on it, or gave a verdict."""
        return bool(self.note) or self.entered is not None

    @property
    def leads(self) -> bool:
        """Whether it stands among what is to be looked at, and not among the rest of the evidence."""
        return self._is_spoken or is_telling(self.fact)

    @property
    def is_news(self) -> bool:
        """Whether a short list has it, too: no evidence that was kept, or of which nothing is known."""
        settled = self.verdict in KEPT or self.verdict is Verdict.UNDECIDED
        return self._is_spoken or (self.leads and not settled)

    @property
    def _is_spoken(self) -> bool:
        """Whether somebody said it, or the user something of it."""
        return self.is_annotated or self.fact.kind in HUMAN_KINDS


def is_telling(fact: Fact) -> bool:
    """Of evidence, whether it failed, is open, or was used again: all else that work shows is there by the hundred."""
    return fact.needed_later or fact.kind in _PRESSING


class FactsShown(StrEnum):
    """Which facts are listed."""

    ALL = "all"
    LOST = "lost"
    ALTERED = "altered"
    DIFFERS = "differs"
    """Judge and rules say something else."""
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class ReviewFilter:
    """What is let through. None for kinds or zones lets all through."""

    show: FactsShown = FactsShown.ALL
    kinds: frozenset[FactKind] | None = None
    zones: frozenset[Zone] | None = None
    words: str = ""

    @property
    def is_narrow(self) -> bool:
        """Whether certain facts are asked for, and not all or all that were lost or changed."""
        return self.show in (FactsShown.DIFFERS, FactsShown.MARKED) or bool(
            self.words.strip() or self.kinds or self.zones
        )

    def passes(self, one: Judged, marks: frozenset[int]) -> bool:
        """Whether a fact is listed."""
        return (
            self._shows(one, marks)
            and (self.kinds is None or one.fact.kind in self.kinds)
            and (self.zones is None or any(evidence.zone in self.zones for evidence in one.survival.evidence))
            and all(word in one.said.statement.lower() for word in self.words.lower().split())
        )

    def passes_claim(self, claim: Claim, marks: frozenset[int]) -> bool:
        """Whether a claim is listed; it is no kind of fact, and nothing became of it."""
        shown = self.show is FactsShown.ALL or (self.show is FactsShown.MARKED and claim.quote.item in marks)
        words = claim.text.lower()
        return shown and not self.kinds and not self.zones and all(word in words for word in self.words.lower().split())

    def _shows(self, one: Judged, marks: frozenset[int]) -> bool:
        if self.show is FactsShown.LOST:
            return one.is_live and one.verdict in GONE
        if self.show is FactsShown.ALTERED:
            return one.is_live and one.verdict in DISTORTED
        if self.show is FactsShown.DIFFERS:
            return one.differs
        if self.show is FactsShown.MARKED:
            return one.is_annotated or any(quote.item in marks for quote in one.fact.quotes)
        return True


@dataclass(frozen=True, slots=True)
class Counts:
    """How the facts that still mattered fared."""

    live: int
    kept: int
    contradicted: int
    lost: int
    altered: int
    weakened: int
    undecided: int


def outcome_at(document: Document, number: int | None) -> Outcome | None:
    """What was judged about a compaction; None before that is known and where nothing could be."""
    return next((one for one in document.comparison or () if one.compaction.number == number), None)


def judged(outcome: Outcome, judgements: Judgements) -> tuple[Judged, ...]:
    """The facts of a compaction, in order of the log."""
    entered, notes = judgements.entered_at(outcome.compaction.number), judgements.notes()
    return tuple(
        Judged(fact, survival, entered.get(fact.id), notes.get(fact.id, ""))
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
    )


def judged_by_rules(outcome: Outcome, judgements: Judgements) -> tuple[Judged, ...]:
    """What the rules alone found where a judge read the compaction, in order of the log."""
    if outcome.by_judge is None:
        return ()
    entered, notes = judgements.entered_at(outcome.compaction.number), judgements.notes()
    return tuple(
        Judged(fact, survival, entered.get(fact.id), notes.get(fact.id, ""), rules_alone=True)
        for fact, survival in outcome.by_judge.only_rules
    )


def count(facts: Iterable[Judged]) -> Counts:
    """Counts of facts by what became of them."""
    live = [one.verdict for one in facts if one.is_live]
    return Counts(
        live=len(live),
        kept=sum(verdict in KEPT for verdict in live),
        contradicted=live.count(Verdict.CONTRADICTED),
        lost=sum(verdict in GONE for verdict in live),
        altered=live.count(Verdict.ALTERED),
        weakened=live.count(Verdict.WEAKENED),
        undecided=live.count(Verdict.UNDECIDED),
    )


def urgency(one: Judged) -> tuple[bool, bool, bool, bool, float, int, int, float, int]:
    """What to look at first, for sorting: the human's words, harm, what still mattered, the surest, kind and gravity.

    Numbers stand behind other evidence: one file of styles that was written holds dozens.
    """
    fact = one.fact
    return (
        fact.kind not in HUMAN_KINDS,
        not one.is_harm,
        not one.is_live,
        _is_number(fact),
        -_surety(one),
        KINDS.index(fact.kind),
        _SEVERITY[one.verdict],
        -fact.weight,
        fact.quotes[0].item,
    )


def _surety(one: Judged) -> float:
    """Of harm, how sure it is; what a user or a judge said, and what the work shows, is."""
    measured = one.survival.confidence
    return measured if one.is_harm and measured is not None and one.entered is None else 1.0


def _is_number(fact: Fact) -> bool:
    return fact.extractor == _NUMBERS


def focus_of_fact(compaction: int, one: Judged) -> Focus:
    """The selection that shows a fact at a compaction."""
    return Focus(compaction=compaction, fact=one.fact.id, item=one.said.quote.item or None)


def next_harm(document: Document, judgements: Judgements, focus: Focus, step: int) -> Focus | None:
    """The next loss, distortion or unsupported claim behind (1) or before (-1) what is selected.

    Compaction by compaction, in the order of the list: what is to be put back, then claims. From a fact that is no
    harm it begins with the compaction that is looked at.
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


def _hurts(fact: Fact) -> bool:
    return fact.kind in HUMAN_KINDS or fact.needed_later


def _focus(outcome: Outcome, one: Judged | int) -> Focus:
    number = outcome.compaction.number
    if isinstance(one, int):
        return Focus(compaction=number, claim=one, item=outcome.claims[one].quote.item)
    return focus_of_fact(number, one)


def harm(outcome: Outcome, judgements: Judgements) -> Iterator[Focus]:
    """Every harm of one compaction, as selections, in the order in which F7 walks through it."""
    return (_focus(outcome, one) for one in _in_order(outcome, judgements, ""))


def harmed(outcome: Outcome, judgements: Judgements, here: str | None = None) -> list[Judged]:
    """What is to be put back, in the order in which it is listed and F7 walks through it.

    Also the fact ``here`` where only the user says that it is no harm: who gives verdicts goes on from its place.
    """
    entered = judgements.entered_at(outcome.compaction.number)
    # Most facts were kept and are nobody's concern; nothing is made for them.
    found = (
        Judged(fact, survival, entered.get(fact.id))
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if fact.id in entered or (survival.verdict in _HARMFUL and survival.live and _hurts(fact))
    )
    as_judged = (replace(one, entered=None) if one.fact.id == here and not one.is_harm else one for one in found)
    return sorted((one for one in as_judged if one.is_harm), key=urgency)


def _in_order(outcome: Outcome, judgements: Judgements, here: str | None) -> list[Judged | int]:
    """Harm, then claims as their places; ``here`` as in ``harmed``."""
    return [*harmed(outcome, judgements, here), *range(len(outcome.claims))]


def adopt(outcome: Outcome, judgements: Judgements) -> tuple[tuple[Fact, Survival], ...]:
    """Facts that still mattered with the verdicts in force, for shares.

    Where the text after could not be judged, what a loss would look like is not known, and no share is one.
    """
    entered = judgements.entered_at(outcome.compaction.number)
    return tuple(
        (fact, replace(survival, verdict=entered[fact.id], basis=Basis.ENTERED) if fact.id in entered else survival)
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if (survival.live and not outcome.note) or fact.id in entered
    )
