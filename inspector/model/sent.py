"""What left the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ASKED_IN = "inspector-ask-"
"""How the name of a folder begins in which a command is asked: a session that a command keeps there is none of the
person's, and is left out of lists."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One question as it was sent."""

    when: str
    """ISO 8601 in UTC."""
    to: str
    """The address or the provider, for people."""
    model: str
    tokens: int | None
    """Of the question, as estimated; None where nobody estimated them."""
    secrets: Mapping[str, int]
    """What had been taken out of it, by kind, and how many places of each."""
