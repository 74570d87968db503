"""Painting a row of the fact list: sign, verdict, statement, strength, place; or a kind with its counts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemDelegate, QStyle, QStyleOptionViewItem

from inspector.gui.models.facts import GROUP, JUDGED, group_counts, group_title, judged_word, reading_mark, said_at
from inspector.gui.models.verdicts import SIGNS, role, strength_word
from inspector.gui.theme import Theme
from inspector.model import Strength
from inspector.verdicts.intervals import GONE
from inspector.workbench.review import Group, Judged

_PAD = 6


class FactPainter(QAbstractItemDelegate):
    """One line a row, the same height for all: with 50,000 facts nothing may be measured."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """One line."""
        return QSize(200, QFontMetrics(option.font).height() + _PAD)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a row."""
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, self._theme.role("selection"))
        painter.setFont(option.font)
        judged: Judged | None = index.data(JUDGED)
        if judged is None:
            self._paint_group(painter, option, index.data(GROUP))
        else:
            self._paint_fact(painter, option, judged)
        painter.restore()

    def _paint_group(self, painter: QPainter, option: QStyleOptionViewItem, group: Group) -> None:
        font = QFont(option.font)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._theme.role("text"))
        counts = group_counts(group)
        plain = QFontMetrics(option.font)
        width = plain.horizontalAdvance(counts) + _PAD
        area = QRect(option.rect)
        area.setRight(area.right() - width)
        _draw(painter, area, group_title(group))
        painter.setFont(option.font)
        painter.setPen(self._theme.role("muted"))
        side = QRect(area.right(), area.top(), width - _PAD, area.height())
        painter.drawText(side, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), counts)

    def _paint_fact(self, painter: QPainter, option: QStyleOptionViewItem, judged: Judged) -> None:
        metrics = QFontMetrics(option.font)
        advance = metrics.horizontalAdvance
        area = QRect(option.rect)
        place = said_at(judged)
        right = area.right() - advance(place) - _PAD
        strong = self._theme.role("text" if judged.is_live else "muted")
        sign = QRect(area.left(), area.top(), advance("◆ "), area.height())
        painter.setPen(self._theme.role(role(judged.verdict)))
        painter.drawText(sign, int(Qt.AlignmentFlag.AlignVCenter), SIGNS[judged.verdict])
        painter.setPen(self._theme.role("muted"))
        word = judged_word(judged) + (" ✎" if judged.entered else "")
        words = QRect(sign.right() + 2, area.top(), advance("contradicted ✎") + _PAD, area.height())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), word)
        painter.drawText(
            QRect(right, area.top(), area.right() - right - 2, area.height()),
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
            place,
        )
        mark = reading_mark(judged)
        if mark:
            right -= advance(mark) + 2 * _PAD
            at = QRect(right, area.top(), advance(mark) + 2 * _PAD, area.height())
            painter.setPen(self._theme.role("warning"))
            painter.drawText(at, int(Qt.AlignmentFlag.AlignCenter), mark)
            painter.setPen(self._theme.role("muted"))
        strength = strength_word(judged.fact.strength)
        if strength:
            right -= advance(strength) + 2 * _PAD
            font = QFont(option.font)
            font.setBold(judged.fact.strength is Strength.MUST)
            painter.setFont(font)
            at = QRect(right, area.top(), advance(strength) + 2 * _PAD, area.height())
            painter.drawText(at, int(Qt.AlignmentFlag.AlignCenter), strength)
            painter.setFont(option.font)
        painter.setPen(strong)
        text = QRect(words.right(), area.top(), max(right - words.right() - _PAD, 20), area.height())
        note = "✉ " if judged.note else ""
        _draw(painter, text, note + judged.said.statement)
        if judged.verdict in GONE and judged.is_harm:
            # Not by colour alone: what is lost has a dotted line under it.
            painter.setPen(QPen(self._theme.role("lost"), 1, Qt.PenStyle.DotLine))
            line = area.bottom() - 1
            painter.drawLine(QPointF(text.left(), line), QPointF(text.right(), line))


def _draw(painter: QPainter, area: QRect, words: str) -> None:
    """Words cut to fit. A guess first: eliding thousands of characters that cannot fit takes long."""
    start = words[: area.width() // 3 + 8]
    fitted = painter.fontMetrics().elidedText(start, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), fitted)
