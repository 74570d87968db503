"""Whose words a text is that Cursor sent as the user's: a query, and what the harness wrote around it."""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.model import ItemKind

_QUERY = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)
_FRAMES = (
    "<user_info",
    "<system_reminder",
    "<open_and_recently",
    "<rules",
    "<project_layout",
    "<git_status",
    "<additional_data",
)


class Piece(NamedTuple):
    kind: ItemKind
    text: str
    detail: str
    whole: bool
    """Whether it is the whole text, so that it can be read back from the log."""

    @property
    def is_typed(self) -> bool:
        """Whether these are words of the human."""
        return self.kind is ItemKind.USER


def pieces(text: str) -> list[Piece]:
    """The parts of a text: what the harness wrote around a query, and the query. Without a frame it is the human's."""
    queries = list(_QUERY.finditer(text))
    if not queries:
        if text.lstrip().startswith(_FRAMES):
            return [Piece(ItemKind.ATTACHMENT, text, "environment", True)]
        return [Piece(ItemKind.USER, text, "typed", True)]
    found, place = [], 0
    for query in queries:
        before = text[place : query.start()].strip()
        if before:
            found.append(Piece(ItemKind.ATTACHMENT, before, "environment", False))
        if query[1]:
            found.append(Piece(ItemKind.USER, query[1], "typed", False))
        place = query.end()
    behind = text[place:].strip()
    if behind:
        found.append(Piece(ItemKind.ATTACHMENT, behind, "environment", False))
    return found


def typed_in(text: str) -> str:
    """What the human typed in it; "" where nothing is."""
    return "\n".join(piece.text for piece in pieces(text) if piece.is_typed)
