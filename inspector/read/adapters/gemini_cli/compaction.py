"""What a Gemini CLI log says of a compaction: in the new list of messages, and in the texts shown to the user."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.model import CompactionRecord, ItemKind, Source
from inspector.read.adapters.gemini_cli.records import Told
from inspector.read.build import Builder, noted
from inspector.read.parts import Piece
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_text, digits, render

_DONE = re.compile(r"compressed from:? ([\d.,]+)(%?) to:? ([\d.,]+)(%?)", re.IGNORECASE)
_FAILED = re.compile(r"(?:fail\w*|could not|unable)\b.{0,40}\bcompress|compress\w*\b.{0,60}\bfail", re.IGNORECASE)
_SHOWN = ("info", "warning", "error")


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


def of_text(record: Told) -> CompactionRecord | None:
    """A compaction that only a text for the user tells of, or None where the text is about something else."""
    text = render(record.value.get("content"))
    if "compress" not in text.lower():
        return None
    said, failed = _DONE.search(text), _FAILED.search(text)
    if not said and not failed:
        return None
    note = "Only this text tells of it; what was kept, and the summary, are not in this log."
    return CompactionRecord(
        id=as_text(record.value.get("id")) or f"text-{record.at.line or record.at.pointer}",
        source=record.at,
        kind="summary",
        # By itself the program says nothing where it fails.
        trigger="auto" if said else "manual",
        status="partial" if said else "failed",
        time=as_time(record.value.get("timestamp")),
        reported_before=_tokens(said[1], said[2]) if said else None,
        reported_after=_tokens(said[3], said[4]) if said else None,
        readable=False,
        reason="" if said else text[:300],
        notes=(note,) if said else (),
    )


def of_shortening(at: Source, told: Told) -> CompactionRecord:
    """Outputs of tools that were cut, or moved to files with a short preview in their place."""
    return CompactionRecord(
        id=f"shortened-{at.line}",
        source=at,
        kind="edit",
        trigger="auto",
        time=_time_of(told),
        readable=False,
        notes=("Outputs were shortened, or moved to files; what stands in their place is what is sent from here on.",),
    )


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
