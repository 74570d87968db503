"""The drawer's table of compactions, with the results cleared in place below them."""

from __future__ import annotations

from inspector.gui.language import tr
from inspector.gui.models.compactions import columns, is_guessed, none_words
from inspector.gui.models.figures import count_of
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.model import Compaction, TokenCount
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus


class CompactionsPane(RecordsPane):
    """Every compaction: when, why, what it freed, what it kept."""

    needs = Stage.RECONSTRUCT

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "compactions", tr("Compactions"), columns(self._summary_tokens))
        self.listen()

    def on_document(self, document: Document) -> None:
        """List the compactions, then the edits; or say why there are none."""
        self.fill((*document.compactions, *document.edits), self.tr("No compactions"), none_words(document))

    def on_stage(self, document: Document, stage: Stage) -> None:
        """The summaries are counted now."""
        self.on_document(document)
        self.on_selection(self.bench.selection.focus, Focus())

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected compaction."""
        if focus.compaction is None:
            self.mark_row(lambda _: False)
        else:
            self.mark_row(lambda c: c.number == focus.compaction and c.record.kind != "edit")

    def choose(self, record: Compaction) -> None:
        """Select a compaction with its summary; an edit selects the first result it cleared."""
        if record.record.kind == "edit":
            item = next(iter(record.masked or record.removed), None)
            self.bench.selection.select(item=item, compaction=None, request=record.request_after)
            return
        self.bench.selection.select(compaction=record.number)

    def activate(self, record: Compaction) -> None:
        """Show what it left of the context."""
        self.wants.emit("reader" if is_guessed(record) else "context")

    def _summary_tokens(self, compaction: Compaction) -> TokenCount | None:
        summary, document = compaction.record.summary, self.bench.document
        return count_of(document, summary) if document and summary is not None else None
