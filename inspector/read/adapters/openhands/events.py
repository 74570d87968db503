"""What the walks over V1's and V0's events do alike: add items, prompts and summaries, and keep the view of events.

Offsets of a condensation count events, and an event may have put several items into the context or none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

from inspector.model import Item, ItemKind, Source, Splice, Usage
from inspector.read.adapter import Record
from inspector.read.build import About, Builder, RequestDraft
from inspector.read.drafts import Noted
from inspector.read.times import as_time
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_seconds, as_text, render


class Shown(NamedTuple):
    """One event of the view and the items it put into the context."""

    id: str
    items: tuple[int, ...]


class Condensed(NamedTuple):
    """What one condensation makes of a view: the operation, what was named and is not there, what went along."""

    splice: Splice
    missing: int
    orphans: int


class View:
    """The events shown, oldest first. Lists only grow between condensations, so a moment is a list and a length."""

    def __init__(self) -> None:
        self.events: list[Shown] = []
        self.summary = ""
        """Id of the summary that the newest condensation put in."""

    def add(self, event: str, items: Sequence[int] = ()) -> None:
        """An event that takes part in the view, also where the model is shown nothing of it."""
        self.events.append(Shown(event, tuple(items)))

    def moment(self) -> tuple[list[Shown], int, str]:
        """What ``back`` needs to bring this view back."""
        return self.events, len(self.events), self.summary

    def back(self, moment: tuple[list[Shown], int, str]) -> None:
        """Make the view what it was."""
        events, length, self.summary = moment
        self.events = events[:length]

    def items(self) -> tuple[int, ...]:
        """The context, as the view has it."""
        return tuple(item for event in self.events for item in event.items)

    def place(self, event: str) -> int | None:
        """Where an event stands in the view."""
        return next((place for place, shown in enumerate(self.events) if shown.id == event), None)

    def condense(
        self, forgotten: Collection[str], told: Shown | None, offset: int | None, items: Sequence[Item]
    ) -> Condensed:
        """Forget events and put a summary in at an offset; without an offset it goes to the end.

        Calls without their results and results without their calls go along: no provider takes them.
        """
        before = self.items()
        left = [event for event in self.events if event.id not in forgotten]
        missing = len(forgotten) - (len(self.events) - len(left))
        orphans = _orphans(items, before, [item for event in left for item in event.items])
        left = [Shown(event.id, tuple(item for item in event.items if item not in orphans)) for event in left]
        place = len(left) if offset is None else min(offset, len(left))
        at = sum(len(event.items) for event in left[:place])
        if told is not None:
            left.insert(place, told)
            self.summary = told.id
        self.events = left
        now = frozenset(self.items())
        gone = tuple(item for item in before if item not in now)
        return Condensed(Splice(remove=gone, insert=told.items if told else (), at=at), missing, len(orphans))


def _orphans(items: Sequence[Item], before: Sequence[int], left: Sequence[int]) -> frozenset[int]:
    """Items left whose other half, call or result, was there before and is gone."""
    pair = {ItemKind.TOOL_CALL: ItemKind.TOOL_RESULT, ItemKind.TOOL_RESULT: ItemKind.TOOL_CALL}
    had = _halves(items, before)
    has = _halves(items, left)
    found = []
    for number in left:
        item = items[number - 1]
        other = (pair.get(item.kind), item.call_id)
        if item.call_id and other in had and other not in has:
            found.append(number)
    return frozenset(found)


def _halves(items: Sequence[Item], numbers: Sequence[int]) -> frozenset[tuple[ItemKind | None, str]]:
    return frozenset((items[number - 1].kind, items[number - 1].call_id) for number in numbers)


_GO_ON = "Please continue working on the task on whatever approach you think is suitable."
"""What an evaluation answers when the agent turns to its user.

Source: OpenHands/benchmarks 4e5469e0 benchmarks/utils/fake_user_response.py and legacy/utils/shared.py
(codeact_user_response); checked 2026-11-20.
"""


class EventWalk:
    def __init__(self, build: Builder) -> None:
        self.build = build
        self.cwd = ""
        self._view = View()
        self._requests: dict[str, RequestDraft] = {}
        self._hidden = False
        """Whether the model is not shown the event at hand."""

    def _begin(self, record: Record, source: Source, id_: str) -> None:
        self.build.record(source, id_, as_time(record.get("timestamp")))
        # The view keeps the context, event by event.
        self.build.context = []

    def _put(self, kind: ItemKind, value: Any, pointer: str, detail: str = "", **about: Unpack[About]) -> int | None:
        """Add the value at a pointer into the event, unless there is nothing in it; a result may be empty."""
        if value in (None, "", []) and (kind is not ItemKind.TOOL_RESULT or value is None):
            return None
        return self.build.add(kind, value, pointer, detail, **(About(enter=not self._hidden) | about))

    def _typed(self, content: Any, pointer: str) -> bool:
        """A message in the user's name that no agent sent; whether a human typed it."""
        text = render(content)
        if text.startswith(_GO_ON):
            self._put(ItemKind.ATTACHMENT, content, pointer, detail="evaluation")
            return False
        self._put(ItemKind.USER, content, pointer, detail="typed")
        return True

    def _summary(self, holder: Record, pointer: str, draft: RequestDraft | None) -> int | None:
        """The summary of a condensation, in no context yet; ``draft`` is the condenser's request."""
        if not as_text(holder.get("summary")).strip():
            return None
        number = self.build.add(ItemKind.SUMMARY, holder["summary"], pointer, "compact_summary", enter=False)
        if draft:
            draft.first_item = draft.last_item = number
        return number

    def _write_condensation(
        self, done: Condensed, number: int | None, placed: bool, trigger: str, notes: list[str], by: RequestDraft | None
    ) -> None:
        """Write a condensation down; ``number`` is its summary, ``placed`` whether that stands in the context, ``by``
        the condenser's request."""
        if done.orphans:
            notes.append(f"Calls or results left without their other half went along: {done.orphans}.")
        if number is None:
            notes.append("It has no summary.")
        elif not placed:
            notes.append("Its summary has no place and was not put into the context.")
        kind, summary = "summary" if number else "trim", number if placed else None
        about = Noted(seconds=by.seconds, model=by.model) if by else Noted()
        about |= Noted(readable=placed or number is None, notes=tuple(notes))
        compaction = self.build.compaction(self.build.id, kind, trigger, summary, **about)
        self.build.ops.append(replace(done.splice, compaction=compaction))


class Told(NamedTuple):
    """One request as the statistics of a conversation have it."""

    usage: Usage
    model: str
    limit: int | None
    seconds: float | None
    cost: float | None


class Statistics:
    """The requests in ``base_state.json``, by response; the condenser's own in order, too."""

    def __init__(self, state: Record) -> None:
        self.by_response: dict[str, Told] = {}
        self.condenser: list[tuple[str, Told]] = []
        stats = as_dict(state.get("stats"))
        groups = as_dict(stats.get("usage_to_metrics") or stats.get("service_to_metrics"))
        for name, metrics in groups.items():
            self._group(name, as_dict(metrics))

    def _group(self, name: str, metrics: Record) -> None:
        waits = {
            as_text(wait.get("response_id")): wait.get("latency")
            for wait in map(as_dict, as_list(metrics.get("response_latencies")))
        }
        rows, costs = as_list(metrics.get("token_usages")), as_list(metrics.get("costs"))
        # A cost does not name its response; only where each has one, they stand in the same order.
        paid = [as_dict(cost).get("cost") for cost in costs] if len(costs) == len(rows) else [None] * len(rows)
        for row, cost in zip(map(as_dict, rows), map(as_dollars, paid), strict=True):
            used = usage(row)
            response = as_text(row.get("response_id"))
            if used is None or not response:
                continue
            wait = waits.get(response)
            seconds = as_seconds(wait)
            told = Told(used, as_text(row.get("model")), as_int(row.get("context_window")) or None, seconds, cost)
            self.by_response[response] = told
            if "condenser" in name:
                self.condenser.append((response, told))


def usage(row: Record) -> Usage | None:
    """Tokens in OpenHands' own words, which it takes from LiteLLM."""
    keys = ("prompt_tokens", "cache_read_tokens", "cache_write_tokens", "completion_tokens", "reasoning_tokens")
    return disjoint(*(as_int(row.get(key)) for key in keys))


def spent(row: Record, before: Record | None) -> Usage | None:
    """Tokens of the requests between two running totals; None where there is no earlier one or it was reset."""
    if before is None:
        return None
    keys = ("prompt_tokens", "completion_tokens", "cache_read_tokens", "cache_write_tokens")
    grown: Record = {}
    for key in keys:
        now, then = as_int(row.get(key)), as_int(before.get(key))
        if now is None or then is None or now < then:
            return None
        grown[key] = now - then
    return usage(grown)
