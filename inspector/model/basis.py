"""How we know a number: the basis that every count and verdict carries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

_N = TypeVar("_N", int, float)


class Basis(StrEnum):
    """The kind of evidence behind a number or verdict, strongest first."""

    RECORDED = "recorded"
    """The log says so."""
    COUNTED = "counted"
    """Computed exactly from what the log holds."""
    ESTIMATED = "estimated"
    """A stand-in tokenizer or a calibrated ratio; has an error."""
    INFERRED = "inferred"
    """Deduced, such as a compaction seen only as a drop in tokens."""
    JUDGED = "judged"
    """A model said so."""
    ENTERED = "entered"
    """The user said so."""


def known_sum(values: Iterable[_N | None]) -> _N | None:
    """The sum of the numbers that are known; None where none is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def full_sum(values: Iterable[_N | None]) -> _N | None:
    """The sum of numbers that are all known; None where one of them is not."""
    told = list(values)
    known = [value for value in told if value is not None]
    return sum(known) if len(known) == len(told) else None


@dataclass(frozen=True, slots=True)
class TokenCount:
    """A number of tokens and how it is known. ``value`` is None when the log does not tell."""

    value: int | None
    basis: Basis
    tokenizer: str = ""
    error: int | None = None
    """Plus or minus this many tokens; 0 when exact, None when not known."""
