"""The ledger of the harness's state for an open session: worked out when somebody first asks, then kept."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from inspector.reconstruct.state.ledger import find_state
from inspector.reconstruct.state.nouns import State
from inspector.workbench.document import Document

_KNOWN: WeakKeyDictionary[Document, tuple[State, ...]] = WeakKeyDictionary()


def states_of(document: Document) -> tuple[State, ...]:
    """The ledger of every compaction, in order; none before they are known. Raises LogChanged."""
    made = document.reconstruction
    if made is None:
        return ()
    if document not in _KNOWN:
        _KNOWN[document] = find_state(document.session, made.replay, made.compactions, document.bodies)
    return _KNOWN[document]
