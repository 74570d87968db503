"""The walk over the messages of an OpenCode session, in order of time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from inspector.model import ItemKind, Link, Origin, Rewind, Severity, Source, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.opencode import compaction
from inspector.read.adapters.opencode.stored import Message, Part, Stored
from inspector.read.build import Builder, RequestDraft
from inspector.read.times import iso
from inspector.read.tools import ToolKind, headline, tool_kind
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, preview
from inspector.read.walk import Walk

# Parts that only mark where a step begins or ends, or which files it left behind.
_SILENT = frozenset({"step-start", "step-finish", "snapshot", "patch"})
REFUSED = re.compile(r"with the following feedback: (.+)", re.DOTALL)


class Messages:
    """Walks the messages of one session."""

    def __init__(self, agent: str, stored: Stored, *, hold: bool) -> None:
        self.walk = Walk(Builder(agent, stored.path), hold)
        self.build = self.walk.build
        self.opening = ""
        self._stored = stored
        self._delegated = bool(as_text(stored.info.get("parentID")))
        self._from: dict[str, int] = {}
        self._order: list[str] = []
        self._message_of: dict[int, int] = {}
        self._pruned: list[tuple[int, int]] = []
        self._asked: Message | None = None
        self._said: set[str] = set()
        self._linked: set[str] = set()
        self._replays = False
        self._system = ""
        self._answered = {
            as_text(message.info.get("parentID")) for message in stored.messages if message.info.get("summary") is True
        }

    def read(self) -> None:
        """Take in all messages, then what the session says of itself."""
        for message in self._stored.messages:
            self._add(message)
        self._prune(None)
        self._revert()
        self._relatives()
        self.walk.finish()

    def _add(self, message: Message) -> None:
        info = message.info
        self._at, self._id = message.at, as_text(info.get("id")) or f"message {len(self._order)}"
        self._time = iso(message.created)
        self.build.seen(self._time)
        self.build.seen(iso(as_dict(info.get("time")).get("completed")))
        self._prune(message.created)
        self._from[self._id] = len(self.build.ops)
        self._order.append(self._id)
        first = len(self.build.items)
        role = info.get("role")
        if role == "user":
            self._user(message)
        elif role == "assistant" and info.get("summary") is True:
            self._summary(message)
        elif role == "assistant":
            self._assistant(message)
        else:
            self._put(
                ItemKind.EVENT, Origin.HARNESS, info, message.at, "", detail="unknown", headline=preview(str(role))
            )
        for number in range(first + 1, len(self.build.items) + 1):
            self._message_of[number] = len(self._order) - 1

    def _put(
        self,
        kind: ItemKind,
        origin: Origin,
        value: Any,
        at: Source,
        pointer: str,
        detail: str = "",
        tool: str = "",
        call_id: str = "",
        headline: str = "",
        error: bool = False,
        hold: bool | None = None,
        enter: bool = True,
    ) -> int:
        return self.walk.put(
            kind, origin, value, at, pointer, self._id, tool, call_id, self._time, detail, error, "", headline,
            hold, enter,
        )  # fmt: skip

    # The user -----------------------------------------------------------------------------------------------------

    def _user(self, message: Message) -> None:
        system = as_text(message.info.get("system"))
        if system and system != self._system:
            self._system = system
            self._put(ItemKind.INSTRUCTIONS, Origin.HARNESS, system, message.at, "/system")
        replays, self._replays = self._replays, False
        for part in message.parts:
            kind = as_text(part.value.get("type"))
            if kind == "text" and as_text(part.value.get("text")):
                self._text(part, replays)
            elif kind == "file":
                self._file(part)
            elif kind == "compaction":
                self._compaction_asked(message, part)
            elif kind == "subtask" and as_text(part.value.get("prompt")):
                prompt = part.value["prompt"]
                self._put(ItemKind.ATTACHMENT, Origin.HARNESS, prompt, part.at, "/prompt", detail="subtask")
            elif kind == "agent" and as_text(part.value.get("name")):
                self._put(ItemKind.EVENT, Origin.HARNESS, part.value["name"], part.at, "/name", detail="agent")
            elif kind not in _SILENT:
                self._odd(part)

    def _text(self, part: Part, replays: bool) -> None:
        value = part.value
        text = value["text"]
        kind, origin, detail = ItemKind.USER, Origin.HUMAN, "typed"
        if value.get("ignored") is True:
            # Shown to the user by a plugin; never sent.
            kind, origin, detail = ItemKind.EVENT, Origin.HARNESS, "ignored"
        elif value.get("synthetic") is True:
            continues = as_dict(value.get("metadata")).get("compaction_continue") is True
            kind, origin, detail = ItemKind.ATTACHMENT, Origin.HARNESS, "continue" if continues else "reminder"
        elif self._delegated:
            kind, origin, detail = ItemKind.USER, Origin.AGENT, "delegated"
        elif replays and text in self._said:
            # After an overflow the last prompt is sent again; the human said it once.
            kind, origin, detail = ItemKind.ATTACHMENT, Origin.HARNESS, "replayed"
        else:
            self._said.add(text)
            self.opening = self.opening or preview(text)
        self._put(kind, origin, text, part.at, "/text", detail)

    def _file(self, part: Part) -> None:
        for key in ("filename", "url", "mime"):
            value = as_text(part.value.get(key))
            if value and not value.startswith("data:"):
                number = self._put(ItemKind.ATTACHMENT, Origin.HARNESS, value, part.at, f"/{key}", detail="file")
                if as_text(part.value.get("mime")).startswith("image/"):
                    self.walk.picture(number)
                return

    def _compaction_asked(self, message: Message, part: Part) -> None:
        self._put(ItemKind.EVENT, Origin.HARNESS, "compaction", part.at, "/type", detail="compaction")
        self._asked = message
        if self._id not in self._answered:
            self._asked = None
            self.walk.failed(compaction.never_answered(message, self._id))

    # The agent ----------------------------------------------------------------------------------------------------

    def _assistant(self, message: Message) -> None:
        info = message.info
        steps = [part.value for part in message.parts if part.value.get("type") == "step-finish"]
        # Each with its own tokens and cost; those of a single one stand in the message, too.
        told = steps if len(steps) > 1 else [info]
        draft = self._call(info, told[0])
        results: list[Part] = []
        done = 0
        for part in message.parts:
            if part.value.get("type") == "step-finish":
                done += 1
                if done < len(told):
                    # Versions of 2025 kept all steps of a turn in one message.
                    self._results(results)
                    draft, results = self._call(info, told[done]), []
                continue
            first = len(self.build.items) + 1
            self._said_part(part)
            if len(self.build.items) >= first and self.walk.item(first).kind is not ItemKind.EVENT:
                draft.first_item = draft.first_item or first
                draft.last_item = len(self.build.items)
            if part.value.get("type") == "tool":
                results.append(part)
        self._results(results)
        self._error(message)

    def _call(self, info: Record, step: Record) -> RequestDraft:
        model, time = as_text(info.get("modelID")), as_dict(info.get("time"))
        draft = self.build.call(self._id, model, self._at, "", self._time, usage_of(as_dict(step.get("tokens"))))
        draft.cost = as_dollars(step.get("cost"))
        begun, ended = as_int(time.get("created")), as_int(time.get("completed"))
        draft.seconds = (ended - begun) / 1000 if begun and ended and ended >= begun else None
        draft.stop = as_text(info.get("finish")) or ("error" if as_dict(info.get("error")) else "")
        return draft

    def _said_part(self, part: Part, *, enter: bool = True) -> None:
        kind, value = as_text(part.value.get("type")), part.value
        if kind in ("text", "reasoning"):
            told = ItemKind.ASSISTANT if kind == "text" else ItemKind.REASONING
            if as_text(value.get("text")):
                self._put(told, Origin.AGENT, value["text"], part.at, "/text", enter=enter)
        elif kind == "tool":
            self._tool_call(part, enter)
        elif kind == "file":
            self._file(part)
        elif kind == "retry":
            self._put(ItemKind.EVENT, Origin.HARNESS, value, part.at, "", detail="retry", error=True, headline="retry")
        elif kind not in _SILENT:
            self._odd(part)

    def _tool_call(self, part: Part, enter: bool) -> None:
        name, state = as_text(part.value.get("tool")), as_dict(part.value.get("state"))
        pointer = "/state/input" if "input" in state else "/tool" if name else ""
        value = state.get("input") if "input" in state else name or part.value
        call_id, line = as_text(part.value.get("callID")), headline(name, state.get("input"))
        number = self._put(
            ItemKind.TOOL_CALL, Origin.AGENT, value, part.at, pointer, "", name, call_id, line, enter=enter
        )
        child = as_text(as_dict(state.get("metadata")).get("sessionId"))
        if child and tool_kind(name) is ToolKind.DELEGATE and child not in self._linked:
            self._linked.add(child)
            title = as_text(state.get("title"))
            self.build.links.append(Link("subagent", child, title, path=self._path_of(child), item=number))

    def _results(self, parts: Sequence[Part]) -> None:
        for part in parts:
            name, state = as_text(part.value.get("tool")), as_dict(part.value.get("state"))
            call_id, failed = as_text(part.value.get("callID")), state.get("status") == "error"
            for key in ("output", "error"):
                text = as_text(state.get(key))
                if text:
                    number = self._put(
                        ItemKind.TOOL_RESULT, Origin.TOOL, text, part.at, f"/state/{key}", "", name, call_id, "", failed
                    )
                    cleared = as_int(as_dict(state.get("time")).get("compacted"))
                    if cleared:
                        self._pruned.append((cleared, number))
                    break
            if failed or tool_kind(name) is ToolKind.ASK or "error" in state:
                self._human_in(part, name, state, call_id)

    def _human_in(self, part: Part, name: str, state: Record, call_id: str) -> None:
        """What the human answered to a question, or said on refusing a permission."""
        said: list[tuple[str, str, str]] = []
        refused = REFUSED.search(as_text(state.get("error")))
        if refused:
            said.append((refused[1].strip(), "/state/error", "feedback"))
        if tool_kind(name) is ToolKind.ASK and state.get("status") != "error":
            for index, answers in enumerate(as_list(as_dict(state.get("metadata")).get("answers"))):
                for place, answer in enumerate(as_list(answers)):
                    if as_text(answer):
                        said.append((answer, f"/state/metadata/answers/{index}/{place}", "answer"))
        for words, pointer, detail in said:
            hold = self.walk.hold or detail == "feedback"
            about = (detail, name, call_id)
            self._put(ItemKind.USER, Origin.HUMAN, words, part.at, pointer, *about, hold=hold, enter=False)

    def _error(self, message: Message) -> None:
        error = as_dict(message.info.get("error"))
        for holder, pointer in ((as_dict(error.get("data")), "/error/data/message"), (error, "/error/name")):
            text = as_text(holder.get(pointer.rsplit("/", 1)[-1]))
            if text:
                self._put(ItemKind.EVENT, Origin.HARNESS, text, message.at, pointer, detail="error", error=True)
                return

    def _odd(self, part: Part) -> None:
        kind = as_text(part.value.get("type")) or "part without a type"
        self.walk.unknown(kind, part.value, part.at, id=self._id, time=self._time, headline=kind)

    # Compactions --------------------------------------------------------------------------------------------------

    def _summary(self, message: Message) -> None:
        """The summariser's answer: a request of its own, and what takes the place of history where it succeeded."""
        asked, self._asked = self._asked, None
        if asked and as_text(message.info.get("parentID")) not in ("", as_text(asked.info.get("id"))):
            asked = None
        draft = self._call(message.info, message.info)
        draft.purpose = "compaction"
        summary = None
        for part in message.parts:
            first = len(self.build.items) + 1
            if part.value.get("type") == "text" and as_text(part.value.get("text")).strip():
                more: dict[str, Any] = {"detail": "compact_summary", "enter": False}
                number = self._put(ItemKind.SUMMARY, Origin.HARNESS, part.value["text"], part.at, "/text", **more)
                summary = summary or number
            else:
                self._said_part(part, enter=False)
            if len(self.build.items) >= first:
                draft.first_item, draft.last_item = draft.first_item or first, len(self.build.items)
        self._error(message)
        if not compaction.succeeded(message):
            self.walk.failed(compaction.failed(asked, message, self._id))
            return
        kept, missing = self._tail(asked)
        stay = frozenset(kept)
        gone = [self.walk.item(number) for number in self.walk.context if number not in stay]
        record = compaction.complete(asked, message, self._id, summary, gone, missing)
        told = [number for number in kept if self.walk.item(number).kind is ItemKind.INSTRUCTIONS]
        insert = () if summary is None else (summary,)
        self.walk.cut(kept, record, insert, len(told))
        self._replays = compaction.overflowed(asked)

    def _tail(self, asked: Message | None) -> tuple[list[int], str]:
        """What a compaction keeps, and the id of the message where the tail starts when that is not in the log."""
        start = compaction.tail_start(asked)
        told = [number for number in self.walk.context if self.walk.item(number).kind is ItemKind.INSTRUCTIONS]
        if not start:
            return told, ""
        if start not in self._order:
            return told, start
        place = self._order.index(start)
        return told + [
            number for number in self.walk.context if number not in told and self._message_of.get(number, -1) >= place
        ], ""

    def _prune(self, before: int | None) -> None:
        """Clear the results that were cleared up to a moment, or to the end."""
        if not self._pruned:
            return
        due = sorted(entry for entry in self._pruned if before is None or entry[0] <= before)
        if due:
            self._pruned = [entry for entry in self._pruned if entry not in due]
            items = [number for _, number in due]
            at = self.walk.item(items[0]).source
            self.walk.mask(items, compaction.pruned(at, due[0][0], len(items)))

    # The session --------------------------------------------------------------------------------------------------

    def _revert(self) -> None:
        revert = as_dict(self._stored.info.get("revert"))
        start = as_text(revert.get("messageID"))
        if start in self._from:
            self.build.ops.append(Rewind(self._from[start] - 1))
            note = f"The messages from {start} on were undone by the user; the next prompt will delete them."
            self.build.problem(Severity.NOTE, "undone", note)

    def _relatives(self) -> None:
        info = self._stored.info
        for kind, key in (("parent", "parentID"), ("fork", "forkSessionID")):
            other = as_text(info.get(key))
            if other:
                self.build.links.append(Link(kind, other, path=self._path_of(other)))
        for child in self._stored.children:
            id_ = as_text(child.get("id"))
            if id_ and id_ not in self._linked:
                self._linked.add(id_)
                self.build.links.append(Link("subagent", id_, as_text(child.get("title")), path=self._path_of(id_)))

    def _path_of(self, session: str) -> str:
        return f"{self._stored.path}/{session}" if self.walk.hold else ""


def usage_of(tokens: Record) -> Usage | None:
    """Tokens of one step: input leaves out the cache, and output the reasoning. All zeros stand for an aborted one."""
    cache = as_dict(tokens.get("cache"))
    fresh, output, thought = (as_int(tokens.get(key)) for key in ("input", "output", "reasoning"))
    read, written = as_int(cache.get("read")), as_int(cache.get("write"))
    if not any((fresh, output, read, written)):
        return None
    return Usage(fresh, read, written, (output or 0) + (thought or 0), thought)
