"""Review's table of what the agent's program had put into the context, and whether it came back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QShowEvent

from inspector.gui.language import number, tr
from inspector.gui.layouts import plain_label
from inspector.gui.models.compactions import none_words
from inspector.gui.models.table import TableColumn
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.reconstruct.state.nouns import State
from inspector.report.state import StateRow, at, below, rows
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.harness import states_of
from inspector.workbench.selection import Focus


class HarnessPane(RecordsPane):
    """Lists, plans, files and settings at every compaction. Nothing is read before somebody looks."""

    needs = Stage.RECONSTRUCT

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "harness", tr("Harness"), columns(theme.role, self._line))
        self.notes = plain_label(margins=(8, 2, 8, 4), selectable=True)
        layout = self.body.layout()
        assert layout is not None, "the table stands in one"
        layout.addWidget(self.notes)
        self._shown: Document | None = None
        self.listen()

    def on_clear(self) -> None:
        """Let go of what was shown."""
        super().on_clear()
        self._shown = None

    def on_document(self, document: Document) -> None:
        """Look, where somebody sees it."""
        if self.isVisible():
            self._look(document)

    def showEvent(self, event: QShowEvent) -> None:
        """Look, now that somebody sees it."""
        super().showEvent(event)
        document = self.document
        if document is not None and document is not self._shown:
            self._look(document)

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected item, else go to the compaction."""
        if focus.item != before.item or focus == before:
            self.mark_row(lambda one: one.item == focus.item)
        if focus.compaction != before.compaction and not self.table.selectionModel().hasSelection():
            self.mark_row(lambda one: one.compaction == focus.compaction)

    def choose(self, record: StateRow) -> None:
        """Select what brought it back, or what it stood in."""
        self.select(compaction=record.compaction, item=record.item)

    def _line(self, row: StateRow) -> str:
        return at(self.document.session, row.item) if self.document is not None else ""

    def _look(self, document: Document) -> None:
        self._shown = document
        self.say(self.tr("Working…"))
        self.bench.executor.run(
            "harness",
            lambda progress: states_of(document),
            lambda found: self._list(document, found) if document is self.bench.document else None,
            self.failed,
        )

    def _list(self, document: Document, found: tuple[State, ...]) -> None:
        session = document.session
        hint = self.tr("This log does not show what the harness keeps in the context besides the conversation.")
        hint = hint if document.compactions else none_words(document)
        self.notes.setText("\n".join(below(session, found)))
        self.fill(rows(session, found, by_item=True), self.tr("Nothing to show"), hint)
        self.on_selection(self.bench.selection.focus, Focus())


def columns(color: Callable[[str], object], line: Callable[[StateRow], str]) -> tuple[TableColumn, ...]:
    """The columns; ``color`` gives that of a role, ``line`` where the item of a row stands in the log."""
    return (
        TableColumn(tr("Compaction"), lambda one: f"┊C{one.compaction}", lambda one: one.compaction),
        TableColumn(tr("What"), lambda one: one.kind, lambda one: one.kind),
        TableColumn(
            tr("Afterwards"),
            lambda one: one.back,
            lambda one: one.back,
            color=lambda one: color("lost" if one.is_gone else "text"),
        ),
        TableColumn(
            tr("Item"),
            lambda one: f"#{number(one.item)}" if one.item else "",
            lambda one: one.item,
            right=True,
            tip=line,
        ),
        TableColumn(tr("Content"), lambda one: one.what, lambda one: one.what, tip=lambda one: one.what),
        TableColumn(
            tr("How"),
            lambda one: one.how_and_why,
            lambda one: one.how_and_why,
            tip=lambda one: f"{one.what}\n{one.how_and_why}",
        ),
    )
