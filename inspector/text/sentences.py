"""A text cut into its sentences by punctuation and line alone, whatever its language.

Headings, list entries and rows are sentences; each line of a code block is a piece of code. Where a sentence ends is
a guess, and the only one here: every letter of a text stands in some piece.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# Not "```npm test``` fails": that is code within a line.
_FENCE = re.compile(r"\s*(```|~~~)`*(?![^\n]*`)(\w+\s*$)?")
_MARK = re.compile(r"\s*(?:(?:•|[-*+–>]|#{1,6}|\(?\d{1,2}[.)]|\(?[A-Za-z][.)])(?=\s)\s*)+(?:\[[ xX✓]\]\s*)?(?=\S)")
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"')\]*`”’]*+(?=\s++\S)|[。！？；]++[」』”’)]*+")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|bzw|z\.B|ca|tj|např|fig|dr|mr|st)|\b\w)\.$", re.IGNORECASE
)
_WRAPPED = 60
"""Columns; no shorter line was wrapped."""
_REACH = 12


class Sentence(NamedTuple):
    """A piece of a text. ``start`` and ``end`` are half-open characters of the whole."""

    start: int
    end: int
    code: bool = False


def sentences(text: str) -> Iterator[Sentence]:
    """The pieces of a text in order."""
    fence = ""
    block: list[tuple[int, int]] = []
    for start, end in _lines(text):
        line = text[start:end]
        mark = _FENCE.match(line)
        if mark and fence in ("", mark[1]):
            yield from _block(text, block)
            block = []
            fence = "" if fence else mark[1]
            continue
        if fence:
            yield from _trimmed(text, start, end, code=True)
            continue
        if block and not _goes_on(text[slice(*block[-1])], line):
            yield from _block(text, block)
            block = []
        if line.strip():
            block.append((start, end))
    yield from _block(text, block)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for raw in text.splitlines(keepends=True):
        yield start, start + len(raw.rstrip("\r\n"))
        start += len(raw)


def _goes_on(before: str, line: str) -> bool:
    """Whether a line goes on with the one before, which was wrapped at a width."""
    first = line.lstrip()[:1]
    return (
        first.islower()
        and _columns(before) > _WRAPPED
        and before.rstrip()[-1:] not in ".!?:;。！？："
        and not _MARK.match(line)
    )


def _columns(text: str) -> int:
    """How wide a text stands in a terminal: Chinese, Japanese and Korean letters take two places."""
    return len(text) if text.isascii() else len(text) + sum(unicodedata.east_asian_width(one) in "WF" for one in text)


def _block(text: str, lines: list[tuple[int, int]]) -> Iterator[Sentence]:
    if not lines:
        return
    here, end = lines[0][0], lines[-1][1]
    if mark := _MARK.match(text, here, end):
        here = mark.end()
    counted, ticks = here, 0
    for hit in _END.finditer(text, here, end):
        # Only what is new is looked at: what has no end is as long as a file.
        ticks += text.count("`", counted, hit.end())
        counted = hit.end()
        if ticks % 2 or _ABBREVIATED.search(text, max(here, hit.start() + 1 - _REACH), hit.start() + 1):
            continue
        yield from _trimmed(text, here, hit.end())
        here, ticks = hit.end(), 0
    yield from _trimmed(text, here, end)


def _trimmed(text: str, start: int, end: int, *, code: bool = False) -> Iterator[Sentence]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    if end > start and any(map(str.isalnum, text[start:end])):
        yield Sentence(start, end, code)
