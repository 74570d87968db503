"""What the model has before it while the events of a log are read, and the operations that change it.

Items enter at the end. A compaction is settled when it completes, and is then put where it started: what came in
between is kept.
"""

from __future__ import annotations

from inspector.model import Call, Item, ItemKind, Operation, Splice, Usage
from inspector.read.adapters.copilot import compaction
from inspector.read.adapters.copilot.event import Event
from inspector.read.build import Builder, RequestDraft
from inspector.read.values import as_dict, as_int, as_text


class Context:
    """That of the main thread."""

    def __init__(self, build: Builder) -> None:
        self.limit: int | None = None
        """The window as the last compaction told it."""
        self._build = build
        self._messages: list[int] = []
        """The lines of what Copilot counts as messages."""
        self._start: compaction.Start | None = None

    def message(self, event: Event) -> None:
        """An event is a message of its own."""
        if not event.thread:
            self._messages.append(event.at.line or 0)

    def change_prompt(self, before: int, now: int) -> None:
        """Put another system prompt in front, in place of the one before."""
        gone = (before,) if before in self._build.context else ()
        self._build.ops.append(Splice(remove=gone, insert=(now,)))
        self._build.context = [now, *(kept for kept in self._build.context if kept not in gone)]

    def begin(self, event: Event) -> None:
        """A compaction starts."""
        self.settle()
        self.limit = as_int(event.data.get("tokenLimit")) or self.limit
        self._start = self._begun(event)

    def complete(self, event: Event, summary: int | None, under_way: bool) -> None:
        """It ends, well or not; ``under_way`` with a request not yet answered."""
        data = event.data
        self.limit = as_int(data.get("tokenLimit")) or self.limit
        start, self._start = self._start or self._begun(event), None
        usage = compaction.summarizer_usage(data)
        if usage:
            self._summarizer(start, event, usage, summary)
        # Required in the schema; where damage took it, a summary says as much.
        if data.get("success") is True or (data.get("success") is not False and summary is not None):
            record = compaction.complete(start, event, summary, under_way)
            self._cut(compaction.splice(start, self._build.context, self._build.items, record))
            self._messages = [event.at.line or 0, *self._messages[start.messages :]]
        else:
            self._build.ops.append(Splice(compaction=compaction.failed(start, event)))

    def settle(self) -> None:
        """A compaction that is still open failed, and did so where it started."""
        start, self._start = self._start, None
        if start is not None:
            self._insert(start.op, Splice(compaction=compaction.failed(start, start.event)))

    def truncate(self, event: Event, count: int) -> None:
        """The oldest messages go."""
        lines, self._messages = frozenset(self._messages[:count]), self._messages[count:]
        items = self._build.items
        gone = tuple(number for number in self._build.context if _stands_on(items[number - 1], lines))
        self._cut(Splice(remove=gone, compaction=compaction.truncation(event)))

    def clear(self) -> None:
        """Everything but the instructions goes."""
        told = self._build.standing(ItemKind.INSTRUCTIONS)
        self._cut(Splice(tuple(number for number in self._build.context if number not in told)))
        self._messages = []

    def _begun(self, event: Event) -> compaction.Start:
        return compaction.Start(event, len(self._build.ops), tuple(self._build.context), len(self._messages))

    def _cut(self, splice: Splice) -> None:
        gone = frozenset(splice.remove or ())
        left = [number for number in self._build.context if number not in gone]
        self._build.context = [*left[: splice.at], *splice.insert, *left[splice.at :]]
        self._build.ops.append(splice)

    def _insert(self, at: int, op: Operation) -> None:
        self._build.ops.insert(at, op)
        for draft in self._build.drafts:
            draft.op += draft.op >= at

    def _summarizer(self, start: compaction.Start, event: Event, usage: Usage, summary: int | None) -> None:
        """The summariser's own request: it was sent what stood in the context when the compaction started."""
        used = as_dict(event.data.get("compactionTokensUsed"))
        drafts, ops = self._build.drafts, self._build.ops
        place = next((place for place, draft in enumerate(drafts) if draft.op >= start.op), len(drafts))
        for index, op in enumerate(ops):
            if type(op) is Call and op.request >= place:
                ops[index] = Call(op.request + 1)
        self._insert(start.op, Call(place))
        draft = RequestDraft(
            as_text(event.data.get("requestId")) or event.id,
            start.op,
            as_text(used.get("model")),
            event.at,
            started=start.event.time,
            usage=usage,
            first_item=summary,
            last_item=summary,
            purpose="compaction",
        )
        drafts.insert(place, draft)


def _stands_on(item: Item, lines: frozenset[int]) -> bool:
    return item.source.line in lines and item.kind is not ItemKind.INSTRUCTIONS
