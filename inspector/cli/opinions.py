"""A model's opinion for inspector survival: asked on request, kept, within a budget, beside what the rules say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from inspector.cli.output import print_below, say
from inspector.cli.previews import refuse_over, tell
from inspector.compare.as_said import as_said
from inspector.compare.opinion import Opinion, second_opinion
from inspector.compare.survival import Outcome
from inspector.extract.extractors.model import ByModel, unlike
from inspector.extract.pipeline import Found
from inspector.llm.loop import Loop
from inspector.llm.models import open_chat
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Fact, Verdict
from inspector.report.wording import counted
from inspector.rerun.asker import Asker, as_function, asker_for
from inspector.rerun.preview import Overheard, Preview, quote
from inspector.rerun.purse import NO_BUDGET, Budget, Purse
from inspector.store.library import Library
from inspector.store.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model says of one compaction."""

    opinions: Mapping[str, Opinion]
    """By fact."""
    only_rules: tuple[Fact, ...]
    """Facts of the human that the model did not find."""
    only_model: tuple[Fact, ...]
    """Facts that the model alone found."""
    rejected: int
    """Quotes of the model that stand nowhere."""


Pair = tuple[Found, Outcome]
"""One compaction: what was found before it, and what became of it."""


def ask_opinions(pairs: Sequence[Pair], model: str, budget: Budget) -> dict[int, Judged]:
    """Opinions by compaction, behind what they would cost.

    Raises OverBudget before anything is sent, and ModelFailed; what was answered by then is kept.
    """
    with _asker(model, budget) as asker:
        told = _previews(pairs, asker)
        tell(told, budget)
        refuse_over(told, budget)
        ask = as_function(asker, default_tokenizer())
        judged = {}
        for found, outcome in pairs:
            finder = ByModel(ask)
            only_rules, only_model = unlike(found.facts, tuple(finder.extract(found.segment)))
            opinions = {opinion.fact: opinion for opinion in second_opinion(found, outcome, ask)}
            judged[outcome.compaction.number] = Judged(opinions, only_rules, only_model, len(finder.rejected))
        unpriced = f" and {asker.purse.unknown} answers without a known price" if asker.purse.unknown else ""
        say(f"Spent: ${asker.purse.spent:.4f}{unpriced}.")
        return judged


def preview_opinions(pairs: Sequence[Pair], model: str) -> list[Preview]:
    """What asking would send and cost, one for each compaction; nothing is sent. Raises UsageError for no model."""
    with _asker(model, NO_BUDGET) as asker:
        return _previews(pairs, asker)


def pairs_of(found: Sequence[Found], outcomes: Sequence[Outcome]) -> list[Pair]:
    """The compactions of which both are known."""
    by_number = {one.segment.compaction.number: one for one in found}
    known = ((by_number.get(outcome.compaction.number), outcome) for outcome in outcomes)
    return [(one, outcome) for one, outcome in known if one is not None]


@contextmanager
def _asker(model: str, budget: Budget) -> Iterator[Asker]:
    open_chat(model)
    library = Library.default()
    try:
        with Loop() as loop:
            yield asker_for(model, loop, Shelf(library), Purse(budget.dollars, budget.tokens))
    finally:
        library.close()


def _previews(pairs: Sequence[Pair], asker: Asker) -> list[Preview]:
    told = []
    for found, outcome in pairs:
        # Neither depends on what is answered to the other, so all of it can be heard before.
        heard = Overheard(default_tokenizer())
        tuple(ByModel(heard).extract(found.segment))
        second_opinion(found, outcome, heard)
        number = outcome.compaction.number
        told.append(replace(quote(asker, heard.sent), id=str(number), strategy=f"opinions on compaction {number}"))
    return told


def opinion_json(opinion: Opinion | None) -> dict[str, object] | None:
    """An opinion, as the JSON contract writes it."""
    if opinion is None:
        return None
    return {
        "verdict": opinion.judged.value,
        "agrees": opinion.agrees,
        "basis": opinion.basis.value,
        "why": opinion.why,
        "text": opinion.evidence[0].text if opinion.evidence else None,
    }


def tell_differences(judged: Mapping[int, Judged], outcomes: Sequence[Outcome]) -> None:
    """Where the model and the rules differ, for people."""
    for outcome in outcomes:
        one = judged.get(outcome.compaction.number)
        if one is None:
            continue
        name = f"Compaction {outcome.compaction.number}"
        facts = {fact.id: fact for fact in outcome.facts}
        decided = [opinion for opinion in one.opinions.values() if opinion.judged is not Verdict.UNDECIDED]
        differing = [opinion for opinion in decided if not opinion.agrees]
        told = [
            f"{name}: rules say {opinion.ruled.value}, the model {opinion.judged.value}: {said.statement}"
            for opinion, said in ((one, as_said(facts[one.fact], one.ruled)) for one in differing)
        ]
        told += [f"{name}: only the model found this: {fact.statement}" for fact in one.only_model]
        alone = f"{counted(len(one.only_rules), 'fact')} found by the rules alone"
        rest = f"{alone}, {counted(one.rejected, 'quote')} of the model found nowhere"
        left = len(one.opinions) - len(decided)
        told.append(f"{name}: {counted(len(decided), 'opinion')}, {len(differing)} differ, {left} undecided; {rest}.")
        print_below(told)
