"""The nouns of the ledger: kinds of state, what a log tells of them, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Form
from inspector.model.record import record


class StateKind(StrEnum):
    """What a harness keeps in the context beside the conversation."""

    SKILLS = "skills"
    """The list of skills that can be used."""
    SKILL = "skill bodies"
    """The text of a skill that was used."""
    SERVERS = "MCP servers"
    MCP_TOOLS = "MCP tools"
    DEFERRED = "deferred tools"
    """Tools known by name that have to be looked up before they are called."""
    LOADED = "loaded tools"
    """Deferred tools that had been looked up."""
    TOOLS = "tools"
    AGENTS = "agent types"
    SUBAGENTS = "subagents under way"
    TEAM = "team"
    PLAN = "plan"
    TODO = "to-do list"
    """Its open entries."""
    INSTRUCTIONS = "instruction files"
    FILES = "restored files"
    PERMISSIONS = "permission mode"
    STYLE = "output style"
    CWD = "working directory"

    @property
    def words(self) -> str:
        """What it is called where people read it: a harness restores some of the files that the agent worked on."""
        return "files worked on" if self is StateKind.FILES else self.value


@record
class Mention:
    """One thing that one item puts into the context, or takes out of what is known there."""

    item: int
    kind: StateKind
    name: str
    drop: bool = False
    """The item says that it is there no more: a tool removed, an entry done, a subagent ended."""
    chars: int | None = None
    """How much of it came, in characters; None where it is a name in a list."""
    form: Form = Form.WHOLE
    text: int = 0
    """A hash of what came, so that the same text put in twice can be told from an update; 0 where nothing came."""
    by_agent: bool = False
    """The agent got it itself, by a call; else the harness put it in."""
    stands: bool = True
    """Whether it holds the thing; False for a file that was changed, which is no more than a reason to restore it."""


class Back(StrEnum):
    """What became of a thing at a compaction."""

    KEPT = "kept"
    """A message that was kept holds it."""
    AT_ONCE = "at once"
    """Put back before the model was called again."""
    LATER = "later"
    NEVER = "never"
    """Not before the next compaction, or the end of the log."""
    CHANGED = "changed"
    """A setting that reads otherwise afterwards."""
    NEW = "new"
    """Came with the compaction; nothing before shows it."""
    UNKNOWN = "not told"


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing at one compaction. Item numbers; None where there is none, or where the log does not tell."""

    kind: StateKind
    name: str
    back: Back
    before: int | None
    after: int | None
    """The item that brought it back, or holds it still."""
    chars_before: int | None = None
    chars_after: int | None = None
    form: Form = Form.WHOLE
    """How much of it came back."""
    times: int = 0
    """How often the same text was put in from the compaction to the next one; 2 and more is waste."""
    by_agent: bool = False
    """What came later, the agent got by a call."""
    in_summary: bool = False
    """The summary holds its name: said there, though not put back."""
    value: str = ""
    """Of a setting: what it reads afterwards."""
    why: str = ""
    """Why it cannot be told, in a sentence."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of a thing that was gone: the item that shows it, and what happened, in words."""

    kind: StateKind
    name: str
    item: int
    what: str


@dataclass(frozen=True, slots=True)
class State:
    """The ledger of one compaction."""

    compaction: int
    things: tuple[Thing, ...]
    """By kind, then in the order in which they stood."""
    followed: tuple[Followed, ...]
    unknown: str = ""
    """Why nothing can be said of what was not put back, in a sentence; "" where it can."""

    def of(self, kind: StateKind) -> tuple[Thing, ...]:
        """The things of one kind."""
        return tuple(thing for thing in self.things if thing.kind is kind)
