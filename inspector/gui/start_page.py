"""What the window shows while nothing is open: recent sessions, those found on this machine, samples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.language import ago, exact, number, size
from inspector.gui.theme import Theme
from inspector.read.discover import Found, Place
from inspector.read.tables import split
from inspector.workbench.samples import Sample
from inspector.workbench.workspace import Recent

_DATA = Qt.ItemDataRole.UserRole
_WIDTH = 1180


class StartPage(QWidget):
    """Asks by signals; the window opens."""

    open_asked = Signal(Path, str)
    """(path, adapter's id or "")."""
    browse_asked = Signal()
    locate_asked = Signal(str)
    """The path of a recent session that is no longer there."""
    forget_asked = Signal(str)
    search_asked = Signal()
    """Look for sessions on this machine again."""

    def __init__(self, theme: Theme, samples: Sequence[Sample], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start")
        self._theme = theme
        self._titles: dict[str, str] = {}
        self.open = QPushButton(self.tr("Open…"))
        self.open.setToolTip(self.tr("Open a session log (Ctrl+O)"))
        self.open.setDefault(True)
        self.open.clicked.connect(self.browse_asked)
        self.samples = QPushButton(self.tr("Open sample"))
        self.samples.setMenu(sample_menu(samples, self.open_asked.emit, self))
        self.samples.setEnabled(bool(samples))
        self.recent = _tree(self.tr("Recent sessions"), 4)
        self.recent.itemActivated.connect(self._recent_chosen)
        self.recent.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.recent.customContextMenuRequested.connect(self._recent_menu)
        self.found = _tree(self.tr("Sessions found on this machine"), 3)
        self.found.setRootIsDecorated(True)
        self.found.setIndentation(18)
        self.found.itemActivated.connect(self._found_chosen)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search the sessions found"))
        self.search.setClearButtonEnabled(True)
        # A log dropped here is to be opened, not searched for.
        self.search.setAcceptDrops(False)
        self.search.setMinimumWidth(150)
        self.search.textChanged.connect(self._narrow)
        self._again = QPushButton(self.tr("Look again"))
        self._again.clicked.connect(self.search_asked)
        self._muted: list[QLabel] = []
        self._recent_shown: tuple[Sequence[Recent], dict[str, str]] = ((), {})
        self._found_shown: tuple[Sequence[Found], Sequence[Place]] | None = None
        self._recent_empty = self._quiet(self.tr("No session was opened yet."))
        self._found_note = self._quiet(self.tr("Looking…"))
        self._build()
        self.setTabOrder(self.open, self.samples)
        theme.changed.connect(self._recolour)
        self._recolour()

    def show_recent(self, entries: Sequence[Recent], titles: dict[str, str]) -> None:
        """List the sessions opened before; ``titles`` are the agents' names by id."""
        self._recent_shown = (entries, titles)
        self.recent.clear()
        for entry in entries:
            there = split(Path(entry.path))[0].exists()
            title = entry.title or Path(entry.path).name
            marks = f"{entry.compactions}┊" if entry.compactions else ""
            last = ago(entry.opened) if there else self.tr("missing – locate…")
            row = QTreeWidgetItem([title, titles.get(entry.agent, entry.agent), marks, last])
            row.setData(0, _DATA, entry)
            row.setData(1, _DATA, there)
            row.setToolTip(0, entry.path)
            row.setToolTip(3, exact(entry.opened))
            if not there:
                font = QFont(self.font())
                font.setStrikeOut(True)
                row.setFont(0, font)
                for column in range(4):
                    row.setForeground(column, self._theme.role("muted"))
            self.recent.addTopLevelItem(row)
        self._recent_stack.setCurrentIndex(1 if entries else 0)
        if entries:
            self.recent.setCurrentIndex(self.recent.model().index(0, 0))

    def show_looking(self) -> None:
        """Say that the search goes on."""
        self._found_note.setText(self.tr("Looking…"))
        self._again.setEnabled(False)

    def show_found(self, found: Sequence[Found], places: Sequence[Place]) -> None:
        """List what was found, by agent; agents without a folder on this machine say so."""
        self._found_shown = (found, places)
        self._again.setEnabled(True)
        self.found.clear()
        for place in places:
            own = [entry for entry in found if entry.agent == place.agent]
            self.found.addTopLevelItem(self._agent_row(place, own))
        self._found_note.setText(
            self.tr("{n} sessions").format(n=number(len(found))) if found else self.tr("No sessions found.")
        )
        self._narrow(self.search.text())

    def found_text(self) -> str:
        """What the search came to."""
        return self._found_note.text()

    def _agent_row(self, place: Place, own: list[Found]) -> QTreeWidgetItem:
        if own:
            count = self.tr("1 session") if len(own) == 1 else self.tr("{n} sessions").format(n=number(len(own)))
            row = QTreeWidgetItem([place.title, count, self.tr("newest {when}").format(when=ago(own[0].last))])
        else:
            missing = self.tr("no sessions") if place.folders else self.tr("folder not found")
            row = QTreeWidgetItem([place.title, missing, ""])
            for column in range(3):
                row.setForeground(column, self._theme.role("muted"))
        row.setToolTip(0, "\n".join(str(path) for path in place.looked_at))
        for entry in own:
            extent = self.tr("in a database") if entry.bytes is None else size(entry.bytes)
            child = QTreeWidgetItem([entry.title or entry.path.name, extent, ago(entry.last)])
            child.setData(0, _DATA, entry)
            child.setToolTip(0, str(entry.path))
            child.setToolTip(2, exact(entry.last))
            row.addChild(child)
        return row

    def _narrow(self, wanted: str) -> None:
        wanted = wanted.casefold().strip()
        for row in _children(self.found.invisibleRootItem()):
            fitting = 0
            for child in _children(row):
                entry = child.data(0, _DATA)
                hidden = bool(wanted) and wanted not in f"{entry.title} {entry.path} {row.text(0)}".casefold()
                child.setHidden(hidden)
                fitting += not hidden
            row.setHidden(bool(wanted) and not fitting)
            row.setExpanded(bool(wanted) and fitting > 0)

    def _recent_chosen(self, row: QTreeWidgetItem) -> None:
        entry: Recent = row.data(0, _DATA)
        if row.data(1, _DATA):
            self.open_asked.emit(Path(entry.path), entry.agent)
        else:
            self.locate_asked.emit(entry.path)

    def _recent_menu(self, at: QPoint) -> None:
        row = self.recent.itemAt(at)
        if row is not None:
            entry: Recent = row.data(0, _DATA)
            menu = QMenu(self)
            menu.addAction(self.tr("Open"), lambda: self._recent_chosen(row))
            menu.addAction(self.tr("Locate…"), lambda: self.locate_asked.emit(entry.path))
            menu.addAction(self.tr("Remove from this list"), lambda: self.forget_asked.emit(entry.path))
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.recent.viewport().mapToGlobal(at))

    def _found_chosen(self, row: QTreeWidgetItem) -> None:
        entry = row.data(0, _DATA)
        if isinstance(entry, Found):
            self.open_asked.emit(entry.path, entry.agent)
        else:
            row.setExpanded(not row.isExpanded())

    def _build(self) -> None:
        drop = QLabel(self.tr("Drop a session log here, or"))
        font = QFont(drop.font())
        font.setPointSizeF(font.pointSizeF() * 1.5)
        drop.setFont(font)
        first = QHBoxLayout()
        first.setSpacing(10)
        for widget in (drop, self.open, self.samples):
            first.addWidget(widget)
        first.addStretch(1)
        private = self._quiet(
            self.tr("Logs are read on this machine. Nothing is sent until you rerun, and then you see what.")
        )
        self._recent_stack = QStackedWidget()
        self._recent_empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._recent_stack.addWidget(self._recent_empty)
        self._recent_stack.addWidget(self.recent)
        found_head = QHBoxLayout()
        found_head.addWidget(_head(self.tr("Found on this machine")))
        found_head.setSpacing(10)
        found_head.addWidget(self._found_note)
        found_head.addStretch(1)
        found_head.addWidget(self.search)
        found_head.addWidget(self._again)
        grid = QGridLayout()
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(8)
        grid.addWidget(_head(self.tr("Recent")), 0, 0)
        grid.addLayout(found_head, 0, 1)
        grid.addWidget(self._recent_stack, 1, 0)
        grid.addWidget(self.found, 1, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        page = QWidget()
        page.setMaximumWidth(_WIDTH)
        page.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(page)
        column.setContentsMargins(28, 36, 28, 24)
        column.setSpacing(10)
        column.addLayout(first)
        column.addWidget(private)
        column.addSpacing(18)
        column.addLayout(grid, 1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(page, 1000)
        middle.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addLayout(middle, 1)

    def _quiet(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setWordWrap(False)
        self._muted.append(label)
        return label

    def _recolour(self) -> None:
        for label in self._muted:
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, self._theme.role("muted"))
            label.setPalette(palette)
        # Rows hold their colours: they are made anew.
        self.show_recent(*self._recent_shown)
        if self._found_shown:
            self.show_found(*self._found_shown)


def sample_menu(samples: Sequence[Sample], chosen: object, parent: QWidget) -> QMenu:
    """A menu of the samples, each with what it shows; ``chosen`` takes its path and agent."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for sample in samples:
        action = menu.addAction(f"{sample.title}\t{sample.agent}".replace("&", "&&"))
        action.setToolTip(sample.shows)
        action.triggered.connect(lambda _=False, one=sample: chosen(one.path, one.agent))  # type: ignore[operator]
    return menu


class _Roomy(QStyledItemDelegate):
    """Rows with air between them: this is a page, not a table of thousands."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(
            hint.width() + option.fontMetrics.averageCharWidth(), hint.height() + option.fontMetrics.height() // 2
        )


def _children(row: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [child for place in range(row.childCount()) if (child := row.child(place)) is not None]


def _tree(name: str, columns: int) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setAccessibleName(name)
    tree.setColumnCount(columns)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.setUniformRowHeights(True)
    tree.setAllColumnsShowFocus(True)
    tree.setItemDelegate(_Roomy(tree))
    tree.setTextElideMode(Qt.TextElideMode.ElideRight)
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in range(1, columns):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    return tree


def _head(text: str) -> QLabel:
    label = QLabel(text)
    font = QFont(label.font())
    font.setBold(True)
    label.setFont(font)
    return label
