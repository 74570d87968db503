"""Counted tokens of the context at every call, by kind: the sums that calibration and composition share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.measure.count import Counts
from inspector.model import Append, ContextEntry, Form, ItemKind, Rewind, Session, Splice
from inspector.reconstruct.calls import main_calls
from inspector.reconstruct.replay import Replay

KINDS = (
    ItemKind.INSTRUCTIONS,
    ItemKind.SUMMARY,
    ItemKind.USER,
    ItemKind.ASSISTANT,
    ItemKind.REASONING,
    ItemKind.TOOL_CALL,
    ItemKind.TOOL_RESULT,
    ItemKind.ATTACHMENT,
)
"""The bands of a context, in the order in which they are plotted from the bottom up."""
PLACEHOLDER_TOKENS = 12
"""What stays of a cleared result: one short sentence."""
_COLUMN = {kind: column for column, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True, eq=False)
class CallContexts:
    """Counted tokens at every call of the main thread, in order."""

    request: NDArray[np.int64]
    """Indexes into ``Session.requests``."""
    segment: NDArray[np.int64]
    """Which stretch between two cuts (splices and rewinds) a call lies in, from 0."""
    tokens: NDArray[np.float64]
    """Calls × ``KINDS``; as counted, not calibrated."""


def call_contexts(session: Session, replay: Replay, counts: Counts) -> CallContexts:
    """Sum every call's context. Between two cuts a context only grows, so that running totals suffice."""
    calls = main_calls(session)
    at = np.fromiter((session.requests[index].op for index in calls), np.int64, len(calls))
    columns = np.fromiter((_COLUMN.get(item.kind, -1) for item in session.items), np.int64, len(session.items))
    items = np.fromiter((op.item - 1 if type(op) is Append else -1 for op in session.ops), np.int64, len(session.ops))
    grows = np.flatnonzero((items >= 0) & (columns[items] >= 0)) if len(items) else items
    table = np.zeros((len(session.ops) + 1, len(KINDS)))
    table[grows + 1, columns[items[grows]]] = counts.tokens[items[grows]]
    # Row i: everything appended before operation i, as if nothing ever left.
    table = table.cumsum(axis=0)
    cuts = np.array([i for i, op in enumerate(session.ops) if type(op) in (Splice, Rewind)], np.int64)
    segment = np.searchsorted(cuts, at, side="left")
    tokens = table[at]
    for number in np.unique(segment):
        if number:
            cut = int(cuts[number - 1])
            base = _sums(replay.entries_at(cut), columns, counts.tokens)
            tokens[segment == number] += base - table[cut + 1]
    return CallContexts(np.asarray(calls, np.int64), segment, tokens)


def _sums(
    entries: tuple[ContextEntry, ...], columns: NDArray[np.int64], tokens: NDArray[np.int32]
) -> NDArray[np.float64]:
    items = np.fromiter((entry.item - 1 for entry in entries), np.int64, len(entries))
    cleared = np.fromiter((entry.form is Form.PLACEHOLDER for entry in entries), np.bool_, len(entries))
    weights = np.where(cleared, np.minimum(PLACEHOLDER_TOKENS, tokens[items]), tokens[items])
    shown = columns[items] >= 0
    return np.bincount(columns[items][shown], weights[shown], len(KINDS)).astype(np.float64)
