"""Where the normal form of an evidence fact stands in some texts: one way of looking for each family."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

from inspector.model import Fact
from inspector.text.plain_names import ends_alike, unmarked
from inspector.text.text_index import Hit, Named, TextIndex, in_run
from inspector.text.tokens import WORD

_BEHIND_COMMAND = re.compile(
    r"`|[\"')\]]|\s*$|\s*\n|\s*(?:&&|\|\||[|;#]|\d?>|→|—|–|-\s|[:,.](?=\s|$)|\()|\s+(?:pass|fail|succe|is|was|work|to|and|in|with|on|for"
    r"|after|before|then|return|exit|now|still|report|gave|show|clean|green|ok|run|complet|again)"
)
_BESIDE = 40
"""Characters on either side in which a word says what a number is."""
_STATUS = frozenset("status code error return returns returned got with".split())
_DISTINCT = 4
LATEST_RUN = "latest run"
"""The value of how the last run of all tests ended: it is looked for by its counts."""
Places = Iterator[Hit]


def stands(fact: Fact, texts: TextIndex) -> Hit | None:
    """The first place where a fact's normal form stands whole, or None."""
    return next(places(fact, texts), None)


def places(fact: Fact, texts: TextIndex) -> Places:
    """Every place where a fact's normal form stands whole."""
    return _WAYS[fact.extractor](fact, texts.fitting(fact.value))


def paths_like(path: str, texts: TextIndex) -> list[Named]:
    """The paths in the texts that could be this one: the shorter of the two is the end of the longer."""
    steps = [step for step in path.split("/") if step]
    if not steps:
        return []
    found = [named for named in texts.paths.get(steps[-1], ()) if ends_alike(steps, named.steps)]
    if not found and steps[-1][0].isupper() and "." not in steps[-1] and steps[-1] in texts.words:
        found = list(unmarked(steps, texts))
    return found


def locate(named: Named, texts: TextIndex) -> Hit | None:
    """Where a path stands in its text."""
    text, token = texts.texts[named.place], named.token
    for place, start in texts.starts(token, whole=True):
        if place != named.place:
            continue
        end = start + len(token)
        dotted = text[end : end + 1] == "." and in_run(text, end + 1)
        if not (in_run(text, start - 1) or text[max(0, start - 1) : start] == "." or in_run(text, end) or dotted):
            return Hit(named.place, start, end)
    first = text.find(token)
    return Hit(named.place, first, first + len(token)) if first >= 0 else None


def _path(fact: Fact, texts: TextIndex) -> Places:
    # Among words nobody can tell where a path with blanks begins, so it is looked for itself.
    if " " in fact.value:
        yield from texts.find_all(fact.value)
    for named in paths_like(fact.value, texts):
        hit = locate(named, texts)
        if hit:
            yield hit


def _command(fact: Fact, texts: TextIndex) -> Places:
    command = fact.value
    if not texts.has_words(command):
        return
    if " " not in command and not command.startswith(("./", "/")):
        for hit in texts.find_all(f"`{command}`"):
            yield Hit(hit.place, hit.start + 1, hit.end - 1)
        return
    other = (hit for hit in respelled(command, texts) if _ends_command(texts.texts[hit.place], hit.end))
    for hit in chain(texts.find_all(command, _ends_command, whole=True), other):
        before = texts.texts[hit.place][max(0, hit.start - 1) : hit.start]
        if before not in ("/", "-", ".", "\\") and not before.isalnum():
            yield hit


def respelled(command: str, texts: TextIndex) -> Places:
    """Where a command stands with the other slash in its paths, or with or without a leading ``./``.

    What comes behind it is not looked at.
    """
    bare = " ".join(word.removeprefix("./") for word in command.replace("\\", "/").split(" "))
    # Without its "./" a single word is the name of a file, not a command.
    if "/" not in bare and not ("/" in command and " " in command):
        return
    # Inside of JSON a backslash is two.
    here, slash = r"(?:\.[/\\]{1,2})?", r"[/\\]{1,2}"
    pattern = re.compile(" ".join(here + re.escape(word).replace("/", slash) for word in bare.split(" ")))
    telling = max(bare.replace(" ", "/").split("/"), key=len)
    found: set[Hit] = set()
    for place, start in texts.starts(telling, whole=True):
        around = max(0, start - 2 * len(command)), start + 2 * len(command)
        found.update(Hit(place, *hit.span()) for hit in pattern.finditer(texts.texts[place], *around))
    yield from sorted(hit for hit in found if texts.texts[hit.place][hit.start : hit.end] != command)


def _ends_command(text: str, end: int) -> bool:
    return _BEHIND_COMMAND.match(text, end, end + 40) is not None


def _error(fact: Fact, texts: TextIndex) -> Places:
    if fact.action == "http":
        yield from (hit for hit in texts.find_all(fact.value) if _is_status(texts.texts[hit.place], hit.start))
    elif texts.has_words(fact.value):
        yield from texts.find_all(fact.value, lambda text, end: True)


def _is_status(text: str, start: int) -> bool:
    """Whether the word in front of a number says that it is a status."""
    words = text[max(0, start - _BESIDE) : start].lower().split()
    before = [word.strip("`'\"“(*:=") for word in words if word not in ("a", "an")][-1:]
    return any(word in _STATUS or word.startswith("http") for word in before)


def _test(fact: Fact, texts: TextIndex) -> Places:
    if fact.value == LATEST_RUN:
        yield from _counts(fact.action.split(", "), texts)
        return
    # A test is as well known by its last name: what stands before :: or > is the file or the class.
    short = fact.value.replace(" > ", "::").rpartition("::")[2]
    for name in (fact.value, short) if short != fact.value and len(short) >= _DISTINCT else (fact.value,):
        if texts.has_words(name):
            yield from texts.find_all(name, _ends_test, whole=True)


def _ends_test(text: str, end: int) -> bool:
    return not (text[end : end + 1].isalnum() or text[end : end + 1] in ("_", "/", "[") or text[end : end + 2] == "::")


def _counts(counts: list[str], texts: TextIndex) -> Places:
    """Where all counts of a run stand on one line."""
    for hit in texts.find_all(counts[0]):
        line = "".join(texts.line_around(hit))
        if all(count in line for count in counts[1:]):
            yield hit


def _todo(fact: Fact, texts: TextIndex) -> Places:
    words = WORD.findall(fact.value)
    for number in texts.lines_of.get(words[0], ()) if words else ():
        hit, form = texts.lines[number]
        start = form.find(fact.value)
        if start >= 0 and not form[start + len(fact.value) : start + len(fact.value) + 1].isalnum():
            yield hit


def _delegate(fact: Fact, texts: TextIndex) -> Places:
    _, _, agent = fact.action.partition(" ")
    for name in (fact.value, agent):
        if name and texts.has_words(name):
            yield from texts.find_all(name)


_WAYS: dict[str, Callable[[Fact, TextIndex], Places]] = {
    "paths": _path,
    "commands": _command,
    "errors": _error,
    "tests": _test,
    "todos": _todo,
    "delegates": _delegate,
}
