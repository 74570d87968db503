"""Finding a text in the whole texts of items, off the window's thread, and its places in one of them."""

from __future__ import annotations

from collections.abc import Iterator
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
    # A letter may fold into several: "ß" is "ss".
    whose = (
        None
        if len(folded) == len(text)
        else [place for place, character in enumerate(text) for _ in character.casefold()]
    )
    start = folded.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        yield (start, end) if whose is None else (whose[start], whose[end - 1] + 1)
        start = folded.find(wanted, end)
