"""Where raw answers are kept, and what they are found by: what was asked, and of whom."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import orjson

from inspector.errors import ModelFailed
from inspector.llm.chat import Message
from inspector.model.answer import AnswerState, RawAnswer
from inspector.model.settings import UNSET, Settings


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


def question_key(
    model: str, messages: Sequence[Message], nth: int, limit: int | None, settings: Settings = UNSET
) -> str:
    """What an answer is found by: of whom it was asked, all that was asked and how, and which repeat it is."""
    asked = [model, [_identity(message) for message in messages], nth, limit]
    # What was asked without settings is found as it was before there were any.
    whole = [*asked, settings.key] if settings.key else asked
    return hashlib.blake2b(orjson.dumps(whole), digest_size=16).hexdigest()


def _identity(message: Message) -> tuple[str, ...]:
    # Of a plain text as it always was: what was paid for before is found again.
    plain = (message.role, message.text)
    return plain if message.part == "text" else (*plain, message.part, message.tool, message.call_id)
