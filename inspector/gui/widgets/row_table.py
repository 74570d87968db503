"""A table of rows to pick from: no grid, one height for all rows, and Tab leaves it."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

_AIR = 6
"""Pixels that a row has above and below its line of text, together."""


class RowTable(QTableView):
    """One row at a time is selected, as a whole. The model is for the owner to set."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        rows = self.verticalHeader()
        rows.hide()
        # One height for all rows: asking each of 50,000 takes seconds.
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + _AIR)
