"""The line above the token plot: what it stacks, what runs across, its colours, and how its height is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QStandardItemModel
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.layouts import choice_box, plain_label, row
from inspector.gui.models.series import Axis, Stack
from inspector.gui.theme import Theme


class PlotBar(QWidget):
    """Gives a ``Stack`` and an ``Axis``; knows no session."""

    changed = Signal()
    """Another stack or axis."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.legend, self.words = Legend(theme), plain_label(margins=(10, 0, 0, 0), wraps=False)
        stacks = {self.tr("by kind"): Stack.KIND, self.tr("by cache"): Stack.CACHE}
        self._stack = choice_box(self.tr("Stacked by"), stacks, self.changed.emit)
        axes = {self.tr("x: request"): Axis.REQUEST, self.tr("x: time"): Axis.TIME}
        self._axis = choice_box(self.tr("Across"), axes, self.changed.emit)
        self._lay_out()

    def stack(self) -> Stack:
        """What is stacked."""
        # Qt hands a member of a StrEnum back as a plain string.
        return Stack(self._stack.currentData())

    def axis(self) -> Axis:
        """What runs to the right."""
        return Axis(self._axis.currentData())

    def offer_times(self, known: bool) -> None:
        """Whether time can run to the right."""
        entries = self._axis.model()
        # An entry of a combo box can only be disabled through its model.
        assert isinstance(entries, QStandardItemModel), "the model a combo box makes for itself"
        entries.item(self._axis.findData(Axis.TIME)).setEnabled(known)
        if not known:
            self._axis.setCurrentIndex(self._axis.findData(Axis.REQUEST))

    def tell(self, words: str) -> None:
        """Say how the height is known."""
        self.words.setText(words)

    def state(self) -> dict[str, Any]:
        """What is chosen."""
        return {"stack": str(self.stack()), "axis": str(self.axis())}

    def restore(self, state: dict[str, Any]) -> None:
        """Choose what was chosen; what cannot be chosen is left as it is."""
        for choice, key, of in ((self._stack, "stack", Stack), (self._axis, "axis", Axis)):
            if state.get(key) in list(of):
                choice.setCurrentIndex(choice.findData(of(state[key])))

    def _lay_out(self) -> None:
        title = plain_label(self.tr("Prompt tokens"), margins=(0, 0, 6, 0), wraps=False)
        chosen = (title, self._stack, self._axis)
        line = row(self, *chosen, (self.legend, 1), self.words, margins=(6, 2, 6, 2), spacing=0)
        line.insertSpacing(len(chosen), 8)


_GAP = 12


class Chip(NamedTuple):
    """One entry: a colour and what it stands for."""

    color: QColor
    title: str
    is_hatched: bool = False
    sign: str = ""
    """Drawn in the colour in the place of a square."""


class Legend(QWidget):
    """Chips in one line; those that do not fit are left out at the end and counted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chips: tuple[Chip, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Legend"))

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Show other entries."""
        self._chips = tuple(chips)
        words = ", ".join(chip.title for chip in chips)
        self.setToolTip(words)
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        """One line of text; as wide as it gets."""
        return QSize(120, self.fontMetrics().height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Squares and words."""
        painter = QPainter(self)
        ascent, middle = self.fontMetrics().ascent(), self.height() / 2
        side = self._side()
        fitting, x = self.fitting()
        for left, chip in fitting:
            draw_chip(painter, QRectF(left, middle - side / 2, side, side), chip)
            painter.setPen(self._theme.role("text"))
            painter.drawText(QPointF(left + side + 4, middle + ascent / 2 - 1), chip.title)
        left_out = len(self._chips) - len(fitting)
        if left_out:
            painter.setPen(self._theme.role("muted"))
            area = QRectF(x, 0, self.contentsRect().right() + 1 - x, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, f"+{left_out}")

    def fitting(self) -> tuple[list[tuple[float, Chip]], float]:
        """The entries for which there is room beside the count of the rest, and where that begins."""
        metrics, area = self.fontMetrics(), self.contentsRect()
        found, x = [], float(area.left())
        for place, chip in enumerate(self._chips):
            end = x + self._side() + 4 + metrics.horizontalAdvance(chip.title)
            rest = len(self._chips) - place - 1
            if end + (_GAP + metrics.horizontalAdvance(f"+{rest}") if rest else 0) > area.right() + 1:
                break
            found.append((x, chip))
            x = end + _GAP
        return found, x

    def _side(self) -> int:
        return round(self.fontMetrics().ascent() * 0.8)


def draw_chip(painter: QPainter, area: QRectF, chip: Chip) -> None:
    """One square, hatched where the colour stands for what is not in the log; or a sign."""
    if chip.sign:
        painter.setPen(chip.color)
        painter.drawText(area.adjusted(-4, -6, 4, 6), Qt.AlignmentFlag.AlignCenter, chip.sign)
        return
    painter.fillRect(area, chip.color)
    if chip.is_hatched:
        painter.save()
        painter.setClipRect(area)
        painter.setPen(QPen(QColor(255, 255, 255, 150), 1))
        for step in range(-int(area.height()), int(area.width()), 4):
            start = QPointF(area.left() + step, area.bottom())
            painter.drawLine(start, QPointF(start.x() + area.height(), area.top()))
        painter.restore()
