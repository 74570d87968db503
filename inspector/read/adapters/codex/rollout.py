"""The walk over a rollout's records: each becomes items, requests, splices and rewinds, in order of the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from inspector.model import Capabilities, ItemKind, Link, Session, Severity, Source, Splice
from inspector.read.adapter import Record, Report
from inspector.read.adapters.codex import kinds, responses
from inspector.read.adapters.codex.attempts import REFUSED, Attempts, Tasks
from inspector.read.adapters.codex.compacted import compacted_history, compaction_record
from inspector.read.adapters.codex.history import History
from inspector.read.adapters.codex.lineage import Lineage, Neighbours, rollout_id, time_of
from inspector.read.adapters.codex.usage import Meter, is_full
from inspector.read.build import Builder, Piece, RequestDraft
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, preview, render

_INPUT = frozenset({ItemKind.USER, ItemKind.INSTRUCTIONS, ItemKind.ATTACHMENT})
_ANSWERED = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
"""Calls that have to have a result in a request."""
_UNANSWERED = (
    "{} runs ended before the model had answered. A request that brings nothing leaves no row, so that those are not "
    "among the requests."
)
_WORDLESS = "The summarizer answered nothing; the agent's last answer before it stands in place of a summary."


class Rollout:
    def __init__(self, agent: str, path: Path, report: Report) -> None:
        self._report = report
        self._path = path
        self._build = Builder(agent, str(path))
        self._history = History(self._build)
        self._meter = Meter(self._build)
        self._tasks = Tasks(self._build)
        self._attempts = Attempts(self._history, self._meter, self._tasks)
        self._lineage = Lineage()
        self._near = Neighbours(path)
        self._calls: dict[str, int] = {}
        self._asked: set[str] = set()
        self._failed: set[str] = set()
        self._goals: dict[str, bool] = {}
        """By the id of each, whether the person set it and that is yet to be told: no call was open."""
        self._last_words = self._last_user = (0, "")
        self._estimate_of: int | None = None
        self._bases: set[str] = set()
        self._cwd = self._title = self._parents_title = ""
        self._is_untold = False
        """Whether a request went out whose tools stand outside of the history, where no log has all of them."""
        # Whether words or results wait for an answer of the model, and how many runs ended so.
        self._is_asked, self._unanswered = False, 0
        self._in_code = False
        """Whether the model works by scripts, so that calls of tools stand in events alone."""

    def read(self, capabilities: Capabilities) -> Session:
        """The session of this rollout."""
        self._walk(self._path, None, None)
        self._meter.interrupt()
        self._tasks.stop()
        if not self._lineage.own:
            self._note("fragment", "No session_meta: a fragment of a rollout, read from where it starts.")
        if self._lineage.unclear:
            self._note("copied-history", "Lines copied from the parent cannot be told apart; they count as its own.")
        if self._unanswered and self._attempts.is_checked:
            self._note("unanswered", _UNANSWERED.format(self._unanswered))
        if self._is_untold and any(item.detail == "tools" for item in self._build.items):
            self._build.unlogged("tool definitions", "in front, but for those that stand in the context")
        self._build.links = [self._located(link) for link in (*self._lineage.parents, *self._build.links)]
        nickname = as_text(self._lineage.spawned.get("agent_nickname"))
        return self._build.session(
            id=self._lineage.id or rollout_id(self._path) or self._path.stem,
            title=self._title or nickname or self._parents_title,
            cwd=self._cwd,
            capabilities=capabilities,
        )

    def _walk(self, path: Path, ordinal: int | None, offset: int | None) -> None:
        """Read a file, up to an ordinal or a byte offset where only its first part belongs to this thread."""
        for line in read_lines(path, self._report):
            at = as_int(line.record.get("ordinal"))
            past = ordinal is not None and at is not None and at >= ordinal
            if past or (offset is not None and line.start >= offset):
                return
            self._build.record(line.at(path), "", time_of(line.record))
            self._line(line.record)

    def _line(self, record: Record) -> None:
        source = self._build.at
        kind, payload = as_text(record.get("type")), record.get("payload")
        copied = self._lineage.is_copied(record)
        if "payload" not in record:
            self._bare(record, kind)
        elif not isinstance(payload, dict) or not kind:
            self._keep_unknown(kind or "record without a type", record)
        elif kind == "response_item":
            self._build.at = self._build.below("/payload")
            self._response(payload, copied)
        elif kind == "event_msg":
            self._build.at = self._build.below("/payload")
            self._event(payload, source, copied)
        elif kind == "compacted":
            self._compacted(payload, copied)
        elif kind == "session_meta":
            self._header(payload)
        elif kind == "turn_context":
            self._meter.model = as_text(payload.get("model")) or self._meter.model
            self._attempts.has_context = True
            self._cwd = self._cwd or as_text(payload.get("cwd"))
        elif kind == "token_usage_record":
            thread = as_text(payload.get("thread_id"))
            if not copied and thread in ("", self._lineage.id):
                self._meter.record(payload, source)
        elif kind not in kinds.SILENT:
            self._keep_unknown(kind, record)

    def _bare(self, record: Record, kind: str) -> None:
        """A line as written until August 2025: response items without an envelope, after a header without a type."""
        if kind in responses.RESPONSE_TYPES:
            self._response(record, False)
        elif "id" in record and "instructions" in record:
            self._lineage.header(record)
        elif "record_type" not in record:
            self._keep_unknown(kind or "record without a type", record)

    def _header(self, payload: Record) -> None:
        base = as_dict(payload.get("history_base"))
        if not self._lineage.header(payload):
            if self._bases:
                self._replay_base(base)
            return
        self._cwd = as_text(payload.get("cwd"))
        self._build.version(payload.get("cli_version"))
        self._attempts.is_checked = kinds.is_driven(as_text(payload.get("cli_version")))
        self._attempts.provider = as_text(payload.get("model_provider"))
        pointer, text = "/payload/base_instructions", payload.get("base_instructions")
        if isinstance(text, dict):
            pointer, text = f"{pointer}/text", text.get("text")
        if isinstance(text, str) and text:
            sent = kinds.as_sent(text) if self._attempts.is_checked else text
            self._history.base_text = text
            self._history.add_base(sent, pointer, "base_instructions", hold=sent != text)
        if tools := as_list(payload.get("dynamic_tools")):
            self._history.add_base(tools, "/payload/dynamic_tools", "tools")
        self._replay_base(base)

    def _replay_base(self, base: Record) -> None:
        """A paginated or reverted thread starts with the first part of another file."""
        thread = as_text(base.get("thread_id"))
        if not thread or thread in self._bases:
            return
        self._bases.add(thread)
        path = self._near.find(thread)
        if path is None or path == self._path:
            message = f"The history before this stands in rollout {thread}, which is not beside it."
            self._build.problem(Severity.WARNING, "missing-base", message, self._build.at)
            return
        self._walk(path, as_int(base.get("end_ordinal_exclusive")), as_int(base.get("end_byte_offset")))
        self._lineage.copying = False

    def _response(self, payload: Record, copied: bool) -> None:
        if responses.is_base(payload, self._history.base_text):
            self._history.base_listed = True
            return
        time = self._build.time
        part = responses.read_response(payload, delegated=self._lineage.is_subagent and not copied)
        if part.call_id in self._failed and part.kind is ItemKind.TOOL_RESULT:
            part = part._replace(error=True)
        # What a client puts in between two runs, no request has produced.
        ours = part.kind in responses.MODEL_KINDS and (self._tasks.is_open or not self._attempts.is_checked)
        if ours and not copied:
            self._meter.before_output(self._build.at)
            self._is_untold = self._is_untold or self._history.tools is None
        elif part.kind is ItemKind.TOOL_RESULT:
            self._meter.answered(time)
        elif not ours and part.kind is not ItemKind.EVENT:
            self._meter.interrupt(time)
        if part.kind is ItemKind.USER:
            part = self._prompt(part, copied)
        if self._attempts.is_checked and not copied and part.kind in _INPUT:
            self._history.abort()
        is_tools = payload.get("type") == responses.TOOLS
        number = self._history.add(part, payload, enter=not is_tools)
        self._is_asked = responses.asks(part) or (self._is_asked and not ours)
        if is_tools:
            self._history.put_tools(number)
        if ours and not copied:
            self._meter.produced(number)
        if part.kind is ItemKind.EVENT and part.detail not in responses.RESPONSE_TYPES:
            self._build.note_unknown(f"response item {part.detail}")
        self._tasks.passed(time)
        self._remember(part, number, payload)

    def _prompt(self, part: Piece, copied: bool) -> Piece:
        if part.detail != "agent_message":
            title = as_title(responses.words(render(part.value)))
            if copied:
                self._parents_title = self._parents_title or title
            else:
                self._title = self._title or title
        queued = responses.is_typed(part) and self._tasks.is_open and self._tasks.prompted
        self._tasks.prompt()
        return part._replace(detail="queued") if queued else part

    def _remember(self, part: Piece, number: int, payload: Record) -> None:
        if part.kind is ItemKind.ASSISTANT:
            self._last_words = (number, render(part.value))
        elif part.kind is ItemKind.TOOL_CALL and part.call_id:
            self._calls[part.call_id] = number
            if payload.get("type") in _ANSWERED:
                self._history.pending[part.call_id] = number
            self._in_code = self._in_code or (payload.get("type") == "custom_tool_call" and part.tool == "exec")
            if part.tool == "request_user_input":
                self._asked.add(part.call_id)
        elif part.kind is ItemKind.TOOL_RESULT:
            self._tasks.has_worked = True
            self._history.answered(part.call_id)
            if part.call_id in self._asked:
                self._answer(part)
            elif self._goals.get(part.call_id):
                self._goals[part.call_id] = False
                self._build.said(part.value, part.pointer, "typed", call_id=part.call_id)
        elif payload.get("role") == "user":
            self._last_user = (number, render(part.value))

    def _answer(self, part: Piece) -> None:
        """A human's answer inside a tool result, as an item of its own; the result is in the context already."""
        if said := responses.answers(part.value):
            # The words stand inside a JSON text, where no pointer reaches.
            self._build.said(said, part.pointer, "answer", call_id=part.call_id, hold=True)

    def _compacted(self, payload: Record, copied: bool) -> None:
        time = self._build.time
        self._meter.interrupt()
        self._tasks.tried = True
        remote = self._meter.of_response(as_text(payload.get("compaction_response_id")))
        wordless = remote is not None and remote.first_item is None
        call = None if wordless else self._take_out_summariser(as_text(payload.get("message")))
        shown, attempts, notes = self._attempts.shown()
        has_tools = self._history.tools is not None
        delegated = self._lineage.is_subagent and not copied
        new = compacted_history(self._history, payload, delegated)
        if copied:
            # The parent's own: its context counts here, the event does not.
            self._history.replace(new.insert, None)
            return
        if wordless and new.kind == "summary" and as_text(payload.get("message")):
            new.notes.append(_WORDLESS)
        new.notes += notes
        since = call.started if call else None
        for request in (call, remote):
            if request is not None:
                request.purpose = "compaction"
        new.notes += self._meter.shrunk()
        if self._attempts.is_checked and new.kind == "summary" and shown is None:
            untold = () if attempts else (REFUSED,)
            new.notes += self._meter.lessened(remote or call) if has_tools else untold
        self._meter.reasoned = 0
        record = replace(
            compaction_record(payload, new, self._build.at, time),
            seconds=self._tasks.seconds_until(time, since),
            model=next((request.model for request in (call, remote) if request), ""),
            shown=shown,
            attempts=attempts,
        )
        self._estimate_of = self._history.replace(new.insert, record)
        self._tasks.compacted(self._estimate_of)
        self._tasks.passed(time)

    def _take_out_summariser(self, message: str) -> RequestDraft | None:
        """Local compaction asks the model in the open: its answer is in the log as if it were the agent's."""
        number, said = self._last_words
        if not said.strip() or not message.rstrip().endswith(said.strip()) or number not in self._build.context:
            return None
        call = self._meter.last
        if call is None or not (call.first_item or 0) <= number <= (call.last_item or 0):
            call = None
        first, last = (call.first_item, call.last_item) if call else (number, number)
        numbers = [n for n in self._build.context if (first or 0) <= n <= (last or 0)]
        for n in numbers:
            self._build.items[n - 1] = replace(self._build.items[n - 1], detail="summariser")
        self._build.swap(numbers)
        return call

    def _event(self, payload: Record, source: Source, copied: bool) -> None:
        kind = as_text(payload.get("type"))
        if kind == "token_count":
            self._token_count(payload, source, copied)
        elif kind in ("task_started", "turn_started"):
            self._run_begins(payload, copied)
        elif kind in ("task_complete", "turn_complete", "turn_aborted"):
            self._run_ends(kind, payload, source, copied)
        elif kind == "thread_rolled_back":
            self._roll_back(payload)
        elif kind == "user_message":
            number, text = self._last_user
            if text and text == payload.get("message") and payload.get("kind", "plain") == "plain":
                self._history.promote(number, text)
        elif kind == "thread_goal_updated":
            objective = as_text(as_dict(payload.get("goal")).get("objective"))
            if objective:
                self._goals.setdefault(responses.goal_id(objective), not self._history.pending and not copied)
        elif kind == "error":
            self._attempts.refusal = as_text(payload.get("message"))
        elif kind == "item_completed" and not copied:
            item = as_dict(payload.get("item"))
            if self._in_code:
                kinds.done_in_code(self._build, item)
            if item.get("type") == "ExitedReviewMode":
                # A thread of its own has done the work; what follows is put in, and no request has produced it.
                self._tasks.end()
        elif kind in ("exec_command_end", "patch_apply_end", "mcp_tool_call_end"):
            if kinds.has_failed(payload):
                self._failed.add(as_text(payload.get("call_id")))
        elif kind in ("sub_agent_activity", "collab_agent_spawn_end"):
            self._spawned(payload)
        if kind in kinds.SHOWN:
            self._show(kind, payload)
        elif kind not in kinds.MIRRORS:
            self._build.note_unknown(f"event {kind or 'without a type'}")
            self._show(kind or "unknown", payload)

    def _run_begins(self, payload: Record, copied: bool) -> None:
        self._meter.interrupt()
        self._meter.limit = as_int(payload.get("model_context_window")) or self._meter.limit
        if self._tasks.is_open and not copied:
            self._attempts.cut_off()
            self._end_ill()
        self._tasks.start(self._build.time, "turn_attribution" in payload)
        self._attempts.start(payload)

    def _run_ends(self, kind: str, payload: Record, source: Source, copied: bool) -> None:
        self._meter.interrupt()
        failed = self._attempts.failed(payload, source)
        is_error = isinstance(payload.get("error"), dict)
        if (is_error or kind == "turn_aborted") and not failed and not copied:
            self._end_ill()
        self._tasks.end()
        if is_error:
            self._show(kind, payload)
        elif kind != "turn_aborted":
            self._build.end_turn()

    def _end_ill(self) -> None:
        self._unanswered, self._is_asked = self._unanswered + self._is_asked, False

    def _token_count(self, payload: Record, source: Source, copied: bool) -> None:
        if copied:
            return
        self._tasks.passed(self._build.time)
        before = self._meter.last
        estimate = self._meter.count(payload, source)
        if self._meter.last is not before:
            self._estimate_of = None
        elif is_full(payload) and estimate is not None:
            self._show("context_window_full", payload)
        elif estimate is not None and self._estimate_of is not None:
            op = self._build.ops[self._estimate_of]
            if type(op) is Splice and op.compaction is not None:
                record = replace(op.compaction, reported_after=estimate)
                self._build.ops[self._estimate_of] = replace(op, compaction=record)
            self._estimate_of = None

    def _roll_back(self, payload: Record) -> None:
        self._meter.interrupt()
        self._meter.cut = self._meter.last
        self._estimate_of = None
        if not self._history.rewind(as_int(payload.get("num_turns")) or 0):
            message = "A rollback names no turn that is in the log; nothing was taken back."
            self._build.problem(Severity.WARNING, "empty-rollback", message, self._build.at)

    def _spawned(self, payload: Record) -> None:
        thread = as_text(payload.get("agent_thread_id")) or as_text(payload.get("new_thread_id"))
        call = self._calls.get(as_text(payload.get("event_id")) or as_text(payload.get("call_id")))
        self._build.link("subagent", thread, as_text(payload.get("agent_path")), item=call)

    def _located(self, link: Link) -> Link:
        path = self._near.find(link.session)
        return replace(link, path=str(path)) if path else link

    def _show(self, kind: str, payload: Record) -> None:
        error = payload.get("error")
        told = (payload.get("message"), payload.get("reason"), as_dict(error).get("message"))
        said = next(filter(None, map(as_text, told)), "")
        failed = kind in kinds.ERRORS or isinstance(error, dict)
        label = preview(f"{kind.replace('_', ' ')}: {said}" if said else kind.replace("_", " "))
        self._build.add(ItemKind.EVENT, payload, "", kind, headline=label, error=failed)

    def _keep_unknown(self, kind: str, record: Record) -> None:
        self._build.note_unknown(kind)
        self._build.add(ItemKind.EVENT, record, "", "unknown", headline=kind)

    def _note(self, code: str, message: str) -> None:
        self._build.problem(Severity.NOTE, code, message)
