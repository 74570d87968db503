"""The events of one inspect_ai sample: whose each is, what a request was sent, and which requests wrote summaries."""

from __future__ import annotations

from itertools import islice

from inspector.read.adapter import Record
from inspector.read.adapters.inspect_ai import messages
from inspector.read.values import as_dict, as_int, as_list, as_text

_AGENTS = ("agent", "scorer", "scorers")
_DEEPEST = 100
"""Spans nest a few deep; a damaged log could name a span its own parent."""

Sent = list[tuple[Record, str]]


class Events:
    """The events of a sample beside the pool that holds the messages of its requests."""

    def __init__(self, sample: Record) -> None:
        data = as_dict(sample.get("events_data"))
        pooled = as_list(data.get("messages"))
        self._pool = pooled or as_list(sample.get("message_pool"))
        self._pool_keys = [messages.key(as_dict(message)) for message in self._pool]
        self._pool_at = "/events_data/messages" if pooled else "/message_pool"
        self.events = [as_dict(event) for event in as_list(sample.get("events"))]
        self.models = [index for index, event in enumerate(self.events) if event.get("event") == "model"]
        self._spans = {as_text(event.get("id")): event for event in self.events if event.get("event") == "span_begin"}
        self._input_at = self._inputs()
        self.main = next((self.whose(self.events[index]) for index in self.models), "")
        """What the first request belongs to is the main thread."""

    def first_messages(self) -> list[Record]:
        """The input of the first request, where the log marks its input messages."""
        return [message for index in islice(self.models, 1) for message, _ in self.input(index)]

    def whose(self, event: Record) -> str:
        """The role and agent that an event belongs to; "" outside of any."""
        span = self._spans.get(as_text(event.get("span_id")))
        for _ in range(_DEEPEST):
            if span is None or as_text(span.get("type")) in _AGENTS:
                break
            span = self._spans.get(as_text(span.get("parent_id")))
        agent = f"{as_text(span.get('name'))} {as_text(span.get('id'))}".strip() if span else ""
        return f"{as_text(event.get('role'))} {agent}".strip()

    def keys(self, index: int) -> list[str]:
        """By what the messages of a request are known again, in order."""
        sent, index = self._sent(index)
        if sent:
            return [messages.key(as_dict(message)) for message in sent]
        found: list[str] = []
        for start, end in self._ranges(index):
            found += self._pool_keys[start:end]
        return found

    def message(self, index: int, place: int) -> tuple[Record, str]:
        """One message that a request was sent, and where it stands: in the event, or in the pool."""
        sent, index = self._sent(index)
        if sent:
            return as_dict(sent[place]), f"/events/{index}/input/{place}"
        for start, end in self._ranges(index):
            if place < end - start:
                return as_dict(self._pool[start + place]), f"{self._pool_at}/{start + place}"
            place -= end - start
        raise IndexError(place)

    def input(self, index: int) -> Sent:
        """All that a request was sent."""
        return [self.message(index, place) for place in range(len(self.keys(index)))]

    def _sent(self, index: int) -> tuple[list[object], int]:
        """What stands in the event that says what a request was sent, and that event's place."""
        index = self._input_at.get(index, index)
        return as_list(self.events[index].get("input")), index

    def _inputs(self) -> dict[int, int]:
        """The requests that do not say what they were sent, as no whole one does, by the agent's one before."""
        found: dict[int, int] = {}
        last: dict[str, int] = {}
        for index in self.models:
            whose = self.whose(self.events[index])
            if as_list(self.events[index].get("input")) or self._ranges(index):
                last[whose] = index
            elif whose in last:
                found[index] = last[whose]
        return found

    def _ranges(self, index: int) -> list[tuple[int, int]]:
        found = []
        for ends in as_list(self.events[index].get("input_refs")):
            # Two numbers in a whole log; of damaged ones the widest range still names each message.
            numbers = [number for number in map(as_int, as_list(ends)) if number is not None and number >= 0]
            if numbers:
                found.append((min(numbers), min(max(numbers), len(self._pool))))
        return [(start, end) for start, end in found if start < end]

    def summarizers(self) -> dict[int, int]:
        """Requests that wrote the summary of the compaction right behind them; the value is the compaction's place.

        Their prompt and their answer are in no other request: the summary is a message of its own.
        """
        found: dict[int, int] = {}
        mine = [index for index in self.models if self.whose(self.events[index]) == self.main]
        for place, event in enumerate(self.events):
            if event.get("event") != "compaction" or event.get("type", "summary") != "summary":
                continue
            if "Native" in strategy_of(event):
                continue  # no event tells of the provider's call
            before = [index for index in mine if index < place]
            after = next((index for index in mine if index > place), None)
            if len(before) < 2 or after is None:
                continue
            later, earlier = set(self.keys(after)), set(self.keys(before[-2]))
            asked = self.keys(before[-1])[-1:]
            prompt = self.message(before[-1], len(self.keys(before[-1])) - 1)[0] if asked else {}
            new = prompt.get("role") == "user" and asked[0] not in earlier | later
            if new and messages.key(answer(self.events[before[-1]])) not in later:
                found[before[-1]] = place
        return found


def strategy_of(event: Record) -> str:
    """The strategy that a compaction was made with: what CompactionAuto chose, where it chose."""
    about = as_dict(event.get("metadata"))
    return as_text(about.get("strategy_applied")) or as_text(about.get("strategy"))


def result_of(event: Record) -> Record:
    """What a tool gave back, as the message that it becomes."""
    told = {
        "role": "tool",
        "id": event.get("message_id"),
        "tool_call_id": event.get("id"),
        "content": event.get("result"),
    }
    return told | {"function": event.get("function"), "error": event.get("error")}


def answer(event: Record) -> Record:
    """The message that a model event brought."""
    choice = next(iter(as_list(as_dict(event.get("output")).get("choices"))), None)
    return as_dict(as_dict(choice).get("message"))
