"""The lines of a log that is text for people, with the bytes that each stands in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Report
from inspector.read.lines import raw_lines


class TextLine(NamedTuple):
    """One line of the file: its number from 1, its bytes without the line end, and its text."""

    number: int
    start: int
    end: int
    text: str


def text_lines(path: Path, report: Report) -> Iterator[TextLine]:
    """The lines of a text; one that is no text is read with its damage marked. Raises as ``raw_lines`` does."""
    for number, start, end, raw in raw_lines(path, report):
        body = raw.removesuffix(b"\n").removesuffix(b"\r")
        if body and not body.strip(b"\x00"):
            continue
        if number == 1:
            kept = body.removeprefix(b"\xef\xbb\xbf")
            start, body = start + len(body) - len(kept), kept
        text = body.decode("utf-8", "replace")
        if "\ufffd" in text and b"\xef\xbf\xbd" not in body:
            message = "Bytes that are not text were replaced by �."
            report(Diagnostic(Severity.WARNING, "mended-line", message, Source(str(path), number, start, end)))
        yield TextLine(number, start, start + len(body), text)
