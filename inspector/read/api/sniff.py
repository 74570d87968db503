"""The first values of a log, for telling what it is from its head alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import orjson

from inspector.model import Source
from inspector.read.adapter import Probe
from inspector.read.api.exchange import Exchange, Logged, elements, exchange_in
from inspector.read.documents import head_document

_FEW = 40


def first_values(probe: Probe) -> tuple[Any, ...]:
    """The first records of lines of JSON, or elements of a document; none where the head is neither."""
    if probe.is_folder or probe.tables:
        return ()
    return _first_values(probe.head)


def first_exchange(probe: Probe) -> Exchange | None:
    """The first call in a log, where its first records hold one."""
    return None if probe.is_folder or probe.tables else _first_exchange(probe.head)


# Several adapters look at the same head, one behind the other.
@lru_cache(maxsize=4)
def _first_exchange(head: bytes) -> Exchange | None:
    for value in _first_values(head):
        found = exchange_in(Logged(value, Source(""), ""))
        if found:
            return found
    return None


@lru_cache(maxsize=4)
def _first_values(head: bytes) -> tuple[Any, ...]:
    text = head.lstrip(b"\x00\xef\xbb\xbf \t\r\n")
    if text[:1] not in (b"{", b"["):
        return ()
    first = text.partition(b"\n")[0]
    try:
        value = orjson.loads(first)
    except orjson.JSONDecodeError:
        # Damaged it costs itself, as it does where the log is read; laid out, a document has no such line.
        whole = [one for one in _lines(text, (b"{", b"[")) if one]
        if whole:
            return tuple(whole)
        value = head_document(head)
    else:
        if (isinstance(value, dict) and b"\n{" in text) or (isinstance(value, list) and b"\n[" in text):
            return tuple(_lines(text))
    if isinstance(value, list):
        return tuple(value[:_FEW])
    return tuple(logged.value for logged in elements(value, Source("")))[:_FEW] if isinstance(value, dict) else ()


def _lines(text: bytes, begin: bytes | tuple[bytes, ...] = b"") -> list[Any]:
    values = []
    for line in text.split(b"\n")[:_FEW]:
        if not line.startswith(begin):
            continue
        try:
            values.append(orjson.loads(line))
        except orjson.JSONDecodeError:
            continue
    return values
