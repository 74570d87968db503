"""Where raw answers are kept, by what was asked and of whom."""

from __future__ import annotations

from typing import Protocol

from inspector.model.answer import RawAnswer


class AnswerStore(Protocol):
    """Where raw answers are kept; ``store.shelf`` is the one that outlives the program."""

    def find(self, key: str) -> RawAnswer | None:
        """What is known of a question."""
        ...

    def put(self, answer: RawAnswer) -> None:
        """Keep a question as sent, or its answer. Raises CannotRead where it cannot be kept."""
        ...


class InMemory:
    """Answers that end with the program."""

    def __init__(self) -> None:
        self._kept: dict[str, RawAnswer] = {}

    def find(self, key: str) -> RawAnswer | None:
        """What is known of a question."""
        return self._kept.get(key)

    def put(self, answer: RawAnswer) -> None:
        """Keep it."""
        self._kept[answer.key] = answer
