"""What the harness had put into the context, in words: rows that the terminal, reports and the window share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from inspector.model import Form, Session
from inspector.reconstruct.state.nouns import Back, Followed, State, StateKind, Thing
from inspector.reconstruct.state.showable import hidden
from inspector.report.silences import names_of
from inspector.wording.units import counted

STATE_TITLE = "What the harness had injected into the context"
UNTOLD = "What did not come back cannot be told. {why}"
SHOWN = 3
"""Names that a row tells; the rest are counted."""
_BACK = {
    Back.KEPT: "kept",
    Back.AT_ONCE: "put back at once",
    Back.LATER: "put back later",
    Back.NEVER: "not put back",
    Back.CHANGED: "changed",
    Back.NEW: "new",
    Back.UNKNOWN: "cannot be determined",
}
_LISTED = {
    StateKind.SKILLS: "skill",
    StateKind.SKILL: "skill",
    StateKind.SERVERS: "server",
    StateKind.MCP_TOOLS: "tool",
    StateKind.DEFERRED: "tool",
    StateKind.LOADED: "tool",
    StateKind.AGENTS: "agent type",
    StateKind.SUBAGENTS: "subagent",
    StateKind.TODO: "open task",
    StateKind.FILES: "file",
    StateKind.INSTRUCTIONS: "text",
}
_FORMS = {Form.SHORTENED: "in part", Form.PLACEHOLDER: "its name alone"}
_SETTINGS = frozenset({StateKind.PERMISSIONS, StateKind.CWD, StateKind.STYLE, StateKind.PLAN, StateKind.TEAM})


@dataclass(frozen=True, slots=True)
class StateRow:
    """Things of one kind that fared alike at one compaction, in words."""

    compaction: int
    kind: str
    back: str
    what: str
    """How many and which."""
    how: str
    """Where they came back, how much of each, and what followed."""
    why: str
    """Why it cannot be told, in a sentence; "" where the reason is that of the whole compaction."""
    item: int | None
    """Where to read: what brought them back, or else what they stood in."""
    is_gone: bool
    """Whether they stood and were not put back at once."""
    is_kept: bool
    """Whether nothing happened to them."""

    @property
    def how_and_why(self) -> str:
        """Both in one line."""
        return ". ".join(filter(None, (self.how, self.why)))


def rows(session: Session, states: Iterable[State], *, by_item: bool = False) -> tuple[StateRow, ...]:
    """The ledger in words, in order of the compactions and kinds; ``by_item`` names places by items, not by lines."""
    return tuple(row for state in states for row in _rows(state, _at_item if by_item else partial(at, session)))


def _rows(state: State, where: Callable[[int | None], str]) -> Iterable[StateRow]:
    groups: dict[tuple[object, ...], list[Thing]] = {}
    for thing in state.things:
        came = None if thing.kind in _SETTINGS else thing.after
        alike = thing.kind, thing.back, thing.why, thing.form, thing.by_agent, max(thing.times, 1), came
        groups.setdefault(alike, []).append(thing)
    for things in groups.values():
        first = things[0]
        names = {(thing.kind, thing.name) for thing in things}
        followed = [one for one in state.followed if (one.kind, one.name) in names]
        yield StateRow(
            compaction=state.compaction,
            kind=first.kind.words,
            back=_BACK[first.back],
            what=_what(things),
            how="; ".join(_how(things, followed, where)),
            why="" if first.why == state.unknown else first.why,
            item=first.after or first.before,
            is_gone=first.back in (Back.LATER, Back.NEVER),
            is_kept=first.back is Back.KEPT and first.times < 2,
        )
    joined = {(thing.kind, thing.name) for thing in state.things}
    for one in state.followed:
        if (one.kind, one.name) not in joined:
            how = f"{one.what} {where(one.item)}"
            yield StateRow(state.compaction, one.kind.words, "done again", one.name, how, "", one.item, True, False)


def _what(things: Sequence[Thing]) -> str:
    if things[0].name == things[0].kind.value:
        # There is one, and it has no name of its own.
        return ""
    names = ", ".join(" ".join(thing.name.split()) for thing in things[:SHOWN])
    more = f" and {len(things) - SHOWN} more" if len(things) > SHOWN else ""
    count = counted(len(things), _LISTED[things[0].kind]) + ": " if things[0].kind in _LISTED else ""
    return f"{count}{names}{more}"


def _how(things: Sequence[Thing], followed: Sequence[Followed], where: Callable[[int | None], str]) -> Iterable[str]:
    first = things[0]
    if first.back is Back.CHANGED:
        yield f"{first.value} {where(first.after)}"
    elif first.after is not None and first.back is not Back.KEPT:
        by = "by the agent's own call " if first.by_agent else ""
        yield f"{'came in ' if first.why else ''}{by}{where(first.after)}"
    if first.form in _FORMS:
        yield _FORMS[first.form]
    if len(things) == 1 and first.chars_after is not None and first.back in (Back.AT_ONCE, Back.LATER, Back.NEW):
        was = first.chars_before
        size = counted(first.chars_after, "character")
        yield size if was is None or was == first.chars_after else f"{size}, {was:,} before"
    times = max(thing.times for thing in things)
    if times > 1:
        yield f"injected {times} times before the next compaction or the end"
    mentioned = sum(thing.in_summary for thing in things)
    if mentioned and first.back in (Back.NEVER, Back.LATER):
        yield f"the summary names {'it' if len(things) == 1 else f'{mentioned} of them'}"
    yield from (f"{one.what} {where(one.item)}" for one in followed)


def at(session: Session, item: int | None) -> str:
    """Where an item stands, in words."""
    line = session.line(item)
    return f"at line {line:,}" if line else f"at item #{item}" if item else ""


def _at_item(item: int | None) -> str:
    return f"at #{item:,}" if item else ""


def below(session: Session, states: Sequence[State]) -> tuple[str, ...]:
    """Sentences for below the rows: what cannot be told, and what this agent's log never shows."""
    told = [f"C{one.compaction}. {UNTOLD.format(why=one.unknown)}" for one in states if one.unknown]
    kinds = hidden(session.agent)
    if kinds and states:
        told.append(f"This agent's log does not show: {', '.join(kind.words for kind in kinds)}.")
    if states:
        found = {thing.kind for one in states for thing in one.things}
        missing = [kind.words for kind in StateKind if kind not in found and kind not in kinds]
        if missing:
            told.append(f"Not in this log: {', '.join(missing)}.")
    if states and session.unlogged:
        told.append(f"Sent, and not in this log: {names_of(session.unlogged)}.")
    return tuple(told)


def state_json(session: Session, state: State) -> dict[str, Any]:
    """The ledger of one compaction as the contract writes it."""
    line = session.line

    def thing_json(thing: Thing) -> dict[str, Any]:
        return {
            "kind": thing.kind.value,
            "name": thing.name,
            "back": thing.back.value,
            "before": {"item": thing.before, "line": line(thing.before), "chars": thing.chars_before},
            "after": {
                "item": thing.after,
                "line": line(thing.after),
                "chars": thing.chars_after,
                "form": thing.form.value if thing.after is not None else None,
                "value": thing.value or None,
                "by": None if thing.after is None else "agent" if thing.by_agent else "harness",
            },
            "times": thing.times or None,
            "in_summary": thing.in_summary,
            "why": thing.why or None,
        }

    return {
        "number": state.compaction,
        "unknown": state.unknown or None,
        "things": [thing_json(thing) for thing in state.things],
        "followed": [
            {"kind": one.kind.value, "name": one.name, "item": one.item, "line": line(one.item), "what": one.what}
            for one in state.followed
        ],
    }
