"""The walk over a task, call by call: what was sent each time, and what had been left out of it by then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inspector.model import CompactionRecord, ItemKind, Source
from inspector.read.adapter import Record
from inspector.read.adapters.cline import calls, condensing
from inspector.read.adapters.cline.blocks import Blocks, Writer, has_reasoning, human_texts
from inspector.read.adapters.cline.calls import Group, Shown
from inspector.read.adapters.cline.condensing import Clearings, window_in, window_of
from inspector.read.adapters.cline.context import Context
from inspector.read.adapters.cline.task import Task, moment, put
from inspector.read.build import Builder, RequestDraft
from inspector.read.times import utc
from inspector.read.values import as_dict, as_dollars, as_list, as_text, preview, render

_CWD = re.compile(r"# Current (?:Working|Workspace) Directory \((.{1,300}?)\) Files")
# Shown as well as sent, or only a mark in the window.
_SILENT = calls.MADE | frozenset(
    "task command_output user_feedback user_feedback_diff checkpoint_created api_req_finished resume_task "
    "browser_action browser_action_result resume_completed_task completion_result mcp_server_request_started "
    "mcp_server_response task_progress shell_integration_warning checkpoint_saved use_mcp_server".split()
)
_FAILED = frozenset({"error", "api_req_failed", "diff_error", "condense_context_error", "error_retry"})


class Walk:
    def __init__(self, agent: str, path: Path, task: Task) -> None:
        self.build = Builder(agent, str(path))
        self.cwd = ""
        self._task = task
        self.writer = Writer(self.build, task.sent, human_texts(task.shown))
        self._context = Context(self.build, task)
        self._clearings = Clearings(task)
        self._next = 0
        self._told: list[Shown] = []
        self._carried: list[Shown] = []
        self.build.versions |= dict.fromkeys(task.versions)

    def run(self) -> None:
        task = self._task
        found = calls.groups(task.shown, task.sent)
        self._included = calls.counts_cached(found[1:], task.is_roo)
        records = (*task.shown.records, *task.sent.records)
        times = [time for record in records if (time := moment(record.get("ts"))) is not None]
        for time in (min(times), max(times)) if times else ():
            self.build.seen(utc(time))
        if task.shown.records:
            self._carried = list(found[0].shown)
            for group in found[1:]:
                self._call(group)
            self._rest()
            last = calls.range_of(task.shown.records[-1])
            self._cut(last, self._told, None, retried=False)
        else:
            self._sent_alone()
        self._links()

    def _rest(self) -> None:
        """What was sent or came back after the last call that was shown."""
        for index in range(len(self._task.sent.records)):
            if self._context.is_deferred(index) and index not in self._context.blocks:
                # Of what was shown the end is missing, and with it what says when a mark took effect.
                self._where_it_stands(index)
            elif index >= self._next:
                self._enter(index, None)
        if not self._task.sent.records and self._carried:
            self._context.append(-1, self.writer.given(self._task.shown, self._carried))

    def _call(self, group: Group) -> None:
        task, user = self._task, group.user
        time = utc(group.time)
        ahead, behind = group.shown[: group.made], group.shown[group.made :]
        while user is not None and self._next < min(user, len(task.sent.records)):
            self._enter(self._next, time)
        answered = moment(behind[0].record.get("ts")) if behind else None
        self._context.edit(group.time, answered, self._context.grows(group.range))
        blocks = self._user(user, time)
        self._cut(group.range, [*self._told, *ahead], (user, blocks), retried=group.retried)
        self._events(ahead)
        if group.marked:
            self._condensed(ahead, during=True)
        window = self._window(group)
        cleared = self._clearings.before(group, window, task.shown.at(group.place or 0))
        if cleared is not None:
            self.build.note_compaction(cleared)
        draft = self._draft(group, time)
        draft.limit = window
        first = len(self.build.items) + 1
        self._answer(user, behind, draft)
        self.build.produced(draft, first)
        self._events(behind)
        if group.marked:
            self._condensed(behind, during=False)
        self._told = self._carried = behind

    def _enter(self, index: int, time: str | None) -> None:
        """A message enters the context; summaries and marks enter when the window says so."""
        self._next = max(self._next, index + 1)
        if index in self._context.blocks or self._context.is_deferred(index):
            return
        self._context.append(index, self._message(index, time))

    def _message(self, index: int, time: str | None) -> Blocks:
        message = self._task.sent.records[index]
        if not self.cwd and index < 2:
            said = _CWD.search(render(message.get("content"))[:20_000])
            self.cwd = said[1] if said else ""
        return self.writer.message(index, time)

    def _user(self, user: int | None, time: str | None) -> Blocks:
        """The items of the message that is sent last; they are not in the context yet."""
        sent = self._task.sent.records
        if not sent:
            return self.writer.given(self._task.shown, self._carried)
        if user is None or not 0 <= user < len(sent) or user in self._context.blocks:
            return []
        self._next = max(self._next, user + 1)
        return self._message(user, time)

    def _cut(
        self,
        wanted: tuple[int, int] | None,
        told: Sequence[Shown],
        message: tuple[int | None, Blocks] | None,
        *,
        retried: bool,
    ) -> None:
        """Leave out what the range says; the message that is sent last enters with a summary or ahead of a cut."""
        index, blocks = message or (None, [])
        context = self._context
        if not context.grows(wanted):
            if index is not None or blocks:
                context.append(-1 if index is None else index, blocks)
            context.shrink(wanted)
            return
        said = condensing.of_range(self._task.shown, told, wanted, retried)
        entering = [number for block in blocks for number in block]
        summaries = [number for number in entering if self.build.items[number - 1].kind is ItemKind.SUMMARY]
        entering_first = entering[: entering.index(summaries[-1]) + 1] if summaries else []
        record = said.record
        if record.kind == "summary" and not summaries and said.manual:
            summaries = context.calls_of("condense")[-1:]
        if record.kind == "summary" and not summaries and said.text:
            summaries = entering_first = [self._summary_shown(said.text, said.at, record.time, hold=True)]
        if summaries:
            record = replace(record, summary=summaries[-1], readable=True, kind="summary")
        if index is not None or blocks:
            context.blocks[-1 if index is None else index] = blocks
        held = [number for number in entering if number not in entering_first]
        if record.kind == "summary":
            context.cut(wanted, record, entering_first, later=held)
        else:
            context.enter(held)
            context.cut(wanted, record, [])

    def _summary_shown(self, text: str, at: Source, time: str | None, *, hold: bool) -> int:
        return put(self.build, ItemKind.SUMMARY, text, at, time, "compact_summary", hold=hold)

    def _draft(self, group: Group, time: str | None) -> RequestDraft:
        note = self._task.shown.records[group.place or 0]
        model = as_text(as_dict(note.get("modelInfo")).get("modelId"))
        for since, name in self._task.models:
            if group.time is not None and since <= group.time:
                model = name
        return self.build.call(
            str(group.time or group.place),
            model,
            self._task.shown.at(group.place or 0),
            "",
            time,
            usage=calls.usage_of(group.info, self._included),
            stop=as_text(group.info.get("cancelReason")),
            cost=as_dollars(group.info.get("cost")),
        )

    def _window(self, group: Group) -> int | None:
        """The window as the call tells it: in what was sent, or where that is missing in what was shown of it."""
        sent, user = self._task.sent.records, group.user
        if sent:
            return window_of(sent[user]) if user is not None and 0 <= user < len(sent) else None
        note = self._task.shown.records[group.place or 0]
        return window_in(as_text(calls.parsed(note.get("text")).get("request")))

    def _answer(self, user: int | None, behind: Sequence[Shown], draft: RequestDraft) -> None:
        """What came back: the thinking that only the window has, then the message."""
        sent = self._task.sent.records
        time = utc(behind[0].record.get("ts")) if behind else draft.started
        index = None if user is None else user + 1
        while index is not None and index < len(sent) and self._context.is_deferred(index):
            index += 1
        answered = index is not None and index < len(sent) and sent[index].get("role") == "assistant"
        answered = answered and index not in self._context.blocks
        if not (answered and has_reasoning(sent[index or 0])):
            for place, record, kind in behind:
                if kind == "reasoning" and as_text(record.get("text")):
                    at = self._task.shown.at(place, "/text")
                    put(self.build, ItemKind.REASONING, record["text"], at, utc(record.get("ts")))
        if answered and index is not None:
            draft.model = draft.model or as_text(as_dict(sent[index].get("modelInfo")).get("modelId"))
            if draft.model:
                self.build.models[draft.model] = None
            self._enter(index, time)
        elif not sent and index is not None:
            self._context.append(index, self.writer.made(self._task.shown, behind))

    def _events(self, rows: Sequence[Shown]) -> None:
        for place, record, kind in rows:
            if kind in _SILENT or not record:
                continue
            text = as_text(record.get("text"))
            value, pointer = (text, "/text") if text else (record, "")
            kind = kind or "unknown"
            line, at = "" if text else f"{kind} {preview(render(record))}", self._task.shown.at(place, pointer)
            time, error = utc(record.get("ts")), kind in _FAILED
            put(self.build, ItemKind.EVENT, value, at, time, kind, headline=line, error=error)

    def _condensed(self, rows: Sequence[Shown], *, during: bool) -> None:
        """What Roo Code says of condensing and cutting; ``during`` a call it was the agent that asked for it."""
        for place, record, kind in rows:
            if kind not in calls.MARKS:
                continue
            at = self._task.shown.at(place)
            mark = condensing.MARKS.get(kind)
            if mark is None:
                self.build.note_compaction(condensing.failed(record, at))
            elif kind != "condense_context" or record.get("partial") is not True:
                if kind == "condense_context":
                    self._paid(record, at)
                self._mark(condensing.marked(record, at, mark, during), record, place, mark)

    def _paid(self, record: Record, at: Source) -> None:
        """The summariser's call, of which only the cost is told."""
        told = as_dict(record.get("contextCondense"))
        cost = as_dollars(told.get("cost"))
        if cost is not None:
            name = f"condense {as_text(told.get('condenseId')) or at.pointer}"
            self.build.call(name, "", at, started=utc(record.get("ts")), purpose="compaction", cost=cost)

    def _mark(self, said: CompactionRecord, record: Record, place: int, mark: condensing.Mark) -> None:
        told = as_dict(record.get(mark.key))
        text = as_text(told.get("summary"))
        index = self._context.find_mark(as_text(told.get(mark.name)), mark.name, text)
        if index is not None:
            self._activate(index, said)
            return
        partial = replace(said, status="partial", notes=(*said.notes, condensing.GONE))
        if not text:
            self.build.note_compaction(partial)
            return
        source = self._task.shown.at(place, f"/{mark.key}/summary")
        number = self._summary_shown(text, source, said.time, hold=False)
        self._context.insert(number, replace(partial, summary=number, readable=True))

    def _activate(self, index: int, said: CompactionRecord) -> None:
        blocks = self._message(index, said.time)
        numbers = (number for block in blocks for number in block)
        summary = next((n for n in numbers if self.build.items[n - 1].kind is ItemKind.SUMMARY), None)
        if summary is not None:
            said = replace(said, summary=summary, readable=True)
        self._context.activate(index, blocks, said)

    def _where_it_stands(self, index: int) -> None:
        """A summary or a mark of Roo Code takes effect at its place among the messages."""
        sent = self._task.sent
        message = sent.records[index]
        kind = "summary" if message.get("isSummary") else "trim"
        time = utc(message.get("ts"))
        self._activate(index, condensing.in_messages(message, sent.at(index), kind, time))

    def _sent_alone(self) -> None:
        """Only the messages are at hand: each answer is a call; Roo Code's marks take effect where they stand."""
        sent = self._task.sent
        for index, message in enumerate(sent.records):
            if self._context.is_deferred(index):
                self._where_it_stands(index)
                continue
            if message.get("role") != "assistant":
                self._enter(index, None)
                continue
            model = as_text(as_dict(message.get("modelInfo")).get("modelId"))
            draft = self.build.call(str(index), model, sent.at(index), started=utc(message.get("ts")))
            draft.usage = calls.usage_of_message(message)
            draft.cost = as_dollars(as_dict(message.get("metrics")).get("cost"))
            first = len(self.build.items) + 1
            self._enter(index, None)
            self.build.produced(draft, first)

    def _links(self) -> None:
        item = self._task.item
        for key, kind in (("parentTaskId", "parent"), ("awaitingChildId", "subagent")):
            self.build.link(kind, as_text(item.get(key)))
        for child in as_list(item.get("childIds")):
            self.build.link("subagent", as_text(child))
