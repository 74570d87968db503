"""A session as a trace: every text once, and what each call of the model held and gave, free of any format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TracedItem:
    """One item that stood in a context, or was written by the model."""

    number: int
    kind: str
    text: str
    tool: str = ""
    call: str = ""
    error: bool = False
    origin: str = ""
    """Whose words it holds, where its kind does not tell that; "" where it does."""
    detail: str = ""
    """How they came in."""
    said: tuple[tuple[str, str], ...] = ()
    """What the human said inside it: how that came in, and the words."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fact at a compaction, as an evaluation of the calls behind it."""

    subject: str
    """Its kind, for the name of the evaluation."""
    label: str
    basis: str
    words: str
    score: float | None = None
    """1 kept, 0 gone, .5 changed; None where nothing was decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedCall:
    """One call of the model. What the log does not tell is None or ""."""

    number: int
    id: str
    model: str
    started: str | None
    seconds: float | None
    stop: str
    usage: tuple[int | None, int | None, int | None, int | None, int | None] | None
    """Tokens: input, read from the cache, written to it, output, of that reasoning; disjoint but for the last."""
    sent: tuple[int, ...]
    """Numbers of the items in its context, oldest first."""
    cleared: frozenset[int]
    """Those of them that stand there as a placeholder alone."""
    answer: tuple[int, ...]
    compacted: bool
    """Whether a compaction lies before it."""
    verdicts: tuple[Verdict, ...] = ()
    """Of the compaction right before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One session."""

    id: str
    agent: str
    agent_title: str
    version: str
    path: str
    cwd: str
    by: str
    items: tuple[TracedItem, ...]
    calls: tuple[TracedCall, ...]
