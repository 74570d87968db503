"""Sessions of Strands Agents: what its session managers keep in files.

Producer:  strands-agents/sdk-python: FileSessionManager (``agent.json`` beside a file for each message) and
           SnapshotSessionManager (``snapshot_latest.json``, earlier states in ``immutable_history``).
Evidence:  sessions that 1.62.0 wrote here with a made model, held against the requests that were sent; its source
           (session/, agent/conversation_manager/); 2026-11-27.
Context:   every message that was ever added, in a file of its own; in a snapshot those that stand. An answer has the
           tokens of its call.
Compaction: ``conversation_manager_state``: how many messages are gone by now, and the summary in their place, of the
           last compaction alone; a sliding window has none. Two snapshots show what came between them.
Not said:  when it was: taken to be where the tokens sent fell last. Earlier compactions and their summaries: where
           tokens fell there was one, the messages of those contexts are not told. Tools; without snapshots the system
           prompt; calls of the summarizer; pinned messages, which stay where others go.
Damage:    cut files; messages whose number is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import Basis, ItemKind, Origin, Session, Severity, Source, Splice, Usage
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.api.messages import call_part, key_of, packed, result_part, system_parts, text_part
from inspector.read.api.sniff import first_values
from inspector.read.build import ELSEWHERE, noted
from inspector.read.content import plain_stem
from inspector.read.conversation import Walk
from inspector.read.documents import read_document, read_part
from inspector.read.prefix import Entry, Part
from inspector.read.times import as_time
from inspector.read.usage import disjoint, usage_in
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title

_AGENT, _LATEST, _STATE = "agent.json", "snapshot_latest.json", "conversation_manager_state"
_MESSAGE = re.compile(r"message_(\d{1,9})\.json")
_USAGE = ("inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens", "outputTokens", "reasoningTokens")
_PLACED = "When it was is not in this log: it is shown where the tokens sent fell last."
_KEPT = "Answers that it kept stand here without the contexts in which they were written."
_LAST_ONLY = (
    "Of several compactions these files keep the last one alone. Contexts before it are shown with all messages, "
    "though earlier summaries may have stood in the place of older ones: where fewer tokens were sent, they did."
)
_FELL = "The tokens sent fell from {} to {}. Which messages it took, and its summary, a later compaction overwrote."


class Strands(Adapter):
    id = "strands"
    title = "Strands Agents"
    capabilities = can_say(
        always="usage timestamps", sometimes="system_prompt reasoning compactions summary_text kept_tail"
    )
    kept_in = (("", ".strands", "sessions"),)
    named = (f"session_*/agents/agent_*/{_AGENT}", f"session/*/scopes/agent/*/snapshots/{_LATEST}")

    def recognise(self, probe: Probe) -> Match | None:
        """By the state of its conversation manager, or a message with its number."""
        value = as_dict(next(iter(first_values(probe)), None))
        if _STATE in value and "agent_id" in value:
            return Match(0.95, "an agent with conversation_manager_state")
        data = as_dict(value.get("data"))
        if "schema_version" in value and (value.get("scope") == "agent" or (_STATE in data and "messages" in data)):
            return Match(0.9, "a snapshot of the scope agent")
        if {"message", "message_id", "redact_message"} <= value.keys():
            return Match(0.9, "a message with message_id and redact_message")
        return None

    def whole(self, path: Path) -> Path:
        """The agent that a message is of, and the latest of its snapshots."""
        own = {"messages": path.parent.parent / _AGENT, "immutable_history": path.parent.parent / _LATEST}
        found = own.get(path.parent.name, path)
        return found if found.is_file() else path

    def glance(self, probe: Probe) -> Glance:
        """The first prompt, and the times that the first file tells."""
        value = as_dict(next(iter(first_values(probe)), None))
        first = probe.path.parent / "messages" / "message_0.json"
        told = as_dict(read_document(first, lambda problem: None)) if first.is_file() else {}
        data = as_dict(value.get("data"))
        listed = [as_dict(told.get("message")), *map(as_dict, as_list(data.get("messages")))]
        summary = as_dict(as_dict(data.get(_STATE)).get("summary_message")).get("content")
        contents = (as_list(one.get("content")) for one in listed if summary is None or one.get("content") != summary)
        blocks = (as_dict(block) for content in contents for block in content)
        title = next((text for block in blocks if (text := as_text(block.get("text")))), "")
        return Glance(as_title(title), as_time(value.get("created_at")), as_time(value.get("updated_at")))

    def read(self, path: Path, report: Report) -> Session:
        """Read one agent of a session. Raises CannotRead."""
        walk = _Walk(self.id, path)
        for state in _states(path, report):
            walk.state(state)
        return walk.session(self, _session(path))


def _session(path: Path) -> str:
    """…/session_ID/agents/agent_…/agent.json or …/session/ID/scopes/agent/…/snapshots/snapshot_latest.json → ID."""
    names = [folder.name for folder in path.parents]
    if names[1:2] == ["agents"] and len(names) > 2:
        return names[2].removeprefix("session_")
    return names[4] if names[:1] == ["snapshots"] and len(names) > 4 else plain_stem(path)


class _Message(NamedTuple):
    value: Record
    at: Source
    time: str | None

    @property
    def id(self) -> str:
        """Its name in all snapshots; by its place where an old version gave none."""
        return as_text(self.value.get("tracking_id")) or f"{self.at.path}{self.at.pointer}"

    @property
    def usage(self) -> Usage | None:
        """Tokens of the call that it answers; whether its input holds what the cache had, the sum tells."""
        told = as_dict(as_dict(self.value.get("metadata")).get("usage"))
        counts = [as_int(told.get(name)) for name in _USAGE]
        holds = as_int(told.get("totalTokens")) == (counts[0] or 0) + (counts[3] or 0)
        return disjoint(*counts) if holds else usage_in(told, _USAGE)

    @property
    def sent(self) -> int | None:
        """Of these what was sent; None in what is no answer."""
        return self.usage.prompt if self.usage else None


class _State(NamedTuple):
    """Messages as they stood, and what the conversation manager knew then."""

    messages: list[_Message]
    manager: Record
    at: Source
    is_all: bool
    """Whether the messages that are gone are among them."""
    system: Any = None


def _states(path: Path, report: Report) -> Iterator[_State]:
    value = as_dict(read_document(path, report))
    if _STATE in value:
        source = Source(str(path), pointer=f"/{_STATE}")
        yield _State(list(_files(path.parent / "messages", report)), as_dict(value.get(_STATE)), source, True)
        return
    earlier = [one for one in sorted(path.parent.glob("immutable_history/snapshot_*.json")) if one != path]
    for file in (*earlier, path) if path.name == _LATEST else (path,):
        value = as_dict(read_part(file, report))
        data, time = as_dict(value.get("data")), as_time(value.get("created_at"))
        messages = [
            _Message(as_dict(message), Source(str(file), pointer=f"/data/messages/{index}"), time)
            for index, message in enumerate(as_list(data.get("messages")))
        ]
        source = Source(str(file), pointer=f"/data/{_STATE}")
        yield _State(messages, as_dict(data.get(_STATE)), source, False, data.get("system_prompt"))


def _files(folder: Path, report: Report) -> Iterator[_Message]:
    numbered = ((int(found[1]), file) for file in folder.glob("*.json") if (found := _MESSAGE.fullmatch(file.name)))
    for _, file in sorted(numbered):
        value = as_dict(read_part(file, report))
        name = "redact_message" if as_dict(value.get("redact_message")) else "message"
        time = as_time(value.get("created_at"))
        yield _Message(as_dict(value.get(name)), Source(str(file), pointer=f"/{name}"), time)


class _Walk(Walk):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self._stands: dict[str, list[Entry]] = {}
        """The messages of the context by their names, in order."""
        self._gone = 0
        self._sent: int | None = None
        """Tokens of the call before."""

    def state(self, state: _State) -> None:
        """Bring the context from where it stood to another state."""
        if state.system and not self.conversation.entries:
            for part in system_parts(state.system, "/data/system_prompt"):
                self.conversation.append(part, state.at.inside(""), None)
        gone = as_int(state.manager.get("removed_message_count")) or 0
        new = [message for message in state.messages if message.id not in self._stands]
        if gone <= self._gone:
            for message in new:
                self._message(message)
            return
        summary = as_dict(state.manager.get("summary_message"))
        first = state.messages[0] if state.messages and not state.is_all else None
        if summary and first and first.value.get("tracking_id") == summary.get("tracking_id"):
            new = [message for message in new if message is not first]
        keep = {message.id for message in (state.messages[gone:] if state.is_all else state.messages)}
        place = self._last_fall(new, max(0, gone - len(self._stands)) if state.is_all else 0)
        # Of a first snapshot, what stood there before the compaction was written in contexts that are gone.
        begins = not state.is_all and not self._stands
        for message in new[:place]:
            self._message(message, calls=not begins)
        self._compact(state, summary, keep, (ELSEWHERE, _KEPT, _PLACED) if begins else (_PLACED,))
        self._gone = gone
        for message in new[place:]:
            self._message(message)

    def _last_fall(self, messages: list[_Message], least: int) -> int:
        """Before which message the last compaction was: a call that was sent less than the one before it."""
        before, place = self._sent, len(messages)
        for index, message in enumerate(messages):
            sent = message.sent
            if sent and before and sent < before and index >= least:
                place = index
            before = sent or before
        return place

    def _message(self, message: _Message, *, calls: bool = True) -> None:
        value, at = message.value, message.at
        self.build.record(at, message.id, message.time)
        draft = None
        if value.get("role") == "assistant" and calls:
            if message.sent and self._sent and message.sent < self._sent:
                self._fell(message, self._sent, message.sent)
            draft = self.conversation.call(message.id, "", at, usage=message.usage, started=message.time)
            self._sent = message.sent or self._sent
        entries = self._stands.setdefault(message.id, [])
        for part in _parts(value, at.pointer, self.build.tools):
            number = self.append(part)
            entries.append(Entry(part.key, number))
            self.build.produced(draft, number)

    def _fell(self, message: _Message, before: int, after: int) -> None:
        """An earlier compaction, of which the tokens alone tell; none where the last one stands right there."""
        last = self.conversation.ops[-1] if self.conversation.ops else None
        if isinstance(last, Splice) and last.compaction is not None:
            return
        note = _FELL.format(f"{before:,}", f"{after:,}")
        record = self.build.compaction(f"before {message.id}", "unknown", "auto", basis=Basis.INFERRED, notes=(note,))
        self.build.note_compaction(record)

    def _compact(self, state: _State, summary: Record, keep: set[str], notes: tuple[str, ...]) -> None:
        number, head = None, list[Entry]()
        for part in _parts(summary, f"{state.at.pointer}/summary_message", self.build.tools):
            told = replace(part, kind=ItemKind.SUMMARY, origin=Origin.HARNESS, detail="compact_summary", said=())
            number = self.conversation.make(told, state.at, None)
            head.append(Entry(told.key, number))
        if state.is_all:
            self.build.problem(Severity.WARNING, "last-compaction-only", _LAST_ONLY)
            self.build.unlogged("earlier summaries", "in the place of older messages, up to the last compaction")
        kind, at = ("summary" if number else "trim"), state.at
        name, method = f"{at.path}{at.pointer}", as_text(state.manager.get("__name__"))
        record = noted(name, at, kind, "auto", number, notes=notes, method=method)
        stays = {name: entries for name, entries in self._stands.items() if name in keep}
        self._stands = {as_text(summary.get("tracking_id")): head, **stays}
        self.conversation.replace_history([entry for one in self._stands.values() for entry in one], record)


def _parts(message: Record, base: str, tools: dict[str, str]) -> Iterator[Part]:
    role = as_text(message.get("role")) or "user"
    for index, value in enumerate(as_list(message.get("content"))):
        yield from _block(as_dict(value), f"{base}/content/{index}", role, tools)


def _block(block: Record, at: str, role: str, tools: dict[str, str]) -> Iterator[Part]:
    call, gave = as_dict(block.get("toolUse")), as_dict(block.get("toolResult"))
    thought = as_text(as_dict(as_dict(block.get("reasoningContent")).get("reasoningText")).get("text"))
    if call:
        yield call_part(call | {"id": call.get("toolUseId")}, f"{at}/toolUse", "input", tools)
    elif gave:
        part = result_part(gave, "content", f"{at}/toolResult", as_text(gave.get("toolUseId")), tools)
        yield replace(part, error=gave.get("status") == "error")
    elif thought:
        place = f"{at}/reasoningContent/reasoningText/text"
        yield Part(key_of("thought", thought.strip()), ItemKind.REASONING, Origin.AGENT, thought, place)
    elif as_text(block.get("text")).strip():
        yield text_part(block["text"], role, f"{at}/text")
    elif block and "text" not in block:
        kind = next(iter(block))
        whose = (ItemKind.ASSISTANT, Origin.AGENT) if role == "assistant" else (ItemKind.ATTACHMENT, Origin.HARNESS)
        yield Part(key_of(kind, packed(block)), *whose, block, at, kind)


ADAPTER = Strands()
