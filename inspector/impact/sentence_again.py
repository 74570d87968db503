"""Where the human says a sentence once more."""

from __future__ import annotations

from inspector.impact.scene import Scene
from inspector.model import Fact, Item, ItemKind
from inspector.text.normalise import bare

LEAST = 20
"""Bytes of a sentence that does not stand somewhere by chance, as "go on" does: a sign of Chinese is a word, and three
of them."""


def find_again(scene: Scene, said: Fact, start: int) -> Item | None:
    """The first message of the human from item ``start`` on that says a sentence again, None where none does.

    None too where that is the human's habit: it had been said in several messages, or the whole message had been sent.
    """
    words = bare(said.texts[0])
    messages = {quote.item for quote in said.quotes if scene.session.items[quote.item - 1].kind is not ItemKind.SUMMARY}
    if len(words.encode()) < LEAST or len(messages) > 1:
        return None
    again = next(scene.saying(words, start), None)
    sent = scene.said_between(1, start)
    is_new = again is not None and all((again.preview, again.chars) != (one.preview, one.chars) for one in sent)
    return again if is_new else None
