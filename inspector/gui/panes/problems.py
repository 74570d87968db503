"""The drawer's table of problems of the log."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.language import number, tr
from inspector.gui.models.figures import unknown
from inspector.gui.models.table import TableColumn
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import RowCells
from inspector.model import Diagnostic, Session, Severity
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


PLACE = 3
"""The column of the place."""
RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def severity_words(problem: Diagnostic) -> str:
    """The severity with its sign; colour is never the only one."""
    return {
        Severity.ERROR: tr("▲ error"),
        Severity.WARNING: tr("△ warning"),
        Severity.NOTE: tr("· note"),
    }[problem.severity]


def place(problem: Diagnostic) -> str:
    """The file and line, or the pointer where a log has no lines."""
    source = problem.source
    if source is None:
        return tr("the whole log")
    where = number(source.line) if source.line is not None else source.pointer
    return f"{PurePath(source.path).name} : {where}" if where else PurePath(source.path).name


def columns() -> tuple[TableColumn, ...]:
    """The columns."""
    return (
        TableColumn(tr("Severity"), severity_words, lambda p: RANK[p.severity]),
        TableColumn(tr("Code"), lambda p: p.code or unknown(), lambda p: p.code),
        TableColumn(tr("Message"), lambda p: p.message, lambda p: p.message, fills=True),
        TableColumn(
            tr("Place"),
            place,
            lambda p: (p.source.path, p.source.line or 0) if p.source else None,
            tip=lambda p: f"{p.source.path} {p.source.line or p.source.pointer}" if p.source else place(p),
        ),
    )
