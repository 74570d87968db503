"""Answers to a question tool: the answer itself has to stand there, beside something of its question."""

from __future__ import annotations

import re

from inspector.model import Basis, Fact, Verdict
from inspector.text.normalise import normalise
from inspector.text.similarity import containment, content
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.zones import After, Passage

_PAIR = re.compile(r"^\"?(.+?)\"=\"(.+?)\"?$", re.DOTALL)
_ABOUT = 0.2
_TELLING = 3
"""An answer of so many words is found by itself; a shorter one only beside its question."""


class Answers:
    """Looks for the answer in passages that speak of its question."""

    name = "answers"

    def match(self, fact: Fact, after: After) -> Match | None:
        """Verbatim where the answer's own words stand there; None for what is no answer, or not found so."""
        for text in fact.texts:
            pair = _PAIR.match(text)
            if pair is None:
                continue
            found = _best(pair[1], pair[2], after)
            if found is not None:
                passage, share = found
                why = f"The answer “{pair[2]}” stands there, beside {share:.0%} of its question."
                return Match(Verdict.VERBATIM, why, (passage.evidence(),), None, share, Basis.INFERRED)
        return None


def _best(question: str, answer: str, after: After) -> tuple[Passage, float] | None:
    wanted = re.compile(rf"(?<!\w){re.escape(normalise(answer))}(?!\w)")
    asked = content(question)
    holding = [passage for passage in after.passages if wanted.search(normalise(passage.text))]
    scored = [
        (containment(asked, passage.stems, after.weights), -place, passage) for place, passage in enumerate(holding)
    ]
    if not scored:
        return None
    share, _, passage = max(scored, key=lambda entry: entry[:2])
    if share < _ABOUT and len(answer.split()) < _TELLING:
        return None
    return passage, share


MATCHER = Answers()
