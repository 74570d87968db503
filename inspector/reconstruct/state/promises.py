"""What a vendor's manual says of a compaction, held against what the log shows; and what an agent's log can show.

Claude Code: the table of its manual's page on the context window (read through copies of June and October 2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from inspector.model import Form
from inspector.reconstruct.state.nouns import Back, State, StateKind, Thing


class Promise(NamedTuple):
    """What is said of one kind, in a clause."""

    words: str
    comes_back: bool | None
    """Whether it is said to come back by itself; None where the manual is silent."""


class Held(StrEnum):
    """How what is said and what the log shows go together."""

    AS_SAID = "as said"
    OTHERWISE = "otherwise than said"
    SILENT = "nothing said"
    UNKNOWN = "not told"


_ASKED_FOR = "gone until a matching file is read"
_SILENT = Promise("the manual does not say", None)
PROMISES: dict[str, dict[StateKind, Promise]] = {
    "claude-code": {
        StateKind.STYLE: Promise("unchanged, not part of the history", True),
        StateKind.INSTRUCTIONS: Promise(f"the project's own file is read again; nested ones are {_ASKED_FOR}", False),
        StateKind.PLAN: Promise("read from disk again", True),
        StateKind.SKILL: Promise("back, at most 5,000 tokens each and 25,000 in all, the oldest left out first", True),
        StateKind.FILES: Promise("up to five, the latest first; one over 5,000 tokens comes back as a path", True),
    }
}
_BUDGET = 60_000
"""Characters of all skill bodies that surely fit 25,000 tokens: text has seldom fewer than 2.4 characters a token."""

SHOWN: dict[str, frozenset[StateKind]] = {
    "claude-code": frozenset(StateKind) - {StateKind.TOOLS},
    "codex": frozenset(
        {
            StateKind.SKILLS,
            StateKind.TOOLS,
            StateKind.TODO,
            StateKind.INSTRUCTIONS,
            StateKind.PERMISSIONS,
            StateKind.CWD,
        }
    ),
    "gemini": frozenset({StateKind.TODO}),
    "opencode": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.INSTRUCTIONS}),
    "pi": frozenset({StateKind.INSTRUCTIONS}),
    "kimi": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.INSTRUCTIONS}),
    "openhands": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.TOOLS, StateKind.INSTRUCTIONS}),
    "copilot": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.INSTRUCTIONS}),
}
"""What an agent's log can show at all. Of agents that are not listed, what is found is shown."""


def promise(agent: str, kind: StateKind) -> Promise:
    """What the agent's manual says of a kind."""
    return PROMISES.get(agent, {}).get(kind, _SILENT)


def hidden(agent: str) -> tuple[StateKind, ...]:
    """The kinds that this agent's log never shows, in order; none where that is not known."""
    return tuple(kind for kind in StateKind if agent in SHOWN and kind not in SHOWN[agent])


def held(agent: str, state: State, kind: StateKind) -> Held:
    """Whether what the manual says of a kind is what the log shows; unknown wherever one thing of it is not told."""
    said, things = promise(agent, kind), state.of(kind)
    if said.comes_back is None:
        return Held.SILENT
    if not things or any(thing.back in (Back.UNKNOWN, Back.CHANGED) for thing in things):
        return Held.UNKNOWN
    if kind is StateKind.FILES:
        return _files(things)
    if kind is StateKind.SKILL and sum(thing.chars_before or 0 for thing in things) > _BUDGET:
        return Held.UNKNOWN
    if not said.comes_back:
        # A nested rule may have been asked for at once by a file that was put back.
        return Held.AS_SAID if all(thing.back in (Back.KEPT, *_GONE) for thing in things) else Held.UNKNOWN
    return Held.AS_SAID if all(thing.back not in _GONE for thing in things) else Held.OTHERWISE


_GONE = (Back.LATER, Back.NEVER)


def _files(things: Sequence[Thing]) -> Held:
    put = [thing for thing in things if thing.back in (Back.AT_ONCE, Back.NEW)]
    if len(put) > 5:
        return Held.OTHERWISE
    whole = any(thing.form is Form.WHOLE for thing in put)
    # Kept messages may hold the latest ones, and files may be gone from disk: fewer than five proves nothing.
    return Held.AS_SAID if put and whole else Held.UNKNOWN
