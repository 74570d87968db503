"""Holding what the harness had put into the context against every compaction.

Rule: nothing is said to be gone unless this log would show it, had it come back. Whatever stands in the way of
that becomes a reason (``State.unknown``), and the thing is "not told".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from inspector.model import Append, Basis, Compaction, Form, ItemKind, Operation, Session, Splice
from inspector.read.bodies import Bodies
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.gaps import unread_before
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.state import claude_code, sections
from inspector.reconstruct.state.followed import followed
from inspector.reconstruct.state.nouns import Back, Mention, State, StateKind, Thing
from inspector.reconstruct.state.settings import settings

RESTORED = 5
"""Files that Claude Code puts back at most: of those read earlier, the latest are expected."""
Key = tuple[StateKind, str]
ByItem = Mapping[int, Sequence[Mention]]

_KINDS = list(StateKind)
_DROP = "Only a drop in tokens shows this compaction; what stood after it is not in this log."
_ENDS = "The log ends before the model was called again."
_PARTIAL = "The log names messages that were kept and does not hold them all."
_GAPS = "Part of the log cannot be read."
_SEALED = "What took the place of the history cannot be read."
_NO_ATTACHMENTS = "This log holds no attachments, so it would not show what was put back."


class Scene(NamedTuple):
    """One compaction with what stood around it. Item numbers, in order of the context."""

    compaction: Compaction
    before: Sequence[int]
    kept: Sequence[int]
    at_once: Sequence[int]
    later: Sequence[int]
    """Up to the next compaction, or the end."""
    summary: str
    unknown: str


def find_state(session: Session, replay: Replay, compactions: Compactions, bodies: Bodies) -> tuple[State, ...]:
    """The ledger of every compaction that removed something, in order. Reads texts back: raises LogChanged."""
    by_item: dict[int, list[Mention]] = {}
    reader = claude_code.mentions if session.agent == "claude-code" else sections.mentions
    for mention in reader(session, bodies):
        by_item.setdefault(mention.item, []).append(mention)
    done = [one for one in compactions.all if one.record.status != "failed"]
    events = [number for number in by_item if session.items[number - 1].kind is ItemKind.EVENT]
    return tuple(_state(session, bodies, _scene(session, replay, one, bodies, events), by_item) for one in done)


def _scene(session: Session, replay: Replay, compaction: Compaction, bodies: Bodies, events: Sequence[int]) -> Scene:
    end = _end(session.ops, compaction.op + 1)
    called = compaction.settled + 1
    if compaction.request_after is not None:
        # After a manual one lists may come with the next prompt, and still before the model is called.
        called = min(end, max(called, session.requests[compaction.request_after].op))
    at_once = [*compaction.inserted, *_appended(session.ops[compaction.op + 1 : called])]
    later = _appended(session.ops[called:end])
    record = compaction.record
    summary = bodies.text(session.items[record.summary - 1]) if record.summary and record.readable else ""
    last = max([*later, *at_once], default=0)
    before = replay.items_at(compaction.op - 1)
    # Never in the context, and yet they end what was told there.
    ends = [number for number in events if number < min(at_once, default=0)]
    return Scene(
        compaction,
        sorted([*before, *ends]) if before and ends else before,
        compaction.kept,
        at_once,
        later,
        summary.casefold(),
        _unknown(session, compaction, max(at_once, default=0), last),
    )


def _appended(ops: Sequence[Operation]) -> list[int]:
    return [op.item for op in ops if type(op) is Append]


def _end(ops: Sequence[Operation], start: int) -> int:
    for index in range(start, len(ops)):
        op = ops[index]
        if type(op) is Splice and (op.remove is None or (op.compaction is not None and op.compaction.kind != "edit")):
            return index
    return len(ops)


def _unknown(session: Session, compaction: Compaction, settled: int, last: int) -> str:
    record = compaction.record
    if record.basis is not Basis.RECORDED:
        return _DROP
    if record.status == "partial":
        return _PARTIAL
    if not record.readable and record.kind != "trim":
        return _SEALED
    if compaction.request_after is None:
        return _ENDS
    if unread_before(session, last):
        return _GAPS
    if session.agent == "claude-code" and not claude_code.records_state(session, settled):
        return _NO_ATTACHMENTS
    return ""


def _state(session: Session, bodies: Bodies, scene: Scene, by_item: ByItem) -> State:
    stood, now = _standing(scene.before, by_item), _standing(scene.kept, by_item)
    back = _standing(scene.at_once, by_item)
    later = _first_later(scene.later, by_item)
    times = _times([*scene.kept, *scene.at_once, *scene.later], by_item)
    expected = _files(scene.before, by_item)
    stood = {key: one for key, one in stood.items() if key[0] is not StateKind.FILES or key in back} | expected
    if session.agent == "claude-code":
        stood |= _loaded(bodies, scene)
    over = _taken_off(scene, stood, back, later, by_item)
    things = [_thing(key, one, now, back, later, times, scene) for key, one in stood.items() if key not in over]
    came_along = Back.NEW if scene.before else Back.AT_ONCE
    things += [_came(key, one, came_along, times) for key, one in back.items() if key not in stood]
    if not scene.before:
        # The history before it is elsewhere: what comes in later may have stood before.
        found = [(key, one) for key, one in later.items() if _may_have_stood(key, one, stood, back)]
        things += [_came(key, one, Back.UNKNOWN, times, _BEFORE) for key, one in found]
    last = max([*scene.later, *scene.at_once, *scene.kept], default=0)
    if session.agent == "claude-code" and scene.compaction.record.basis is Basis.RECORDED:
        things += settings(session, bodies, scene.compaction, last)
    things.sort(key=lambda thing: _KINDS.index(thing.kind))
    came = followed(session, bodies, things, scene.before, scene.later)
    return State(scene.compaction.number, tuple(things), came, scene.unknown)


def _standing(items: Iterable[int], by_item: ByItem) -> dict[Key, Mention]:
    """What some items say is there, read in their order."""
    there: dict[Key, Mention] = {}
    for number in items:
        for one in by_item.get(number, ()):
            if one.drop:
                there.pop((one.kind, one.name), None)
            elif one.stands:
                there[one.kind, one.name] = one
    return there


def _first_later(items: Iterable[int], by_item: ByItem) -> dict[Key, Mention]:
    """The first item that says anything of each thing; an entry that is done, or a subagent's end, names it again."""
    first: dict[Key, Mention] = {}
    for number in items:
        for one in by_item.get(number, ()):
            if one.stands:
                first.setdefault((one.kind, one.name), one)
    return first


def _taken_off(
    scene: Scene, stood: Iterable[Key], back: Iterable[Key], later: Mapping[Key, Mention], by_item: ByItem
) -> set[Key]:
    """What the harness says is there no more: neither put back nor lost.

    A to-do list that came back at once is the whole of it, so that what it leaves out was done or given up.
    """
    told = [one for number in scene.at_once for one in by_item.get(number, ())]
    off = {(one.kind, one.name) for one in told if one.drop}
    off |= {key for key, one in later.items() if one.drop and key[0] in _LISTS}
    if any(one.kind is StateKind.TODO for one in told):
        off |= {key for key in stood if key[0] is StateKind.TODO}
    return off - set(back)


def _times(items: Iterable[int], by_item: ByItem) -> dict[Key, int]:
    """How often the last text of each thing was put in, without being taken out in between."""
    last: dict[Key, tuple[int, int]] = {}
    for number in items:
        for one in by_item.get(number, ()):
            key = one.kind, one.name
            text, count = last.get(key, (one.text, 0))
            if one.drop:
                last.pop(key, None)
            elif one.stands and not one.by_agent and one.kind in _ONCE:
                last[key] = one.text, count + 1 if text == one.text else 1
    return {key: count for key, (_, count) in last.items()}


def _files(before: Sequence[int], by_item: ByItem) -> dict[Key, Mention]:
    """The files read or changed last, the latest first."""
    found: dict[Key, Mention] = {}
    for number in reversed(before):
        for one in by_item.get(number, ()):
            if one.kind is StateKind.FILES and len(found) < RESTORED:
                found.setdefault((one.kind, one.name), one)
    return found


def _loaded(bodies: Bodies, scene: Scene) -> dict[Key, Mention]:
    names = claude_code.loaded_tools(scene.compaction, bodies)
    item = scene.before[-1] if scene.before else 0
    return {(StateKind.LOADED, name): Mention(item, StateKind.LOADED, name) for name in names}


def _thing(
    key: Key,
    stood: Mention,
    now: Mapping[Key, Mention],
    back: Mapping[Key, Mention],
    later: Mapping[Key, Mention],
    times: Mapping[Key, int],
    scene: Scene,
) -> Thing:
    why = ""
    # What was put back counts before what a kept message still holds of it.
    if key in back:
        became, came = Back.AT_ONCE, back[key]
    elif key in now:
        became, came = Back.KEPT, now[key]
    else:
        why = scene.unknown or (_NO_SCHEMAS if key[0] is StateKind.LOADED else "")
        found = later.get(key)
        became, came = Back.UNKNOWN if why else Back.LATER if found else Back.NEVER, found or stood
    gone = became in (Back.NEVER, Back.UNKNOWN) and key not in later
    return Thing(
        key[0],
        key[1],
        became,
        stood.item or None,
        None if gone else came.item,
        stood.chars,
        None if gone else came.chars,
        Form.WHOLE if gone else came.form,
        times.get(key, 0),
        came.by_agent and not gone,
        key[0] in _NAMED and key[1].casefold() in scene.summary,
        why=why,
    )


_NO_SCHEMAS = "The definitions of loaded tools travel beside the messages and are not in this log."
_BEFORE = "What stood before is not in this log."


_LISTS = frozenset({StateKind.SKILLS, StateKind.AGENTS, StateKind.SERVERS, StateKind.DEFERRED, StateKind.MCP_TOOLS})
_NAMED = _LISTS | {StateKind.SKILL, StateKind.TODO, StateKind.LOADED, StateKind.SUBAGENTS, StateKind.TEAM}
"""Kinds whose things have names of their own, which a summary may hold."""
_ONCE = _LISTS | {StateKind.SKILL, StateKind.INSTRUCTIONS, StateKind.PERMISSIONS, StateKind.CWD, StateKind.TOOLS}
"""Kinds of which one copy is enough; reminders of a to-do list are meant to come again."""


def _may_have_stood(key: Key, one: Mention, stood: Mapping[Key, Mention], back: Mapping[Key, Mention]) -> bool:
    told = key[0] in _LISTS or key[0] is StateKind.INSTRUCTIONS
    return told and not one.by_agent and not one.drop and key not in stood and key not in back


def _came(key: Key, one: Mention, back: Back, times: Mapping[Key, int], why: str = "") -> Thing:
    return Thing(
        key[0], key[1], back, None, one.item, None, one.chars, one.form, times.get(key, 0), one.by_agent, why=why
    )
