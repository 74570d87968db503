"""Patterns that stand for many: ``extract.ts <file>`` for each call of it, ``input/*.txt`` for each of these files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.text.normal import path_form
from inspector.text.tokens import parts

_BLANK = re.compile(r"(?<=[ \t])[\"']?(?:<[A-Za-z][\w ,|/.:-]{0,40}>|…|\.\.\.)[\"']?(?=[\s`)\"'.,;]|$)")
_MOST_BLANKS = 4
_LONGEST = 200
_ENOUGH_WORDS = 3
_GLOB = re.compile(r"[\w./\\@~+{}<>*-]++")
_WILD = re.compile(r"\*+|\{\w*\}|<\w[\w-]*>")
_FAR = 2
"""Folders by which a pattern is known wherever it begins; one alone (``lib/*.sh``) is a folder of the working one."""
_EDGES = "`'\".,;:!?()[]"
_EVERYWHERE = frozenset("test tests spec specs stories config d min module".split())
_DISTINCT = 5
_NO_COMMAND = ("", "Usage:", "usage:")


Found = tuple[int, int, re.Pattern[str]]
"""Start and end of a pattern in a text, and the expression that all of a normal form has to fit."""


def usages_in(text: str) -> Iterator[Found]:
    """Commands with a blank to fill in, ``<…>`` or dots in the place of arguments; ``plain`` commands fit them."""
    behind = 0
    for blank in _BLANK.finditer(text):
        if blank.start() >= behind:
            start, end = _span(text, blank.start(), blank.end())
            behind = end
            form = _usage(text[start:end]) if end - start <= _LONGEST else None
            if form:
                yield start, end, form


def _span(text: str, start: int, end: int) -> tuple[int, int]:
    """The code around a place: between its backticks, or else its line."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if text.count("`", first, start) % 2:
        close = text.find("`", end, last)
        return text.rfind("`", first, start) + 1, last if close < 0 else close
    # A bullet, a prompt or "Usage:" in front is no part of the command.
    telling = (word for word in text[first:last].split() if word.strip("0123456789.>*$-") not in _NO_COMMAND)
    return text.find(next(telling, ""), first), last


def _usage(code: str) -> re.Pattern[str] | None:
    pieces = _BLANK.split(plain(code).rstrip())
    head = pieces[0].split()
    is_telling = len(head) >= _ENOUGH_WORDS or any(not {".", "/"}.isdisjoint(word) and word != "." for word in head)
    return re.compile(r"\S.*".join(map(re.escape, pieces))) if is_telling and len(pieces) - 1 <= _MOST_BLANKS else None


def plain(command: str) -> str:
    """A command with slashes of one kind, and without those that only say "here"."""
    return " ".join(word.removeprefix("./") for word in command.replace("\\", "/").split(" "))


def globs_in(text: str, root: str) -> Iterator[Found]:
    """Paths with a star or a name in braces, that say where: in which folder, or how a file is called."""
    for token in _GLOB.finditer(text):
        bare = _without_emphasis(token[0].strip(_EDGES)).strip(_EDGES)
        form = _glob(path_form(bare, "", root)) if _WILD.search(bare) else None
        if form:
            yield token.start(), token.end(), form


def _without_emphasis(token: str) -> str:
    """A token without the stars of bold words; those beside a slash are of the pattern."""
    if token.startswith("**") and token.lstrip("*")[:1] != "/":
        token = token.lstrip("*")
    return token.rstrip("*") if token.endswith("**") and token.rstrip("*")[-1:] != "/" else token


def _glob(path: str) -> re.Pattern[str] | None:
    *folders, last = [step for step in path.split("/") if step] or [""]
    stem, dot, ending = last.rpartition(".")
    plain = _WILD.sub(" ", stem if dot and ending.isalnum() else last)
    is_distinct = any(len(word) >= _DISTINCT and word not in _EVERYWHERE for word in parts(plain))
    placed = sum(not _WILD.search(folder) for folder in folders) if "**" not in folders else 0
    is_named = bool(placed) or (is_distinct and dot and ending.isalnum())
    if not is_named or not any(map(str.isalpha, _WILD.sub("", last))) or len(_WILD.findall(path)) > _MOST_BLANKS:
        return None
    steps = ["(?:[^/]+/)*" if folder == "**" else f"{_step(folder)}/" for folder in folders]
    start = "(?:.*/)?" if is_distinct or placed >= _FAR else ""
    return re.compile(f"{start}{''.join(steps)}{_step(last)}")


def _step(step: str) -> str:
    return "[^/]+".join(map(re.escape, _WILD.split(step)))
