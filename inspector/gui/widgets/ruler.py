"""The strip beside a long list: what lies where, and which part is in view. A click jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.models.rows import KINDS
from inspector.gui.theme import Theme

WIDTH = 16


class RulerTick(NamedTuple):
    """A sign at one row of the list."""

    row: int
    role: str


class Ruler(QWidget):
    """Each slice of the list has the colour of its most frequent kind; ticks stand over them."""

    jumped = Signal(int)
    """To a row."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows = 0
        self._kinds: NDArray[np.int64] = np.zeros(0, np.int64)
        self._ticks: tuple[RulerTick, ...] = ()
        self._view = (0, 0)
        self._picture: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Map of the list"))
        self.setToolTip(self.tr("Where each kind stands, with compactions, errors and marks. Click to go there."))
        theme.changed.connect(self._redraw)

    def show_rows(self, kinds: NDArray[np.int64], ticks: Sequence[RulerTick]) -> None:
        """The kind of each row as its place in ``KINDS`` (-1 for none), and the ticks."""
        self._rows, self._kinds, self._ticks = len(kinds), kinds, tuple(ticks)
        self._redraw()

    def show_view(self, first: int, last: int) -> None:
        """The rows in view."""
        if (first, last) != self._view:
            self._view = (first, last)
            self.update()

    def sizeHint(self) -> QSize:
        """A narrow strip."""
        return QSize(WIDTH, 100)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw for the new height."""
        self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, drawn once, and the view over it."""
        painter = QPainter(self)
        if self._picture is None:
            self._picture = self._draw()
        painter.drawPixmap(0, 0, self._picture)
        if self._rows:
            top = self._view[0] / self._rows * self.height()
            bottom = (self._view[1] + 1) / self._rows * self.height()
            area = QRectF(0.5, top, self.width() - 1, max(bottom - top, 5))
            veil = QColor(self._theme.role("accent"))
            veil.setAlpha(50)
            painter.fillRect(area, veil)
            painter.setPen(self._theme.role("accent"))
            painter.drawRect(area)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self._jump(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag through the list."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._jump(event)

    def _jump(self, event: QMouseEvent) -> None:
        if self._rows:
            row = int(event.position().y() / max(self.height(), 1) * self._rows)
            self.jumped.emit(min(max(row, 0), self._rows - 1))

    def _redraw(self) -> None:
        self._picture = None
        self.update()

    def _draw(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.role("base"))
        painter = QPainter(picture)
        height = max(self.height(), 1)
        for y in range(height if self._rows else 0):
            start, end = y * self._rows // height, (y + 1) * self._rows // height
            kind = most_frequent(self._kinds[start : max(end, start + 1)])
            if kind is not None:
                painter.fillRect(5, y, self.width() - 9, 1, self._theme.kind(KINDS[kind]))
        for tick in self._ticks:
            y = int(tick.row / self._rows * height)
            is_cut = tick.role == "compaction"
            left, width = (0, self.width()) if is_cut else (0, 4) if tick.role == "error" else (self.width() - 4, 4)
            painter.fillRect(left, y, width, 2, self._theme.role(tick.role))
        painter.end()
        return picture


def most_frequent(kinds: NDArray[np.int64]) -> int | None:
    """The kind that most rows of a slice have; None where there is none."""
    counts = np.bincount(kinds + 1)[1:]
    return int(counts.argmax()) if counts.any() else None
