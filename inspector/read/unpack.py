"""Readers of archives that the libraries read without a word about a missing end, or not at all without it."""

from __future__ import annotations

import struct
import zlib
from typing import BinaryIO, Protocol

import zstandard

_BITE = 512
"""Packed bytes unpacked at a time: of zstandard as few as four may become 128 kB."""
_PIECE = 1 << 16
_LOCAL = struct.Struct("<4s5H3L2H")
_SIGNATURE = b"PK\x03\x04"
_STORED, _DEFLATED = 0, 8
_SIZE_BEHIND = 8
"""The flag of a member whose size is told behind it."""
_MOST_IN_CELL = 1 << 26
_TORN = "the archive ends too early"


class Packed(Protocol):
    """What unpacks a piece at a time."""

    def read1(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end. Raises EOFError where the archive is torn."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class ZstandardReader:
    """The content of zstandard frames one behind the other; zstandard's own reader says nothing of a torn one."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._begun = False
        self._ready = memoryview(b"")

    def read1(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end. Raises EOFError where a frame has none."""
        while not self._ready:
            raw = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame, self._begun = zstandard.ZstdDecompressor().decompressobj(), False
            raw = raw or self._packed.read(_BITE)
            if not raw and self._begun:
                raise EOFError(_TORN)
            if not raw:
                return b""
            self._begun = True
            self._ready = memoryview(self._frame.decompress(raw))
        piece, self._ready = self._ready[:size], self._ready[size:]
        return bytes(piece)

    def close(self) -> None:
        """Let go of the file."""
        self._packed.close()


class TornZip:
    """What is there of the first member of a zip whose index, at its end, is missing."""

    def __init__(self, packed: BinaryIO) -> None:
        """Raises EOFError where there is no member whose content could be unpacked."""
        head = packed.read(_LOCAL.size)
        if len(head) < _LOCAL.size or not head.startswith(_SIGNATURE):
            raise EOFError("it is not a zip file")
        _, _, flags, method, _, _, _, size, _, name, extra = _LOCAL.unpack(head)
        if method not in (_STORED, _DEFLATED) or flags & 1:
            raise EOFError(_TORN)
        packed.read(name + extra)
        self._packed = packed
        self._plain = method == _STORED
        self._left = size if self._plain and not flags & _SIZE_BEHIND else None
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)

    def read1(self, size: int, /) -> bytes:
        """At most so many bytes. Raises EOFError behind the last: what else stood in the archive, nobody knows."""
        if self._plain:
            piece = self._packed.read(size if self._left is None else min(size, self._left))
            self._left = None if self._left is None else self._left - len(piece)
        else:
            piece = b""
            while not piece and not self._inflate.eof:
                raw = self._inflate.unconsumed_tail or self._packed.read(_PIECE)
                if not raw:
                    break
                piece = self._inflate.decompress(raw, size)
        if not piece:
            raise EOFError(_TORN)
        return piece

    def close(self) -> None:
        """Let go of the file."""
        self._packed.close()


def unpacked(stored: bytes) -> bytes:
    """What a cell of a database holds, where it may be packed with zstandard. Raises ValueError where it is damaged."""
    if not stored.startswith(zstandard.FRAME_HEADER):
        return stored
    try:
        return zstandard.ZstdDecompressor().decompress(stored, max_output_size=_MOST_IN_CELL)
    except zstandard.ZstdError as why:
        raise ValueError(str(why)) from why
