"""What a reviewer decides about losses. Nothing of a report is imported here: the window begins with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Choice(StrEnum):
    """What a reviewer decides about one entry."""

    ACCEPT = "accept"
    """The loss does no harm: nothing is put back."""
    RESTORE = "restore"
    """The words go back as they were said."""
    EDIT = "edit"
    """Words of the reviewer go back."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a reviewer decided, by fact id; everything else is put back as it was said."""

    accepted: frozenset[str] = frozenset()
    edited: Mapping[str, str] = field(default_factory=dict)
    with_kept: bool = False
    """Also the rules that were kept, or of which nothing is known."""
