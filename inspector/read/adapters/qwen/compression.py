"""What a chat_compression record of Qwen Code says of itself, and the calls of the summarizer.

Those are what its telemetry tells of calls that are nobody's answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from inspector.model import CompactionRecord, ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.build import Builder, Piece, RequestDraft, noted
from inspector.read.parts import usage
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds, render

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
    return noted(
        as_text(record.get("uuid")),
        at,
        "summary",
        _TRIGGERS.get(said, "manual" if asked and not said else "unknown"),
        status="ok" if done else "failed",
        time=as_time(record.get("timestamp")),
        reported_before=as_int(told.get("originalTokenCount")),
        reported_after=as_int(told.get("newTokenCount")) if done else None,
        notes=tuple(notes),
    )


_STOPPED = "It was stopped before it was done."


def failed_command(payload: Record, at: Source, time: str | None, name: str) -> CompactionRecord | None:
    """The compression that a command asked for and that its result says failed; None for any other result.

    One that the person stopped shows nothing.
    """
    shown = payload.get("outputHistoryItems")
    for item in map(as_dict, [{"type": "error", "text": _STOPPED}] if shown == [] else as_list(shown)):
        told = as_dict(item.get("compression"))
        status = as_int(told.get("compressionStatus"))
        refused = item.get("type") == "error"
        if not refused and (status is None or status in (_DONE, _NOTHING)):
            continue
        return noted(
            name,
            at,
            "summary",
            "manual",
            status="failed",
            time=time,
            reported_before=as_int(told.get("originalTokenCount")),
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


_TOKENS = (
    "input_token_count", "cached_content_token_count", "output_token_count", "thoughts_token_count",
    "total_token_count",
)  # fmt: skip
_ASKED_BY_HAND = "compress-"
_OWN = "########"
"""In the id of a prompt that the session was given; other calls have ids of other kinds."""
_TRIES = 2
"""The summarizer is asked in the session's own form, then in one of its own."""
_TOO_LARGE = 413
_TOO_LONG = re.compile(r"context (?:length|window|size)|too long|too many tokens|maximum.{0,40} tokens", re.IGNORECASE)
_AGAIN = frozenset({408, 429})
_SHARE, _RESERVE = 0.85, 33_000
_PATIENCE = 3
"""After so many failures in a row it is not tried any more."""


class Told(NamedTuple):
    """One call, as telemetry tells it."""

    event: Record
    at: Source
    time: str | None

    @property
    def prompt_id(self) -> str:
        """Which prompt it was made for."""
        return as_text(self.event.get("prompt_id"))

    @property
    def error(self) -> str:
        """What the provider said where it failed."""
        return as_text(self.event.get("error_message"))

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return as_int(self.event.get("status_code")) or 0

    @property
    def failed(self) -> bool:
        """Whether it brought no answer."""
        return as_text(self.event.get("event.name")).endswith("api_error")


@dataclass(slots=True)
class Calls:
    """The calls since the last record of the conversation."""

    build: Builder
    _told: list[Told] = field(default_factory=list)
    _failures: int = 0

    def add(self, event: Record) -> None:
        """Take in one row of telemetry; calls of memories, suggestions and subagents are not the session's."""
        if as_text(event.get("event.name")).endswith(("api_response", "api_error")) and not event.get("subagent_id"):
            self._told.append(Told(event, self.build.at, self.build.time))
            if self._told[-1].failed and event.get("response_id"):
                self.build.unlogged("note to go on", "where an answer broke off, behind what came of it")

    def refused(self) -> bool:
        """Whether a request of the session was refused for its length; it is none of the summarizer's calls."""
        left = [one for one in self._told if not (one.failed and _OWN in one.prompt_id and _TOO_LONG.search(one.error))]
        is_refused, self._told = len(left) < len(self._told), left
        return is_refused

    def clear(self) -> None:
        """A record of the conversation: what was called before it is told."""
        self._told = []

    def of_compaction(self, trigger: str, by_hand: bool) -> list[Told]:
        """The calls that belong to a compaction at the record at hand."""
        told, self._told, self._failures = self._told, [], 0
        told = [one for one in told if one.prompt_id.startswith(_ASKED_BY_HAND) == by_hand]
        if trigger == "overflow":
            told = [one for one in told if one.status != _TOO_LARGE]  # the call that was too large is the session's
        return [one for one in told if one.prompt_id == told[-1].prompt_id][-_TRIES:]

    def of_failure(self, before: int | None, window: int | None) -> list[Told]:
        """The calls of an automatic compaction that failed in front of the answer at hand, if there was one.

        There was one where the context had reached the threshold and calls came before the answer's own; a refused
        call near it tells the same, since the session's own are not repeated when they are refused.
        """
        told, self._told = self._told, []
        if not told or before is None or not window or self._failures >= _PATIENCE:
            return []
        first = [one for one in told[:-1] if one.prompt_id == told[-1].prompt_id and one.status != _TOO_LARGE]
        full = _fullness(before, window)
        refused = any(one.failed and 400 <= one.status < 500 and one.status not in _AGAIN for one in first)
        if not first or not (full >= 1 or (refused and full > 0.8)):
            return []
        self._failures += 1
        return first[:_TRIES]

    def without_answer(self, before: int | None, window: int | None) -> list[Told]:
        """The calls of an automatic compaction behind which the agent gave the turn up, if there was one.

        A call of the turn that brought something is the summarizer's where no answer and no compaction has it.
        """
        told, self._told = self._told, []
        own = [one for one in told if _OWN in one.prompt_id]
        if not own or own[-1].failed or before is None or not window or _fullness(before, window) < 1:
            return []
        return [one for one in own if one.prompt_id == own[-1].prompt_id][-_TRIES:]

    def note(self, told: list[Told]) -> list[RequestDraft]:
        """List these calls as the summarizer's."""
        return [self._request(one) for one in told]

    def _request(self, one: Told) -> RequestDraft:
        event = as_dict(one.event)
        draft = self.build.call(
            as_text(event.get("response_id")) or f"compaction at line {one.at.line}",
            as_text(event.get("model")),
            one.at,
            started=one.time,
            usage=usage(event, _TOKENS),
            purpose="compaction",
        )
        draft.seconds = in_seconds(event.get("duration_ms"))
        return draft


def _fullness(before: int, window: int) -> float:
    """What a context has of the threshold."""
    return before / max(1.0, min(_SHARE * window, window - _RESERVE) if window > _RESERVE else _SHARE * window)
