"""What every adapter does the same way: number items, follow the context, draft requests, collect problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from inspector.model import (
    Append,
    Call,
    Capabilities,
    CompactionRecord,
    Diagnostic,
    Item,
    ItemKind,
    Link,
    Operation,
    Origin,
    Session,
    Severity,
    Source,
    Splice,
    Unlogged,
)
from inspector.read.adapter import Record
from inspector.read.drafts import About as About
from inspector.read.drafts import DraftFields, How, Noted
from inspector.read.drafts import Piece as Piece
from inspector.read.drafts import RequestDraft as RequestDraft
from inspector.read.drafts import noted as noted
from inspector.read.tools import headline
from inspector.read.values import PREVIEW, as_text, as_title, images_in, is_empty, preview, render

MORE_SESSIONS = "more-sessions"
"""The code of the note that a database holds others, too."""
ELSEWHERE = "The history before it is not in this log."
"""Of a compaction with which a log begins."""
_EVENT, _CALL = ItemKind.EVENT, ItemKind.TOOL_CALL
_ORIGINS = {
    ItemKind.INSTRUCTIONS: Origin.HARNESS,
    ItemKind.SUMMARY: Origin.HARNESS,
    ItemKind.USER: Origin.HUMAN,
    ItemKind.ASSISTANT: Origin.AGENT,
    ItemKind.REASONING: Origin.AGENT,
    ItemKind.TOOL_CALL: Origin.AGENT,
    ItemKind.TOOL_RESULT: Origin.TOOL,
    ItemKind.ATTACHMENT: Origin.HARNESS,
    ItemKind.EVENT: Origin.HARNESS,
}
"""Whose words an item of each kind holds unless told otherwise."""


@dataclass(slots=True)
class Builder:
    """A session under construction. Items of the main thread enter the context unless told otherwise."""

    agent: str
    path: str
    items: list[Item] = field(default_factory=list)
    ops: list[Operation] = field(default_factory=list)
    drafts: list[RequestDraft] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    models: dict[str, None] = field(default_factory=dict)
    versions: dict[str, None] = field(default_factory=dict)
    first_time: str | None = None
    last_time: str | None = None
    cost: float | None = None
    """Of the whole session, where the log does not tell it call by call."""
    hold: bool = False
    """Whether all texts are kept: for logs that cannot be read back by offset."""
    turn_ended: int = 0
    """The last item so far when the log last said that the agent's turn was over."""
    tools: dict[str, str] = field(default_factory=dict)
    """Names of the tools called so far, by the ids of the calls."""
    context: list[int] = field(default_factory=list)
    """The items that stand in the context, for adapters that change it by the methods here alone."""
    at: Source = field(default_factory=lambda: Source(""))
    """Where the record at hand stands; it has an id and a time, and may belong to a thread."""
    id: str = ""
    time: str | None = None
    thread: str = ""
    _same: dict[str, str] = field(default_factory=dict)
    """Words that stand in item after item, as one object: reading makes new ones for each."""
    _unlogged: dict[str, Unlogged] = field(default_factory=dict)
    _titles: dict[str, str] = field(default_factory=dict)
    """Previews of what a person said, as far as a title may need it."""
    _unknown: dict[str, list[Source]] = field(default_factory=dict)
    """Where records of each kind stand that is not known."""

    def item(
        self,
        kind: ItemKind,
        origin: Origin,
        value: Any,
        source: Source,
        id: str = "",  # noqa: A002 - the field's own name
        tool: str = "",
        call_id: str = "",
        time: str | None = None,
        detail: str = "",
        error: bool = False,
        thread: str = "",
        headline: str = "",
        hold: bool = False,
        enter: bool = True,
    ) -> int:
        """Add an item and, for the main thread, its ``Append``; gives its number.

        ``value`` is the logged value at ``source.pointer``. ``hold`` keeps the text in memory, for logs that
        cannot be read again by offset. ``enter`` False keeps it out of the context.
        """
        # Runs once an item of a log: by position, and nothing looked up twice.
        text, images = (value, 0) if type(value) is str else (render(value), images_in(value))
        items, same = self.items, self._same.setdefault
        number = len(items) + 1
        line = headline[:PREVIEW] or preview(text)
        held = text if hold else None
        if kind is _CALL and call_id:
            self.tools[call_id] = tool
        if origin is Origin.HUMAN and len(text) > PREVIEW:
            self._titles.setdefault(line, as_title(text))
        items.append(
            Item(
                number,
                id,
                kind,
                origin,
                source,
                same(line, line),
                len(text),
                same(tool, tool),
                call_id,
                time,
                same(detail, detail),
                error,
                thread,
                held,
                images,
            )
        )
        if enter and not thread and kind is not _EVENT:
            self.ops.append(Append(number))
            self.context.append(number)
        return number

    @property
    def opening(self) -> str:
        """The first words that a person typed, as a title."""
        typed = (item.preview for item in self.items if item.detail == "typed" and not item.thread)
        return next(filter(None, typed), "")

    @property
    def first_words(self) -> str:
        """The same, whatever the way in which words came in: a command, an answer to a question."""
        own = (item.preview for item in self.items if item.origin is Origin.HUMAN and not item.thread)
        return next(filter(None, own), "")

    def record(self, at: Source, id: str = "", time: str | None = None, thread: str = "") -> None:  # noqa: A002
        """What is added from here on belongs to this record of the log."""
        self.at, self.id, self.time, self.thread = at, id, time, thread
        self.seen(time)

    def below(self, pointer: str) -> Source:
        """A place in the record at hand."""
        at = self.at
        return at.inside(at.pointer + pointer)

    def add(
        self,
        kind: ItemKind,
        value: Any,
        pointer: str = "",
        detail: str = "",
        tool: str = "",
        call_id: str = "",
        headline: str = "",
        error: bool = False,
        *,
        origin: Origin | None = None,
        hold: bool = False,
        enter: bool = True,
    ) -> int:
        """Add the value that stands at ``pointer`` below the record at hand; gives its number.

        ``origin`` need not be told where it follows from the kind.
        """
        at = self.at
        origin = origin or _ORIGINS[kind]
        pointer = at.pointer + pointer
        # Within a document no two are the same.
        source = Source(
            at.path, at.line, at.start, at.end, self._same.setdefault(pointer, pointer) if at.line else pointer
        )
        return self.item(
            kind, origin, value, source, self.id, tool, call_id, self.time, detail, error, self.thread, headline,
            hold or self.hold, enter,
        )  # fmt: skip

    def take(self, piece: Piece) -> int:
        """Add a piece of the record at hand; gives its number."""
        kind, origin, *told, hold, enter = piece
        return self.add(kind, *told, origin=origin, hold=hold, enter=enter)

    def put(self, kind: ItemKind, value: Any, pointer: str, detail: str = "", **about: Unpack[About]) -> int | None:
        """Add a value unless there is nothing in it; a result may be empty, too."""
        if value is None or (kind is not ItemKind.TOOL_RESULT and is_empty(value)):
            return None
        return self.add(kind, value, pointer, detail, **about)

    def text(
        self, kind: ItemKind, holder: Record, pointer: str, detail: str = "", **about: Unpack[About]
    ) -> int | None:
        """Add the text that ``holder`` has under the last key of the pointer, unless it has none."""
        text = as_text(holder.get(pointer.rpartition("/")[2]))
        return self.add(kind, text, pointer, detail, **about) if text else None

    def called(
        self, value: Any, pointer: str, name: str, call_id: str, told: Any, detail: str = "", **how: Unpack[How]
    ) -> int:
        """Add a call of a tool; its headline comes from the arguments ``told``."""
        return self.add(_CALL, value, pointer, detail, name, call_id, headline(name, told), **how)

    def said(
        self, words: Any, pointer: str, detail: str, tool: str = "", call_id: str = "", *, hold: bool = False
    ) -> None:
        """Add words of the person that are told apart here, and stand in the context as a part of something else."""
        self.add(ItemKind.USER, words, pointer, detail, tool, call_id, hold=hold, enter=False)

    def picture(self, number: int, what: str = "image") -> None:
        """Note that an item is a picture, or a file of another kind: the name that stands for it is not sent, so it is
        put in brackets."""
        item = self.items[number - 1]
        text = f"[{what}, {item.preview}]"
        self.items[number - 1] = replace(item, images=int(what == "image"), text=text, chars=len(text))

    def produced(self, draft: RequestDraft | None, first: int) -> None:
        """Note the items from ``first`` on as those that a request produced, as far as there are any."""
        if draft and len(self.items) >= first:
            draft.first_item, draft.last_item = draft.first_item or first, len(self.items)

    def standing(self, *kinds: ItemKind) -> list[int]:
        """The items of these kinds in the context."""
        return [number for number in self.context if self.items[number - 1].kind in kinds]

    def compaction(
        self,
        id: str,  # noqa: A002
        kind: str,
        trigger: str = "unknown",
        summary: int | None = None,
        **more: Unpack[Noted],
    ) -> CompactionRecord:
        """A compaction as the record at hand tells it."""
        return noted(id, self.at, kind, trigger, summary, **(Noted(time=self.time) | more))

    def become(self, items: Iterable[int], record: CompactionRecord | None = None) -> None:
        """Make these items the context, whatever stood in it."""
        self.context = list(items)
        self.ops.append(Splice(remove=None, insert=tuple(self.context), compaction=record))

    def cut(
        self, stay: Iterable[int], record: CompactionRecord | None, insert: Sequence[int] = (), at: int = 0
    ) -> None:
        """Leave of the context only ``stay`` and put ``insert`` at position ``at`` of what is left."""
        left = frozenset(stay)
        self.swap([number for number in self.context if number not in left], insert, at, record)

    def swap(
        self, gone: Iterable[int], insert: Sequence[int] = (), at: int = 0, record: CompactionRecord | None = None
    ) -> None:
        """Take ``gone`` out of the context and put ``insert`` at position ``at`` of what is left."""
        op = Splice(tuple(gone), tuple(insert), at, compaction=record)
        self.ops.append(op)
        out = frozenset(op.remove or ())
        kept = [number for number in self.context if number not in out]
        self.context = [*kept[:at], *insert, *kept[at:]]

    def note_compaction(self, record: CompactionRecord) -> None:
        """Note a compaction that changes nothing in the context, as far as the log tells: it failed, or what it left is
        not here.
        """
        self.ops.append(Splice(compaction=record))

    def mask(self, items: Sequence[int], record: CompactionRecord) -> None:
        """Clear items in place, as far as they are in the context."""
        here = frozenset(self.context)
        masked = tuple(number for number in items if number in here)
        if masked:
            self.ops.append(Splice(mask=masked, compaction=record))

    def call(
        self,
        id: str,  # noqa: A002
        model: str,
        source: Source,
        thread: str = "",
        started: str | None = None,
        **more: Unpack[DraftFields],
    ) -> RequestDraft:
        """Note that the model is called now, with the context as it stands."""
        ops, drafts, model = self.ops, self.drafts, self._same.setdefault(model, model)
        draft = RequestDraft(id, len(ops), model, source, thread, started, **more)
        if not thread:
            ops.append(Call(len(drafts)))
        drafts.append(draft)
        if model:
            self.models[model] = None
        return draft

    def request(self, id: str, model: str, **more: Unpack[DraftFields]) -> RequestDraft:  # noqa: A002
        """Note that the model is called by the record at hand."""
        return self.call(id, model, self.at, self.thread, self.time, **more)

    def end_turn(self) -> None:
        """Note that the record at hand says that the agent's turn is over; a subagent's turn is none of the session."""
        if not self.thread:
            self.turn_ended = len(self.items)

    def version(self, version: Any) -> None:
        """Note a version of the agent that wrote the log, where it tells one."""
        if as_text(version):
            self.versions[version] = None

    def seen(self, time: str | None) -> None:
        """Widen the session's span of time."""
        if time:
            if self.first_time is None or time < self.first_time:
                self.first_time = time
            if self.last_time is None or time > self.last_time:
                self.last_time = time

    def link(self, kind: str, session: str, title: str = "", path: str = "", item: int | None = None) -> None:
        """Name another log that belongs to this session, once; nothing where it has no id."""
        if session and all((link.kind, link.session) != (kind, session) for link in self.links):
            self.links.append(Link(kind, session, title, path, item))

    def problem(self, severity: Severity, code: str, message: str, source: Source | None = None) -> None:
        """List a problem of the log."""
        self.diagnostics.append(Diagnostic(severity, code, message, source))

    def more_sessions(self, others: int, shown: str = "the latest") -> None:
        """Say that a database holds further sessions, where any do; ``shown`` is the one that was read."""
        if others > 0:
            message = f"The database holds {others + 1:,} sessions; {shown} is shown. inspector list shows them all."
            self.problem(Severity.NOTE, MORE_SESSIONS, message)

    def unlogged(self, name: str, where: str = "", chars: int | None = None, request: str = "") -> None:
        """Name something that this agent sends and this log does not hold, with every request or with one of them;
        once, however often it is told."""
        self._unlogged.setdefault(name + request, Unlogged(name, where, chars, request))

    def note_unknown(self, kind: str, at: Source | None = None) -> None:
        """Count a record of a kind that is not known: the one at hand, unless told otherwise."""
        self._unknown.setdefault(kind[:60] or "none", []).append(at or self.at)

    def add_unknown(self, kind: str, value: Any, pointer: str = "", headline: str | None = None) -> None:
        """Keep a record of a kind that is not known as an event of the log, and count it."""
        self.note_unknown(kind)
        line = kind if headline is None else headline
        self.add(_EVENT, value, pointer, kind[:40] or "unknown", headline=line)

    def session(self, *, id: str, title: str, cwd: str, capabilities: Capabilities) -> Session:  # noqa: A002
        """The finished session. The kinds that were not known are listed, one problem a kind."""
        for kind, places in self._unknown.items():
            message = f"{len(places)} records of unknown type “{kind}” are kept as events."
            self.problem(Severity.NOTE, "unknown-record", message, places[0])
        numbers: dict[str, int] = {}
        requests = []
        for draft in self.drafts:
            numbers[draft.thread] = number = numbers.get(draft.thread, 0) + 1
            requests.append(draft.request(number))
        return Session(
            id=id,
            agent=self.agent,
            version=", ".join(self.versions),
            title=self._titles.get(title, title),
            cwd=cwd,
            path=self.path,
            models=tuple(self.models),
            started=self.first_time,
            ended=self.last_time,
            items=tuple(self.items),
            ops=tuple(self.ops),
            requests=tuple(requests),
            links=tuple(self.links),
            capabilities=capabilities,
            diagnostics=tuple(self.diagnostics),
            cost=self.cost,
            turn_ended=self.turn_ended,
            unlogged=tuple(self._unlogged.values()),
        )


def trigger_in(value: Any) -> str:
    """What set a compaction off, where a log says so in our words; else unknown."""
    return value if value in ("auto", "manual") else "unknown"
