"""The compactions of a Kimi Code wire: what they were shown, what failed, what stays, what the summary is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.model import CompactionRecord, Item, ItemKind, Source
from inspector.read.adapter import Record
from inspector.read.adapters.kimi.events import Kept, Message, Words, select, words_of
from inspector.read.build import Builder, RequestDraft, noted, trigger_in
from inspector.read.times import seconds_between
from inspector.read.values import as_int, as_text


class Compactions:
    """The one that is under way, and what each that ended made of the messages."""

    def __init__(self, build: Builder) -> None:
        self._build = build
        self._began: tuple[Record, Source, str | None] | None = None
        self._calls: list[RequestDraft] = []
        self._left_out = 0

    @property
    def asking(self) -> RequestDraft | None:
        """The last call of the summarizer in the compaction under way."""
        return self._calls[-1] if self._calls else None

    def begin(self, record: Record, context: list[Message]) -> None:
        """One is under way from the record at hand on."""
        self.never_ended(context)
        self._began = record, self._build.at, self._build.time
        self._calls, self._left_out = [], 0

    def asked(self, draft: RequestDraft, left_out: int) -> None:
        """The summarizer was called, without so many of the oldest messages."""
        self._calls.append(draft)
        self._left_out = left_out

    def never_ended(self, context: list[Message]) -> None:
        """Another one begins, or the log stops: one that is still under way failed."""
        self.failed("It never ended: the log stops, or goes on without its summary.", context)

    def failed(self, why: str, context: list[Message]) -> None:
        """The one under way removed nothing."""
        if self._began is None:
            return
        begin, at, time = self._began
        self._began = None
        record = noted(
            f"compaction at line {at.line}",
            at,
            "summary",
            trigger_in(begin.get("source")),
            status="failed",
            time=time,
            notes=(why,),
            attempts=len(self._calls) or None,
            focus=as_text(begin.get("instruction")),
            shown=self._shown(context, len(context)),
        )
        self._calls = []
        self._build.note_compaction(record)

    def _shown(self, context: list[Message], messages: int | None) -> tuple[int, ...] | None:
        """What the summarizer was sent, where the oldest messages were left out and their number can be held."""
        if not self._left_out or messages != len(context):
            return None
        return tuple(number for message in context[self._left_out :] for number in message.items)

    def done(self, record: Record, context: list[Message]) -> tuple[CompactionRecord, list[Message]]:
        """What the log says of one that took place, and the context that it left."""
        begin, _, began = self._began or ({}, self._build.at, None)
        self._began = None
        summary, told = self._summary(record)
        shown = self._shown(context, as_int(record.get("compactedCount")))
        left, notes = self._after(record, context, told)
        asked = self.asking
        done = self._build.compaction(
            f"compaction at line {self._build.at.line}",
            "summary",
            trigger_in(begin.get("source")),
            summary,
            reported_before=as_int(record.get("tokensBefore")),
            reported_after=as_int(record.get("tokensAfter")),
            seconds=seconds_between(began, self._build.time),
            model=asked.model if asked else "",
            notes=notes,
            attempts=len(self._calls) or None,
            focus=as_text(begin.get("instruction")),
            shown=shown,
        )
        if asked:
            asked.first_item = asked.last_item = summary
        self._calls = []
        return done, left

    def _summary(self, record: Record) -> tuple[int | None, Message]:
        """The model's summary, and the message that carries it, with what the program puts around it."""
        told, summary = Message([], "compaction_summary"), None
        for kind, value, pointer, detail, hold in sections(record):
            number = self._build.add(kind, value, pointer, detail, hold=hold, enter=False)
            told.items.append(number)
            if kind is ItemKind.SUMMARY:
                summary = number
        return summary, told

    def _after(self, record: Record, context: list[Message], told: Message) -> tuple[list[Message], tuple[str, ...]]:
        """The messages of the new context, and what the record does not say of them."""
        kept = as_int(record.get("keptUserMessageCount"))
        if kept is None or record.get("legacyTail") is True:
            count = as_int(record.get("compactedCount"))
            count = as_int(record.get("count")) if count is None else count
            if count is None:
                return [told], ("How many messages it took in is not in this log; all of them is assumed.",)
            return [told, *context[count:]], ()
        typed = [message for message in context if message.by_user]
        head = as_int(record.get("keptHeadUserMessageCount")) or 0
        notes: tuple[str, ...] = ()
        first, last = select([message.words or Words("", 0) for message in typed]) if head else ([], [])
        if head and (len(first), len(first) + len(last)) == (head, kept):
            opening = [self._cut(typed[one.place], one) for one in first]
            newest = [self._cut(typed[one.place], one) for one in last]
        else:
            # One message may end the head and open the tail, each with a part of it.
            latest = max(0, len(typed) - max(0, kept - head))
            opening, newest = typed[: min(head, latest)], typed[latest:]
            if head:
                notes = ("The oldest and the latest kept messages beside the marker between them may be cut.",)
        if head:
            opening.append(Message([], "injection"))
            self._build.unlogged("marker for messages left out", "between the oldest and the latest kept messages")
        left = [*opening, *newest, told]
        if "wireLines" in record or "summaryOutputTokens" in record:
            left.append(Message([], "injection"))
            self._build.unlogged("continuation reminder", "behind every summary", 123)
        return left, notes

    def _cut(self, message: Message, kept: Kept) -> Message:
        """A message as it was kept: itself, or what is left of it."""
        if kept.cut is None:
            return message
        short = Message([], message.origin, True, words_of(kept.cut), message.in_turn, message.id)
        first: Item | None = self._build.items[message.items[0] - 1] if message.items else None
        if first and kept.cut.strip():
            short.items.append(
                self._build.item(
                    ItemKind.USER, first.origin, kept.cut, first.source, first.id, time=first.time,
                    detail="shortened", hold=True, enter=False,
                )
            )  # fmt: skip
        return short


_TODO = "\n\n## TODO List\n"
Section = tuple[ItemKind, Any, str, str, bool]
"""Kind, value, pointer, detail, and whether the value is a part of what stands there."""


def sections(record: Record) -> Iterator[Section]:
    """In the order in which they were sent; blanks between them belong to the earlier one."""
    sent, own = record.get("contextSummary"), record.get("summary")
    if isinstance(own, dict) and not sent:
        own, sent, pointer = own.get("content"), None, "/summary/content"
    else:
        pointer = "/summary"
    if not isinstance(sent, str) or not sent:
        if own not in (None, "", []):
            yield ItemKind.SUMMARY, own, pointer, "compact_summary", False
        return
    words = as_text(own).strip()
    start = sent.find(words) if words else -1
    if start < 0:
        yield ItemKind.SUMMARY, sent, "/contextSummary", "compact_summary", False
        return
    before, behind = sent[:start], sent[start + len(words) :]
    said, todo, listed = words.rpartition(_TODO)
    if before.strip():
        yield ItemKind.ATTACHMENT, before, "/contextSummary", "summary_frame", True
    if not todo:
        said = words
    yield ItemKind.SUMMARY, said if said != own else own, pointer, "compact_summary", said != own
    if todo:
        yield ItemKind.ATTACHMENT, f"{todo}{listed}", "/contextSummary", "todo_list", True
    if behind.strip():
        yield ItemKind.ATTACHMENT, behind, "/contextSummary", "context_recovery", True
