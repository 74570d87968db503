"""What a report says, free of any format: plain values that every reporter writes in its own way."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.measure.bill import Bill
from inspector.model import Basis, TokenCount
from inspector.report.told import ToldCompaction


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a consequence: what happened where."""

    words: str
    item: int | None
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """What was said, asked or done again behind a compaction, with its places in order of time."""

    compaction: int
    title: str
    """The whole of it in one plain sentence."""
    links: tuple[Link, ...]
    sure: str
    basis: Basis
    fact: str = ""
    tokens: int | None = None
    seconds: float | None = None
    dollars: float | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """The token curve, one point per request. None where the log does not tell."""

    numbers: tuple[int, ...] = ()
    prompt: tuple[int | None, ...] = ()
    """Recorded, cached tokens included."""
    cache_read: tuple[int | None, ...] = ()
    output: tuple[int | None, ...] = ()
    kinds: tuple[str, ...] = ()
    """The bands from the bottom up; none before items were counted."""
    bands: tuple[tuple[float, ...], ...] = ()
    """One row per band, one number per request; estimated."""
    marks: tuple[tuple[int, float], ...] = ()
    """For each compaction its number and where it stands between the requests, as a request's number."""


@dataclass(frozen=True, slots=True)
class Headline:
    """One sentence of the card, and what it is about."""

    words: str
    compaction: int | None = None
    fact: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The session in a few lines."""

    title: str
    id: str
    agent: str
    agent_title: str
    version: str
    models: tuple[str, ...]
    path: str
    cwd: str
    started: str | None
    ended: str | None
    items: int
    requests: int
    compactions: int
    edits: int
    """Results cleared in place, which are no compactions."""
    peak: TokenCount
    limit: TokenCount
    threshold: TokenCount
    window_why: str
    cost: Bill
    headlines: tuple[Headline, ...] = ()
    """At most three, the most telling first."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of the log."""

    severity: str
    code: str
    message: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Removed:
    """What redaction took out: how often, and what stands there now. Never the words themselves."""

    kind: str
    placeholder: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One session, told."""

    card: Card
    figure: Figure
    compactions: tuple[ToldCompaction, ...]
    problems: tuple[Problem, ...]
    silent: tuple[str, ...]
    """What this agent's logs cannot tell, in sentences."""
    bases: tuple[tuple[str, str], ...]
    """How numbers and verdicts in this report are known: each basis with its meaning."""
    made: str
    """When, ISO 8601 in UTC."""
    by: str
    """The program and its version."""
    consequences: tuple[Consequence, ...] | None = None
    """None where the consequences were not looked at; empty where nothing was found."""
    redacted: bool = False
    removed: tuple[Removed, ...] = field(default=())
    damaged: str = ""
    """What is missing because it cannot be read, in a sentence; "" for a log without damage."""
