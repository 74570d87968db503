"""The passages of what is left that come nearest to a statement, for a judge that is asked once more."""

from __future__ import annotations

from inspector.model import Fact
from inspector.said.standing import Context
from inspector.text.words import words_in

_MOST = 4
_SHOWN = 500


def nearest(fact: Fact, context: Context) -> tuple[str, ...]:
    """Up to a handful of passages, the nearest first: its very words, and those that share its telling words."""
    words = frozenset(word.form for word in words_in(fact.texts[0]))
    found = [context.evidence(one).text for one in context.passages.nearest(words, _MOST)]
    same = context.find(fact.texts[0])
    if same is not None and not any(same.text in text for text in found):
        found.insert(0, same.text)
    return tuple(" ".join(text.split())[:_SHOWN] for text in found)
