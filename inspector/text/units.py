"""A text cut into the smallest pieces that say one thing, each with its place and its surroundings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.text.cues import cues
from inspector.text.sentences import asked_together, cut_clauses, dangles, sentences


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing said. ``start`` and ``end`` are half-open characters of the whole text."""

    start: int
    end: int
    text: str
    shape: str
    """sentence, bullet, heading, row (of a table), code."""
    section: str = ""
    """The headings above it, outermost first, joined with " / "."""
    lead: str = ""
    """The sentence that opens the list it stands in, or the item above a nested one."""
    depth: int = 0
    """Of a nested list, from 0."""
    first: bool = False
    """Opens its block: a clause cut out of a sentence does not."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str


# Not "```npm test``` fails": that is code within a line.
_FENCE = re.compile(r"\s*(```|~~~)`*(?![^\n]*`)(\w+\s*$)?")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s++(.*\S)\s*$")
_NUMBERED_HEADING = re.compile(r"(?:\*\*)?\d{1,2}[.)]\s+(?:\*\*)?[A-Z][^.?!]{2,60}:(?:\*\*)?\s*$")
_BOLD_HEADING = re.compile(r"\*\*[^*]{2,80}\*\*:?\s*$")
_TAG_HEADING = re.compile(r"<([a-z_]{3,40})>\s*$")
_MARK = re.compile(r"(\s*)(?:•|[-*+–](?=\s)|\(?\d{1,2}[.)](?=\s)|\(?[A-Za-z][.)](?=\s))\s*(\[[ xX✓]\]\s*)?(?=\S)")
_WRAPPED = 60
"""Columns; no shorter line was wrapped."""
_ROW = re.compile(r"\s*\|.*\|\s*$")


def split(text: str, *, clauses: bool = False) -> tuple[Unit, ...]:
    """The units of a text in order. ``clauses`` cuts long sentences further, as suits what a person typed."""
    return tuple(_Splitter(text, clauses).units())


class _Splitter:
    def __init__(self, text: str, clauses: bool) -> None:
        self._text = text
        self._clauses = clauses
        self._headings: list[tuple[int, str]] = []
        self._leads: list[tuple[int, str]] = []

    def units(self) -> Iterator[Unit]:
        fences: list[str] = []
        block: list[_Line] = []
        for line in self._lines():
            mark = _FENCE.match(line.text)
            if mark:
                # One that names a language opens: a pasted text may hold fences of its own.
                if not fences or (mark[2] and mark[1] == fences[0]):
                    yield from self._block(block)
                    block = []
                    fences.append(mark[1])
                    continue
                if mark[1] == fences[-1]:
                    fences.pop()
                    continue
            if fences:
                if line.text.strip():
                    yield self._unit(line, "code")
                continue
            if not line.text.strip():
                yield from self._block(block)
                block = []
                continue
            if self._is_heading(line.text) or _ROW.match(line.text):
                # What stands above a heading belongs to the one before.
                yield from self._block(block)
                block = []
                yield self._heading(line) or self._unit(line, "row")
                continue
            if block and not self._continues(block, line.text):
                yield from self._block(block)
                block = []
            block.append(line)
        yield from self._block(block)

    def _lines(self) -> Iterator[_Line]:
        start = 0
        for raw in self._text.splitlines(keepends=True):
            yield _Line(start, raw.rstrip("\r\n"))
            start += len(raw)

    @staticmethod
    def _is_heading(text: str) -> bool:
        patterns = (_HEADING, _NUMBERED_HEADING, _BOLD_HEADING)
        return any(pattern.match(text) for pattern in patterns) or bool(_TAG_HEADING.match(text.strip()))

    def _heading(self, line: _Line) -> Unit | None:
        text = line.text
        marked = _HEADING.match(text)
        if marked:
            level = len(text) - len(text.lstrip(" ").lstrip("#"))
            words = marked[1].rstrip("#").rstrip() or marked[1]
        elif _NUMBERED_HEADING.match(text):
            level, words = 7, text.strip(" *:")
        elif _BOLD_HEADING.match(text):
            level, words = 8, text.strip(" *:")
        elif tag := _TAG_HEADING.match(text.strip()):
            level, words = 0, tag[1].replace("_", " ")
        else:
            return None
        self._headings = [heading for heading in self._headings if heading[0] < level]
        unit = self._unit(line, "heading")
        self._headings.append((level, words))
        self._leads = []
        return unit

    @staticmethod
    def _continues(block: list[_Line], line: str) -> bool:
        if _MARK.match(line):
            return False
        if _MARK.match(block[0].text):
            return line.startswith("  ")
        before = block[-1].text
        # Lines wrapped at a width go on in lower case, or, where a writing has no cases, are indented as a terminal
        # shows them; a person's own lines are their own thoughts.
        first = line.lstrip()[:1]
        lower = first.islower() or (line.startswith("  ") and unicodedata.category(first or " ") == "Lo")
        if lower and dangles(before):
            return True
        goes_on = lower and _columns(before) > _WRAPPED and before.rstrip()[-1:] not in ".!?:。！？："
        return goes_on and not _would_fit(before, line) and not cues().opens("request", line)

    def _unit(self, line: _Line, shape: str) -> Unit:
        lead = line.text[: len(line.text) - len(line.text.lstrip())]
        start = line.start + len(lead)
        words = line.text.strip()
        return Unit(start, start + len(words), words, shape, self._section(), self._lead(0), first=True)

    def _section(self) -> str:
        return " / ".join(words for _, words in self._headings)

    def _lead(self, depth: int) -> str:
        return next((words for level, words in reversed(self._leads) if level < depth or depth == 0), "")

    def _block(self, lines: list[_Line]) -> Iterator[Unit]:
        if not lines:
            return
        start = lines[0].start
        end = lines[-1].start + len(lines[-1].text)
        mark = _MARK.match(lines[0].text)
        depth, shape = 0, "sentence"
        if mark:
            shape = "bullet"
            indent = len(mark[1].expandtabs(4))
            self._leads = [lead for lead in self._leads if lead[0] < indent]
            depth = sum(level >= 0 for level, _ in self._leads)
            start += mark.end()
        pieces = list(sentences(self._text, start, end))
        if self._clauses:
            pieces = [part for piece in pieces for part in cut_clauses(self._text, *piece)]
            pieces = asked_together(self._text, pieces)
        lead = self._leads[-1][1] if self._leads else ""
        for place, (first, last) in enumerate(pieces):
            words = self._text[first:last]
            yield Unit(first, last, words, shape, self._section(), lead, depth, place == 0)
        whole = self._text[start:end].strip()
        if mark:
            self._leads.append((indent, whole))
        elif whole.endswith((":", "：")):
            self._leads = [(-1, whole)]
        else:
            self._leads = []


def _would_fit(before: str, line: str) -> bool:
    """Whether the first word of a line would have stood in the line before: then no width parted them."""
    word = line.split(maxsplit=1)[0]
    taken = _columns(word[0]) if _is_wide(word[0]) else 1 + _columns(word)
    return _columns(before.rstrip()) + taken <= _columns(line.rstrip())


def _columns(text: str) -> int:
    """How wide a text stands in a terminal: Chinese, Japanese and Korean letters take two places."""
    return len(text) if text.isascii() else len(text) + sum(map(_is_wide, text))


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"
