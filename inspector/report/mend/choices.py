"""What a reviewer decides about what is missing. Nothing of a report is imported here: the window begins with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Choice(StrEnum):
    """What a reviewer decides about one entry."""

    ACCEPT = "accept"
    """That it is missing does no harm: nothing is put back."""
    RESTORE = "restore"
    """The words go back as they were said."""
    EDIT = "edit"
    """Words of the reviewer go back."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a reviewer decided, by fact id; else what is not there, lost or changed is put back as it was said."""

    accepted: frozenset[str] = frozenset()
    edited: Mapping[str, str] = field(default_factory=dict)
    restored: frozenset[str] = frozenset()
    """Put back as it was said though it stands there in part, or a judge does not call it lost."""
    with_kept: bool = False
    """Also what the human said that stands there, all or in part, or of which nothing is known."""
