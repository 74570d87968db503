"""The drawer's table of requests."""

from __future__ import annotations

from inspector.gui.language import tr
from inspector.gui.models.requests import RequestRow, columns, rows
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.selection import Focus


class RequestsPane(RecordsPane):
    """Every call of the model with its usage."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "requests", tr("Requests"), columns())
        self.listen()

    def on_document(self, document: Document) -> None:
        """List the requests."""
        self.fill(
            rows(document.session), self.tr("No requests"), self.tr("This log does not tell when the model was called.")
        )

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected request."""
        self.mark_row(lambda row: row.place == focus.request)

    def choose(self, record: RequestRow) -> None:
        """Select a request and what it produced."""
        self.bench.selection.select(request=record.place, compaction=None)

    def activate(self, record: RequestRow) -> None:
        """Show what it saw."""
        self.wants.emit("context")
