"""What a model was asked and what it gave, kept before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.session import Usage


class AnswerState(StrEnum):
    """How far a question got."""

    ASKED = "asked"
    """Sent; no end is known. After a crash: it may have been charged for."""
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RawAnswer:
    """One question to a model and its answer, word for word. ``key`` depends on all that was asked, and of whom."""

    key: str
    state: AnswerState
    model: str
    asked: str
    """When, ISO 8601 in UTC."""
    text: str = ""
    """Of a failed one: what had come by then."""
    finish: str = ""
    served_as: str = ""
    """The model as its provider names it."""
    usage: Usage | None = None
    seconds: float | None = None
    dollars: float | None = None
    """What it cost, as whoever answered says; None where they do not."""
    notes: tuple[str, ...] = ()
    kind: str = ""
    """Why it failed; of an answer that is kept until it is asked for again, what it lacks."""
    message: str = ""
    hint: str = ""
    paid: bool = False
    """It failed, and the provider may charge for it all the same."""
