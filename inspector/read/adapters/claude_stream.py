"""Streams of the Claude Agent SDK and of ``claude --output-format stream-json`` (or json, verbose), kept in a file.

Producer:  Claude Agent SDK (Python, TypeScript) and Claude Code's print mode.
Evidence:  streams of 2.1.332 in print mode, held against what it sent (2026-11-27). claude-agent-sdk-python e8bde60
           (message types, parser), the SDK's reference of message types, claude-code 5cfc0a19 CHANGELOG; the rows of
           Claude Code's own logs with keys in snake_case; checked 2026-11-20.
Context:   messages in order; those with parent_tool_use_id belong to a subagent. Prompts stand in it only when the
           client replays user messages.
Compaction: ``system`` rows with subtype compact_boundary and compact_metadata, then the summary as a user message where
           the stream has it; kept messages are named by uuid. A status row with compact_error is a failed one.
           microcompact_boundary clears results.
Not said:  often the prompts and the summary; reminders and files put back; the system prompt (tools by name only);
           times; the summariser's call. The window stands in the last row (modelUsage), and so does the cost: of one
           process it is the sum so far.
Damage:    several rows for one answer, each repeating its usage; partial events (stream_event) repeat what follows.
"""

from __future__ import annotations

from pathlib import Path

from inspector.model import ItemKind, Origin, Session, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, with_article
from inspector.read.api.dialects import anthropic_usage
from inspector.read.api.exchange import Logged, read_records
from inspector.read.api.messages import message_parts
from inspector.read.api.sniff import first_values
from inspector.read.build import RequestDraft, noted, trigger_in
from inspector.read.cleared import cleared_notes
from inspector.read.content import plain_stem
from inspector.read.conversation import Walk
from inspector.read.placeholders import leave_out_placeholders
from inspector.read.prefix import Entry, Part
from inspector.read.times import as_time
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, as_title, in_seconds

_ROWS = frozenset({"assistant", "user"})


class ClaudeStream(Adapter):
    id = "claude-stream"
    title = "Claude Agent SDK stream"
    capabilities = can_say(always="usage compactions", sometimes="reasoning summary_text kept_tail timestamps")

    def recognise(self, probe: Probe) -> Match | None:
        """By rows with session_id, and without the parentUuid that the agent's own log has."""
        for row in first_values(probe):
            if not isinstance(row, dict) or "session_id" not in row or "parentUuid" in row:
                continue
            if row.get("type") == "system" and as_text(row.get("subtype")) in ("init", "compact_boundary", "status"):
                return Match(0.95, f"a system row with subtype {row['subtype']} and session_id")
            if row.get("type") in ("assistant", "user") and "parent_tool_use_id" in row:
                return Match(0.9, f"{with_article(row['type'])} row with session_id and parent_tool_use_id")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first words that the stream has of the user."""
        title = ""
        for row in first_values(probe):
            if as_dict(row).get("type") == "user" and not title:
                parts = message_parts(as_dict(row).get("message"), "", {})
                title = next((as_title(as_text(p.value)) for p in parts if p.detail == "typed"), "")
        return Glance(title)

    def read(self, path: Path, report: Report) -> Session:
        stream = _Stream(self.id, path)
        for logged in read_records(path, report):
            if isinstance(logged.value, dict):
                stream.add(logged, logged.value)
        return stream.finish(self)


class _Stream(Walk):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self._id = self._cwd = ""
        self._stem = plain_stem(path)
        self._calls: dict[str, int] = {}
        self._results: dict[str, int] = {}
        self._rows: dict[str, list[Entry]] = {}
        self._answers: dict[str, RequestDraft] = {}
        self._boundary: tuple[Logged, Record] | None = None
        self._paid: list[float | None] = []
        self._sums: Record = {}
        """Tokens by model, as the last row with a cost has them."""
        self._early: tuple[Part, int] | None = None
        """A summary that came ahead of its boundary, and its item."""
        self._reached = 0
        """How many entries the context had at the boundary, or at the summary ahead of it: what came behind stays."""
        self._begun: Source | None = None
        """Where the stream says that a compaction began that has not ended yet."""

    def add(self, logged: Logged, row: Record) -> None:
        kind, subtype = as_text(row.get("type")), as_text(row.get("subtype"))
        at, self._base = logged.at, logged.pointer
        self.build.record(at.inside(logged.pointer), "", as_time(row.get("timestamp")))
        self._id = self._id or as_text(row.get("session_id"))
        if kind in _ROWS and as_text(row.get("uuid")) in self._rows:
            return
        if kind == "assistant":
            self._answer(row)
        elif kind == "user":
            thread = as_text(row.get("parent_tool_use_id"))
            self._parts(row, {"role": "user", **as_dict(row.get("message"))}, thread)
        elif kind == "system" and subtype == "compact_boundary":
            early, self._early = self._early, None
            self._settle(None)
            self._boundary = logged, row
            self._reached = self._reached if early else len(self.conversation.entries)
            if early is not None:
                self._settle(*early)
            elif as_text(row.get("summary")):
                told = Part(
                    hash(row["summary"]), ItemKind.SUMMARY, Origin.HARNESS, row["summary"], f"{self._base}/summary"
                )
                self._settle(told)
        elif kind != "stream_event":
            self._side(logged, row, kind, subtype)

    def finish(self, adapter: Adapter) -> Session:
        self._settle(None)
        if self._begun is not None:
            self.build.at = self._begun
            self._failed({"compact_error": "It was begun, and the stream ends before it was done."})
        leave_out_placeholders(self.build)
        if len(self._paid) == 1 or self._sums_hold_all():
            # Of several, whether a later sum holds the earlier ones hangs on how the SDK was called.
            self.build.cost = self._paid[-1]
        return self.session(adapter, self._id or self._stem, cwd=self._cwd)

    def _sums_hold_all(self) -> bool:
        """Whether the tokens that the last cost is of are at least those of all calls."""
        names = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
        told = sum(as_int(as_dict(one).get(name)) or 0 for one in self._sums.values() for name in names)
        prompts = [draft.usage.prompt or 0 for draft in self.build.drafts if draft.usage is not None]
        return len(prompts) > 1 and told >= sum(prompts) > 0

    def _side(self, logged: Logged, row: Record, kind: str, subtype: str) -> None:
        if kind == "system" and subtype == "init":
            self._cwd = as_text(row.get("cwd")) or self._cwd
            self.build.version(row.get("claude_code_version"))
        elif kind == "system" and subtype == "microcompact_boundary":
            self._cleared(row)
        elif kind == "system" and as_text(row.get("compact_error")):
            self._begun = None
            self._failed(row)
        elif kind == "system" and row.get("status") == "compacting":
            self._begun = self.build.at
        elif kind == "result":
            self._limits(row)
            self._paid.append(as_dollars(row.get("total_cost_usd")))
            self._sums = as_dict(row.get("modelUsage"))
        elif kind not in ("system", "rate_limit_event", "tool_progress", "auth_status", "keep_alive"):
            self.build.note_unknown(kind, logged.at)
        label = " ".join(filter(None, (kind, subtype))) or "no type"
        error = row.get("is_error") is True or bool(as_text(row.get("compact_error")))
        self.build.add(ItemKind.EVENT, row, "", subtype or kind, headline=label, error=error)

    def _answer(self, row: Record) -> None:
        message, thread = as_dict(row.get("message")), as_text(row.get("parent_tool_use_id"))
        if not thread:
            self._settle(*(self._early or (None,)))
            self._early = None
        key = as_text(message.get("id")) or as_text(row.get("uuid")) or f"row {len(self.build.items)}"
        draft = self._answers.get(key)
        if draft is None:
            model = as_text(message.get("model"))
            if thread:
                draft = self.build.call(key, model, self.build.at, thread, self.build.time)
                draft.op = len(self.conversation.ops)
            else:
                draft = self.conversation.call(key, model, self.build.at, started=self.build.time)
            self._answers[key] = draft
        usage = anthropic_usage(as_dict(message.get("usage")))
        if usage and (draft.usage is None or (usage.output or 0) > (draft.usage.output or 0)):
            draft.usage = usage
        draft.stop = as_text(message.get("stop_reason")) or draft.stop
        self._parts(row, message, thread, draft)

    def _parts(self, row: Record, message: Record, thread: str, draft: RequestDraft | None = None) -> None:
        entries = []
        for part in message_parts(message, f"{self._base}/message", self.build.tools):
            part = self._spoken(part, row, thread)
            if part.kind is ItemKind.SUMMARY and not thread and self._boundary is None:
                number = self.make(part)
                self._early, self._reached = (part, number), len(self.conversation.entries)
            elif part.kind is ItemKind.SUMMARY and not thread:
                number = self._settle(part)
            elif thread:
                number = self._in_thread(part, thread)
            else:
                number = self.append(part)
            self.build.produced(draft, number)
            entries.append(Entry(part.key, number))
            self._note(part, number)
        self._rows[as_text(row.get("uuid")) or f"row {len(self._rows)}"] = entries

    def _spoken(self, part: Part, row: Record, thread: str) -> Part:
        """Prompts of a subagent are the agent's; what the SDK itself puts in is the harness's."""
        if part.origin is Origin.HUMAN and thread:
            part.origin, part.detail = Origin.AGENT, "delegated"
        elif part.origin is Origin.HUMAN and row.get("isSynthetic") is True:
            part.kind, part.origin, part.detail = ItemKind.ATTACHMENT, Origin.HARNESS, "meta"
        return part

    def _in_thread(self, part: Part, thread: str) -> int:
        item = self._calls.get(thread)
        title = self.build.items[item - 1].preview[:80] if item else ""
        self.build.link("subagent", thread, title, item=item)
        return self.conversation.make(part, self.build.at, self.build.time, thread)

    def _note(self, part: Part, number: int) -> None:
        if part.kind is ItemKind.TOOL_CALL and tool_kind(part.tool) is ToolKind.DELEGATE:
            self._calls[part.call_id] = number
        elif part.kind is ItemKind.TOOL_RESULT:
            self._results[part.call_id] = number

    def _settle(self, told: Part | None, number: int | None = None) -> int:
        """Write the splice of the boundary that waits, with its summary where the stream has one.

        A summary without a boundary is the record itself, and ``number`` its item where it was made already.
        """
        at: Source = self.build.at
        row: Record = {}
        if self._boundary is not None:
            (logged, row), self._boundary = self._boundary, None
            at = logged.at.inside(logged.pointer)
        elif number is not None:
            at = self.build.items[number - 1].source
        else:
            return 0
        self._begun = None
        metadata = as_dict(row.get("compact_metadata"))
        uuids = _kept(metadata)
        kept = [entry for uuid in uuids for entry in self._rows.get(uuid, ())]
        missing = sum(uuid not in self._rows for uuid in uuids)
        if told is not None and number is None:
            number = self.make(told)
        notes = [] if told else ["The summary is not in this stream."]
        if missing:
            why = ", which holds no reminders and often no prompts" if kept else ""
            notes.append(f"{missing} kept messages are named but not in this stream{why}.")
        record = noted(
            as_text(row.get("uuid")) or f"boundary {at.line}",
            at,
            "summary",
            trigger_in(metadata.get("trigger")),
            number,
            status="partial" if missing and not kept else "ok",
            time=as_time(row.get("timestamp")),
            reported_before=as_int(metadata.get("pre_tokens")),
            reported_after=as_int(metadata.get("post_tokens")),
            seconds=in_seconds(metadata.get("duration_ms")),
            readable=told is not None,
            notes=tuple(notes),
        )
        head = [Entry(told.key, number)] if told and number else []
        behind = [entry for entry in self.conversation.entries[self._reached :] if entry not in kept]
        self.conversation.replace_history([*head, *kept, *behind], record)
        return number or 0

    def _cleared(self, row: Record) -> None:
        metadata = as_dict(row.get("microcompact_metadata"))
        ids = as_list(metadata.get("compacted_tool_ids"))
        masked = tuple(sorted(self._results[name] for name in ids if isinstance(name, str) and name in self._results))
        name, trigger = as_text(row.get("uuid")) or f"edit {self.build.at.line}", trigger_in(metadata.get("trigger"))
        notes = cleared_notes(masked, as_int(metadata.get("tokens_saved")))
        edit = self.build.compaction(name, "edit", trigger, readable=True, notes=notes)
        self.conversation.mask(masked, edit)

    def _failed(self, row: Record) -> None:
        name, why = as_text(row.get("uuid")) or f"status {self.build.at.line}", as_text(row.get("compact_error"))
        record = self.build.compaction(name, "summary", status="failed", reason=why[:300])
        self.build.note_compaction(record)

    def _limits(self, row: Record) -> None:
        """The window of each model, told at the end for the calls before."""
        for model, told in as_dict(row.get("modelUsage")).items():
            limit = as_int(as_dict(told).get("contextWindow"))
            for draft in self.build.drafts:
                if limit and draft.model and (draft.model == model or model.startswith(f"{draft.model}[")):
                    draft.limit = limit


def _kept(metadata: Record) -> list[str]:
    listed = as_dict(metadata.get("preserved_messages"))
    for key in ("uuids", "all_uuids"):
        uuids = [uuid for uuid in as_list(listed.get(key)) if isinstance(uuid, str)]
        if uuids:
            return uuids
    return []


ADAPTER = ClaudeStream()
