"""Replies that take several entries of a list at once: "do 2, 3 and 5", "execute all four", "both"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from inspector.text.openings import word_count
from inspector.text.phrases import says
from inspector.text.units import Unit

_ENTRY = r"#?(?:[A-E]|\d{1,2})\b(?!\.?\d)"
_SEVERAL = re.compile(
    r"(?:^|\b(?i:do|take|pick|implement|fix|address|execute|handle|tackle|start with|go (?:with|for)|yes to|ok)\s+)"
    r"(?i:items? |numbers? |options? |steps? )?"
    rf"(?P<entries>{_ENTRY}(?:(?:\s*(?:,|&|\+|/)\s*(?i:and\s+)?|\s+(?i:and)\s+){_ENTRY})+)"
    r"(?=\W*$|\W*(?:[.,;:!)\n–—-]|\s(?i:please|now|first|then|and|too|next|but not)\b))"
)
_COUNTS = {word: number for number, word in enumerate("two three four five six seven eight nine ten".split(), 2)}
_WHOLE_LIST = re.compile(
    r"\b(?:do|take|implement|fix|address|execute|handle|tackle|apply|work on|build|add)\b[^.?!\n]{0,20}?"
    rf"\b(?:all (?:of )?(?:the(?:m|se)? |those )?(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)})\b|(?P<both>both)\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^[\s>|*_-]*#?(\d{1,2}|[A-E])\s*(?:[.):|]|\*\*)")
_LONGEST = 45


def picks(reply: str) -> bool:
    """Whether a reply may take several entries of a list; most do not, and what they answer is long."""
    head = _head(reply)
    return bool(_SEVERAL.search(head) or _WHOLE_LIST.search(head))


def picked(units: Sequence[Unit], text: str, reply: str) -> tuple[Unit, ...]:
    """The entries of the agent's last fitting list that a reply takes; none where it takes no several of them."""
    head = _head(reply)
    several = _SEVERAL.search(head)
    asks = re.match(r"[^.!\n]*[?？]", head[several.end() :]) if several else None
    if several is not None and not asks and not says("speaks against", head[: several.start()]):
        wanted = {entry.strip("#") for entry in re.findall(_ENTRY, several["entries"])}
        return _last(
            [{label: unit for label, unit in entries if label in wanted} for entries in _lists(units, text)], wanted
        )
    whole = _WHOLE_LIST.search(head)
    if whole is None or says("speaks against", head):
        return ()
    count = 2 if whole["both"] else _COUNTS.get(whole["count"].lower()) or int(whole["count"])
    fitting = [entries for entries in _lists(units, text) if len(entries) == count]
    named = [entries for entries in fitting if _heading(entries) and _heading(entries) in head.lower()]
    return tuple(unit for _, unit in (named or fitting)[-1]) if fitting else ()


def _head(reply: str) -> str:
    return reply.strip()[:200].split("\n")[0]


def _last(found: Sequence[dict[str, Unit]], wanted: set[str]) -> tuple[Unit, ...]:
    return next((tuple(entries.values()) for entries in reversed(found) if entries.keys() == wanted), ())


def _heading(entries: Sequence[tuple[str, Unit]]) -> str:
    return entries[0][1].section.rsplit(" / ", 1)[-1].strip(" *:").lower()


def _lists(units: Sequence[Unit], text: str) -> list[list[tuple[str, Unit]]]:
    """The numbered or lettered lists of a message, tables and numbered headings among them, each with its marks."""
    lists: list[list[tuple[str, Unit]]] = []
    for unit in units:
        line = text[text.rfind("\n", 0, unit.start) + 1 : unit.end]
        mark = _NUMBER.match(line) if unit.first and not unit.depth else None
        if mark is None or unit.shape == "code":
            continue
        entry = unit if unit.shape == "row" else _whole(unit, text)
        if mark[1] in ("1", "A") or not lists:
            lists.append([])
        lists[-1].append((mark[1], entry))
    return lists


def _whole(unit: Unit, text: str) -> Unit:
    """An entry with all its sentences on the line, where it is not long."""
    end = text.find("\n", unit.start)
    words = text[unit.start : end if end >= 0 else len(text)].rstrip()
    return replace(unit, end=unit.start + len(words), text=words) if word_count(words) <= _LONGEST else unit
