"""Windows that only tell something: two columns of text, or a few lines about the session or the program."""

from __future__ import annotations

import platform
from collections.abc import Iterable

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector import __version__
from inspector.gui.command import Menus, places
from inspector.gui.language import exact, number, tr
from inspector.gui.layouts import close_box, column, named, search_field
from inspector.gui.plain import PlainLabel
from inspector.model import Has
from inspector.workbench.document import Document

Rows = Iterable[tuple[str, str]]


class TableDialog(QDialog):
    """Two columns with a field above that narrows them."""

    def __init__(
        self, title: str, heads: tuple[str, str], rows: Rows, note: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.rows = list(rows)
        field = search_field(self.tr("Narrow down"))
        field.textChanged.connect(self._narrow)
        self.table = named(QTableWidget(len(self.rows), 2), title)
        self.table.setHorizontalHeaderLabels(heads)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for row, (left, right) in enumerate(self.rows):
            self.table.setItem(row, 0, QTableWidgetItem(left))
            self.table.setItem(row, 1, QTableWidgetItem(right))
        self.table.resizeColumnToContents(0)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setWordWrap(True)
        said = PlainLabel(note, wrap=True)
        said.setVisible(bool(note))
        column(self, field, self.table, said, close_box(self))
        self.resize(640, 560)
        self.table.resizeRowsToContents()

    def _narrow(self, wanted: str) -> None:
        for row, (left, right) in enumerate(self.rows):
            self.table.setRowHidden(row, wanted.casefold() not in f"{left} {right}".casefold())


def keys_dialog(menus: Menus, parent: QWidget) -> TableDialog:
    """Every command that has a key, in the order of the menus."""
    rows = [(command.keys_text, place) for place, command in places(menus) if command.keys_text]
    note = tr("Single letters work while a list or the plot has the focus.")
    return TableDialog(tr("Keys"), (tr("Key"), tr("Does")), rows, note, parent)


def filter_dialog(parent: QWidget) -> TableDialog:
    """The filter language, by example."""
    from inspector.workbench.filter import filter_help

    note = tr("Terms stand side by side and all must fit.")
    return TableDialog(tr("Filter language"), (tr("Write"), tr("Matches items where")), filter_help(), note, parent)


def session_dialog(document: Document, parent: QWidget) -> TableDialog:
    """What a session is, and what its log can say and cannot."""
    return TableDialog(tr("This session"), (tr("What"), tr("As the log tells it")), session_rows(document), "", parent)


def session_rows(document: Document) -> list[tuple[str, str]]:
    """The lines of the session dialog."""
    session, unknown = document.session, tr("not in this log")
    match = document.opened.match
    rows = [
        (tr("Title"), session.title or unknown),
        (tr("Agent"), f"{document.opened.adapter.title} {session.version}".strip()),
        (tr("Format recognized by"), match.because),
        (tr("Models"), ", ".join(session.models) or unknown),
        (tr("Folder worked in"), session.cwd or unknown),
        (tr("Started"), exact(session.started) or unknown),
        (tr("Ended"), exact(session.ended) or unknown),
        (tr("Items"), number(len(session.items))),
        (tr("Requests"), number(len(session.requests))),
        (tr("Compactions"), number(len(document.compactions)) if document.reconstruction else tr("not worked out yet")),
        *((tr("Log before"), path) for path in session.before),
        (tr("Log"), session.path),
    ]
    if document.measurement:
        window = document.measurement.window
        limit = number(window.limit.value) if window.limit.value is not None else tr("not known")
        rows.append((tr("Model window"), f"{limit} – {window.why}"))
    said = {Has.YES: tr("yes"), Has.NO: tr("no, not in logs of this agent"), Has.SOMETIMES: tr("sometimes")}
    names = {
        "usage": tr("Holds token usage"),
        "system_prompt": tr("Holds the system prompt"),
        "tools": tr("Holds tool definitions"),
        "reasoning": tr("Holds reasoning"),
        "compactions": tr("Records compactions"),
        "summary_text": tr("Holds summaries"),
        "kept_tail": tr("Says what a compaction kept"),
        "timestamps": tr("Holds times"),
    }
    rows += [(title, said[getattr(session.capabilities, name)]) for name, title in names.items()]
    return rows + [(link.kind, link.title or link.session) for link in session.links]


class AboutDialog(QDialog):
    """Name, version, licence, and what a report of a fault needs to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Inspector"))
        name = PlainLabel("Inspector")
        font = QFont(name.font())
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setBold(True)
        name.setFont(font)
        words = PlainLabel(
            self.tr("Opens an agent's session log and shows what every compaction kept, changed and lost.")
            + "\n\n" + self.tr("Version {version}, MIT licence").format(version=__version__) + "\n" + versions(),
            wrap=True,
        )  # fmt: skip
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column(self, name, words, close_box(self), spacing=10)
        self.setMinimumWidth(420)


def versions() -> str:
    """Python, Qt and the system, in one line."""
    return (
        f"Python {platform.python_version()} · PySide {PySide6.__version__} · {platform.system()} {platform.machine()}"
    )
