"""The walk over a transcript: every row becomes items and operations, in file order.

Rule: the file order is the order of the context. The tree (parentUuid) is consulted only to see a rewind, since a
plain parent walk loses parallel tool calls, whose results hang on different rows of one response.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from inspector.model import Capabilities, ItemKind, Link, Origin, Rewind, Session, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.boundary import clear_results, close_boundary, take_late
from inspector.read.adapters.claude_code.costs import read_sums, settle_sums
from inspector.read.adapters.claude_code.extras import read_attachment, read_queue, read_system, read_unknown
from inspector.read.adapters.claude_code.linked import (
    SummarizerCall,
    agent_files,
    is_summarizer,
    subagent_link,
    summarizer_call,
)
from inspector.read.adapters.claude_code.prompts import read_user
from inspector.read.adapters.claude_code.recorded import KINDS, read_recorded, settle
from inspector.read.adapters.claude_code.responses import is_stand_in, read_response
from inspector.read.adapters.claude_code.transcript import Left, Row, Transcript
from inspector.read.build import Builder
from inspector.read.content import plain_stem
from inspector.read.lines import Line
from inspector.read.placeholders import leave_out_placeholders
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_text, version_numbers

_READERS = {"assistant": read_response, "user": read_user, "attachment": read_attachment, "system": read_system}
# Known, and of no use here: bookkeeping of the interface, titles of other branches.
_SILENT = frozenset(
    "summary agent-name agent-setting tag mode permission-mode pr-link bridge-session worktree-state "
    "relocated frame-link atis-latch history-suppression tools-used continued-in file-history-snapshot "
    "file-history-delta".split()
)


_SINCE = (2, 1, 282)
"""The first version that can write its requests down; 2.1.300 does so unasked."""


class Rows:
    """A transcript under way. Feed it every line, then ask for the session."""

    def __init__(self, agent: str, path: Path) -> None:
        self.state = Transcript(Builder(agent, str(path)), str(path))
        self._started = False
        self._ahead: list[object] = []
        """The ids of what stands ahead of the first row that is said or done."""
        self._follows: tuple[str, Source] | None = None
        """The row that the first one follows, and where that says so."""
        self._is_followed = False
        """Whether something was said since a request that has no answer yet."""
        self._id = self._cwd = self._title = ""
        self._version: object = None
        self._boundary_time = ""
        self._boundary_item = 0
        self._looked_at = 0
        self._before: set[tuple[str | None, int]] = set()
        """Time and length of the rows before the last boundary, made when a later row claims an earlier time."""
        self._threads: dict[str, str] = {}
        self._sessions: set[str] = set()
        """Whose rows were read so far; a resumed session goes on under a name of its own."""

    def add(self, line: Line) -> None:
        """Take in one record."""
        record = line.record
        kind = record.get("type")
        if not self._started:
            self._ahead.append(record.get("uuid"))
        if type(kind) is str and kind in _READERS:
            self._tree_row(line, record, kind)
        elif kind == "last-prompt":
            self._pin(record)
        elif kind == "progress":
            self._progress(record)
        elif kind == "queue-operation":
            read_queue(self.state, Row(line, record, "", as_time(record.get("timestamp")), ""))
        elif type(kind) is str and kind in KINDS:
            read_recorded(self.state, Row(line, record, "", as_time(record.get("timestamp")), ""))
            self._is_followed = self._is_followed and kind != "api-request"
        elif kind == "cost-state":
            read_sums(self.state, Row(line, record, "", None, ""))
        elif kind == "content-replacement":
            clear_results(self.state, Row(line, record, "", None, ""), record)
        elif kind == "custom-title" or kind == "ai-title":
            self._title = as_text(record.get("customTitle")) or self._title or as_text(record.get("aiTitle"))
        elif type(kind) is not str or kind not in _SILENT:
            name = kind if type(kind) is str else "none"
            row = Row(line, record, "", None, "")
            read_unknown(self.state, row, name)

    def _progress(self, record: Record) -> None:
        """Of a hook under way only one kind tells something: Stop hooks run once the agent's turn is over."""
        if as_dict(record.get("data")).get("hookEvent") == "Stop" and record.get("isSidechain") is not True:
            self.state.build.thread = ""
            self.state.build.end_turn()

    def finish(self, capabilities: Capabilities) -> Session:
        """The session, with the other files that belong to it."""
        state = self.state
        settle(state, is_answered=not self._is_followed)
        close_boundary(state, None)
        if self._follows and self._follows[0] not in state.rows:
            told = "The beginning is not in this log: its first row follows one that is not here."
            state.build.problem(Severity.ERROR, "no-beginning", told, self._follows[1])
        if self._started and not state.alone:
            for path in agent_files(Path(state.path), self._id):
                if is_summarizer(path):
                    self._link_summarizer(summarizer_call(path))
                else:
                    state.build.links.append(subagent_link(path, state.delegations))
        leave_out_placeholders(state.build)
        settle_sums(state)
        return state.build.session(
            id=self._id or plain_stem(Path(state.path)),
            title=self._title or state.first_words or plain_stem(Path(state.path)),
            cwd=self._cwd,
            capabilities=capabilities,
        )

    def _tree_row(self, line: Line, record: Record, kind: str) -> None:
        state = self.state
        if state.pending is not None and kind != "attachment":
            # Rows of what was sent may follow their request, behind a resumption and of a compaction in the window; its
            # answer comes behind them.
            if kind == "user" or record.get("subtype") == "compact_boundary" or is_stand_in(record):
                state.recorded.name_rows()
                self._is_followed = True
            else:
                settle(state, is_answered=kind == "assistant" or not self._is_followed)
                self._is_followed = False
        get = record.get
        uuid = get("uuid")
        if type(uuid) is not str:
            uuid = ""
        time = get("timestamp")
        if type(time) is not str:
            if time is not None:
                state.wrong_type(line, "timestamp", time)
            time = None
        time = as_time(time)
        if time is not None and time < self._boundary_time and self._is_twin(line, time):
            return  # replayed history: the first occurrence stands
        parent = get("parentUuid")
        if type(parent) is not str:
            parent = ""
        elif parent == state.build.id:
            parent = state.build.id  # most often the row before: one object for both
        last = len(state.build.items)
        left = state.left = Left(last + 1, last, parent)
        if uuid and (first := state.rows.setdefault(uuid, left)) is not left:
            if first.last < first.first or state.item(first.first).time == time:
                return  # the same
            uuid = ""  # another row under its name
        side = get("isSidechain") is True
        if not self._started:
            self._begin(line, side, parent)
        session = as_text(get("sessionId"))
        if session and not side and session not in self._sessions:
            if self._sessions and last and not (parent or get("logicalParentUuid") or get("isCompactSummary")):
                # Another session in the same file: nothing of the one before was sent to it.
                state.build.become(())
            self._sessions.add(session)
        if get("version") != self._version:
            self._note_version(get("version"))
        if time is not None:
            state.build.seen(time)
        thread = self._thread_of(record, uuid, parent) if side and not state.alone else ""
        row = tuple.__new__(Row, (line, record, uuid, time, thread))
        state.begin(row)
        since = len(state.build.ops)
        _READERS[kind](state, row)
        state.handed = None
        # Not the row that ended the compaction itself, whatever it is named.
        if state.late is not None and state.late.op < since and uuid in state.late.boundary.uuids:
            take_late(state, uuid, since)
        if state.writes_requests and not thread:
            state.recorded.take_row(record, state.build.items[last:])
        if uuid:
            state.remember()
        if kind == "system" and time is not None and get("subtype") == "compact_boundary":
            self._boundary_time, self._boundary_item = time, last + 1

    def _begin(self, line: Line, side: bool, parent: str) -> None:
        record = line.record
        self._started, self.state.alone = True, side
        # Behind a line that cannot be read nobody knows whether that was the beginning.
        if parent and not side and parent not in self._ahead and len(self._ahead) == line.number:
            self._follows = parent, line.at(self.state.path)
        self._id = as_text(record.get("agentId" if side else "sessionId"))
        self._cwd = as_text(record.get("cwd"))
        self.state.build.link("fork", as_text(as_dict(record.get("forkedFrom")).get("sessionId")))

    def _note_version(self, version: object) -> None:
        self._version = version
        self.state.build.version(version)
        self.state.writes_requests = self.state.writes_requests or (version_numbers(as_text(version)) >= _SINCE)

    def _is_twin(self, line: Line, time: str) -> bool:
        """Whether a row is history replayed under a new uuid, as older versions write it after a compaction.

        Such a row has the time and length of a row from before the last boundary.
        """
        # Each item is looked at once, however many boundaries follow it.
        items = self.state.build.items[self._looked_at : self._boundary_item]
        self._before.update((item.time, (item.source.end or 0) - (item.source.start or 0)) for item in items)
        self._looked_at = max(self._looked_at, self._boundary_item)
        return (time, line.end - line.start) in self._before

    def _pin(self, record: Record) -> None:
        """An explicit pointer to the newest row: the person went back there."""
        if record.get("explicit") is not True:
            return
        leaf = record.get("leafUuid")
        end = -1 if leaf is None else self.state.end_of(as_text(leaf))
        if end is not None and end < len(self.state.build.ops) - 1:
            self.state.build.ops.append(Rewind(end))

    def _thread_of(self, record: Record, uuid: str, parent: str) -> str:
        """A subagent's rows in the same file: its id, or the uuid of its first row in older logs."""
        thread = as_text(record.get("agentId")) or self._threads.get(parent) or uuid
        self._threads[uuid] = thread
        prompt = as_text(as_dict(record.get("message")).get("content"))
        title, item = " ".join(prompt[:200].split())[:80], self.state.delegations.get(prompt)
        self.state.build.link("subagent", thread, title, item=item)
        return thread

    def _link_summarizer(self, call: SummarizerCall) -> None:
        """Tie a summariser's call to the first compaction that ends at or after its answer."""
        build = self.state.build
        for index, op in enumerate(build.ops):
            record = op.compaction if isinstance(op, Splice) else None
            if record is None or record.kind != "summary" or (record.time or "") < call.ended or record.prompt:
                continue
            assert isinstance(op, Splice)
            prompt = self._summarizer_prompt(call)
            if call.answer:
                draft = build.call(call.agent, call.model, call.answer, thread=call.agent, started=call.started)
                draft.usage, draft.purpose, draft.op = call.usage, "compaction", index
            build.ops[index] = replace(op, compaction=replace(record, prompt=prompt, model=call.model))
            build.links.append(Link("summarizer", call.agent, "Summarizer's call", str(call.path), prompt, record.id))
            return
        build.link("summarizer", call.agent, "Summarizer's call", str(call.path))

    def _summarizer_prompt(self, call: SummarizerCall) -> int | None:
        if call.prompt is None:
            return None
        about = ItemKind.EVENT, Origin.HARNESS, call.prompt_text, call.prompt
        return self.state.build.item(*about, time=call.started, thread=call.agent, detail="summarizer_prompt")
