"""The walk over the messages of an OpenCode session, in order of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.model import ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.adapters.opencode import compaction
from inspector.read.adapters.opencode.stored import Message, Part, Stored
from inspector.read.adapters.opencode.walk import StoreWalk, named
from inspector.read.build import RequestDraft
from inspector.read.times import iso
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_int, as_text, preview, render

# Parts that only mark where a step begins or ends, or which files it left behind.
_SILENT = frozenset({"step-start", "step-finish", "snapshot", "patch"})
_NO_TYPE = "part without a type"


class Messages(StoreWalk):
    """Walks the messages of one session."""

    def __init__(self, agent: str, stored: Stored, *, hold: bool) -> None:
        super().__init__(agent, stored, hold=hold)
        self._places: dict[str, int] = {}
        self._message_of: dict[int, int] = {}
        """For each item the place of its message."""
        self._pruned: list[tuple[int, int]] = []
        self._asked: Message | None = None
        self._said: set[str] = set()
        self._replays = False
        self._system = ""
        self._answered = {
            as_text(message.info.get("parentID")) for message in stored.messages if message.info.get("summary") is True
        }

    def _take_in(self) -> None:
        for place, message in enumerate(self._stored.messages):
            self._message(message, place)
        self._prune(None)

    def _message(self, message: Message, place: int) -> None:
        info = message.info
        self.build.record(message.at, as_text(info.get("id")) or f"message {place}", iso(message.created))
        self.build.seen(iso(as_dict(info.get("time")).get("completed")))
        self._prune(message.created)
        self._from[self.build.id] = len(self.build.ops)
        self._places.setdefault(self.build.id, place)
        first = len(self.build.items)
        role = info.get("role")
        if role == "user":
            self._user(message)
        elif role == "assistant" and info.get("summary") is True:
            self._summary(message)
        elif role == "assistant":
            self._assistant(message)
        else:
            self.build.add(ItemKind.EVENT, info, "", "unknown", headline=preview(render(role)))
        for number in range(first + 1, len(self.build.items) + 1):
            self._message_of[number] = place

    # The user -----------------------------------------------------------------------------------------------------

    def _user(self, message: Message) -> None:
        system = as_text(message.info.get("system"))
        if system and system != self._system:
            self._system = system
            self.build.add(ItemKind.INSTRUCTIONS, system, "/system")
        replays, self._replays = self._replays, False
        for part in message.parts:
            self.build.at, value = part.at, part.value
            kind = as_text(value.get("type"))
            if kind == "text" and as_text(value.get("text")):
                self._text(value, replays)
            elif kind == "file":
                self._file(value)
            elif kind == "compaction":
                self._compaction_asked(message)
            elif kind == "subtask" and as_text(value.get("prompt")):
                self.build.add(ItemKind.ATTACHMENT, value["prompt"], "/prompt", "subtask")
            elif kind == "agent" and as_text(value.get("name")):
                self.build.add(ItemKind.EVENT, value["name"], "/name", "agent")
            elif kind not in _SILENT:
                self.build.add_unknown(kind or _NO_TYPE, value)

    def _text(self, value: Record, replays: bool) -> None:
        text = value["text"]
        kind, origin, detail = ItemKind.USER, None, "typed"
        if value.get("ignored") is True:
            # Shown to the user by a plugin; never sent.
            kind, detail = ItemKind.EVENT, "ignored"
        elif value.get("synthetic") is True:
            continues = as_dict(value.get("metadata")).get("compaction_continue") is True
            kind, detail = ItemKind.ATTACHMENT, "continue" if continues else "reminder"
        elif self._delegated:
            origin, detail = Origin.AGENT, "delegated"
        elif replays and text in self._said:
            # After an overflow the last prompt is sent again; the human said it once.
            kind, detail = ItemKind.ATTACHMENT, "replayed"
        else:
            self._said.add(text)
            self.opening = self.opening or preview(text)
        self.build.add(kind, text, "/text", detail, origin=origin)

    def _file(self, value: Record) -> None:
        key = named(value, ("filename", "url", "mime"))
        if key:
            number = self.build.add(ItemKind.ATTACHMENT, value[key], f"/{key}", "file")
            if as_text(value.get("mime")).startswith("image/"):
                self.build.picture(number)

    def _compaction_asked(self, message: Message) -> None:
        self.build.add(ItemKind.EVENT, "compaction", "/type", "compaction")
        self._asked = message
        if self.build.id not in self._answered:
            self._asked = None
            self.build.failed(compaction.never_answered(message, self.build.id))

    # The agent ----------------------------------------------------------------------------------------------------

    def _assistant(self, message: Message) -> None:
        info = message.info
        steps = [part.value for part in message.parts if part.value.get("type") == "step-finish"]
        # Each with its own tokens and cost; those of a single one stand in the message, too.
        told = steps if len(steps) > 1 else [info]
        draft = self._step(message, told[0])
        results: list[Part] = []
        done = 0
        for part in message.parts:
            if part.value.get("type") == "step-finish":
                done += 1
                if done < len(told):
                    # Versions of 2025 kept all steps of a turn in one message.
                    self._results(results)
                    draft, results = self._step(message, told[done]), []
                continue
            first = len(self.build.items) + 1
            self._said_part(part)
            if len(self.build.items) >= first and self.build.items[first - 1].kind is not ItemKind.EVENT:
                self.build.produced(draft, first)
            if part.value.get("type") == "tool":
                results.append(part)
        self._results(results)
        self._error(message)

    def _step(self, message: Message, step: Record) -> RequestDraft:
        return self._call(message.at, as_text(message.info.get("modelID")), message.info, step)

    def _said_part(self, part: Part, *, enter: bool = True) -> None:
        self.build.at, value = part.at, part.value
        kind = as_text(value.get("type"))
        if kind in ("text", "reasoning"):
            told = ItemKind.ASSISTANT if kind == "text" else ItemKind.REASONING
            if as_text(value.get("text")):
                self.build.add(told, value["text"], "/text", enter=enter)
        elif kind == "tool":
            number = self._tool(value, "tool", as_text(value.get("callID")), enter=enter)
            state = as_dict(value.get("state"))
            if tool_kind(as_text(value.get("tool"))) is ToolKind.DELEGATE:
                child = as_text(as_dict(state.get("metadata")).get("sessionId"))
                self._subagent(child, as_text(state.get("title")), number)
        elif kind == "file":
            self._file(value)
        elif kind == "retry":
            self.build.add(ItemKind.EVENT, value, "", "retry", headline="retry", error=True)
        elif kind not in _SILENT:
            self.build.add_unknown(kind or _NO_TYPE, value)

    def _results(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.build.at = part.at
            name, state = as_text(part.value.get("tool")), as_dict(part.value.get("state"))
            call_id, failed = as_text(part.value.get("callID")), state.get("status") == "error"
            key = next((key for key in ("output", "error") if as_text(state.get(key))), "")
            if key:
                number = self.build.add(
                    ItemKind.TOOL_RESULT, state[key], f"/state/{key}", "", name, call_id, error=failed
                )
                cleared = as_int(as_dict(state.get("time")).get("compacted"))
                if cleared:
                    self._pruned.append((cleared, number))
            self._feedback(as_text(state.get("error")), "/state/error", name, call_id)
            if not failed:
                self._answers(as_dict(state.get("metadata")), "/state/metadata", name, call_id)

    def _error(self, message: Message) -> None:
        error = as_dict(message.info.get("error"))
        for holder, pointer in ((as_dict(error.get("data")), "/error/data/message"), (error, "/error/name")):
            text = as_text(holder.get(pointer.rsplit("/", 1)[-1]))
            if text:
                self.build.at = message.at
                self.build.add(ItemKind.EVENT, text, pointer, "error", error=True)
                return

    # Compactions --------------------------------------------------------------------------------------------------

    def _summary(self, message: Message) -> None:
        """The summariser's answer: a request of its own, and what takes the place of history where it succeeded."""
        asked, self._asked = self._asked, None
        if asked and as_text(message.info.get("parentID")) not in ("", as_text(asked.info.get("id"))):
            asked = None
        draft = self._step(message, message.info)
        draft.purpose = "compaction"
        summary = None
        for part in message.parts:
            first = len(self.build.items) + 1
            if part.value.get("type") == "text" and as_text(part.value.get("text")).strip():
                self.build.at, text = part.at, part.value["text"]
                more: dict[str, Any] = {"detail": "compact_summary", "enter": False}
                number = self.build.add(ItemKind.SUMMARY, text, "/text", **more)
                summary = summary or number
            else:
                self._said_part(part, enter=False)
            self.build.produced(draft, first)
        self._error(message)
        if not compaction.succeeded(message):
            self.build.failed(compaction.failed(asked, message, self.build.id))
            return
        kept, missing = self._tail(asked)
        stay = frozenset(kept)
        gone = [self.build.items[number - 1] for number in self.build.context if number not in stay]
        record = compaction.complete(asked, message, self.build.id, summary, gone, missing)
        told = [number for number in kept if self.build.items[number - 1].kind is ItemKind.INSTRUCTIONS]
        insert = () if summary is None else (summary,)
        self.build.cut(kept, record, insert, len(told))
        self._replays = compaction.overflowed(asked)

    def _tail(self, asked: Message | None) -> tuple[list[int], str]:
        """What a compaction keeps, and the id of the message where the tail starts when that is not in the log."""
        start = compaction.tail_start(asked)
        told = self.build.standing(ItemKind.INSTRUCTIONS)
        place = self._places.get(start)
        if place is None:
            return told, start
        tail = (
            number for number in self.build.context if number not in told and self._message_of.get(number, -1) >= place
        )
        return [*told, *tail], ""

    def _prune(self, before: int | None) -> None:
        """Clear the results that were cleared up to a moment, or to the end."""
        if not self._pruned:
            return
        due = sorted(entry for entry in self._pruned if before is None or entry[0] <= before)
        if due:
            self._pruned = [entry for entry in self._pruned if entry not in due]
            items = [number for _, number in due]
            at = self.build.items[items[0] - 1].source
            self.build.mask(items, compaction.pruned(at, due[0][0], len(items)))
