"""How a session ended, as far as its log tells, and how that is known.

The last thing in the main thread that tells something decides. A log that stops in the middle of work may be that of an
agent which still runs: nothing here says that it failed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Basis, Item, ItemKind, Origin, Session
from inspector.read.tools import ToolKind, tool_kind


class End(StrEnum):
    """How a session can end."""

    FINISHED = "finished"
    WAITING = "waiting"
    """The agent asked something that nobody answered."""
    STOPPED = "stopped"
    """By the user."""
    FAILED = "failed"
    ABANDONED = "abandoned"
    """In the middle of work."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended, in a sentence without its stop, and the item that tells so."""

    end: End
    why: str
    item: int | None
    basis: Basis


UNTOLD = Ending(End.UNKNOWN, "How it ended is not in this log", None, Basis.INFERRED)
_DONE = frozenset({"attempt_completion", "finish", "submit", "complete", "task_done", "agentfinishaction"})
_TELLS = frozenset({"plan_mode_respond", "exitplanmode", "exit_plan_mode"})
"""A plan that is shown waits for a word."""
_BY_HAND = "shell"
"""Of a command that the human ran."""
_GOOD = re.compile(r"submitted|\bsuccess|\bcomplete|\bfinish|\bdone\b|\bresolved", re.IGNORECASE)
_BAD = re.compile(r"error|fail|limit|exceed|exit_|cost|timeout|abort|killed|crash|unable", re.IGNORECASE)
_STOPPED = re.compile(r"stopp|interrupt|cancel|paus|reject", re.IGNORECASE)
_ASKS = re.compile(r"await\w*user|waiting", re.IGNORECASE)
_STATES = frozenset({"exit_status", "exit", "agent_state_changed", "status", "result"})
_INTERRUPTS = frozenset({"interrupt", "turn_aborted", "interrupted", "user_cancelled", "abort"})
_TURNED_DOWN = "The user doesn't want to"
_LONGEST = 100


def ending(session: Session, read: Callable[[Item], str]) -> Ending:
    """How a session ended; texts are read of the last few items alone."""
    answered = {item.call_id for item in session.items if item.kind is ItemKind.TOOL_RESULT and item.call_id}
    for item in _backwards(session):
        told = _told(item, answered, read)
        if told is not None:
            return told
    return UNTOLD


def _backwards(session: Session) -> Iterator[Item]:
    return (item for item in reversed(session.items) if not item.thread)


def _told(item: Item, answered: set[str], read: Callable[[Item], str]) -> Ending | None:
    """What an item says of the end; None where it says nothing, and the one before is asked."""
    if item.detail in _INTERRUPTS:
        return Ending(End.STOPPED, "The user stopped it", item.number, Basis.RECORDED)
    if item.kind is ItemKind.EVENT or (item.error and item.kind is ItemKind.ASSISTANT):
        return _event(item, read)
    if item.kind is ItemKind.TOOL_CALL:
        return _call(item, answered)
    if item.kind is ItemKind.TOOL_RESULT:
        return _result(item, read)
    if item.kind is ItemKind.ASSISTANT:
        return _answer(item, read)
    if item.kind is ItemKind.REASONING:
        return _abandoned(item, "behind a thought")
    is_asked = item.kind is ItemKind.USER and item.origin is Origin.HUMAN and item.detail not in ("command", "bash")
    return _abandoned(item, "with a message that has no answer") if is_asked else None


def _event(item: Item, read: Callable[[Item], str]) -> Ending | None:
    text = " ".join(read(item).split())
    if item.detail == "exit" and len(text) > _LONGEST:
        return Ending(End.FINISHED, "The agent handed in its result", item.number, Basis.RECORDED)
    if item.detail in _STATES and len(text) <= _LONGEST:
        for pattern, end in ((_STOPPED, End.STOPPED), (_ASKS, End.WAITING), (_GOOD, End.FINISHED), (_BAD, End.FAILED)):
            if pattern.search(text):
                return Ending(end, f"The log says so: {_short(text)}", item.number, Basis.RECORDED)
        return None
    if item.error or item.detail == "api_error":
        return Ending(End.FAILED, f"The last thing is an error: {_short(text)}", item.number, Basis.RECORDED)
    return None


def _call(item: Item, answered: set[str]) -> Ending | None:
    name = item.tool.casefold()
    if name in _DONE:
        return Ending(End.FINISHED, f"The agent called {item.tool}", item.number, Basis.RECORDED)
    if item.call_id in answered:
        return None
    if tool_kind(item.tool) is ToolKind.ASK or name in _TELLS:
        return Ending(End.WAITING, "A question of the agent has no answer", item.number, Basis.RECORDED)
    return _abandoned(item, f"in a call of {item.tool}" if item.tool else "in a call")


def _result(item: Item, read: Callable[[Item], str]) -> Ending | None:
    if item.detail == _BY_HAND:
        return None
    if item.tool.casefold() in _DONE:
        return Ending(End.FINISHED, f"The agent called {item.tool}", item.number, Basis.RECORDED)
    if item.error and read(item).lstrip().startswith(_TURNED_DOWN):
        return Ending(End.STOPPED, "The user turned a call down", item.number, Basis.RECORDED)
    return _abandoned(item, f"behind a result of {item.tool}" if item.tool else "behind a result")


def _answer(item: Item, read: Callable[[Item], str]) -> Ending | None:
    text = read(item).rstrip().rstrip("*_` ")
    if not text:
        return None
    if text.endswith(("?", "？")):
        return Ending(End.WAITING, "The agent's last words are a question", item.number, Basis.INFERRED)
    return Ending(End.FINISHED, "The agent's answer is the last word", item.number, Basis.INFERRED)


def _abandoned(item: Item, where: str) -> Ending:
    return Ending(End.ABANDONED, f"The log ends {where}; the agent may still be running", item.number, Basis.INFERRED)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rsplit(' ', 1)[0]}…"
