"""Painting a row of the fact list: a fact with its verdict, what its loss led to and where it was; a claim; a group."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemDelegate, QStyle, QStyleOptionViewItem

from inspector.gui.language import number
from inspector.gui.models.fact_words import claim_sign, claim_why, fault_word, kind_of, quoted, reading_mark, said_at
from inspector.gui.models.facts import CLAIMED, DRAWN, GROUP, JUDGED, Drawn, group_count, group_title
from inspector.gui.models.verdicts import kind_word, role, strength_word, verdict_word
from inspector.gui.theme import Theme
from inspector.model import FactKind, Strength
from inspector.report.judged import Judged
from inspector.survival.shares import GONE, SPOKEN
from inspector.wording.verdicts import SIGNS
from inspector.workbench.groups import Group, ListedClaim, Row

_PAD = 6
_LEAST = 30
"""Letters of a statement, at least: where there is less room, its kind is not drawn. A third is always seen."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CENTER = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True, slots=True)
class _Widths:
    """The columns in one font, in pixels."""

    sign: int
    verdict: int
    kind: int
    strength: int
    place: int
    least: int
    """Of the statement beside its kind."""

    @classmethod
    def of(cls, font: QFont) -> _Widths:
        """As wide as the longest of their words."""
        plain, bold = QFontMetrics(font), QFontMetrics(_bold(font))
        return cls(
            sign=plain.horizontalAdvance("◆ "),
            verdict=plain.horizontalAdvance("contradicted ✎") + _PAD,
            kind=max(plain.horizontalAdvance(kind_word(kind)) for kind in FactKind) + 2 * _PAD,
            strength=max(bold.horizontalAdvance(strength_word(one)) for one in Strength) + _PAD,
            place=plain.horizontalAdvance("#9,999") + _PAD,
            least=plain.averageCharWidth() * _LEAST,
        )


class FactPainter(QAbstractItemDelegate):
    """One line a row, the same height for all: with 50,000 facts nothing may be measured."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._measured: tuple[str, _Widths] | None = None

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
        claim: ListedClaim | None = index.data(CLAIMED)
        if judged is not None:
            self._paint_fact(painter, option, judged, index.data(DRAWN))
        elif claim is not None:
            self._paint_claim(painter, option, claim)
        else:
            self._paint_group(painter, option, index.data(GROUP))
        painter.restore()

    def _paint_group(self, painter: QPainter, option: QStyleOptionViewItem, group: Group) -> None:
        painter.setFont(_bold(option.font))
        painter.setPen(self._theme.role("text"))
        title = QRect(option.rect)
        title.setLeft(title.left() + _draw(painter, title, group_title(group.name)) + 2 * _PAD)
        painter.setFont(option.font)
        painter.setPen(self._theme.role("muted"))
        _draw(painter, title, group_count(group))

    def _paint_fact(self, painter: QPainter, option: QStyleOptionViewItem, judged: Judged, drawn: Drawn) -> None:
        widths = self._widths(option.font)
        area = QRect(option.rect)
        word = verdict_word(judged.verdict) + (" ✎" if judged.entered else "")
        area.setLeft(self._paint_verdict(painter, area, (SIGNS[judged.verdict], role(judged.verdict), word), widths))
        led = painter.fontMetrics().horizontalAdvance(drawn.led_to) if drawn.led_to else 0
        area.setRight(self._paint_columns(painter, area, judged, widths, widths.least + led) - _PAD)
        self._paint_words(painter, area, judged, drawn, widths.least // 3)

    def _paint_claim(self, painter: QPainter, option: QStyleOptionViewItem, claim: ListedClaim) -> None:
        """What the summary says, and at the right why it is doubted and where it was said."""
        widths, area, said = self._widths(option.font), QRect(option.rect), claim.claim
        colour = "kept" if said.kind == "supported" else "warning"
        area.setLeft(self._paint_verdict(painter, area, (claim_sign(said), colour, fault_word(said)), widths))
        at = self._paint_place(painter, area, f"#{number(said.quote.item)}", widths)
        area.setRight(self._paint_mark(painter, area, claim, at).left() - _PAD)
        painter.setPen(self._theme.role("text"))
        # Why takes half of the room at most; what is short stands at the right.
        why = min(painter.fontMetrics().horizontalAdvance(claim_why(said)), area.width() // 2)
        _draw(painter, area.adjusted(0, 0, -why - 2 * _PAD, 0), quoted(said))
        painter.setPen(self._theme.role("muted"))
        _draw(painter, _last(area, why), claim_why(said))

    def _paint_verdict(self, painter: QPainter, area: QRect, verdict: tuple[str, str, str], widths: _Widths) -> int:
        """The sign, in its colour, and the word of a verdict; gives where the statement begins."""
        sign, colour, word = verdict
        painter.setPen(self._theme.role(colour))
        painter.drawText(QRect(area.left(), area.top(), widths.sign, area.height()), _LEFT, sign)
        painter.setPen(self._theme.role("muted"))
        at = QRect(area.left() + widths.sign + 2, area.top(), widths.verdict, area.height())
        painter.drawText(at, _LEFT, word)
        return at.right()

    def _paint_columns(self, painter: QPainter, area: QRect, judged: Judged, widths: _Widths, needed: int) -> int:
        """What stands at the right, from the place to the left; gives where the words beside it have to end.

        The kind only where they have as much room as is ``needed``.
        """
        at = self._paint_place(painter, area, said_at(judged), widths)
        # A sentence of which no judge says more has all of the room.
        if kind := kind_of(judged):
            at = _last(area, widths.strength, before=at)
            self._paint_strength(painter, at, judged.fact.strength)
            if at.left() - area.left() - widths.kind >= needed:
                at = _last(area, widths.kind, before=at)
                painter.drawText(at.adjusted(_PAD, 0, 0, 0), _LEFT, kind)
        return self._paint_mark(painter, area, judged, at).left()

    def _paint_place(self, painter: QPainter, area: QRect, place: str, widths: _Widths) -> QRect:
        painter.setPen(self._theme.role("muted"))
        # Of a session with tens of thousands of items the places are wider than their column.
        at = _last(area, max(widths.place, painter.fontMetrics().horizontalAdvance(place) + _PAD))
        painter.drawText(at.adjusted(0, 0, -2, 0), _RIGHT, place)
        return at

    def _paint_mark(self, painter: QPainter, area: QRect, row: Row, before: QRect) -> QRect:
        """What stands beside a row that a judge read; gives the leftmost of what stands at the right."""
        mark = reading_mark(row)
        if not mark:
            return before
        at = _last(area, painter.fontMetrics().horizontalAdvance(mark) + 2 * _PAD, before=before)
        painter.setPen(self._theme.role("warning"))
        painter.drawText(at, _CENTER, mark)
        return at

    def _paint_strength(self, painter: QPainter, at: QRect, strength: Strength | None) -> None:
        if strength is Strength.MUST:
            plain = painter.font()
            painter.setFont(_bold(plain))
            painter.drawText(at, _LEFT, strength_word(strength))
            painter.setFont(plain)
        elif strength is not None:
            painter.drawText(at, _LEFT, strength_word(strength))

    def _paint_words(self, painter: QPainter, area: QRect, judged: Judged, drawn: Drawn, least: int) -> None:
        """The statement, of which at least so many pixels can be seen, and behind it what its loss led to."""
        led = _first_of(painter.fontMetrics(), drawn.led_to, area.width() - least - 2 * _PAD)
        behind = painter.fontMetrics().horizontalAdvance(led) + 2 * _PAD if led else 0
        painter.setPen(self._theme.role("text" if judged.is_live else "muted"))
        statement = area.adjusted(0, 0, -behind, 0)
        # Of the human's words the first say most, of a path or a command's outcome the last do, too.
        cut = Qt.TextElideMode.ElideRight if judged.fact.kind in SPOKEN else Qt.TextElideMode.ElideMiddle
        words = ("✉ " if judged.note else "") + drawn.statement
        end = area.left() + _draw(painter, statement, words, cut)
        if judged.verdict in GONE and judged.is_harm:
            # Not by colour alone: what is lost has a dotted line under it.
            painter.setPen(QPen(self._theme.role("lost"), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(area.left(), area.bottom() - 1), QPointF(end, area.bottom() - 1))
        self._underline(painter, QRect(area.left(), area.top(), end - area.left(), area.height()), words, drawn)
        if led:
            painter.setPen(self._theme.role("muted"))
            painter.drawText(QRect(end + 2 * _PAD, area.top(), behind, area.height()), _LEFT, led)

    def _underline(self, painter: QPainter, area: QRect, words: str, drawn: Drawn) -> None:
        """Of a sentence that stands there in part, a line under each word that does not, as far as it is drawn."""
        metrics, more = painter.fontMetrics(), len(words) - len(drawn.statement)
        painter.setPen(QPen(self._theme.role("text"), 1))
        for start, end in drawn.missing:
            left = area.left() + metrics.horizontalAdvance(words[: start + more])
            right = min(area.left() + metrics.horizontalAdvance(words[: end + more]), area.right())
            if left >= area.right():
                break
            painter.drawLine(QPointF(left, area.bottom() - 1), QPointF(right, area.bottom() - 1))

    def _widths(self, font: QFont) -> _Widths:
        if self._measured is None or self._measured[0] != font.key():
            self._measured = font.key(), _Widths.of(font)
        return self._measured[1]


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


def _last(area: QRect, width: int, before: QRect | None = None) -> QRect:
    """The last part of an area, so many pixels wide, or the part before another."""
    right = area.right() if before is None else before.left() - 1
    return QRect(right - width + 1, area.top(), width, area.height())


def _draw(painter: QPainter, area: QRect, words: str, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> int:
    """Words cut to fit; gives how many pixels they take."""
    fitted = _fitted(painter.fontMetrics(), words, area.width(), cut)
    painter.drawText(area, _LEFT, fitted)
    return painter.fontMetrics().horizontalAdvance(fitted)


def _first_of(metrics: QFontMetrics, led: str, width: int) -> str:
    """As much of what a loss led to as fits: the number of an item is never cut."""
    while led and metrics.horizontalAdvance(led) > width:
        led = led.rpartition(" → ")[0]
    return led


def _fitted(metrics: QFontMetrics, words: str, width: int, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    # A guess first: eliding thousands of characters that cannot fit takes long.
    most = max(width, 0) // 3 + 8
    if len(words) > 2 * most:
        words = words[:most] if cut is Qt.TextElideMode.ElideRight else f"{words[:most]}…{words[-most:]}"
    return metrics.elidedText(words, cut, width)
