"""The call that wrote a summary, in a log that holds every call: its answer stands in the context that follows."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inspector.model import ItemKind, Origin, Splice
from inspector.read.api.messages import SYSTEM_PROMPT
from inspector.read.conversation import Conversation
from inspector.read.prefix import Part
from inspector.read.values import as_text

_REMEMBERED = 8
"""Answers: between that of a summarizer and the request that begins with it stand few others."""
_LEAST = 40
"""Characters by which an answer can be told."""
_SHARE = 0.6
"""Of an answer's text: an agent trims it, and writes its own words around it."""


@dataclass(frozen=True, slots=True)
class _Written:
    lines: tuple[str, ...]
    prompt: int
    """The item that its request ended with."""
    instructions: int | None


@dataclass(slots=True)
class Summarizers:
    """The last answers of a log, and what was asked for each."""

    _last: deque[_Written] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))

    def remember(self, conversation: Conversation, answer: Sequence[Part]) -> None:
        """Note an answer of text alone to a request that ends with words of a user; it is not in the context yet."""
        items = conversation.build.items
        if not conversation.entries or any(part.kind is ItemKind.TOOL_CALL for part in answer):
            return
        asked = items[conversation.entries[-1].item - 1]
        text = "\n".join(as_text(part.value) for part in answer if part.kind is ItemKind.ASSISTANT)
        if asked.kind is ItemKind.USER and len(text) >= _LEAST:
            self._last.append(_Written(_lines(_kept(text)), asked.number, _instructions(conversation)))

    def tie(self, conversation: Conversation, parts: Sequence[Part]) -> None:
        """Name the prompt of a compaction that the request at hand shows, where its summary was answered before."""
        ops, items = conversation.ops, conversation.build.items
        index = next((n for n in range(len(ops) - 1, -1, -1) if type(ops[n]) is Splice), -1)
        op = ops[index] if index >= 0 else None
        record = op.compaction if type(op) is Splice else None
        if type(op) is not Splice or record is None or record.prompt is not None or record.summary is None:
            return
        key = next((entry.key for entry in conversation.entries if entry.item == record.summary), None)
        summary = frozenset(_lines(next((as_text(part.value) for part in parts if part.key == key), "")))
        for written in reversed(self._last):
            stood = sum(len(line) for line in written.lines if line in summary)
            if stood < max(_LEAST, _SHARE * sum(map(len, written.lines))):
                continue
            own = written.instructions if written.instructions != _instructions(conversation) else None
            ops[index] = replace(op, compaction=replace(record, prompt=written.prompt, instructions=own))
            # Nobody typed it, whoever's words it stands among.
            asked = items[written.prompt - 1]
            items[written.prompt - 1] = replace(asked, origin=Origin.HARNESS, detail="summarizer_prompt")
            return


def _kept(answer: str) -> str:
    """The summary in an answer, without what was thought aloud beside it."""
    _, mark, inner = answer.rpartition("<summary>")
    return inner.partition("</summary>")[0] if mark else answer


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in (" ".join(line.split()) for line in text.splitlines()) if line)


def _instructions(conversation: Conversation) -> int | None:
    items = conversation.build.items
    numbers = (entry.item for entry in conversation.entries if items[entry.item - 1].detail == SYSTEM_PROMPT)
    return next(numbers, None)
