"""Two fields that find: any command by its name, and any place of the session by number, name or file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QDialog, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.gui.actions import Actions
from inspector.gui.command import places
from inspector.gui.language import number, tr
from inspector.gui.layouts import column, named, search_field
from inspector.gui.models.compactions import cause
from inspector.workbench.document import Document
from inspector.workbench.selection import Selection

MOST = 200
"""Rows shown; who needs more types another letter."""
_ENABLED = Qt.ItemDataRole.UserRole
_NOTE = Qt.ItemDataRole.UserRole + 1
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One row: what it is called, a note at the right, and what choosing it does."""

    title: str
    note: str
    run: Callable[[], object]
    enabled: bool = True


def fit(wanted: str, text: str) -> int | None:
    """How well ``text`` answers to ``wanted``, less is better; None when its letters do not occur in order."""
    wanted, text = wanted.casefold(), text.casefold()
    place = text.find(wanted)
    if place >= 0:
        # The start of a word is what people type.
        return place if place == 0 or not text[place - 1].isalnum() else 100 + place
    score, at = 1000, -1
    for letter in wanted.replace(" ", ""):
        found = text.find(letter, at + 1)
        if found < 0:
            return None
        score += found - at - 1
        at = found
    return score


def command_entries(verbs: Actions, wanted: str) -> list[PaletteEntry]:
    """The commands that answer to a text, best first; those that cannot be used now stay, greyed."""
    scored = []
    for title, command in places(verbs.menus):
        score = fit(wanted, title)
        if score is not None:
            run = partial(verbs.run, command)
            scored.append((score, PaletteEntry(title, command.keys_text, run, command.enabled())))
    return [entry for _, entry in sorted(scored, key=lambda pair: pair[0])]


def place_entries(
    document: Document, selection: Selection, paths: Mapping[int, str], wanted: str
) -> list[PaletteEntry]:
    """Places of a session: ``412`` or ``#412`` an item, ``c2`` a compaction, ``r97`` a request, words a file or item.

    ``paths`` is the file of each item that names one.
    """
    wanted = wanted.strip()
    found: list[PaletteEntry] = []
    match = re.fullmatch(r"(#|c|┊c|r)?\s*(\d+)", wanted, re.IGNORECASE)
    if match:
        sign, value = (match[1] or "").lower(), int(match[2])
        for way, entries in {"#": _item, "c": _compaction, "r": _request}.items():
            if sign.strip("┊") in ("", way):
                found += entries(document, selection, value)
        return found
    if not wanted:
        for one in document.compactions:
            found += _compaction(document, selection, one.number)
        return found or _item(document, selection, 1) + _item(document, selection, len(document.session.items))
    found += _files(paths, selection, wanted)
    folded = wanted.casefold()
    for item in document.session.items:
        if len(found) >= MOST:
            break
        if folded in item.preview.casefold() or folded in item.tool.casefold():
            found += _item(document, selection, item.number)
    return found


def _item(document: Document, selection: Selection, value: int) -> list[PaletteEntry]:
    if not 1 <= value <= len(document.session.items):
        return []
    item = document.item(value)
    title = f"#{value}  {item.preview or item.detail or item.kind}"
    return [PaletteEntry(title, item.tool or str(item.kind).replace("_", " "), lambda: selection.select(item=value))]


def _compaction(document: Document, selection: Selection, value: int) -> list[PaletteEntry]:
    if not 1 <= value <= len(document.compactions):
        return []
    one = document.compactions[value - 1]
    sizes = [number(count.value) if count.value is not None else "?" for count in (one.before, one.after)]
    title = f"┊C{value}  {cause(one)} · {sizes[0]} → {sizes[1]}"
    return [PaletteEntry(title, tr("compaction"), lambda: selection.select(compaction=value))]


def _request(document: Document, selection: Selection, value: int) -> list[PaletteEntry]:
    for index, request in enumerate(document.session.requests):
        if request.number == value and not request.thread:
            go = lambda index=index: selection.select(request=index)  # noqa: E731
            return [PaletteEntry(tr("Request {n}").format(n=value), request.model, go)]
    return []


def _files(paths: Mapping[int, str], selection: Selection, wanted: str) -> list[PaletteEntry]:
    uses: dict[str, list[int]] = {}
    for item, path in paths.items():
        uses.setdefault(path, []).append(item)
    scored = [(score, path) for path in uses if (score := fit(wanted, path)) is not None]
    found = []
    for _, path in sorted(scored)[:MOST]:
        note = tr("file · {n} items").format(n=len(uses[path]))
        found.append(PaletteEntry(path, note, partial(selection.select, item=min(uses[path]))))
    return found


class Palette(QDialog):
    """A field over a list, on top of the window; Enter does the chosen row, Escape goes back."""

    def __init__(self, parent: QWidget, hint: str, entries: Callable[[str], list[PaletteEntry]]) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._entries = entries
        self.setAccessibleName(hint)
        self.field = search_field(hint)
        self.list = named(QListView(uniformItemSizes=True), self.tr("Matches"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._shown: list[PaletteEntry] = []
        self._model = QStandardItemModel(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Row(self.list))
        column(self, self.field, self.list, margins=(8, 8, 8, 8), spacing=6)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.field.returnPressed.connect(self._choose)
        self.list.clicked.connect(lambda _: self._choose())
        # A popup has the keyboard, but what is typed goes to the window behind until a part of the popup is given it.
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self._search("")
        width = min(720, max(320, parent.width() - 80))
        self.resize(width, min(420, max(200, parent.height() - 160)))
        self.move(parent.mapToGlobal(QPoint((parent.width() - width) // 2, 64)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move in the list while the field keeps the focus."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            step = steps.get(Qt.Key(event.key()))
            if step:
                row = max(0, min(self._model.rowCount() - 1, self.list.currentIndex().row() + step))
                self.list.setCurrentIndex(self._model.index(row, 0))
                return True
        return super().eventFilter(watched, event)

    def search_again(self) -> None:
        """More is known now: list anew for what is typed."""
        self._search(self.field.text())

    def titles(self) -> list[str]:
        """What is listed now, top down."""
        return [entry.title for entry in self._shown]

    def _search(self, wanted: str) -> None:
        self._shown = self._entries(wanted)[:MOST]
        self._model.clear()
        for entry in self._shown:
            item = QStandardItem(entry.title)
            # Not the item itself: the arrows would pass over it.
            item.setData(entry.enabled, _ENABLED)
            item.setData(entry.note, _NOTE)
            item.setAccessibleText(f"{entry.title}, {entry.note}" if entry.note else entry.title)
            self._model.appendRow(item)
        self.list.setCurrentIndex(self._model.index(0, 0))

    def _choose(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self._shown) and self._shown[row].enabled:
            chosen = self._shown[row]
            # First out of the way: the command may open a dialog or move the focus.
            self.close()
            chosen.run()


class _Row(QStyledItemDelegate):
    """The title at the left, the note at the right in a quieter colour."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, option.fontMetrics.height() + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        palette = option.palette
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(option.rect, palette.brush(QPalette.ColorRole.Highlight))
        group = QPalette.ColorGroup.Active if index.data(_ENABLED) else QPalette.ColorGroup.Disabled
        plain = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        quiet = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.PlaceholderText
        inside = option.rect.adjusted(8, 0, -8, 0)
        note = str(index.data(_NOTE))
        metrics = option.fontMetrics
        room = inside.width() - (metrics.horizontalAdvance(note) + 16 if note else 0)
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(palette.color(group, plain))
        title = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, max(40, room))
        painter.drawText(QRect(inside.left(), inside.top(), max(40, room), inside.height()), centre, title)
        painter.setPen(palette.color(group, quiet))
        painter.drawText(inside, centre | Qt.AlignmentFlag.AlignRight, note)
