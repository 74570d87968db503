"""What the model has before it while the events of a log are read, and the operations that change it.

Items enter at the end, but for results: they stand in the order of the calls, in whichever order they came. A
compaction is settled when it completes, and is then put where it started: what came in between is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from inspector.model import Append, Call, ItemKind, Operation, Origin, Source, Splice
from inspector.read.adapters.copilot import compaction
from inspector.read.adapters.copilot.compaction import Attempt, Summarizer
from inspector.read.adapters.copilot.event import Event, is_driven
from inspector.read.build import Builder, RequestDraft
from inspector.read.times import seconds_between
from inspector.read.values import as_dict, as_int, as_text

_RESULT = ItemKind.TOOL_RESULT
_BROKEN_OFF = "The execution of this tool, or a previous tool was interrupted."
"""What stands in place of the result of a call that was broken off, or refused with Escape (1.0.102)."""


class Message(NamedTuple):
    """What Copilot counts as a message: the line it stands on, and whether a truncation spares it."""

    line: int
    is_user: bool


class Context:
    """That of the main thread."""

    def __init__(self, build: Builder) -> None:
        self.limit: int | None = None
        """The window as the last compaction told it."""
        self.unsent: list[int] = []
        """What was typed since the last compaction and sent in other words: the next one tells it as it was typed."""
        self.broke_off = False
        """Whether the person broke a turn off, and no prompt came since."""
        self._build = build
        self._messages: list[Message] = []
        self._start: compaction.Start | None = None
        self._summarizer = Summarizer(build)
        self._omitted = 0
        """Prompts that compactions left out so far."""
        self._done = -1
        """Operation of a compaction that completed while a request was under way; -1 where none did."""

    def message(self, event: Event, is_user: bool = False) -> None:
        """An event is a message of its own."""
        if not event.thread:
            self._messages.append(Message(event.at.line or 0, is_user))

    def result(self, numbers: list[int], order: Mapping[str, int]) -> None:
        """A result enters, ahead of those of later calls; ``order`` has the item of each call by its id."""
        items, context = self._build.items, self._build.context
        at = len(context)
        if at and items[context[-1] - 1].kind is _RESULT:
            call = order.get(items[numbers[0] - 1].call_id, len(items))
            while at and items[context[at - 1] - 1].kind is _RESULT:
                if order.get(items[context[at - 1] - 1].call_id, 0) <= call:
                    break
                at -= 1
        if at < len(context):
            self._build.swap((), numbers, at)
            return
        for number in numbers:
            self._build.ops.append(Append(number))
            context.append(number)

    def close_calls(self, order: Mapping[str, int]) -> None:
        """A prompt comes in: behind a turn that was broken off, calls without a result get one that is made up, and the
        thinking of their answer is not sent."""
        broke_off, self.broke_off = self.broke_off, False
        if not broke_off or not is_driven(self._build):
            return
        held = [self._build.items[number - 1] for number in self._build.context]
        done = {item.call_id for item in held if item.kind is _RESULT}
        calls = [item for item in held if item.kind is ItemKind.TOOL_CALL and item.call_id not in done]
        own = (ItemKind.REASONING, ItemKind.ASSISTANT)
        answer = takewhile(lambda item: item.kind in own, reversed(held[: held.index(calls[0])])) if calls else ()
        if thought := tuple(item.number for item in answer if item.kind is ItemKind.REASONING):
            self._build.swap(thought)
        for call in calls:
            about = ("made_up", call.tool, call.call_id)
            number = self._build.add(_RESULT, _BROKEN_OFF, "", *about, error=True, hold=True, enter=False)
            self.result([number], order)

    def called(self, event: Event) -> bool:
        """Whether an event tells of a call of the summarizer, for a compaction that is under way."""
        return self._start is not None and self._summarizer.take(event)

    def change_prompt(self, before: int, now: int) -> None:
        """Put another system prompt in front, in place of the one before."""
        self._build.swap((before,) if before in self._build.context else (), (now,))

    def put_in_front(self, number: int) -> None:
        """A message comes in front of all others."""
        self._build.swap((), (number,), len(self._build.standing(ItemKind.INSTRUCTIONS)))

    def begin(self, event: Event) -> None:
        self.settle()
        self.limit = as_int(event.data.get("tokenLimit")) or self.limit
        self._start = self._begun(event)

    def forget(self) -> None:
        """There was nothing to compact: no model was asked, and nothing failed."""
        self._start = None

    def complete(self, event: Event, summary: int | None, under_way: bool) -> None:
        """It ends, well or not; ``under_way`` with a request not yet answered."""
        data = event.data
        self.limit = as_int(data.get("tokenLimit")) or self.limit
        start, self._start = self._start or self._begun(event), None
        calls, prompt = self._summarizer.told()
        # Required in the schema; where damage took it, a summary says as much.
        worked = data.get("success") is True or (data.get("success") is not False and summary is not None)
        self._asked(start, event, calls, summary if worked else None)
        if worked:
            record = compaction.complete(start, event, summary, under_way)
        else:
            record = compaction.failed(start, event, calls)
        shown = None if start.shown == tuple(self._build.context) else start.shown
        record = replace(record, prompt=prompt, shown=shown, attempts=len(calls) or record.attempts)
        if not worked:
            self._build.note_compaction(record)
            return
        self._done = len(self._build.ops) if under_way else -1
        quoted = self._quoted(start) if is_driven(self._build) else ()
        unsent = {number: self._copied(number, compaction.UNSENT) for number in self.unsent if number <= start.items}
        self.unsent = [number for number in self.unsent if number not in unsent]
        cut = compaction.splice(start, self._build.context, self._build.items, record, quoted, unsent)
        if is_driven(self._build):
            cut, self._omitted = compaction.limited(cut, self._build.context, self._build.items, self._omitted)
        self._build.swap(cut.remove or (), cut.insert, cut.at, cut.compaction)
        self._build.unlogged(*compaction.FRAME)
        before = frozenset(start.messages)
        after = [message for message in self._messages if message not in before]
        self._messages = [Message(event.at.line or 0, True), *after]

    def _quoted(self, start: compaction.Start) -> tuple[int, ...]:
        """Prompts that came while it went on, once more: they stay, and are among those above the summary."""
        items, before = self._build.items, frozenset(start.context)
        late = [number for number in self._build.context if number not in before]
        return tuple(self._copied(number, "quoted") for number in late if compaction.is_prompt(items[number - 1]))

    def _copied(self, number: int, detail: str) -> int:
        """Words of the person once more, as the summary's message holds them."""
        items, origin = self._build.items, Origin.HARNESS
        # What stands there alone is talk that goes on; beside the prompt itself it is a copy.
        kind = ItemKind.USER if detail == compaction.UNSENT else ItemKind.ATTACHMENT
        items.append(replace(items[number - 1], number=len(items) + 1, kind=kind, origin=origin, detail=detail))
        return len(items)

    def answered(self, draft: RequestDraft, seconds: float | None) -> None:
        """Whether the request under way was sent before or after a compaction completed, where that can be told."""
        op, self._done = self._done, -1
        done = self._build.ops[op] if op >= 0 else None
        if not isinstance(done, Splice) or done.compaction is None or seconds is None:
            return
        record = done.compaction
        since = seconds_between(record.time, draft.started)
        if since is None:
            return
        notes = tuple(note for note in record.notes if note != compaction.UNDER_WAY)
        self._build.ops[op] = replace(done, compaction=replace(record, notes=notes))
        if since < seconds:
            self._build.ops.insert(op, self._build.ops.pop(draft.op))
            draft.op = op

    def settle(self) -> None:
        """A compaction that is still open failed, and did so where it started."""
        start, self._start = self._start, None
        if start is not None:
            calls, prompt = self._summarizer.told()
            self._asked(start, start.event, calls, None)
            record = compaction.failed(start, start.event, calls)
            self._insert(start.op + len(calls), Splice(compaction=replace(record, prompt=prompt)))

    def truncate(self, event: Event, count: int) -> None:
        """The oldest messages go, those of the agent first: the user's stay as long as there are others."""
        spared = sorted(self._messages, key=lambda message: message.is_user)
        lines = frozenset(message.line for message in spared[:count])
        self._messages = [message for message in self._messages if message.line not in lines]
        held = (self._build.items[number - 1] for number in self._build.context)
        told = (item for item in held if item.kind is not ItemKind.INSTRUCTIONS)
        gone = tuple(item.number for item in told if item.source.line in lines)
        self._build.swap(gone, record=compaction.truncation(event))
        start = self._start
        if start is not None and len(self._build.items) <= start.items + 1:
            # Both at the same moment: the summarizer is sent what is left.
            shown = tuple(number for number in start.context if number not in gone)
            self._start = replace(start, shown=shown, op=len(self._build.ops))

    def forget_thinking(self) -> None:
        """A session that is taken up again, or by another model, is sent without the thinking so far."""
        thought = self._build.standing(ItemKind.REASONING)
        if thought and is_driven(self._build):
            self._build.swap(thought)

    def clear(self) -> None:
        """Everything but the instructions goes."""
        self._build.cut(self._build.standing(ItemKind.INSTRUCTIONS), None)
        self._messages, self._omitted = [], 0

    def _begun(self, event: Event) -> compaction.Start:
        build, context = self._build, tuple(self._build.context)
        prompt = any(build.items[number - 1].kind is ItemKind.INSTRUCTIONS for number in context)
        return compaction.Start(
            event, len(build.ops), len(build.items), context, context, tuple(self._messages), int(prompt)
        )

    def _insert(self, at: int, op: Operation) -> None:
        self._build.ops.insert(at, op)
        for draft in self._build.drafts:
            draft.op += draft.op >= at

    def _asked(self, start: compaction.Start, event: Event, calls: list[Attempt], summary: int | None) -> None:
        """The summarizer's own requests: it was sent what stood in the context when the compaction started."""
        used = as_dict(event.data.get("compactionTokensUsed"))
        usage = compaction.summarizer_usage(event.data)
        if usage and not any(call.worked for call in calls):
            calls.append(Attempt(as_text(event.data.get("requestId")) or event.id, event.at, start.event.time, True))
        for number, call in enumerate(calls):
            last = number == len(calls) - 1
            draft = self._ask(start.op + number, call.id, event.at)
            draft.model, draft.started = as_text(used.get("model")) or call.model, call.time
            draft.seconds, draft.source = call.seconds, call.at
            draft.stop = "" if call.worked else call.error[:60]
            if last and call.worked:
                draft.usage, draft.first_item, draft.last_item = usage or call.usage, summary, summary

    def _ask(self, at: int, name: str, source: Source) -> RequestDraft:
        drafts, ops = self._build.drafts, self._build.ops
        place = next((place for place, draft in enumerate(drafts) if draft.op >= at), len(drafts))
        for index, op in enumerate(ops):
            if type(op) is Call and op.request >= place:
                ops[index] = Call(op.request + 1)
        self._insert(at, Call(place))
        draft = RequestDraft(name, at, "", source, purpose="compaction")
        drafts.insert(place, draft)
        return draft
