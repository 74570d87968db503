"""What the work shows behind a compaction that nobody can read, asked of an opened session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.workbench.document import Document
from inspector.workbench.review import outcome_at

if TYPE_CHECKING:
    from inspector.impact.look import Aftermath
    from inspector.impact.unread import ShownGroup


def aftermath_at(document: Document, number: int) -> Aftermath | None:
    """What followed a compaction; None before that is known."""
    return next((one for one in document.aftermath or () if one.compaction.number == number), None)


def shown_groups(document: Document, number: int) -> tuple[ShownGroup, ...]:
    """The facts before a compaction by what the work shows of them; none where somebody can read what it left."""
    # With it come the rules, which who opens a session that was judged before does without.
    from inspector.impact.unread import grouped

    followed, outcome = aftermath_at(document, number), outcome_at(document, number)
    return grouped(followed.unread, outcome.facts) if followed is not None and outcome is not None else ()
