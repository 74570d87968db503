"""The table of commands as Qt sees it: actions, menus, and the single letters of lists and plots."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from inspector.gui.command import Command, Menus


class Actions(QObject):
    """One QAction for each command, kept enabled and checked as the window's state says."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._of: dict[str, QAction] = {}
        self.menus: Menus = {}
        """What can be done; nothing until ``fill`` was called."""

    def __getitem__(self, name: str) -> QAction:
        """The action of a command, by its id."""
        return self._of[name]

    def fill(self, menus: Menus, bar: QMenuBar, submenus: dict[str, Iterable[QMenu]]) -> None:
        """Take up the commands and make their menus; ``submenus`` go behind the command with that id."""
        self.menus = menus
        for title, commands in menus.items():
            menu = bar.addMenu(title)
            menu.setToolTipsVisible(True)
            # What is open or selected decides; asking at the last moment spares a signal for every reason.
            menu.aboutToShow.connect(self.refresh)
            for command in commands:
                self._of[command.id] = self._action(command)
                if command.starts_group:
                    menu.addSeparator()
                menu.addAction(self._of[command.id])
                for submenu in submenus.get(command.id, ()):
                    menu.addMenu(submenu)
        self._window.addActions(list(self._of.values()))

    def commands(self) -> list[Command]:
        """Every command, in the order of the menus."""
        return [command for own in self.menus.values() for command in own]

    def give_letters(self, *places: QWidget, only: frozenset[str] = frozenset()) -> None:
        """Let single letters work in these widgets and what they hold; ``only`` those of some commands, by id."""
        for command in self.commands():
            for letter in command.letters if not only or command.id in only else ():
                for place in places:
                    shortcut = QShortcut(QKeySequence(letter), place)
                    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                    shortcut.activated.connect(lambda command=command: self.run(command))

    def run(self, command: Command) -> None:
        """Do it, if it can be done now."""
        if command.enabled():
            command.run()
            self.refresh()

    def refresh(self) -> None:
        """Bring every action up to date with the window."""
        for command in self.commands():
            action = self._of[command.id]
            action.setEnabled(command.enabled())
            if command.checked:
                action.setChecked(command.checked())

    def _action(self, command: Command) -> QAction:
        title, keys = command.title, command.keys_text
        sequences = command.sequences()
        if command.letters and not sequences:
            # A tab in the text shows the key in the menu without making it work in the whole window.
            title = f"{title}\t{QKeySequence(command.letters[0]).toString(QKeySequence.SequenceFormat.NativeText)}"
        action = QAction(title, self)
        action.setObjectName(command.id)
        action.setShortcuts(sequences)
        action.setCheckable(command.checked is not None)
        action.setToolTip(command.plain_title + (f"  ({keys})" if keys else ""))
        action.triggered.connect(lambda _=False: self.run(command))
        return action
