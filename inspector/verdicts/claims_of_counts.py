"""Numbers of tests, lines and files in a summary that the log gives otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.text.difference import names
from inspector.text.units import Unit
from inspector.text.word_rows import rows
from inspector.verdicts.claim_words import Doubt, at_line, lists_messages
from inspector.verdicts.files_seen import FilesSeen

_COUNT = re.compile(
    r"(?<![\w.,])(?P<number>\d[\d,]*)\+? (?:(?P<kind>\w+) ){0,2}?"
    r"(?P<unit>tests?(?! files| modules)|lines|files|modules)\b"
)
_PATH = re.compile(r"(?<![\w./~-])[\w./~-]*\w\.\w{1,5}\b(?!\()")
_IS_SO = rows("with|contain|contains|has|is|at|to|file|version only|now?")
"""What a count of the whole file stands behind, where no sign parts it from what is before."""
_PARTED = ("-", "–", "—", "(", ":", ",")
_ROUGHLY = ("about", "around", "approx.", "approx")
_PART = rows(
    "add*|remov*|delet*|chang*|modif*|first|last|top|new_tests|block|describe|section|more|each|every|other|class|function"
    "|method|originally|was|were|from"
)
_OF_PART = rows("lines added|removed|changed|deleted|modified|of|to|for")
_FINAL = rows("final|now|current*")
_FAR = 40
_TENTH, _LITTLE = 0.1, 0.02


def tests_of(unit: Unit, files: FilesSeen) -> Doubt | None:
    """A class or file is given a number of tests that it does not have."""
    if lists_messages(unit):
        return None
    for told in _counts(unit.text, "test"):
        name = _word_before(unit.text, told).split(".")[0]
        known = files.tests_in(name) if "Test" in name else None
        if known is not None and known[0] != _number(told):
            why = f"{name} has {known[0]} tests, not {_number(told)} ({at_line(known[1])})."
            return Doubt("number", "contradicted", why)
    for path, rest in _named(unit):
        told_of = _count_of_whole(rest, "test")
        # What is told below a file of a class or function is not told of the file.
        if told_of is None or names(rest[: told_of.start()]):
            continue
        states = [state for state in files.states(path) if state.written]
        counts = [state.tests for state in states]
        if None not in counts and any(counts) and _number(told_of) not in counts:
            why = f"{_base(path)} was written with {counts[-1]} tests ({at_line(states[-1].item)})."
            return Doubt("number", "contradicted", why)
    return None


def lines_of(unit: Unit, files: FilesSeen) -> Doubt | None:
    """A file is given a number of lines that is far from what it was ever written or counted with."""
    for path, rest in _named(unit):
        told = _count_of_whole(rest, "line")
        if told is None or _OF_PART.match(rest, told.start("unit")):
            continue
        said, states = _number(told), files.states(path)
        final = bool(_FINAL.search(unit.text))
        allowed = _LITTLE if final and said % 10 else _TENTH
        sure = [state for state in states if state.written]
        looked_at = sure[-1:] if final else states
        if sure and all(abs(state.lines - said) > allowed * state.lines for state in looked_at):
            why = f"{_base(path)} had {sure[-1].lines} lines ({at_line(sure[-1].item)})."
            return Doubt("number", "contradicted", why)
    return None


def files_in(unit: Unit, files: FilesSeen) -> Doubt | None:
    """A folder is given fewer files than were written there; how many it had before the log does not tell."""
    for told in () if lists_messages(unit) else (*_counts(unit.text, "file"), *_counts(unit.text, "module")):
        folder = _word_before(unit.text, told)
        known = files.written_in(folder, "test" if told["kind"] == "test" else "") if folder.endswith("/") else None
        if known is not None and known[0] > _number(told):
            why = f"{known[0]} files were written there, the last at {at_line(known[1])}."
            return Doubt("number", "contradicted", why)
    return None


def _counts(text: str, unit: str) -> Iterator[re.Match[str]]:
    return (hit for hit in _COUNT.finditer(text) if hit["unit"].startswith(unit))


def _number(hit: re.Match[str]) -> int:
    return int(hit["number"].replace(",", ""))


def _word_before(text: str, count: re.Match[str]) -> str:
    """What a count behind a bracket, a colon or a dash belongs to."""
    before = text[: count.start()].rstrip()
    parts = before.rstrip("(:–—-").split() if before.endswith(_PARTED) else []
    return parts[-1].strip("`*") if parts else ""


def _count_of_whole(rest: str, unit: str) -> re.Match[str] | None:
    """The first number behind a file's name, where it counts all of the file."""
    hit = next(_COUNT.finditer(rest), None)
    if hit is None or not hit["unit"].startswith(unit) or hit.start() > _FAR:
        return None
    before = rest[: hit.start()].rstrip(" ~")
    for word in _ROUGHLY:
        before = before.removesuffix(word).rstrip()
    is_whole = before.endswith(_PARTED) or any(told.end() == len(before) for told in _IS_SO.finditer(before))
    is_part = _PART.search(rest[: hit.end()]) or not set("+±0123456789").isdisjoint(before)
    return hit if (is_whole or not before) and not is_part else None


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
