"""What the work shows behind a compaction that nobody can read, asked of an opened session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from inspector.workbench.document import Document

if TYPE_CHECKING:
    from inspector.impact.look import Consequences
    from inspector.impact.unread import Trace


def consequences_at(document: Document, number: int) -> Consequences | None:
    """What followed a compaction; None before that is known."""
    return next((one for one in document.consequences or () if one.compaction.number == number), None)


def traces_at(document: Document, number: int) -> Mapping[str, Trace]:
    """By fact, what the work shows of it; empty before that is known, and where somebody can read what was left."""
    followed = consequences_at(document, number)
    return {trace.fact: trace for trace in followed.unread} if followed is not None else {}
