"""What a chat_compression record of Qwen Code says of itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from inspector.model import CompactionRecord, ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.parts import Piece
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_list, as_text, render

_TRIGGERS = {"token_limit": "auto", "image_overflow": "overflow", "payload_overflow": "overflow", "manual": "manual"}
_DONE, _NOTHING = 1, 5
_RESTORED = re.compile(r"[^\n]*\n\n## ([^\n]+)\n\n```")
"""A line, a path as a heading, and the file's content fenced."""
_STATUS = {
    2: "the new context was larger",
    3: "its tokens could not be counted",
    4: "the summary was empty",
    5: "there was nothing to compress",
    6: "the summary was cut off",
    7: "the model could not be called",
}


def of_record(record: Record, at: Source, asked: bool) -> CompactionRecord:
    """The compression of a record; ``asked`` where the user gave the command just before."""
    told = as_dict(as_dict(record.get("systemPayload")).get("info"))
    status, said = as_int(told.get("compressionStatus")), as_text(told.get("triggerReason"))
    held = bool(as_list(as_dict(record.get("systemPayload")).get("compressedHistory")))
    done = status == _DONE or (held and status not in _STATUS)
    notes = [] if done else [f"It changed nothing: {_STATUS.get(status or 0, 'the log does not say why')}."]
    for side, key in (("before", "originalTokenCountIsEstimated"), ("after", "newTokenCountIsEstimated")):
        if told.get(key) is True:
            notes.append(f"The agent estimated the tokens {side} it.")
    if as_text(told.get("warning")):
        notes.append(told["warning"][:300])
    return CompactionRecord(
        id=as_text(record.get("uuid")),
        source=at,
        kind="summary",
        trigger=_TRIGGERS.get(said, "manual" if asked and not said else "unknown"),
        status="ok" if done else "failed",
        time=as_time(record.get("timestamp")),
        reported_before=as_int(told.get("originalTokenCount")),
        reported_after=as_int(told.get("newTokenCount")) if done else None,
        readable=False,
        notes=tuple(notes),
    )


def failed_command(payload: Record, at: Source, time: str | None, name: str) -> CompactionRecord | None:
    """The compression that a command asked for and that its result says failed; None for any other result."""
    for shown in as_list(payload.get("outputHistoryItems")):
        item = as_dict(shown)
        told = as_dict(item.get("compression"))
        status = as_int(told.get("compressionStatus"))
        refused = item.get("type") == "error"
        if not refused and (status is None or status in (_DONE, _NOTHING)):
            continue
        return CompactionRecord(
            id=name,
            source=at,
            kind="summary",
            trigger="manual",
            status="failed",
            time=time,
            reported_before=as_int(told.get("originalTokenCount")),
            readable=False,
            notes=() if refused else (f"It changed nothing: {_STATUS.get(status or 0, 'the log does not say why')}.",),
            reason=as_text(item.get("text")) if refused else "",
            focus=focus_of(as_text(payload.get("rawCommand"))),
        )
    return None


def focus_of(command: str) -> str:
    """What a person asked a compression to look after."""
    name, _, words = command.strip().partition(" ")
    return words.strip() if name in COMMANDS else ""


COMMANDS = ("/compress", "/summarize", "/compact")
"""The command and its other names; /compress-fast writes no summary and takes no words."""


def find_summary(wanted: Sequence[Piece], known: Sequence[int | None]) -> list[Piece]:
    """The new context with its summary marked: the first new text in the user's name, the harness's own left out."""
    marked = list(wanted)
    if any(piece.kind is ItemKind.SUMMARY and number is None for piece, number in zip(wanted, known, strict=True)):
        return [_no_human(piece, number) for piece, number in zip(marked, known, strict=True)]
    for place, (piece, number) in enumerate(zip(wanted, known, strict=True)):
        if number is None and piece.kind is ItemKind.USER:
            marked[place] = piece._replace(kind=ItemKind.SUMMARY, origin=Origin.HARNESS, detail="compact_summary")
            break
        if number is not None and piece.kind in (ItemKind.USER, ItemKind.ASSISTANT):
            break  # what was kept has begun: there is no summary in front of it
    return [_no_human(piece, number) for piece, number in zip(marked, known, strict=True)]


def _no_human(piece: Piece, number: int | None) -> Piece:
    """A text in the user's name that is not in the log before was not typed by them, as far as the log shows."""
    if number is None and piece.origin is Origin.HUMAN:
        detail = "restored_file" if _RESTORED.match(render(piece.value)) else "carried_over"
        return piece._replace(kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, detail=detail)
    return piece


def without_summary(record: CompactionRecord, wanted: Sequence[Piece], known: Sequence[int | None]) -> CompactionRecord:
    """A compression that wrote none: history was cut, or outputs were replaced by shorter ones."""
    if any(piece.kind is ItemKind.SUMMARY and number is None for piece, number in zip(wanted, known, strict=True)):
        return record
    shorter = any(number is None and render(piece.value) for piece, number in zip(wanted, known, strict=True))
    note = "Some outputs were shortened, and no summary was written." if shorter else "No summary was written."
    return replace(record, kind="trim", notes=(*record.notes, note))
