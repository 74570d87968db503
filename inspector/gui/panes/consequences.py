"""The drawer's table of what followed the compactions: each finding with the items it rests on."""

from __future__ import annotations

from inspector.gui.language import tr
from inspector.gui.models.compactions import none_words
from inspector.gui.models.consequences import by_weight, columns
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.impact.finding import Finding
from inspector.workbench.bench import Bench
from inspector.workbench.consequences import findings, led_to
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus


class ConsequencesPane(RecordsPane):
    """Work done again, sentences said again."""

    needs = Stage.CONSEQUENCES

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "consequences", tr("Consequences"), columns(theme.role, self._folder))
        self.listen()

    def on_document(self, document: Document) -> None:
        """List them, or say why there are none."""
        if not document.compactions:
            self.say(self.tr("Nothing followed"), none_words(document))
            return
        hint = self.tr(
            "No work was done again and nothing said again that the log could prove. What is not proved is not listed."
        )
        self.fill(by_weight(findings(document)), self.tr("Nothing found"), hint)

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected item, else what the loss of the selected fact led to."""
        row = self.table.currentIndex().row() if self.table.selectionModel().hasSelection() else -1
        if row >= 0 and focus.item is not None and self.model.record(row).item == focus.item:
            # Several may happen at one item; the one that was chosen stays.
            return
        if self.model.find(lambda one: one.item == focus.item) >= 0:
            self.mark_row(lambda one: one.item == focus.item)
            return
        led = self._led(focus)
        self.mark_row(lambda one: one in led)

    def _folder(self) -> str:
        return self.document.session.cwd if self.document is not None else ""

    def _led(self, focus: Focus) -> tuple[Finding, ...]:
        if self.document is None or focus.fact is None or focus.compaction is None:
            return ()
        return led_to(self.document, focus.compaction).get(focus.fact, ())

    def choose(self, record: Finding) -> None:
        """Select the item, and the fact that it hangs on."""
        fact = record.fact or None
        self.bench.selection.select(item=record.item, compaction=record.compaction, fact=fact, claim=None)

    def activate(self, record: Finding) -> None:
        """Read it."""
        self.choose(record)
        self.wants.emit("reader")
