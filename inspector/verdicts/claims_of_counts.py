"""Numbers of tests, lines and files in a summary that the log gives otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.text.units import Unit
from inspector.verdicts.claim_words import Told, at_line, lists_messages
from inspector.verdicts.files_seen import FilesSeen

_TESTS_OF = re.compile(
    r"`?\b(\w*Tests?\w*)\b`?(?:\.\w+`?)?\*{0,2}"
    r"(?:\s*\((\d+) (?:\w+ )?tests?\)|\s*(?::|[–—-])\s*(\d+) (?:\w+ )?tests?\b)"
)
# What is told below a file of a class or function is not told of the file.
_NAME = re.compile(r"`|[a-z0-9][A-Z]|\w_\w")
_PATH = re.compile(r"(?<![\w./~-])[\w./~-]*\w\.\w{1,5}\b(?!\()")
_TESTS = re.compile(
    r"^[^\d]{0,40}?(?:\bwith|\bcontains?|\bhas|[-–—(:,]|^)\s*(\d+) (?:\w+ )?tests?(?: methods| cases| functions)?\b",
    re.IGNORECASE,
)
_LINES = re.compile(
    r"^[^\d]{0,40}?(?:\bto|\bis|\bhas|\bat|\bwith|version|file|[-–—(:,])\s*(?:only |now )?"
    r"(?:~|about |around |approx\.? )?(\d[\d,]*)\+? lines\b(?! (?:added|removed|changed|deleted|modified|of|to|for))",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:add\w*|remov\w*|delet\w*|chang\w*|first|last|top|new tests|block|describe|section|more|each|every|other"
    r"|class|function|method|originally|was|were|from)\b|[+±]\d",
    re.IGNORECASE,
)
_FINAL = re.compile(r"\b(?:final|now|current\w*)\b", re.IGNORECASE)
_FOLDER = re.compile(
    r"(?<![\w.@~/-])(?P<folder>(?:[\w.@~-]++/|/)++)[`*]*\s{0,3}"
    r"\((?P<count>\d+) (?:new )?(?P<kind>test )?(?:\w+ )?(?:files|modules)\)"
)
_TENTH, _LITTLE = 0.1, 0.02


def tests_of(unit: Unit, files: FilesSeen) -> Told | None:
    """A class or file is given a number of tests that it does not have."""
    if lists_messages(unit):
        return None
    for told in _TESTS_OF.finditer(unit.text):
        name, number = told[1], told[2] or told[3]
        known = files.tests_in(name)
        if known is not None and known[0] != int(number):
            why = f"{name} has {known[0]} tests, not {number} ({at_line(known[1])})."
            return Told("number", "contradicted", why)
    for path, rest in _named(unit):
        hit = _TESTS.search(rest)
        part = hit and (_PART.search(rest[: hit.end()]) or _NAME.search(rest[: hit.start(1)]))
        states = files.states(path) if hit and not part else ()
        counts = [state.tests for state in states if state.written]
        if hit and counts and None not in counts and any(counts) and int(hit[1]) not in counts:
            last = next(state for state in reversed(states) if state.written)
            why = f"{_base(path)} was written with {last.tests} tests ({at_line(last.item)})."
            return Told("number", "contradicted", why)
    return None


def lines_of(unit: Unit, files: FilesSeen) -> Told | None:
    """A file is given a number of lines that is far from what it was ever written or counted with."""
    for path, rest in _named(unit):
        hit = _LINES.search(rest)
        if hit is None or _PART.search(rest[: hit.end()]):
            continue
        said = int(hit[1].replace(",", ""))
        states = files.states(path)
        final = bool(_FINAL.search(unit.text))
        allowed = _LITTLE if final and said % 10 else _TENTH
        sure = [state for state in states if state.written]
        looked_at = sure[-1:] if final else states
        if sure and all(abs(state.lines - said) > allowed * state.lines for state in looked_at):
            last = sure[-1]
            return Told("number", "contradicted", f"{_base(path)} had {last.lines} lines ({at_line(last.item)}).")
    return None


def files_in(unit: Unit, files: FilesSeen) -> Told | None:
    """A folder is given fewer files than were written there; how many it had before the log does not tell."""
    hit = _FOLDER.search(unit.text)
    known = files.written_in(hit["folder"], (hit["kind"] or "").strip()) if hit and not lists_messages(unit) else None
    if hit is None or known is None or known[0] <= int(hit["count"]):
        return None
    return Told("number", "contradicted", f"{known[0]} files were written there, the last at {at_line(known[1])}.")


def _named(unit: Unit) -> Iterator[tuple[str, str]]:
    """The one file that a unit speaks of, or the item above it, with what is said of it."""
    own = list(_PATH.finditer(unit.text))
    if len({hit[0] for hit in own}) == 1:
        yield own[0][0], unit.text[own[0].end() :].lstrip("`*)")
    elif not own and unit.depth:
        above = {hit[0] for hit in _PATH.finditer(unit.lead)}
        if len(above) == 1:
            yield above.pop(), unit.text


def _base(path: str) -> str:
    return path.rsplit("/", 1)[-1]
