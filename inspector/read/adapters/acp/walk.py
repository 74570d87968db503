"""The walk over the messages of one log of the Agent Client Protocol."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Origin, Session, Severity, Source
from inspector.read.adapter import Adapter, Record
from inspector.read.api.exchange import Logged
from inspector.read.api.messages import key_of, packed, text_part
from inspector.read.build import MORE_SESSIONS, RequestDraft
from inspector.read.conversation import Walk
from inspector.read.prefix import Entry, Part
from inspector.read.times import iso
from inspector.read.tools import headline
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_int, as_list, as_text

_TIMES = ("timestamp", "time", "ts")
_USAGE = ("inputTokens", "cachedReadTokens", "cachedWriteTokens", "outputTokens", "thoughtTokens")
_SAID = {"agent_message": ItemKind.ASSISTANT, "agent_thought": ItemKind.REASONING, "user_message": ItemKind.USER}
_OVER = frozenset({"completed", "failed", "cancelled"})
_UNANNOUNCED = (
    "A compaction was asked for, and the agent announces none over this protocol: contexts behind it are shown as "
    "if it had not been."
)
_BESIDE = "What was kept beside the summary is not in this log."


def message_in(value: Any) -> tuple[Record, str]:
    """The message of a record and its pointer: the record itself, or what it holds under any one name."""
    record = as_dict(value)
    names = ("", *record) if "jsonrpc" not in record else ("",)
    held = ((as_dict(record.get(name)) if name else record, f"/{name}" if name else "") for name in names)
    return next((pair for pair in held if pair[0].get("jsonrpc") == "2.0"), ({}, ""))


def time_of(value: Any) -> str | None:
    """When a message went, where its record tells."""
    return next((told for name in _TIMES if (told := iso(as_dict(value).get(name)))), None)


@dataclass(slots=True)
class _Said:
    """A message under way: its pieces, and where the first of them stands."""

    kind: ItemKind
    id: str
    texts: list[str]
    at: Source
    time: str | None
    is_held: bool = False
    """Whether its text stands in no one place."""


@dataclass(slots=True)
class _Called:
    """A tool call under way: what is known of it by now, and where its input was told last."""

    name: str = ""
    told: Record = field(default_factory=dict)
    at: Source | None = None
    is_made: bool = False
    is_over: bool = False


@dataclass(slots=True)
class _Compaction:
    """One under way: its place in the context, and the summary so far."""

    place: int
    texts: list[str] = field(default_factory=list)


class Messages(Walk):
    def __init__(self, agent: str, path: Path, name: str) -> None:
        super().__init__(agent, path)
        self.name = name
        """The session that is read; "" until a message names one."""
        self._others: set[str] = set()
        self._prompt = ""
        self._asked: dict[str, str] = {}
        """Folders of the sessions that were asked for, by the ids of the messages."""
        self._cwds: dict[str, str] = {}
        """By session, as the answers name them: one of which nothing more is said is none."""
        self._time: str | None = None
        self._asks: dict[str, str] = {}
        """Methods that wait for their answers, by id."""
        self._said: _Said | None = None
        self._called: dict[str, _Called] = {}
        self._compactions: dict[str, _Compaction] = {}
        self._was_compacted = False
        """Whether the agent told of a compaction since the last prompt."""
        self._draft: RequestDraft | None = None
        self._turn: list[RequestDraft] = []
        self._used: int | None = None

    def add(self, logged: Logged) -> None:
        message, inner = message_in(logged.value)
        at, self._time = logged.at, time_of(logged.value)
        self.build.record(at.inside(logged.pointer + inner), "", self._time)
        if not message:
            self.build.add_unknown("no message", logged.value)
            return
        method, params = as_text(message.get("method")), as_dict(message.get("params"))
        session = as_text(params.get("sessionId"))
        if session and session != (self.name or session):
            self._others.add(session)
            return
        self.name = self.name or session
        if method and message.get("id") is not None:
            self._asks[str(message["id"])] = method
        if method == "session/new":
            self._asked[str(message.get("id"))] = as_text(params.get("cwd"))
        elif method == "session/prompt":
            self._prompted(as_list(params.get("prompt")))
        elif method == "session/update":
            self._update(as_dict(params.get("update")))
        elif not method:
            name, result = str(message.get("id")), as_dict(message.get("result"))
            self._answered(self._asks.pop(name, ""), result)
            if as_text(result.get("sessionId")):
                self._cwds[result["sessionId"]] = self._asked.pop(name, "")

    def finish(self, stem: str, adapter: Adapter, *, is_named: bool) -> Session:
        self._settle(calls=True)
        for name in list(self._compactions):
            self._end(name, "failed", "It was begun, and the log ends before it was done.")
        if self._others and not is_named:
            told = f"{len(self._others) + 1} sessions went over this line; the first is shown"
            message = f"{told}. inspector list shows them all."
            self.build.problem(Severity.NOTE, MORE_SESSIONS, message)
        name = self.name or next(iter(self._cwds), stem)
        return self.session(adapter, name, cwd=self._cwds.get(name, ""))

    # Turns --------------------------------------------------------------------------------------------------------

    def _prompted(self, blocks: list[Any]) -> None:
        self._settle(calls=True)
        self._draft, self._turn, texts = None, [], list[str]()
        self._was_compacted = False
        for index, value in enumerate(blocks):
            block, place = as_dict(value), f"/params/prompt/{index}"
            text = as_text(block.get("text"))
            if text.strip():
                texts.append(text)
                self._append(text_part(text, "user", f"{place}/text"))
            elif block:
                kind = as_text(block.get("type")) or "unknown"
                whose = (ItemKind.ATTACHMENT, Origin.HARNESS)
                self._append(Part(key_of(kind, packed(block)), *whose, block, place, kind))
        self._prompt = "".join(texts).lstrip()

    def _answered(self, method: str, result: Record) -> None:
        if method == "initialize":
            about = as_dict(result.get("agentInfo") or result.get("info"))
            self.build.version(" ".join(filter(None, (as_text(about.get("name")), as_text(about.get("version"))))))
        elif method == "session/prompt":
            self._settle(calls=True)
            told = as_dict(result.get("usage"))
            if self._prompt.startswith("/compact") and not self._was_compacted:
                self.build.problem(Severity.WARNING, "unannounced-compaction", _UNANNOUNCED, self.build.at)
            if told and len(self._turn) == 1:
                self._turn[0].usage = disjoint(*(as_int(told.get(name)) for name in _USAGE))
            self._draft, self._turn = None, []

    def _update(self, update: Record) -> None:
        kind = as_text(update.get("sessionUpdate"))
        said = _SAID.get(kind.removesuffix("_chunk"))
        if said is not None:
            self._say(said, update, whole=not kind.endswith("_chunk"))
        elif kind in ("tool_call", "tool_call_update"):
            self._call(update)
        elif kind == "compaction_summary_chunk":
            self._begin(update).texts += _texts(update.get("content"))
        elif kind == "compaction_update":
            begun = self._begin(update)
            if "summary" in update:
                begun.texts = _texts(update["summary"])
            status = as_text(update.get("status"))
            if status in _OVER:
                self._end(as_text(update.get("compactionId")), status, as_text(update.get("error")))
        elif kind == "usage_update":
            self._used = as_int(update.get("used"))
            if self._draft:
                self._draft.limit = as_int(update.get("size"))

    def _say(self, kind: ItemKind, update: Record, *, whole: bool) -> None:
        texts, name = _texts(update.get("content")), as_text(update.get("messageId"))
        if kind is ItemKind.USER and self._prompt and self._prompt.startswith("".join(texts).lstrip()):
            return  # the prompt that was just sent, told back
        if not texts and not whole:
            return
        same = self._said is not None and self._said.kind is kind and name == self._said.id
        if self._said is None or not same:
            self._settle(calls=kind is ItemKind.USER)
            self._said = _Said(kind, name, [], self.build.at, self._time)
        self._said.texts = texts if whole else [*self._said.texts, *texts]
        self._said.is_held = same or len(texts) > 1 or isinstance(update.get("content"), list)

    def _call(self, update: Record) -> None:
        self._settle(calls=False)
        name, status = as_text(update.get("toolCallId")), as_text(update.get("status"))
        call = self._called.setdefault(name, _Called())
        told = as_text(update.get("name")) or as_text(update.get("title"))
        call.name = as_text(update.get("name")) or call.name or (told if " " not in told else "")
        call.name = call.name or as_text(update.get("kind"))
        call.told |= {key: value for key, value in update.items() if value is not None}
        if call.at is None or "rawInput" in update:
            call.at = self.build.at
        if call.is_over or status not in _OVER:
            return
        self._settle(calls=True)
        call.is_over, field_ = True, "content" if as_list(update.get("content")) else "rawOutput"
        value = update.get(field_)
        part = Part(
            key_of("result", name, packed(value)), ItemKind.TOOL_RESULT, Origin.TOOL, "" if value is None else value,
            f"/params/update/{field_}", tool=call.name, call_id=name, error=status == "failed", hold=value is None,
        )  # fmt: skip
        texts = _texts([as_dict(one).get("content") for one in as_list(value)]) if field_ == "content" else []
        self._append(replace(part, value="\n".join(texts), hold=True) if texts else part)
        self._draft = None

    def _settle(self, *, calls: bool) -> None:
        """Write down the message under way and, with ``calls``, the calls whose input may no longer change."""
        said, self._said = self._said, None
        if said is not None and "".join(said.texts).strip():
            text, whose = "".join(said.texts), Origin.HUMAN if said.kind is ItemKind.USER else Origin.AGENT
            at = said.at.inside("")
            place = f"{said.at.pointer}/params/update/content/text"
            part = Part(key_of(said.kind, text), said.kind, whose, text, place)
            part = text_part(text, "user", place) if said.kind is ItemKind.USER else part
            self._append(replace(part, hold=said.is_held), at, said.time)
        for name, call in self._called.items() if calls else ():
            if not call.is_made and call.at is not None:
                call.is_made, value = True, call.told.get("rawInput")
                place = f"{call.at.pointer}/params/update" + ("/rawInput" if value is not None else "")
                part = Part(
                    key_of("call", name, packed(value)), ItemKind.TOOL_CALL, Origin.AGENT,
                    value if value is not None else "", place, tool=call.name, call_id=name, hold=value is None,
                    headline=headline(call.name, value) if value is not None else as_text(call.told.get("title")),
                )  # fmt: skip
                self._append(part, call.at.inside(""), self._time)

    def _append(self, part: Part, at: Source | None = None, time: str | None = None) -> int:
        if at is None:
            part = replace(part, pointer=self.build.at.pointer + part.pointer)
        at, time = at or self.build.at, time or self._time
        if part.origin is Origin.AGENT and self._draft is None:
            self._draft = self.conversation.call(f"answer {len(self.build.drafts) + 1}", "", at, started=time)
            self._turn.append(self._draft)
        elif part.origin is not Origin.AGENT:
            self._draft = None
        number = self.conversation.append(part, at, time)
        self.build.produced(self._draft, number)
        return number

    # Compactions --------------------------------------------------------------------------------------------------

    def _begin(self, update: Record) -> _Compaction:
        name = as_text(update.get("compactionId"))
        if name not in self._compactions:
            self._settle(calls=True)
            self._compactions[name] = _Compaction(len(self.conversation.entries))
        return self._compactions[name]

    def _end(self, name: str, status: str, why: str) -> None:
        self._settle(calls=True)
        begun, self._was_compacted = self._compactions.pop(name), True
        text = "".join(begun.texts)
        trigger = "manual" if self._prompt.startswith("/compact") else "unknown"
        if status != "completed":
            record = self.build.compaction(name, "summary", trigger, status="failed", reason=why or status)
            self.build.note_compaction(record)
            return
        number, head = None, list[Entry]()
        if text.strip():
            part = Part(
                key_of("summary", text), ItemKind.SUMMARY, Origin.HARNESS, text, "", "compact_summary", hold=True
            )
            number = self.make(replace(part, pointer=self.build.at.pointer))
            head.append(Entry(part.key, number))
        record = self.build.compaction(
            name, "summary", trigger, number, status="partial", reported_before=self._used, notes=(_BESIDE,)
        )  # fmt: skip
        self.conversation.replace_history([*head, *self.conversation.entries[begun.place :]], record)
        self._draft = None


def _texts(content: Any) -> list[str]:
    """The texts of a block, or of a list of them."""
    blocks = content if isinstance(content, list) else [content]
    return [text for block in blocks if (text := as_text(as_dict(block).get("text")))]
