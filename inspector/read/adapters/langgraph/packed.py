"""What LangGraph's serializer wrote → plain values. Nothing that it names is imported, made or called.

Source: langgraph-checkpoint 4.3.2 langgraph/checkpoint/serde/jsonplus.py (the extension types), encrypted.py; the
``lc`` objects of langchain-core load/dump; checked 2026-11-23.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from inspector.read.msgpack import unpack
from inspector.read.values import as_dict, as_list, as_text

_NAMED = frozenset({0, 1, 2, 3, 4, 5})
"""Extension types that are a module, a name in it, and what the object was made of."""
_ARRAY, _SNAPSHOT = 6, 7


class Unreadable(ValueError):
    """A value that this program does not read: pickled, encrypted, damaged, or of a type that is not known."""


class Made(NamedTuple):
    """An object as data: the name of its class, and its fields or arguments."""

    name: str
    value: Any


_DEEPEST = 20
"""Objects inside each other, of which real ones have a handful: each is held by its bytes, so once for every level."""


class Packed:
    """Reads values; those that come again, as a message does in every checkpoint, are told by their bytes."""

    def __init__(self) -> None:
        self._known: dict[bytes, Any] = {}
        self._depth = 0

    def value(self, kind: str, stored: Any) -> Any:
        """A value by the name of how it was written. Raises Unreadable."""
        if kind == "null":
            return None
        raw = stored.encode() if isinstance(stored, str) else stored
        if not isinstance(raw, bytes):
            raise Unreadable("nothing is stored")
        kind = kind or _guessed(raw)
        if "+" in kind:
            raise Unreadable("it is encrypted")
        if kind == "pickle":
            raise Unreadable("it is pickled, which only running it would tell")
        try:
            if kind == "json":
                return _revived(orjson.loads(raw))
            if kind == "msgpack":
                return unpack(raw, self._extension)
        except (ValueError, RecursionError) as why:
            raise Unreadable(f"it is damaged ({why})") from why
        raise Unreadable(f"it is written as {kind[:40]}")

    def _extension(self, code: int, raw: bytes) -> Any:
        if raw not in self._known:
            if self._depth > _DEEPEST:
                raise ValueError("nested too deep")
            self._depth += 1
            try:
                self._known[raw] = self._made(code, raw)
            finally:
                self._depth -= 1
        return self._known[raw]

    def _made(self, code: int, raw: bytes) -> Any:
        if code == _SNAPSHOT:
            return Made("_DeltaSnapshot", unpack(raw, self._extension))
        if code in _NAMED:
            told = as_list(unpack(raw, self._extension))
            if len(told) > 2:
                return Made(as_text(told[1]), told[2])
        return Made("array" if code == _ARRAY else f"extension {code}", None)


def _guessed(raw: bytes) -> str:
    """How a value was written, where no column says it, as before version 0.2."""
    if raw[:1] in (b"{", b"[", b'"'):
        return "json"
    return "pickle" if raw[:1] == b"\x80" and raw[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05") else "msgpack"


def _revived(value: Any) -> Any:
    """JSON with the objects that it names as data."""
    if isinstance(value, list):
        return [_revived(one) for one in value]
    if not isinstance(value, dict):
        return value
    path = as_list(value.get("id"))
    if value.get("type") == "constructor" and "lc" in value and path:
        return Made(as_text(path[-1]), _revived(value.get("kwargs") or value.get("args")))
    return {key: _revived(one) for key, one in value.items()}


def plain(value: Any) -> Any:
    """A value with nothing in it but what JSON has: of an object what it was made of."""
    if isinstance(value, Made):
        return plain(value.value)
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return f"{len(value):,} bytes" if isinstance(value, bytes) else value


def fields(value: Any, name: str) -> dict[str, Any]:
    """The fields of an object of a class with this name; empty for anything else."""
    return as_dict(value.value) if isinstance(value, Made) and value.name == name else {}
