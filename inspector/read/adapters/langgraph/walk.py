"""The checkpoints of a thread → its messages, requests and compactions."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.model import Basis, CompactionRecord, ItemKind, Origin, Severity
from inspector.read.adapters.langgraph.message import Message, Messages, parts_of
from inspector.read.adapters.langgraph.packed import plain
from inspector.read.adapters.langgraph.state import State, channel_in, following
from inspector.read.adapters.langgraph.stored import SEPARATOR, Checkpoint, Stored
from inspector.read.build import noted
from inspector.read.conversation import Place, Walk
from inspector.read.drafts import Noted
from inspector.read.prefix import Part, common, compare, verdict
from inspector.read.tables import session_path
from inspector.read.values import as_dict, as_list, as_text

_REMOVED = "The program removed messages; nothing says why."
_UNNAMED = "Nothing names the new text a summary; it took the place of the history."
_KEPT = "The program keeps this text beside the messages that it left; in which words it is sent is in its code."
_CHARS = 8
"""Characters that a token has at most, as an average over a context."""
_LESS = (
    "{} requests were sent fewer tokens than their contexts here have: a middleware, such as one that clears results "
    "of tools, cut them as they were sent. What it cut is not in this log."
)
_AT_ONCE = (
    "{} checkpoints stand for several steps that were written down at once (durability “exit”): contexts between "
    "them, and compactions, are not in this log."
)
_SENT_LESS = (
    "It was sent {:,} tokens, too few for what stands here: a middleware, such as one that clears results of tools, "
    "cut it as it was sent. What it cut is not in this log."
)
_MAY_BE_LESS = (
    "Requests before it were sent fewer tokens than stand here for them, so this may not be what it was sent, either; "
    "what was cut is not in this log."
)
_SKIPPED = (
    "This may not be what it was sent{}: the checkpoint behind it stands for several steps, written down at once "
    "(durability “exit”), and what came and went between them is not in this log."
)
_BY_ITSELF = "compact_conversation"
"""The tool of deepagents by which the agent has its history summed up."""
_NOTED = {"__error__": "error", "__interrupt__": "interrupt"}


class Steps(Walk):
    def __init__(self, agent: str, stored: Stored) -> None:
        super().__init__(agent, stored.path)
        self.stored = stored
        self._messages = Messages()
        self._states: dict[str, State] = {}
        self._places: dict[str, Place] = {}
        self._read: dict[str, Checkpoint] = {}
        self._parts: dict[tuple[int, bool, bool], list[Part]] = {}
        self._answered: set[int] = set()
        """The messages that are known as answers, or never were one, by their identity."""
        self._less = 0
        """Requests that were sent fewer tokens than their contexts can have."""
        self._at_once = 0
        """Checkpoints with several answers."""
        self._last = self._channel = ""

    def read(self) -> None:
        self._channel = channel = channel_in(self.stored.checkpoints, self._messages)
        for checkpoint in self.stored.checkpoints:
            parent = self._read.get(checkpoint.parent)
            before = self._states.get(checkpoint.parent, State())
            if self._last != checkpoint.parent and (parent or self._last):
                self._go_back(checkpoint.parent)
            state = following(before, parent, checkpoint, channel, self._messages)
            self._step(state, parent, checkpoint)
            self._notes(checkpoint)
            self._read[checkpoint.id], self._states[checkpoint.id] = checkpoint, state
            self._places[checkpoint.id] = self.conversation.place()
            self._last = checkpoint.id
        if self._less:
            self.build.problem(Severity.WARNING, "sent-less", _LESS.format(self._less))
        if self._at_once:
            self.build.problem(Severity.WARNING, "answers-at-once", _AT_ONCE.format(self._at_once))
        for space in self.stored.spaces:
            name = f"{self.stored.thread}{SEPARATOR}{space}"
            path = session_path(self.stored.path, name)
            self.build.link("subagent", name, space.partition(":")[0], path=str(path))

    def _go_back(self, parent: str) -> None:
        """The program goes on from an earlier checkpoint, or begins anew."""
        place = self._places.get(parent)
        if place:
            self.conversation.back(place)
        else:
            if parent:
                words = "The checkpoint before this one is not in the database."
                self.build.problem(Severity.NOTE, "missing-checkpoint", words)
            self.conversation.change_to([])

    def _step(self, state: State, parent: Checkpoint | None, checkpoint: Checkpoint) -> None:
        """Bring the context to what a checkpoint holds. What the model answered in this step came behind the rest."""
        self.build.record(checkpoint.at, checkpoint.id, checkpoint.time)
        asked = parent is not None and checkpoint.source == "loop" and parent.source != "input"
        fresh = [asked and one.role == "assistant" and _identity(one) not in self._answered for one in state.sent]
        first = fresh.index(True) if any(fresh) else len(fresh)
        lead = [part for message in state.sent[:first] for part in self._parts_of(message, state, checkpoint)]
        self._bring(lead, state, checkpoint)
        before = parent.step if parent else None
        skipped = before is not None and checkpoint.step is not None and checkpoint.step - before > 1
        at_once = skipped or sum(fresh) > 1
        self._at_once += at_once
        for message, is_answer in zip(state.sent[first:], fresh[first:], strict=True):
            parts = self._parts_of(message, state, checkpoint)
            if is_answer and parent:
                self._answer(message, parts, parent, checkpoint, at_once)
            else:
                self._append(parts)
        self._answered.update(_identity(one) for one in state.messages if one.role == "assistant")

    def _parts_of(self, message: Message, state: State, checkpoint: Checkpoint) -> list[Part]:
        key = id(message), state.is_summary(message), id(message) in state.bare
        if key not in self._parts:
            held = enumerate(as_list(checkpoint.values.get(self._channel)))
            below = next((f"/channel_values/{self._channel}/{place}" for place, one in held if one is message.made), "")
            parts = parts_of(message, checkpoint.at.pointer + below, self.build.tools, key[1])
            self._parts[key] = [part for part in parts if part.kind is not ItemKind.REASONING] if key[2] else parts
        return self._parts[key]

    def _answer(
        self, message: Message, parts: Sequence[Part], parent: Checkpoint, checkpoint: Checkpoint, at_once: bool
    ) -> None:
        name = message.id or checkpoint.id
        draft = self.conversation.call(name, message.model, checkpoint.at, started=parent.time, usage=message.usage)
        draft.stop = message.stop
        held = sum(self.build.items[entry.item - 1].chars for entry in self.conversation.entries)
        prompt = message.usage.prompt if message.usage else None
        less = bool(prompt and held > _CHARS * prompt)
        self._less += less
        if at_once:
            draft.doubt = _SKIPPED.format(f", {prompt:,} tokens by the log" if prompt else "")
        elif less:
            draft.doubt = _SENT_LESS.format(prompt)
        elif self._less:
            draft.doubt = _MAY_BE_LESS
        first = len(self.build.items) + 1
        self._append(parts)
        self.build.produced(draft, first)

    def _append(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.append(part)

    # Changes ------------------------------------------------------------------------------------------------------

    def _bring(self, parts: list[Part], state: State, checkpoint: Checkpoint) -> None:
        conversation = self.conversation
        standing = {entry.key for entry in conversation.entries}
        told = next((part for part in parts if part.kind is ItemKind.SUMMARY and part.key not in standing), None)
        if conversation.is_empty() or not (told or state.removed):
            conversation.follow(parts, checkpoint.at, checkpoint.time)
            return
        parts = [part for part in parts if part.kind is not ItemKind.EVENT]
        kind = "summary"
        if told is None:
            items = self.build.items
            change = compare(items, conversation.entries, common(conversation.entries, parts), parts)
            kind, place = verdict(items, change)
            told = change.parts[place] if place >= 0 else None
        entries = conversation.place_all(parts, checkpoint.at, checkpoint.time)
        summary = next((entry.item for entry, part in zip(entries, parts, strict=True) if part is told), None)
        record = self._record(checkpoint, kind, summary, told, state) if kind else None
        conversation.change_to(entries, record)

    def _record(
        self, checkpoint: Checkpoint, kind: str, summary: int | None, told: Part | None, state: State
    ) -> CompactionRecord:
        marked = told is not None and told.kind is ItemKind.SUMMARY
        by_program = () if marked else (_REMOVED, _UNNAMED) if summary else (_REMOVED,)
        trigger = self._trigger(state, checkpoint) if marked and not state.kept else "unknown"
        basis = Basis.RECORDED if marked or kind == "trim" else Basis.INFERRED
        about = Noted(basis=basis, time=checkpoint.time, notes=(_KEPT,) if marked and state.kept else by_program)
        return noted(checkpoint.id, checkpoint.at, kind, trigger, summary, **about)

    def _trigger(self, state: State, checkpoint: Checkpoint) -> str:
        """By the agent itself, where this very step brought the result of its call for it."""
        known = {_identity(one) for one in self._states.get(checkpoint.parent, State()).messages}
        came = {as_text(one.fields.get("tool_call_id")) for one in state.messages if _identity(one) not in known}
        calls = (as_dict(call) for one in state.messages for call in as_list(one.fields.get("tool_calls")))
        asked = {as_text(call.get("id")) for call in calls if call.get("name") == _BY_ITSELF}
        return "agent" if came & asked - {""} else "auto"

    def _notes(self, checkpoint: Checkpoint) -> None:
        """What a step ended with instead of an answer: an error, or a question to a person."""
        for name, value in checkpoint.writes:
            if name in _NOTED:
                self.build.item(
                    ItemKind.EVENT, Origin.HARNESS, plain(value), checkpoint.at, time=checkpoint.time, hold=True,
                    detail=_NOTED[name], error=name == "__error__", enter=False,
                )  # fmt: skip


def _identity(message: Message) -> int:
    return hash(message.id) if message.id else id(message)
