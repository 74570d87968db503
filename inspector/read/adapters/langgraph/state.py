"""What a checkpoint holds of messages, and which of them the model is sent from there on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspector.read.adapters.langgraph.message import REMOVE_ALL, Message, Messages, message_in
from inspector.read.adapters.langgraph.packed import fields
from inspector.read.adapters.langgraph.stored import Checkpoint
from inspector.read.values import as_dict, as_int, as_text, digits

CHANNEL = "messages"
_SENT = ("llm_input_messages", "summarized_messages")
"""Channels for what is sent instead: langgraph.prebuilt's for a pre_model_hook, and langmem's."""
_EVENT = "_summarization_event"
"""Of deepagents: a summary, and how many of the messages it stands for; the messages stay."""
_RUNNING = "RunningSummary"
_KEPT = "summary"
"""The channel of a program that sums up by itself, as LangGraph's own guides do: the text beside what it left."""


@dataclass(slots=True)
class State:
    messages: list[Message] = field(default_factory=list)
    """All that the graph keeps."""
    sent: list[Message] = field(default_factory=list)
    """What the model is sent: the same, unless a summary stands for some of them."""
    summary: str = ""
    """The text of the summary that stands there now, where a state says it beside the messages."""
    removed: bool = False
    """Whether messages were asked to be removed on the way to this checkpoint."""
    bare: frozenset[int] = frozenset()
    """Messages that are sent without their thoughts, by identity: those that stood when deepagents summed up."""
    kept: Message | None = None
    """The summary that a program keeps in a channel of its own, once it removed messages for it."""
    _base: list[Message] = field(default_factory=list)
    _stands_for: frozenset[str] = frozenset()

    def is_summary(self, message: Message) -> bool:
        """Whether a message is the summary of others."""
        return message.is_summary or (bool(self.summary) and self.summary in message.text and message.role != "tool")


def channel_in(checkpoints: Sequence[Checkpoint], messages: Messages) -> str:
    """The channel of the messages: the usual one, else the first that holds some."""
    found: dict[str, None] = {}
    for checkpoint in checkpoints:
        held = [*checkpoint.values.items(), *checkpoint.writes]
        found |= {name: None for name, value in held if name[:2] != "__" and messages.within(value)}
        if CHANNEL in found:
            return CHANNEL
    return next((name for name in found if name not in _SENT), CHANNEL)


def following(before: State, parent: Checkpoint | None, checkpoint: Checkpoint, channel: str, known: Messages) -> State:
    """The state of a checkpoint, which comes behind ``before``, that of its parent."""
    written = [
        message
        for name, value in (parent.writes if parent else ())
        if name == channel
        for message in known.within(value) or ()
    ]
    held = known.within(checkpoint.values[channel]) if channel in checkpoint.values else None
    # A channel of deltas is not written down whole, but follows from what was written to it.
    state = State(_reduced(before.messages, written) if held is None else held)
    state.removed = any(message.role == "remove" for message in written)
    event = as_dict(checkpoint.values.get(_EVENT))
    told, cut = message_in(event.get("summary_message")), as_int(event.get("cutoff_index"))
    instead = _written_instead(checkpoint, known)
    if instead is None and before._base:
        instead, state._stands_for = before._base, before._stands_for
    elif instead is not None:
        state._stands_for = frozenset(message.id for message in state.messages)
    if told and cut is not None and cut >= 0:
        state.summary = told.text
        state.sent = [told, *state.messages[cut:]]
        state.bare = frozenset(map(id, state.messages[cut : as_int(event.get("created_at_index")) or 0]))
    elif instead is not None:
        state._base = instead
        state.summary = _running(checkpoint.values.values()) or before.summary
        state.sent = [*instead, *(one for one in state.messages if one.id not in state._stands_for)]
    else:
        state.kept = _kept(before, state, as_text(checkpoint.values.get(_KEPT)))
        state.summary = state.kept.text if state.kept else ""
        state.sent = [state.kept, *state.messages] if state.kept else state.messages
    return state


def _kept(before: State, state: State, text: str) -> Message | None:
    """A text counts as the summary once messages were removed in the step that wrote it."""
    if before.kept is not None and text == before.kept.text:
        return before.kept
    return Message("", "system", {"content": text}) if text and (before.kept or state.removed) else None


def _written_instead(checkpoint: Checkpoint, known: Messages) -> list[Message] | None:
    """What is to be sent instead of the messages, where this very step wrote it."""
    newest = max(map(_number, checkpoint.versions.values()), default=0)
    for name in _SENT:
        if name in checkpoint.values and _number(checkpoint.versions.get(name)) == newest:
            return known.within(checkpoint.values[name])
    return None


def _number(version: Any) -> int:
    """The step of a version: a number, or a text that begins with one."""
    head = as_text(version).partition(".")[0]
    return digits(head) or as_int(version) or 0


def _running(values: Iterable[Any]) -> str:
    """The running summary of langmem, in whichever channel it is kept."""
    for value in values:
        for one in (value, *(value.values() if isinstance(value, dict) else ())):
            if text := as_text(fields(one, _RUNNING).get("summary")):
                return text
    return ""


def _reduced(messages: Sequence[Message], written: Sequence[Message]) -> list[Message]:
    """What add_messages makes of it: an id that is known is replaced or removed, anything else is appended."""
    at_once = next((place for place in range(len(written) - 1, -1, -1) if written[place].id == REMOVE_ALL), None)
    if at_once is not None:
        messages, written = (), written[at_once + 1 :]
    result: dict[str, Message] = {one.id or f" {place}": one for place, one in enumerate(messages)}
    for message in written:
        if message.role == "remove":
            result.pop(message.id, None)
        else:
            result[message.id or f" {len(result)}"] = message
    return list(result.values())
