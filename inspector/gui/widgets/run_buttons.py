"""The buttons above a comparison: add, what can be done with a column, the shelf, more, run all, stop."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, row, tool_button
from inspector.gui.models.column_words import title
from inspector.rerun.column import Column


class RunButtons(QWidget):
    """Knows no columns but those of the shelf, which it lists when it is opened."""

    put_back = Signal(str)
    """A column of the shelf is wanted again, by its key."""

    def __init__(self) -> None:
        super().__init__()
        self.add, self.column, self.shelf, self.more = (
            tool_button(words, tip=tip, flat=False)
            for words, tip in (
                (self.tr("Add…"), self.tr("Add a column")),
                (self.tr("Column"), self.tr("Actions for the selected column")),
                (
                    self.tr("Removed"),
                    self.tr("Columns that were removed, and earlier answers of columns that were asked again"),
                ),
                (self.tr("More"), self.tr("A judge, what is sent, export")),
            )
        )
        self.run_all, self.stop = QPushButton(self.tr("Run all")), QPushButton(self.tr("Cancel"))
        self._shelved: tuple[Column, ...] = ()
        self._build()

    def set_menus(self, columns: Sequence[QAction], more: Sequence[QAction]) -> None:
        """The commands on a column, and the rest."""
        for button, actions in ((self.column, columns), (self.more, more)):
            menu = QMenu(button)
            menu.addActions(list(actions))
            button.setMenu(menu)

    def show_state(self, shelf: Sequence[Column], *, can_run: bool, is_running: bool) -> None:
        """How many columns are on the shelf, and what can be done."""
        self._shelved = tuple(shelf)
        n = len(self._shelved)
        self.shelf.setEnabled(n > 0)
        self.shelf.setText(self.tr("Removed ({n})").format(n=number(n)) if n else self.tr("Removed"))
        self.run_all.setEnabled(can_run)
        self.stop.setEnabled(is_running)

    def _fill(self) -> None:
        menu = self.shelf.menu()
        menu.clear()
        for column in self._shelved:
            action = menu.addAction(self.tr("Put back {title}").format(title=title(column)))
            action.triggered.connect(lambda _=False, key=column.key: self.put_back.emit(key))

    def _build(self) -> None:
        for button in (self.column, self.shelf, self.more):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.shelf)
        menu.aboutToShow.connect(self._fill)
        self.shelf.setMenu(menu)
        self.run_all.setToolTip(self.tr("Run every column that is not up to date (Ctrl+Shift+Enter)"))
        self.stop.setToolTip(self.tr("Stop every column that runs (Ctrl+.)"))
        row(self, self.add, self.column, self.shelf, self.more, self.run_all, self.stop, margins=FLUSH)
