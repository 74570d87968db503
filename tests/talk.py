"""Short sessions written as a conversation, for tests of what is found in them and what became of it."""

from __future__ import annotations

from inspector.model import Append, CompactionRecord, Item, ItemKind, Operation, Origin, Session, Source, Splice
from inspector.reconstruct.segment import Segment, find_segments
from inspector.survival.found import find
from tests.read_back import compactions

Said = tuple[str, str]
"""Who ("human", "queued", "answer", "agent", "tool", "write", "plan call", "plan", "summary", …) and what."""
_VOICES = {
    "human": (ItemKind.USER, Origin.HUMAN, "typed"),
    "queued": (ItemKind.USER, Origin.HUMAN, "queued"),
    "feedback": (ItemKind.USER, Origin.HUMAN, "feedback"),
    "command": (ItemKind.USER, Origin.HUMAN, "command"),
    "answer": (ItemKind.USER, Origin.HUMAN, "answer"),
    "instructions": (ItemKind.INSTRUCTIONS, Origin.HARNESS, ""),
    "harness": (ItemKind.ATTACHMENT, Origin.HARNESS, "reminder"),
    "halt": (ItemKind.USER, Origin.HARNESS, "interrupt"),
    "agent": (ItemKind.ASSISTANT, Origin.AGENT, ""),
    "tool": (ItemKind.TOOL_RESULT, Origin.TOOL, ""),
    "ask": (ItemKind.TOOL_RESULT, Origin.TOOL, ""),
    "write": (ItemKind.TOOL_CALL, Origin.AGENT, ""),
    "plan call": (ItemKind.TOOL_CALL, Origin.AGENT, ""),
    "plan": (ItemKind.TOOL_RESULT, Origin.TOOL, ""),
    "summary": (ItemKind.SUMMARY, Origin.HARNESS, ""),
    "encrypted": (ItemKind.SUMMARY, Origin.HARNESS, "encrypted_summary"),
}
_TOOLS = {"ask": "AskUserQuestion", "write": "Write", "plan call": "ExitPlanMode", "plan": "ExitPlanMode"}
# What was called, and what came of it.
_PLAN_VOICES = frozenset({"plan call", "plan"})
# An answer shares the line of the question tool's result, as in the logs.
_SAME_LINE = frozenset({"answer"})


def session(*said: Said, keep: int = 0) -> Session:
    """A session in which each summary replaces all before it but the last ``keep`` items."""
    items: list[Item] = []
    ops: list[Operation] = []
    present: list[int] = []
    line = 0
    for who, text in said:
        kind, origin, detail = _VOICES[who]
        number = len(items) + 1
        line += who not in _SAME_LINE
        source = Source("talk.jsonl", line)
        items.append(
            Item(
                number,
                f"i{number}",
                kind,
                origin,
                source,
                text[:200],
                len(text),
                _TOOLS.get(who, ""),
                # An answer belongs to the call whose result it stands in.
                call_id=f"call-{line}" if who in ("ask", "answer") else "plan" if who in _PLAN_VOICES else "",
                text=text,
                detail=detail,
            )
        )
        if kind is ItemKind.SUMMARY:
            gone = tuple(present[: len(present) - keep])
            record = CompactionRecord(f"c{number}", source, "summary", summary=number, readable=who == "summary")
            ops.append(Splice(gone, (number,), 0, compaction=record))
            present = [number, *present[len(present) - keep :]]
        elif who not in _SAME_LINE:
            ops.append(Append(number))
            present.append(number)
    return Session(id="talk", agent="test", path="talk.jsonl", items=tuple(items), ops=tuple(ops))


def read(item: Item) -> str:
    """The text of an item."""
    return item.text or ""


def segments(*said: Said, keep: int = 0) -> tuple[Segment, ...]:
    """The segments of such a session."""
    made = session(*said, keep=keep)
    return find_segments(made, compactions(made), read)


def segment(*said: Said) -> Segment:
    """What stood before the one summary that is put behind these words."""
    return segments(*said, ("summary", "Nothing of it."))[0]


def found(*said: Said, keep: int = 0):
    """What was said and shown before each compaction of such a session."""
    made = session(*said, keep=keep)
    return list(find(made, compactions(made), read))
