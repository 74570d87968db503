"""The walk over a Kimi Code wire: events that build up, rewind, clear and compact a context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.model import Append, Capabilities, ItemKind, Session, Source, Splice
from inspector.read.adapter import Record, Report
from inspector.read.adapters.kimi.compactions import Compactions
from inspector.read.adapters.kimi.events import Message, as_sent, usage_of, voice, words_of
from inspector.read.build import Builder, RequestDraft
from inspector.read.documents import read_part
from inspector.read.lines import Line
from inspector.read.times import utc
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds

_CLEARED_FROM = 400
"""Results shorter than about 100 tokens are never cleared."""
_SILENT = (
    "metadata", "forked", "turn.", "permission.", "tools.", "goal.", "swarm_mode.", "tower_mode.", "plan_mode.",
    "plan.", "cron.", "task.", "token_counting.", "mcp.", "runtime.", "staleGuard.", "interaction.",
    "agent.", "prompt.", "file_history.", "subagent.", "interruptionReminder.", "plugin.",
    "context.update_token_count", "full_compaction.complete",
)  # fmt: skip


@dataclass(slots=True)
class _Step:
    """One step of a turn: a call of the model, noted once it is sure that it was sent."""

    name: str
    at: Source
    time: str | None
    message: Message
    draft: RequestDraft | None = None


class Wire:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self._path = path
        self._context: list[Message] = []
        self._system: dict[str, int] = {}
        self._steps: dict[str, _Step] = {}
        self._begun: _Step | None = None
        # The item of each call, and by subagent the call that started it.
        self._items: dict[str, int] = {}
        self._spawned: dict[str, str] = {}
        self._branches = False
        """Whether an undo comes that puts the agent on a branch: injections stay that go with no prompt, or with one
        that stays."""
        # The open calls with their results, in the order of the calls; what came in meanwhile is sent behind them.
        self._pending: dict[str, Message | None] = {}
        self._deferred: list[Message] = []
        self._compactions = Compactions(self.build)
        self._last: RequestDraft | None = None
        self._model = self._cwd = ""

    def add(self, line: Line) -> None:
        record = line.record
        kind = as_text(record.get("type"))
        self.build.record(line.at(self.build.path), "", utc(record.get("time")))
        handler = _HANDLERS.get(kind)
        if handler:
            handler(self, record)
        elif not kind.startswith(_SILENT):
            self.build.add_unknown(kind, record)
        if kind == "metadata":
            self.build.versions[f"wire {as_text(record.get('protocol_version'))}".strip()] = None
        elif kind.startswith(("permission.", "interaction.")):
            self._human(record)

    def finish(self, capabilities: Capabilities, report: Report) -> Session:
        """The session, with the wires of its subagents."""
        self._settle(ended=False)
        self._compactions.never_ended(self._context)
        folder, name = self._path.parent.parent, self._path.parent.name
        session, title = self._path.stem, ""
        if folder.name == "agents":
            session = folder.parent.name if name == "main" else name
            if name == "main":
                for wire in sorted(folder.glob("*/wire.jsonl")):
                    if wire != self._path:
                        agent = wire.parent.name
                        item = self._items.get(self._spawned.get(agent, ""))
                        self.build.link("subagent", agent, path=str(wire), item=item)
                title = as_text(as_dict(read_part(folder.parent / "state.json", report)).get("title"))
        return self.build.session(
            id=session, title=title or self.build.opening or session, cwd=self._cwd, capabilities=capabilities
        )

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
        self._system = {one: self._system[one] for one in ("system_prompt", "tools") if one in self._system}
        at = list(self._system).index(name)
        self.build.ops.append(Splice(() if earlier is None else (earlier,), (number,), at))

    def _tools(self, record: Record) -> None:
        if as_list(record.get("tools")):
            self._standing("tools", record["tools"], "/tools")

    def _request(self, record: Record) -> None:
        self._settings({key: record.get(key) for key in ("modelAlias", "systemPrompt") if key in record})
        model = as_text(record.get("model")) or self._model
        if record.get("kind") == "compaction":
            name = f"compaction at line {self.build.at.line}"
            draft = self.build.request(name, model, purpose="compaction")
            self._compactions.asked(draft, as_int(record.get("droppedCount")) or 0)
        else:
            self._model = model
            self._sent()

    def _sent(self) -> None:
        """The step that began last is a call of the model from here on: its tools are logged behind its beginning."""
        step, self._begun = self._begun, None
        if step:
            step.draft = self._last = self.build.call(step.name, self._model, step.at, "", step.time)

    def _enter(self, message: Message) -> None:
        self.build.ops += [Append(number) for number in message.items]
        self._context.append(message)

    def _settle(self, ended: bool = True) -> None:
        """Send what came of the open calls, in their order, and what had to wait for that."""
        if ended and None in self._pending.values():
            self.build.unlogged("result of a call that was interrupted", "behind its call")
        for message in self._pending.values():
            if message or ended:
                self._enter(message or Message([]))
        self._pending = {}
        waiting, self._deferred = self._deferred, []
        for message in waiting:
            self._enter(message)

    def _append(self, record: Record) -> None:
        message = as_dict(record.get("message"))
        role, origin = as_text(message.get("role")), as_dict(message.get("origin"))
        name = as_text(origin.get("kind"))
        by_user = role == "user" and (name in ("", "user") or origin.get("trigger") == "user-slash")
        held = Message([], name, by_user, in_turn=origin.get("inTurn") is True)
        held.id, held.owner = as_text(message.get("id")), as_text(origin.get("ownerPromptId"))
        if by_user:
            held.words = words_of(message.get("content"))
        if message.get("content") not in (None, "", []):
            kind, whose, detail = voice(role, origin)
            call_id = as_text(message.get("toolCallId"))
            about = (detail, self.build.tools.get(call_id, ""), call_id, "", message.get("isError") is True)
            number = self.build.add(kind, message["content"], "/message/content", *about, origin=whose, enter=False)
            held.items.append(number)
        for index, call in enumerate(as_list(message.get("toolCalls"))):
            held.items.append(self._call(as_dict(call), f"/message/toolCalls/{index}", "arguments", "id"))
        for key in ("skillArgs", "commandArgs"):
            if as_text(origin.get(key)) and by_user:
                self.build.said(origin[key], f"/message/origin/{key}", "command")
        if None in self._pending.values():
            self._deferred.append(held)
        else:
            self._sent()
            self._enter(held)

    def _call(self, call: Record, pointer: str, key: str, id_key: str) -> int:
        name, call_id, value = as_text(call.get("name")), as_text(call.get(id_key)), call.get(key)
        if value is None:
            return self.build.called("", pointer, name, call_id, None, hold=True, enter=False)
        return self.build.called(value, f"{pointer}/{key}", name, call_id, value, enter=False)

    def _loop(self, record: Record) -> None:
        event = as_dict(record.get("event"))
        kind = as_text(event.get("type"))
        if kind == "step.begin":
            self._sent()
            self._settle()
            step = _Step(as_text(event.get("uuid")), self.build.at, self.build.time, Message([]))
            self._steps = {step.name: step}
            self._begun = step
        elif kind == "tool.result":
            self._result(event)
        elif kind in ("content.part", "tool.call"):
            self._sent()
            self._said(event, kind)
        elif kind == "step.end":
            self._sent()
            stop = as_text(event.get("finishReason"))
            if stop not in ("interrupted", "error"):
                self._settle()
            step_of = self._steps.pop(as_text(event.get("uuid")), None)
            if step_of and step_of.draft:
                step_of.draft.usage = usage_of(event.get("usage")) or step_of.draft.usage
                step_of.draft.stop = stop
                step_of.draft.seconds = in_seconds(event.get("llmStreamDurationMs"))

    def _said(self, event: Record, kind: str) -> None:
        enters = True
        if kind == "tool.call":
            number = self._call(event, "/event", "args", "toolCallId")
            call_id = as_text(event.get("toolCallId"))
            self._pending[call_id], self._items[call_id] = None, number
        else:
            part = as_dict(event.get("part"))
            said, key = (ItemKind.REASONING, "think") if part.get("type") == "think" else (ItemKind.ASSISTANT, "text")
            value, pointer = (part[key], f"/event/part/{key}") if isinstance(part.get(key), str) else (event, "/event")
            number = self.build.add(said, value, pointer, enter=False)
            enters = not isinstance(value, str) or bool(value.strip())  # what is blank is not sent
        step = self._steps.get(as_text(event.get("stepUuid")))
        if step and step.draft:
            step.draft.first_item, step.draft.last_item = step.draft.first_item or number, number
        if not enters:
            return
        if step and step.message.items:
            step.message.items.append(number)
            self.build.ops.append(Append(number))
        elif step:
            step.message.items.append(number)
            self._enter(step.message)
        else:
            self._enter(Message([number]))

    def _result(self, event: Record) -> None:
        call_id, result = as_text(event.get("toolCallId")), as_dict(event.get("result"))
        tool = self.build.tools.get(call_id, "")
        about = ("", tool, call_id, "", result.get("isError") is True)
        sent, output = as_sent(result, tool), result.get("output")
        if sent is output and output is not None:
            number = self.build.add(ItemKind.TOOL_RESULT, output, "/event/result/output", *about, enter=False)
        else:
            number = self.build.add(ItemKind.TOOL_RESULT, sent, "/event/result", *about, hold=True, enter=False)
        if call_id not in self._pending:
            self._enter(Message([number]))
            return
        self._pending[call_id] = Message([number])
        if None not in self._pending.values():
            self._settle()

    def _started(self, record: Record) -> None:
        self._spawned.setdefault(as_text(record.get("subagentId")), as_text(record.get("parentToolCallId")))

    def _tokens(self, record: Record) -> None:
        """Usage beside the step that it belongs to: the same numbers, counted where the step has none."""
        usage = usage_of(record.get("usage"))
        asked = self._compactions.asking
        if asked and asked.usage is None and not self._steps:
            asked.usage = usage
        elif self._last is not None and self._last.usage is None:
            self._last.usage = usage
        if self._last is not None and not self._last.model:
            self._last.model = as_text(record.get("model"))

    def _clear(self, record: Record) -> None:
        self._drop(0)

    def _drop(self, start: int, stay: Sequence[Message] = ()) -> None:
        """Take the messages from ``start`` on out of the context, but for those that stay."""
        self._sent()
        gone = [number for message in self._context[start:] if message not in stay for number in message.items]
        self._context[start:] = stay
        self._steps.clear()
        self._pending, self._deferred = {}, []
        if gone:
            self.build.ops.append(Splice(tuple(gone)))

    def _undo(self, record: Record) -> None:
        """Go back behind the user's last ``count`` prompts; never past a summary."""
        count, place = as_int(record.get("count")) or 0, None
        for index in range(len(self._context) - 1, -1, -1):
            message = self._context[index]
            if message.origin == "compaction_summary" or count == 0:
                break
            if message.by_user and not message.in_turn:
                count, place = count - 1, index
                while place and message.id and self._context[place - 1].owner == message.id:
                    place -= 1
        if place is not None and count == 0:
            owners = {message.id for message in self._context[:place]} | {""}
            told = [one for one in self._context[place:] if one.origin == "injection" and one.owner in owners]
            self._drop(place, told if self._branches else ())
        self._branches = False

    def _switched(self, record: Record) -> None:
        self._branches = record.get("reason") == "undo"

    def _begin(self, record: Record) -> None:
        self._sent()
        self._compactions.begin(record, self._context)

    def _cancel(self, record: Record) -> None:
        self._compactions.failed("It failed or was cancelled: the log writes the same for both.", self._context)

    def _compaction(self, record: Record) -> None:
        self._sent()
        self._settle(ended=False)
        noted, self._context = self._compactions.done(record, self._context)
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
            self.build.said(words, pointer, detail)


_HANDLERS: dict[str, Callable[[Wire, Record], None]] = {
    "config.update": Wire._settings,
    "profile.bind": Wire._settings,
    "llm.request": Wire._request,
    "llm.tools_snapshot": Wire._tools,
    "context.append_message": Wire._append,
    "context.append_loop_event": Wire._loop,
    "subagent.spawned": Wire._started,
    "usage.record": Wire._tokens,
    "context.clear": Wire._clear,
    "agent.switched": Wire._switched,
    "context.undo": Wire._undo,
    "full_compaction.begin": Wire._begin,
    "full_compaction.cancel": Wire._cancel,
    "context.apply_compaction": Wire._compaction,
    "micro_compaction.apply": Wire._clear_results,
}
