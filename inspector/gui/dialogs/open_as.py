"""Asking which format a log has that nobody recognised."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QWidget

from inspector.gui.layouts import column
from inspector.gui.plain import PlainLabel
from inspector.read.adapters import ADAPTERS


class OpenAsDialog(QDialog):
    """Lists agents; ``agent()`` is the id of the chosen one. ``likely`` ones come first and are marked."""

    def __init__(self, path: Path, why: str, likely: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open as"))
        titles = {adapter.id: adapter.title for adapter in ADAPTERS}
        reason = PlainLabel(why, wrap=True)
        reason.setVisible(bool(why))
        question = PlainLabel(self.tr("Which agent wrote {name}?").format(name=path.name))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Agents"))
        # Where every agent is a choice, none is likelier than another.
        marked = set(likely) if 0 < len(likely) < len(titles) else set()
        order = [name for name in likely if name in titles]
        for name in order + [name for name in titles if name not in order]:
            shown = self.tr("{title} – fits").format(title=titles[name]) if name in marked else titles[name]
            entry = QListWidgetItem(shown)
            entry.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(entry)
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.list.itemActivated.connect(lambda _: self.accept())
        column(self, reason, question, self.list, buttons)
        self.resize(420, 360)

    def choices(self) -> list[str]:
        """The ids offered, in the order shown."""
        return [self.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.list.count())]

    def agent(self) -> str:
        """The id of the chosen adapter."""
        current = self.list.currentItem()
        return str(current.data(Qt.ItemDataRole.UserRole)) if current else ""
