"""What single texts hold: words, paths, lines; found when first asked for, and known for a while."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from inspector.text.normal import line_form, tidy, without_line, without_marks
from inspector.text.tokens import BRACKETED, RUN, WORD

_EDGES = ".,:{}$%+~-"
_LARGE = 40_000
"""Characters of a text that is not held."""


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


def text_of(text: str) -> Text:
    """What is known of a text. Contexts that are compared with each other share most of theirs, so these are held."""
    return _held(text) if len(text) <= _LARGE else Text(text)


_held = lru_cache(maxsize=256)(Text)


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
    start = token.rfind("{")
    end = token.find("}", start)
    if 0 <= start < end and "," in token[start:end]:
        return [f"{token[:start]}{part}{token[end + 1 :]}" for part in token[start + 1 : end].split(",")]
    return token.split(",") if "," in token else [token]
