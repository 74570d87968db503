"""The drawer's table of problems of the log."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.language import tr
from inspector.gui.models.problems import PLACE, RANK, columns
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import RowCells
from inspector.model import Diagnostic, Session
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage


class _WithItsEnds(RowCells):
    """A cell that is cut in the middle: what matters of a place is the line, at its end."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle


class ProblemsPane(RecordsPane):
    """What could not be read or had to be assumed, worst first."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "problems", tr("Problems"), columns())
        self.table.setItemDelegateForColumn(PLACE, _WithItsEnds(self.table))
        self.listen()

    def on_document(self, document: Document) -> None:
        """List the problems."""
        found = sorted(document.problems, key=lambda problem: RANK[problem.severity])
        self.fill(found, self.tr("No problems"), self.tr("Every record of this log was read."))

    def on_stage(self, document: Document, stage: Stage) -> None:
        """What was kept of an earlier opening may turn out to be damaged."""
        if document.troubles:
            self.on_document(document)

    def choose(self, record: Diagnostic) -> None:
        """Select the problem and the item nearest to its place; a damaged line has no item of its own."""
        document = self.document
        if document is None:
            return
        # Equal problems may be listed twice; the one in this row is meant.
        problem = next(i for i, known in enumerate(document.problems) if known is record)
        self.select(problem=problem, item=nearest_item(document.session, record))

    def activate(self, record: Diagnostic) -> None:
        """Show the line."""
        self.wants.emit("raw")


def nearest_item(session: Session, problem: Diagnostic) -> int | None:
    """The first item at or behind the place of a problem, in the same file; None without a place."""
    place = problem.source
    if place is None or (place.line is None and place.start is None):
        return None
    best = None
    for item in session.items:
        source = item.source
        if source.path == place.path and (source.start or 0, source.line or 0) >= (place.start or 0, place.line or 0):
            return item.number
        if source.path == place.path:
            best = item.number
    return best
