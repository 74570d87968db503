"""A transcript cut into turns at its headings; what only quotes a heading is left where it stands.

A heading inside of a code fence, of a tool's block or of a thought is a quotation, as a rule. Old transcripts hold
fences inside of fences of the same length, and blocks that were cut: there a heading counts all the same where it is
no earlier than what stands above it, or in a transcript without times where nothing closes the fence any more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.read.lines import TextLine
from inspector.read.times import iso

_HEADING = re.compile(r"_\*\*(User|Agent|Assistant)((?: - sidechain)?)((?: \([^()]*\)){0,3})\*\*_\s*")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
TOOL, THOUGHT, THOUGHT_ENDS = "<tool-use ", "<think><details>", "</details></think>"
_NO_MODEL = frozenset({"<synthetic>", "default", "auto"})


class Heading(NamedTuple):
    """Who speaks; ``time`` is ISO 8601 in UTC, None where the transcript has none."""

    is_user: bool
    model: str = ""
    time: str | None = None
    is_sidechain: bool = False


class Turn(NamedTuple):
    """A heading and the lines below it, up to the next."""

    heading: Heading
    at: TextLine
    body: list[TextLine]


class Fence:
    """Follows code fences line by line."""

    def __init__(self) -> None:
        self.mark = ""
        """What opened the fence at hand; "" outside of fences."""

    def step(self, text: str) -> bool:
        """Take in a line; gives whether it opens or closes a fence."""
        found = _FENCE.match(text)
        if found is None:
            return False
        mark, info = found.groups()
        if self.mark:
            if not closes(text, self.mark):
                return False
            self.mark = ""
            return True
        if mark[0] == "`" and "`" in info:
            return False
        self.mark = mark
        return True


def closes(text: str, mark: str) -> bool:
    """Whether a line closes the fence that ``mark`` opened."""
    found = _FENCE.match(text)
    return found is not None and found[1].startswith(mark) and not found[2].strip()


def fence_info(text: str) -> str | None:
    """What stands behind the marks of a line that may open a fence; None for any other line."""
    found = _FENCE.match(text)
    return found[2].strip() if found else None


def heading_in(text: str) -> Heading | None:
    """The heading that a line is, if it is one."""
    found = _HEADING.fullmatch(text) if text.startswith("_**") else None
    if found is None:
        return None
    who, dash, behind = found.groups()
    notes = re.findall(r"\(([^()]*)\)", behind)
    is_sidechain = bool(dash) or "sidechain" in notes
    told = next((note for note in notes if note != "sidechain"), "")
    stamp = _TIME.search(told)
    model = (told[: stamp.start()] if stamp else told).split(", mode ")[0].removeprefix("model ").strip()
    # The task given to a subagent stands under its name; the agent that wrote it is not told.
    is_task = is_sidechain and stamp is not None and told == stamp[0]
    is_user = who == "User" or is_task
    named = "" if is_user or model in _NO_MODEL else model
    return Heading(is_user, named, iso(stamp[0]) if stamp else None, is_sidechain)


def cut_turns(lines: Sequence[TextLine]) -> tuple[list[TextLine], list[Turn]]:
    """What stands above the first heading, and the turns."""
    cutter = _Cutter(lines)
    for index, line in enumerate(lines):
        cutter.line(index, line)
    return cutter.above, cutter.turns


class _Cutter:
    """Cuts lines into turns, one after the other."""

    def __init__(self, lines: Sequence[TextLine]) -> None:
        self.lines, self.above = lines, list[TextLine]()
        self.turns: list[Turn] = []
        self._fence, self._nest = Fence(), Nest()
        self._first = self._last = ""

    def line(self, index: int, line: TextLine) -> None:
        heading = heading_in(line.text)
        if heading is not None and self._is_real(index, heading):
            self._begin(heading, line)
            return
        (self.turns[-1].body if self.turns else self.above).append(line)
        if self.turns:
            self._follow(line.text)

    def _begin(self, heading: Heading, line: TextLine) -> None:
        self.turns.append(Turn(heading, line, []))
        self._fence, self._nest = Fence(), Nest()
        if heading.time:
            self._first = self._first or heading.time
            self._last = self._last if heading.is_sidechain else max(self._last, heading.time)

    def _follow(self, text: str) -> None:
        if not self._nest and self._fence.mark:
            self._fence.step(text)
            return
        was_inside = bool(self._nest)
        self._nest.step(text)
        if was_inside and not self._nest:
            self._fence = Fence()
        else:
            self._fence.step(text)

    def _is_real(self, index: int, heading: Heading) -> bool:
        if not self._fence.mark and not self._nest:
            return True
        if self._first:
            # A quoted transcript is older than the session that quotes it.
            since = self._first if heading.is_sidechain else self._last or self._first
            return bool(heading.time) and str(heading.time) >= since
        return bool(self._fence.mark) and not self._is_closed_below(index)

    def _is_closed_below(self, index: int) -> bool:
        for line in self.lines[index + 1 :]:
            if closes(line.text, self._fence.mark):
                return True
            if fence_info(line.text):
                return False
        return False


class Nest:
    """Follows the blocks of tools and thoughts line by line; their tags stand at the start of a line."""

    def __init__(self) -> None:
        self.tools, self.is_thought = 0, False

    def __bool__(self) -> bool:
        return self.is_thought or self.tools > 0

    def step(self, text: str) -> None:
        ends_thought = text.rstrip().endswith(THOUGHT_ENDS)
        if self.is_thought:
            self.is_thought = not ends_thought
        elif text.startswith(TOOL):
            self.tools += not text.rstrip().endswith("</tool-use>")
        elif self.tools:
            self.tools -= text.startswith(("</details></tool-use>", "</tool-use>"))
        else:
            self.is_thought = text.startswith(THOUGHT) and not ends_thought
