"""The sample sessions that come with the program."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.resources import samples

CASE = "case.toml"
LESSONS = (
    ("claude-code/2.1/fading-rules", "Rules fade from summary to summary; with a judge's reading, recorded once"),
    ("claude-code/2.1/full-window", "A window fills up, and a rule is left out; as it looks without a judge"),
    ("claude-code/2.1/clean", "A compaction that loses nothing"),
    ("codex/0.150/auth-refresh", "What only tools said is gone after two compactions"),
    ("openai-api/responses/choir-archive", "A summary that nobody can read"),
)
"""The samples to begin with, by folder, and what each teaches."""
_LESSONS = [words for _, words in LESSONS]


@dataclass(frozen=True, slots=True)
class Sample:
    """One of them."""

    path: Path
    """The log, or the folder that makes up the session."""
    agent: str
    title: str
    shows: str
    """What it is there to show; "" where its case does not say."""
    teaches: str = ""
    """In a few words, of one of those to begin with."""


def find_samples(folder: Path | None = None) -> tuple[Sample, ...]:
    """Those to begin with, then the rest by agent and name. A case whose description cannot be read is left out."""
    found = tuple(_samples(folder or samples()))
    lessons = sorted((one for one in found if one.teaches), key=lambda one: _LESSONS.index(one.teaches))
    return (*lessons, *(one for one in found if not one.teaches))


def _samples(folder: Path) -> Iterator[Sample]:
    for case in sorted(folder.rglob(CASE)):
        try:
            # What it says of itself stands ahead of its tables, which a window need not wait for.
            told = tomllib.loads(case.read_text("utf-8").partition("\n[")[0])
        except (OSError, ValueError):
            continue
        log = _log(case.parent, str(told.get("log", "")))
        if log is not None:
            parts = case.parent.relative_to(folder).parts
            title = str(told.get("title", "")) or case.parent.name.replace("-", " ").replace("_", " ")
            teaches = dict(LESSONS).get("/".join(parts), "")
            yield Sample(log, parts[0] if parts else "", title, _sentence(told.get("shows", "")), teaches)


def _sentence(shows: object) -> str:
    return "; ".join(str(one) for one in shows) if isinstance(shows, list) else str(shows)


def _log(folder: Path, named: str) -> Path | None:
    """The log a case names, or the only thing beside its description."""
    if named:
        return folder / named if (folder / named).exists() else None
    beside = [path for path in sorted(folder.iterdir()) if path.name != CASE and not path.name.startswith(".")]
    files = [path for path in beside if path.is_file()]
    # A session's own folder of subagents may lie beside its log.
    return files[0] if len(files) == 1 else folder if beside else None
