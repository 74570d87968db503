"""The bar under the menus: open, back and forward, the filter and how much it lets through, the perspectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton

from inspector.gui.language import number
from inspector.gui.layouts import plain_label, tool_button
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
        verb = shell.verbs["file.open"]
        name, tip = self.tr("Open a session"), verb.toolTip()
        opener = tool_button(self.tr("Open"), verb.trigger, name=name, tip=tip, flat=False)
        opener.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        menu = QMenu(opener)
        menu.addAction(verb)
        for more in self._menus:
            menu.addMenu(more)
        opener.setMenu(menu)
        self.addWidget(opener)
        self._add("go.back", "◀", self.tr("Back"))
        self._add("go.forward", "▶", self.tr("Forward"))
        self.filter_bar = FilterBar(shell.bench, shell.theme)
        self.filter_bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(self.filter_bar)
        self.count = plain_label(name=self.tr("Items shown"), margins=(10, 0, 8, 0), wraps=False)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._count = self.addWidget(self.count)
        self._add("view.trace", self.tr("Trace"))
        self._add("view.review", self.tr("Review"))
        self._add("view.compare", self.tr("Compare"))

    def offer_filter(self, offered: bool) -> None:
        """The filter is of the items in Trace; elsewhere its room stays free."""
        self.filter_bar.field.setVisible(offered)
        self._count.setVisible(offered)

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
