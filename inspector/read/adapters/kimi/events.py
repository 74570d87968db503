"""What a Kimi Code wire says: whose a message is, its tokens, what is sent of a result, what a compaction keeps.

Of the user's messages a compaction keeps the tail and the head before it, to the character. It counts a token for four
characters of ASCII and one for each other character. The latest messages are kept up to 18,000 of them, the message at
the edge by its end; what is in front of that fills 2,000 more, and there the message at the edge is kept by its start.
Where all fit into 20,000 nothing is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_int, as_list, as_text, render

_ALL, _HEAD = 20_000, 2_000
_MEDIA = 2_000
_ROLE = 1
"""What the word user counts in each message."""


class Words(NamedTuple):
    """A message of the user as it is counted: its texts as one, and the tokens of all that is in it."""

    text: str
    tokens: int


class Kept(NamedTuple):
    """A message that stays: which one, and the text that is left of it where it was cut."""

    place: int
    cut: str | None = None


def words_of(content: Any) -> Words:
    """A content, counted."""
    if isinstance(content, str):
        return Words(content, _ROLE + tokens_of(content))
    parts = [as_dict(part) for part in as_list(content)]
    texts = [as_text(part.get("text")) for part in parts if part.get("type") == "text"]
    media = sum(as_text(part.get("type")).endswith("_url") for part in parts)
    return Words("".join(texts), _ROLE + sum(map(tokens_of, texts)) + media * _MEDIA)


def tokens_of(text: str) -> int:
    """Kimi's own guess."""
    plain = len(text) if text.isascii() else sum(char < "\x80" for char in text)
    return -(-plain // 4) + len(text) - plain


def select(messages: Sequence[Words]) -> tuple[list[Kept], list[Kept]]:
    """Head and tail of what is kept; no head where nothing is cut."""
    if sum(message.tokens for message in messages) <= _ALL:
        return [], [Kept(place) for place in range(len(messages))]
    tail, first, edge = _tail(messages, _ALL - _HEAD)
    before = list(messages[:first])
    if edge:
        before.append(Words(edge, _ROLE + tokens_of(edge)))
    head, room = [], _HEAD
    for place, message in enumerate(before):
        if room <= 0:
            break
        if message.tokens <= room:
            head.append(Kept(place, edge if edge and place == first else None))
            room -= message.tokens
            continue
        head.append(Kept(place, _start(message.text, room)))
        break
    return head, tail


def _tail(messages: Sequence[Words], room: int) -> tuple[list[Kept], int, str]:
    """The kept tail, the place of its first message, and what was cut off in front of that."""
    tail: list[Kept] = []
    first = len(messages)
    for place in range(len(messages) - 1, -1, -1):
        if room <= 0:
            break
        message, first = messages[place], place
        if message.tokens <= room:
            tail.insert(0, Kept(place))
            room -= message.tokens
            continue
        end = _start(message.text[::-1], room)[::-1]
        tail.insert(0, Kept(place, end))
        return tail, first, message.text[: len(message.text) - len(end)]
    return tail, first, ""


def _start(text: str, room: int) -> str:
    """As much of a text's start as counts no more than ``room``."""
    if text.isascii():
        return text[: room * 4]
    plain = other = 0
    for index, char in enumerate(text):
        plain, other = (plain + 1, other) if char < "\x80" else (plain, other + 1)
        if -(-plain // 4) + other > room:
            return text[:index]
    return text


_BY_ROLE = {
    "assistant": (ItemKind.ASSISTANT, Origin.AGENT, ""),
    "tool": (ItemKind.TOOL_RESULT, Origin.TOOL, ""),
    "system": (ItemKind.INSTRUCTIONS, Origin.HARNESS, "system"),
}
# How origins that no human typed come in.
_BY_HARNESS = {
    "injection": "reminder", "system_trigger": "system_trigger", "task": "task_notification", "cron_job": "cron",
    "cron_missed": "cron", "hook_result": "hook", "retry": "retry", "skill_activation": "skill",
    "plugin_command": "command",
}  # fmt: skip


@dataclass(slots=True)
class Message:
    """One message of the context: its items, and what the rules of compaction and undo ask of it."""

    items: list[int]
    origin: str = ""
    by_user: bool = False
    """Whether the user wrote it: kept by a compaction, counted by an undo."""
    words: Words | None = None
    """Of a message by the user, what decides whether a compaction cuts it."""
    in_turn: bool = False
    """Whether it came in while a turn was running: an undo does not count it."""
    id: str = ""
    owner: str = ""
    """The prompt that an injected message goes with."""


def voice(role: str, origin: Record) -> tuple[ItemKind, Origin, str]:
    """What a message is, whose it is, and how it came in."""
    if role in _BY_ROLE:
        return _BY_ROLE[role]
    kind = as_text(origin.get("kind"))
    if kind == "compaction_summary":
        return ItemKind.SUMMARY, Origin.HARNESS, "carried_summary"
    if kind == "shell_command":
        typed = origin.get("phase") != "output"
        whose = (ItemKind.USER, Origin.HUMAN) if typed else (ItemKind.TOOL_RESULT, Origin.TOOL)
        return (*whose, "shell")
    if kind in ("", "user"):
        return ItemKind.USER, Origin.HUMAN, "typed"
    return ItemKind.ATTACHMENT, Origin.HARNESS, _BY_HARNESS.get(kind, kind)


def usage_of(told: Any) -> Usage | None:
    """Kimi's inputOther leaves cached tokens out. All zeros stand for an answer without usage."""
    return usage_in(as_dict(told), ("inputOther", "inputCacheRead", "inputCacheCreation", "output"))


_FAILED = "<system>ERROR: Tool execution failed.</system>"
_EMPTY_FAILED = "<system>ERROR: Tool execution failed. Tool output is empty.</system>"
_EMPTY = "<system>Tool output is empty.</system>"
_EMPTY_TEXT = "Tool output is empty."
_TIMED = frozenset({"Agent", "AgentSwarm", "Bash", "FetchURL", "Glob", "Grep", "WebSearch"})


def as_sent(result: Record, tool: str) -> Any:
    """The value that was sent: the logged output itself where nothing was put around it."""
    output, failed, note = result.get("output"), result.get("isError") is True, as_text(result.get("note"))
    taken = as_int(result.get("durationMs"))
    timed = taken is not None and (tool in _TIMED or tool.startswith("mcp__"))
    time = f"Wall time: {(taken or 0) / 1000:.3f} seconds" if timed else ""
    text = _only_text(output)
    if text is None:
        return _with_parts(output, failed, time, note)
    if failed:
        told = f"{_FAILED}\n{text}" if text else _EMPTY_FAILED
    else:
        told = _EMPTY if text.strip() in ("", _EMPTY_TEXT) else text
    if time:
        told = f"{time}\n{told}"
    if note:
        told = f"{told}\n{note}"
    return output if told == text and isinstance(output, str) else told


def _only_text(output: Any) -> str | None:
    if output is None or isinstance(output, str):
        return output or ""
    if isinstance(output, list) and len(output) == 1 and isinstance(as_dict(output[0]).get("text"), str):
        return as_text(output[0]["text"])
    return None


def _with_parts(output: Any, failed: bool, time: str, note: str) -> Any:
    if not isinstance(output, list):
        return output
    bare = all(as_dict(part).get("type") == "text" and not render(part).strip() for part in output)
    state = (_EMPTY_FAILED if failed else _EMPTY) if bare else _FAILED if failed else ""
    parts: list[Any] = [] if bare else list(output)
    if state:
        parts.insert(0, {"type": "text", "text": state})
    first = as_dict(parts[0]) if parts else {}
    if time and first.get("type") == "text":
        parts[0] = {"type": "text", "text": f"{time}\n{as_text(first.get('text'))}"}
    elif time:
        parts.insert(0, {"type": "text", "text": time})
    if note:
        parts.append({"type": "text", "text": note})
    return output if parts == output else parts
