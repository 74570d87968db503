"""Patterns that stand for many: ``extract.ts <file>`` for each call of it, ``input/*.txt`` for each of these files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.text.normal import path_form

_BLANK = re.compile(r"(?<=[ \t])[\"']?(?:<[A-Za-z][\w ,|/.:-]{0,40}>|…|\.\.\.)[\"']?(?=[\s`)\"'.,;]|$)")
_LEAD = re.compile(r"[\s>*$-]*(?:\d+\.\s+)?(?:[Uu]sage:\s*)?")
_HERE = re.compile(r"(?<!\S)\.[/\\]")
_MOST_BLANKS = 4
_LONGEST = 200
_ENOUGH_WORDS = 3
_GLOB = re.compile(r"[\w./\\@~+{}<>*-]++")
_WILD = re.compile(r"\*+|\{\w*\}|<\w[\w-]*>")
_ENDING = re.compile(r"\.\w+$")
_LETTERS = re.compile(r"[A-Za-z]+")
_EMPHASIS = re.compile(r"^\*\*+(?!/)|(?<!/)\*\*+$")
_NAMED = re.compile(r"\w[./]|[./]\w")
_FAR = 2
"""Folders by which a pattern is known wherever it begins; one alone (``lib/*.sh``) is a folder of the working one."""
_EDGES = "`'\".,;:!?()[]"
_EVERYWHERE = frozenset("test tests spec specs stories config d min module".split())
_DISTINCT = 5


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a fact is held against."""

    form: re.Pattern[str]
    commands: bool

    def fits(self, value: str) -> bool:
        """Whether a normal form is one of those that the pattern stands for."""
        return self.form.fullmatch(_plain(value) if self.commands else value) is not None


def usages_in(text: str) -> Iterator[tuple[int, int, Pattern]]:
    """Commands with a blank to fill in: ``<…>`` or dots in the place of arguments."""
    behind = 0
    for blank in _BLANK.finditer(text):
        if blank.start() >= behind:
            start, end = _span(text, blank.start(), blank.end())
            behind = end
            form = _usage(text[start:end]) if end - start <= _LONGEST else None
            if form:
                yield start, end, Pattern(form, commands=True)


def _span(text: str, start: int, end: int) -> tuple[int, int]:
    """The code around a place: between its backticks, or else its line."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if text.count("`", first, start) % 2:
        close = text.find("`", end, last)
        return text.rfind("`", first, start) + 1, last if close < 0 else close
    lead = _LEAD.match(text, first, start)
    return lead.end() if lead else first, last


def _usage(code: str) -> re.Pattern[str] | None:
    parts = _BLANK.split(_plain(code).rstrip())
    head = parts[0].split()
    telling = len(head) >= _ENOUGH_WORDS or any(map(_NAMED.search, head))
    if not telling or len(parts) - 1 > _MOST_BLANKS:
        return None
    return re.compile(r"\S.*".join(map(re.escape, parts)))


def _plain(command: str) -> str:
    return _HERE.sub("", command).replace("\\", "/")


def globs_in(text: str, root: str) -> Iterator[tuple[int, int, Pattern]]:
    """Paths with a star or a name in braces, that say where: in which folder, or how a file is called."""
    for token in _GLOB.finditer(text):
        if "*" not in token[0] and "{" not in token[0] and "<" not in token[0]:
            continue
        bare = _EMPHASIS.sub("", token[0].strip(_EDGES)).strip(_EDGES)
        form = _glob(path_form(bare, "", root)) if _WILD.search(bare) else None
        if form:
            yield token.start(), token.end(), Pattern(form, commands=False)


def _glob(path: str) -> re.Pattern[str] | None:
    *folders, last = [step for step in path.split("/") if step] or [""]
    stem = _LETTERS.findall(_WILD.sub(" ", _ENDING.sub("", last)))
    distinct = any(len(word) >= _DISTINCT and word.lower() not in _EVERYWHERE for word in stem)
    placed = sum(not _WILD.search(folder) for folder in folders) if "**" not in folders else 0
    named = bool(placed) or (distinct and _ENDING.search(last))
    if not named or not _LETTERS.search(_WILD.sub("", last)) or len(_WILD.findall(path)) > _MOST_BLANKS:
        return None
    steps = ["(?:[^/]+/)*" if folder == "**" else f"{_step(folder)}/" for folder in folders]
    start = "(?:.*/)?" if distinct or placed >= _FAR else ""
    return re.compile(f"{start}{''.join(steps)}{_step(last)}")


def _step(step: str) -> str:
    return "[^/]+".join(map(re.escape, _WILD.split(step)))
