"""Where raw answers are kept, by what was asked and of whom."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from inspector.errors import ModelFailed
from inspector.model.answer import AnswerState, RawAnswer


class AnswerStore(Protocol):
    """Where raw answers are kept; ``store.reruns`` is the one that outlives the program."""

    def find(self, key: str) -> RawAnswer | None:
        """What is known of a question."""
        ...

    def put(self, answer: RawAnswer) -> None:
        """Keep a question as sent, or its answer. Raises CannotRead where it cannot be kept."""
        ...

    def turn(self, key: str, wait: Callable[[], object]) -> AbstractContextManager[None]:
        """While one asks a question, whoever else would wait here for its answer.

        ``wait`` is called now and then until it is one's turn, and may raise.
        """
        ...


class InMemory:
    """Answers that end with the program."""

    def __init__(self) -> None:
        self._kept: dict[str, RawAnswer] = {}
        self._turns: dict[str, threading.Lock] = {}

    def find(self, key: str) -> RawAnswer | None:
        """What is known of a question."""
        return self._kept.get(key)

    def put(self, answer: RawAnswer) -> None:
        """Keep it."""
        self._kept[answer.key] = answer

    @contextmanager
    def turn(self, key: str, wait: Callable[[], object]) -> Iterator[None]:
        """One thread at a time."""
        lock = self._turns.setdefault(key, threading.Lock())
        while not lock.acquire(timeout=_OFTEN):
            wait()
        try:
            yield
        finally:
            lock.release()


_OFTEN = 0.1
"""Seconds between two looks whether somebody has stopped the waiting."""


def or_raise(known: RawAnswer) -> RawAnswer:
    """A kept answer. Raises ModelFailed where it failed: it was paid for and is not asked again."""
    if known.state is AnswerState.FAILED:
        raise ModelFailed(
            f"{known.message} (Answered before; it was not asked again.)",
            kind=known.kind,
            hint=known.hint,
            partial=known.text,
            paid=True,
        )
    return known
