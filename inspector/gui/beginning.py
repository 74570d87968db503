"""Where Review begins: at the harm that a judge names first, until a person goes elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.gui.panes.facts import FactsPane
from inspector.survival.outcome import Outcome
from inspector.workbench.bench import Bench
from inspector.workbench.review import harm, outcome_at
from inspector.workbench.selection import Focus


class Beginning(QObject):
    """Selects it once it is known and the list is in sight: never while something else is looked at."""

    def __init__(self, bench: Bench, facts: FactsPane) -> None:
        super().__init__(facts)
        self._bench, self._facts = bench, facts
        self._is_wanted = False
        self._begun: Focus | None = None
        """What was selected so."""
        facts.listed.connect(self._begin)

    def begin(self) -> None:
        """Select what F7 would come to first in this compaction; nothing where that is nothing."""
        self._is_wanted = True
        self._begin()

    def take_up(self) -> None:
        """Select also the item in which it was said, where it still is what is selected: it is to be worked with."""
        focus, outcome = self._bench.selection.focus, self._outcome()
        if focus != self._begun or outcome is None:
            return
        found = next((one for one in harm(outcome, self._bench.judgements) if _is(one, focus)), None)
        if found is not None and found.item is not None:
            self._bench.selection.select(
                compaction=found.compaction, fact=found.fact, claim=found.claim, item=found.item
            )

    def _begin(self) -> None:
        outcome, selection = self._outcome(), self._bench.selection
        if not self._is_wanted or outcome is None or not self._facts.is_listed():
            return
        self._is_wanted = False
        first = next(harm(outcome, self._bench.judgements), None)
        if first is not None and selection.focus.fact is None and selection.focus.claim is None:
            # The moment that is looked at stays: who looks in here has not moved on in the log.
            selection.select_within(compaction=first.compaction, fact=first.fact, claim=first.claim)
            self._begun = selection.focus

    def _outcome(self) -> Outcome | None:
        document = self._bench.document
        return outcome_at(document, self._bench.under_review) if document is not None else None


def _is(one: Focus, focus: Focus) -> bool:
    return (one.fact, one.claim) == (focus.fact, focus.claim)
