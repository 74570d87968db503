"""What the adapter says that such logs do not hold, or hold only at times, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from inspector.model import Has, Session

_SILENT = {
    "usage": "how many tokens each request took",
    "system_prompt": "the system prompt",
    "tools": "the definitions of the tools",
    "reasoning": "the model's reasoning",
    "compactions": "that a compaction took place",
    "summary_text": "the text of a summary",
    "kept_tail": "which messages a compaction kept",
    "timestamps": "when things happened",
}


def silences(session: Session) -> Iterable[str]:
    """A sentence for each."""
    for name in (one.name for one in fields(session.capabilities)):
        has = getattr(session.capabilities, name)
        if has is Has.NO:
            yield f"Such logs do not hold {_SILENT[name]}."
        elif has is Has.SOMETIMES:
            yield f"Such logs hold only at times {_SILENT[name]}."
