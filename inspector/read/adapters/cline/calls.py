"""The calls of the model in a task, as the window showed them: their usage, and what was shown around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from inspector.model import Usage
from inspector.read import values
from inspector.read.adapter import Record
from inspector.read.adapters.cline.task import Document
from inspector.read.usage import usage_in, without
from inspector.read.values import as_dict, as_int, as_text

# What only comes once the model answers.
MADE = frozenset(
    "reasoning text tool command browser_action_launch completion_result plan_mode_respond followup use_mcp_server "
    "use_subagents".split()
)
MARKS = frozenset({"condense_context_error", "condense_context", "sliding_window_truncation"})
"""How Roo Code tells of condensing and cutting."""
_RETRIED = ("api_req_failed", "api_req_retried", "error_retry")
SUMMARIES = frozenset({"summarizeTask", "condense"})
RANGE = "conversationHistoryDeletedRange"
Range = tuple[int, int]


class Shown(NamedTuple):
    """One thing that the window showed."""

    place: int
    record: Record
    kind: str


@dataclass(slots=True)
class Group:
    """One call of the model and everything shown from it to the next one."""

    place: int | None
    """Index of its api_req_started among what was shown; None for what was shown before the first."""
    shown: list[Shown] = field(default_factory=list)
    info: Record = field(default_factory=dict)
    time: int | None = None
    user: int | None = None
    """Index of the message that was sent last, where that is known."""
    range: Range | None = None
    """Messages left out of this call, first and last."""
    retried: bool = False
    """The call failed at first."""
    marked: bool = False
    """Roo Code said something of condensing or cutting."""
    made: int = 0
    """How many were shown before the model began to answer."""


def kind_of(record: Record) -> str:
    """What a shown message is: the value of say or ask."""
    said = record.get("say")
    return said if said and type(said) is str else as_text(record.get("ask"))


def groups(shown: Document, sent: Document) -> list[Group]:
    """The calls in order, with what was shown before the first one ahead of them."""
    group = Group(None)
    found = [group]
    for place, record in enumerate(shown.records):
        kind = kind_of(record)
        if kind == "api_req_started":
            group = Group(place, info=_numbers(record.get("text")), time=as_int(record.get("ts")))
            found.append(group)
            index = record.get("conversationHistoryIndex")
            if type(index) is int:
                group.user = index + 1
        else:
            group.shown.append(Shown(place, record, kind))
            if kind in MARKS:
                group.marked = True
    _ranges(found, shown)
    calls = found[1:]
    if any(call.user is None for call in calls):
        _matched(calls, sent)
    return found


def summarizes(record: Record, kind: str) -> bool:
    """Whether this shows a summary that the model was asked for."""
    if kind != "tool":
        return kind in ("condense", "summarize_task")
    head = as_text(record.get("text"))[:200]
    if "summarizeTask" not in head and "condense" not in head:
        return False
    return as_text(parsed(record["text"]).get("tool")) in SUMMARIES


def parsed(text: Any) -> Record:
    """The object that a text holds as JSON, or an empty one."""
    if not isinstance(text, str) or not text.startswith("{"):
        return {}
    return as_dict(values.parsed(text))


def _numbers(text: Any) -> Record:
    """What stands behind the request in the note of a call; the request itself, written out again, is passed over."""
    place = text.rfind(',"tokensIn":') if isinstance(text, str) else -1
    return parsed("{" + text[place + 1 :] if place > 0 else text)


def range_of(record: Record) -> Range | None:
    """The messages that were left out when this was shown."""
    both = record.get(RANGE)
    if type(both) is not list or len(both) != 2:
        return None
    first, last = both
    if type(first) is not int or type(last) is not int or not 0 <= first <= last:
        return None
    return first, last


def _ranges(found: Sequence[Group], shown: Document) -> None:
    """What was left out of each call: as it stood when the model began to answer.

    History is cut after the call was noted and before it is made; what changes once there is an answer is for the
    next call.
    """
    for group in found[1:]:
        last, answered = shown.records[group.place or 0], False
        group.made = len(group.shown)
        for place, (_, record, kind) in enumerate(group.shown):
            # Once the model has answered with a summary, what is left out is for the next call.
            answered = answered or summarizes(record, kind)
            if not answered:
                last = record
                group.retried = group.retried or kind in _RETRIED
            if kind in MADE:
                group.made = place
                break
        group.range = range_of(last)


def _matched(calls: Sequence[Group], sent: Document) -> None:
    """Without an index: by time where the messages have one, else one after the other."""
    users = [index for index, message in enumerate(sent.records) if message.get("role") == "user"]
    timed = [(index, time) for index in users if (time := as_int(sent.records[index].get("ts"))) is not None]
    for number, call in enumerate(calls):
        if call.user is not None:
            continue
        if timed and call.time is not None:
            after = next((other.time for other in calls[number + 1 :] if other.time is not None), None)
            fitting = [index for index, time in timed if call.time <= time and (after is None or time < after)]
            # A summary is written in the user's name, too, behind the message that is answered.
            plain = [index for index in fitting if not sent.records[index].get("isSummary")]
            call.user = plain[0] if plain else None
        elif not sent.records:
            call.user = 2 * number
        elif not timed:
            call.user = users[number] if number < len(users) else None


def usage_of(info: Record, included: bool) -> Usage | None:
    """Tokens of a call; ``included`` where its input counts what was cached, too."""
    usage = usage_in(info, ("tokensIn", "cacheReads", "cacheWrites", "tokensOut"))
    if usage is None or not included or usage.input is None:
        return usage
    return replace(usage, input=without(usage.input, usage.cache_write, usage.cache_read))


def counts_cached(calls: Sequence[Group], is_roo: bool) -> bool:
    """Whether the input counts what was cached: it does in Roo Code of late, unless a call cached more than that."""
    return is_roo and not any(
        (as_int(call.info.get("cacheReads")) or 0) + (as_int(call.info.get("cacheWrites")) or 0)
        > (as_int(call.info.get("tokensIn")) or 0)
        for call in calls
        if as_int(call.info.get("tokensIn")) is not None
    )


def usage_of_message(message: Record) -> Usage | None:
    """Tokens that a message has itself; its prompt counts what was cached."""
    tokens = as_dict(as_dict(message.get("metrics")).get("tokens"))
    prompt, cached, output = (as_int(tokens.get(key)) for key in ("prompt", "cached", "completion"))
    if not prompt and not output:
        return None
    return Usage(without(prompt, cached), cached, None, output)
