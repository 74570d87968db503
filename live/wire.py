"""What the four providers' interfaces have in common: a request in, an answer out, and a request taken apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a request: who speaks, and the words. Of a call, its name and arguments."""

    voice: str
    """instructions, tools, user, assistant, reasoning, call, result."""
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer in an interface's own terms: calls have the agent's names and arguments."""

    number: int
    text: str
    reasoning: str
    calls: tuple[tuple[str, Body | str], ...]
    prompt: int
    """Prompt tokens that are told."""
    output: int


class Wire(Protocol):
    """One interface. Texts of a request may stand anywhere in it; nothing here knows an agent."""

    def takes(self, path: str) -> bool:
        """Whether a path asks the model for an answer."""
        ...

    def streams(self, path: str, body: Body) -> bool:
        """Whether the answer is to be a stream of events."""
        ...

    def whole(self, body: Body, reply: Reply) -> Body:
        """The answer as one document."""
        ...

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        """The answer as server-sent events, each with its blank line."""
        ...

    def error(self, status: int, message: str) -> Body:
        """What the provider says instead of an answer."""
        ...

    def pieces(self, body: Body) -> list[Piece]:
        """The request taken apart, in the order in which the model reads it."""
        ...


def call_piece(name: str, arguments: Any) -> Piece:
    """A call, its arguments written in one way."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return Piece("call", f"{name} {arguments.strip()}")
    return Piece("call", f"{name} {json.dumps(arguments, sort_keys=True, ensure_ascii=False)}")


def text_of(content: Any) -> str:
    """The text of a content that is a string or a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content or () if isinstance(part, dict))


def event(value: Any, name: str = "") -> str:
    """One server-sent event."""
    data = value if isinstance(value, str) else json.dumps(value)
    return f"event: {name}\ndata: {data}\n\n" if name else f"data: {data}\n\n"
