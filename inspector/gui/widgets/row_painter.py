"""How a row of the list of items is drawn."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemDelegate, QStyle, QStyleOptionViewItem

from inspector.gui.icons import Icons, icon_of
from inspector.gui.language import number
from inspector.gui.models.figures import count_of, time_of_day, tokens
from inspector.gui.models.rows import TranscriptRows, compaction_line, kind_word, kind_words
from inspector.gui.theme import Theme
from inspector.model import Compaction, Item, ItemKind, Origin

_PAD = 6
_REMEMBERED = 4_000
_LEAST = 28
"""Letters of an item, at least, beside the word for its kind."""
_OUT = 0.5
"""How much is seen of the icon of what is not in the context."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Face:
    """One way to write the text of a row. Making fonts and cutting texts to fit cost most: both are kept."""

    def __init__(self, font: QFont, *, bold: bool = False, italic: bool = False) -> None:
        self.font = QFont(font)
        if bold:
            self.font.setWeight(QFont.Weight.DemiBold)
        self.font.setItalic(italic)
        self._metrics = QFontMetrics(self.font)
        self._fitted: dict[tuple[str, int], str] = {}

    def fitted(self, words: str, width: int) -> str:
        """The text cut to a width."""
        key = (words, width)
        found = self._fitted.get(key)
        if found is None:
            if len(self._fitted) > _REMEMBERED:
                self._fitted.clear()
            # A generous guess first: eliding 200 characters that cannot fit takes long.
            start = words[: width // 3 + 8]
            found = self._fitted[key] = self._metrics.elidedText(start, Qt.TextElideMode.ElideRight, width)
        return found


class Columns:
    """Where the columns of a row lie, for one font and width."""

    def __init__(self, font: QFont, highest: int, width: int, with_time: bool) -> None:
        metrics = QFontMetrics(font)
        advance = metrics.horizontalAdvance
        self.bracket = 4
        self.number = self.bracket + advance("┌") + 2
        self.number_width = advance("0" * max(len(number(highest)), 3))
        self.chip = self.number + self.number_width + _PAD
        self.icon = metrics.height() - 2
        self.kind = self.chip + self.icon + 4
        self.tokens_width = advance("≈1,000,000")
        self.time_width = advance("00:00:00") + _PAD if with_time else 0
        self.time = width - self.time_width - 2
        self.tokens = self.time - self.tokens_width - _PAD
        words = max(advance(word) for word in kind_words()) + 2 * _PAD
        room = self.tokens - self.kind - _PAD
        # In a narrow list the icon alone says the kind: what stands there has more to say than the word.
        self.kind_width = words if room - words >= metrics.averageCharWidth() * _LEAST else _PAD
        self.what = self.kind + self.kind_width
        self.what_width = max(room - self.kind_width, 20)
        self.names_kind = self.kind_width == words
        self.plain = metrics
        self.baseline = 2 + metrics.ascent()
        self.sign_width = advance("▲ ")
        self.faces = {"plain": Face(font), "human": Face(font, bold=True), "aside": Face(font, italic=True)}


class RowPainter(QAbstractItemDelegate):
    """Paints items and compactions of ``TranscriptRows``."""

    def __init__(self, rows: TranscriptRows, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._theme = theme
        self._columns: tuple[tuple[int, int, bool, str], Columns] | None = None
        self._colors: dict[str, QColor] = {}
        self._icons = Icons()
        self.context: frozenset[int] | None = None
        """Items in the context at the cursor; None where no moment is selected."""
        self.horizon = 0
        """The newest item that stood in a context by then."""
        self.marks: frozenset[int] = frozenset()
        self.partner: int | None = None
        """The other half of the selected call or result."""
        self.with_time = True
        theme.changed.connect(self._colors.clear)

    def columns(self, font: QFont, width: int) -> Columns:
        """The columns at this width."""
        document = self._rows.document
        highest = len(document.session.items) if document else 0
        key = (width, highest, self.with_time, font.key())
        if self._columns is None or self._columns[0] != key:
            self._columns = (key, Columns(font, highest, width, self.with_time))
        return self._columns[1]

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """One line, the same for all."""
        return QSize(200, self.row_height(option.font))

    def row_height(self, font: QFont) -> int:
        """The height of every row."""
        return QFontMetrics(font).height() + 4

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One row."""
        area, row = option.rect, index.row()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(area, self._role("selection"))
        item = self._rows.item(row)
        if item is None:
            self._paint_compactions(painter, area, self._rows.compactions(row), option.font)
        else:
            if item.number == self.partner and not is_selected:
                painter.fillRect(area, self._role("raised"))
            self._paint_item(painter, area, item, option.font)
        if is_selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(self._role("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0, 0, -1, -1))

    def _role(self, name: str) -> QColor:
        if name not in self._colors:
            self._colors[name] = self._theme.role(name)
        return self._colors[name]

    def _kind(self, kind: str) -> QColor:
        if kind not in self._colors:
            self._colors[kind] = self._theme.kind(kind)
        return self._colors[kind]

    def _paint_item(self, painter: QPainter, area: QRect, item: Item, font: QFont) -> None:
        at = self.columns(font, area.width())
        left, top, height = area.left(), area.top(), area.height()
        base = top + at.baseline
        # Only what had come before the cursor can be missing there; the rest is still to come.
        is_out = self.context is not None and item.number <= self.horizon and item.number not in self.context
        text = self._role("muted" if is_out else "text")
        muted = self._role("muted")
        if item.kind is ItemKind.SUMMARY:
            tint = QColor(self._kind("summary"))
            tint.setAlpha(28)
            painter.fillRect(area, tint)
        if item.number in self.marks:
            painter.fillRect(left, top, 3, height, self._role("mark"))
        painter.setFont(font)
        partner = self._rows.partner(item.number)
        if partner is not None:
            self._paint_bracket(painter, left + at.bracket + 1, area, partner > item.number, muted)
        painter.setPen(muted)
        self._right(painter, at, left + at.number + at.number_width, base, number(item.number))
        ratio = painter.device().devicePixelRatioF()
        icon = self._icons.get(icon_of(item), self._kind(item.kind.value), at.icon, ratio)
        if is_out:
            painter.setOpacity(_OUT)
        painter.drawImage(QPointF(left + at.chip, top + (height - at.icon) // 2), icon)
        painter.setOpacity(1.0)
        if at.names_kind:
            painter.drawText(left + at.kind, base, kind_word(item))
        self._right(painter, at, left + at.tokens + at.tokens_width, base, self._tokens(item))
        if self.with_time and item.time:
            self._right(painter, at, left + at.time + at.time_width - 2, base, time_of_day(item.time))
        self._paint_what(painter, at, left + at.what, base, item, text, muted)

    @staticmethod
    def _right(painter: QPainter, at: Columns, edge: int, base: int, words: str) -> None:
        # A point and a measured width: a rectangle with alignment flags costs a layout each time.
        painter.drawText(edge - at.plain.horizontalAdvance(words), base, words)

    def _paint_what(
        self, painter: QPainter, at: Columns, left: int, base: int, item: Item, text: QColor, muted: QColor
    ) -> None:
        width = at.what_width
        if item.error:
            painter.setPen(self._role("error"))
            painter.drawText(left, base, "▲")
            left, width = left + at.sign_width, width - at.sign_width
        face = at.faces["plain"]
        if item.origin is Origin.HUMAN and item.kind is ItemKind.USER:
            face = at.faces["human"]
        elif item.origin is Origin.HARNESS or item.kind is ItemKind.REASONING:
            face, text = at.faces["aside"], muted
        painter.setFont(face.font)
        painter.setPen(text)
        painter.drawText(left, base, face.fitted(item.preview or ("…" if item.chars else "–"), width))

    def _paint_bracket(self, painter: QPainter, x: int, area: QRect, opens: bool, color: QColor) -> None:
        painter.setPen(QPen(color, 1))
        middle = area.center().y()
        painter.drawLine(x, middle, x + 4, middle)
        painter.drawLine(x, middle, x, area.bottom() if opens else area.top())

    def _paint_compactions(self, painter: QPainter, area: QRect, found: tuple[Compaction, ...], font: QFont) -> None:
        at = self.columns(font, area.width())
        painter.fillRect(area, self._role("raised"))
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        color = self._role("warning" if any(c.outcome not in ("ok", "opaque") for c in found) else "compaction")
        line = "   ".join(compaction_line(compaction) for compaction in found)
        left = area.left() + at.chip
        words = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, area.width() - at.chip - 8)
        width = painter.fontMetrics().horizontalAdvance(words)
        middle = area.center().y() + 0.5
        painter.setPen(QPen(color, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left() + 4, middle), QPointF(left - 4, middle))
        painter.drawLine(QPointF(left + width + 6, middle), QPointF(area.right() - 4, middle))
        painter.setPen(color)
        painter.drawText(QRect(left, area.top(), area.width() - at.chip, area.height()), _LEFT, words)

    def _tokens(self, item: Item) -> str:
        document = self._rows.document
        if item.kind is ItemKind.EVENT or document is None:
            return "–"
        count = count_of(document, item.number)
        if count is None:
            return "…"
        return "?" if count.value is None else tokens(count)
