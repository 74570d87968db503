"""The passage that shares most of the fact's telling words; rules about what differs decide."""

from __future__ import annotations

from inspector.facts.linear import model
from inspector.model import Fact, Verdict
from inspector.text.difference import names, numbers
from inspector.text.language import language_of
from inspector.text.spelling import quotes_mended
from inspector.verdicts.likeliest import Likely, likeliest, pair_features
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.rulings import rule_on
from inspector.verdicts.zones import After

_TOO_FEW = 0.2
"""Of a statement's words, below which a passage shows nothing. Of seven that the weights called kept so, two were."""
_NOWHERE = 0.9
"""The chance that what shares no word with the context after is not kept."""
_TELLING = 2
"""Names and numbers that have to stand together before they tell that a fact does."""
_FOREIGN = "It is in another language than the new context, so comparing words cannot decide it."


class Lexical:
    """Finds the nearest passage by words and weighs it."""

    name = "lexical"

    def match(self, fact: Fact, after: After) -> Match | None:
        """Reworded, weakened, altered or lost; always decides."""
        # Where a summary tells a fact again, it is often short, and a few words are soon found by chance.
        texts = fact.texts[:1] if fact.from_summary else fact.texts
        found = [likely for text in texts if (likely := likeliest(text, after)) is not None]
        if not after.is_foreign(fact):
            return self._weighed(fact, found, after)
        # A summary may quote or tell in the person's own language what it is not written in.
        own = [likely for likely in found if language_of(likely.text) not in ("", after.language)]
        match = self._weighed(fact, own, after) if own else _across(fact, found)
        return _across(fact, found) if match.verdict is Verdict.LOST else match

    @staticmethod
    def _weighed(fact: Fact, found: list[Likely], after: After) -> Match:
        if not found:
            return Match(
                Verdict.LOST,
                "None of its key words are in the context after the compaction.",
                similarity=0.0,
                chance=_NOWHERE,
            )
        best = max(found, key=lambda likely: likely.share)
        if any(quotes_mended(text, best.text) for text in fact.texts):
            return Match(Verdict.REWORDED, "Its words stand there, typing errors mended.", (best.evidence,), None, 1.0)
        plain = rule_on(fact, best, after)
        if plain is not None:
            verdict, why = plain
            if verdict is Verdict.LOST:
                # A name that is left is no place where the fact stands.
                return Match(verdict, why, (), best.evidence, best.share)
            return Match(verdict, why, (best.evidence,), None, best.share)
        harmed = model("harmed")
        chance = harmed.probability(fact_features(fact, best, after))
        # Of what is not kept, nothing that was seen tells apart by weighing what is gone from what is left in part:
        # it is called weakened only where a ruling says what is missing.
        if chance >= harmed.threshold:
            why = f"Its words were searched for; the most similar passage has {best.share:.0%} of them."
            return Match(Verdict.LOST, why, (), best.evidence, best.share, chance=chance)
        if best.share < _TOO_FEW:
            why = f"The most similar passage has {best.share:.0%} of its key words: not enough to call it kept or lost."
            return Match(Verdict.UNDECIDED, why, (), best.evidence, best.share)
        differs = best.difference.numbers or best.difference.negated or best.difference.scope
        agrees = "" if differs else "; numbers, negation and scope agree"
        why = f"The passage holds {best.share:.0%} of its telling words{agrees}."
        return Match(Verdict.REWORDED, why, (best.evidence,), None, best.share, chance=chance)


def _across(fact: Fact, found: list[Likely]) -> Match:
    """Between two languages only names and numbers can tell that a fact stands there, and nothing that it does not."""
    told = (*names(fact.texts[0]), *numbers(fact.texts[0]))
    for likely in found:
        if len(told) >= _TELLING and not likely.difference.names and not likely.difference.numbers:
            why = f"In another language, with all its names and numbers: {', '.join(told[:5])}."
            return Match(Verdict.REWORDED, why, (likely.evidence,), None, likely.share)
    nearest = max(found, key=lambda likely: likely.share).evidence if found else None
    return Match(Verdict.UNDECIDED, _FOREIGN, (), nearest)


def fact_features(fact: Fact, likely: Likely, after: After) -> dict[str, float]:
    """What can be seen of a fact and its nearest passage."""
    features = pair_features(fact.texts[0], likely)
    features["quoting"] = after.quoting
    if not fact.from_summary:
        features["quoting, said"] = after.quoting
    if after.is_long(fact):
        features["in long"] = 1.0
    return features


MATCHER = Lexical()
