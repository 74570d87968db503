"""The lines of a list of sessions: their words, how they sort, which fit a search, and their projects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

from inspector.gui.language import ago, exact, number, size, tr
from inspector.gui.models.figures import short, short_line
from inspector.read.adapters import title_of
from inspector.read.discover import Found
from inspector.workbench.session_index import Figures

_TITLE = 400
"""Letters of a title that are looked at: a list cuts it where its room ends."""
_SHORT = 56
"""Letters in which two titles have to differ to be told apart at a glance."""
_ALIKE = 40
"""Letters in which a title and the first words are the same to who reads them."""
NONE = "–"
_ID = 8
_TAG = re.compile(r"</?[a-z][\w-]*>")


@dataclass(frozen=True)
class Line:
    """One session: what its head and tail tell, and, once it was read, what all of it tells.

    Its words are worked out once: a list of hundreds is drawn again whenever more is known of one of them.
    """

    found: Found
    figures: Figures | None = None

    @property
    def error(self) -> str:
        """Why it cannot be read; "" where it can, or nobody tried."""
        return self.found.error or (self.figures.error if self.figures else "")

    @property
    def project(self) -> str:
        """The folder that its agent worked in, "" where unknown."""
        return (self.figures.project if self.figures else "") or self.found.project

    @property
    def agent(self) -> str:
        """The agent's name."""
        return self.found.product or title_of(self.found.agent)

    @cached_property
    def title(self) -> str:
        """The title, else the first words, else the file's name; on one line."""
        said = self.figures.first_words if self.figures else ""
        return short_line(_unmarked(self.found.title or said), _TITLE) or self.found.path.name

    @cached_property
    def beginning(self) -> str:
        """As much of the title as is seen at a glance."""
        return short_line(self.title, _SHORT)

    @cached_property
    def searched(self) -> str:
        """All that a search looks through, in small letters."""
        return "\n".join((self.title, self.first_words, self.agent, self.project, str(self.found.path))).casefold()

    @cached_property
    def first_words(self) -> str:
        """The first words a person said, where the title is another."""
        words = _unmarked(self.figures.first_words) if self.figures else ""
        return "" if _same_start(words, self.title) else words

    @property
    def is_judged(self) -> bool:
        """Whether somebody looked for what is missing, or there is nothing that could be, or could be read."""
        figures = self.figures
        return figures is not None and (
            bool(figures.error) or not figures.compactions or figures.losses is not None or bool(figures.unjudged)
        )


@dataclass(frozen=True, slots=True)
class LineColumn:
    """One column after the first. ``key`` gives what to sort by; None, the unknown, comes last in both directions."""

    name: str
    title: str
    text: Callable[[Line], str]
    key: Callable[[Line], Any]
    tip: str = ""
    right: bool = True
    largest_first: bool = True


def _figure(of: Callable[[Figures], Any]) -> Callable[[Line], Any]:
    return lambda line: of(line.figures) if line.figures and not line.error else None


def _counted(of: Callable[[Figures], int | None], written: Callable[[int], str] = number) -> Callable[[Line], str]:
    def text(line: Line) -> str:
        value = _figure(of)(line)
        return "" if not value else written(value)

    return text


def _compactions(line: Line) -> str:
    own, theirs = (_counted(of)(line) for of in (lambda f: f.compactions, lambda f: f.in_subagents))
    told = f"{own or 0} + {theirs}" if theirs else own
    return told and f"{told}┊"


def _loops(line: Line) -> str:
    figures = line.figures
    return "" if figures is None or line.error else number(figures.loops) if figures.loops else NONE


def _ending(line: Line) -> str:
    return "" if line.figures is None or line.error else line.figures.ending or tr("unknown")


def says_nothing(words: str) -> bool:
    """Whether a cell has nothing to tell: it is empty, or says that there is none, or that it is not known."""
    return words in ("", NONE, tr("unknown"))


def _losses(line: Line) -> str:
    figures = line.figures
    if figures is None or line.error or not figures.compactions:
        return ""
    if figures.losses is None:
        return tr("cannot be read") if figures.unjudged else ""
    nothing = tr("nothing to look for") if figures.is_silent else tr("none")
    return number(figures.losses) if figures.losses else nothing


def _last(line: Line) -> str:
    return ago(line.found.ended) if line.found.ended else f"≈ {ago(line.found.modified)}"


COLUMNS: tuple[LineColumn, ...] = (
    LineColumn("project", tr("Project"), lambda one: short_project(one.project), lambda one: one.project or None,
               tr("The folder that the agent worked in"), right=False, largest_first=False),
    LineColumn("agent", tr("Agent"), lambda one: one.agent, lambda one: one.agent or None, right=False,
               largest_first=False),
    LineColumn("items", tr("Items"), _counted(lambda f: f.items), _figure(lambda f: f.items),
               tr("How long it is: messages, calls and results")),
    LineColumn("compactions", tr("Compactions"), _compactions, _figure(lambda f: f.compactions + f.in_subagents),
               tr("How often it was compacted; + those of its subagents")),
    LineColumn("removed", tr("Removed"), _counted(lambda f: f.removed, short), _figure(lambda f: f.removed),
               tr("Tokens that the compactions took away, of those whose sizes are in the log")),
    LineColumn("loops", tr("Fired again"), _loops, _figure(lambda f: f.loops),
               tr("Compactions after which the next one fired within 2 requests")),
    LineColumn("losses", tr("Missing"), _losses, _figure(lambda f: f.losses),
               tr("Sentences of the user's that stood in the context before a compaction and not behind it, or that a "
                  "judge calls lost or changed; empty until somebody looked")),
    LineColumn("ending", tr("Ended"), _ending, _figure(lambda f: f.ending or None),
               tr("How it ended; unknown where the log does not say"), right=False, largest_first=False),
    LineColumn("bytes", tr("Size"), lambda one: tr("in a database") if one.found.bytes is None and not one.error
               else size(one.found.bytes or 0), lambda one: one.found.bytes),
    LineColumn("last", tr("Last at work"), _last, lambda one: one.found.last or None,
               tr("≈: when the file changed, which may be when it was copied")),
)  # fmt: skip
LATEST, WORST = "latest", "worst"
SORTS: dict[str, str] = {
    tr("Latest, by project"): LATEST,
    tr("Worst first"): WORST,
    tr("Most missing"): "losses",
    tr("Most tokens removed"): "removed",
    tr("Most compactions"): "compactions",
    tr("Longest"): "items",
}
"""What can be chosen without a click on a column, by title."""


def in_order(lines: Iterable[Line], by: str, largest_first: bool = True) -> list[Line]:
    """The lines by a column, or the worst first; those without a value behind the rest, the unreadable last."""
    newest = sorted(lines, key=lambda one: one.found.last, reverse=True)
    readable = [one for one in newest if not one.error]
    key = _KEYS[by]
    known = sorted((one for one in readable if key(one) is not None), key=key, reverse=largest_first)
    return [*known, *(one for one in readable if key(one) is None), *(one for one in newest if one.error)]


def _badness(line: Line) -> tuple[float, int, int]:
    figures = line.figures or Figures()
    # What nobody looked for is no reason to stand behind a session in which nothing is missing.
    harm = figures.losses if figures.losses is not None else 0.5 if figures.compactions else 0
    return harm, figures.loops, figures.removed or 0


_KEYS: dict[str, Callable[[Line], Any]] = {
    **{column.name: column.key for column in COLUMNS},
    LATEST: lambda line: line.found.last,
    WORST: _badness,
    "title": lambda line: line.title.casefold(),
}


def by_project(lines: Iterable[Line]) -> list[tuple[str, list[Line]]]:
    """The projects, the one last worked in first, each with its sessions, the latest first.

    "" is of logs that name none. Unreadable logs are in none of them.
    """
    groups: dict[str, list[Line]] = {}
    for line in in_order(lines, LATEST):
        if not line.error:
            groups.setdefault(line.project, []).append(line)
    return list(groups.items())


def short_project(path: str) -> str:
    """The last part of a project's folder, with the one before where it is a bare number."""
    name = PurePath(path.replace("\\", "/")).name
    return (_two_parts(path) if name.isdecimal() else name) or path


def _two_parts(path: str) -> str:
    parts = [part for part in PurePath(path.replace("\\", "/")).parts if part != "/"]
    return "/".join(parts[-2:])


def project_names(paths: Sequence[str]) -> dict[str, str]:
    """What each project is called: its last part, with the one before where two have the same."""
    twice = Counter(map(short_project, paths))
    return {
        path: _two_parts(path) if twice[short_project(path)] > 1 else short_project(path)
        for path in paths
    }  # fmt: skip


def told_apart(lines: Sequence[Line]) -> dict[Path, str]:
    """Of lines whose titles begin alike, what tells them apart: when each began, or else the name of its file."""
    same: dict[str, list[Line]] = {}
    for line in lines:
        same.setdefault(line.beginning, []).append(line)
    found: dict[Path, str] = {}
    for alike in same.values():
        if len(alike) > 1:
            found |= {line.found.path: mark for line, mark in zip(alike, _marks(alike), strict=True)}
    return found


def _marks(alike: Sequence[Line]) -> list[str]:
    """Of each line the first of these that no other has: when it began, the start of its file's name, all of it."""
    stems = [line.found.path.stem for line in alike]
    ways = ([exact(line.found.started) for line in alike], [stem[:_ID] for stem in stems], stems)
    counts = [Counter(way) for way in ways]
    nested = [f"{line.found.path.parent.name}/{stem}" for line, stem in zip(alike, stems, strict=True)]
    return [
        next((way[at] for way, count in zip(ways, counts, strict=True) if way[at] and count[way[at]] == 1), nested[at])
        for at in range(len(alike))
    ]


def fitting(lines: Iterable[Line], wanted: str) -> Iterator[Line]:
    """The lines that have every word of a search in title, first words, agent, project or path."""
    words = wanted.casefold().split()
    return (line for line in lines if all(word in line.searched for word in words))


def _unmarked(words: str) -> str:
    """Words without what an agent writes around a command for the model."""
    return " ".join(_TAG.sub(" ", words).split()) if words.startswith("<") else words


def _same_start(one: str, other: str) -> bool:
    one, other = " ".join(one[: 8 * _ALIKE].split()).casefold(), other.rstrip("…").casefold()
    return not one or one.startswith(other[:_ALIKE]) or other.startswith(one[:_ALIKE])


def looked_words(folder: Path | None) -> str:
    """Where was looked for sessions and none was found: under a folder, or where agents keep theirs."""
    if folder is not None:
        return tr("No session log of a known agent is in this folder.")
    # Only who has no session needs it.
    from inspector.read.discover import places

    home = f"{Path.home()}/"
    tried = (f"{one.title}: {str(one.looked_at[0]).replace(home, '~/', 1)}" for one in places() if one.looked_at)
    elsewhere = tr("A log from elsewhere opens with Open… or when it is dropped here.")
    return "\n".join([tr("No session log of a known agent was found. Looked in:"), "", *tried, "", elsewhere])
