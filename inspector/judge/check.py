"""What of an answer is believed: only what stands where it was said to stand.

A quote that stands nowhere in what people and agents said is dropped and counted, evidence that is not in what is left
is no evidence, and a verdict that plain sight refutes is a doubt, to be asked once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from inspector.judge.answer import Answer, ClaimAnswer, StatementAnswer
from inspector.judge.earlier import Earlier
from inspector.judge.places import Place, QuotableHistory, find_claim, find_evidence, find_words
from inspector.model import (
    Basis,
    Claim,
    Evidence,
    Fact,
    FactKind,
    ItemKind,
    Limit,
    Origin,
    Quote,
    Trust,
    Verdict,
    Zone,
)
from inspector.reconstruct.after import After
from inspector.reconstruct.segment import Segment, fact_id, quoted, statement
from inspector.secrets.find import part_of
from inspector.text.normalise import normalise

_BINDING = (FactKind.CONSTRAINT, FactKind.PREFERENCE)
_KEPT = (Verdict.VERBATIM, Verdict.REWORDED)
_NO_EVIDENCE = (Verdict.LOST, Verdict.SUPERSEDED, Verdict.UNDECIDED)
_SHOWN = 200
_TELLING = 4
"""Words that cannot stand somewhere by chance."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One statement that stands in the log, with what a judge says became of it."""

    fact: Fact
    live: bool
    verdict: Verdict
    evidence: Evidence | None = None
    why: str = ""
    doubt: str = ""
    """Why the verdict does not fit what stands there; "" where it does."""
    sure: bool | None = None


@dataclass(slots=True)
class Checker:
    """One segment, ready to hold answers against. ``trust`` and ``dropped`` grow with each."""

    segment: Segment
    after: After
    earlier: Earlier | None = None
    """The reading that this one goes on from."""
    history: QuotableHistory = field(init=False)
    trust: Trust = field(default_factory=Trust)
    dropped: int = 0
    """Quotes and claims that stand nowhere."""
    unknown: int = 0
    """Statements of a kind that was not asked for, such as one in another language."""

    def __post_init__(self) -> None:
        self.history = QuotableHistory(self.segment)

    def statements(self, told: Iterable[StatementAnswer]) -> list[Checked]:
        """The statements whose words stand in the history, each once, in order of the log.

        Where an earlier reading is followed, those that are new since then.
        """
        since = self.earlier.end if self.earlier is not None else 0
        found: dict[tuple[int, int, int], Checked] = {}
        for one in told:
            if one.kind is None:
                self.unknown += 1
                continue
            place = self.history.find(one.quote, one.label)
            self._count(place is not None, moved=place is not None and place.moved)
            if place is None:
                self.dropped += 1
                continue
            key = (place.item.number, place.start, place.end)
            if key in found or place.item.number <= since:
                continue
            checked = self.judged(_fact(self.segment, place, one, one.kind), one)
            # A step of the agent's own plan that is done by now is nobody's statement: readers list one in ten.
            if checked.live or place.item.origin is not Origin.AGENT:
                found[key] = checked
        return sorted(found.values(), key=lambda checked: (checked.fact.quotes[0].item, checked.fact.quotes[0].start))

    def judged(self, fact: Fact, told: StatementAnswer) -> Checked:
        """A fact with a judge's verdict, as far as plain sight bears it out."""
        verdict = told.state or Verdict.UNDECIDED
        if verdict is Verdict.SUPERSEDED:
            return Checked(fact, False, verdict, why="The judge says that it was replaced or taken back.")
        own = self._kept(fact)
        if own is not None:
            return Checked(fact, told.live, Verdict.VERBATIM, own, "The message itself was kept.")
        said = find_evidence(told.evidence, self.after) if told.evidence else None
        if told.evidence and verdict is not Verdict.LOST:
            self._count(said is not None)
        same = self.standing(fact)
        if verdict in _KEPT:
            evidence = same or said
            if evidence is None:
                return Checked(fact, told.live, verdict, doubt="no words that carry it stand there")
            words = normalise(fact.texts[0])
            is_same = same is not None or (words.strip() != "" and words in normalise(evidence.text))
            kept = Verdict.VERBATIM if is_same else Verdict.REWORDED
            return Checked(fact, told.live, kept, evidence, _words(kept, evidence))
        if told.state is None:
            return Checked(fact, told.live, verdict, said, doubt="it was given no verdict")
        if same is not None and same.zone is not Zone.RESTORED:
            return Checked(fact, told.live, verdict, said or same, doubt="its words stand there")
        if verdict not in _NO_EVIDENCE and said is None:
            return Checked(fact, told.live, verdict, doubt="the words that are to carry it stand nowhere")
        if verdict is Verdict.LOST or said is None:
            return Checked(fact, told.live, verdict, None, "The judge finds it nowhere.")
        return Checked(fact, told.live, verdict, said, _words(verdict, said))

    def standing(self, fact: Fact) -> Evidence | None:
        """Where a fact's words stand word for word in what is left; None for words too few to tell."""
        words = fact.texts[0]
        return find_evidence(words, self.after) if len(normalise(words).split()) >= _TELLING else None

    def claims(self, told: Iterable[ClaimAnswer]) -> list[Claim]:
        """The claims that stand in the new summary and whose lines are in the log, in order of the summary."""
        found: dict[tuple[int, int], Claim] = {}
        for one in told:
            place = find_claim(one.quote, self.after.texts) if one.verdict else None
            items = self.history.named(one.labels)
            # Who calls a claim refuted has to name the line; nobody can check it otherwise.
            holds = place is not None and (bool(items) or one.verdict != "contradicted")
            self._count(holds)
            if place is None or not holds:
                self.dropped += 1
                continue
            found.setdefault(
                (place.start, place.end),
                Claim(
                    compaction=self.segment.compaction.number,
                    quote=Quote(place.item, place.start, place.end),
                    text=place.text,
                    kind=one.verdict,
                    why=one.why,
                    basis=Basis.JUDGED,
                    items=items,
                ),
            )
        return sorted(found.values(), key=lambda claim: (claim.quote.item, claim.quote.start))

    def read(self, answer: Answer) -> tuple[list[Checked], list[Claim]]:
        """Both parts of an answer."""
        return self.statements(answer.statements), self.claims(answer.claims)

    def _kept(self, fact: Fact) -> Evidence | None:
        """The fact's own message, where it is still in the context."""
        quote = fact.quotes[0]
        if quote.item not in self.after.kept:
            return None
        return Evidence(Zone.KEPT, quote.item, quote.start, quote.end, fact.texts[0])

    def _count(self, stood: bool, *, moved: bool = False) -> None:
        self.trust += Trust(given=1, stood=int(stood), moved=int(moved))


def _fact(segment: Segment, place: Place, told: StatementAnswer, kind: FactKind) -> Fact:
    item = place.item
    return Fact(
        id=fact_id(segment.session, kind, item.number, place.start, place.text),
        kind=kind,
        statement=statement(place.text),
        quotes=(quoted(item, place.start, place.end),),
        texts=(place.text,),
        strength=told.strength if kind in _BINDING else None,
        limit=_limit(segment.read(item), told.limit) if kind in _BINDING else None,
        from_summary=item.kind is ItemKind.SUMMARY,
        extractor="judge",
        basis=Basis.JUDGED,
    )


def _limit(text: str, told: Limit | None) -> Limit | None:
    """What a rule forbids, as far as the words that name it stand in the same passage."""
    found = (find_words(name, text) for name in told.names) if told is not None else ()
    names = tuple(dict.fromkeys(text[slice(*one)] for one in found if one is not None))
    # Without one of those that alone are allowed, what is allowed would be called forbidden.
    whole = told is not None and (len(names) == len(set(told.names)) or not told.outside)
    return replace(told, names=names) if told is not None and names and whole else None


def _words(verdict: Verdict, evidence: Evidence) -> str:
    """Why, in the words that it rests on."""
    if verdict is Verdict.VERBATIM:
        return "It stands there word for word."
    shown = " ".join(evidence.text.split())
    shown = shown if len(shown) <= _SHOWN else part_of(shown, 0, _SHOWN) + "…"
    return f"There it says: “{shown}”" + ("" if shown.endswith((".", "!", "?", "…")) else ".")


def settled(doubtful: Checked, answer: Checked) -> Checked:
    """A doubt after it was asked once more: decided where the answer fits, else undecided."""
    if not answer.doubt and answer.verdict is not Verdict.UNDECIDED:
        return replace(answer, live=doubtful.live, sure=doubtful.sure)
    why = f"The judge called it {doubtful.verdict.value}, but {doubtful.doubt}."
    return replace(doubtful, verdict=Verdict.UNDECIDED, why=why, doubt="")
