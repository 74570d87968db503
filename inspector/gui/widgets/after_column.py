"""The right side of a review: what the model was left with, and what of it the history does not bear out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLabel, QListView, QVBoxLayout, QWidget

from inspector.gui.language import number
from inspector.gui.models.claims import ClaimRows
from inspector.gui.theme import Theme
from inspector.gui.widgets.sheet_view import SheetView
from inspector.model import Claim

_LINES = 8


class AfterColumn(QWidget):
    """Shows; what is picked in the list of claims is said by a signal."""

    claim_chosen = Signal(int)
    """A person moved to this claim."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.place, self.title = QLabel(), QLabel()
        self.text, self.claims, self.rows = SheetView(theme), QListView(), ClaimRows(self)
        self.text.setAccessibleName(self.tr("What the model was left with"))
        self.claims.setModel(self.rows)
        self.claims.setAccessibleName(self.tr("Not borne out by the history"))
        self.claims.setUniformItemSizes(True)
        self.claims.setFrameShape(QListView.Shape.NoFrame)
        self.claims.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.claims.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.claims.setMaximumHeight(self.fontMetrics().height() * _LINES)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for label in (self.place, self.title):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setContentsMargins(8, 4, 8, 4)
            label.setMinimumWidth(0)
        column.addWidget(self.place)
        column.addWidget(self.text, 1)
        column.addWidget(self.title)
        column.addWidget(self.claims)
        self._guard = False
        self.claims.selectionModel().currentChanged.connect(lambda now, before: self._told(now))
        self.claims.clicked.connect(self._told)
        theme.changed.connect(self._recolour)
        self._recolour()

    def show_claims(self, claims: Sequence[Claim]) -> None:
        """Put other claims in; the list is there only where there are any."""
        self._guard = True
        self.rows.show(claims)
        self._guard = False
        words = self.tr("⚠ not borne out by the history ({n})").format(n=number(len(claims)))
        self.title.setText(words)
        for widget in (self.title, self.claims):
            widget.setVisible(bool(claims))

    def mark_claim(self, row: int | None) -> None:
        """Select a claim without telling; None selects none."""
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

    def _recolour(self) -> None:
        palette = self.title.palette()
        palette.setColor(self.title.foregroundRole(), self._theme.role("warning"))
        self.title.setPalette(palette)
