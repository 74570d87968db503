"""The bar under the menus: open, back and forward, the filter and how much it lets through, the perspectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton

from inspector.gui.language import number
from inspector.gui.plain import PlainLabel
from inspector.gui.shell import Shell

if TYPE_CHECKING:
    from inspector.gui.widgets.filter_bar import FilterBar


class ToolBar(QToolBar):
    """Hidden on the start page, which has its own buttons."""

    filter_bar: FilterBar

    def __init__(self, shell: Shell, menus: Sequence[QMenu]) -> None:
        """``menus`` stand below Open."""
        super().__init__(shell)
        self._shell, self._menus = shell, menus
        self.setObjectName("toolbar")
        self.setWindowTitle(self.tr("Tools"))
        self.setMovable(False)
        self.setFloatable(False)
        self.hide()

    def build(self) -> None:
        """Fill it; the filter comes with the perspective that it works on."""
        from inspector.gui.widgets.filter_bar import FilterBar

        shell = self._shell
        opener = QToolButton()
        opener.setText(self.tr("Open"))
        opener.setToolTip(shell.verbs["file.open"].toolTip())
        opener.setAccessibleName(self.tr("Open a session"))
        opener.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        opener.clicked.connect(shell.verbs["file.open"].trigger)
        menu = QMenu(opener)
        menu.addAction(shell.verbs["file.open"])
        for more in self._menus:
            menu.addMenu(more)
        opener.setMenu(menu)
        self.addWidget(opener)
        self._add("go.back", "◀", self.tr("Back"))
        self._add("go.forward", "▶", self.tr("Forward"))
        self.filter_bar = FilterBar(shell.bench, shell.theme)
        self.filter_bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(self.filter_bar)
        self.count = PlainLabel()
        self.count.setAccessibleName(self.tr("Items shown"))
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.count.setContentsMargins(10, 0, 8, 0)
        self.addWidget(self.count)
        self._add("view.trace", self.tr("Trace"))
        self._add("view.review", self.tr("Review"))
        self._add("view.compare", self.tr("Compare"))

    def show_count(self, shown: int | None, all_items: int) -> None:
        """How many items pass the filter, of how many."""
        filtered = bool(self._shell.bench.filter.text)
        if shown is None:
            self.count.setText("")
        elif filtered:
            self.count.setText(self.tr("{shown} of {n}").format(shown=number(shown), n=number(all_items)))
        else:
            self.count.setText(self.tr("{n} items").format(n=number(all_items)))

    def _add(self, name: str, shown: str, title: str = "") -> None:
        """A button of a command, with a sign or a word in the place of its long title."""
        action = self._shell.verbs[name]
        action.setIconText(shown)
        self.addAction(action)
        button = self.widgetForAction(action)
        button.setAccessibleName(title or shown)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
