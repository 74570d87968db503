"""What the versions that were driven send otherwise than they write it."""

from __future__ import annotations

from hashlib import sha256

from inspector.read.values import version_numbers

_FIRST = (0, 171)
_UNSENT = frozenset({"67c907c6ab8198f0"})
"""Digests of the lines of the base instructions that stand in the header and not in the requests."""


def is_driven(version: str) -> bool:
    """Whether a version is one of those whose requests were held against its log."""
    return version_numbers(version) >= _FIRST


def as_sent(base: str) -> str:
    """The base instructions of the header as requests hold them."""
    lines = base.splitlines(keepends=True)
    return "".join(line for line in lines if sha256(line.encode("utf-8", "replace")).hexdigest()[:16] not in _UNSENT)
