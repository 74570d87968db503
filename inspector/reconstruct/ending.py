"""How a session ended, as far as the end of its log says, and by what that is known.

Only what the log records counts as finished, stopped or failed. An answer behind which the log says nothing may be the
last or one of many: that is *unknown*, and so is everything in a log whose end cannot be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Basis, Item, ItemKind, Origin, Request, Session
from inspector.wording.damage import ends_early


class Way(StrEnum):
    """How it ended."""

    FINISHED = "finished"
    """The agent ended its turn or handed in its work; whether the work is right is another question."""
    STOPPED = "stopped"
    """The user broke it off."""
    FAILED = "failed"
    """An error of the provider or the agent's program stands at the end."""
    UNFINISHED = "unfinished"
    """The log ends in the middle of a turn; why is not in it."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a session ended. ``why`` is one sentence without a full stop; ``item`` is the place that shows it."""

    way: Way
    why: str
    basis: Basis = Basis.RECORDED
    item: int | None = None


_STOPS = frozenset({"interrupt", "interruption", "abort"})
_STATES = frozenset({"agent_state_changed", "ConversationStateUpdateEvent"})
_HANDS_IN = frozenset({"attempt_completion", "finish"})
_ASKS = frozenset({"plan_mode_respond", "ask_followup_question", "AskUserQuestion", "ExitPlanMode", "exit_plan_mode"})
_ENDS_TURN = frozenset({"end_turn", "stop", "stop_sequence"})
_CUT_OFF = frozenset({"max_tokens", "length"})
_NO_ERROR = "No response requested."
"""Claude Code writes this as an answer of its own where nothing was asked."""
_WITHOUT_WORDS = "the agent ended its turn without a final answer"
_TYPED = frozenset({"typed", "queued", "answer"})
_SUBMITS = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"


def ending_of(session: Session) -> Ending:
    """How the session ended; looks backwards from the end of its main thread. Never raises."""
    if any(one.code == "torn-line" for one in session.diagnostics):
        return Ending(Way.UNKNOWN, "the last line of the log is incomplete: it is being written, or was cut there")
    if any(ends_early(session, one) for one in session.diagnostics):
        return Ending(Way.UNKNOWN, "the end of the log cannot be read")
    told = (_told_by(item, session) for item in reversed(session.items) if not item.thread)
    return next(filter(None, told), None) or Ending(Way.UNKNOWN, "how it ended is not in this log")


def _told_by(item: Item, session: Session) -> Ending | None:
    """What one item says, looked at from the end; None where it says nothing about it."""
    turn_ended = session.turn_ended >= item.number
    if item.detail in _STOPS:
        return Ending(Way.STOPPED, "the user interrupted the agent", item=item.number)
    if item.kind is ItemKind.EVENT:
        return _by_event(item)
    if item.kind is ItemKind.SUMMARY:
        return Ending(Way.UNKNOWN, "the log ends after a compaction", Basis.COUNTED, item.number)
    if item.kind is ItemKind.ASSISTANT:
        return _by_answer(item, session, turn_ended)
    if item.kind in (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT):
        return _by_tool(item, session, turn_ended)
    if item.kind is ItemKind.REASONING:
        if turn_ended:
            return Ending(Way.FINISHED, _WITHOUT_WORDS, item=item.number)
        why = "the log ends with the model’s reasoning and no answer after it"
        return Ending(Way.UNFINISHED, why, Basis.COUNTED, item.number)
    if item.kind is ItemKind.USER and item.origin is Origin.HUMAN and item.detail in _TYPED:
        why = "the user’s last message has no answer in this log"
        return Ending(Way.UNFINISHED, why, Basis.COUNTED, item.number)
    return None


def _by_event(item: Item) -> Ending | None:
    said, last = item.preview, item.preview.rpartition(" ")[2]
    if item.detail == "turn_aborted":
        stopped = "interrupt" in said
        why = "the user interrupted the agent" if stopped else f"the log says “{said}”"
        return Ending(Way.STOPPED if stopped else Way.UNFINISHED, why, item=item.number)
    if item.detail in _STATES:
        return _by_state(item, last)
    if item.detail == "exit_status":
        return _by_exit_status(item)
    if item.detail == "success" and not item.error:
        return Ending(Way.FINISHED, "the log records the result “success”", item=item.number)
    if item.error and said != _NO_ERROR:
        return Ending(Way.FAILED, f"the log ends with the error “{said}”", item=item.number)
    return None


def _by_state(item: Item, state: str) -> Ending | None:
    ways = {
        "finished": (Way.FINISHED, "the agent’s program records the state “finished”"),
        "awaiting_user_input": (Way.FINISHED, "the agent ended its turn and waits for the user"),
        "stopped": (Way.STOPPED, "the agent’s program records the state “stopped”"),
        "error": (Way.FAILED, "the agent’s program records the state “error”"),
        "stuck": (Way.FAILED, "the agent’s program records the state “stuck”"),
    }
    return Ending(*ways[state], item=item.number) if state in ways else None


def _by_exit_status(item: Item) -> Ending:
    way = Way.FINISHED if item.preview == "submitted" else Way.FAILED if "exit_" in item.preview else Way.UNKNOWN
    return Ending(way, f"the log records the exit status “{item.preview}”", item=item.number)


def _by_answer(item: Item, session: Session, turn_ended: bool) -> Ending:
    request = _request_of(item, session)
    stop = request.stop if request is not None else ""
    if stop in _CUT_OFF:
        return Ending(Way.UNFINISHED, f"the last answer was cut off (stop reason “{stop}”)", item=item.number)
    if stop == "aborted":
        return Ending(Way.STOPPED, "the last answer was broken off (stop reason “aborted”)", item=item.number)
    if stop == "error":
        return Ending(Way.FAILED, "the last answer ended in an error (stop reason “error”)", item=item.number)
    if turn_ended or stop in _ENDS_TURN or item.detail == "final_answer":
        how = f" (stop reason “{stop}”)" if stop else ""
        return Ending(Way.FINISHED, f"the agent ended its turn with an answer{how}", item=item.number)
    why = "the log ends with an answer of the agent, perhaps not its last"
    return Ending(Way.UNKNOWN, why, Basis.COUNTED, item.number)


def _by_tool(item: Item, session: Session, turn_ended: bool) -> Ending | None:
    if item.origin is Origin.HUMAN or item.detail == "shell":
        return None
    if item.tool in _HANDS_IN:
        return Ending(Way.FINISHED, f"the agent submitted its work with “{item.tool}”", item=item.number)
    if item.kind is ItemKind.TOOL_RESULT:
        if item.detail == "rejected":
            return Ending(Way.STOPPED, "the user turned the last tool call down", item=item.number)
        if turn_ended:
            return Ending(Way.FINISHED, _WITHOUT_WORDS, item=item.number)
        why = "the log ends with the result of a tool and no answer after it"
        return Ending(Way.UNFINISHED, why, Basis.COUNTED, item.number)
    if _SUBMITS in item.preview:
        return Ending(Way.FINISHED, "the agent handed in its work", item=item.number)
    if item.tool in _ASKS:
        return Ending(Way.UNFINISHED, "the agent waits for the user’s answer", Basis.COUNTED, item.number)
    if not any(one.kind is ItemKind.TOOL_RESULT for one in session.items):
        # Such a log never holds results: their want says nothing.
        if turn_ended:
            return Ending(Way.FINISHED, _WITHOUT_WORDS, item=item.number)
        return Ending(
            Way.UNKNOWN, "the log ends with a tool call, and this log never holds results", Basis.COUNTED, item.number
        )
    why = f"the last tool call ({item.tool or 'unnamed tool'}) has no result in this log"
    return Ending(Way.UNFINISHED, why, Basis.COUNTED, item.number)


def _request_of(item: Item, session: Session) -> Request | None:
    for request in reversed(session.requests):
        if request.first_item is not None and request.first_item <= item.number <= (request.last_item or 0):
            return request
    return None
