"""The moment that is looked at: which request belongs to which item, and what the model saw by then."""

from __future__ import annotations

from typing import NamedTuple

from inspector.model import Append, Call, ItemKind, Session, Splice
from inspector.workbench.document import Document
from inspector.workbench.selection import Focus

_PRODUCED = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL})


class Seen(NamedTuple):
    """What the model saw at a moment: the items of its context, and the newest item that stood in one by then."""

    context: frozenset[int]
    horizon: int


def requests_of_items(session: Session) -> list[int | None]:
    """For every item, in order: the request that produced it, else the first that saw it. Indexes or None."""
    found: list[int | None] = [None] * len(session.items)
    waiting: list[int] = []
    for op in session.ops:
        if type(op) is Append:
            waiting.append(op.item)
        elif type(op) is Splice:
            waiting += op.insert
        elif type(op) is Call:
            for item in waiting:
                if found[item - 1] is None:
                    found[item - 1] = op.request
            waiting.clear()
    for index, request in enumerate(session.requests):
        if request.first_item is None or request.last_item is None:
            continue
        for made in session.items[request.first_item - 1 : request.last_item]:
            if made.kind in _PRODUCED and made.thread == request.thread:
                found[made.number - 1] = index
    return found


def cursor_op(document: Document, focus: Focus) -> int | None:
    """The operation whose context is "now": before the selected request, or before the selected compaction."""
    requests = document.session.requests
    if focus.request is not None and focus.request < len(requests) and not requests[focus.request].thread:
        return requests[focus.request].op - 1
    for compaction in document.compactions:
        if compaction.number == focus.compaction:
            return compaction.op - 1
    return None


def seen_at(document: Document, focus: Focus) -> Seen | None:
    """What the model saw at the moment that is selected; None where none is, or before contexts are known."""
    op = cursor_op(document, focus)
    if document.reconstruction is None or op is None:
        return None
    context = frozenset(entry.item for entry in document.reconstruction.replay.entries_at(op))
    # Items of the log up to the last one that this moment's operations name.
    ops = document.session.ops
    appended = (ops[place] for place in range(op, -1, -1) if type(ops[place]) is Append)
    horizon = next((found.item for found in appended if isinstance(found, Append)), 0)
    answer = None if focus.request is None else document.session.requests[focus.request].first_item
    if answer is not None:
        # Events between the last item sent and the answer belong to the past as well.
        horizon = max(horizon, answer - 1)
    return Seen(context, horizon)
