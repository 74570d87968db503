"""The line of the log behind what is selected, byte for byte or laid out."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import orjson
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QPushButton

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, named, plain_label, row, tool_button
from inspector.gui.panes.pane import Pane
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.big_text import BigText
from inspector.model import Source
from inspector.read.lines import loads_tolerant
from inspector.read.values import resolve
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.selection import Focus


class RawPane(Pane):
    """Provenance: the part that became the selected item is selected in the text."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "raw", tr("Raw"))
        self._source: Source | None = None
        self._stale = False
        self._shown: RecordText | None = None
        self._has_to_hold = False
        self.place = plain_label(selectable=True)
        words = self.tr("One value a line; off shows the line as it stands in the log")
        self.pretty = tool_button(self.tr("Formatted"), tip=words)
        self.pretty.setCheckable(True)
        self.pretty.setChecked(True)
        copy = QPushButton(self.tr("Copy"))
        self.text = named(BigText(theme, bench.executor, "raw-wrap"), self.tr("Line of the log"))
        head = row(None, (self.place, 1), self.pretty, copy, margins=(8, 2, 6, 2))
        column(self.body, head, (self.text, 1), margins=FLUSH, spacing=0)
        self.pretty.toggled.connect(lambda _: self._read())
        copy.clicked.connect(self.copy)
        bench.sought_after.connect(lambda words: self.text.mark(words))
        self.listen()

    def show_hit(self) -> None:
        """Mark what was looked for; where this line has it only with signs of JSON in between, the reader shows it."""
        self._has_to_hold = True
        if self._shown is not None and self._shown.source == self._source:
            self._mark()

    def copy(self) -> None:
        """Copy the record as it is shown."""
        if self._shown is not None:
            QApplication.clipboard().setText(self._shown.text)

    def on_clear(self) -> None:
        """Let go of the text."""
        self._source = self._shown = None
        self.text.clear_text()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Show the record of a problem that was just selected, else of the item, the compaction or the request."""
        document = self.document
        if document is None:
            return
        source = self._find(document, focus, before)
        if source is None:
            self._source = None
            self.say(self.tr("Nothing selected"), self.tr("Choose an item, a request or a problem."))
        elif source != self._source or not self.shows_body():
            self._source = source
            self._read()

    def showEvent(self, event: QShowEvent) -> None:
        """A line is only read while somebody looks."""
        super().showEvent(event)
        if self._stale:
            self._read()

    @staticmethod
    def _find(document: Document, focus: Focus, before: Focus) -> Source | None:
        session = document.session
        if focus.problem is not None and focus.problem != before.problem and focus.problem < len(session.diagnostics):
            found = session.diagnostics[focus.problem].source
            if found is not None:
                return found
        if focus.item is not None and focus.item <= len(session.items):
            return document.item(focus.item).source
        for compaction in document.compactions:
            if compaction.number == focus.compaction:
                return compaction.record.source
        if focus.request is not None and focus.request < len(session.requests):
            return session.requests[focus.request].source
        return None

    def _read(self) -> None:
        document, source = self.document, self._source
        self._stale = not self.isVisible()
        if document is None or source is None or self._stale:
            return
        if source.start is None and not source.pointer.startswith("/") and source.line is None:
            where = f"{PurePath(source.path).name} {source.pointer}".strip()
            self.say(self.tr("This has no line of its own in a text log"), where)
            return
        pretty = self.pretty.isChecked()
        self.bench.executor.run(
            "raw", lambda progress: read_record(document, source, pretty=pretty), self._arrived, self._failed
        )

    def _arrived(self, found: RecordText) -> None:
        if found.source != self._source:
            return
        self.banner.hide()
        self._shown = found
        source = found.source
        parts = [PurePath(source.path).name]
        if source.line is not None:
            parts.append(self.tr("line {n}").format(n=number(source.line)))
        if source.start is not None and source.end is not None:
            parts.append(self.tr("bytes {a}–{b}").format(a=number(source.start), b=number(source.end)))
        if source.pointer:
            parts.append(source.pointer)
        if not found.is_json:
            parts.append(self.tr("not readable as JSON"))
        self.place.setText(" · ".join(parts))
        self.place.setToolTip(tip(source.path))
        self.show_body()
        self.text.show_text(found.text, found.place)
        self._mark()

    def _mark(self) -> None:
        words, asked = self.bench.sought, self._has_to_hold
        self._has_to_hold = False
        if not self.text.mark(words) and words and asked:
            self.wants.emit("reader")

    def _failed(self, why: Exception) -> None:
        if not isinstance(why, Cancelled):
            self._shown = None
            self.say(self.tr("This line cannot be read back"))
            self.warn(why)


_SENTINEL = "\u2063place\u2063"


@dataclass(frozen=True, slots=True)
class RecordText:
    """``place`` is the range of characters that the pointer names; None where it cannot be told."""

    source: Source
    text: str
    place: tuple[int, int] | None
    is_json: bool


def read_record(document: Document, source: Source, *, pretty: bool) -> RecordText:
    """The record that holds a source, as it stands or laid out in lines. Raises LogChanged."""
    raw = document.bodies.raw(source)
    text = raw.decode("utf-8", "replace")
    record, _ = loads_tolerant(raw)
    if record is None:
        return RecordText(source, text, None, False)
    try:
        value = resolve(record, source.pointer)
    except (LookupError, ValueError):
        return RecordText(source, _dump(record) if pretty else text, None, True)
    if pretty:
        return RecordText(source, *_laid_out(record, source.pointer, value), True)
    wanted = orjson.dumps(value).decode()
    start = text.find(wanted) if source.pointer else -1
    return RecordText(source, text, (start, start + len(wanted)) if start >= 0 else None, True)


def _laid_out(record: Any, pointer: str, value: Any) -> tuple[str, tuple[int, int] | None]:
    if not pointer:
        return _dump(record), None
    steps = pointer.split("/")[1:]
    marked = copy.copy(record)
    parent = marked
    for step in steps[:-1]:
        key = _key(parent, step)
        parent[key] = copy.copy(parent[key])
        parent = parent[key]
    parent[_key(parent, steps[-1])] = _SENTINEL
    text = _dump(marked)
    sign = _dump(_SENTINEL)
    start = text.find(sign)
    own = _dump(value).replace("\n", "\n" + "  " * len(steps))
    return text[:start] + own + text[start + len(sign) :], (start, start + len(own))


def _key(parent: Any, step: str) -> Any:
    return int(step) if isinstance(parent, list) else step.replace("~1", "/").replace("~0", "~")


def _dump(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
