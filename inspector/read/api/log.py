"""A log of API calls → a session: which series each call belongs to, and what its context was.

Several series stand in one log: an agent's own, its subagents', calls that only make a title. The longest is the
main thread; the others are threads of it, linked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inspector.model import (
    Basis,
    Capabilities,
    CompactionRecord,
    ItemKind,
    Link,
    Origin,
    Session,
    Severity,
    Source,
)
from inspector.read.adapter import Record
from inspector.read.api.dialects import BY_PROVIDER, Answer, Dialect, answered, chat_usage, dialect_of
from inspector.read.api.exchange import Exchange, Logged
from inspector.read.api.messages import SYSTEM_PROMPT, key_of
from inspector.read.api.requests import Requests
from inspector.read.build import Builder, RequestDraft
from inspector.read.content import plain_stem
from inspector.read.conversation import Conversation, Place
from inspector.read.parts import SNAPSHOT
from inspector.read.prefix import HISTORY, Entry, Part
from inspector.read.values import as_dict, as_int, as_list, as_text

_SIGNED = 300


@dataclass(slots=True)
class ApiLog:
    """A log under way. Feed it exchanges, then ask for the session."""

    agent: str
    path: Path
    build: Builder = field(init=False)
    conversations: list[Conversation] = field(default_factory=list)
    _places: dict[str, tuple[Conversation, Place]] = field(default_factory=dict)
    _answered: set[str] = field(default_factory=set)
    _waiting: dict[int, RequestDraft] = field(default_factory=dict)
    _cleared: dict[int, tuple[int, int]] = field(default_factory=dict)
    _requests: Requests = field(default_factory=Requests)
    _unknown: dict[str, list[Source]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.build = Builder(self.agent, str(self.path))

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
        conversation, changed = self._follow(exchange, parts, dialect)
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
            self._provider_edits(conversation, exchange, answer)
        self._answer(dialect, conversation, exchange, answer or Answer(), changed)

    def unknown(self, logged: Logged, kind: str) -> None:
        """Keep a record that is no call as an event."""
        self._unknown.setdefault(kind, []).append(logged.at)
        at = logged.at
        source = Source(at.path, at.line, at.start, at.end, logged.pointer)
        self.build.item(ItemKind.EVENT, Origin.HARNESS, logged.value, source, detail=kind, headline=kind)

    def finish(self, capabilities: Capabilities, title: str = "") -> Session:
        """The session: the longest conversation, and the others as its threads."""
        for conversation in self.conversations:
            conversation.finish()
        for kind, places in self._unknown.items():
            message = f"{len(places)} records are no calls and are kept as events ({kind})."
            self.build.problem(Severity.NOTE, "unknown-record", message, places[0])
        if self.conversations:
            main = max(self.conversations, key=lambda one: (len(one.drafts), len(one.items)))
            self.build.ops = main.ops
            for number, other in enumerate((one for one in self.conversations if one is not main), 1):
                self._as_thread(other, main, f"series-{number}")
        typed = (item.preview for item in self.build.items if item.origin is Origin.HUMAN and not item.thread)
        stem = plain_stem(self.path)
        return self.build.session(id=stem, title=title or next(typed, stem), cwd="", capabilities=capabilities)

    def _as_thread(self, other: Conversation, main: Conversation, name: str) -> None:
        """Another series beside the main one: whose prompts its own are, the log does not say."""
        items, drafts = self.build.items, self.build.drafts
        ops = [drafts[index].op for index in main.drafts]
        for number in other.items:
            item = items[number - 1]
            if item.origin is Origin.HUMAN:
                item = replace(item, origin=Origin.AGENT, detail="delegated")
            items[number - 1] = replace(item, thread=name)
        for index in other.drafts:
            place = bisect_left(main.drafts, index)
            drafts[index].thread, drafts[index].op = name, ops[place] if place < len(ops) else len(main.ops)
        prompts = (items[number - 1] for number in other.items if items[number - 1].kind is ItemKind.USER)
        title = next((item.preview[:80] for item in prompts), name)
        purposes = {drafts[index].purpose for index in other.drafts}
        self.build.links.append(Link("summarizer" if purposes == {"compaction"} else "subagent", name, title))

    def _follow(self, exchange: Exchange, parts: list[Part], dialect: Dialect) -> tuple[Conversation, bool]:
        """The conversation that a request goes on with, brought to the request's context."""
        previous = self._places.get(as_text(exchange.request.value.get("previous_response_id")))
        if previous:
            conversation, place = previous
            items = self.build.items
            base = [_part(items[entry.item - 1], entry) for entry in self._go_back(conversation, place)]
            standing = [part for part in parts if part.detail in _SENT_ANEW]
            earlier = [part for part in base if part.detail not in _SENT_ANEW]
            parts = [*standing, *earlier, *(part for part in parts if part.detail not in _SENT_ANEW)]
        else:
            if as_text(exchange.request.value.get("previous_response_id")):
                message = "The answer that it goes on from is not in this log; its context is known in part."
                self.build.problem(Severity.WARNING, "lost-parent", message, exchange.at)
            conversation = self._belongs_to(parts, dialect)
        changed = conversation.follow(parts, exchange.at, exchange.time)
        return conversation, changed

    def _go_back(self, conversation: Conversation, place: Place) -> Sequence[Entry]:
        if conversation.pending is not None:
            conversation.finish()
        elif conversation.place() != place:
            conversation.back(place)
        return conversation.entries

    def _belongs_to(self, parts: list[Part], dialect: Dialect) -> Conversation:
        """By the longest common history; after a compaction by its summary under the same instructions.

        An agent on Gemini's API asks beside its work, of the same history under other instructions, who speaks next,
        whether it goes in circles, and for a snapshot. Those are series of their own.
        """
        signature = _signature(parts)
        history = [part for part in parts if part.kind in HISTORY]
        best, reach = None, 0
        for conversation in reversed(self.conversations):
            alike = conversation.signature == signature
            shared = conversation.reach(history)
            if shared > reach and (alike or (shared > 1 and dialect is not Dialect.GEMINI)):
                best, reach = conversation, shared
        if best is None:
            best = next((one for one in reversed(self.conversations) if one.signature == signature
                         and _goes_on(one, history)), None)  # fmt: skip
        if best is None:
            best = Conversation(self.build, signature=signature)
            self.conversations.append(best)
        return best

    def _provider_edits(self, conversation: Conversation, exchange: Exchange, answer: Answer) -> None:
        """Results and thoughts that the provider cleared before the model saw them.

        The client's list keeps the originals, so each answer tells the whole count again; only more is new.
        """
        key = id(conversation)
        uses, thoughts = self._cleared.get(key, (0, 0))
        for edit in answer.edits:
            count = as_int(edit.get("cleared_tool_uses")) or 0
            turns = as_int(edit.get("cleared_thinking_turns")) or 0
            if count > uses or turns > thoughts:
                kept_out = _excluded(exchange.request.value)
                masked = self._oldest_results(conversation, count, kept_out) if count > uses else ()
                conversation.mask(masked, _edit_record(exchange, answer, edit, bool(masked)))
            uses, thoughts = max(uses, count), max(thoughts, turns)
        self._cleared[key] = uses, thoughts

    def _oldest_results(self, conversation: Conversation, count: int, kept_out: frozenset[str]) -> tuple[int, ...]:
        items = self.build.items
        results = [
            entry.item
            for entry in conversation.entries
            if items[entry.item - 1].kind is ItemKind.TOOL_RESULT and items[entry.item - 1].tool not in kept_out
        ]
        return tuple(results[:count])

    def _answer(
        self, dialect: Dialect, conversation: Conversation, exchange: Exchange, answer: Answer, changed: bool
    ) -> None:
        at, time = exchange.at, exchange.time
        model = answer.model or as_text(exchange.request.value.get("model")) or exchange.model
        more = {"started": time, "seconds": exchange.seconds, "stop": answer.stop}
        if dialect is Dialect.COMPACT:
            self._compact(conversation, exchange, answer, model)
            return
        waiting = self._waiting.pop(id(conversation), None)
        parts = answer.parts
        paused = dialect is Dialect.ANTHROPIC and answer.stop == "compaction"
        if dialect is Dialect.ANTHROPIC and parts and parts[0].detail in BY_PROVIDER | {"compaction_failed"}:
            self._compacted(conversation, exchange, answer, model, paused=paused)
            parts = parts[1:]
            if paused:
                return
        if waiting is not None and not changed:
            # Sent again after no answer: one call.
            draft = waiting
            draft.id, draft.model = answer.id or draft.id, model or draft.model
            draft.seconds, draft.stop = exchange.seconds, answer.stop
        else:
            draft = conversation.call(answer.id or exchange.id or _named(at), model, at, **more)
        draft.usage = answer.usage or chat_usage(exchange.usage)
        if dialect is Dialect.GEMINI and any(as_text(part.value).startswith(SNAPSHOT) for part in parts):
            draft.purpose = "compaction"
        if not parts:
            self._waiting[id(conversation)] = draft
        numbers = [self._said(conversation, exchange, part) for part in parts]
        if numbers:
            draft.first_item, draft.last_item = numbers[0], numbers[-1]
        if answer.id:
            self._remember(answer.id, conversation)

    def _said(self, conversation: Conversation, exchange: Exchange, part: Part) -> int:
        number = conversation.append(part, exchange.at, exchange.time)
        if part.detail in BY_PROVIDER:
            # What stands behind it tells the next request, or the end of the log.
            triggered = as_list(exchange.request.value.get("input"))[-1:]
            asked_for = as_dict(next(iter(triggered), None)).get("type") == "compaction_trigger"
            conversation.pending = _native(exchange, number, "unknown" if asked_for else "auto")
        return number

    def _compacted(
        self, conversation: Conversation, exchange: Exchange, answer: Answer, model: str, *, paused: bool
    ) -> None:
        """A compaction that Anthropic ran before it answered."""
        part, at, time = answer.parts[0], exchange.at, exchange.time
        draft = None
        if answer.summarizer or paused:
            name = f"{answer.id or _named(at)} compaction"
            draft = conversation.call(name, model, at, started=time, usage=answer.summarizer, purpose="compaction")
        number = conversation.make(part, at, time)
        if draft:
            draft.first_item = draft.last_item = number
        failed = part.detail == "compaction_failed"
        before = answer.summarizer.prompt if answer.summarizer else None
        record = CompactionRecord(
            id=answer.id or _named(at),
            source=at,
            kind="native" if part.detail == "encrypted_summary" else "summary",
            trigger="auto",
            status="failed" if failed else "ok",
            time=time,
            reported_before=before,
            summary=None if failed else number,
            readable=part.detail == "compaction",
            model=model,
            notes=("The block has no summary: nothing was removed.",) if failed else (),
        )
        if failed:
            conversation.mask((), record)
        elif paused:
            conversation.entries.append(Entry(part.key, number))
            note = "It paused behind the summary, for the client to put messages back."
            conversation.pending = replace(record, notes=(note,))
        else:
            conversation.replace_history([Entry(part.key, number)], record)

    def _compact(self, conversation: Conversation, exchange: Exchange, answer: Answer, model: str) -> None:
        """A call of ``/responses/compact``: its answer is the new context, item by item."""
        at, time = exchange.at, exchange.time
        name = answer.id or _named(at)
        draft = conversation.call(name, model, at, started=time, usage=answer.usage, purpose="compaction")
        if not answer.parts:
            return
        summary = next((part for part in answer.parts if part.detail in BY_PROVIDER), None)
        waiting: dict[int, list[int]] = {}
        for entry in conversation.entries:
            waiting.setdefault(entry.key, []).append(entry.item)
        kept, told = [], None
        for part in answer.parts:
            known = waiting.get(part.key)
            number = known.pop(0) if known else conversation.make(part, at, time)
            told = number if part is summary else told
            kept.append(Entry(part.key, number))
        draft.first_item = draft.last_item = told
        record = _native(exchange, told, "unknown")
        conversation.replace_history(kept, replace(record, notes=(), model=model, id=name))
        self._remember(name, conversation)

    def _remember(self, name: str, conversation: Conversation) -> None:
        self._places[name] = conversation, conversation.place()


_SENT_ANEW = frozenset({SYSTEM_PROMPT, "tools"})


def _part(item: Any, entry: Entry) -> Part:
    """A part that stands for an item of the context as it is."""
    return Part(entry.key, item.kind, item.origin, "", item.source.pointer, item.detail, item.tool, item.call_id)


def _signature(parts: list[Part]) -> int:
    """Of the longest instructions: agents, subagents and title calls have their own."""
    texts = [as_text(part.value) for part in parts if part.kind is ItemKind.INSTRUCTIONS and part.detail != "tools"]
    return key_of(max(texts, key=len, default="")[:_SIGNED])


def _goes_on(conversation: Conversation, history: list[Part]) -> bool:
    if conversation.pending is not None or any(part.kind is ItemKind.SUMMARY for part in history):
        return True
    known = {entry.key for entry in conversation.entries}
    return sum(part.key in known for part in history) > 1


def _excluded(request: Record) -> frozenset[str]:
    edits = as_list(as_dict(request.get("context_management")).get("edits"))
    return frozenset(as_text(tool) for edit in edits for tool in as_list(as_dict(edit).get("exclude_tools")))


def _edit_record(exchange: Exchange, answer: Answer, edit: Record, known: bool) -> CompactionRecord:
    freed = as_int(edit.get("cleared_input_tokens"))
    after = answer.usage.prompt if answer.usage else None
    which = "Which results were cleared follows the documented order, oldest first."
    return CompactionRecord(
        id=f"{answer.id or _named(exchange.at)} {as_text(edit.get('type'))}",
        source=exchange.at,
        kind="edit",
        trigger="auto",
        time=exchange.time,
        reported_before=None if freed is None or after is None else after + freed,
        reported_after=after,
        readable=True,
        notes=(which if known else "Which parts were cleared is not in this log.",),
    )


def _native(exchange: Exchange, summary: int | None, trigger: str) -> CompactionRecord:
    return CompactionRecord(
        id=_named(exchange.at, "compaction"),
        source=exchange.at,
        kind="native",
        trigger=trigger,
        basis=Basis.RECORDED,
        time=exchange.time,
        summary=summary,
        readable=False,
    )


def _named(at: Source, kind: str = "call") -> str:
    return f"{kind} at {at.line if at.line is not None else at.pointer or 'the start'}"
