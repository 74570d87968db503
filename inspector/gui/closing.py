"""Closing while a model is asked: stay, let it finish behind a closed window, or lose what it writes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from inspector.gui.shell import Shell

_LOOK = 300
"""Milliseconds between two looks at whether the answers are there."""


class Closing(QObject):
    """Asks once; whoever chose to wait has the process end by itself once nothing is awaited."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shell = shell
        self._is_free = False
        self._look = QTimer(self, interval=_LOOK)
        self._look.timeout.connect(self._end_if_answered)

    def may_close(self) -> bool:
        """Whether nothing is lost by it, or a person says so; else they are asked."""
        if self._is_free or not self._shell.is_asking:
            self._look.stop()
            return True
        if not self._look.isActive():
            self._ask()
        return False

    def _ask(self) -> None:
        box = QMessageBox(self._shell)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("A model is being asked"))
        box.setText(self.tr("A model is being asked. Its answer can be awaited after the window is closed."))
        box.setInformativeText(
            self.tr("What is not awaited is lost, and may be charged all the same. Answers that arrive are kept.")
        )
        wait = box.addButton(self.tr("Close and &wait for it"), QMessageBox.ButtonRole.AcceptRole)
        lose = box.addButton(self.tr("Close and &lose it"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(self.tr("&Keep open"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(wait)
        wait.clicked.connect(self._wait)
        lose.clicked.connect(self._close)
        box.open()

    def _wait(self) -> None:
        """Go on without a window; the process ends once the answers are there and kept."""
        QApplication.setQuitOnLastWindowClosed(False)
        self._shell.hide()
        self._look.start()

    def _end_if_answered(self) -> None:
        if not self._shell.is_asking and not self._shell.asking.pool.busy():
            self._close()

    def _close(self) -> None:
        was_hidden = not self._shell.isVisible()
        self._is_free = True
        QApplication.setQuitOnLastWindowClosed(True)
        self._shell.close()
        if was_hidden:
            # Nothing that is seen is closed, so nothing else ends the program.
            QApplication.quit()
