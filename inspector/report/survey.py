"""Many sessions at once: one row each, and how survival is spread over agents, versions, trigger levels and rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from statistics import quantiles
from typing import Any

from inspector.model.shown import ORDER
from inspector.report.document import Removed
from inspector.report.told import ToldWork
from inspector.survival.shares import SPOKEN, Share
from inspector.wording.units import UNKNOWN

_LEVELS = ((0.25, "under 25 %"), (0.5, "25 to 50 %"), (0.75, "50 to 75 %"), (0.9, "75 to 90 %"))
_HIGHEST = "90 % and more"
_BANDS = {name: place for place, name in enumerate([*(name for _, name in _LEVELS), _HIGHEST, UNKNOWN])}
_CALLED = ("lost", "distorted", "contradicted", "altered", "weakened")
"""Counts of what only a judge or a person calls so."""


@dataclass(frozen=True, slots=True)
class CommonLoss:
    """One fact that may have to be put back: lost or changed as somebody says, or not there."""

    kind: str
    verdict: str
    statement: str
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One compaction of one session."""

    number: int
    line: int | None
    kind: str
    trigger: str
    outcome: str
    before: int | None
    after: int | None
    level: float | None
    """How full the window was, 0 to 1; None where either is not known."""
    kept: tuple[Share, ...]
    losses: tuple[CommonLoss, ...]
    unjudged: str
    work: ToldWork | None = None
    """What the work shows, where nobody can read what it left: all counts, and some examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """One session. ``error`` says why nothing else is known."""

    path: str
    agent: str = ""
    version: str = ""
    title: str = ""
    started: str | None = None
    items: int = 0
    requests: int = 0
    peak: int | None = None
    rounds: tuple[Round, ...] = ()
    problems: int = 0
    error: str = ""
    damaged: str = ""
    """What is missing of it because it cannot be read, in a sentence."""


@dataclass(frozen=True, slots=True)
class SurveyGroup:
    """The compactions that share something, and how the human's words fared in them."""

    name: str
    sessions: int
    compactions: int
    """Those whose text can be read and before which somebody said something."""
    facts: int
    kept: int
    distorted: int
    lost: int
    part: int
    absent: int
    quartiles: tuple[float, float, float] | None
    """Of the shares that single compactions kept; None below four of them."""

    @property
    def harmed(self) -> int | None:
        """Those that were lost or changed; None where nobody said so of any, which is not known to be none."""
        return self.distorted + self.lost or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """All rows, in order of their paths, with the distributions."""

    rows: tuple[SessionRow, ...]
    distributions: tuple[tuple[str, tuple[SurveyGroup, ...]], ...]
    made: str
    by: str
    redacted: bool = False
    removed: tuple[Removed, ...] = field(default=())

    @property
    def unjudged(self) -> int:
        """Compactions that could not be judged, and are in no distribution."""
        return sum(bool(one.unjudged) for row in self.rows for one in row.rounds)

    @property
    def untold(self) -> str:
        """Why there is no distribution, where there is none."""
        if not any(row.rounds for row in self.rows):
            return "None of these sessions was compacted, as far as could be read."
        if all(one.unjudged for row in self.rows for one in row.rounds):
            return "No compaction of these sessions can be read."
        return "Nobody said anything before a compaction of these sessions that can be read."

    @property
    def shown(self) -> tuple[tuple[str, int], ...]:
        """What the work shows of the facts before compactions that nobody can read, all sessions together."""
        told = Counter[str]()
        for row in self.rows:
            for one in row.rounds:
                told.update(dict(one.work.counts) if one.work is not None else {})
        return tuple((shown.value, told[shown.value]) for shown in ORDER if told[shown.value])


def distributions(rows: Sequence[SessionRow]) -> tuple[tuple[str, tuple[SurveyGroup, ...]], ...]:
    """Survival of the human's words by agent, version, trigger level and round."""
    ways: tuple[tuple[str, Callable[[SessionRow, Round], str]], ...] = (
        ("agent", lambda row, _: row.agent),
        ("version", lambda row, _: f"{row.agent} {_version(row.version)}"),
        ("trigger level", lambda _, one: _level(one.level)),
        ("round", lambda _, one: str(one.number) if one.number <= 4 else "5 and later"),
    )
    pairs = [(row, one) for row in rows for one in row.rounds]
    return tuple((name, _groups(pairs, key)) for name, key in ways)


def survey_json(survey: Survey) -> dict[str, Any]:
    """The survey as the JSON contract writes it: ``rows``, and ``distributions`` by name."""
    told = asdict(survey)
    for one in (one for row in told["rows"] for one in row["rounds"]):
        if one["work"] is not None:
            one["work"]["counts"] = dict(one["work"]["counts"])
        one["kept"] = [known_counts(kept) for kept in one["kept"]]
    told["distributions"] = {
        name: [known_counts(asdict(group)) for group in groups] for name, groups in survey.distributions
    }
    return told


def known_counts(counts: dict[str, Any], *, is_judged: bool = False) -> dict[str, Any]:
    """The counts with null for how many were lost or changed, where no judge read them and no person called any so."""
    called = [key for key in _CALLED if key in counts]
    return counts if is_judged or any(counts[key] for key in called) else {**counts, **dict.fromkeys(called)}


def _groups(
    pairs: Iterable[tuple[SessionRow, Round]], key: Callable[[SessionRow, Round], str]
) -> tuple[SurveyGroup, ...]:
    found: dict[str, list[tuple[SessionRow, Round]]] = {}
    for row, one in pairs:
        # Of an unreadable summary only what was kept beside it can be judged: its share would always be one.
        if not one.unjudged and any(kept.n for kept in one.kept if kept.kind in SPOKEN):
            found.setdefault(key(row, one), []).append((row, one))
    return tuple(_group(name, found[name]) for name in sorted(found, key=lambda name: (_BANDS.get(name, 0), name)))


def _group(name: str, pairs: Sequence[tuple[SessionRow, Round]]) -> SurveyGroup:
    judged = [[kept for kept in one.kept if kept.kind in SPOKEN] for _, one in pairs]
    n, kept, distorted, lost, part, absent = (
        sum(getattr(each, name) for one in judged for each in one)
        for name in ("n", "kept", "distorted", "lost", "part", "absent")
    )
    shares = [sum(each.kept for each in one) / sum(each.n for each in one) for one in judged]
    spread = quantiles(shares, n=4, method="inclusive") if len(shares) >= 4 else None
    sessions = len({row.path for row, _ in pairs})
    quartiles = (spread[0], spread[1], spread[2]) if spread else None
    return SurveyGroup(name, sessions, len(pairs), n, kept, distorted, lost, part, absent, quartiles)


def _level(level: float | None) -> str:
    if level is None:
        return UNKNOWN
    return next((name for bound, name in _LEVELS if level < bound), _HIGHEST)


def _version(versions: str) -> str:
    """Major and minor of the newest; patches would leave one session a group."""
    newest = versions.split(",")[-1].strip()
    parts = newest.split(".")
    return ".".join(parts[:2]) or UNKNOWN
