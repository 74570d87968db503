"""How sure a verdict of the rules is: how many careful readers of ten would share it, learned from labelled logs.

Of harm it is the whole accusation that has to be shared: that it is a statement, still matters, and was lost or changed
so. Only where a rule plainly stands, plainly matters and is plainly gone, a name of it or nearly all of its telling
words nowhere in what is left, do most readers share it.
"""

from __future__ import annotations

from inspector.facts.found import Liveness
from inspector.facts.linear import model
from inspector.model import Fact, FactKind
from inspector.text.difference import names
from inspector.text.normalise import squeezed
from inspector.verdicts.intervals import DISTORTED, GONE, KEPT
from inspector.verdicts.likeliest import anywhere
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.zones import After

HARMFUL = DISTORTED | GONE
_UNWEIGHED = 0.5
"""The chance where a ruling spoke and nothing was weighed."""
_NOWHERE = 0.3
_RULES = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})


def confidence(fact: Fact, live: Liveness, matcher: str, match: Match, after: After) -> float | None:
    """How likely a careful reader shares a verdict, 0 to 1.

    None where that is not known: of what is undecided or was taken back, and of facts from a bank.
    """
    features = features_of(fact, live, matcher, match, after)
    if features is None:
        return None
    name = "accused" if match.verdict in HARMFUL else "kept"
    return round(model(name).probability(features), 2)


def features_of(fact: Fact, live: Liveness, matcher: str, match: Match, after: After) -> dict[str, float] | None:
    """What a verdict is weighed by; None where none is."""
    if live.chance is None:
        return None
    if match.verdict in KEPT:
        return _kept(matcher, match)
    return _accused(fact, live.chance, match, after) if match.verdict in HARMFUL else None


def _accused(fact: Fact, alive: float, match: Match, after: After) -> dict[str, float]:
    harmed = _UNWEIGHED if match.chance is None else match.chance
    both = alive * harmed
    features = {
        "one": 1.0,
        "alive & harmed": both,
        "alive & harmed & said": both * fact.weight,
        f"said:{_said(fact, after)}": 1.0,
    }
    if fact.kind in _RULES:
        features["rule"] = 1.0
        if _plainly_gone(fact.texts[0], after):
            features["rule & plainly gone"] = 1.0
    return features


def _plainly_gone(text: str, after: After) -> bool:
    """Whether a name of a statement, or nearly all that it is about, stands nowhere in what is left."""
    if any(squeezed(name) not in after.squeezed for name in names(text)):
        return True
    return anywhere(text, after) < _NOWHERE


def _said(fact: Fact, after: After) -> str:
    """How it was said: readers mark much of what was agreed or written at length, and little that a summary retells."""
    if fact.from_summary:
        return "carried"
    if fact.extractor == "decisions":
        return "agreed"
    return "long" if after.is_long(fact) else "short"


def _kept(matcher: str, match: Match) -> dict[str, float]:
    features = {"one": 1.0, f"matcher:{matcher}": 1.0}
    if matcher == "lexical":
        features["share"] = match.similarity or 0.0
        features["harmed"] = _UNWEIGHED if match.chance is None else match.chance
    return features
