"""Who said what in a session: in which languages, at what length, inside which calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from inspector.model import Fact, Item, ItemKind, Origin, Session
from inspector.text.language import Speaker, differ, language_of

_LONG = 2_000
"""Characters of an item whose sentences are parts of a larger whole."""
_HEARD = 60
"""Messages by which a speaker's languages are told, evenly spread over the session."""


class Speech:
    """What is known of a session's speakers as a whole; texts are read when first asked for."""

    def __init__(self, session: Session, read: Callable[[Item], str]) -> None:
        self._session = session
        self._read = read

    @cached_property
    def person(self) -> Speaker:
        """Of what the person wrote."""
        return self._speaker([item for item in self._session.items if item.origin is Origin.HUMAN])

    @cached_property
    def agent(self) -> Speaker:
        """Of what the agent said to the person."""
        return self._speaker([item for item in self._session.items if item.kind is ItemKind.ASSISTANT])

    @cached_property
    def answers(self) -> Mapping[str, Sequence[int]]:
        """What the person said inside tool results, by call: items of their own, never in a context by themselves."""
        found: dict[str, list[int]] = {}
        for item in self._session.items:
            if item.origin is Origin.HUMAN and item.call_id:
                found.setdefault(item.call_id, []).append(item.number)
        return found

    def is_long(self, fact: Fact) -> bool:
        """Whether a fact was said in a text so long that its sentences are parts of a larger whole."""
        item = fact.quotes[0].item
        return 0 < item <= len(self._session.items) and self._session.items[item - 1].chars > _LONG

    def _speaker(self, items: Sequence[Item]) -> Speaker:
        step = max(1, len(items) // _HEARD)
        return Speaker(self._read(item) for item in items[::step] if not item.thread)

    def language_of(self, fact: Fact) -> str:
        """The language of a fact's words, by who said them; "" where it is not known."""
        item = fact.quotes[0].item
        if 0 < item <= len(self._session.items) and not fact.from_summary:
            said = self._session.items[item - 1]
            if said.origin is Origin.HUMAN:
                return self.person.language_of(fact.texts[0])
            if said.kind is ItemKind.ASSISTANT:
                return self.agent.language_of(fact.texts[0])
        return language_of(fact.texts[0])

    def differs(self, fact: Fact, language: str) -> bool:
        """Whether a fact is told in another language than the one given."""
        return differ(self.language_of(fact), language)
