"""Sessions of Google's Agent Development Kit: the databases of its session services, on SQLite.

Producer:  google/adk-python: DatabaseSessionService (SQLAlchemy) and SqliteSessionService. No version is stored.
Evidence:  databases that 2.13.0 wrote here with a made model, held against the requests that were sent: by a token
           threshold, by a sliding window, by both; source of 2.13.0: apps/compaction.py, flows/llm_flows/contents.py;
           2026-11-27.
Context:   events by time. A rewind leaves out the invocations from the one that it names on.
Compaction: an event with ``actions.compaction``: the summary of all events between two times, which stands for them as
           the agent's own words, at the time of the last of them. A later one replaces an earlier one where it covers
           it whole; else both stand. The event's tokens are those of the summarizer's call.
Not said:  instructions, tools and windows; whether a threshold or the sliding window set a compaction off; what the
           summarizer was shown (tool calls and results cut short); failed calls. Of several agents each is sent the
           others' words in a frame, and often not all: their contexts are shown as if there were one.
Damage:    events that are no JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead
from inspector.model import ItemKind, Origin, Session, Severity, Source, Usage
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.api.messages import key_of, packed, result_part, text_part
from inspector.read.build import RequestDraft
from inspector.read.conversation import Walk
from inspector.read.prefix import Entry, Part
from inspector.read.tables import open_tables, session_path, split, told_in
from inspector.read.times import from_seconds, iso
from inspector.read.tools import headline
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title

_COLUMNS = frozenset({"app_name", "user_id", "session_id", "invocation_id", "timestamp", "event_data"})
_USAGE = ("prompt_token_count", "cached_content_token_count", "candidates_token_count", "thoughts_token_count")


class GoogleAdk(Adapter):
    id = "google-adk"
    title = "Google ADK"
    capabilities = can_say(always="usage compactions summary_text kept_tail timestamps", sometimes="reasoning")

    def find(self, folder: Path) -> Iterable[Path]:
        """Every session of a database; the kit has no place of its own for one."""
        if folder.is_file():
            for name in _sessions(folder):
                yield session_path(folder, name)

    def recognise(self, probe: Probe) -> Match | None:
        """By the columns of its table of events, beside one of sessions."""
        if "sessions" in probe.columns and probe.columns.get("events", frozenset()) >= _COLUMNS:
            return Match(0.95, "the tables sessions and events, with event_data")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first prompt of the session, and its times."""
        file, name = split(probe.path)
        sessions = _sessions(file)
        name = name or next(iter(sessions), "")
        events = _events(file, name, lambda problem: None)
        texts = (text for event in events if event.value.get("author") == "user" for text in _texts(event.value))
        return Glance(as_title(next(texts, "") or name), *sessions.get(name, (None, None)))

    def read(self, path: Path, report: Report) -> Session:
        """Read one session; of a database the one that was written to last, where none is named."""
        file, name = split(path)
        sessions = _sessions(file)
        chosen = name or next(iter(sessions), "")
        events = _events(file, chosen, report)
        if not events:
            raise CannotRead(f"{file} holds no events of {f'the session {chosen}' if chosen else 'any session'}.")
        walk = _Walk(self.id, path)
        for event in events:
            walk.add(event)
        walk.finish()
        if not name:
            walk.build.more_sessions(len(sessions) - 1)
        return walk.session(self, chosen)


@dataclass(slots=True)
class _Event:
    """One event, in the order of time; its entries are what of it stands in contexts."""

    value: Record
    at: Source
    second: float
    entries: list[Entry] = field(default_factory=list)
    span: tuple[float, float] | None = None
    """Of a compaction: the times that its summary covers, the ends included."""


def _sessions(path: Path) -> dict[str, tuple[str | None, str | None]]:
    """The sessions of a database with their times, the one written to last first."""
    with open_tables(path, lambda problem: None, ("sessions",)) as database:
        rows = [row[1:] for row in database.rows("sessions", ("id", "create_time", "update_time"))]
    rows.sort(key=lambda row: iso(row[2]) or "", reverse=True)
    return {as_text(name): (iso(created), iso(updated)) for name, created, updated in rows if as_text(name)}


def _events(path: Path, session: str, report: Report) -> list[_Event]:
    found = []
    with open_tables(path, report, ("events",)) as database:
        for row, data in database.rows("events", ("event_data",), "session_id = ?", (session,), ("event_data",)):
            at = Source(str(path), pointer=f"events/{row}/event_data")
            value = told_in(data, dict, at, report)
            if not value:
                continue
            found.append((_number(value.get("timestamp")), row, _Event(value, at, _number(value.get("timestamp")))))
    return [event for *_, event in sorted(found, key=lambda one: one[:2])]


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and 0 <= value < 2e11 else 0.0


def _texts(event: Record) -> Iterator[str]:
    for part in map(as_dict, as_list(as_dict(event.get("content")).get("parts"))):
        if as_text(part.get("text")).strip():
            yield part["text"]


class _Walk(Walk):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self._past: list[_Event] = []
        self._agents: dict[str, None] = {}

    def add(self, event: _Event) -> None:
        value = event.value
        self.build.record(event.at, as_text(value.get("id")), from_seconds(event.second) if event.second else None)
        actions = as_dict(value.get("actions"))
        told = as_dict(actions.get("compaction"))
        if told:
            self._compaction(event, told)
        elif as_text(actions.get("rewind_before_invocation_id")):
            self._rewind(actions["rewind_before_invocation_id"])
        elif value.get("partial") is not True:
            self._said(event)

    def finish(self) -> None:
        """Settle the contexts, and say what of them cannot be told."""
        if len(self._agents) > 1:
            message = f"{len(self._agents)} agents share this session; contexts are shown as if there were one."
            self.build.problem(Severity.WARNING, "several-agents", message)

    def _said(self, event: _Event) -> None:
        value, draft = event.value, None
        by_model = value.get("author") != "user" and as_dict(value.get("content")).get("role") != "user"
        if value.get("usage_metadata") or value.get("model_version") or (by_model and any(_texts(value))):
            self._agents.setdefault(as_text(value.get("author")))
            draft = self._call(value)
        # What was written while a summary was made may lie within its times.
        covered = any(start <= event.second <= end for start, end in _spans(self._past))
        take = self.make if covered else self.append
        for part in self._parts(value.get("content"), f"{event.at.pointer}/content", by_model):
            number = take(part)
            event.entries.append(Entry(part.key, number))
            self.build.produced(draft, number)
        self._past.append(event)

    def _call(self, value: Record, purpose: str = "") -> RequestDraft:
        at = self.build.at
        draft = self.conversation.call(self.build.id or at.pointer, as_text(value.get("model_version")), at)
        draft.started, draft.usage, draft.purpose = self.build.time, _usage(value), purpose
        draft.stop = as_text(value.get("finish_reason"))
        return draft

    def _compaction(self, event: _Event, told: Record) -> None:
        draft = self._call(event.value, "compaction")
        summary = None
        base = f"{event.at.pointer}/actions/compaction/compacted_content"
        for part in self._parts(told.get("compacted_content"), base, by_model=True):
            if part.kind is ItemKind.ASSISTANT:
                part = replace(part, kind=ItemKind.SUMMARY, origin=Origin.AGENT, detail="compact_summary")
            number = self.make(part)
            event.entries.append(Entry(part.key, number))
            self.build.produced(draft, number)
            summary = number if part.kind is ItemKind.SUMMARY else summary
        event.span = _number(told.get("start_timestamp")), _number(told.get("end_timestamp"))
        self._past.append(event)
        record = self.build.compaction(self.build.id or event.at.pointer, "summary", "auto", summary)
        self.conversation.change_to(self._context(), record)

    def _rewind(self, invocation: Any) -> None:
        """Leave out what came since an invocation began, as the agent does from here on."""
        begun = (place for place, past in enumerate(self._past) if past.value.get("invocation_id") == invocation)
        del self._past[next(begun, len(self._past)) :]
        self.conversation.change_to(self._context())

    def _context(self) -> list[Entry]:
        """What stands now: each summary in the place of what it covers, and all that none covers."""
        spans = _spans(self._past)
        latest = {event.span: place for place, event in enumerate(self._past)}
        standing = []
        for place, event in enumerate(self._past):
            if event.span is None and not any(start <= event.second <= end for start, end in spans):
                standing.append((event.second, place, event.entries))
            elif event.span in spans and latest[event.span] == place:
                standing.append((event.span[1], place, event.entries))
        return [entry for _, _, entries in sorted(standing) for entry in entries]

    def _parts(self, content: Any, base: str, by_model: bool) -> Iterator[Part]:
        for index, value in enumerate(as_list(as_dict(content).get("parts"))):
            yield from self._of(as_dict(value), f"{base}/parts/{index}", by_model)

    def _of(self, part: Record, at: str, by_model: bool) -> Iterator[Part]:
        text = as_text(part.get("text"))
        if as_dict(part.get("function_call")):
            call, place = part["function_call"], f"{at}/function_call"
            name, called, args = as_text(call.get("name")), as_text(call.get("id")), call.get("args")
            value, place = (call, place) if args is None else (args, f"{place}/args")
            key = key_of("call", called, name, packed(args))
            yield Part(key, ItemKind.TOOL_CALL, Origin.AGENT, value, place, tool=name, call_id=called,
                       headline=headline(name, args))  # fmt: skip
        elif as_dict(part.get("function_response")):
            told = part["function_response"]
            called = as_text(told.get("id"))
            self.build.tools.setdefault(called, as_text(told.get("name")))
            yield result_part(told, "response", f"{at}/function_response", called, self.build.tools)
        elif text and part.get("thought") is True:
            yield Part(key_of("thought", text.strip()), ItemKind.REASONING, Origin.AGENT, text, f"{at}/text")
        elif text.strip():
            yield text_part(text, "assistant" if by_model else "user", f"{at}/text")
        elif part and "text" not in part:
            kind = next((name for name in part if part[name] is not None), "unknown")
            whose = (ItemKind.ASSISTANT, Origin.AGENT) if by_model else (ItemKind.ATTACHMENT, Origin.HARNESS)
            yield Part(key_of(kind, packed(part)), *whose, part, at, kind)


def _spans(events: Iterable[_Event]) -> list[tuple[float, float]]:
    """The times that summaries cover, without those that lie within another one's."""
    known = {event.span for event in events if event.span}
    return [one for one in known if not any(o != one and o[0] <= one[0] and one[1] <= o[1] for o in known)]


def _usage(value: Record) -> Usage | None:
    """Tokens of a call. Gemini's own count of the answer leaves out thoughts, LiteLLM's holds them: the sum tells."""
    told = as_dict(value.get("usage_metadata"))
    prompt, cached, output, thoughts = (as_int(told.get(name)) for name in _USAGE)
    if as_int(told.get("total_token_count")) == sum(filter(None, (prompt, output, thoughts))):
        output = (output or 0) + (thoughts or 0)
    return disjoint(prompt, cached, None, output, thoughts)


ADAPTER = GoogleAdk()
