"""Short sessions in which an agent works with tools, for tests of what a summary says of the work."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from inspector.verdicts.claims import find_claims

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
from inspector.reconstruct.segment import Segment, find_segments, summary_of

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


def wrote(path: str, text: str) -> Used:
    """A file written whole."""
    return Used("Write", {"file_path": path, "content": text}, "File created successfully")


def edited(path: str, old: str = "a", new: str = "b") -> Used:
    """A place in a file changed."""
    return Used("Edit", {"file_path": path, "old_string": old, "new_string": new}, "The file has been updated")


def showed(path: str, first: int, last: int, limit: int | None = None) -> Used:
    """Lines of a file shown, each with its number."""
    asked = {"file_path": path} if limit is None else {"file_path": path, "offset": first, "limit": limit}
    return Used("Read", asked, "\n".join(f"{line:6}→text" for line in range(first, last + 1)))


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


def claims(summary: str, *said: tuple[str, str] | Used, **more: object) -> list[tuple[str, str, str]]:
    """What is listed against a summary: subject, kind and reason of each claim."""
    of = segment(*said, summary=summary, **more)
    left = summary_of(of.session, of.compaction)
    assert left is not None, "the summary of this session can be read"
    return [(claim.subject, claim.kind, claim.why) for claim in find_claims(of, left)]


def kinds(summary: str, *said: tuple[str, str] | Used, **more: object) -> list[tuple[str, str]]:
    """The same without the reasons."""
    return [(subject, kind) for subject, kind, _ in claims(summary, *said, **more)]
