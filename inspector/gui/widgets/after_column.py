"""The right side of a review: what the model was left with, and what of it the history does not bear out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, plain_label, tool_button
from inspector.gui.models.claims import ClaimRows
from inspector.gui.theme import Theme
from inspector.gui.widgets.sheet_view import SheetView
from inspector.model import Claim

_LINES = 8
_AIR = (8, 4, 8, 4)


class AfterColumn(QWidget):
    """Shows; what is picked in the list of claims is said by a signal."""

    claim_chosen = Signal(int)
    """A person moved to this claim."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._doubted: tuple[Claim, ...] = ()
        self._supported: tuple[Claim, ...] = ()
        self._by_rules: tuple[Claim, ...] = ()
        self.place = plain_label(margins=_AIR, wraps=False)
        self.title = plain_label(margins=_AIR, wraps=False, bold=True)
        self.text, self.claims, self.rows = SheetView(theme), QListView(), ClaimRows(self)
        self.text.setAccessibleName(self.tr("What the model was left with"))
        self.claims.setModel(self.rows)
        self.claims.setAccessibleName(self.tr("Not supported by the history"))
        self.claims.setUniformItemSizes(True)
        self.claims.setFrameShape(QListView.Shape.NoFrame)
        self.claims.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.claims.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.more = tool_button("", tip=self.tr("What the judge found supported, and what the rules alone doubt"))
        self.more.setCheckable(True)
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more.toggled.connect(lambda _: self._list())
        column(self, self.place, (self.text, 1), self.title, self.claims, self.more, margins=FLUSH, spacing=0)
        self._guard = False
        self.claims.selectionModel().currentChanged.connect(lambda now, before: self._told(now))
        self.claims.clicked.connect(self._told)
        theme.tint(self.title, WindowText="warning")

    def show_claims(
        self, claims: Sequence[Claim], supported: Sequence[Claim] = (), by_rules: Sequence[Claim] = ()
    ) -> None:
        """Put other claims in; the list is there only where there are any.

        Those that a judge found supported, and those that the rules alone doubt, stay folded behind their numbers.
        """
        self._doubted, self._supported, self._by_rules = tuple(claims), tuple(supported), tuple(by_rules)
        words = self.tr("⚠ not supported by the history ({n})").format(n=number(len(claims)))
        self.title.setText(words)
        self.title.setVisible(bool(claims))
        self.more.setText(more_words(len(supported), len(by_rules)))
        self.more.setVisible(bool(supported or by_rules))
        self._fold()

    def _fold(self) -> None:
        with QSignalBlocker(self.more):
            self.more.setChecked(False)
        self._list()

    def _list(self) -> None:
        folded = not self.more.isChecked()
        self.more.setArrowType(Qt.ArrowType.RightArrow if folded else Qt.ArrowType.DownArrow)
        rest = () if folded else (*self._supported, *self._by_rules)
        here = self.claims.currentIndex().row()
        self._guard = True
        self.rows.show((*self._doubted, *rest), len(self._doubted) + len(self._supported))
        self.claims.setCurrentIndex(self.rows.index(here))
        self._guard = False
        rows = self.rows.rowCount()
        self.claims.setVisible(rows > 0)
        if rows:
            # No room for claims that are not there; of many, as much as leaves the text its own.
            line = self.claims.sizeHintForRow(0)
            self.claims.setMinimumHeight(line + 2)
            self.claims.setMaximumHeight(line * min(rows, _LINES) + 2)

    def mark_claim(self, row: int | None) -> None:
        """Select a claim without telling, by its place among all of them; None selects none."""
        if row is not None and row >= self.rows.rowCount():
            self.more.setChecked(True)
        self._guard = True
        if row is None:
            self.claims.clearSelection()
            self.claims.setCurrentIndex(QModelIndex())
        else:
            self.claims.setCurrentIndex(self.rows.index(row))
        self._guard = False

    def _told(self, index: QModelIndex) -> None:
        if not self._guard and index.isValid():
            self.claim_chosen.emit(index.row())


def more_words(supported: int, by_rules: int) -> str:
    """What stays folded below the claims that are doubted."""
    one = tr("1 supported claim")
    parts = [
        (one if supported == 1 else tr("{n} supported claims").format(n=number(supported))) if supported else "",
        tr("{n} doubted by the rules alone").format(n=number(by_rules)) if by_rules else "",
    ]
    return " · ".join(part for part in parts if part)
