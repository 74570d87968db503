"""A log of API calls → a session: each call is put to its series, with what it was sent and what was answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from inspector.model import Capabilities, CompactionRecord, ItemKind, Origin, Session, Severity, Source, Splice, Usage
from inspector.read.api.dialects import BY_PROVIDER, Answer, Dialect, answered, chat_usage, dialect_of
from inspector.read.api.exchange import Exchange, Logged, named
from inspector.read.api.messages import SYSTEM_PROMPT, key_of
from inspector.read.api.native import Cleared, before_answer, behind_answer, cleared, on_request
from inspector.read.api.requests import Requests
from inspector.read.api.series import AllSeries, held_by
from inspector.read.build import Builder, RequestDraft
from inspector.read.content import plain_stem
from inspector.read.conversation import Conversation
from inspector.read.parts import SNAPSHOT
from inspector.read.prefix import Part
from inspector.read.values import as_text

_REMEMBERED = 8
"""Answers: between that of a summarizer and the request that begins with it stand few others."""
_LEAST = 40
"""Characters by which an answer can be told."""
_SHARE = 0.6
"""Of an answer's text: an agent trims it, and writes its own words around it."""


@dataclass(frozen=True, slots=True)
class _Written:
    lines: tuple[str, ...]
    prompt: int
    """The item that its request ended with."""
    instructions: tuple[int, ...]


@dataclass(slots=True)
class Summarizers:
    """The last answers of a log, and what was asked for each."""

    _last: deque[_Written] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))

    def remember(self, conversation: Conversation, answer: Sequence[Part]) -> None:
        """Note an answer of text alone to a request that ends with words of a user; it is not in the context yet."""
        items = conversation.build.items
        if not conversation.entries or any(part.kind is ItemKind.TOOL_CALL for part in answer):
            return
        asked = items[conversation.entries[-1].item - 1]
        text = "\n".join(as_text(part.value) for part in answer if part.kind is ItemKind.ASSISTANT)
        if asked.kind is ItemKind.USER and len(text) >= _LEAST:
            self._last.append(_Written(_lines(_kept(text)), asked.number, _instructions(conversation)))

    def tie(self, conversation: Conversation, parts: Sequence[Part]) -> None:
        """Name the prompt of a compaction that the request at hand shows, where its summary was answered before."""
        ops, items = conversation.ops, conversation.build.items
        index = next((n for n in range(len(ops) - 1, -1, -1) if type(ops[n]) is Splice), -1)
        op = ops[index] if index >= 0 else None
        record = op.compaction if type(op) is Splice else None
        if type(op) is not Splice or record is None or record.prompt is not None or record.summary is None:
            return
        key = next((entry.key for entry in conversation.entries if entry.item == record.summary), None)
        summary = frozenset(_lines(next((as_text(part.value) for part in parts if part.key == key), "")))
        for written in reversed(self._last):
            stood = sum(len(line) for line in written.lines if line in summary)
            if stood < max(_LEAST, _SHARE * sum(map(len, written.lines))):
                continue
            told = replace(record, prompt=written.prompt, instructions=written.instructions)
            ops[index] = replace(op, compaction=told)
            # Nobody typed it, whoever's words it stands among.
            asked = items[written.prompt - 1]
            items[written.prompt - 1] = replace(asked, origin=Origin.HARNESS, detail="summarizer_prompt")
            return


def _kept(answer: str) -> str:
    """The summary in an answer, without what was thought aloud beside it."""
    _, mark, inner = answer.rpartition("<summary>")
    return inner.partition("</summary>")[0] if mark else answer


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in (" ".join(line.split()) for line in text.splitlines()) if line)


def _instructions(conversation: Conversation) -> tuple[int, ...]:
    items = conversation.build.items
    return tuple(entry.item for entry in conversation.entries if items[entry.item - 1].detail == SYSTEM_PROMPT)


@dataclass(slots=True)
class ApiLog:
    """A log under way. Feed it exchanges, then ask for the session."""

    agent: str
    path: Path
    distinct: bool = False
    """Whether each exchange is a call of its own, also where no answer was logged and the same was sent again."""
    build: Builder = field(init=False)
    _series: AllSeries = field(init=False)
    _answered: set[str] = field(default_factory=set)
    _waiting: dict[int, RequestDraft] = field(default_factory=dict)
    _cleared: dict[int, Cleared] = field(default_factory=dict)
    _requests: Requests = field(default_factory=Requests)
    _summarizers: Summarizers = field(default_factory=Summarizers)
    _unknown: dict[str, list[Source]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.build = Builder(self.agent, str(self.path))
        self._series = AllSeries(self.build)

    def add(self, exchange: Exchange) -> None:
        """Take in one call."""
        dialect = dialect_of(exchange)
        answer = answered(dialect, exchange.answer, self._requests.tools) if exchange.answer else None
        if answer and answer.id and answer.id in self._answered:
            self.build.problem(Severity.NOTE, "repeated-answer", f"{answer.id} stands twice; read once.", exchange.at)
            return
        if answer and answer.id:
            self._answered.add(answer.id)
        self.build.seen(exchange.time)
        parts = self._requests.parts(dialect, exchange.request)
        if answer is None:
            # A list that ends with the agent's words was written down after the answer.
            last = max((place for place, part in enumerate(parts, 1) if part.origin is not Origin.AGENT), default=0)
            parts, answer = parts[:last], Answer(parts=parts[last:]) if last < len(parts) else None
        conversation, changed = self._series.follow(exchange, parts, dialect)
        if changed:
            self._summarizers.tie(conversation, parts)
        at, time = exchange.at, exchange.time
        if answer and answer.error and not answer.parts:
            conversation.append(answer.error, at, time)
            return
        if (exchange.status or 0) >= 400:
            text = f"The provider answered with status {exchange.status}."
            key = key_of("status", exchange.status)
            failed = Part(key, ItemKind.EVENT, Origin.HARNESS, text, exchange.pointer, "api_error", hold=True)
            conversation.append(replace(failed, error=True), at, time)
            return
        if dialect is Dialect.ANTHROPIC and answer:
            before = self._cleared.get(id(conversation), Cleared())
            self._cleared[id(conversation)] = cleared(conversation, exchange, answer, before)
        self._answer(dialect, conversation, exchange, answer or Answer(), changed)

    def expect(self, compactions: Sequence[CompactionRecord]) -> None:
        """Take in compactions behind the last call of the longest conversation."""
        if compactions and self._series.conversations:
            self._series.main().expect(compactions)

    def count(self) -> int:
        """How many series of calls there are."""
        return len(self._series.conversations)

    def named(self, name: str) -> Conversation:
        """The series of calls without words that goes by a name."""
        return self._series.named(name)

    def silent(self, conversation: Conversation, exchange: Exchange, usage: Usage | None) -> Conversation:
        """Take in a call of which the log has no words."""
        at, time = exchange.at, exchange.time
        self.build.seen(time)
        draft = conversation.call(exchange.id, exchange.model, at, started=time, seconds=exchange.seconds, usage=usage)
        key, told = key_of("answer", exchange.id), "answer, its text is not in this log"
        said = Part(key, ItemKind.ASSISTANT, Origin.AGENT, "", exchange.pointer, headline=told, hold=True)
        draft.first_item = draft.last_item = conversation.append(said, at, time)
        return conversation

    def unknown(self, logged: Logged, kind: str) -> None:
        """Keep a record that is no call as an event."""
        self._unknown.setdefault(kind, []).append(logged.at)
        source = logged.at.inside(logged.pointer)
        self.build.item(ItemKind.EVENT, Origin.HARNESS, logged.value, source, detail=kind, headline=kind)

    def finish(self, capabilities: Capabilities, title: str = "") -> Session:
        """The session: the longest conversation, and the others as its threads."""
        self._series.end()
        for kind, places in self._unknown.items():
            message = f"{len(places)} records are no calls and are kept as events ({kind})."
            self.build.problem(Severity.NOTE, "unknown-record", message, places[0])
        stem, title = plain_stem(self.path), title or self.build.first_words
        return self.build.session(id=stem, title=title or stem, cwd="", capabilities=capabilities)

    def _answer(
        self, dialect: Dialect, conversation: Conversation, exchange: Exchange, answer: Answer, changed: bool
    ) -> None:
        at, time = exchange.at, exchange.time
        model = answer.model or as_text(exchange.request.value.get("model")) or exchange.model
        if dialect is Dialect.COMPACT:
            name = on_request(conversation, exchange, answer, model)
            if name:
                self._series.remember(name, conversation)
            return
        waiting = self._waiting.pop(id(conversation), None)
        parts = answer.parts
        paused = dialect is Dialect.ANTHROPIC and answer.stop == "compaction"
        if dialect is Dialect.ANTHROPIC and parts and parts[0].detail in BY_PROVIDER | {"compaction_failed"}:
            before_answer(conversation, exchange, answer, model, paused=paused)
            parts = parts[1:]
            if paused:
                return
        if waiting is not None and not changed:
            # Sent again after no answer: one call.
            draft = waiting
            draft.id, draft.model = answer.id or draft.id, model or draft.model
        else:
            draft = conversation.call(answer.id or exchange.id or named(at), model, at, started=time)
        draft.seconds, draft.stop = exchange.seconds, answer.stop
        draft.usage = answer.usage or chat_usage(exchange.usage)
        if dialect is Dialect.GEMINI and any(as_text(part.value).startswith(SNAPSHOT) for part in parts):
            draft.purpose = "compaction"
        self._summarizers.remember(conversation, parts)
        if not parts and not self.distinct:
            self._waiting[id(conversation)] = draft
        numbers = [self._said(conversation, exchange, part) for part in parts]
        if numbers:
            draft.first_item, draft.last_item = numbers[0], numbers[-1]
        for name in (answer.id, held_by(exchange.request.value, dialect)):
            if name:
                self._series.remember(name, conversation)

    def _said(self, conversation: Conversation, exchange: Exchange, part: Part) -> int:
        number = conversation.append(part, exchange.at, exchange.time)
        if part.detail in BY_PROVIDER:
            conversation.pending = behind_answer(exchange, number)
        return number
