"""Secrets in the columns of tables: only the head of a column says what stands below it."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from inspector.secrets.rules import Span, compiled
from inspector.secrets.values import is_told

KIND = "secret in a table"
WORDS = (b"passw", b"passphrase", b"secret", b"token", b"api key", b"api_key", b"access key", b"access_key")
"""In lower case; without one of them a text has no such table."""
_NAME = r"[\w -]{0,24}(?:pass ?word|passwd|passwort|passphrase|secret|token|api[ _]key|access[ _]key)"
_CELL = rf"[ \t*`\"']*{_NAME}[ \t*`\"']*"
_HEAD = rf"(?im)^(?:[^\n]*[|,;\t])?{_CELL}(?:[|,;\t][^\n]*)?$"
_INSERT = r"(?i)\bINTO\s+\S{1,80}\s*(\([^()\n]{1,400}\))\s*VALUES\s*"
_ROW = re.compile(rb"\s*,?\s*(\((?:'(?:[^'\n]|'')*'|[^()'\n])*\))")
_COLUMN = re.compile(_CELL.encode(), re.IGNORECASE)
_LINE = re.compile(rb"[\s|:+-]*")
_SIGNS = (b"|", b"\t", b";", b",")
"""What parts the cells of a row, the surest first."""
_HEAD_OF_VALUES = re.compile(rb"[ \t]*[\"']?[A-Za-z][\w .-]{0,30}[\"']?[ \t\r]*")
"""A cell in the head of a file of values: names and nothing else."""
_AROUND = b" \t\r*`\"'(){}"


def in_tables(text: bytes) -> Iterator[Span]:
    """Cells that stand below such a head: of Markdown, of a database's output, of a file of values, of SQL."""
    read = 0
    for head in compiled(_HEAD).finditer(text):
        sign = next((one for one in _SIGNS if one in head[0]), b"")
        if head.start() >= read and sign and (sign == b"|" or _of_values(head[0], sign)):
            read = yield from _below(text, head.end() + 1, head[0], sign)
    for head in compiled(_INSERT).finditer(text):
        row = _ROW.match(text, head.end())
        while row:
            yield from _in_row(row.start(1), row[1], b",", _columns(head[1], b","))
            row = _ROW.match(text, row.end())


def _below(text: bytes, start: int, head: bytes, sign: bytes) -> Generator[Span, None, int]:
    """The secrets in the rows below a head; gives where they end."""
    columns, cells = _columns(head, sign), head.count(sign)
    while start < len(text):
        end = text.find(b"\n", start)
        end = len(text) if end < 0 else end
        row = text[start:end]
        if not _LINE.fullmatch(row):
            if row.count(sign) != cells:
                break
            yield from _in_row(start, row, sign, columns)
        start = end + 1
    return start


def _of_values(head: bytes, sign: bytes) -> bool:
    # Ahead of the first cell stands what the table is quoted in.
    return all(_HEAD_OF_VALUES.fullmatch(cell) for cell in head.split(sign)[1:])


def _columns(head: bytes, sign: bytes) -> list[int]:
    return [nth for nth, cell in enumerate(head.split(sign)) if _COLUMN.fullmatch(cell.strip(b"()\r "))]


def _in_row(start: int, row: bytes, sign: bytes, columns: list[int]) -> Iterator[Span]:
    for nth, cell in enumerate(row.split(sign)):
        value = cell.strip(_AROUND)
        if nth in columns and is_told(value) and len(value.split()) == 1:
            at = start + cell.index(value)
            yield at, at + len(value)
        start += len(cell) + 1
