"""From compaction events to splices: what stays, what the events tell, what they leave open.

What stays is a rule, not a record: the words of the user go on verbatim inside the message that carries the
summary, of more than 20 prompts the first 3 and the last 16, and everything that came after the start of the compaction
is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from inspector.model import CompactionRecord, Item, ItemKind, Origin, Source, Splice, Usage
from inspector.model.basis import full_sum
from inspector.read.adapter import Record
from inspector.read.adapters.copilot.event import Event
from inspector.read.build import Builder, noted
from inspector.read.drafts import Noted
from inspector.read.times import seconds_between
from inspector.read.usage import response_usage, without
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds, parsed

_RETRIES = re.compile(r"\bretries: (\d{1,3})\b")
"""In the reason of a compaction whose calls failed until it gave up: how often it called again."""
_TRIGGERS = {
    "threshold": "auto",
    "memory_pressure": "auto",
    "model_switch": "auto",
    "context_limit_retry": "overflow",
    "manual": "manual",
}
_BY_RULE = "What was kept follows from the agent's published rule; the log does not name it."
_OLDEST = "The log gives the number of messages cut; that they were the oldest of the agent is inferred."
FRAME = ("sentences around the words of the user and the summary", "in the first message after a compaction")
QUOTED, _FIRST, _LAST = 20, 3, 16
"""How many prompts may stand above a summary; of more, the first and the last (seen in 1.0.102)."""
UNSENT = "unsent"
"""The detail of what was typed and sent in other words, as the summary's message quotes it."""
UNDER_WAY = "It completed while a request was under way, which may have been sent the context from before."


@dataclass(frozen=True, slots=True)
class Start:
    """A compaction that has begun, and what stood in the context then."""

    event: Event
    """Its start; where that is not in the log, the event that completes it."""
    op: int
    """Operations before it."""
    items: int
    """Items before it."""
    context: tuple[int, ...]
    shown: tuple[int, ...]
    """What the summarizer was sent of it: less where the context was truncated at the same moment."""
    messages: tuple[NamedTuple, ...]
    prompts: int
    """System prompts in the context, which Copilot counts as messages in automatic compactions of late."""


def complete(start: Start, event: Event, summary: int | None, under_way: bool) -> CompactionRecord:
    """What a compaction that succeeded says of itself; ``under_way`` with a request not yet answered."""
    notes = [_BY_RULE]
    counted = as_int(event.data.get("preCompactionMessagesLength"))
    held = len(start.messages)
    if counted is not None and counted not in (held, held + start.prompts):
        notes.append(f"The log counts {counted} messages before it and holds {held} of them.")
    if under_way:
        notes.append(UNDER_WAY)
    if summary is None:
        path = as_text(event.data.get("checkpointPath"))
        notes.append("The summary is not in this log." + (f" It was written to {path}." if path else ""))
    return _record(start, event, "ok", summary, notes)


def failed(start: Start, event: Event, calls: Sequence[Attempt]) -> CompactionRecord:
    """What a compaction that removed nothing says of itself; ``event`` is its start where it never completed."""
    told = (event.data.get("error"), event.data.get("failureReason"))
    why = next(filter(None, (as_text(value) or as_text(as_dict(value).get("message")) for value in told)), "")
    why = why or next((call.error for call in reversed(calls) if call.error), "")
    note = "" if why else "It failed; the log does not say why."
    if event.kind == "session.compaction_start":
        note = "It started and never completed; the log does not say why."
    record = _record(start, event, "failed", None, [note] if note else [])
    again = _RETRIES.search(why)
    return replace(record, reason=why[:300], attempts=int(again[1]) + 1 if again else record.attempts)


def _record(start: Start, event: Event, status: str, summary: int | None, notes: list[str]) -> CompactionRecord:
    data, begun = event.data, start.event.data if start.event.kind == "session.compaction_start" else {}
    said = as_text(data.get("trigger")) or as_text(begun.get("trigger"))
    if said and said not in ("manual", "threshold"):
        notes.append(f"The log calls its trigger {said[:60]}.")
    used = as_dict(data.get("compactionTokensUsed"))
    before = (as_int(data.get("preCompactionTokens")), as_int(begun.get("currentTokens")), _total(begun))
    after = (as_int(data.get("postCompactionTokens")), _total(data)) if status == "ok" else ()
    return noted(
        event.id,
        event.at,
        "summary",
        _TRIGGERS.get(said, "unknown"),
        summary,
        status=status,
        time=event.time,
        reported_before=next((value for value in before if value is not None), None),
        reported_after=next((value for value in after if value is not None), None),
        seconds=_seconds(used, start.event, event),
        model=as_text(used.get("model")) or as_text(data.get("model")) or as_text(begun.get("model")),
        notes=tuple(notes),
        attempts=as_int(used.get("requestCount")),
        focus=as_text(data.get("customInstructions")),
    )


def splice(
    start: Start,
    context: Sequence[int],
    items: Sequence[Item],
    record: CompactionRecord,
    quoted: tuple[int, ...] = (),
    unsent: Mapping[int, int] | None = None,
) -> Splice:
    """The splice of a compaction that succeeded, for the context as it stands when it completes; ``quoted`` stands
    above the summary. So does ``unsent``, what was typed and sent in other words until now, in order of the prompts:
    by the item that was typed the one that stands there."""
    before = frozenset(start.context)
    gone = [number for number in context if number in before and not _stays(items[number - 1])]
    told = unsent or {}
    later = (number for number in context if number in before and told and min(told) < number)
    behind = [number for number in later if is_prompt(items[number - 1])]
    gone += behind
    left = [number for number in context if number not in gone]
    at = max((place for place, number in enumerate(left, 1) if number in before), default=0)
    prompts = (told.get(number, number) for number in sorted([*told, *behind]))
    insert = (*prompts, *quoted, *(() if record.summary is None else (record.summary,)))
    return Splice(remove=tuple(gone), insert=insert, at=at, compaction=record)


def limited(cut: Splice, context: Sequence[int], items: Sequence[Item], before: int) -> tuple[Splice, int]:
    """The splice with no more prompts above the summary than are quoted, and how many are left out so far; ``before``
    are those that earlier compactions left out: they count."""
    gone = frozenset(cut.remove or ())
    left = [number for number in context if number not in gone]
    told = [number for number in (*left[: cut.at], *cut.insert) if _is_quoted(items[number - 1])]
    if len(told) + before <= QUOTED:
        return cut, before
    lost = frozenset(told[_FIRST:-_LAST])
    out = tuple(number for number in left if number in lost)
    insert = tuple(number for number in cut.insert if number not in lost)
    less = replace(cut, remove=(*(cut.remove or ()), *out), insert=insert, at=(cut.at or 0) - len(out))
    return less, before + len(lost)


def _is_quoted(item: Item) -> bool:
    return is_prompt(item) or item.detail == "quoted"


def is_prompt(item: Item) -> bool:
    """Whether an item is the person's words."""
    typed = item.kind is ItemKind.USER and item.origin is Origin.HUMAN and item.detail != "shell"
    return typed or item.detail == UNSENT


def _stays(item: Item) -> bool:
    return item.kind is ItemKind.INSTRUCTIONS or is_prompt(item)


def summarizer_usage(data: Record) -> Usage | None:
    """Tokens of the summariser's own request. Copilot's input includes what was read from and written to a cache."""
    used = as_dict(data.get("compactionTokensUsed"))
    sent = as_int(used.get("inputTokens", used.get("input")))
    if sent is None:
        return None
    output = as_int(used.get("outputTokens", used.get("output")))
    details = as_list(as_dict(used.get("copilotUsage")).get("tokenDetails"))
    billed = {as_text(as_dict(part).get("tokenType")): as_int(as_dict(part).get("tokenCount")) for part in details}
    fresh, read, write = (billed.get(kind) or 0 for kind in ("input", "cache_read", "cache_write"))
    if fresh + read + write == sent:
        # Seen in a real log: cacheWriteTokens says 0 where the bill has nearly all of the input as written.
        return Usage(fresh, read, write, output)
    cached = as_int(used.get("cacheReadTokens", used.get("cachedInput")))
    written = as_int(used.get("cacheWriteTokens"))
    return Usage(without(sent, cached, written), cached, written, output)


def _total(data: Record) -> int | None:
    return full_sum(as_int(data.get(key)) for key in ("systemTokens", "conversationTokens", "toolDefinitionsTokens"))


def _seconds(used: Record, start: Event, end: Event) -> float | None:
    told = in_seconds(used.get("duration"))
    return seconds_between(start.time, end.time) if told is None and start is not end else told


def truncation(event: Event) -> CompactionRecord:
    """What the cutting of the oldest messages says of itself."""
    before, after = (as_int(event.data.get(f"{when}TruncationTokensInMessages")) for when in ("pre", "post"))
    about = Noted(time=event.time, reported_before=before, reported_after=after, notes=(_OLDEST,))
    return noted(event.id, event.at, "trim", "auto", **about)


_PREFIX = "model."
_STARTED, _WORKED, _FAILED = "model.model_call_started", "model.model_call_success", "model.model_call_failure"


@dataclass(slots=True)
class Attempt:
    id: str
    at: Source
    time: str | None
    worked: bool = False
    model: str = ""
    seconds: float | None = None
    usage: Usage | None = None
    error: str = ""


class Summarizer:
    """Collects the calls for the compaction under way: one that a person asks for writes them down.

    Each has the whole request, with what was asked of the model at its end; what failed has it, too.
    """

    def __init__(self, build: Builder) -> None:
        self._build = build
        self._calls: list[Attempt] = []
        self._prompt: int | None = None
        self._begun: str | None = None

    def take(self, event: Event) -> bool:
        """Note what an event tells of a call; whether it tells of one at all."""
        if event.kind == _STARTED:
            self._begun = event.time
        elif event.kind in (_WORKED, _FAILED):
            self._call(event)
        return event.kind.startswith(_PREFIX)

    def told(self) -> tuple[list[Attempt], int | None]:
        """The calls of a compaction that is over, and the item of what they were asked."""
        calls, prompt = self._calls, self._prompt
        self._calls, self._prompt, self._begun = [], None, None
        return calls, prompt

    def _call(self, event: Event) -> None:
        data, call = event.data, as_dict(event.data.get("modelCall"))
        worked = event.kind == _WORKED
        self._calls.append(
            Attempt(
                as_text(call.get("api_id")) or event.id,
                event.at,
                self._begun or event.time,
                worked,
                as_text(call.get("model")),
                in_seconds(data.get("modelCallDurationMs")),
                response_usage(as_dict(data.get("responseUsage"))),
                "" if worked else _reason(call),
            )
        )
        self._begun = None
        if self._prompt is None:
            asked = as_dict((as_list(parsed(data.get("requestMessages"))) or [None])[-1])
            if asked.get("role") == "user" and as_text(asked.get("content")):
                self._prompt = self._build.add(
                    ItemKind.EVENT, asked["content"], "/data/requestMessages", "summarizer_prompt", hold=True
                )


def _reason(call: Record) -> str:
    """Why a call failed, in the words of whoever answered."""
    error = call.get("error")
    told = as_dict(parsed(error) if isinstance(error, str) else error)
    words = as_text(told.get("message")) or as_text(error) or as_text(call.get("errorType"))
    status = as_int(call.get("status"))
    return f"{status} {words}".strip() if status else words
