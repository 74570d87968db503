"""The samples of an inspect_ai log: members of a zip, or a part of one JSON document."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import zstandard

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.content import read_bytes
from inspector.read.documents import loads_document, read_document
from inspector.read.limits import check_document, check_unpacked
from inspector.read.values import as_dict, as_list, digits

_ZSTANDARD = 93
_LOCAL = struct.Struct("<4s5H3L2H")
_MEMBER = re.compile(r"samples/.+\.json")
_HEADERS = ("header.json", "_journal/start.json", "start.json")
# A damaged archive may lead its reader anywhere: to negative places, to encryption, to methods nobody knows.
_STUMBLES = (
    zipfile.BadZipFile,
    zlib.error,
    zstandard.ZstdError,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


class Sample(NamedTuple):
    """One sample, where it stands, and whether that can be read back by pointer."""

    record: Record
    at: Source
    hold: bool


class Log(NamedTuple):
    """What stands above the samples, and the samples in order of their number and epoch."""

    header: Record
    samples: Iterator[Sample]


def read_log(path: Path, report: Report) -> Log:
    """Open a log of either form. Raises CannotRead for a zip that has no index."""
    zipped = read_bytes(path, 4)[0] == b"PK\x03\x04"
    if not zipped:
        document = as_dict(read_document(path, report))
        return Log(document, _in_document(document, path, report))
    raw, _ = read_bytes(path)
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except _STUMBLES as why:
        hint = "If the run was stopped, let inspect log recover write it anew."
        raise CannotRead(f"{path} has no index of its samples: {why}.", hint=hint, path=str(path)) from why
    names = frozenset(archive.namelist())
    header = next((name for name in _HEADERS if name in names), "")
    told = as_dict(_member(archive, raw, header, path, report)) if header else {}
    return Log(told, _in_archive(archive, raw, path, report))


def _in_document(document: Record, path: Path, report: Report) -> Iterator[Sample]:
    for index, record in enumerate(as_list(document.get("samples"))):
        at = Source(str(path), pointer=f"/samples/{index}")
        if isinstance(record, dict):
            yield Sample(record, at, hold=False)
        else:
            message = f"What stands in the place of sample {index + 1} is no object."
            report(Diagnostic(Severity.ERROR, "not-a-record", message, at))


def _in_archive(archive: zipfile.ZipFile, raw: bytes, path: Path, report: Report) -> Iterator[Sample]:
    names = [name for name in archive.namelist() if _MEMBER.fullmatch(name)]
    for name in sorted(frozenset(names), key=_in_order):
        record = _member(archive, raw, name, path, report)
        if isinstance(record, dict):
            yield Sample(record, Source(str(path), pointer="/" + name.replace("/", "~1")), hold=True)


def _in_order(name: str) -> tuple[int, list[tuple[int, str]]]:
    """By epoch, then by the sample's number or name."""
    stem, _, epoch = name.removesuffix(".json").rpartition("_epoch_")
    parts = [(-1, part) if (number := digits(part)) is None else (number, "") for part in re.split(r"(\d+)", stem)]
    return (digits(epoch) or 0, parts)


def _member(archive: zipfile.ZipFile, raw: bytes, name: str, path: Path, report: Report) -> Any:
    """The JSON of one member; None, with a diagnostic, where it cannot be unpacked."""
    try:
        entry = archive.getinfo(name)
        # No more than this is unpacked, whatever the archive holds.
        check_unpacked(path, entry.file_size)
        if entry.compress_type == _ZSTANDARD:
            # The standard library learns this method in Python 3.14 only.
            start = entry.header_offset
            fields = _LOCAL.unpack_from(raw, start)
            start += _LOCAL.size + fields[-2] + fields[-1]
            packed = raw[start : start + entry.compress_size]
            body = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read(entry.file_size)
        else:
            body = archive.read(entry)
    except (*_STUMBLES, KeyError) as why:
        report(Diagnostic(Severity.ERROR, "bad-member", f"{name} cannot be unpacked: {why}.", Source(str(path))))
        return None
    check_document(path, body)
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        report(Diagnostic(Severity.ERROR, "cut-document", f"{name} is not complete JSON.", Source(str(path))))
        return loads_document(body)
