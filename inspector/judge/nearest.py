"""The passages of what is left that come nearest to a statement, for a judge that is asked once more."""

from __future__ import annotations

from inspector.judge.places import find_evidence
from inspector.model import Fact
from inspector.text.similarity import stems_of
from inspector.verdicts.zones import After

_MOST = 4
_SHOWN = 500


def nearest(fact: Fact, after: After) -> tuple[str, ...]:
    """Up to a handful of passages, the nearest first: those that share its telling words, and its very words."""
    stems = stems_of(fact.texts[0])
    scores: dict[int, float] = {}
    for stem in sorted(stems):
        for place in after.index.get(stem, ()):
            scores[place] = scores.get(place, 0.0) + after.weights(stem)
    ranked = sorted(scores, key=lambda place: (-scores[place], place))[:_MOST]
    found = [after.passages[place].text for place in ranked]
    same = find_evidence(fact.texts[0], after)
    if same is not None and not any(same.text in text for text in found):
        found.insert(0, same.text)
    return tuple(" ".join(text.split())[:_SHOWN] for text in found)
