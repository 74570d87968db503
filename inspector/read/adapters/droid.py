"""Factory Droid session logs.

Producer:  Factory's droid, closed source; 0.226 to 0.229 as independent readers describe them.
Evidence:  third-party readers only; no real log was read. inference-sh/agentprotocol (transcript/droid, captured from
           0.226), specstory getspecstory 210d609 (droidcli/parser.go), codeburn and tokscale on the settings file;
           checked 2026-11-20.
Context:   a list of messages in the form of the Anthropic API, each naming its parent; an earlier parent is a step
           back.
Compaction: automatic: a ``compaction_state`` row with the summary and the last message it took in
           (anchorMessage); afterwards the context is the summary and the messages behind that one, or the summary
           alone where no anchor is named. Manual (/compress): a new log whose session_start names the old one as its
           parent and that opens with the summary.
Not said:  tokens of a request (only totals of the session, in <id>.settings.json), the window, the system prompt,
           tokens before and after a compaction, failed compactions, which tools the summary's frame adds.
Damage:    torn last lines; older rows keep the summary as an object or bare text.
"""

from __future__ import annotations

from pathlib import Path

from inspector.model import (
    CompactionRecord,
    ItemKind,
    Origin,
    Session,
    Severity,
)
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.api.messages import message_parts
from inspector.read.build import ELSEWHERE
from inspector.read.content import plain_stem
from inspector.read.conversation import Place, Walk
from inspector.read.documents import read_part
from inspector.read.ends import first_and_last
from inspector.read.lines import Line, read_lines
from inspector.read.prefix import Entry, Part
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_text, as_title, render
from inspector.read.voices import voice_of

_SILENT = frozenset({"session_settings", "agent_turn_outcome", "todo_state"})


class Droid(Adapter):
    id = "droid"
    title = "Factory Droid"
    capabilities = can_say(always="compactions summary_text kept_tail timestamps", sometimes="reasoning")
    kept_in = (("FACTORY_DIR", ".factory", "sessions"),)
    named = ("**/*.jsonl",)

    def recognise(self, probe: Probe) -> Match | None:
        """By the first row, and by rows that no other agent writes."""
        if any(record.get("type") == "compaction_state" for record in probe.records):
            return Match(0.95, "a compaction_state row")
        first = probe.records[0] if probe.records else {}
        if first.get("type") == "session_start" and as_text(first.get("id")):
            return Match(0.9 if len(probe.records) > 1 else 0.7, "the first row has type=session_start with an id")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The title of the first row, else the first words typed."""
        start = next((record for record in probe.records if record.get("type") == "session_start"), {})
        title = as_text(start.get("title")) or next(filter(None, map(_opening, probe.records)), "")
        return Glance(as_title(title), *first_and_last(probe))

    def whole(self, path: Path) -> Path:
        """A session is one file; its settings stand beside it."""
        log = path.with_name(f"{path.name.removesuffix('.settings.json')}.jsonl")
        return log if path.name.endswith(".settings.json") and log.is_file() else path

    def read(self, path: Path, report: Report) -> Session:
        rows = _Rows(self.id, path)
        settings = path.with_name(f"{plain_stem(path)}.settings.json")
        rows.model = as_text(as_dict(read_part(settings, report)).get("model"))
        for line in read_lines(path, report):
            rows.add(line)
        return rows.finish(self)


class _Rows(Walk):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self.model = ""
        self._path = path
        self._id, self._cwd, self._title, self._parent = plain_stem(path), "", "", ""
        self._messages: dict[str, Place] = {}
        self._last = ""

    def add(self, line: Line) -> None:
        record = line.record
        kind = as_text(record.get("type"))
        at = line.at(self.build.path)
        self.build.record(at, "", as_time(record.get("timestamp")))
        if kind == "session_start":
            self._start(record)
        elif kind == "message":
            self._message(record)
        elif kind == "compaction_state":
            self._compaction(record)
        else:
            if kind not in _SILENT:
                self.build.note_unknown(kind)
            detail = kind or "unknown"
            self.build.add(ItemKind.EVENT, record, "", detail, headline=detail)

    def finish(self, adapter: Adapter) -> Session:
        return self.session(adapter, self._id, self._title, self._cwd)

    def _start(self, record: Record) -> None:
        self._id = as_text(record.get("id")) or self._id
        self._cwd, self._title = as_text(record.get("cwd")), as_text(record.get("title"))
        version = record.get("version")
        if version is not None:
            self.build.versions[version if isinstance(version, str) else f"session-v{version}"] = None
        self._parent = as_text(record.get("parent"))
        log = self._path.with_name(f"{self._parent}.jsonl")
        self.build.link("parent", self._parent, path=str(log) if log.is_file() else "")

    def _message(self, record: Record) -> None:
        message, own = as_dict(record.get("message")), as_text(record.get("id"))
        if own and own in self._messages:
            self.build.problem(Severity.NOTE, "repeated-entry", f"Row {own} stands twice; read once.", self.build.at)
            return
        self._go_to(as_text(record.get("parentId")))
        parts = list(message_parts(message, "/message", self.build.tools))
        draft = None
        if message.get("role") == "assistant":
            model = as_text(message.get("model")) or self.model
            name = own or f"row {self.build.at.line}"
            draft = self.conversation.call(name, model, self.build.at, started=self.build.time)
        for part in parts:
            self.build.produced(draft, self._append(part))
        if own:
            self._messages[own], self._last = self.conversation.place(), own

    def _append(self, part: Part) -> int:
        if part.kind is ItemKind.SUMMARY and self._parent and not self._messages:
            return self._carried(part)
        return self.append(part)

    def _carried(self, part: Part) -> int:
        """The summary that /compress opens a new log with."""
        number = self.make(part)
        self.conversation.replace_history([Entry(part.key, number)], self._noted("manual", number, (ELSEWHERE,)))
        return number

    def _go_to(self, parent: str) -> None:
        """Step back where a message hangs on an earlier one than the last."""
        place = self._messages.get(parent)
        if place is not None and parent != self._last:
            self.conversation.back(place)

    def _compaction(self, record: Record) -> None:
        name = next((n for n in ("summaryText", "summary") if record.get(n) not in (None, "", {})), "")
        value, pointer = record.get(name), f"/{name}"
        if isinstance(value, dict) and "body" in value:
            value, pointer = value["body"], f"{pointer}/body"
        summary = None
        if name and value not in (None, ""):
            part = Part(hash(render(value)), ItemKind.SUMMARY, Origin.HARNESS, value, pointer, "compact_summary")
            summary = self.make(part)
        kept, note = self._kept(record)
        told = [] if summary is None else [Entry(hash(render(value)), summary)]
        self.conversation.replace_history([*told, *kept], self._noted("auto", summary, note, lost=bool(note)))

    def _kept(self, record: Record) -> tuple[list[Entry], tuple[str, ...]]:
        """The entries behind the last message that the summary took in, and what is wrong with how it is named."""
        anchor = as_text(as_dict(record.get("anchorMessage")).get("id"))
        if not anchor:
            return [], ()
        place = self._messages.get(anchor)
        if place is None:
            return [], (f"Its last message {anchor} is not in this log, so what was kept behind it is not known.",)
        taken = {entry.item for entry in self.conversation.until(place)}
        # An earlier summary is merged into the new one.
        taken |= {entry.item for entry in self.conversation.entries if self._is_summary(entry)}
        return [entry for entry in self.conversation.entries if entry.item not in taken], ()

    def _is_summary(self, entry: Entry) -> bool:
        return self.build.items[entry.item - 1].kind is ItemKind.SUMMARY

    def _noted(self, trigger: str, summary: int | None, notes: tuple[str, ...], lost: bool = False) -> CompactionRecord:
        name, status = f"compaction at line {self.build.at.line}", "partial" if lost else "ok"
        return self.build.compaction(name, "summary", trigger, summary, status=status, notes=notes)


def _opening(record: Record) -> str:
    message = as_dict(record.get("message"))
    if record.get("type") != "message" or message.get("role") != "user":
        return ""
    voice = voice_of(render(message.get("content")))
    return as_title(voice.words or (render(message.get("content")) if voice.origin is Origin.HUMAN else ""))


ADAPTER = Droid()
