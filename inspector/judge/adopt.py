"""A judge's reading laid over what is exact: its statements lead, and what it does not quote keeps its exact row.

A statement that quotes a sentence of the human has that sentence's id, so that what a person entered stays with it.
Where no more than a part of it is quoted, nobody read the rest: the sentence keeps its id and its exact row.
The work is no matter of the judge's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.judge.passes import same_words
from inspector.model import Fact, Fold, Judgement, Survival
from inspector.survival.outcome import Outcome

_MOST = 0.6
"""Share of a sentence: in recorded readings 35 of 1,110 that are quoted are quoted to a smaller part."""


def adopt(outcome: Outcome, judgement: Judgement) -> Outcome:
    """The outcome with what a judge found; as it was where the judge could not read the compaction."""
    if not judgement.passes:
        return outcome
    left = list(zip(outcome.facts, outcome.survivals, strict=True))
    # A pasted block holds many sentences, and stays where a judge quotes one.
    sentences = (fact for fact in outcome.facts if not fact.value and fact.fold is not Fold.PASTED)
    whole = {fact.id for fact in sentences if _quoted(fact, judgement.facts) >= _MOST}
    told: list[tuple[Fact, Survival]] = []
    replaced: list[tuple[Fact, Survival]] = []
    for fact, survival in zip(judgement.facts, judgement.survivals, strict=True):
        quoted = [pair for pair in left if pair[0].id in whole and same_words(pair[0], fact)]
        known = max(quoted, key=lambda pair: _shared(pair[0], fact), default=None)
        # A sentence may hold two statements; the first has its id, and neither its exact row.
        left = [pair for pair in left if pair not in quoted]
        replaced += [pair for pair in quoted if pair is not known]
        told.append(_joined(fact, survival, known))
    facts, survivals = zip(*told, *left, strict=True) if told or left else ((), ())
    doubted = tuple(claim for claim in judgement.claims if claim.kind != "supported")
    read = replace(outcome, facts=tuple(facts), survivals=tuple(survivals), claims=doubted, judgement=judgement)
    return replace(read, replaced=tuple(replaced))


def _quoted(sentence: Fact, statements: Iterable[Fact]) -> float:
    """The share of a sentence's characters that some statements quote together; 1 for one that says the same."""
    place, quoted = sentence.quotes[0], set[int]()
    for said in (one.quotes[0] for one in statements if same_words(sentence, one)):
        if said.item != place.item:
            return 1
        quoted.update(range(max(said.start, place.start), min(said.end, place.end)))
    return len(quoted) / (place.end - place.start)


def _shared(one: Fact, other: Fact) -> float:
    mine, theirs = one.quotes[0], other.quotes[0]
    if mine.item != theirs.item:
        return 0.0
    return (min(mine.end, theirs.end) - max(mine.start, theirs.start)) / (mine.end - mine.start + 1)


def _joined(fact: Fact, survival: Survival, known: tuple[Fact, Survival] | None) -> tuple[Fact, Survival]:
    """A judge's statement under the id of the sentence that it quotes, with the other places that say it."""
    if known is None:
        return fact, survival
    sentence, counted = known
    mine, own = list(zip(fact.quotes, fact.texts, strict=True)), zip(sentence.quotes, sentence.texts, strict=True)
    others = [place for place in own if place[0].item != fact.quotes[0].item]
    # Where a judge quotes an earlier summary, the person's own words lead.
    carried = fact.from_summary and bool(others)
    quotes, texts = zip(*(others + mine if carried else mine + others), strict=True)
    told = replace(
        fact,
        id=sentence.id,
        quotes=quotes,
        texts=texts,
        from_summary=fact.from_summary and not carried,
        question=sentence.question,
    )
    return told, replace(survival, fact=sentence.id, nearest=survival.nearest or counted.nearest)
