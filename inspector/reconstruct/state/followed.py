"""What came of the things that a compaction took: failed calls, agents started a second time, a plan made again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspector.model import Item, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_text, parsed
from inspector.reconstruct.state.nouns import Back, Followed, StateKind, Thing

_REFUSALS = (
    (re.compile(r"Unknown skill: ?([\w.:@/-]+)"), (StateKind.SKILLS, StateKind.SKILL), "unknown skill"),
    (
        re.compile(r"No such tool available: ?([\w.:-]+)"),
        (StateKind.DEFERRED, StateKind.MCP_TOOLS, StateKind.LOADED, StateKind.TOOLS),
        "unknown tool",
    ),
    (re.compile(r"Agent type '([\w.:-]+)' not found"), (StateKind.AGENTS,), "unknown agent type"),
)
_GONE = (Back.NEVER, Back.LATER)
_PROMPTS = ("prompt", "message", "task")
_FEWEST_WORDS = 4
"""Of a task that is known again: a placeholder in the place of what was taken out of a log is no task."""
_PLANS = frozenset({"ExitPlanMode", "EnterPlanMode"})


def followed(
    session: Session, bodies: Bodies, things: Sequence[Thing], before: Sequence[int], later: Sequence[int]
) -> tuple[Followed, ...]:
    """What the items after a compaction show, in their order; only of things that were known to be gone."""
    gone = [thing for thing in things if thing.back in _GONE]
    found: list[Followed] = []
    started = _prompts(session, bodies, before)
    for number in later:
        item = session.items[number - 1]
        if item.kind is ItemKind.TOOL_RESULT:
            found += _refused(item, gone)
        elif item.kind is ItemKind.TOOL_CALL:
            found += _again(item, bodies, gone, started)
    return tuple(found)


def _refused(item: Item, gone: Sequence[Thing]) -> Iterator[Followed]:
    for pattern, kinds, what in _REFUSALS:
        failed = item.error or item.preview.startswith("<tool_use_error>")
        match = pattern.search(item.preview[:120]) if failed else None
        for thing in gone:
            # What came back before the call was refused is no reason for it.
            if match and thing.kind in kinds and thing.name == match[1] and (thing.after or item.number) >= item.number:
                yield Followed(thing.kind, thing.name, item.number, what)
                return


def _again(item: Item, bodies: Bodies, gone: Sequence[Thing], started: dict[str, str]) -> Iterator[Followed]:
    if item.tool in _PLANS:
        plan = next((thing for thing in gone if thing.kind is StateKind.PLAN), None)
        if plan and item.tool == "ExitPlanMode":
            yield Followed(StateKind.PLAN, plan.name, item.number, "a plan was made again")
    elif tool_kind(item.tool) is ToolKind.DELEGATE:
        told = _prompt(item, bodies)
        if told in started:
            yield Followed(StateKind.SUBAGENTS, started[told], item.number, "started again with the same words")
    elif item.tool == "Skill":
        name = as_text(as_dict(bodies.value(item.source)).get("skill")).rpartition(":")[2]
        skill = next((one for one in gone if one.kind is StateKind.SKILL and one.name == name), None)
        if skill:
            yield Followed(StateKind.SKILL, name, item.number, "loaded again by the agent")


def _prompts(session: Session, bodies: Bodies, before: Sequence[int]) -> dict[str, str]:
    """The words that subagents were started with before, and what each is called; failed starts are left out."""
    calls = [one for one in (session.items[number - 1] for number in before) if one.kind is ItemKind.TOOL_CALL]
    failed = {one.call_id for one in (session.items[number - 1] for number in before) if one.error and one.call_id}
    found = {}
    for item in calls:
        if tool_kind(item.tool) is ToolKind.DELEGATE and item.call_id not in failed:
            words = _prompt(item, bodies)
            if words:
                found[words] = words.split("\n", 1)[0][:60]
    return found


def _prompt(item: Item, bodies: Bodies) -> str:
    # A message to an agent under way starts none.
    if item.tool == "SendMessage":
        return ""
    value = as_dict(parsed(bodies.value(item.source)))
    told = next((text for key in _PROMPTS if (text := as_text(value.get(key)).strip())), "")
    return told if len(told.split()) >= _FEWEST_WORDS else ""
