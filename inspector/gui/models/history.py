"""Sentences about an item's time in the context: what let it in, how long it stayed, what took it out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from inspector.gui.language import number, tr
from inspector.model import Compaction, ItemKind, Origin, Rewind, Splice
from inspector.reconstruct.presence import Presence, Stay
from inspector.workbench.document import Document


class ItemHistory:
    """Answers about one document; needs its contexts to be reconstructed."""

    def __init__(self, document: Document) -> None:
        assert document.reconstruction is not None, "history is asked for once contexts are known"
        self._session = document.session
        self._presence = Presence(document.session, document.reconstruction.replay)
        self._events: dict[int, Compaction] = {found.op: found for found in (*document.compactions, *document.edits)}
        self._restored = {item: found for found in document.compactions for item in found.restored}
        self._calls = sorted(
            (request.op, request.number)
            for request in self._session.requests
            if not request.thread and not request.purpose
        )

    def lines(self, item: int) -> tuple[str, ...]:
        """One sentence for each stretch in the context; one that says so when it never was in it."""
        stays, holder = self._presence.stays(item), self._holder(item)
        if not stays and holder:
            return (tr("Said within #{n}.").format(n=number(holder)), *self.lines(holder))
        if not stays:
            return (tr("Never in the context of the main thread."),)
        return tuple(self._stay(item, stay) for stay in stays)

    def why(self, item: int, op: int) -> str:
        """Why the item is in the context after operation ``op``: how it came in, and what it outlived since."""
        stays = self._presence.stays(item)
        stay = next((s for s in stays if s.since <= op and (s.until is None or op < s.until)), None)
        if stay is None:
            return self._why_not(item, stays, op)
        outlived = [
            f"┊C{c.number}"
            for at, c in self._events.items()
            if stay.since < at <= op and item in c.kept and c.record.kind != "edit"
        ]
        reason = self._entered(item, stay.since) + self._cleared(item, stay.since, op + 1)
        return f"{reason}; {tr('kept by {these}').format(these=', '.join(outlived))}." if outlived else f"{reason}."

    def _why_not(self, item: int, stays: Sequence[Stay], op: int) -> str:
        gone = [stay for stay in stays if stay.until is not None and stay.until <= op]
        if gone:
            return tr("No longer here. {when}").format(when=self._stay(item, gone[-1]))
        if stays:
            return tr("Not here yet. {how}.").format(how=self._entered(item, stays[0].since))
        if holder := self._holder(item):
            return tr("Said within #{n}. {why}").format(n=number(holder), why=self.why(holder, op))
        return tr("Never in the context of the main thread.")

    def _holder(self, item: int) -> int | None:
        """The result within which the model was sent what the user answered, or said of a call that they refused."""
        said, items = self._session.items[item - 1], self._session.items
        if said.origin is not Origin.HUMAN or not said.call_id:
            return None
        results = (one.number for one in items if one.call_id == said.call_id and one.kind is ItemKind.TOOL_RESULT)
        return next((one for one in results if self._presence.stays(one)), None)

    def _entered(self, item: int, op: int) -> str:
        cause = self._session.ops[op]
        if type(cause) is Rewind:
            return tr("Restored by a rewind to an earlier point")
        seen = bisect_left(self._calls, (op, 0))
        if type(cause) is Splice:
            return self._spliced(cause, op, seen)
        if item in self._restored:
            return tr("Put back by the harness after ┊C{n}").format(n=self._restored[item].number)
        if seen == len(self._calls):
            return tr("Appended after the last request")
        return tr("Appended before request {n}").format(n=number(self._calls[seen][1]))

    def _spliced(self, cause: Splice, op: int, seen: int) -> str:
        """``seen`` is the place in ``_calls`` of the first request after it."""
        found = self._events.get(op)
        if found:
            return tr("Put in by ┊C{n}").format(n=found.number)
        if seen == 0:
            # Nothing had been sent yet: some logs give the instructions after the first message.
            return tr("There from the start")
        took = tr("Put in where others were removed") if cause.remove != () else tr("Inserted among earlier ones")
        if seen == len(self._calls):
            return tr("{how}, after the last request").format(how=took)
        return tr("{how}, before request {n}").format(how=took, n=number(self._calls[seen][1]))

    def _cleared(self, item: int, since: int, until: int) -> str:
        """From which request on it stood there as a placeholder alone, between two operations; "" where it did not."""
        at = min(
            (at for at, found in self._events.items() if since < at < until and item in found.masked), default=None
        )
        seen = len(self._calls) if at is None else bisect_left(self._calls, (at, 0))
        if seen < len(self._calls):
            return tr(", its content cleared before request {n}").format(n=number(self._calls[seen][1]))
        return "" if at is None else tr(", its content cleared after the last request")

    def _stay(self, item: int, stay: Stay) -> str:
        first = bisect_left(self._calls, (stay.since, 0))
        last = (bisect_left(self._calls, (stay.until, 0)) if stay.until is not None else len(self._calls)) - 1
        if first > last:
            span = tr("between two requests")
        elif first == last:
            span = tr("request {n}").format(n=number(self._calls[first][1]))
        else:
            span = tr("requests {a}–{b}").format(a=number(self._calls[first][1]), b=number(self._calls[last][1]))
        until = len(self._session.ops) if stay.until is None else stay.until
        cleared = self._cleared(item, stay.since, until)
        return tr("In context: {span}{cleared}, {end}").format(span=span, cleared=cleared, end=self._left(stay))

    def _left(self, stay: Stay) -> str:
        if stay.until is None:
            return tr("to the end.")
        found = self._events.get(stay.until)
        if found:
            return tr("then dropped by ┊C{n}.").format(n=found.number)
        if isinstance(self._session.ops[stay.until], Rewind):
            return tr("then left behind by going back to an earlier point.")
        return tr("then cut.")
