"""Short sessions in which an agent works with tools, whose summary says something of the work."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from inspector.model import (
    Append,
    CompactionRecord,
    Diagnostic,
    Item,
    ItemKind,
    Operation,
    Origin,
    Session,
    Source,
    Splice,
)
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.segment import Segment, find_segments

_VOICES = {
    "human": (ItemKind.USER, Origin.HUMAN, "typed"),
    "command": (ItemKind.USER, Origin.HUMAN, "command"),
    "agent": (ItemKind.ASSISTANT, Origin.AGENT, ""),
    "harness": (ItemKind.USER, Origin.HARNESS, "command"),
    "feedback": (ItemKind.USER, Origin.HUMAN, "feedback"),
}


class Used(NamedTuple):
    """A call of a tool and what came back."""

    tool: str
    arguments: dict[str, object]
    output: str = ""
    error: bool = False


def ran(command: str, output: str = "", *, error: bool = False) -> Used:
    """A command with its output."""
    return Used("Bash", {"command": command}, output, error)


def _source(line: int) -> Source:
    return Source("work.jsonl", line)


def _items(said: tuple[tuple[str, str] | Used, ...]) -> list[Item]:
    items: list[Item] = []

    def add(kind: ItemKind, origin: Origin, text: str, **more: object) -> None:
        number = len(items) + 1
        items.append(
            Item(number, f"i{number}", kind, origin, _source(number), text[:200], len(text), text=text, **more)
        )

    for one in said:
        if isinstance(one, Used):
            call = f"call {len(items)}"
            add(ItemKind.TOOL_CALL, Origin.AGENT, json.dumps(one.arguments), tool=one.tool, call_id=call)
            add(ItemKind.TOOL_RESULT, Origin.TOOL, one.output, tool=one.tool, call_id=call, error=one.error)
        else:
            kind, origin, detail = _VOICES[one[0]]
            add(kind, origin, one[1], detail=detail)
    return items


def session(
    *said: tuple[str, str] | Used,
    summary: str = "Nothing of it.",
    after: tuple[tuple[str, str], ...] = (),
    trigger: str = "unknown",
    before: int | None = None,
    diagnostics: tuple[Diagnostic, ...] = (),
) -> Session:
    """A session whose items, each on a line of its own, are all replaced by a summary; ``after`` follows it."""
    items = _items(said)
    number = len(items) + 1
    held = Item(
        number, "s", ItemKind.SUMMARY, Origin.HARNESS, _source(number), summary[:200], len(summary), text=summary
    )
    record = CompactionRecord("c", held.source, "summary", trigger, summary=number, reported_before=before)
    later = [replace(item, number=item.number + number, source=_source(item.number + number)) for item in _items(after)]
    ops: list[Operation] = [Append(item.number) for item in items]
    ops.append(Splice(None, (number,), 0, compaction=record))
    ops += [Append(item.number) for item in later]
    return Session(
        id="work",
        agent="test",
        cwd="/p",
        path="work.jsonl",
        items=(*items, held, *later),
        ops=tuple(ops),
        diagnostics=diagnostics,
    )


def read(item: Item) -> str:
    """The text of an item."""
    return item.text or ""


def segment(*said: tuple[str, str] | Used, **more: object) -> Segment:
    """What stood before the summary of such a session."""
    made = session(*said, **more)
    return find_segments(made, find_compactions(made, Replay(made)).all, read)[0]
