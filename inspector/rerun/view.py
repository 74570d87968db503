"""A context as a strategy sees it: one entry for each item, sorted into kinds, messages, rounds and turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from inspector.measure.contexts import PLACEHOLDER_TOKENS
from inspector.measure.count import Counts
from inspector.model import Append, Form, Item, ItemKind, Origin, Quote, Session, Splice
from inspector.model.run import State
from inspector.reconstruct.replay import Replay

_KINDS = {
    ItemKind.INSTRUCTIONS: "system",
    ItemKind.SUMMARY: "summary",
    ItemKind.ASSISTANT: "assistant",
    ItemKind.REASONING: "reasoning",
    ItemKind.TOOL_CALL: "tool_call",
    ItemKind.TOOL_RESULT: "tool_output",
    ItemKind.ATTACHMENT: "wrapped",
    ItemKind.EVENT: "wrapped",
}
AGENT_KINDS = frozenset({"assistant", "reasoning", "tool_call"})
_OPENS_TURN = frozenset({"typed", "queued", "command", "carried", "shortened", "retained", "shell"})
CLEARED = "[cleared]"


@dataclass(frozen=True, slots=True)
class ViewEntry:
    """One piece of a context under work. Immutable: a stage makes a new one where it changes something."""

    item: int | None
    """The recorded item it stands for; None for what a strategy wrote."""
    kind: str
    """What it is to a strategy: see ``strategy.Kind``."""
    noun: ItemKind
    origin: Origin
    text: str
    counted: int
    """Tokens by the tokenizer, not calibrated."""
    state: State = State.VERBATIM
    sources: tuple[Quote, ...] = ()
    tool: str = ""
    call_id: str = ""
    detail: str = ""
    images: int = 0
    message: int = 0
    """Entries of one message have the same number."""
    round: int = 0
    """Rises with each message of the agent."""
    turn: int = 0
    """Rises with each prompt of the human."""
    inside: bool = False
    """The harness's words within a message of the agent, such as that it was interrupted: they go where that goes."""
    loose: bool = False
    """A call written as text in a message, or its result: neither needs the other half beside it."""
    carried: bool = False
    """Stood in the context before the last compaction and was kept by it."""
    late: bool = False
    """Came while the summarizer of the next compaction was at work, as far as the log tells what it was shown."""
    used: int | None = None
    """Prompt and answer together, as the provider reported them for the message that this entry ends."""
    why: str = ""
    slot: str = ""

    @property
    def arguments(self) -> dict[str, Any]:
        """What a call was given by name; empty where its text says nothing of the kind."""
        try:
            told = orjson.loads(self.text)
        except orjson.JSONDecodeError:
            return {}
        return told if isinstance(told, dict) else {}

    def changed(self, text: str, state: State, why: str, counted: int = 0) -> ViewEntry:
        """The same entry with other words."""
        return replace(self, text=text, state=state, why=why, counted=counted)


def written(
    text: str, state: State, sources: tuple[Quote, ...], why: str, *, kind: str = "summary", detail: str = ""
) -> ViewEntry:
    """What a strategy writes or puts back: a summary's words, or others of the harness (``wrapped``). Not counted yet;
    ``assemble`` gives it its slot."""
    noun = ItemKind.SUMMARY if kind == "summary" else ItemKind.ATTACHMENT
    return ViewEntry(None, kind, noun, Origin.HARNESS, text, 0, state, sources, detail=detail, why=why)


class Entries:
    """Makes entries of a session's items; texts are read once."""

    def __init__(self, session: Session, read: Callable[[Item], str], counts: Counts) -> None:
        self.session = session
        self.counts = counts
        self._read = read
        self._made: dict[int, ViewEntry] = {}
        self._request: dict[int, int] = {}
        self._used: dict[int, int] = {}
        # Many logs name the tool at the call alone.
        self._tools = {
            item.call_id: item.tool
            for item in session.items
            if item.call_id and item.tool and item.kind is ItemKind.TOOL_CALL
        }
        # Calls as XML within the text of a message, as Cline and Roo made them.
        self._as_text = {
            item.call_id
            for item in session.items
            if item.call_id and item.kind is ItemKind.TOOL_CALL and item.source.pointer.endswith("/text")
        }
        for index, request in enumerate(session.requests):
            if request.first_item is None or request.last_item is None:
                continue
            for number in range(request.first_item, request.last_item + 1):
                self._request[number] = index
            usage = request.usage
            if usage is not None and usage.prompt is not None:
                self._used[request.last_item] = usage.prompt + (usage.output or 0)

    def entry(self, number: int, *, cleared: bool = False) -> ViewEntry:
        """The entry of one item; cleared ones have lost their text before."""
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = self._make(self.session.items[number - 1])
        if cleared:
            tokens = min(PLACEHOLDER_TOKENS, made.counted)
            return made.changed(CLEARED, State.MASKED, "cleared before, as the log records", tokens)
        return made

    def message_key(self, number: int) -> object:
        """What entries of one message share: the request that made them, or the record they stand in."""
        item = self.session.items[number - 1]
        if _KINDS.get(item.kind) in AGENT_KINDS and number in self._request:
            return self._request[number]
        at = item.source
        if at.line is None:
            return (at.path, at.start, *at.pointer.split("/")[: 3 if at.pointer.startswith("/messages") else 2])
        return (at.path, at.line, at.start)

    def _is_inside(self, item: Item) -> bool:
        if kind_of(item) != "wrapped" or item.number < 2:
            return False
        before = self.session.items[item.number - 2]
        return kind_of(before) in AGENT_KINDS and _record(before) == _record(item)

    def _make(self, item: Item) -> ViewEntry:
        text = self._read(item) if item.chars or item.text else ""
        known = bool(self.counts.known[item.number - 1])
        return ViewEntry(
            item=item.number,
            kind=kind_of(item),
            noun=item.kind,
            origin=item.origin,
            text=text,
            counted=int(self.counts.tokens[item.number - 1]) if known else 0,
            state=State.OPAQUE if not known and item.kind is ItemKind.SUMMARY else State.VERBATIM,
            sources=(Quote(item.number, 0, len(text)),),
            tool=item.tool or self._tools.get(item.call_id, ""),
            call_id=item.call_id,
            detail=item.detail,
            images=item.images,
            inside=self._is_inside(item),
            loose=item.call_id in self._as_text,
            used=self._used.get(item.number),
        )


def kind_of(item: Item) -> str:
    """What an item is to a strategy. The harness's own words in a user's message are not the user's."""
    if item.kind is ItemKind.USER:
        typed = item.origin is Origin.HUMAN or item.detail in ("carried", "shortened", "agent_message")
        return "user_typed" if typed and item.detail != "agent_message" else "wrapped"
    return _KINDS[item.kind]


def holders(session: Session) -> dict[int, int]:
    """Items of the human's words that stand within another item → that item, which is what the context holds.

    An answer stands in the result of the tool that asked, and is an item of its own so that it counts as said.
    """
    entered = {op.item for op in session.ops if type(op) is Append}
    inside = [item for item in session.items if item.origin is Origin.HUMAN and item.number not in entered]
    wanted = {_record(item) for item in inside}
    by_record = {
        _record(item): item.number for item in session.items if item.number in entered and _record(item) in wanted
    }
    return {item.number: by_record[_record(item)] for item in inside if _record(item) in by_record}


def _record(item: Item) -> tuple[object, ...]:
    at = item.source
    return (at.path, at.line, at.start) if at.line is not None else (at.path, *at.pointer.split("/")[:3])


def view_at(library: Entries, replay: Replay, op: int) -> tuple[ViewEntry, ...]:
    """The context after operation ``op``, as recorded. What an earlier compaction kept is ``carried``, what came while
    a summary was written that the next operation brings is ``late``."""
    ops, cut = library.session.ops, _last_compaction(library.session, op)
    following = ops[op + 1] if op + 1 < len(ops) else None
    record = following.compaction if type(following) is Splice else None
    shown = record.shown if record is not None else None
    entries = replay.entries_at(op)
    last = max((place for place, entry in enumerate(entries) if entry.item in (shown or ())), default=len(entries))
    found = []
    for place, entry in enumerate(entries):
        made = library.entry(entry.item, cleared=entry.form is Form.PLACEHOLDER)
        carried = cut is not None and entry.since < cut and made.kind not in ("system", "summary")
        late = place > last and made.kind != "system"
        found.append(replace(made, carried=carried, late=late) if carried or late else made)
    return numbered(found, library)


def all_written(library: Entries, entries: Sequence[ViewEntry]) -> tuple[ViewEntry, ...]:
    """What was ever written up to the newest of some entries, compacted since or not; summaries are left out."""
    last = max((entry.item or 0 for entry in entries), default=0)
    items = [op.item for op in library.session.ops if type(op) is Append and op.item <= last]
    return numbered([entry for entry in map(library.entry, items) if entry.kind != "summary"], library)


def _last_compaction(session: Session, op: int) -> int | None:
    for index in range(min(op, len(session.ops) - 1), -1, -1):
        cut = session.ops[index]
        record = cut.compaction if type(cut) is Splice else None
        if record is not None and record.kind != "edit" and record.status != "failed":
            return index
    return None


class Numbering:
    """Counts messages, rounds and turns while entries come in."""

    def __init__(self, library: Entries) -> None:
        self._library = library
        self._message = self._round = self._turn = 0
        self._last: tuple[bool, object] | None = None

    def number(self, entry: ViewEntry) -> ViewEntry:
        """The next entry, with its numbers."""
        if entry.inside and self._last is not None and self._last[0]:
            return replace(entry, message=self._message, round=self._round, turn=self._turn)
        agent = entry.kind in AGENT_KINDS
        key = self._library.message_key(entry.item) if entry.item is not None else object()
        if (agent, key) != self._last or entry.kind == "summary":
            self._message += 1
            self._round += agent and (agent, key) != self._last
        if entry.kind == "user_typed" and (entry.detail in _OPENS_TURN or self._turn == 0):
            self._turn += 1
        self._last = (agent, key)
        return replace(entry, message=self._message, round=self._round, turn=self._turn)


def numbered(entries: Iterable[ViewEntry], library: Entries) -> tuple[ViewEntry, ...]:
    """The same entries with their messages, rounds and turns counted."""
    return tuple(map(Numbering(library).number, entries))


def units(entries: Sequence[ViewEntry]) -> list[int]:
    """For each entry the number of its unit: a message of the agent and all results of its calls are one."""
    found: list[int] = []
    owner: dict[str, int] = {}
    unit = -1
    last: tuple[bool, int] | None = None
    for entry in entries:
        if entry.kind == "tool_output" and not entry.loose and entry.call_id in owner:
            found.append(owner[entry.call_id])
            last = None
            continue
        here = (entry.kind in AGENT_KINDS or entry.inside, entry.message)
        if here != last or not here[0]:
            unit += 1
        last = here
        if entry.kind == "tool_call" and entry.call_id:
            owner[entry.call_id] = unit
        found.append(unit)
    return found


def is_boundary(found: Sequence[int], place: int) -> bool:
    """Whether a cut in front of this place leaves every unit whole."""
    if place <= 0 or place >= len(found):
        return True
    before, after = found[:place], found[place:]
    return frozenset(before).isdisjoint(after)


def without_orphans(
    entries: Sequence[ViewEntry], known: Sequence[ViewEntry]
) -> tuple[list[ViewEntry], list[ViewEntry]]:
    """The entries whose other half is there, and those whose other half was left out. ``known`` is the view before."""
    calls = {entry.call_id for entry in known if entry.kind == "tool_call" and entry.call_id}
    outputs = {entry.call_id for entry in known if entry.kind == "tool_output" and entry.call_id}
    paired = calls & outputs
    has_call = {entry.call_id for entry in entries if entry.kind == "tool_call"}
    has_output = {entry.call_id for entry in entries if entry.kind == "tool_output"}
    whole = has_call & has_output
    kept: list[ViewEntry] = []
    orphans: list[ViewEntry] = []
    for entry in entries:
        paired_kind = entry.kind in ("tool_call", "tool_output") and entry.call_id in paired and not entry.loose
        (orphans if paired_kind and entry.call_id not in whole else kept).append(entry)
    return kept, orphans
