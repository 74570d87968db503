"""Files that a person or another program gives, read whole: only what is a file, and only up to a bound."""

from __future__ import annotations

import errno
import io
import stat
from pathlib import Path

MOST = 64 << 20
"""Bytes of answers to a batch, the largest of what is given."""
DOCUMENT = 1 << 20
"""Bytes of a document that a person writes."""


def given_bytes(path: Path, most: int = MOST) -> bytes:
    """What a file holds. Raises OSError, also for a device or a pipe, which may never end, and above the bound."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is no file", str(path))
    with path.open("rb") as stream:
        raw = stream.read(most + 1)
    if len(raw) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most >> 20} MB", str(path))
    return raw


def given_text(path: Path) -> str:
    """A document as text with plain line ends. Raises OSError, and UnicodeDecodeError where it is no UTF-8."""
    return io.TextIOWrapper(io.BytesIO(given_bytes(path, DOCUMENT)), "utf-8").read()
