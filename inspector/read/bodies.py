"""Reading texts back from the log, so that an open session does not hold them all."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from inspector.errors import CannotRead, LogChanged
from inspector.model import Item, Source
from inspector.read.content import COMPRESSED, open_bytes, read_bytes
from inspector.read.documents import loads_document
from inspector.read.lines import loads_tolerant
from inspector.read.tables import PLAIN, cell, is_cell
from inspector.read.values import render, resolve

_ROOM = 8 << 20
"""Bytes of lines whose records are held: judging asks for the same ones stage after stage."""
_OPEN_FILES = 16
_ENDINGS = tuple(COMPRESSED)
_AHEAD = 1 << 16
"""Texts are asked for one here, one there: a megabyte read ahead takes five times as long as the text."""


class Bodies:
    """Texts and records of one opened session, read on demand; safe to use from several threads.

    Raises LogChanged when the file no longer holds what was read there.
    """

    def __init__(self) -> None:
        # One lock for the open files (seek and read belong together) and the records at hand.
        self._lock = threading.Lock()
        self._files: OrderedDict[str, BinaryIO] = OrderedDict()
        self._unpacked: dict[str, bytes] = {}
        self._records: OrderedDict[tuple[str, int | None], tuple[Any, int]] = OrderedDict()
        self._held = 0

    def text(self, item: Item) -> str:
        """The whole text of an item as the model saw it."""
        return item.text if item.text is not None else render(self.value(item.source))

    def value(self, source: Source) -> Any:
        """The JSON value that a source points at, or the text of a cell that holds none."""
        if is_cell(source) and source.pointer.endswith(PLAIN):
            return self.raw(source).decode("utf-8", "replace")
        # Inside a cell of a database, the first three steps of the pointer name the cell.
        pointer = "/".join(["", *source.pointer.split("/")[3:]]) if is_cell(source) else source.pointer
        try:
            return resolve(self._record(source), pointer)
        except (LookupError, ValueError):
            raise self._changed(source) from None

    def raw(self, source: Source) -> bytes:
        """The bytes of the record that holds a source: the log line itself."""
        with self._lock:
            return self._bytes(source)

    def close(self) -> None:
        """Let go of every file."""
        with self._lock:
            for stream in self._files.values():
                stream.close()
            self._files.clear()
            self._unpacked.clear()
            self._records.clear()
            self._held = 0

    def _record(self, source: Source) -> Any:
        key = (_place(source), source.start)
        with self._lock:
            if key in self._records:
                self._records.move_to_end(key)
                return self._records[key][0]
            raw = self._bytes(source)
            try:
                record = orjson.loads(raw)
            except orjson.JSONDecodeError:
                # A document of its own may be cut short; a line that is was not read in the first place.
                record = loads_document(raw) if source.line is None else loads_tolerant(raw)[0]
            self._records[key] = record, len(raw)
            self._held += len(raw)
            # The newest stays, however long: its other parts are asked for next.
            while self._held > _ROOM and len(self._records) > 1:
                self._held -= self._records.popitem(last=False)[1][1]
            return record

    def _bytes(self, source: Source) -> bytes:
        start, end = source.start or 0, source.end
        if is_cell(source):
            return self._cell(source)
        try:
            if source.path.endswith(_ENDINGS):
                if source.path not in self._unpacked:
                    # Of a damaged archive what was read before can be read again.
                    self._unpacked[source.path], _ = read_bytes(Path(source.path))
                return self._unpacked[source.path][start:end]
            stream = self._stream(source.path)
            stream.seek(start)
            raw = stream.read(-1 if end is None else end - start)
        except (OSError, ValueError, CannotRead) as why:
            raise self._changed(source) from why
        if end is not None and len(raw) != end - start:
            raise self._changed(source)
        return raw

    def _cell(self, source: Source) -> bytes:
        try:
            return cell(source.path, source.pointer)
        except (LookupError, ValueError, CannotRead) as why:
            raise self._changed(source) from why

    def _stream(self, path: str) -> BinaryIO:
        if path in self._files:
            self._files.move_to_end(path)
        else:
            # A session may be hundreds of files; a process may not hold them all open.
            if len(self._files) >= _OPEN_FILES:
                self._files.popitem(last=False)[1].close()
            self._files[path] = open_bytes(Path(path), _AHEAD)
        return self._files[path]

    @staticmethod
    def _changed(source: Source) -> LogChanged:
        where = f", line {source.line}" if source.line else ""
        return LogChanged(
            f"{source.path}{where} no longer holds what was read there.",
            hint="The log was rewritten or removed. Reload the session.",
            path=source.path,
        )


def _place(source: Source) -> str:
    """What tells records apart beside their offset: the file, and for a database the cell."""
    return f"{source.path}/{'/'.join(source.pointer.split('/')[:3])}" if is_cell(source) else source.path
