"""Rows of a Parquet file, as objects; the reader is an extra of its own, as few logs come this way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report

SIGNATURE = b"PAR1"
_FEW = 64
"""Rows unpacked at a time; a row may be a hundred kilobytes."""
_EXPORT = "or export its rows as JSON lines and open those."


def is_parquet(head: bytes) -> bool:
    """Whether a file begins as Parquet does."""
    return head.startswith(SIGNATURE)


def read_rows(path: Path, report: Report) -> Iterator[Record]:
    """The rows in order, unpacked as they are asked for; what cannot be unpacked becomes a diagnostic.

    Raises CannotRead where no reader is installed, or the file has no end and so no description of its columns.
    """
    try:
        from arro3.io import read_parquet
    except ImportError:
        hint = f"pip install 'compaction-inspector[parquet]' brings a reader; {_EXPORT}"
        raise CannotRead(f"{path} is Parquet, which nothing here reads.", hint=hint, path=str(path)) from None
    _check_end(path)
    number = 0
    try:
        for batch in read_parquet(str(path), batch_size=_FEW):
            for row in batch.to_struct_array().to_pylist():
                number += 1
                yield row
    except BaseException as why:
        # Damage makes the reader panic, in an exception beside all others.
        if not isinstance(why, Exception) and type(why).__name__ != "PanicException":
            raise
        message = f"Row {number + 1} and those behind it cannot be unpacked: {str(why)[:200]}."
        report(Diagnostic(Severity.ERROR, "bad-rows", message, Source(str(path))))


def _check_end(path: Path) -> None:
    """Columns are described at the end, behind which the signature stands again."""
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - 8))
        tail = stream.read(8)
    length = int.from_bytes(tail[:4], "little")
    if size < 12 or not tail.endswith(SIGNATURE) or length + 12 > size:
        hint = "Was it downloaded as a whole?"
        raise CannotRead(f"{path} is Parquet that ends too early.", hint=hint, path=str(path))
