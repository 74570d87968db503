"""Session logs of DeepSeek Harness: ``session.jsonl.zstd`` or ``session.jsonl`` in a folder of its own.

Producer:  @deepseek-ai/dsh-session-persistence-jsonl, format version 0.
Evidence:  packages alone: dsh-session 0.1.1-rc.2, dsh-llm 0.1.1-rc.2, dsh-compaction and its basic engine 0.1.0-rc.8,
           dsh-session-persistence-jsonl 0.1.0-rc.8 (types and READMEs); 2026-11-27. No client could be run, and no log
           that one wrote was seen: its other packages are not published in the versions that it asks for.
Context:   the surface: messages of people and plugins, answers and results that were appended or that replace a range
           of it; ahead of it the system prompt and tools of the latest ``request/header``.
Compaction: ``compaction/start``, ``compaction/summary`` with the messages that it stands for (``shadowedSeqs``) and the
           summarizer's model and tokens, the message in their place, ``compaction/end``, which may tell an error.
           Results that are cut short (``compaction/prune``) are edits.
Not said:  what a failed call was sent. The summarizer is sent the shadowed messages under the same system prompt and
           tools, and its instruction, which is not in the log.
Damage:    torn frames and lines; events of kinds that are not known, which the agent itself refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.model import Append, CompactionRecord, ItemKind, Origin, Session, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.api.messages import SYSTEM_PROMPT, call_part, key_of, packed, result_part, text_part
from inspector.read.build import RequestDraft
from inspector.read.content import plain_stem
from inspector.read.conversation import Walk
from inspector.read.lines import read_lines
from inspector.read.prefix import Entry, Part
from inspector.read.times import iso
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title

_USAGE = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens")
_SURFACE = frozenset({"user/message", "assistant/message", "tool/result"})
_SILENT = frozenset(
    "turn/start turn/end step/start step/end assistant/chunk text-chunks reasoning-chunks tool-call-chunks tool/call "
    "todo/write session/end-seed session/title session/title-llm-request session/flush llm/retry llm/retry-started "
    "command/run command/done hook/invoked hook/result approval/asked approval/decided approval/policy plan/mode "
    "permission/preset sandbox/mode goal/change subagent/descriptor team/task team/member schedule/change "
    "feedback/record agent-preset/selected tool/code-dispatch tool/code-dispatch-start".split()
)
"""Kinds that change no context: bounds, pieces of what stands in a message, and what is shown to people."""


class DeepSeekHarness(Adapter):
    id = "deepseek-harness"
    title = "DeepSeek Harness"
    capabilities = can_say(
        always="compactions summary_text kept_tail timestamps", sometimes="usage system_prompt tools reasoning"
    )

    def recognise(self, probe: Probe) -> Match | None:
        """By the header, which names the depth of delegation, or by events of the surface."""
        for record in probe.records:
            if record.get("type") == "session" and "delegationDepth" in record:
                return Match(1.0, "a session header with delegationDepth")
            if as_text(record.get("type")) in _SURFACE and "seq" in record and "surfaceOp" in record:
                return Match(0.95, f"an event {record['type']} with surfaceOp")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first prompt, and when the session was created."""
        title, started = "", None
        for record in probe.records:
            started = started or iso(record.get("createdAt", record.get("time")))
            told = as_dict(record.get("data"))
            if record.get("type") == "user/message" and as_dict(told.get("source")).get("kind") == "user":
                texts = (as_text(as_dict(block).get("text")) for block in as_list(told.get("content")))
                title = title or next(filter(None, texts), "")
        return Glance(as_title(title), started)

    def read(self, path: Path, report: Report) -> Session:
        """Read one log event by event."""
        walk = _Walk(self.id, path)
        for line in read_lines(path, report):
            walk.add(line.record, line.at(path))
        walk.finish()
        return walk.session(self, walk.name or plain_stem(path), cwd=walk.cwd)


class _Walk(Walk):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self.name = self.cwd = ""
        self._surface: dict[int, list[Entry]] = {}
        """What stands on the surface, by the numbers of its events, in its order."""
        self._front: list[Entry] = []
        self._window: int | None = None
        self._begun: dict[str, Record] = {}
        """Compactions under way: their starts, with what their summaries tell."""
        self._pruned: frozenset[int] = frozenset()
        """The events that the next replacement cuts short."""

    def add(self, event: Record, at: Source) -> None:
        kind, data, time = as_text(event.get("type")), as_dict(event.get("data")), iso(event.get("time"))
        seq = as_int(event.get("seq"))
        self.build.record(at, f"event {seq}", time)
        if kind == "session":
            self._header(event)
        elif kind in _SURFACE and seq is not None:
            self._message(kind, data, seq, event.get("surfaceOp"))
        elif kind == "request/header":
            self._request(as_dict(data.get("header")))
        elif kind == "request/context":
            self._window = as_int(data.get("contextWindow")) or self._window
        elif kind == "compaction/prune":
            self._pruned = _shadowed(data)
        elif kind.startswith("compaction/"):
            self._compaction(kind, data)
        elif kind not in _SILENT and event.get("ignorable") is not True:
            self.build.add_unknown(kind, event)

    def finish(self) -> None:
        """Settle what was begun and not ended."""
        for name in list(self._begun):
            self._failed(name, "It was begun, and the log ends before it was done.")

    def _header(self, event: Record) -> None:
        self.name, self.cwd = as_text(event.get("id")) or self.name, as_text(event.get("cwd")) or self.cwd
        self.build.version(f"format {as_int(event.get('version')) or 0}")
        self.build.link("fork", as_text(event.get("parentSession")))

    def _request(self, header: Record) -> None:
        """The system prompt and tools of the requests from here on."""
        front = []
        for name, detail in (("system", SYSTEM_PROMPT), ("tools", "tools")):
            value = header.get(name)
            if value:
                key = key_of(detail, packed(value))
                known = next((entry for entry in self._front if entry.key == key), None)
                part = Part(key, ItemKind.INSTRUCTIONS, Origin.HARNESS, value, f"/data/header/{name}", detail)
                front.append(known or Entry(key, self.make(part)))
        if front != self._front:
            self._front = front
            self.conversation.change_to(self._standing())

    def _standing(self) -> list[Entry]:
        return [*self._front, *(entry for entries in self._surface.values() for entry in entries)]

    def _message(self, kind: str, data: Record, seq: int, op: Any) -> None:
        holder, base = (data, "/data") if kind == "user/message" else (as_dict(data.get("message")), "/data/message")
        source = as_dict(holder.get("source"))
        draft = self._call(data, source) if kind == "assistant/message" else None
        entries = []
        for index, value in enumerate(as_list(holder.get("content"))):
            for part in self._block(as_dict(value), f"{base}/content/{index}", source):
                number = self.make(part)
                entries.append(Entry(part.key, number))
                self.build.produced(draft, number)
        replaces = as_dict(op)
        if not replaces:
            self._surface[seq] = entries
            for entry in entries:
                self.conversation.entries.append(entry)
                self.conversation.ops.append(Append(entry.item))
            return
        name = as_text(source.get("compactionId"))
        told = self._begun.pop(name, {}) if name else {}
        gone = self._range(replaces, _shadowed(told) or self._pruned)
        edit = self.build.compaction(f"replacement {seq}", "edit", "auto", readable=True)
        record = self._record(name, told, gone, entries) if name else edit
        self._pruned = frozenset()
        self._replace(gone, seq, entries)
        self.conversation.change_to(self._standing(), record)

    def _range(self, op: Record, told: frozenset[int]) -> list[int]:
        """The events that a replacement takes the place of: those that are named, else those of its range."""
        order = list(self._surface)
        named = [seq for seq in order if seq in told]
        start, end = as_int(op.get("start")), as_int(op.get("end"))
        if named or start not in self._surface or end not in self._surface:
            return named
        return order[order.index(start) : order.index(end) + 1]

    def _replace(self, gone: list[int], seq: int, entries: list[Entry]) -> None:
        left, put = dict[int, list[Entry]](), False
        for number, held in self._surface.items():
            if number in gone and not put:
                left[seq], put = entries, True
            if number not in gone:
                left[number] = held
        self._surface = left if put else {**left, seq: entries}

    def _call(self, data: Record, source: Record, purpose: str = "") -> RequestDraft:
        usage, model = usage_in(as_dict(data.get("usage")), _USAGE), as_text(source.get("model"))
        draft = self.conversation.call(self.build.id, model, self.build.at, usage=usage, started=self.build.time)
        draft.limit, draft.purpose = self._window, purpose
        return draft

    def _block(self, block: Record, at: str, source: Record) -> Iterator[Part]:
        kind, text, whose = as_text(block.get("type")), as_text(block.get("text")), source.get("kind")
        if kind == "tool-call":
            yield call_part(block, at, "arguments", self.build.tools)
        elif kind == "tool-result":
            told = {"content": block.get("content"), "is_error": block.get("isError")}
            yield result_part(told, "content", at, as_text(block.get("toolCallId")), self.build.tools)
        elif kind == "reasoning" and text:
            yield Part(key_of("thought", text), ItemKind.REASONING, Origin.AGENT, text, f"{at}/text")
        elif kind == "text" and text.strip():
            yield self._text(text, f"{at}/text", source)
        elif block and kind != "text":
            role = (ItemKind.USER, Origin.HUMAN) if whose == "user" else (ItemKind.ATTACHMENT, Origin.HARNESS)
            yield Part(key_of(kind, packed(block)), *role, block, at, kind or "unknown")

    def _text(self, text: str, place: str, source: Record) -> Part:
        """Whose a text is, the source of its message tells."""
        whose = source.get("kind")
        if whose in ("user", "model"):
            part = text_part(text, "user" if whose == "user" else "assistant", place)
            typed = replace(part, kind=ItemKind.USER, origin=Origin.HUMAN, detail="typed", said=())
            return typed if whose == "user" else replace(part, kind=ItemKind.ASSISTANT, origin=Origin.AGENT, detail="")
        key, name = key_of("user", text.strip()), as_text(source.get("plugin"))
        if source.get("compactionId"):
            return Part(key, ItemKind.SUMMARY, Origin.HARNESS, text, place, "compact_summary")
        return Part(key, ItemKind.ATTACHMENT, Origin.HARNESS, text, place, name or "plugin")

    # Compactions --------------------------------------------------------------------------------------------------

    def _compaction(self, kind: str, data: Record) -> None:
        name = as_text(data.get("compactionId"))
        if kind == "compaction/start":
            self._begun[name] = {"turn": data.get("turn"), "at": self.build.at, "time": self.build.time}
        elif kind == "compaction/summary":
            self._begun.setdefault(name, {}).update(data)
            if data.get("usage") or data.get("llmStreamCall") is True:
                self._call(data, data, "compaction")
        elif kind == "compaction/end" and name in self._begun:
            self._failed(name, as_text(data.get("error")) or "It ended without a message in the place of the history.")

    def _record(self, name: str, told: Record, gone: list[int], entries: list[Entry]) -> CompactionRecord:
        items = self.build.items
        summary = next((e.item for e in entries if items[e.item - 1].kind is ItemKind.SUMMARY), None)
        shown = tuple(entry.item for seq in gone for entry in self._surface[seq])
        trigger = "unknown" if "turn" not in told else "manual" if told["turn"] is None else "auto"
        return self.build.compaction(
            name, "summary", trigger, summary, model=as_text(told.get("model")), shown=shown or None
        )  # fmt: skip

    def _failed(self, name: str, why: str) -> None:
        told = self._begun.pop(name)
        trigger = "manual" if told.get("turn") is None else "auto"
        record = self.build.compaction(name, "summary", trigger, status="failed", reason=why)
        self.build.note_compaction(record)


def _shadowed(data: Record) -> frozenset[int]:
    """The numbers of the events that one names as replaced or cut short."""
    return frozenset(seq for seq in map(as_int, as_list(data.get("shadowedSeqs"))) if seq is not None)


ADAPTER = DeepSeekHarness()
