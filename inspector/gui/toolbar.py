"""The bar under the menus: open, back and forward, the filter and how much it lets through, the perspectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from inspector.gui.language import number
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
        self._step("go.back", "◀", self.tr("Back"))
        self._step("go.forward", "▶", self.tr("Forward"))
        self.filter_bar = FilterBar(shell.bench, shell.theme)
        self.filter_bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(self.filter_bar)
        self._count = QLabel()
        self._count.setAccessibleName(self.tr("Items shown"))
        self._count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._count.setContentsMargins(10, 0, 8, 0)
        self.addWidget(self._count)
        titles = (
            ("view.trace", self.tr("Trace")),
            ("view.review", self.tr("Review")),
            ("view.compare", self.tr("Compare")),
        )
        for name, title in titles:
            self._perspective(name, title)

    def show_count(self, shown: int | None, all_items: int) -> None:
        """How many items pass the filter, of how many."""
        filtered = bool(self._shell.bench.filter.text)
        if shown is None:
            self._count.setText("")
        elif filtered:
            self._count.setText(self.tr("{shown} of {n}").format(shown=number(shown), n=number(all_items)))
        else:
            self._count.setText(self.tr("{n} items").format(n=number(all_items)))

    def count_text(self) -> str:
        """What it says about how much is shown."""
        return self._count.text()

    def _perspective(self, name: str, title: str) -> None:
        action = self._shell.verbs[name]
        button = QToolButton()
        button.setText(title)
        button.setCheckable(True)
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)

        def follow() -> None:
            button.setChecked(action.isChecked())

        # A click toggles the button by itself; what is shown decides.
        button.clicked.connect(follow)
        action.changed.connect(follow)
        follow()
        self.addWidget(button)

    def _step(self, name: str, sign: str, title: str) -> QWidget:
        action = self._shell.verbs[name]
        button = QToolButton()
        button.setText(sign)
        button.setAutoRaise(True)
        button.setAccessibleName(title)
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        button.setEnabled(action.isEnabled())
        # Not the action itself: its long title would be the button's text.
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        self.addWidget(button)
        return button
