"""Where the facts of the human were said: solid while the context at the cursor holds them, hollow when it does not.

Several that were said at once are one tick with their number; a dash stands for what nobody can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.gui.language import number
from inspector.gui.models.fact_ticks import FactTick, Sign, presence_words, signs
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.workbench.fact_life import Presence

_NEAR = 6
_TOLD = 6
_GAP = 3
_COLOURS = {
    Presence.THERE: "kept",
    # In part, and hollow: no loss, for most of what does not stand there was told in other words, or is done.
    Presence.CHANGED: "absent",
    Presence.GONE: "absent",
    Presence.UNSURE: "undecided",
    Presence.LATER: "muted",
}


class FactTrack(QWidget):
    """Under the plot, with its range and its left edge."""

    picked = Signal(object)
    """A ``FactTick``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._ticks: tuple[FactTick, ...] = ()
        self._presences: tuple[Presence, ...] = ()
        self._selected: str | None = None
        self._inset = 0.0
        self._low, self._high = 0.0, 1.0
        self._drawn: tuple[Sign, ...] | None = None
        """What is drawn, once it was asked for."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Facts: where each was said, and whether it is in the context"))
        self.setMouseTracking(True)
        theme.changed.connect(self.update)
        self.hide()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(200, self.fontMetrics().height() + 4)

    def show_ticks(self, ticks: Sequence[FactTick]) -> None:
        """Show other facts; hidden where there are none."""
        self._ticks = tuple(ticks)
        self._presences = ()
        self.setVisible(bool(ticks))
        self._redraw()

    def show_presences(self, presences: Sequence[Presence], selected: str | None) -> None:
        """What became of each at the cursor."""
        if (self._presences, self._selected) == (tuple(presences), selected):
            return
        self._presences, self._selected = tuple(presences), selected
        there = sum(one is Presence.THERE for one in presences)
        words = self.tr("{there} of {n} facts are in the context at the cursor")
        self.setAccessibleDescription(words.format(there=number(there), n=number(len(presences))))
        self._redraw()

    def set_range(self, low: float, high: float) -> None:
        """Follow the plot."""
        self._low, self._high = low, high
        self._redraw()

    def set_inset(self, left: float) -> None:
        """Begin where the plot area begins."""
        self._inset = left
        self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other places for all of them."""
        super().resizeEvent(event)
        self._redraw()

    def changeEvent(self, event: QEvent) -> None:
        """Letters of another size take other room."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._redraw()

    def _redraw(self) -> None:
        self._drawn = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The title in the margin, then the ticks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._theme.role("base"))
        painter.setPen(self._theme.role("muted"))
        title = QRectF(0, 0, max(self._inset - 4, 30), self.height())
        painter.drawText(title, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self.tr("facts"))
        middle = self.height() / 2
        for sign in self._signs():
            at = QPointF(sign.x, middle)
            self._paint_tick(painter, at, sign.presence)
            if len(sign.facts) > 1:
                painter.setPen(self._theme.role("muted"))
                area = QRectF(sign.x + self._radius() + _GAP, 0, self.width(), self.height())
                painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, number(len(sign.facts)))
            if any(self._ticks[place].life.fact.id == self._selected for place in sign.facts):
                painter.setPen(QPen(self._theme.role("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(at, self._radius() + 2.5, self._radius() + 2.5)

    def _paint_tick(self, painter: QPainter, at: QPointF, presence: Presence) -> None:
        color, radius = QColor(self._theme.role(_COLOURS[presence])), self._radius()
        painter.setPen(QPen(color, 1.4))
        if presence is Presence.LATER:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, 1.5, 1.5)
            return
        painter.setBrush(color if presence is Presence.THERE else Qt.BrushStyle.NoBrush)
        if presence is Presence.UNSURE:
            # Neither full nor hollow: a short dash.
            painter.drawLine(at - QPointF(radius, 0), at + QPointF(radius, 0))
            return
        painter.drawEllipse(at, radius, radius)
        if presence is Presence.CHANGED:
            painter.setBrush(color)
            painter.drawPie(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius), 0, 90 * 16)

    def sign_at(self, x: float) -> Sign | None:
        """What is drawn at a place, or near it."""
        ends = [(sign, sign.x + self._width(len(sign.facts)) - self._radius() - 3 * _GAP) for sign in self._signs()]
        near = [(max(sign.x - x, x - end, 0.0), abs(sign.x - x), sign) for sign, end in ends]
        return min(near, key=lambda one: one[:2])[2] if near and min(near)[0] <= _NEAR else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the fact; of several the next one at every click."""
        found = self.sign_at(event.position().x())
        if found is not None:
            ids = [self._ticks[place].life.fact.id for place in found.facts]
            after = ids.index(self._selected) + 1 if self._selected in ids else 0
            self.picked.emit(self._ticks[found.facts[after % len(ids)]])

    def event(self, event: QEvent) -> bool:
        """Hovering names the fact."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            found = self.sign_at(event.pos().x())
            if found is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._told(found), self)
            return True
        return super().event(event)

    def _told(self, sign: Sign) -> str:
        said = [self._ticks[place].life.fact.statement for place in sign.facts[:_TOLD]]
        more = len(sign.facts) - len(said)
        rest = [self.tr("and {n} more").format(n=number(more))] if more else []
        return tip(*said, *rest, presence_words(sign.presence))

    def _signs(self) -> tuple[Sign, ...]:
        if self._drawn is None:
            self._drawn = self._place_signs()
        return self._drawn

    def _place_signs(self) -> tuple[Sign, ...]:
        at = [(place, self._x(tick.x)) for place, tick in enumerate(self._ticks)]
        shown = [(place, x) for place, x in at if self._inset - 1 <= x <= self.width()]
        return signs(sorted(shown, key=lambda one: one[1]), self._presences, cache(self._width))

    def _width(self, count: int) -> float:
        words = self.fontMetrics().horizontalAdvance(number(count)) + _GAP if count > 1 else 0
        return 2 * self._radius() + words + 3 * _GAP

    def _radius(self) -> float:
        return self.fontMetrics().height() * 0.26

    def _x(self, value: float) -> float:
        return self._inset + (value - self._low) / max(self._high - self._low, 1e-9) * (self.width() - self._inset)
