"""Tabs whose contents are made when they are first needed: opening a perspective waits for one of them alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget


class LazyTabs(QTabWidget):
    """Tabs by name."""

    made = Signal(QWidget)
    """The contents of a tab were made."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._makers: dict[str, Callable[[], QWidget]] = {}
        self._panes: dict[str, QWidget] = {}
        self.setDocumentMode(True)
        self.setAccessibleName(title)
        self.currentChanged.connect(lambda _: self._make_front())

    def add(self, name: str, title: str, make: Callable[[], QWidget]) -> None:
        """A tab, and the way to its contents."""
        holder = QWidget()
        holder.setObjectName(f"{name}-tab")
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        self._makers[name] = make
        self.addTab(holder, title)

    def pane(self, name: str) -> Any:
        """The contents of a tab."""
        if name not in self._panes:
            place = list(self._makers).index(name)
            pane = self._panes[name] = self._makers[name]()
            holder = self.widget(place)
            layout = holder.layout() if holder is not None else None
            assert layout is not None, "every tab was given one"
            layout.addWidget(pane)
            # The layout would do so with the next event: too late for the keyboard to be put there.
            pane.show()
            self.made.emit(pane)
        return self._panes[name]

    def there(self) -> tuple[QWidget, ...]:
        """What was made already, in the order of the tabs."""
        return tuple(self._panes[name] for name in self._makers if name in self._panes)

    def has(self, name: str) -> bool:
        """Whether the contents of a tab were made already."""
        return name in self._panes

    def front(self) -> str:
        """The name of the tab in front."""
        return list(self._makers)[self.currentIndex()]

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front; an unknown name changes nothing."""
        if name in self._makers:
            self.setCurrentIndex(list(self._makers).index(name))
            self._make_front()

    def _make_front(self) -> None:
        # The first tab is in front before anybody looks.
        if self.currentIndex() >= 0 and (self.isVisible() or self._panes):
            self.pane(self.front())
