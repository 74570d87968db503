"""The drawer's table of what may have to be put back, one Enter away from its review."""

from __future__ import annotations

from PySide6.QtCore import Signal

from inspector.gui.language import tr
from inspector.gui.models.lost import Harm, columns, harms, none_words
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus


class LostPane(RecordsPane):
    """Sentences that are not there, lost or changed, and claims without support."""

    needs = Stage.COMPARE
    review_asked = Signal()

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "lost", tr("To put back"), columns(theme.role))
        bench.judgements.made.connect(lambda change: self._refill())
        bench.judgements.loaded.connect(self._refill)
        self.listen()

    def on_document(self, document: Document) -> None:
        """List them, or say why there are none."""
        self.fill(harms(document, self.bench.judgements), *none_words(document))

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected fact or claim."""
        if focus.fact is None and focus.claim is None:
            self.mark_row(lambda _: False)
        else:
            self.mark_row(lambda one: one.compaction == focus.compaction and _is(one, focus))

    def choose(self, record: Harm) -> None:
        """Select it where it was said."""
        fact = record.judged.fact.id if record.judged else None
        claim = None if record.judged else record.place
        self.select(compaction=record.compaction, fact=fact, claim=claim, item=record.item or None)

    def activate(self, record: Harm) -> None:
        """Review it."""
        self.choose(record)
        self.review_asked.emit()

    def _refill(self) -> None:
        document = self.document
        if document is not None:
            self.on_document(document)
            self.on_selection(self.bench.selection.focus, Focus())


def _is(one: Harm, focus: Focus) -> bool:
    if one.judged is not None:
        return one.judged.fact.id == focus.fact
    return focus.fact is None and one.place == focus.claim
