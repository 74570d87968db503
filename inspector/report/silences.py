"""What the adapter says that such logs do not hold, or hold only at times, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from inspector.model import Has, Request, Session, Unlogged
from inspector.reconstruct.unlogged import not_in_log
from inspector.wording.units import counted

RECORDED_REQUEST = "Basis: recorded request. The log holds it word for word."
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
    """A sentence for each of the two, and one for what this agent is known to send beside it."""
    for has, head, last in ((Has.NO, "do not hold", "or"), (Has.SOMETIMES, "hold only at times", "and")):
        names = [one.name for one in fields(session.capabilities) if getattr(session.capabilities, one.name) is has]
        *most, end = [_SILENT[name] for name in names] or [""]
        if end:
            yield f"Such logs {head} {', '.join(most)}{f' {last} ' if most else ''}{end}."
    if session.unlogged:
        yield f"Sent, and not in this log: {names_of(session.unlogged)}."


def beside_words(session: Session, request: Request | None) -> Iterable[str]:
    """How the context of a request is known, and what was sent with it that the log does not hold."""
    if request is not None and request.recorded:
        yield RECORDED_REQUEST
    if request is not None and request.doubt:
        yield request.doubt
    missing = not_in_log(session, request)
    if missing:
        yield f"Sent, and not in this log: {names_of(missing)}."


def names_of(missing: Iterable[Unlogged]) -> str:
    """Each with where it stands and how long it is, as far as known."""
    return "; ".join(_name(one) for one in missing)


def _name(one: Unlogged) -> str:
    about = [*([one.where] if one.where else []), *([counted(one.chars, "character")] if one.chars else [])]
    return f"{one.name} ({', '.join(about)})" if about else one.name
