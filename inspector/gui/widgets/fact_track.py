"""One tick for every fact of the human, solid while the context at the cursor holds it, hollow when it does not.

A dash stands for one of which nobody can tell.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.gui.language import number
from inspector.gui.models.fact_ticks import FactTick, presence_words
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.verdicts.as_said import as_said
from inspector.workbench.fact_life import Presence

_NEAR = 6
_COLOURS = {
    Presence.THERE: "kept",
    Presence.CHANGED: "weakened",
    Presence.GONE: "lost",
    Presence.UNSURE: "undecided",
    Presence.LATER: "faint",
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
        self.update()

    def show_presences(self, presences: Sequence[Presence], selected: str | None) -> None:
        """What became of each at the cursor."""
        self._presences, self._selected = tuple(presences), selected
        there = sum(one is Presence.THERE for one in presences)
        words = self.tr("{there} of {n} facts are in the context at the cursor")
        self.setAccessibleDescription(words.format(there=number(there), n=number(len(presences))))
        self.update()

    def set_range(self, low: float, high: float) -> None:
        """Follow the plot."""
        self._low, self._high = low, high
        self.update()

    def set_inset(self, left: float) -> None:
        """Begin where the plot area begins."""
        self._inset = left
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The title in the margin, then the ticks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._theme.role("base"))
        painter.setPen(self._theme.role("muted"))
        title = QRectF(0, 0, max(self._inset - 4, 30), self.height())
        painter.drawText(title, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self.tr("facts"))
        radius, middle = self.fontMetrics().height() * 0.26, self.height() / 2
        drawn: set[tuple[int, Presence]] = set()
        for place, x in self._laid_out():
            presence = self._presences[place] if place < len(self._presences) else Presence.LATER
            if (round(x), presence) not in drawn:
                # Thousands of ticks share their pixels.
                drawn.add((round(x), presence))
                self._paint_tick(painter, QPointF(x, middle), radius, presence)
            if self._ticks[place].life.fact.id == self._selected:
                painter.setPen(QPen(self._theme.role("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(x, middle), radius + 2.5, radius + 2.5)

    def _paint_tick(self, painter: QPainter, at: QPointF, radius: float, presence: Presence) -> None:
        color = QColor(self._theme.role(_COLOURS[presence]))
        painter.setPen(QPen(color, 1.4))
        if presence is Presence.LATER:
            painter.drawPoint(at)
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

    def tick_at(self, x: float) -> tuple[FactTick, Presence] | None:
        """The fact nearest to a place, where one is near."""
        near = [(abs(at - x), place) for place, at in self._laid_out() if abs(at - x) <= _NEAR]
        if not near:
            return None
        _, place = min(near)
        return self._ticks[place], (self._presences[place] if place < len(self._presences) else Presence.LATER)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the fact."""
        found = self.tick_at(event.position().x())
        if found is not None:
            self.picked.emit(found[0])

    def event(self, event: QEvent) -> bool:
        """Hovering names the fact."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            found = self.tick_at(event.pos().x())
            if found is None:
                QToolTip.hideText()
            else:
                tick, presence = found
                words = tip(as_said(tick.life.fact).statement, presence_words(presence))
                QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _laid_out(self) -> list[tuple[int, float]]:
        """The ticks in sight with their places, side by side where several were said at once."""
        shown = [(place, self._x(tick.x)) for place, tick in enumerate(self._ticks)]
        shown = [(place, x) for place, x in shown if self._inset - 1 <= x <= self.width()]
        if not shown:
            return []
        step = min(self.fontMetrics().height() * 0.6, (self.width() - self._inset) / len(shown))
        placed: list[tuple[int, float]] = []
        last = self._inset - step / 2
        for left, (place, x) in enumerate(shown):
            # Room is left for those that follow, so that none falls off the end.
            room = self.width() - (len(shown) - left - 0.5) * step
            last = min(max(x, last + step), max(room, last + step))
            placed.append((place, last))
        return placed

    def _x(self, value: float) -> float:
        return self._inset + (value - self._low) / max(self._high - self._low, 1e-9) * (self.width() - self._inset)
