"""The moment that is looked at: which request belongs to which item, and what the model saw by then.

Rule: a selection means one request. Who selects names an item, a request or a compaction; the rest follows here, so
that plot, list, context and texts cannot show different moments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from inspector.model import Append, Call, Compaction, ItemKind, Request, Session, Splice
from inspector.workbench.document import Document
from inspector.workbench.selection import Focus

_PRODUCED = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL})


class Seen(NamedTuple):
    """What the model saw at a moment: the items of its context, and the newest item that stood in one by then."""

    context: frozenset[int]
    horizon: int


class Cursor:
    """Completes selections in one document."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def requests(self) -> list[int | None]:
        """For every item, in order, its request; see ``requests_of_items``."""
        return requests_of_items(self._document.session)

    def settle(self, focus: Focus, named: Mapping[str, object]) -> Focus:
        """The focus after the parts ``named`` were selected, with what belongs to them."""
        if named.get("request") is not None and named.get("item") is None and named.get("compaction") is None:
            return replace(focus, item=self._item(focus.request))
        if named.get("request") is None and named.get("item") is not None:
            # Of a compaction that was looked at before an item says nothing; of a fact it is part of what is selected.
            stays = "compaction" in named or focus.fact is not None or focus.claim is not None
            compaction = focus.compaction if stays else None
            return replace(focus, request=self.request(focus.item or 0), compaction=compaction)
        if named.get("compaction") is not None and named.get("item") is None:
            return self._at_compaction(focus, named)
        return focus

    def request(self, item: int) -> int | None:
        """The request of an item; of one that none saw the next of its thread, or the last. None where there is none.

        Events are such items, and what the log ends with.
        """
        if not 0 < item <= len(self.requests):
            return None
        found = self.requests[item - 1]
        if found is not None:
            return found
        numbers, indexes = self._answers.get(self._document.item(item).thread, ((), ()))
        return indexes[min(bisect_right(numbers, item), len(indexes) - 1)] if indexes else None

    @cached_property
    def _answers(self) -> dict[str, tuple[list[int], list[int]]]:
        """By thread, the first items of the answers, and their requests."""
        found: dict[str, tuple[list[int], list[int]]] = {}
        for index, request in enumerate(self._document.session.requests):
            if request.first_item is not None and not request.purpose:
                numbers, indexes = found.setdefault(request.thread, ([], []))
                numbers.append(request.first_item)
                indexes.append(index)
        return found

    def _item(self, index: int | None) -> int | None:
        """What stands for a request: the first item of its answer, else the newest that it was sent."""
        requests, ops = self._document.session.requests, self._document.session.ops
        if index is None or index >= len(requests):
            return None
        request = requests[index]
        if request.first_item is not None or request.thread:
            return request.first_item
        sent = (ops[place] for place in range(request.op - 1, -1, -1))
        return next((op.item for op in sent if type(op) is Append), None)

    def _at_compaction(self, focus: Focus, named: Mapping[str, object]) -> Focus:
        found = _compaction(self._document, focus)
        if found is None:
            return focus
        place = focus_of(self._document, found)
        item = focus.item if "item" in named else place.item
        return replace(focus, item=item, request=place.request if named.get("request") is None else focus.request)


def focus_of(document: Document, compaction: Compaction) -> Focus:
    """The selection that shows a compaction: it, its summary and the first request after it."""
    item = compaction.record.summary or next(iter(compaction.inserted), None)
    request = compaction.request_after if compaction.request_after is not None else compaction.request_before
    return Focus(item=item, request=request, compaction=compaction.number)


def side_of(document: Document, focus: Focus) -> Compaction | None:
    """The compaction whose two sides are looked at; None where the moment is a request.

    A fact is judged at a compaction, but what its loss led to happened later: then the request counts.
    """
    found = _compaction(document, focus)
    if found is None or focus.request not in (None, focus_of(document, found).request):
        return None
    own = {found.record.summary, *found.inserted, *found.kept, *found.removed, *found.masked, *found.restored}
    return found if focus.item is None or focus.item in own else None


def answer_of(session: Session, request: Request) -> list[int]:
    """The items that a request produced, by number; it did not see them, those after it did."""
    if request.first_item is None or request.last_item is None:
        return []
    made = session.items[request.first_item - 1 : request.last_item]
    return [item.number for item in made if item.kind in _PRODUCED and item.thread == request.thread]


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
        for item in answer_of(session, request):
            found[item - 1] = index
    return found


def cursor_op(document: Document, focus: Focus) -> int | None:
    """The operation whose context is "now": before the selected request, or before the selected compaction."""
    requests = document.session.requests
    if focus.request is not None and focus.request < len(requests) and not requests[focus.request].thread:
        return requests[focus.request].op - 1
    compaction = _compaction(document, focus)
    return None if compaction is None else compaction.op - 1


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


def _compaction(document: Document, focus: Focus) -> Compaction | None:
    return next((one for one in document.compactions if one.number == focus.compaction), None)
