"""What was entered while a statement's id hung on its kind: taken over where the sentence is the same."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.model import Diagnostic, Fact, FactKind, Session, Severity
from inspector.reconstruct.segment import fact_id
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements

_KINDS = (FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.TASK, FactKind.GIVEN)


def take_over(document: Document, judgements: Judgements) -> None:
    """Put entries under the ids of today, and say of which nothing is found any more. Needs the comparison."""
    facts = {fact.id: fact for outcome in document.comparison or () for fact in outcome.facts}
    entered = judgements.facts()
    strange = entered - facts.keys()
    if not strange:
        return
    now = {old: fact.id for fact in facts.values() for old in earlier_ids(document.session, fact) if old in strange}
    judgements.rename(now)
    left = sorted(strange - now.keys())
    if left:
        notes = "; ".join(f"“{judgements.note(one)}”" for one in left if judgements.note(one))
        message = f"{len(left):,} of the statements on which you entered something are not found any more"
        document.troubles.append(
            Diagnostic(Severity.NOTE, "entered-not-found", f"{message}{f': {notes}' if notes else ''}.")
        )


def earlier_ids(session: Session, fact: Fact) -> Iterator[str]:
    """The ids that a sentence may have had, one for each kind that it could be of."""
    for quote, text in zip(fact.quotes, fact.texts, strict=True):
        if quote.item and not fact.value:
            yield from (fact_id(session, kind, quote.item, quote.start, text) for kind in _KINDS)
