"""Results that Claude Code cleared in place, in the words of its logs."""

from __future__ import annotations

from collections.abc import Collection


def cleared_notes(masked: Collection[int], saved: int | None) -> tuple[str, ...]:
    """What a log says of such a clearing: ``masked`` are the results it names, ``saved`` the tokens it counts.

    The tokens that it counts before count the results alone (65,000 of a prompt of 139,000): they are no size of the
    context, and neither is what is left of them.
    """
    notes = [] if masked else ["Which results were cleared is not in this log."]
    return (*notes, f"By the log {saved:,} tokens were cleared.") if saved else tuple(notes)
