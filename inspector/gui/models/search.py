"""Finding a text in the whole texts of items, off the window's thread, and its places in one of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import islice

import orjson

from inspector.gui.language import tr
from inspector.gui.models.signs import copyable
from inspector.model import ItemKind
from inspector.workbench.document import Document
from inspector.workbench.jobs import Progress

_STEP = 200
_MOST = 1_000
"""Places marked in one text."""


def find_items(document: Document, text: str, progress: Progress) -> list[int]:
    """Numbers of the items that contain ``text``, capitals or not, in order.

    Reads every text of the log; raises LogChanged.
    """
    wanted = text.casefold()
    # In a call's text, words stand with the signs of JSON that a reader does not see.
    quoted = orjson.dumps(copyable(wanted)).decode()[1:-1]
    has_blanks = any(map(str.isspace, wanted))
    items = document.session.items
    found = []
    for item in items:
        if item.number % _STEP == 0:
            progress.report(item.number / len(items), tr("Finding"))
        is_call = item.kind is ItemKind.TOOL_CALL
        # A preview is on one line, and that of a call is ours.
        if item.chars <= len(item.preview) and not has_blanks and not is_call:
            is_hit = wanted in item.preview.casefold()
        else:
            whole = document.bodies.text(item).casefold()
            is_hit = wanted in whole or (is_call and quoted in whole)
        if is_hit:
            found.append(item.number)
    return found


def places(text: str, wanted: str) -> list[tuple[int, int]]:
    """The ranges of characters that read ``wanted``, capitals or not, in order; the first thousand."""
    return list(islice(_places(text, wanted.casefold()), _MOST)) if wanted else []


def _places(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    folded = text.casefold()
    grown = _grown(text) if len(folded) > len(text) else [(0, 0, 0)]
    start = folded.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        yield _offset(grown, start), _offset(grown, end - 1) + 1
        start = folded.find(wanted, end)


def _grown(text: str) -> list[tuple[int, int, int]]:
    """Where a letter folds into several, "ß" into "ss": the place of the first of them, of the letter, how many."""
    found, more = [(0, 0, 0)], 0
    for hit in _growing().finditer(text):
        folds = len(hit[0].casefold())
        found.append((hit.start() + more, hit.start(), folds))
        more += folds - 1
    return found


def _offset(grown: list[tuple[int, int, int]], place: int) -> int:
    """The character of the text that a place in its folded form comes from."""
    first, offset, folds = grown[bisect_right(grown, place, key=lambda one: one[0]) - 1]
    return offset if place < first + folds else offset + place - first - max(folds - 1, 0)


@cache
def _growing() -> re.Pattern[str]:
    return re.compile(f"[{''.join(one for one in map(chr, range(0x20000)) if len(one.casefold()) > 1)}]")
