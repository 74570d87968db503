"""The walk over a Kimi Code wire: events that build up, rewind, clear and compact a context."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspector.model import Capabilities, CompactionRecord, ItemKind, Link, Session, Source, Splice
from inspector.read.adapter import Record, Report
from inspector.read.adapters.kimi.events import Message, after_compaction, stamp, usage_of, voice
from inspector.read.build import Builder, RequestDraft, trigger_in
from inspector.read.documents import read_document
from inspector.read.lines import Line
from inspector.read.times import seconds_between
from inspector.read.tools import headline
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds

_CLEARED_FROM = 400
"""Results shorter than about 100 tokens are never cleared."""
_SILENT = (
    "metadata", "forked", "turn.", "permission.", "tools.", "goal.", "swarm_mode.", "tower_mode.", "plan_mode.",
    "plan.", "cron.", "task.", "token_counting.", "mcp.", "runtime.", "staleGuard.", "prompt.accepted", "interaction.",
    "interruptionReminder.", "plugin.", "context.update_token_count", "full_compaction.complete",
)  # fmt: skip


class Wire:
    """Walks the events of one agent's wire in file order."""

    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self._path = path
        self._context: list[Message] = []
        self._system: dict[str, int] = {}
        self._steps: dict[str, tuple[RequestDraft, Message]] = {}
        self._calls: dict[str, str] = {}
        self._began: tuple[Record, Source, str | None] | None = None
        self._summarizer: RequestDraft | None = None
        self._last: RequestDraft | None = None
        self._model = self._cwd = self._opening = ""

    def add(self, line: Line) -> None:
        """Take in one event."""
        record = line.record
        kind = as_text(record.get("type"))
        self.build.record(Source(self.build.path, line.number, line.start, line.end), "", stamp(record.get("time")))
        handler = _HANDLERS.get(kind)
        if handler:
            handler(self, record)
        elif not kind.startswith(_SILENT):
            self.build.note_unknown(kind)
            self.build.add(ItemKind.EVENT, record, "", detail=kind or "unknown", headline=kind)
        if kind == "metadata":
            self.build.versions[f"wire {as_text(record.get('protocol_version'))}".strip()] = None
        elif kind.startswith(("permission.", "interaction.")):
            self._human(record)

    def finish(self, capabilities: Capabilities, report: Report) -> Session:
        """The session, with the wires of its subagents."""
        self._never_ended()
        folder, name = self._path.parent.parent, self._path.parent.name
        session, title = self._path.stem, ""
        if folder.name == "agents":
            session = folder.parent.name if name == "main" else name
            if name == "main":
                for wire in sorted(folder.glob("*/wire.jsonl")):
                    if wire != self._path:
                        self.build.links.append(Link("subagent", wire.parent.name, path=str(wire)))
                state = folder.parent / "state.json"
                title = as_text(as_dict(read_document(state, report)).get("title")) if state.is_file() else ""
        return self.build.session(
            id=session, title=title or self._opening or session, cwd=self._cwd, capabilities=capabilities
        )

    def _put_any(self, kind: ItemKind, value: Any, pointer: str, key: str, *about: Any) -> int:
        """Add what stands at a key below a pointer; where nothing does, an empty text at the pointer itself."""
        if value is None:
            return self.build.add(kind, "", pointer, "", *about, hold=True)
        return self.build.add(kind, value, f"{pointer}/{key}", "", *about)

    def _settings(self, record: Record) -> None:
        self._model = as_text(record.get("modelAlias")) or self._model
        disclosed = as_dict(record.get("environmentDisclosure"))
        self._cwd = as_text(record.get("cwd")) or as_text(disclosed.get("cwd")) or self._cwd
        if as_text(record.get("systemPrompt")):
            self._standing("system_prompt", record["systemPrompt"], "/systemPrompt")

    def _standing(self, name: str, value: Any, pointer: str) -> None:
        """Instructions that stand in front of everything, in place of the earlier ones."""
        earlier = self._system.get(name)
        number = self.build.add(ItemKind.INSTRUCTIONS, value, pointer, detail=name, enter=False)
        self._system[name] = number
        self.build.ops.append(Splice(() if earlier is None else (earlier,), (number,)))

    def _tools(self, record: Record) -> None:
        if as_list(record.get("tools")):
            self._standing("tools", record["tools"], "/tools")

    def _request(self, record: Record) -> None:
        self._settings({key: record.get(key) for key in ("modelAlias", "systemPrompt") if key in record})
        model = as_text(record.get("model")) or self._model
        if record.get("kind") == "compaction":
            name = f"compaction at line {self.build.at.line}"
            self._summarizer = self.build.request(name, model, purpose="compaction")
        else:
            self._model = model

    def _append(self, record: Record) -> None:
        message = as_dict(record.get("message"))
        role, origin = as_text(message.get("role")), as_dict(message.get("origin"))
        name = as_text(origin.get("kind"))
        by_user = role == "user" and (name in ("", "user") or origin.get("trigger") == "user-slash")
        held = Message([], name, by_user)
        if message.get("content") not in (None, "", []):
            kind, whose, detail = voice(role, origin)
            call_id = as_text(message.get("toolCallId"))
            about = (detail, self._calls.get(call_id, ""), call_id, "", message.get("isError") is True)
            number = self.build.add(kind, message["content"], "/message/content", *about, origin=whose)
            held.items.append(number)
            if detail == "typed":
                self._opening = self._opening or self.build.items[number - 1].preview
        for index, call in enumerate(as_list(message.get("toolCalls"))):
            held.items.append(self._call(as_dict(call), f"/message/toolCalls/{index}", "arguments", "id"))
        for key in ("skillArgs", "commandArgs"):
            if as_text(origin.get(key)) and by_user:
                pointer = f"/message/origin/{key}"
                self.build.add(ItemKind.USER, origin[key], pointer, detail="command", enter=False)
        self._context.append(held)

    def _call(self, call: Record, pointer: str, key: str, id_key: str) -> int:
        name, call_id, value = as_text(call.get("name")), as_text(call.get(id_key)), call.get(key)
        self._calls[call_id] = name
        return self._put_any(ItemKind.TOOL_CALL, value, pointer, key, name, call_id, headline(name, value))

    def _loop(self, record: Record) -> None:
        event = as_dict(record.get("event"))
        kind = as_text(event.get("type"))
        if kind == "step.begin":
            name = as_text(event.get("uuid"))
            draft = self.build.request(name, self._model)
            message = Message([])
            self._context.append(message)
            self._steps[name], self._last = (draft, message), draft
        elif kind == "tool.result":
            self._result(event)
        elif kind in ("content.part", "tool.call"):
            self._said(event, kind)
        elif kind == "step.end":
            ended, _ = self._steps.pop(as_text(event.get("uuid")), (None, None))
            if ended:
                ended.usage = usage_of(event.get("usage")) or ended.usage
                ended.stop = as_text(event.get("finishReason"))
                ended.seconds = in_seconds(event.get("llmStreamDurationMs"))

    def _said(self, event: Record, kind: str) -> None:
        if kind == "tool.call":
            number = self._call(event, "/event", "args", "toolCallId")
        else:
            part = as_dict(event.get("part"))
            said, key = (ItemKind.REASONING, "think") if part.get("type") == "think" else (ItemKind.ASSISTANT, "text")
            value, pointer = (part[key], f"/event/part/{key}") if isinstance(part.get(key), str) else (event, "/event")
            number = self.build.add(said, value, pointer)
        draft, message = self._steps.get(as_text(event.get("stepUuid")), (None, None))
        if draft and message:
            draft.first_item, draft.last_item = draft.first_item or number, number
            message.items.append(number)
        else:
            self._context.append(Message([number]))

    def _result(self, event: Record) -> None:
        call_id, result = as_text(event.get("toolCallId")), as_dict(event.get("result"))
        output, about = result.get("output"), (self._calls.get(call_id, ""), call_id, "", result.get("isError") is True)
        number = self._put_any(ItemKind.TOOL_RESULT, output, "/event", "result/output", *about)
        self._context.append(Message([number]))

    def _tokens(self, record: Record) -> None:
        """Usage beside the step that it belongs to: the same numbers, counted where the step has none."""
        usage = usage_of(record.get("usage"))
        if self._summarizer is not None and self._summarizer.usage is None and not self._steps:
            self._summarizer.usage = usage
        elif self._last is not None and self._last.usage is None:
            self._last.usage = usage
        if self._last is not None and not self._last.model:
            self._last.model = as_text(record.get("model"))

    def _clear(self, record: Record) -> None:
        self._drop(0)

    def _drop(self, start: int) -> None:
        """Take the messages from ``start`` on out of the context."""
        gone = [number for message in self._context[start:] for number in message.items]
        del self._context[start:]
        self._steps.clear()
        if gone:
            self.build.ops.append(Splice(tuple(gone)))

    def _undo(self, record: Record) -> None:
        """Go back behind the user's last ``count`` prompts; never past a summary."""
        count, place = as_int(record.get("count")) or 0, None
        for index in range(len(self._context) - 1, -1, -1):
            message = self._context[index]
            if message.origin == "compaction_summary" or count == 0:
                break
            if message.by_user:
                count, place = count - 1, index
        if place is not None and count == 0:
            self._drop(place)

    def _begin(self, record: Record) -> None:
        self._never_ended()
        self._began = record, self.build.at, self.build.time

    def _cancel(self, record: Record) -> None:
        self._failed("It was cancelled.")

    def _never_ended(self) -> None:
        self._failed("It never ended: the log stops, or goes on without its summary.")

    def _failed(self, why: str) -> None:
        if self._began is None:
            return
        begin, at, time = self._began
        self._began = None
        record = CompactionRecord(
            id=f"compaction at line {at.line}",
            source=at,
            kind="summary",
            trigger=trigger_in(begin.get("source")),
            status="failed",
            time=time,
            readable=False,
            notes=(why,),
        )
        self.build.ops.append(Splice(compaction=record))

    def _compaction(self, record: Record) -> None:
        begin, _, began = self._began or ({}, self.build.at, None)
        self._began = None
        key = next((key for key in ("contextSummary", "summary") if record.get(key) not in (None, "")), "")
        value, pointer = record.get(key), f"/{key}"
        if isinstance(value, dict):
            value, pointer = value.get("content"), f"{pointer}/content"
        summary = None
        if value not in (None, "", []):
            summary = self.build.add(ItemKind.SUMMARY, value, pointer, "compact_summary", enter=False)
        told = Message([] if summary is None else [summary], "compaction_summary")
        self._context, notes = after_compaction(self._context, record, told)
        noted = self.build.compaction(
            f"compaction at line {self.build.at.line}",
            "summary",
            trigger_in(begin.get("source")),
            summary,
            reported_before=as_int(record.get("tokensBefore")),
            reported_after=as_int(record.get("tokensAfter")),
            seconds=seconds_between(began, self.build.time),
            model=self._summarizer.model if self._summarizer else "",
            notes=notes,
        )
        if self._summarizer:
            self._summarizer.first_item = self._summarizer.last_item = summary
        self._summarizer = None
        self._steps.clear()
        held = (number for message in self._context for number in message.items)
        self.build.ops.append(Splice(None, (*self._system.values(), *held), compaction=noted))

    def _clear_results(self, record: Record) -> None:
        """Old results that are blanked from here on."""
        cutoff = as_int(record.get("cutoff")) or 0
        items = self.build.items
        masked = tuple(
            number
            for message in self._context[:cutoff]
            for number in message.items
            if items[number - 1].kind is ItemKind.TOOL_RESULT and items[number - 1].chars >= _CLEARED_FROM
        )
        edit = self.build.compaction(f"edit at line {self.build.at.line}", "edit", "auto", readable=True)
        self.build.ops.append(Splice(mask=masked, compaction=edit))

    def _human(self, record: Record) -> None:
        """What the user said on a refusal, or answered to a question."""
        self._said_beside(as_dict(record.get("result")).get("feedback"), "/result/feedback", "feedback")
        for question, answer in as_dict(as_dict(record.get("response")).get("answers")).items():
            step = question.replace("~", "~0").replace("/", "~1")
            self._said_beside(answer, f"/response/answers/{step}", "answer")

    def _said_beside(self, words: Any, pointer: str, detail: str) -> None:
        """The human's words that are in the context as a part of something else."""
        if as_text(words).strip():
            self.build.add(ItemKind.USER, words, pointer, detail=detail, enter=False)


_HANDLERS: dict[str, Callable[[Wire, Record], None]] = {
    "config.update": Wire._settings,
    "profile.bind": Wire._settings,
    "llm.request": Wire._request,
    "llm.tools_snapshot": Wire._tools,
    "context.append_message": Wire._append,
    "context.append_loop_event": Wire._loop,
    "usage.record": Wire._tokens,
    "context.clear": Wire._clear,
    "context.undo": Wire._undo,
    "full_compaction.begin": Wire._begin,
    "full_compaction.cancel": Wire._cancel,
    "context.apply_compaction": Wire._compaction,
    "micro_compaction.apply": Wire._clear_results,
}
