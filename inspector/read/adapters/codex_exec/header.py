"""The block above a run that names its version, folder, model and limits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.read.lines import TextLine
from inspector.read.times import from_milliseconds, iso

STAMP = re.compile(r"\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\] (.*)\Z")
"""What old versions print before a heading: the time, in UTC."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_TIMED = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z) (.*)\Z")
"""What GitHub Actions puts in front of every line."""
_OPENS = re.compile(r"OpenAI Codex v(\d\S*)(?: \(research preview\))?\Z")
_ENTRY = re.compile(r"([a-z][a-z ]{2,24}): (.*)\Z")
RULE = "--------"
_MOST = 20
_UUID = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


class Header(NamedTuple):
    """What the header tells; ``lines`` is how many lines it has, its last rule included."""

    version: str
    told: dict[str, str]
    lines: int
    time: str | None = None
    is_stamped: bool = False
    is_whole: bool = True
    """Whether it ends with its rule."""

    @property
    def started(self) -> str | None:
        """When the run began: by its stamp, else by the session's id, which begins with the milliseconds since 1970."""
        uuid = _UUID.fullmatch(self.told.get("session id", ""))
        return self.time or (from_milliseconds(int(uuid[1] + uuid[2], 16)) if uuid else None)

    @property
    def hides_thoughts(self) -> bool:
        """Whether its version prints reasoning, and only a colour tells that it is."""
        numbers = self.version.split("-")[0].split(".")
        is_new = all(map(str.isdecimal, numbers)) and tuple(map(int, numbers)) >= (0, 120)
        return is_new and self.told.get("reasoning summaries", "none") != "none"


_DIM, _HEADING, _PLAIN = "\x1b[2m", "\x1b[35m", "\x1b[0m"
_COMPACTED = "context compacted"


def plain(text: str) -> str:
    return _COLOUR.sub("", text) if "\x1b" in text else text


def with_headings(lines: Sequence[TextLine]) -> list[TextLine]:
    """Coloured lines without their colours; reasoning, which newer versions tell by its colour alone, under a heading.

    Commands print in that colour, too; a thought ends where the printer's next heading begins.
    """
    found, end = list[TextLine](), 0
    for at, line in enumerate(lines):
        if at >= end and line.text.startswith(_DIM) and plain(line.text) != _COMPACTED:
            end = (
                next((place for place in range(at, len(lines)) if lines[place].text.rstrip().endswith(_PLAIN)), at) + 1
            )
            if end < len(lines) and lines[end].text.startswith((_HEADING, _DIM)):
                found.append(line._replace(text="thinking"))
        found.append(line._replace(text=plain(line.text)))
    return found


def untimed(lines: Sequence[TextLine]) -> tuple[list[TextLine], dict[int, str]]:
    """Lines without the times that a pipeline put in front of them, and those times by line number."""
    if not any((found := _TIMED.match(line.text)) and "OpenAI Codex v" in found[2] for line in lines):
        return list(lines), {}
    bare, times = [], dict[int, str]()
    for line in lines:
        found = _TIMED.match(line.text)
        if found and (time := iso(found[1][:23] + "Z")):
            times[line.number] = time
        bare.append(line._replace(text=found[2]) if found else line)
    return bare, times


def header_at(lines: Sequence[TextLine], at: int) -> Header | None:
    """The header that begins on a line, if one does: with folder and model, however much behind them is cut off."""
    text = plain(lines[at].text)
    if "OpenAI Codex v" not in text:
        return None
    stamp = STAMP.match(text)
    opens = _OPENS.match((stamp[2] if stamp else text).rstrip())
    if opens is None or at + 1 >= len(lines) or plain(lines[at + 1].text) != RULE:
        return None
    told: dict[str, str] = {}
    end = at + 2
    while end < min(len(lines), at + _MOST):
        entry = _ENTRY.match(plain(lines[end].text))
        if entry is None:
            break
        told[entry[1]] = entry[2].strip()
        end += 1
    if not {"workdir", "model"} <= told.keys():
        return None
    is_whole = end < len(lines) and plain(lines[end].text) == RULE
    time = iso(stamp[1] + "Z") if stamp else None
    return Header(opens[1], told, end + is_whole - at, time, stamp is not None, is_whole)
