"""Recorded answers: the same question gives the same answer again, without a network."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from inspector.errors import CannotRead, ModelFailed, cause
from inspector.given import given_bytes
from inspector.llm.chat import Ending, Failure, Message
from inspector.model import Usage

PREFIX = "replay:"


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
        for line in _lines(self.path):
            if line.get("question") != wanted:
                continue
            for piece in line["pieces"]:
                yield piece
            ending = line["ending"]
            usage = Usage(**ending["usage"]) if ending["usage"] else None
            yield Ending(ending["finish"], usage, ending["model"])
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


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        return [orjson.loads(line) for line in given_bytes(path).splitlines() if line.strip()]
    except (OSError, orjson.JSONDecodeError) as why:
        raise CannotRead(f"The recorded answers in {path} cannot be read: {cause(why)}.", path=str(path)) from why
