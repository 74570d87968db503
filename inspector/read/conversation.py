"""A series of requests as it is read: the context as of the last of them, and the operations that led there.

What a request changed is told by comparing it with the context (``prefix``); here it becomes appended items, splices
and rewinds. A client may also go back to any context from before a rewrite, so those are kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, Unpack

from inspector.model import (
    Append,
    Basis,
    Call,
    CompactionRecord,
    ItemKind,
    Operation,
    Origin,
    Rewind,
    Session,
    Source,
    Splice,
)
from inspector.read.adapter import Adapter
from inspector.read.build import Builder, RequestDraft, noted
from inspector.read.drafts import DraftFields
from inspector.read.prefix import HISTORY, Entry, Part, common, compare, stand_in, verdict

_COMPARED = "The log does not mark it; two requests were compared."


class Saved(NamedTuple):
    """A context as it stood after operation ``op``, for the client that goes back to it."""

    op: int
    entries: tuple[Entry, ...]


class Place(NamedTuple):
    """A moment of a conversation: its last operation, the length of the context, and the rewrites before it."""

    op: int
    length: int
    rewrites: int


@dataclass(slots=True)
class Conversation:
    """One series of requests: the context as of the last of them, and the operations that led there."""

    build: Builder
    ops: list[Operation] = field(default_factory=list)
    """The session's own, where it has this one series alone."""
    entries: list[Entry] = field(default_factory=list)
    items: list[int] = field(default_factory=list)
    drafts: list[int] = field(default_factory=list)
    pending: CompactionRecord | None = None
    """A compaction whose new context the next request tells."""
    signature: int = 0
    """Of its instructions: what subagents and title calls differ in."""
    saved: list[Saved] = field(default_factory=list)
    """The contexts that a rewrite took something from."""
    _distinct: dict[tuple[int, ...], Saved] = field(default_factory=dict)
    """The first of those that mean the same to a model, by their keys."""
    _events: set[int] = field(default_factory=set)

    def make(self, part: Part, at: Source, time: str | None, thread: str = "") -> int:
        """The item of a part, not yet in the context. Of a subagent's texts no words of the human are apart."""
        source = at.inside(part.pointer)
        number = self.build.item(
            part.kind,
            part.origin,
            part.value,
            source,
            tool=part.tool,
            call_id=part.call_id,
            time=time,
            detail=part.detail,
            error=part.error,
            thread=thread,
            headline=part.headline,
            hold=part.hold,
            enter=False,
        )
        self.items.append(number)
        for how, words in () if thread else part.said:
            said = self.build.item(
                ItemKind.USER, Origin.HUMAN, words, source,
                time=time, detail=how, call_id=part.call_id, hold=True, enter=False,
            )  # fmt: skip
            self.items.append(said)
        return number

    def append(self, part: Part, at: Source, time: str | None) -> int:
        """Add a part at the end of the context; gives its item."""
        number = self.make(part, at, time)
        if part.kind is not ItemKind.EVENT:
            self.entries.append(Entry(part.key, number))
            self.ops.append(Append(number))
        return number

    def place_all(self, parts: Iterable[Part], at: Source, time: str | None) -> list[Entry]:
        """An entry for each part: the one of the context as it stands, else of a new item, not yet in the context."""
        known = self.by_key()
        return [
            known[part.key].pop(0) if known[part.key] else Entry(part.key, self.make(part, at, time)) for part in parts
        ]

    def by_key(self) -> defaultdict[int, list[Entry]]:
        """The entries of the context as it stands, in order, by their keys."""
        known = defaultdict[int, list[Entry]](list)
        for entry in self.entries:
            known[entry.key].append(entry)
        return known

    def call(
        self,
        id: str,  # noqa: A002
        model: str,
        at: Source,
        started: str | None = None,
        **more: Unpack[DraftFields],
    ) -> RequestDraft:
        """Note that the model is called now."""
        draft = RequestDraft(id, len(self.ops), model, at, started=started, **more)
        self.ops.append(Call(len(self.build.drafts)))
        self.drafts.append(len(self.build.drafts))
        self.build.drafts.append(draft)
        if model:
            self.build.models[model] = None
        return draft

    def instructions(self) -> tuple[int, ...]:
        """Items of the system prompt and tools, which stay whatever else goes."""
        items = self.build.items
        return tuple(e.item for e in self.entries if items[e.item - 1].kind is ItemKind.INSTRUCTIONS)

    def replace_history(self, kept: Sequence[Entry], record: CompactionRecord) -> None:
        """Put ``kept`` behind the instructions, in place of all history."""
        standing = frozenset(self.instructions())
        head = [entry for entry in self.entries if entry.item in standing]
        self.change_to([*head, *(entry for entry in kept if entry.item not in standing)], record)

    def change_to(self, entries: Sequence[Entry], record: CompactionRecord | None = None) -> None:
        """Make ``entries`` the context; their items may be of the old one or new."""
        before, now = [entry.item for entry in self.entries], tuple(entry.item for entry in entries)
        gone = frozenset(before) - frozenset(now)
        if any(self.build.items[item - 1].kind in HISTORY for item in gone):
            self._save()
        self.entries = list(entries)
        if record is None and now == tuple(before):
            return
        if record is None and now == tuple(item for item in before if item not in gone):
            self.ops.append(Splice(tuple(sorted(gone))))
        else:
            self.ops.append(Splice(None, now, compaction=record))

    def mask(self, masked: Sequence[int], record: CompactionRecord) -> None:
        """Clear items in place."""
        self.ops.append(Splice(mask=tuple(masked), compaction=record))

    def expect(self, records: Sequence[CompactionRecord]) -> None:
        """Note compactions that the log tells of; what they did, the next request tells."""
        for record in records:
            if record.status == "failed":
                self.mask((), record)
                continue
            if self.pending is not None:
                note = "Another followed before the next request, which shows what both did together."
                self.change_to(self.entries, replace(self.pending, notes=(*self.pending.notes, note)))
            self.pending = record

    def finish(self) -> None:
        """Settle a compaction that no request followed: its summary stands, and what was answered behind it."""
        record, self.pending = self.pending, None
        if record is None:
            return
        numbers = [entry.item for entry in self.entries]
        place = numbers.index(record.summary) if record.summary in numbers else len(numbers)
        note = "No request follows it, so what was kept beside it is not in this log."
        record = replace(record, notes=(*record.notes, note))
        if record.summary is None:
            record = replace(record, status="partial")
        self.replace_history(self.entries[place:], record)

    def back_to(self, op: int, entries: Sequence[Entry]) -> None:
        """The client goes on from an earlier context, that after operation ``op``."""
        self._save()
        self.ops.append(Rewind(op))
        self.entries = list(entries)

    def back(self, place: Place) -> None:
        """Go back to a place noted earlier."""
        self.back_to(place.op, self.until(place))

    def place(self) -> Place:
        """Where the context stands now, for going back to it."""
        return Place(len(self.ops) - 1, len(self.entries), len(self.saved))

    def until(self, place: Place) -> Sequence[Entry]:
        """The context as it stood at a place."""
        entries = self.entries if place.rewrites == len(self.saved) else self.saved[place.rewrites].entries
        return entries[: place.length]

    def follow(self, parts: Sequence[Part], at: Source, time: str | None) -> bool:
        """Bring the context to what a request holds; False where it already was."""
        parts = self._without_events(parts, at, time)
        start = common(self.entries, parts)
        if start < len(self.entries) and self.pending is None:
            start = self._go_back(parts, start)
        if self.pending is not None or start < len(self.entries):
            self._rewrite(parts, start, at, time)
            return True
        for part in parts[start:]:
            self.append(part, at, time)
        return start < len(parts)

    def reach(self, history: Sequence[Part]) -> int:
        """How much of what was said before a request was said here: of the context as it stands, or an earlier one."""
        return max(self._said_alike(entries, history) for entries in self._contexts())

    def is_empty(self) -> bool:
        """Whether nothing was said in the context as it stands."""
        items = self.build.items
        return not any(items[entry.item - 1].kind in HISTORY for entry in self.entries)

    def _contexts(self) -> Iterator[Sequence[Entry]]:
        yield self.entries
        yield from (saved.entries for saved in self._distinct.values())

    def _save(self) -> None:
        saved = Saved(len(self.ops) - 1, tuple(self.entries))
        self.saved.append(saved)
        self._distinct.setdefault(tuple([entry.key for entry in saved.entries]), saved)

    def _said_alike(self, entries: Sequence[Entry], history: Sequence[Part]) -> int:
        items, shared, most = self.build.items, 0, len(history)
        for key, item in entries:
            # A log may hold hundreds of contexts: most differ in the first thing said.
            if items[item - 1].kind in HISTORY:
                if shared == most or key != history[shared].key:
                    break
                shared += 1
        return shared

    def _without_events(self, parts: Sequence[Part], at: Source, time: str | None) -> Sequence[Part]:
        """Without what no model reads; each such part is kept as an event once."""
        events = [part for part in parts if part.kind is ItemKind.EVENT]
        if not events:
            return parts
        for part in events:
            if part.key not in self._events:
                self._events.add(part.key)
                self.make(part, at, time)
        return [part for part in parts if part.kind is not ItemKind.EVENT]

    def _go_back(self, parts: Sequence[Part], start: int) -> int:
        """Where a request holds more of an earlier context than of the last, it goes on from there."""
        best = max(self._distinct.values(), key=lambda saved: common(saved.entries, parts), default=None)
        if best is None:
            return start
        reach = common(best.entries, parts)
        if sum(part.kind in HISTORY for part in parts[start:reach]) < 2:
            return start
        self.back_to(best.op, best.entries)
        return reach

    def _rewrite(self, parts: Sequence[Part], start: int, at: Source, time: str | None) -> None:
        items = self.build.items
        change = compare(items, self.entries, start, parts)
        kind, told = verdict(items, change) if self.pending is None else ("", -1)
        if self.pending is not None and self.pending.kind == "unknown":
            told = stand_in(change)
            self.pending = replace(self.pending, kind="summary" if told >= 0 else "trim" if change.gone else "unknown")
        cut = max([told, *(place for place, item in enumerate(change.placed) if item is not None)])
        if change.cleared:
            self.mask(change.cleared, _record(at, time, "edit", None, (_COMPARED,)))
        # What stands behind the last kept part came after the rewrite, as any new prompt does.
        middle = [
            Entry(part.key, change.placed[place] or self.make(part, at, time))
            for place, part in enumerate(change.parts[: cut + 1])
        ]
        record, self.pending = self.pending, None
        if record is not None and told >= 0:
            record = replace(record, summary=middle[told].item, readable=True)
        if kind:
            record = self._record(kind, middle[told].item if told >= 0 else None, at, time)
        self.change_to([*self.entries[:start], *middle], record)
        for part in change.parts[cut + 1 :]:
            self.append(part, at, time)

    def _record(self, kind: str, summary: int | None, at: Source, time: str | None) -> CompactionRecord:
        notes = [_COMPARED]
        if kind == "summary" and summary and self.build.items[summary - 1].kind is not ItemKind.SUMMARY:
            notes.append("Nothing names the new text a summary; it took the place of the history.")
        return _record(at, time, kind, summary, tuple(notes), readable=kind != "native")


class Walk:
    """A log of one series of requests under way: what the walks of adapters build upon."""

    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.conversation = Conversation(self.build, self.build.ops)

    def append(self, part: Part) -> int:
        """Add a part of the record at hand at the end of the context; gives its item."""
        return self.conversation.append(part, self.build.at, self.build.time)

    def make(self, part: Part) -> int:
        """The item of a part of the record at hand, not yet in the context."""
        return self.conversation.make(part, self.build.at, self.build.time)

    def session(self, adapter: Adapter, name: str, title: str = "", cwd: str = "") -> Session:
        """The finished session; without a title the first words typed are one, or else its name."""
        title = title or self.build.opening or name
        return self.build.session(id=name, title=title, cwd=cwd, capabilities=adapter.capabilities)


def _record(
    at: Source, time: str | None, kind: str, summary: int | None, notes: tuple[str, ...], readable: bool = True
) -> CompactionRecord:
    place = at.line if at.line is not None else at.pointer
    return noted(
        f"{kind}-at-{place}", at, kind, basis=Basis.INFERRED, time=time, summary=summary, readable=readable, notes=notes
    )
