"""Several logs of one session as one: what a later log repeats is taken once, what it goes on from stands before it.

Two ways lead from one log to the next. A fork or a resumed session copies the history, with the ids or at least the
words of its items. A session cut at a compaction begins with the summary of a history that only the log before holds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from inspector.errors import CannotRead
from inspector.model import (
    Append,
    Call,
    CompactionRecord,
    Diagnostic,
    Item,
    ItemKind,
    Link,
    Operation,
    Request,
    Rewind,
    Session,
    Source,
    Splice,
)
from inspector.read.build import ELSEWHERE
from inspector.read.open import Opened, open_log
from inspector.read.times import iso

One = TypeVar("One", bound=Hashable)
_TO_EACH_OTHER = frozenset({"parent", "fork", "continuation"})
"""Links that lead nowhere once both logs are one."""
_LEAST_WORDS = 2
"""Items with the same words at the beginning of two logs, from which one counts as the other's copy."""


def open_joined(paths: Sequence[Path], *, agent: str = "") -> Opened:
    """Read logs that continue one another, the earliest first, as one session. Raises as ``open_log`` does.

    The session's path is that of the last.
    """
    *before, last = paths
    opened = open_log(last, agent=agent)
    session = opened.session
    for path in reversed(before):
        earlier = open_log(path, agent=opened.adapter.id).session
        whole = join(earlier, session)
        if whole is None:
            words = f"{Path(session.path).name} does not go on from {path.name}: it repeats nothing of it."
            raise CannotRead(words, hint="Open each by itself.", path=str(path))
        session = whole
    return replace(opened, session=session)


def join(earlier: Session, later: Session) -> Session | None:
    """Both as one session; None where the later log neither repeats the earlier one nor begins with its summary."""
    same = _repeated(earlier.items, later.items)
    cut = None if same else _cut_at(later)
    if not same and cut is None:
        return None
    walk = _Walk(earlier, later, same)
    walk.go_on(_place_before(earlier, later, cut), cut)
    return replace(
        later,
        id=f"{earlier.id}+{later.id}",
        version=", ".join(_once(*earlier.version.split(", "), *later.version.split(", "))),
        title=earlier.title or later.title,
        cwd=later.cwd or earlier.cwd,
        models=_once(*earlier.models, *later.models),
        started=earlier.started or later.started,
        items=tuple(walk.items),
        ops=tuple(walk.ops),
        requests=tuple(walk.requests),
        links=_links(earlier, later, walk.number),
        diagnostics=(*map(_told_away, earlier.diagnostics), *later.diagnostics),
        before=(*earlier.before, earlier.path, *later.before),
        turn_ended=max(earlier.turn_ended, walk.number(later.turn_ended) if later.turn_ended else 0),
        cost=None if earlier.cost is None or later.cost is None else earlier.cost + later.cost,
    )


@dataclass(slots=True)
class _Walk:
    """Takes the later session's items and operations in, behind those of the earlier one."""

    earlier: Session
    later: Session
    same: dict[int, int]
    """Items of the later log that repeat one of the earlier log, by number."""
    items: list[Item] = field(init=False)
    ops: list[Operation] = field(init=False)
    requests: list[Request] = field(init=False)
    _numbers: dict[int, int] = field(init=False)
    _known: frozenset[str] = field(init=False)
    """The compactions of the earlier log, by id."""

    def __post_init__(self) -> None:
        first = self.earlier
        self.items = [replace(item, source=_away(item.source)) for item in first.items]
        self.ops = [_moved_away(op) for op in first.ops]
        self.requests = [replace(one, source=_away(one.source)) for one in first.requests]
        self._known = frozenset(op.compaction.id for op in self.ops if type(op) is Splice and op.compaction is not None)
        self._numbers = dict(self.same)
        for item in self.later.items:
            if item.number not in self._numbers:
                self._numbers[item.number] = len(self.items) + 1
                self.items.append(replace(item, number=len(self.items) + 1))

    def number(self, item: int) -> int:
        """The number that an item of the later log has in the whole."""
        return self._numbers[item]

    def go_on(self, place: int, cut: int | None) -> None:
        """Take in the operations; the one with index ``cut`` takes the place of all that stands before it.

        They begin with the context after operation ``place`` of the earlier log, and where they repeat what it did from
        its beginning on, with what it had done by then.
        """
        numbers = self._called()
        behind = self._copied(numbers)
        starts, place = [done + 1 for done in behind], behind[-1] if behind else place
        if any(type(op) is not Call for op in self.ops[place + 1 :]):
            self.ops.append(Rewind(place))
        start = -1 if behind else len(self.ops) - 1
        for index, op in enumerate(self.later.ops[len(behind) :], len(behind)):
            starts.append(len(self.ops))
            if type(op) is not Call:
                self.ops.append(self._taken(op, behind, start, index == cut))
            elif op.request in numbers:
                self.ops.append(Call(numbers[op.request]))
            behind.append(len(self.ops) - 1)
        starts.append(len(self.ops))
        for number in numbers.values():
            self.requests[number] = replace(self.requests[number], op=starts[self.requests[number].op])

    def _copied(self, numbers: Mapping[int, int]) -> list[int]:
        """The operations at the beginning that the earlier log has, too, each by the one behind which it was done.

        So a compaction that both logs have happened once, and was not gone back before where the later one goes on.
        """
        behind: list[int] = []
        done = -1
        for op in self.later.ops if self.same else ():
            if type(op) is not Call:
                done = next((at for at in range(done + 1, len(self.ops)) if type(self.ops[at]) is not Call), -1)
                if done < 0 or _bare(self.ops[done]) != _bare(self._taken(op, behind, -1, False)):
                    break
            elif op.request in numbers:
                break
            behind.append(done)
        return behind

    def _taken(self, op: Operation, behind: Sequence[int], start: int, is_cut: bool) -> Operation:
        """An operation of the later log in the whole; ``behind``: after which each before it was done."""
        if type(op) is Append:
            return Append(self.number(op.item))
        if type(op) is Splice:
            return self._spliced(op, is_cut)
        if type(op) is Rewind:
            return Rewind(behind[min(op.to, len(behind) - 1)] if op.to >= 0 else start)
        return op

    def _called(self) -> dict[int, int]:
        """Take in the requests but those that were copied, with their operations yet to be told; gives their places."""
        calls = {(one.thread, one.id) for one in self.requests} if self.same else set()
        counts = Counter(one.thread for one in self.requests)
        numbers = {}
        for index, one in enumerate(self.later.requests):
            if (one.thread, one.id) in calls and (one.first_item is None or one.first_item in self.same):
                continue
            counts[one.thread] += 1
            numbers[index] = len(self.requests)
            first, last = (None if item is None else self.number(item) for item in (one.first_item, one.last_item))
            self.requests.append(replace(one, number=counts[one.thread], first_item=first, last_item=last))
        return numbers

    def _spliced(self, op: Splice, is_cut: bool) -> Splice:
        insert = tuple(map(self.number, op.insert))
        record = op.compaction
        if record is not None:
            # One that was copied happened once: in the earlier log.
            record = None if self.same and record.id in self._known else self._recorded(record)
        if is_cut and record is not None:
            told = tuple(note for note in record.notes if note != ELSEWHERE)
            return Splice(None, insert, compaction=replace(record, notes=told))
        removed = op.remove if op.remove is None else tuple(map(self.number, op.remove))
        return Splice(removed, insert, op.at, tuple(map(self.number, op.mask)), record)

    def _recorded(self, record: CompactionRecord) -> CompactionRecord:
        summary, prompt = (None if item is None else self.number(item) for item in (record.summary, record.prompt))
        instructions = tuple(map(self.number, record.instructions))
        return replace(record, summary=summary, prompt=prompt, instructions=instructions)


def _bare(op: Operation) -> Operation:
    """An operation by what it does to the context."""
    return replace(op, compaction=None) if type(op) is Splice else op


def _away(source: Source) -> Source:
    return replace(source, earlier=True)


def _told_away(problem: Diagnostic) -> Diagnostic:
    return problem if problem.source is None else replace(problem, source=_away(problem.source))


def _moved_away(op: Operation) -> Operation:
    if type(op) is not Splice or op.compaction is None:
        return op
    return replace(op, compaction=replace(op.compaction, source=_away(op.compaction.source)))


def _repeated(earlier: Sequence[Item], later: Sequence[Item]) -> dict[int, int]:
    """Items of the later log that stand in the earlier one too, by number, in the same order.

    By id, and where a copy got new ids, by its words, from the beginning to the first that differs.
    """
    named = _matched(earlier, later, lambda item: (item.id, item.kind, item.chars, item.preview))
    if any(earlier[number - 1].kind is not ItemKind.EVENT for number in named.values()):
        return named
    stood, stands = ([item for item in items if item.kind is not ItemKind.EVENT] for items in (earlier, later))
    worded = _matched(stood, stands, lambda item: (item.kind, item.tool, item.chars, item.preview), whole=True)
    starts = bool(stood) and stood[0].number in worded.values()
    return worded if starts and len(worded) >= _LEAST_WORDS else {}


def _matched(
    earlier: Sequence[Item], later: Sequence[Item], key: Callable[[Item], Hashable], whole: bool = False
) -> dict[int, int]:
    """Pairs of items with the same key in the same order; ``whole``: up to the first that has none."""
    places: dict[Hashable, list[int]] = {}
    for item in earlier:
        places.setdefault(key(item), []).append(item.number)
    found: dict[int, int] = {}
    last = 0
    for item in later:
        there = places.get(key(item), ())
        at = bisect_right(there, last)
        if at < len(there):
            found[item.number] = last = there[at]
        elif whole:
            break
    return found


def _cut_at(session: Session) -> int | None:
    """The index of the compaction with which a log begins; None where something stood in the context before it."""
    changes = (pair for pair in enumerate(session.ops) if type(pair[1]) is not Call)
    index, op = next(changes, (0, None))
    return index if type(op) is Splice and op.compaction is not None else None


def _place_before(earlier: Session, later: Session, cut: int | None) -> int:
    """The operation of the earlier log that the later one follows: before its copy, or as the compaction stood.

    Where the earlier log went on by itself, what it did after the compaction does not stand before it.
    """
    if cut is None:
        return -1
    op = later.ops[cut]
    time = iso(op.compaction.time) if type(op) is Splice and op.compaction is not None else None
    last = len(earlier.ops) - 1
    if time is None:
        return last
    for index, done in enumerate(earlier.ops):
        entered = iso(earlier.items[done.item - 1].time) if type(done) is Append else None
        if entered is not None and entered > time:
            return index - 1
    return last


def _links(earlier: Session, later: Session, number: Callable[[int], int]) -> tuple[Link, ...]:
    ours = {earlier.id, later.id}
    moved = [link if link.item is None else replace(link, item=number(link.item)) for link in later.links]
    away = [link for link in (*earlier.links, *moved) if link.kind not in _TO_EACH_OTHER or link.session not in ours]
    return _once(*away)


def _once(*them: One) -> tuple[One, ...]:
    return tuple(one for one in dict.fromkeys(them) if one)
