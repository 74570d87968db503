"""A text browser that fetches nothing and follows no link by itself."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QByteArray, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
)
from PySide6.QtWidgets import QMessageBox, QTextBrowser

OWN = "inspector"


class SafeBrowser(QTextBrowser):
    """Links of the scheme ``inspector:`` are the program's own; others are shown in full before they are opened."""

    asked = Signal(str)
    """One of the program's own links was clicked; its path."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.anchorClicked.connect(self._clicked)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing: not from the network, not from this machine's files."""
        return QByteArray()

    def _clicked(self, url: QUrl) -> None:
        if url.scheme() == OWN:
            self.asked.emit(url.path())
            return
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if url.scheme() not in ("http", "https"):
            self.setToolTip(
                self.tr("Not opened: only web addresses are, and this is {address}.").format(address=address)
            )
            return
        if self.confirm(address):
            QDesktopServices.openUrl(url)

    def confirm(self, address: str) -> bool:
        """Ask whether to leave for an address that stands in a log."""
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Open this address in your browser?"))
        box.setInformativeText(f"{address[:500]}\n\n{self.tr('It stands in the log; whoever wrote it chose it.')}")
        opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.exec()
        return box.clickedButton() is opens
