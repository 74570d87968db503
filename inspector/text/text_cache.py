"""What single texts hold: words, paths, lines; found when first asked for, and known for a while."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from threading import Lock
from typing import NamedTuple

from inspector.text.normal import line_form, tidy, without_line, without_marks
from inspector.text.tokens import BRACKETED, RUN, WORD

_BRACES = re.compile(r"^(.*)\{([^{}]*,[^{}]*)\}(.*)$")
_EDGES = ".,:{}$%+~-"


class PathSpelling(NamedTuple):
    """A path as a text spells it: its normal form, the steps of that, and the token."""

    form: str
    steps: tuple[str, ...]
    token: str


class Text:
    """What a text holds. Every part of it is found when it is first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @property
    def _pieces(self) -> Iterable[str]:
        """What stands between blanks, each piece once: nothing that is looked for goes across one."""
        return dict.fromkeys(self._text.split())

    @cached_property
    def words(self) -> frozenset[str]:
        """Every run of letters, digits and underscores."""
        return frozenset(WORD.findall(" ".join(self._pieces)))

    @cached_property
    def words_at(self) -> dict[str, list[int]]:
        """Each of them, and where it stands."""
        found: dict[str, list[int]] = {}
        for hit in WORD.finditer(self._text):
            found.setdefault(hit[0], []).append(hit.start())
        return found

    @cached_property
    def paths(self) -> tuple[PathSpelling, ...]:
        """Every path, each spelling once."""
        pattern = BRACKETED if "/[" in self._text or "/(" in self._text else RUN
        tokens = dict.fromkeys(pattern.findall(" ".join(filter(_may_be_path, self._pieces))))
        return tuple(named for token in filter(_may_be_path, tokens) for named in _named(token))

    @cached_property
    def lines(self) -> tuple[tuple[int, int, str, frozenset[str]], ...]:
        """Start, end, normal form and words of every line that says something."""
        found, start = [], 0
        for line, bare in zip(self._text.split("\n"), without_marks(self._text).split("\n"), strict=True):
            form = line_form(bare)
            if form:
                found.append((start, start + len(line), form, frozenset(WORD.findall(form))))
            start += len(line) + 1
        return tuple(found)


class TextCache:
    """The texts that were looked at last: contexts that are compared with each other share most of theirs."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: OrderedDict[str, Text] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def text(self, text: str) -> Text:
        """What is known of a text; for one that is too large to be kept, from the start."""
        if len(text) > self._most // 4:
            return Text(text)
        with self._lock:
            known = self._texts.pop(text, None)
            self._characters += len(text) if known is None else 0
            known = self._texts[text] = known or Text(text)
            while self._characters > self._most:
                self._characters -= len(self._texts.popitem(last=False)[0])
            return known


TEXTS = TextCache(2_000_000)
"""Characters: two contexts of the usual size."""


def _may_be_path(token: str) -> bool:
    return "/" in token or "." in token or "\\" in token


@lru_cache(maxsize=1 << 14)
def _named(token: str) -> tuple[PathSpelling, ...]:
    """The paths that a token spells; texts of one session name the same ones again and again."""
    token = token.strip(_EDGES) if token[0] not in "./~" else token.rstrip(_EDGES)
    found = []
    for spelled in _spelled_out(token):
        bare = without_line(spelled)
        if _may_be_path(bare):
            form = tidy(bare)
            if steps := tuple(filter(None, form.split("/"))):
                found.append(PathSpelling(form, steps, token))
    return tuple(found)


def _spelled_out(token: str) -> list[str]:
    """``a/{b,c}.py`` as a/b.py and a/c.py; a list without blanks as its parts."""
    braces = _BRACES.match(token) if "{" in token else None
    if braces:
        return [f"{braces[1]}{part}{braces[3]}" for part in braces[2].split(",")]
    return token.split(",") if "," in token else [token]
