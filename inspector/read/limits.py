"""How much is read unasked: a small file may unpack to more than a machine has memory for.

Above a bound a person is asked: the window offers to open the log all the same, the command line names ``--no-limits``.
The bounds are several times what the largest log known needs: 3 MB a line, 26,000 values a megabyte, 15,000 lines.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from inspector.errors import CannotRead

UNPACKED = 256 << 20
"""Bytes of an unpacked archive, and of a document, which has to be held whole."""
LINE = 64 << 20
"""Bytes of one line: a record is held whole."""
VALUES = 5_000_000
"""Values in one document or on one line: three bytes, ``{},``, take a hundred once they are read."""
RECORDS = 1_000_000
"""Lines of a log: each becomes an item or more, half a kilobyte each."""
DEPTH = 1_024
"""Objects inside each other, as orjson has it: code that walks a value calls itself at every level."""
# What goes through a value level by level takes up to two frames for each: Python allows a thousand in all.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 3 * DEPTH))
TOO_DEEP = f"it is nested more than {DEPTH:,} levels deep"
HOW_TO_LIFT = "inspector --no-limits COMMAND reads it all the same"

NO_LIMITS = "INSPECTOR_NO_LIMITS"
"""Set in the environment, no bound holds: so for the processes, too, that read many logs at once."""

_lifted: set[Path] = set()


class TooLarge(CannotRead):
    """A bound was reached; ``path`` is the file for which it may be lifted."""

    def __init__(self, path: Path, what: str) -> None:
        hint = f"{HOW_TO_LIFT}, and takes the memory that this needs."
        super().__init__(f"{path} {what}, and may need more memory than there is.", hint=hint, path=str(path))


def lift(path: Path | None = None) -> None:
    """Read a file whatever its size, until the program ends; without a path every file."""
    if path is None:
        os.environ[NO_LIMITS] = "1"
    else:
        _lifted.add(path)


def is_lifted(path: Path) -> bool:
    """Whether somebody wants a file to be read whatever its size."""
    return path in _lifted or NO_LIMITS in os.environ


def megabytes(size: int) -> str:
    """A bound in words."""
    return f"{size >> 20} MB"


def check_unpacked(path: Path, size: int) -> None:
    """Raise TooLarge where so many bytes were unpacked that somebody has to be asked."""
    if size > UNPACKED and not is_lifted(path):
        raise TooLarge(path, f"unpacks to more than {megabytes(UNPACKED)}")


def check_document(path: Path, raw: bytes) -> None:
    """Raise TooLarge where a document is not to be read as a whole without being asked for."""
    if len(raw) > UNPACKED and not is_lifted(path):
        raise TooLarge(path, f"is one JSON document of more than {megabytes(UNPACKED)}")
    if is_crowded(raw) and not is_lifted(path):
        raise TooLarge(path, f"is one JSON document of more than {VALUES:,} values")


def check_records(path: Path, count: int) -> None:
    """Raise TooLarge at the first line of a log above the bound."""
    if count == RECORDS + 1 and not is_lifted(path):
        raise TooLarge(path, f"has more than {RECORDS:,} lines")


def is_crowded(raw: bytes, most: int | None = None) -> bool:
    """Whether a JSON text may hold more values than ``most``, or the bound; marks inside its texts are counted, too."""
    most = VALUES if most is None else most
    return len(raw) > most and raw.count(b",") + raw.count(b"{") + raw.count(b"[") > most
