"""A pane that is one table of records: sorting, copying, and a selection kept in step with the workbench."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QByteArray, QItemSelection, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView

from inspector.gui.layouts import FLUSH, column, plain_label
from inspector.gui.models.table import FULL, RecordTable, TableColumn
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import RowTable
from inspector.workbench.bench import Bench

_WIDEST = 45
_NARROWEST = 12
_ENOUGH = 5
"""Whole rows that a table shows before a line of words may take room from it."""


class RecordsPane(Pane):
    """Base of the drawer's tables. A subclass gives the columns and says what a row selects."""

    def __init__(self, bench: Bench, theme: Theme, name: str, title: str, columns: Sequence[TableColumn]) -> None:
        super().__init__(bench, theme, name, title)
        self.model = RecordTable(columns, self)
        self.table = self.listing = _Table(title)
        self.table.setModel(self.model)
        self._guard = False
        self._unknown: frozenset[int] = frozenset()
        self.missing = plain_label(margins=(8, 2, 8, 2))
        column(self.body, self.table, self.missing, margins=FLUSH)
        theme.tint_selection(self.table)
        self.table.selectionModel().selectionChanged.connect(self._picked)
        self.table.activated.connect(self._activated)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is said about the table gives way to its rows."""
        super().resizeEvent(event)
        self._place_missing()

    def height_of(self, rows: int) -> int:
        """Pixels in which this many whole rows are seen, with all that always stands beside the table."""
        return self.table.height_of(rows)

    def save_state(self) -> dict[str, Any]:
        """Column widths and order, and which widths nobody chose."""
        header = bytes(self.table.horizontalHeader().saveState().toBase64().data()).decode()
        return {"header": header, "fitted": self.table.fitted_columns()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put column widths and order back; what does not fit is left."""
        header = state.get("header")
        if isinstance(header, str):
            self.table.horizontalHeader().restoreState(QByteArray.fromBase64(header.encode()))
            fitted = state.get("fitted")
            self.table.fitted(fitted if isinstance(fitted, list) else ())

    def fill(self, records: Sequence[Any], when_empty: str, hint: str = "") -> None:
        """Show these records, or say why there are none."""
        self.model.show(records)
        if records:
            self._leave_out_unknown()
            self.show_body()
            self.table.fit(self.model.filling_column())
        else:
            self.say(when_empty, hint)

    def _leave_out_unknown(self) -> None:
        """A column that this log knows nothing of does not stand empty: it is named once."""
        unknown = self.model.unknown_columns()
        self._unknown = frozenset(unknown)
        self.hide_columns()
        titles = ", ".join(str(self.model.headerData(place, Qt.Orientation.Horizontal)).lower() for place in unknown)
        words = self.tr("Not in this log: {titles}").format(titles=titles) if unknown else ""
        self.model.note = words
        self.missing.setText(words)
        self._place_missing()

    def hide_columns(self) -> None:
        """Show the columns that the log knows something of and that have room."""
        for place in range(self.model.columnCount()):
            self.table.setColumnHidden(place, place in self._unknown or self.gives_way(place))

    def gives_way(self, place: int) -> bool:
        """Whether there is too little room for a column."""
        return False

    def _place_missing(self) -> None:
        """Below the table, where that has rows enough; else the tooltip of the titles has to do."""
        room = self.height() - self.missing.sizeHint().height()
        self.missing.setVisible(bool(self.missing.text()) and room >= self.height_of(_ENOUGH))

    def mark_row(self, fits: Callable[[Any], bool]) -> None:
        """Select the row that fits without telling the workbench; clear the selection when none does."""
        row = self.model.find(fits)
        self._guard = True
        if row < 0:
            self.table.clearSelection()
        else:
            self.table.selectRow(row)
            self.table.reach(row)
        self._guard = False

    def on_clear(self) -> None:
        """Empty the table."""
        self.model.show(())

    def choose(self, record: Any) -> None:
        """A person moved to this record."""

    def activate(self, record: Any) -> None:
        """A person pressed Enter on this record or clicked it twice."""

    def _picked(self, selected: QItemSelection, _: QItemSelection) -> None:
        if not self._guard and selected.indexes():
            self.choose(self.model.record(selected.indexes()[0].row()))

    def _activated(self, index: QModelIndex) -> None:
        self.activate(self.model.record(index.row()))


class _Table(RowTable):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setFrameShape(QTableView.Shape.StyledPanel)
        self.setSortingEnabled(True)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setResizeContentsPrecision(40)
        self._is_fitted = False
        self._to_fit: Callable[[], None] | None = None
        self._fitted: dict[int, int] = {}
        """Widths given to columns by their content; one that has another now was drawn so by the user."""
        self._needs: dict[int, int] = {}
        """Pixels in which nothing of a column is cut."""

    def showEvent(self, event: QShowEvent) -> None:
        """What was filled behind another tab is fitted now: an opening waits for none that nobody sees."""
        super().showEvent(event)
        if self._to_fit is not None:
            self._to_fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A scroll bar leaves a row in sight, or does not come; the row chosen stays in sight."""
        super().resizeEvent(event)
        tight = self.height() < self.height_of(1) + self.horizontalScrollBar().sizeHint().height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if tight else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(policy)
        chosen = self.selectionModel().selectedRows()
        if chosen and self.bottom_of(chosen[0].row()) <= event.oldSize().height():
            # It was in sight, and stays there.
            self.reach(chosen[0].row())
        self._give_room()

    def reach(self, row: int) -> None:
        """Scroll to a row, whatever columns are hidden: Qt goes to no cell that is."""
        header = self.horizontalHeader()
        shown = next((place for place in range(header.count()) if not header.isSectionHidden(place)), 0)
        self.scrollTo(self.model().index(row, shown))

    def fitted(self, columns: Iterable[object]) -> None:
        """The widths are chosen, those of these columns by content, the others by the user."""
        self._is_fitted, self._to_fit = True, None
        header = self.horizontalHeader()
        self._fitted = {place: header.sectionSize(place) for place in range(header.count()) if place in [*columns]}

    def fitted_columns(self) -> list[int]:
        """The columns whose width nobody chose."""
        header = self.horizontalHeader()
        return [place for place, width in self._fitted.items() if header.sectionSize(place) == width]

    def fit(self, filling: int | None = None) -> None:
        """Set the columns to their content, the first time there is any; ``filling``, or the last, takes the rest.

        Later content widens a column that it would be cut in, while there is room and nobody chose another width.
        """
        if not self.isVisible():
            self._to_fit = partial(self.fit, filling)
            return
        self._to_fit = None
        if not self._is_fitted:
            self._fit_first(filling)
            self.fitted(range(self.horizontalHeader().count()))
        header = self.horizontalHeader()
        self._needs = {
            place: max(self.sizeHintForColumn(place), header.sectionSizeHint(place)) for place in range(header.count())
        }
        self._give_room()

    def _give_room(self) -> None:
        """Widen columns that are cut by what the one that takes the rest can spare."""
        header = self.horizontalHeader()
        shown = [place for place in self._needs if not header.isSectionHidden(place)]
        rest = [one for one in shown if header.sectionResizeMode(one) == QHeaderView.ResizeMode.Stretch]
        if header.stretchLastSection():
            rest = shown[-1:]
        spare = self.viewport().width() - sum(
            min(self._needs[one], self._widest()) if one in rest else header.sectionSize(one) for one in shown
        )
        for place in self.fitted_columns():
            more = min(self._needs.get(place, 0) - self._fitted[place], spare)
            if more > 0 and place in shown and place not in rest:
                self._fitted[place] += more
                header.resizeSection(place, self._fitted[place])
                spare -= more

    def _widest(self) -> int:
        """Pixels of a column for which others are not to be cut."""
        return self.fontMetrics().averageCharWidth() * _WIDEST

    def _fit_first(self, filling: int | None) -> None:
        header = self.horizontalHeader()
        # First: a last column that no longer stretches goes back to the width from before.
        header.setStretchLastSection(filling is None)
        self.resizeColumnsToContents()
        for section in range(header.count()):
            if header.sectionSize(section) > self._widest():
                header.resizeSection(section, self._widest())
        if filling is None:
            self._stretch_words()
        else:
            header.setSectionResizeMode(filling, QHeaderView.ResizeMode.Stretch)

    def _stretch_words(self) -> None:
        """The last column takes what is left when it holds words; numbers stay beside their neighbours."""
        header = self.horizontalHeader()
        shown = [section for section in range(header.count()) if not header.isSectionHidden(section)]
        last = shown[-1]
        side = self.model().headerData(last, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        has_words = bool(side & Qt.AlignmentFlag.AlignLeft)
        header.setStretchLastSection(has_words)
        if has_words:
            header.resizeSection(last, self.fontMetrics().averageCharWidth() * _NARROWEST)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy takes the row, its cells separated by tabs."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            model, row = self.model(), self.currentIndex().row()
            cells = [str(model.index(row, column).data(FULL)) for column in range(model.columnCount())]
            QApplication.clipboard().setText("\t".join(cells))
            return
        super().keyPressEvent(event)
