"""MessagePack → plain values; of an extension type its code and bytes, and nothing is ever made of those by itself.

Source: https://github.com/msgpack/msgpack/blob/master/spec.md, checked 2026-11-23. A reader of our own, as a package
would be one more dependency for one agent's logs and is no faster there: of 5.7 MB of checkpoints this reads 17 MB a
second and ormsgpack 115, but what comes again in every checkpoint is known by its bytes before it is read
(``adapters/langgraph``), which makes it 126.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from inspector.read.limits import VALUES

DEPTH = 100
"""Values inside each other; those of checkpoints are some ten."""
Extension = Callable[[int, bytes], Any]
_NUMBERS = {
    0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i",
    0xD3: ">q",
}  # fmt: skip
_LENGTHS = {
    0xD9: ("text", 1), 0xDA: ("text", 2), 0xDB: ("text", 4), 0xC4: ("bytes", 1), 0xC5: ("bytes", 2), 0xC6: ("bytes", 4),
    0xDC: ("list", 2), 0xDD: ("list", 4), 0xDE: ("map", 2), 0xDF: ("map", 4), 0xC7: ("ext", 1), 0xC8: ("ext", 2),
    0xC9: ("ext", 4),
}  # fmt: skip
_WORDS = {0xC0: None, 0xC2: False, 0xC3: True}


def unpack(packed: bytes, extension: Extension) -> Any:
    """The first value in ``packed``; ``extension`` gives what stands for one of a type beyond the basic ones.

    Raises ValueError where the value breaks off, is none, or is nested deeper than any real one. A text that is no
    UTF-8 is read as far as it is one.
    """
    return _Reader(packed, extension).value(0)


class _Reader:
    def __init__(self, packed: bytes, extension: Extension) -> None:
        self._packed = packed
        self._extension = extension
        self._at = 0
        self._left = VALUES

    def value(self, depth: int) -> Any:
        self._left -= 1
        if depth > DEPTH or self._left < 0:
            raise ValueError("nested too deep, or too many values")
        head = self._taken(1)[0]
        if head < 0x80:
            return head
        if head >= 0xE0:
            return head - 0x100
        if head < 0x90:
            return self._map(head & 0x0F, depth)
        if head < 0xA0:
            return self._list(head & 0x0F, depth)
        if head < 0xC0:
            return self._text(head & 0x1F)
        if head in _WORDS:
            return _WORDS[head]
        if head in _NUMBERS:
            form = _NUMBERS[head]
            return struct.unpack(form, self._taken(struct.calcsize(form)))[0]
        if head in _LENGTHS:
            return self._of_length(*_LENGTHS[head], depth)
        if 0xD4 <= head <= 0xD8:
            return self._ext(1 << head - 0xD4)
        raise ValueError(f"no value begins with {head:#x}")

    def _of_length(self, kind: str, size: int, depth: int) -> Any:
        length = int.from_bytes(self._taken(size), "big")
        if kind == "text":
            return self._text(length)
        if kind == "bytes":
            return self._taken(length)
        if kind == "ext":
            return self._ext(length)
        return self._list(length, depth) if kind == "list" else self._map(length, depth)

    def _taken(self, length: int) -> bytes:
        end = self._at + length
        if end > len(self._packed):
            raise ValueError("it breaks off")
        taken = self._packed[self._at : end]
        self._at = end
        return taken

    def _text(self, length: int) -> str:
        return self._taken(length).decode("utf-8", "replace")

    def _list(self, length: int, depth: int) -> list[Any]:
        self._holds(length)
        return [self.value(depth + 1) for _ in range(length)]

    def _map(self, length: int, depth: int) -> dict[Any, Any]:
        self._holds(2 * length)
        found = {}
        for _ in range(length):
            key = self.value(depth + 1)
            found[key if isinstance(key, str | int) else str(key)] = self.value(depth + 1)
        return found

    def _holds(self, values: int) -> None:
        """A header may claim any length; each value takes a byte at least."""
        if values > len(self._packed) - self._at:
            raise ValueError("it breaks off")

    def _ext(self, length: int) -> Any:
        code = struct.unpack(">b", self._taken(1))[0]
        return self._extension(code, self._taken(length))
