"""Recorded answers: the same question gives the same answer again, without a network."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from inspector.errors import CannotRead, ModelFailed, cause
from inspector.given import given_bytes
from inspector.llm.chat import Ending, Failure, Message
from inspector.model import Usage

PREFIX = "replay:"
_Answer = tuple[str, list[str], Ending]
"""What was asked, as its key; the pieces of what came, and how it ended."""


@dataclass(frozen=True, slots=True)
class ReplayedChat:
    """Answers from a cassette: a file with one JSON line an answer."""

    path: Path

    @property
    def name(self) -> str:
        """``replay:PATH``"""
        return f"{PREFIX}{self.path}"

    @property
    def destination(self) -> str:
        """Nobody."""
        return f"nobody: answers come from {self.path}"

    async def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        """The recorded pieces and ending. Raises ModelFailed where this was never recorded."""
        wanted = question_key(messages)
        for question, pieces, ending in _answers(self.path):
            if question == wanted:
                for piece in pieces:
                    yield piece
                yield ending
                return
        raise ModelFailed(
            f"{self.path} holds no answer to this.",
            kind=Failure.NOT_RECORDED,
            hint="The prompt, the strategy or the session differs from what was recorded.",
        )


def question_key(messages: Sequence[Message]) -> str:
    """What an answer is found by: all that was asked."""
    asked = orjson.dumps([(message.role, message.text) for message in messages])
    return hashlib.blake2b(asked, digest_size=16).hexdigest()


def _answers(path: Path) -> list[_Answer]:
    """Every answer; a line that holds none costs itself. Raises CannotRead where all of them hold none."""
    try:
        lines = [line for line in given_bytes(path).splitlines() if line.strip()]
    except OSError as why:
        raise CannotRead(f"The recorded answers in {path} cannot be read: {cause(why)}.", path=str(path)) from why
    found = [answer for line in lines if (answer := _answer(line)) is not None]
    if lines and not found:
        raise CannotRead(f"{path} holds no recorded answers.", path=str(path))
    return found


def _answer(line: bytes) -> _Answer | None:
    try:
        told = orjson.loads(line)
        ending, used = told["ending"], told["ending"]["usage"]
        usage = Usage(**{name: None if count is None else int(count) for name, count in used.items()}) if used else None
        return (
            str(told["question"]),
            [*map(str, told["pieces"])],
            Ending(str(ending["finish"]), usage, str(ending["model"])),
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None
