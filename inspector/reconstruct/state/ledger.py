"""Holding what the harness had put into the context against every compaction: before, after, and how it came back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from inspector.model import Basis, Form, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.state import claude_code, sections
from inspector.reconstruct.state.followed import followed
from inspector.reconstruct.state.nouns import Back, Mention, State, StateKind, Thing
from inspector.reconstruct.state.scene import Scene, scene_of
from inspector.reconstruct.state.settings import settings

RESTORED = 5
"""Files that Claude Code puts back at most: of those read earlier, the latest are expected."""
Key = tuple[StateKind, str]
ByItem = Mapping[int, Sequence[Mention]]

_KINDS = list(StateKind)


def find_state(session: Session, replay: Replay, compactions: Compactions, bodies: Bodies) -> tuple[State, ...]:
    """The ledger of every compaction that removed something, in order. Reads texts back: raises LogChanged."""
    by_item: dict[int, list[Mention]] = {}
    reader = claude_code.mentions if session.agent == "claude-code" else sections.mentions
    for mention in reader(session, bodies):
        by_item.setdefault(mention.item, []).append(mention)
    done = [one for one in compactions.all if one.record.status != "failed"]
    events = [number for number in by_item if session.items[number - 1].kind is ItemKind.EVENT]
    return tuple(_state(session, bodies, scene_of(session, replay, one, bodies, events), by_item) for one in done)


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
        why = scene.unknown or _ELSEWHERE.get(key[0], "")
        found = later.get(key)
        became, came = Back.UNKNOWN if why else Back.LATER if found else Back.NEVER, found or stood
    gone = became in (Back.NEVER, Back.UNKNOWN) and key not in later
    return Thing(
        kind=key[0],
        name=key[1],
        back=became,
        before=stood.item or None,
        after=None if gone else came.item,
        chars_before=stood.chars,
        chars_after=None if gone else came.chars,
        form=Form.WHOLE if gone else came.form,
        times=times.get(key, 0),
        by_agent=came.by_agent and not gone,
        in_summary=key[0] in _NAMED and _is_said(key[1], scene.summary),
        why=why,
    )


def _is_said(name: str, summary: str) -> bool:
    """Whether a summary holds a name as a word of its own; what is too short may be any word."""
    return len(name) > 2 and re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", summary) is not None


_ELSEWHERE = {
    StateKind.LOADED: "The definitions of loaded tools travel beside the messages and are not in this log.",
    StateKind.STYLE: "The output style is part of the system prompt, which is not in this log.",
}
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
