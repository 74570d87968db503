"""The walk over the events of one inspect_ai sample: every request with exactly what it was sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

from inspector.model import Append, Basis, CompactionRecord, ItemKind, Link, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.inspect_ai import messages
from inspector.read.adapters.inspect_ai.archive import Sample
from inspector.read.adapters.inspect_ai.events import Events, answer, result_of, strategy_of
from inspector.read.build import About, Builder, RequestDraft, noted
from inspector.read.drafts import Noted
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_list, as_seconds, as_text, preview, render

_KINDS = ("summary", "trim", "edit")
_TRIGGERS = {"threshold": "auto", "forced": "overflow"}
_COMPARED = "The log does not mark it; two requests were compared."
_SILENT = frozenset("state store span_begin span_end step subtask sample_init score score_edit branch".split())
_EVENTS = frozenset("error sample_limit info logger input approval sandbox anchor".split())
_TOLD = ("error", "limit", "message", "data", "input", "event")
_ANSWER = "/output/choices/0/message"


class Entry(NamedTuple):
    """A message in the context and the items it became."""

    key: str
    items: tuple[int, ...]


class Walk:
    """Walks the events of one sample after the other; each begins with an empty context."""

    def __init__(self, agent: str, path: str) -> None:
        self.build = Builder(agent, path)
        self.samples = 0

    def sample(self, sample: Sample) -> None:
        record = sample.record
        self.build.hold = sample.hold
        self.build.record(sample.at)
        self._attached = as_dict(record.get("attachments"))
        self._context: list[Entry] = []
        """The messages; the tools stand before them."""
        self._tools: tuple[int, ...] = ()
        self._texts: dict[str, tuple[int, ...]] = {}
        self._pending: CompactionRecord | None = None
        self._answered = False
        self._asked: dict[str, Any] = {}
        """The prompt and the instructions of the last summarizer."""
        self._ran: list[int] = []
        """The tools' events behind the last request, whose results no request was sent yet."""
        history = [as_dict(message) for message in as_list(record.get("messages"))]
        if self.samples:
            self.build.become(())
        self.samples += 1
        self._index = 0
        self._put(ItemKind.EVENT, render(record.get("id")), "/id", detail="sample", hold=True)
        self._events = Events(record)
        self._marked = any(message.get("source") == "input" for message in (*history, *self._events.first_messages()))
        self._summarizers = self._events.summarizers()
        for index, event in enumerate(self._events.events):
            self._index = index
            self.build.record(sample.at, "", as_time(event.get("timestamp")))
            self._event(event)
        self.build.record(sample.at)
        self._rest(history, bool(self._events.models))
        self._put(ItemKind.EVENT, record.get("error"), "/error", detail="error", error=True)

    # Items ------------------------------------------------------------------------------------------------------

    def _thread(self, event: Record) -> str:
        whose = self._events.whose(event)
        return "" if whose == self._events.main else f"{self.samples}: {whose or 'main'}"

    def _put(self, kind: ItemKind, value: Any, pointer: str, detail: str = "", **about: Unpack[About]) -> int | None:
        """Add the value at a pointer into the sample, unless there is nothing in it; a result may be empty."""
        name = messages.attachment(value)
        if name in self._attached:
            value, pointer = self._attached[name], f"/attachments/{name.replace('~', '~0').replace('/', '~1')}"
        return self.build.put(kind, value, pointer, detail, **about)

    def _put_event(self, value: Any, pointer: str, detail: str, **about: Unpack[About]) -> int | None:
        """Add what stands in the event at hand and is in no context."""
        place = f"/events/{self._index}{pointer}"
        return self._put(ItemKind.EVENT, value, place, detail, **about)

    def _place(self) -> Source:
        """Where the event at hand stands."""
        return self.build.below(f"/events/{self._index}")

    def _message(self, message: Record, base: str, thread: str = "", moved: tuple[str, str] = ("", "")) -> Entry:
        """The items of a message, not yet in the context."""
        numbers = []
        first, self.build.thread = not self._answered, thread
        for part in messages.parts(message, first=first, marked=self._marked):
            part = part._replace(pointer=base + part.pointer.replace(*moved, 1), enter=False)
            number = self._put(**part._asdict())
            if number and part.kind is not ItemKind.EVENT:
                numbers.append(number)
        self._answered = self._answered or message.get("role") == "assistant"
        self.build.thread = ""
        return Entry(messages.key(message), tuple(numbers))

    def _enter(self, entry: Entry) -> None:
        self._context.append(entry)
        self.build.ops.extend([Append(number) for number in entry.items])

    # Events -----------------------------------------------------------------------------------------------------

    def _event(self, event: Record) -> None:
        kind = as_text(event.get("event"))
        if kind == "model":
            self._model(event)
        elif kind == "compaction":
            self._compaction(event)
        elif kind == "tool":
            if as_text(event.get("message_id")) and not self._thread(event):
                self._ran.append(self._index)
        elif kind not in _SILENT:
            if kind not in _EVENTS:
                self.build.note_unknown(kind)
            told = next((name for name in _TOLD if event.get(name) not in (None, "", {}, [])), "event")
            line = f"{kind} {preview(render(event.get(told)))}"
            self._put_event(event.get(told), f"/{told}", kind or "unknown", error=kind == "error", headline=line)

    def _model(self, event: Record) -> None:
        thread = self._thread(event)
        if self._index in self._summarizers:
            self._results()
            self._summarizer(event)
            return
        if thread:
            self._other_thread(event, thread)
            return
        self._ran = []
        if not self._tools:
            pointer, time, self.build.time = f"/events/{self._index}/tools", self.build.time, None
            number = self._put(ItemKind.INSTRUCTIONS, event.get("tools"), pointer, "tools", enter=False)
            self.build.time = time
            if number:
                self._tools = (number,)
                self.build.ops.append(Append(number))
        self._follow(len(self._events.keys(self._index)))
        draft = self._call(event)
        if answer(event):
            entry = self._message(answer(event), f"/events/{self._index}{_ANSWER}")
            self._enter(entry)
            _produced(draft, entry.items)
        self._put_event(event.get("error"), "/error", "error", error=True)

    def _call(self, event: Record, **more: Any) -> RequestDraft:
        output = as_dict(event.get("output"))
        model = as_text(output.get("model")) or as_text(event.get("model"))
        name = as_text(event.get("uuid")) or f"event {self._index}"
        draft = self.build.call(name, model, self._place(), started=self.build.time, **more)
        draft.usage = messages.usage(as_dict(output.get("usage")))
        taken = event.get("working_time", output.get("time"))
        draft.seconds = as_seconds(taken)
        choice = as_dict(next(iter(as_list(output.get("choices"))), None))
        draft.stop = as_text(choice.get("stop_reason"))
        return draft

    def _other_thread(self, event: Record, thread: str) -> None:
        """A request of another role or agent: what is new of its messages, and its answer."""
        if thread not in self._texts:
            self._texts[thread] = ()
            self.build.links.append(Link("subagent", thread, thread.partition(": ")[2]))
        for message, base in self._events.input(self._index):
            known = f"{thread} {messages.key(message)}"
            if known not in self._texts:
                self._texts[known] = self._message(message, base, thread).items
        draft = self._call(event, thread=thread)
        if answer(event):
            entry = self._message(answer(event), f"/events/{self._index}{_ANSWER}", thread)
            self._texts[f"{thread} {entry.key}"] = entry.items
            _produced(draft, entry.items)

    def _summarizer(self, event: Record) -> None:
        """The request that wrote a summary; its prompt and its answer enter no context."""
        sent = self._events.keys(self._index)
        if {entry.key for entry in self._context} <= set(sent[:-1]):
            self._follow(len(sent) - 1 if sent else 0)  # the last results stand here for the first time
        else:
            known = {entry.key for entry in self._context}
            for place, name in enumerate(sent[:-1]):
                message, base = self._events.message(self._index, place)
                if name not in known and message.get("role") == "tool":
                    self._enter(self._message(message, base))
        draft = self._call(event, purpose="compaction")
        standing, items = (entry for entry in self._context if entry.key in sent), self.build.items
        told = (number for entry in standing for number in entry.items)
        self._asked = {"instructions": tuple(n for n in told if items[n - 1].detail == "system_prompt")}
        if sent:
            message, base = self._events.message(self._index, len(sent) - 1)
            prompt = message.get("content")
            self._asked["prompt"] = self._put(ItemKind.EVENT, prompt, f"{base}/content", "summarizer_prompt")
        number = self._put_event(answer(event).get("content"), f"{_ANSWER}/content", "summarizer_answer")
        _produced(draft, (number,) if number else ())

    def _compaction(self, event: Record) -> None:
        about = as_dict(event.get("metadata"))
        strategy, told = strategy_of(event), as_text(event.get("type"))
        self._put_event(event, "", "compaction", headline=f"compaction {strategy or told}".strip())
        if self._events.whose(event) and self._thread(event):
            return  # of another role or agent, whose contexts are not followed
        self._settle()
        self._results()
        kind = "native" if "Native" in strategy else told if told in _KINDS else "unknown"
        written = self._index in self._summarizers.values()
        draft = next((draft for draft in reversed(self.build.drafts) if draft.purpose), None) if written else None
        record = noted(
            as_text(event.get("uuid")) or f"event {self._index}",
            self._place(),
            kind,
            _TRIGGERS.get(as_text(about.get("trigger")), "unknown"),
            time=self.build.time,
            reported_before=as_int(event.get("tokens_before")),
            reported_after=as_int(event.get("tokens_after")),
            seconds=draft.seconds if draft else None,
            readable=kind != "native",
            model=draft.model if draft else "",
            notes=(f"Its strategy is {strategy}.",) if strategy else (),
        )
        self._pending = replace(record, **self._asked) if draft else record

    def _results(self) -> None:
        """Put what came back since the last request behind it: a compaction saw it, whatever it left of it."""
        here, known, ran, self._ran = self._index, {entry.key for entry in self._context}, self._ran, []
        for self._index in ran:
            message = result_of(self._events.events[self._index])
            if messages.key(message) not in known:
                self._enter(self._message(message, f"/events/{self._index}", moved=("/content", "/result")))
        self._index = here

    def _settle(self) -> None:
        """A compaction that no request followed."""
        pending, self._pending = self._pending, None
        if pending is not None:
            note = "No request follows it, so what it kept is not in this log."
            record = replace(pending, status="partial", readable=False, notes=(*pending.notes, note))
            self.build.note_compaction(record)

    # Contexts ---------------------------------------------------------------------------------------------------

    def _follow(self, length: int) -> None:
        """Bring the context to the first ``length`` messages that the request at hand was sent."""
        wanted, index = self._events.keys(self._index)[:length], self._index
        standing = self._context
        if self._pending is None and [entry.key for entry in standing] == wanted[: len(standing)]:
            for place in range(len(standing), length):
                self._enter(self._message(*self._events.message(index, place)))
            return
        sent = [self._events.message(index, place) for place in range(length)]
        known = {entry.key: entry for entry in standing}
        masked = self._cleared(sent, known, standing)
        # What stands behind the last message kept came after the rewrite, unless it is the summary itself.
        stays = (wanted[place] in known or messages.is_summary(message) for place, (message, _) in enumerate(sent))
        cut = max((place for place, stay in enumerate(stays) if stay), default=-1)
        self._context = []
        summary = None
        for place, (message, base) in enumerate(sent[: cut + 1]):
            entry = known.get(wanted[place])
            if entry is None:
                entry = self._message(message, base)
                told = (n for n in entry.items if self.build.items[n - 1].kind is ItemKind.SUMMARY)
                summary = next(told, summary)
            self._context.append(entry)
        self._rewritten(standing, summary, masked)
        for message, base in sent[cut + 1 :]:
            self._enter(self._message(message, base))

    def _cleared(
        self, sent: Sequence[tuple[Record, str]], known: dict[str, Entry], standing: Sequence[Entry]
    ) -> tuple[int, ...]:
        """Results whose content was removed: a new message with a placeholder stands for the old one."""
        items = self.build.items
        by_call = {
            items[number - 1].call_id: (entry, number)
            for entry in standing
            for number in entry.items
            if items[number - 1].kind is ItemKind.TOOL_RESULT
        }
        masked = []
        for message, _ in sent:
            name, call_id = messages.key(message), as_text(message.get("tool_call_id"))
            if name not in known and call_id in by_call and render(message.get("content")) == messages.REMOVED:
                entry, number = by_call[call_id]
                known[name] = Entry(name, entry.items)
                masked.append(number)
        return tuple(masked)

    def _rewritten(self, before: Sequence[Entry], summary: int | None, masked: tuple[int, ...]) -> None:
        """Write the operation for a context that was replaced, with the compaction behind it where there is one."""
        record, self._pending = self._pending, None
        now = (*self._tools, *(number for entry in self._context for number in entry.items))
        items = frozenset(now)
        was = tuple(number for entry in before for number in entry.items)
        gone = tuple(number for number in was if number not in items)
        if record is None and (masked or (gone and before[-1].items and before[-1].items[-1] in items) or summary):
            kind = "summary" if summary else "trim" if gone else "edit"
            about = Noted(basis=Basis.INFERRED, time=self.build.time, readable=True, notes=(_COMPARED,))
            record = noted(f"rewrite {self._index}", self._place(), kind, **about)
        if record is not None and summary is not None:
            readable = self.build.items[summary - 1].detail != "encrypted_summary"
            kind = "summary" if readable and record.kind == "native" else record.kind
            record = replace(record, kind=kind, summary=summary, readable=readable)
        if masked and record is not None and record.kind == "edit" and not gone:
            self.build.ops.append(Splice(mask=masked, compaction=record))
            return
        if masked:
            self.build.ops.append(Splice(mask=masked))
        if record is not None or gone or now != was:
            self.build.ops.append(Splice(remove=None, insert=now, compaction=record))

    def _rest(self, history: Sequence[Record], logged: bool) -> None:
        """Messages of the sample that no request was sent any more, such as the last results; all without events."""
        names = [messages.key(message) for message in history]
        known = {entry.key for entry in self._context}
        last = max((place for place, name in enumerate(names) if name in known), default=-1)
        if logged and last < 0:
            self._settle()
            return
        for place in range(last + 1, len(history)):
            message, base = history[place], f"/messages/{place}"
            draft = None
            if message.get("role") == "assistant" and not logged:
                draft = self.build.call(names[place], as_text(message.get("model")), self.build.below(base))
            entry = self._message(message, base)
            if draft:
                _produced(draft, entry.items)
            self._enter(entry)
        self._settle()


def _produced(draft: RequestDraft, items: Sequence[int]) -> None:
    if items:
        draft.first_item, draft.last_item = items[0], items[-1]
