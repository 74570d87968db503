"""Whether this is a moment to compact: for hooks, before anything is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import orjson

from inspector.model import Item, ItemKind, Origin, Session
from inspector.read.tools import ToolKind, path_argument, tool_kind
from inspector.work.runs_of_tests import test_runs
from inspector.work.steps import steps

_RECENT = 60
"""Items in which the last run of tests is looked for: an older one is not what the agent is at."""
_CHANGES = frozenset({ToolKind.EDIT, ToolKind.CREATE})


def unsafe_seam(session: Session, read: Callable[[Item], str]) -> str:
    """Why this is no moment to compact, in a sentence; "" where nothing speaks against it."""
    items = [item for item in session.items if not item.thread]
    return _half_an_edit(items, read) or _failing_tests(items, read) or _open_question(items)


def _half_an_edit(items: Sequence[Item], read: Callable[[Item], str]) -> str:
    answered = {item.call_id for item in items if item.kind is ItemKind.TOOL_RESULT}
    last = next((item for item in reversed(items) if item.kind is ItemKind.TOOL_CALL), None)
    if last is None or last.call_id in answered or tool_kind(last.tool) not in _CHANGES:
        return ""
    return f"An edit is under way ({_path(read(last)) or last.tool})."


def _path(arguments: str) -> str:
    try:
        return path_argument(orjson.loads(arguments))
    except orjson.JSONDecodeError:
        return ""


def _failing_tests(items: Sequence[Item], read: Callable[[Item], str]) -> str:
    runs = list(test_runs(steps(items[-_RECENT:], read)))
    if not runs or not runs[-1].bad:
        return ""
    failed = runs[-1].failed
    return f"The last run of tests failed{f' ({failed:,} of them)' if failed else ''}."


def _open_question(items: Iterable[Item]) -> str:
    talk = [item for item in items if item.kind in (ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.USER)]
    while talk and talk[-1].kind is ItemKind.USER and not _is_answer(talk[-1]):
        talk.pop()
    if talk and talk[-1].kind is ItemKind.TOOL_CALL and tool_kind(talk[-1].tool) is ToolKind.ASK:
        return "A question to you has no answer yet."
    asks = talk and talk[-1].kind is ItemKind.ASSISTANT and talk[-1].preview.rstrip().endswith("?")
    return "The agent asked you something that has no answer yet." if asks else ""


def _is_answer(item: Item) -> bool:
    """Whether it is words of the human, and not the command that compacts."""
    return item.origin is Origin.HUMAN and item.detail != "command"
