"""Lists of sessions as the start page shows them, and the one of those that were opened before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from inspector.gui.language import ago, exact
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.read.adapters import title_of
from inspector.read.tables import split
from inspector.workbench.workspace import Recent

_ASKED = 40
"""Rows that are asked how wide a column has to be."""
_DATA = Qt.ItemDataRole.UserRole
_LEAST = 60
"""Percent of a cell that are left to a title."""
PARTS = Qt.ItemDataRole.UserRole + 1
"""Words of a cell in two: those that are cut where room ends, and those behind them that stay in sight."""


class SessionList(QTreeWidget):
    """Rows with air between them; the first column takes the room."""

    open_asked = Signal(Path, str)
    """(path, adapter's id)."""

    def __init__(self, theme: Theme, columns: int) -> None:
        super().__init__()
        self.theme = theme
        self.setColumnCount(columns)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        # The others are Qt's own, which asks forty rows for the width of every column whenever something changes.
        self.setItemDelegateForColumn(0, _Roomy(self))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setStretchLastSection(False)
        # Asking a thousand rows for their width takes longer than making them.
        header.setResizeContentsPrecision(_ASKED)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, columns):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def pop_up(self, at: QPoint, verbs: Mapping[str, Callable[[], object]]) -> None:
        """Offer these at a place of the list."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, act in verbs.items():
            menu.addAction(words, act)
        menu.popup(self.viewport().mapToGlobal(at))

    def mute(self, row: QTreeWidgetItem) -> None:
        """Draw a row as one that leads nowhere."""
        for column in range(self.columnCount()):
            row.setForeground(column, self.theme.role("muted"))


class RecentSessions(SessionList):
    """Opened before; one that is no longer there is asked for."""

    locate_asked = Signal(str)
    """The path of a session that is no longer there."""
    forget_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, 3)
        self.setAccessibleName(self.tr("Recent sessions"))
        self._shown: Sequence[Recent] = ()
        self.itemActivated.connect(self._chosen)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        theme.changed.connect(self._recolour)

    def show_recent(self, entries: Sequence[Recent]) -> None:
        """List them."""
        self._shown = entries
        self.clear()
        for entry in entries:
            self.addTopLevelItem(self._row(entry))
        rows = [self.topLevelItem(place) for place in range(self.topLevelItemCount())]
        for column in range(1, self.columnCount()):
            # The room of a column that says nothing is the titles'.
            self.setColumnHidden(column, not any(row and row.text(column) for row in rows))
        if entries:
            self.setCurrentIndex(self.model().index(0, 0))

    def _recolour(self) -> None:
        # Rows hold their colours: they are made anew.
        self.show_recent(self._shown)

    def _row(self, entry: Recent) -> QTreeWidgetItem:
        there = split(Path(entry.path))[0].exists()
        title = entry.title or Path(entry.path).name
        marks = f"{entry.compactions}┊" if entry.compactions else ""
        last = ago(entry.opened) if there else self.tr("missing – locate…")
        row = QTreeWidgetItem([title, marks, last])
        row.setData(0, _DATA, entry)
        row.setData(1, _DATA, there)
        row.setToolTip(0, tip(title, title_of(entry.agent), entry.path))
        row.setToolTip(2, exact(entry.opened))
        if not there:
            font = QFont(self.font())
            font.setStrikeOut(True)
            row.setFont(0, font)
            self.mute(row)
        return row

    def _chosen(self, row: QTreeWidgetItem) -> None:
        entry: Recent = row.data(0, _DATA)
        if row.data(1, _DATA):
            self.open_asked.emit(Path(entry.path), entry.agent)
        else:
            self.locate_asked.emit(entry.path)

    def _offer(self, at: QPoint) -> None:
        row = self.itemAt(at)
        if row is not None:
            entry: Recent = row.data(0, _DATA)
            self.pop_up(at, {
                self.tr("Open"): lambda: self._chosen(row),
                self.tr("Locate…"): lambda: self.locate_asked.emit(entry.path),
                self.tr("Remove from this list"): lambda: self.forget_asked.emit(entry.path),
            })  # fmt: skip


class _Roomy(QStyledItemDelegate):
    """This is a page, not a table of thousands."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(
            hint.width() + option.fontMetrics.averageCharWidth(), hint.height() + option.fontMetrics.height() // 2
        )

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Of titles that begin alike, what tells them apart stays in sight."""
        super().initStyleOption(option, index)
        parts, width = index.data(PARTS), option.rect.width() - 2 * option.fontMetrics.averageCharWidth()
        if parts is None or width <= 0 or option.fontMetrics.horizontalAdvance(option.text) <= width:
            return
        title, mark = parts
        # Of a mark that is long the start tells enough.
        room = max(width - option.fontMetrics.horizontalAdvance(mark), width * _LEAST // 100)
        option.text = option.fontMetrics.elidedText(title, Qt.TextElideMode.ElideRight, room) + mark
