"""What the four providers' interfaces have in common: a request in, an answer out, and a request taken apart."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

Body = dict[str, Any]
_TOOL = re.compile(r'"name":\s*"([^"]+)"')
Call = tuple[str, Body | str]
"""Name and arguments."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a request: who speaks, and the words. Of a call, its name and arguments."""

    voice: str
    """instructions, tools, user, assistant, reasoning, call, result."""
    text: str
    place: str = field(default="", compare=False)
    """Where the inspector has it from."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer in an interface's own terms: calls have the agent's names and arguments."""

    number: int
    text: str
    reasoning: str
    calls: tuple[Call, ...]
    prompt: int
    """Prompt tokens that are told, those from the cache with them."""
    output: int

    @property
    def cached(self) -> int:
        """Prompt tokens that are told as read from the cache, so that a reader who adds or forgets them is found."""
        return int(self.prompt * 0.6)

    @property
    def thought(self) -> int:
        """Output tokens that are told as reasoning."""
        return len(self.reasoning) // 4


class Wire(ABC):
    """One interface; nothing here knows an agent."""

    path: ClassVar[str]
    """How a path ends that asks the model for an answer."""

    @abstractmethod
    def whole(self, body: Body, reply: Reply) -> Body:
        """The answer as one document."""

    @abstractmethod
    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        """The answer as server-sent events, each with its blank line."""

    @abstractmethod
    def pieces(self, body: Body) -> Iterator[Piece]:
        """The request taken apart, in the order in which the model reads it."""


def tools_piece(definitions: Any) -> Iterator[Piece]:
    """All definitions of tools by their names, if there are any; those that are quoted in a description are escaped."""
    told = definitions if isinstance(definitions, str) else json.dumps(definitions or "")
    if names := _TOOL.findall(told):
        yield Piece("tools", json.dumps(names))


def call_piece(name: str, arguments: Any, place: str = "") -> Piece:
    """A call, its arguments written in one way."""
    try:
        told = written(json.loads(arguments) if isinstance(arguments, str) else arguments)
    except ValueError:
        told = arguments.strip()
    return Piece("call", f"{name} {told}", place)


def usage(reply: Reply, asked: str, answered: str) -> Body:
    """Tokens as OpenAI's interfaces tell them, each with words of its own for what was asked and answered."""
    return {
        f"{asked}_tokens": reply.prompt,
        f"{asked}_tokens_details": {"cached_tokens": reply.cached},
        f"{answered}_tokens": reply.output,
        f"{answered}_tokens_details": {"reasoning_tokens": reply.thought},
        "total_tokens": reply.prompt + reply.output,
    }


def written(value: Any) -> str:
    """JSON that is the same for the same value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def parts_of(content: Any) -> list[Any]:
    """A content that is a text or a list of parts, as parts."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or ())


def text_of(content: Any) -> str:
    """The words of a content that is a text or a list of parts."""
    return "".join(part.get("text") or "" for part in parts_of(content) if isinstance(part, dict))


def event(value: Body) -> str:
    """One server-sent event, named by its type where it has one."""
    data = f"data: {json.dumps(value)}\n\n"
    return f"event: {value['type']}\n{data}" if "type" in value else data
