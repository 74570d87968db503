"""What the parts of the window stand on: the bare window, with the workbench, its commands and places to say things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from inspector.gui.actions import Actions
from inspector.gui.executor import PoolExecutor
from inspector.gui.status_bar import StatusBar
from inspector.gui.theme import Scheme, Theme
from inspector.gui.widgets.banner import Banner
from inspector.store.library import Library
from inspector.store.settings import Settings
from inspector.workbench.bench import Bench
from inspector.workbench.workspace import Workspace

if TYPE_CHECKING:
    from inspector.gui.asking import Asking


class Shell(QMainWindow):
    """Parts are given the shell and, where they need one another, those parts; none of them knows the whole window."""

    def __init__(
        self, bench: Bench, executor: PoolExecutor, theme: Theme, workspace: Workspace, settings: Settings
    ) -> None:
        super().__init__()
        self.bench, self.executor, self.theme = bench, executor, theme
        self.workspace, self.settings = workspace, settings
        self.library: Library | None = None
        """Where marks and entered windows are kept; None where they are not."""
        self.banner = Banner(theme)
        self.status = StatusBar(bench, executor, theme)
        self.verbs = Actions(self)
        self._asking: Asking | None = None

    def showEvent(self, event: QShowEvent) -> None:
        """From now on input to this window has priority over jobs."""
        super().showEvent(event)
        self.executor.priority.watch(self.windowHandle())

    @property
    def asking(self) -> Asking:
        """The way to models, made when one is first wanted."""
        if self._asking is None:
            from inspector.gui.asking import Asking

            self._asking = Asking(self.bench, self.settings, self.library, self.status, self)
        return self._asking

    @property
    def is_asking(self) -> bool:
        """Whether a model was asked something and has not answered yet."""
        return self._asking is not None and self._asking.models.is_asking

    def hang_up(self) -> bool:
        """No longer talk to models, if it ever came to that; False where something did not stop."""
        return self._asking is None or self._asking.close()

    def choose_scheme(self, scheme: Scheme) -> None:
        """Be light or dark, or follow the system, now and next time."""
        self.theme.choose(scheme)
        self.settings.put("window.scheme", str(scheme))
        self.verbs.refresh()


def leave_drops_to_window(*widgets: QWidget) -> None:
    """A log dropped on one of these, or on what stands in it, is opened by the window and not taken as text."""
    for widget in widgets:
        for part in (widget, *widget.findChildren(QWidget)):
            part.setAcceptDrops(False)
