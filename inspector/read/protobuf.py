"""Protobuf's wire format: the fields of a message by number, without the names that only its schema knows.

Source: protobuf's encoding; read 2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

_FIXED = {1: 8, 5: 4}
_Raw = TypeVar("_Raw", bytes, memoryview)


class Torn(ValueError):
    """Not protobuf, or cut."""


def varint(raw: bytes | memoryview, at: int) -> tuple[int, int]:
    """The whole number at a place, and where it ends. Raises Torn."""
    value = shift = 0
    while True:
        if at >= len(raw) or shift > 63:
            raise Torn
        byte = raw[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def tag(raw: bytes | memoryview, at: int) -> tuple[int, int, int]:
    """The number and the kind of the field at a place, and where its value begins. Raises Torn."""
    key, at = varint(raw, at)
    return key >> 3, key & 7, at


def fields(raw: _Raw, open_: frozenset[int] = frozenset()) -> Iterator[tuple[int, int | _Raw]]:
    """Every field of a message: its number, and a whole number, bytes of fixed width, or bytes.

    Of those in ``open_`` also one that is cut, as far as it goes. Raises Torn.
    """
    at = 0
    while at < len(raw):
        number, kind, at = tag(raw, at)
        if kind == 0:
            value, at = varint(raw, at)
            yield number, value
            continue
        size, at = varint(raw, at) if kind == 2 else (_FIXED.get(kind, -1), at)
        if size < 0 or at + size > len(raw):
            if size > 0 and number in open_:
                yield number, raw[at:]
            raise Torn
        yield number, raw[at : at + size]
        at += size
