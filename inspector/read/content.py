"""The bytes of a log: plain, gzip, zstandard or the one member of a zip, opened for reading only."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO, cast

import zstandard

from inspector.errors import CannotRead, cause
from inspector.model import Diagnostic, Severity, Source
from inspector.read.limits import check_unpacked
from inspector.read.unpack import Packed, TornZip, ZstandardReader

COMPRESSED = frozenset({".gz", ".zst", ".zip"})
_PIECE, _STEP = 1 << 16, 1 << 13
_DAMAGE = (EOFError, zlib.error, zstandard.ZstdError, zipfile.BadZipFile, RuntimeError)
"""What unpacking a damaged archive raises beside OSError; RuntimeError where damage reads as encryption."""


def plain_suffix(path: Path) -> str:
    """The suffix in small letters without a compression ending: ``A.JSONL.zst`` → ``.jsonl``."""
    return (Path(path.stem) if path.suffix in COMPRESSED else path).suffix.lower()


def plain_stem(path: Path) -> str:
    """The name without its endings: ``a.jsonl.zst`` → ``a``."""
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem


def open_bytes(path: Path, ahead: int = 1 << 20) -> BinaryIO:
    """A binary stream of the decompressed content, read ``ahead`` so many bytes. Raises CannotRead with a way out.

    Where an archive is damaged, reading raises OSError; where it unpacks to more than the bound, TooLarge.
    """
    packing = path.suffix
    try:
        if packing == ".zst":
            return io.BufferedReader(_Unpacked(ZstandardReader(path.open("rb")), path), _PIECE)
        if packing == ".gz":
            return io.BufferedReader(_Unpacked(gzip.open(path, "rb"), path), _PIECE)
        if packing == ".zip":
            return io.BufferedReader(_Unpacked(_only_member(path), path), _PIECE)
        return open(path, "rb", buffering=ahead)
    except IsADirectoryError:
        raise CannotRead(f"{path} is a folder, not a log.", hint="Name the log inside it.") from None
    except (OSError, *_DAMAGE) as why:
        raise not_opened(path, why) from why


def not_opened(path: Path, why: Exception) -> CannotRead:
    """Why a file cannot be opened, with a way out."""
    if isinstance(why, FileNotFoundError):
        return CannotRead(f"There is no file {path}.", hint="Check the path, or run inspector list.")
    if isinstance(why, PermissionError):
        return CannotRead(f"No permission to read {path}.", hint="Copy it somewhere readable and open the copy.")
    return CannotRead(f"{path} cannot be opened: {cause(why)}.")


def ends_there(why: str, at: Source) -> Diagnostic:
    """The problem that a file could be read only up to this place."""
    return Diagnostic(Severity.ERROR, "cut-archive", f"Reading stopped here: {why}; what stands behind is lost.", at)


def read_bytes(path: Path, most: int | None = None) -> tuple[bytes, str]:
    """The decompressed content, or so many bytes of its start; of a damaged file what comes before, and why it ends."""
    pieces: list[bytes] = []
    left = most
    # Read in one go, so that nothing has to be read ahead: a session may be hundreds of small files.
    with open_bytes(path, ahead=0) as stream:
        try:
            # From an archive a piece at a time: asking for all loses with its cut end what came before.
            if path.suffix not in COMPRESSED:
                return stream.read(-1 if most is None else most), ""
            while left != 0 and (piece := stream.read1(_PIECE if left is None else min(left, _PIECE))):  # type: ignore[attr-defined]
                pieces.append(piece)
                left = None if left is None else left - len(piece)
        except OSError as why:
            return b"".join(pieces), str(why)
    return b"".join(pieces), ""


def both_ends(path: Path, size: int, most: int) -> tuple[bytes, bytes]:
    """So many bytes of a log's beginning, and of its end, behind that; no end of an archive. Raises CannotRead."""
    if path.suffix in COMPRESSED:
        head, why = read_bytes(path, most)
        if why and not head:
            raise _unread(path, why)
        return head, b""
    with open_bytes(path, ahead=0) as stream:
        try:
            head = stream.read(most)
        except OSError as why:
            raise _unread(path, str(why)) from why
        if size <= most:
            return head, b""
        stream.seek(max(most, size - most))
        return head, stream.read(most)


def _unread(path: Path, why: str) -> CannotRead:
    return CannotRead(f"{path} cannot be read: {why}.", hint="Copy it anew from where it came from.")


class _Unpacked(io.RawIOBase):
    """An archive's content, whose damage is an OSError whatever the packing."""

    def __init__(self, packed: Packed, path: Path) -> None:
        self._packed, self._path = packed, path
        self._done = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            # As much as is there at a time: asking for all of it loses with the damage what came before.
            piece = self._packed.read1(min(len(buffer), _STEP))
        except _DAMAGE as why:
            raise OSError(str(why)) from why
        self._done += len(piece)
        check_unpacked(self._path, self._done)
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._packed.close()
        super().close()


def _only_member(path: Path) -> Packed:
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        return TornZip(path.open("rb"))
    files = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(files) != 1:
        raise CannotRead(
            f"{path} holds {len(files)} files; a session is one of them.", hint="Unpack it and open the session."
        )
    return cast(Packed, archive.open(files[0]))
