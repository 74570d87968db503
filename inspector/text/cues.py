"""Cue words by language, read once from ``resources/cues.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

from inspector.resources import resource

FILE = "cues.toml"
_KNOWN = 4_096
"""Texts whose cues are known: a unit is looked at when it is said, told again, and asked whether it still matters."""
_TOLD_BY = 400
"""Characters that a text's language is told by."""


class Cues:
    """Which kinds of cue a text holds, whatever its language."""

    def __init__(self, tables: dict[str, dict[str, Any]]) -> None:
        self.verbs = _words(tables.pop("verbs", {}))
        self.looks = _words(tables.pop("looks", {}))
        self.stop = _words(tables.pop("stop", {}))
        marks: dict[str, Any] = tables.pop("marks", {})
        self._marks = {name: _Cue(patterns) for name, patterns in _joined(marks.values()).items()}
        english = tables["en"]
        lists = _joined(tables.values())
        self._anywhere = {name: _Cue(patterns) for name, patterns in lists.items() if name in english}
        others = _joined(table for language, table in tables.items() if language != "en")
        self._foreign = {name: _Cue(patterns) for name, patterns in others.items()}
        self.ends = tuple(sorted(others.get("ends", ())))
        self._kinds = lru_cache(maxsize=_KNOWN)(self._find_kinds)
        self._opens = lru_cache(maxsize=16 * _KNOWN)(self._find_opening)

    def found(self, name: str, text: str) -> str:
        """The first cue of a kind in a text, in lower case, or ""."""
        low = text.lower()
        hit = self._anywhere[name].fitting(low).search(low)
        return hit[0] if hit else ""

    def opens(self, name: str, text: str) -> str:
        """The cue of a kind that a text begins with, in lower case, or ""."""
        return self._opens(name, text)

    def found_foreign(self, name: str, text: str) -> str:
        """The first cue of a kind in a text that is not English, in lower case, or ""."""
        low = text.lower()
        hit = None if is_english(text) else self._foreign[name].fitting(low).search(low)
        return hit[0] if hit else ""

    def opens_foreign(self, name: str, text: str) -> str:
        """The cue of a kind that a text which is not English begins with, in lower case, or ""."""
        return "" if is_english(text) else _opening(self._foreign[name], text.lower())

    def marks(self, name: str, text: str) -> frozenset[str]:
        """The words of a text that deny, bind, allow or limit (the names of the lists), in lower case."""
        low = text.lower()
        return frozenset(hit[0] for hit in self._marks[name].fitting(low).finditer(low))

    def kinds(self, text: str) -> frozenset[str]:
        """The kinds of cue anywhere in a text."""
        return self._kinds(text)

    def _find_kinds(self, text: str) -> frozenset[str]:
        low = text.lower()
        return frozenset(name for name, pattern in self._anywhere.items() if pattern.fitting(low).search(low))

    def _find_opening(self, name: str, text: str) -> str:
        return _opening(self._anywhere[name], text.lower())


def is_english(text: str) -> bool:
    """Whether small words tell a text in plain letters as English; a cue of another language in it is none."""
    return _is_english(text[:_TOLD_BY])


@lru_cache(maxsize=4 * _KNOWN)
def _is_english(text: str) -> bool:
    return _OTHER_LETTERS.search(text) is None and _ENGLISH.search(text.lower()) is not None


@cache
def cues() -> Cues:
    """The cues shipped with the program."""
    return Cues(tomllib.loads(resource(FILE).read_text("utf-8")))


def _joined(tables: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The lists of all languages by name."""
    lists: dict[str, list[str]] = {}
    for table in tables:
        for name, patterns in table.items():
            if isinstance(patterns, list):
                lists.setdefault(name, []).extend(map(str, patterns))
    return lists


def _words(lists: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(word for words in lists.values() for word in str(words).split())


class _Cue:
    """The patterns of one kind. Most texts are English, where those of other letters need not be tried."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = patterns
        self._plain = _pattern([pattern for pattern in patterns if pattern.isascii()])

    @cached_property
    def _all(self) -> re.Pattern[str]:
        return _pattern(self._patterns)

    def fitting(self, text: str) -> re.Pattern[str]:
        """What to look for in a text in lower case."""
        return self._plain if text.isascii() or not _OTHER_LETTERS.search(text) else self._all


def _opening(cue: _Cue, low: str) -> str:
    # A pattern of its own for the start would take as long to make as all else that is done with it.
    pattern = cue.fitting(low)
    lead = _LEAD.match(low)
    for place in range(lead.end() if lead else 0, -1, -1):
        hit = pattern.match(low, place)
        if hit:
            return low[: hit.end()]
    return ""


def _pattern(patterns: Sequence[str]) -> re.Pattern[str]:
    """All patterns of a kind as one, for text in lower case: asking that of every sign would double the time."""
    if not patterns:
        return re.compile(r"(?!)")
    longest_first = sorted(patterns, key=len, reverse=True)
    # Chinese and Japanese write without blanks: a border there would never be met.
    bare = [pattern for pattern in longest_first if _WITHOUT_BORDERS.match(pattern)]
    bordered = [pattern for pattern in longest_first if not _WITHOUT_BORDERS.match(pattern)]
    body = rf"(?<!\w)(?:{_by_first_letter(bordered)})(?!\w)" if bordered else ""
    body = "|".join(filter(None, (body, *bare)))
    return re.compile(f"(?:{body})")


def _by_first_letter(patterns: Sequence[str]) -> str:
    """Alternatives with those that begin with the same letter together: most places are passed at their first one."""
    groups: dict[str, list[str]] = {}
    for pattern in patterns:
        plain = _PLAIN_START.match(pattern)
        groups.setdefault(plain[1] if plain else "", []).append(pattern[1:] if plain else pattern)
    others = groups.pop("", [])
    return "|".join([*(f"{letter}(?:{'|'.join(rests)})" for letter, rests in groups.items()), *others])


_PLAIN_START = re.compile(r"([^\W\d_])(?![?*+{|])(?![^(]*\|)")
_LEAD = re.compile(r"[\W_]*")
# Words that no other language of the tables has: "to" and "we" are Polish, too.
_ENGLISH = re.compile(r"(?<!\w)(?:the|and|is|are|it|you|this|that|of|with|should|not|be|have)(?!\w)")
# Dashes, quotation marks and signs stand in English, too.
_OTHER_LETTERS = re.compile(r"[\u00c0-\u1fff\u3040-\ud7ff\uf900-\uffdc]")
_WITHOUT_BORDERS = re.compile(r"[^\x00-\u04ff]|\W*[\u3040-\u9fff]")
