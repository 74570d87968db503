"""What an experiment's sheet holds: a head, a row a figure and a fact, and the contexts as they were left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOrigin:
    """Where an experiment comes from."""

    title: str
    agent: str
    path: str
    made: str
    """When it was written, ISO 8601 in UTC."""
    by: str
    """The program and its version."""
    lines: Mapping[int, int | None] = field(default_factory=dict)
    """Of each item the line of the log; None or nothing where a log has no lines."""
    prompts: Mapping[str, str] = field(default_factory=dict)
    """The texts of prompts, by name and version."""
    sessions: Mapping[str, Mapping[int, int | None]] = field(default_factory=dict)
    """Of several sessions, by the path that their columns name, what ``lines`` says of one."""
    missed: Sequence[tuple[str, str]] = ()
    """Of gates that were missed: the variant, and a sentence."""

    def lines_of(self, session: str) -> Mapping[int, int | None]:
        """The lines of one of several sessions, or of the only one."""
        return self.sessions.get(session, self.lines)


@dataclass(frozen=True, slots=True)
class Head:
    """One variant."""

    letter: str
    """"" for the recorded compaction."""
    strategy: str
    selection: str
    """How truly the strategy picks what stays."""
    wording: str
    """Whose prompt asked for the summary."""
    about: str
    """Model, prompt and what is to be preserved."""
    repeats: int
    cost: str
    used: str
    """Tokens read and written, over all repeats."""
    notes: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact over all variants: in each how often it had which verdict, in words."""

    kind: str
    statement: str
    live: bool
    line: int | None
    item: int | None
    cells: tuple[tuple[tuple[str, int], ...], ...]

    @property
    def differs(self) -> bool:
        """Whether variants did not do the same."""
        return len({tuple(verdict for verdict, _ in cell) for cell in self.cells if cell}) > 1


@dataclass(frozen=True, slots=True)
class SheetPiece:
    """One piece of a new context, or several kept items in a row."""

    slot: str
    state: str
    kind: str
    tokens: int
    why: str
    sources: tuple[tuple[int, int | None], ...]
    """Items and lines behind it; for kept items all of them."""
    more: int
    """How many sources are not named."""
    text: str | None
    """None where its items stand in the list of kept ones."""


@dataclass(frozen=True, slots=True)
class Context:
    """What one run would have left before the agent."""

    name: str
    """The letter of its variant, and which repeat it is where there are several."""
    tokens: int | None
    pieces: tuple[SheetPiece, ...]
    error: str


@dataclass(frozen=True, slots=True)
class KeptShare:
    """An item that some run kept word for word."""

    item: int
    line: int | None
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One compaction of an experiment."""

    mark: str
    """Names it on the page."""
    session: str
    """Its log, where there are several; "" otherwise."""
    compaction: int
    heads: tuple[Head, ...]
    whole: Mapping[str, tuple[tuple[str, str], ...]]
    """Each figure over all variants, by its name: in words, and what it rests on."""
    facts: tuple[FactRow, ...]
    contexts: tuple[Context, ...]
    kept: tuple[KeptShare, ...]
