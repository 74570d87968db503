"""What a Gemini CLI log says of a compaction: in the new list of messages, and in the texts shown to the user.

The context manager of Gemini CLI makes of a history what it sends by a rule of its own: a result whose call is gone
gets a call without arguments in front of it, a request that would begin with the model a text in front of that.
Results stand in front of all else of their turn. A newest message that has no turn of its own is sent in its place and
once more at the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import CompactionRecord, Item, ItemKind, Source
from inspector.read.adapters.gemini_cli.records import Told
from inspector.read.build import Builder, Piece, noted
from inspector.read.parts import STATE
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_list, as_text, digits, render

_DONE = re.compile(r"compressed from:? ([\d.,]+)(%?) to:? ([\d.,]+)(%?)", re.IGNORECASE)
_FAILED = re.compile(r"(?:fail\w*|could not|unable)\b.{0,40}\bcompress|compress\w*\b.{0,60}\bfail", re.IGNORECASE)
_SHOWN = ("info", "warning", "error")
_LEFT = "It left the history as it was; the log does not say why."


def of_snapshot(at: Source, told: Told, following: Sequence[Told]) -> CompactionRecord:
    """A compaction whose new context the log holds, in ``told``. ``following`` are the records behind it."""
    before = after = None
    trigger, time = "unknown", _time_of(told)
    for record in following:
        if record.what != "message" or record.value.get("type") not in _SHOWN:
            if record.what == "message":
                break
            continue
        time = as_time(record.value.get("timestamp")) or time
        text = render(record.value.get("content"))
        said = _DONE.search(text)
        if said:
            before, after = _tokens(said[1], said[2]), _tokens(said[3], said[4])
        # /compress leaves an info text that is empty; by itself the agent says how much it freed.
        trigger = "auto" if said else "manual" if not text.strip() else trigger
        break
    return noted(f"set-{at.line}", at, "summary", trigger, time=time, reported_before=before, reported_after=after)


def of_text(record: Told, records: Sequence[Told]) -> CompactionRecord | None:
    """A compaction that only a text for the user tells of, or None where the text is about something else."""
    text = render(record.value.get("content"))
    said, failed = _DONE.search(text), _FAILED.search(text) if "compress" in text.lower() else None
    # What /compress says has no words, and where lists are written and none is new, it has left the history as it was.
    silent = record.value.get("content") == "" and record.value.get("type") == "info" and any(map(_is_list, records))
    if not said and not failed and not silent:
        return None
    note = "Only this text tells of it; what was kept, and the summary, are not in this log."
    return noted(
        as_text(record.value.get("id")) or f"text-{record.at.line or record.at.pointer}",
        record.at,
        "summary",
        # By itself the program says nothing where it fails.
        "auto" if said else "manual",
        status="partial" if said else "failed",
        time=as_time(record.value.get("timestamp")),
        reported_before=_tokens(said[1], said[2]) if said else None,
        reported_after=_tokens(said[3], said[4]) if said else None,
        reason="" if said else text[:300] or _LEFT,
        notes=(note,) if said else (),
    )


def _is_list(told: Told) -> bool:
    return told.what == "set" and "messages" in as_dict(told.value.get("$set"))


def of_shortening(at: Source, told: Told) -> CompactionRecord:
    """Outputs of tools that were cut, or moved to files with a short preview in their place."""
    note = "Outputs were shortened, or moved to files; what stands in their place is what is sent from here on."
    return noted(f"shortened-{at.line}", at, "edit", "auto", time=_time_of(told), notes=(note,))


def _time_of(told: Told) -> str | None:
    return as_time(as_dict(told.value.get("$set")).get("lastUpdated"))


def _tokens(value: str, percent: str) -> int | None:
    # Percent of a window that the log does not name are no number of tokens.
    return None if percent else digits(value.replace(",", "").split(".")[0])


def is_shortened(build: Builder, wanted: list[Piece], known: list[int | None]) -> bool:
    """Whether results that stand in the context give way to others of the same calls."""
    kept = frozenset(known)
    items = (build.items[number - 1] for number in build.context if number not in kept)
    gone = {item.call_id for item in items if item.kind is ItemKind.TOOL_RESULT and item.call_id}
    new = (piece for piece, number in zip(wanted, known, strict=True) if number is None)
    return any(piece.kind is ItemKind.TOOL_RESULT and piece.call_id in gone for piece in new)


CONTINUES = "[Continuing from previous AI thoughts...]"
"""What stands in front of a request that would begin with the model."""
GOES_ON = "Please continue."
"""What stands behind one that would end with it."""
LOST = "result made up for a call whose result is gone"
_MODEL = (ItemKind.ASSISTANT, ItemKind.TOOL_CALL)


class MadeUp(NamedTuple):
    """A piece that no message has: a text, the call of a result, or an item once more."""

    what: str
    """text, call or again."""
    text: str = ""
    of: int = 0
    """The item that is sent again, or whose call it is."""


Sent = int | MadeUp


def is_managed(records: Sequence[Told], again: set[int]) -> bool:
    """Whether the context manager was on: it writes the list between each answer and what is said next.

    Without it that happens here and there.
    """
    turns = managed = 0
    answered = listed = stated = False
    for index, record in enumerate(records):
        if index in again:
            continue
        messages = as_list(as_dict(record.value.get("$set")).get("messages")) if record.what == "set" else []
        listed = listed or bool(messages)
        stated = stated or any(_is_state(message) for message in messages)
        if record.what != "message":
            continue
        if record.value.get("type") == "user":
            turns, managed = turns + answered, managed + (answered and listed)
            answered = False
        elif record.value.get("type") == "gemini":
            answered, listed = True, False
    return turns == managed and (turns > 1 or (turns == 1 and stated))


def _is_state(message: object) -> bool:
    content = as_dict(message).get("content")
    return any(render(as_dict(part).get("text")).startswith(STATE) for part in as_list(content))


def as_sent(items: Sequence[Item], context: Sequence[int], held: int) -> list[Sent]:
    """What is sent of a context whose first ``held`` items were the history and whose others are new.

    Calls whose results are gone are left as they are; ``lacks_results`` tells of them.
    """
    turns = list[tuple[bool, list[int]]]()
    joined = False
    for place, number in enumerate(context):
        is_model = items[number - 1].kind in _MODEL or items[number - 1].detail == "acknowledgement"
        if turns and turns[-1][0] == is_model:
            turns[-1][1].append(number)
            joined = joined or place == held
        else:
            turns.append((is_model, [number]))
    sent = list[tuple[bool, list[Sent]]]()
    for is_model, numbers in turns:
        if is_model:
            sent.append((True, [*numbers]))
            continue
        results = [number for number in numbers if items[number - 1].kind is ItemKind.TOOL_RESULT]
        calls = _calls(items, sent[-1][1]) if sent else []
        if not sent and any(items[number - 1].call_id not in calls for number in results):
            sent.append((True, []))
        for number in results:
            if items[number - 1].call_id not in calls:
                sent[-1][1].append(MadeUp("call", of=number))
                calls.append(items[number - 1].call_id)
        results.sort(key=lambda number: calls.index(items[number - 1].call_id))
        others = [number for number in numbers if number not in results]
        sent.append((False, [*results, *others]))
    if sent and sent[0][0]:
        sent.insert(0, (False, [MadeUp("text", CONTINUES)]))
    if sent and sent[-1][0]:
        sent.append((False, [MadeUp("text", GOES_ON)]))
    pieces = [piece for _, said in sent for piece in said]
    if joined:
        pieces += [MadeUp("again", of=number) for number in context[held:]]
    return pieces


def lacks_results(items: Sequence[Item], context: Sequence[int]) -> bool:
    """Whether a call stands in a context without its result."""
    told = {items[number - 1].call_id for number in context if items[number - 1].kind is ItemKind.TOOL_RESULT}
    return any(
        items[number - 1].kind is ItemKind.TOOL_CALL and items[number - 1].call_id not in told for number in context
    )


def _calls(items: Sequence[Item], sent: Sequence[Sent]) -> list[str]:
    called = (items[piece - 1] for piece in sent if isinstance(piece, int))
    return [item.call_id for item in called if item.kind is ItemKind.TOOL_CALL]
