"""From token rows to requests: a call opens with the first item it produced, and its row closes it.

Codex writes a request's usage after its items, often after the results of the tools it called; the model was
called before the first of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inspector.model import Source, Usage
from inspector.read.adapter import Record
from inspector.read.build import Builder, RequestDraft
from inspector.read.values import as_dict, as_int, as_text

_FEW = 3
"""Calls: behind the agent's last one there is the summarizer's, if any."""

_LESS = (
    "The summarizer's call has {:,} tokens less than the call before it, though nothing was taken out in between: it "
    "was not shown all that stood there. A call refused for its length is repeated without the oldest item."
)


@dataclass(slots=True)
class Meter:
    """The requests of a thread, as far as they were seen."""

    build: Builder
    model: str = ""
    limit: int | None = None
    input_time: str | None = None
    """When the last item that is not the model's own came in: the next call cannot be earlier."""
    last: RequestDraft | None = None
    """The request closed last."""
    repeats: list[str | None] = field(default_factory=list)
    """When the last count was given once more since a tool answered last."""
    reasoned: int = 0
    """Tokens of thinking since the last compaction: a provider may leave them out of what is sent later."""
    cut: RequestDraft | None = None
    """The last call before turns were rolled back."""
    _open: RequestDraft | None = None
    _answered: bool = False
    """Whether a tool has answered since the open request began."""
    _seen_info: Record | None = None
    _latest: list[RequestDraft] = field(default_factory=list)
    """The last few requests."""
    _by_response: dict[str, RequestDraft] = field(default_factory=dict)
    _from_record: bool = False
    """Whether ``last`` was closed by a token_usage_record, so that the same numbers follow as token_count."""

    def before_output(self, source: Source) -> None:
        """The model is about to have produced an item: note the call that produced it, once."""
        if self._open is not None and self._answered:
            self.interrupt()
        if self._open is None:
            self._open = self._call(source)
            self._answered = False

    def produced(self, number: int) -> None:
        """An item of the open request."""
        self.build.produced(self._open, number)

    def answered(self, time: str | None) -> None:
        """A tool's result came in; its request's row may still follow."""
        self._answered = True
        self.repeats.clear()
        self.input_time = time or self.input_time

    def interrupt(self, time: str | None = None) -> None:
        """Something came in that ends the open request, though no row told its usage."""
        self.input_time = time or self.input_time
        if self._open is not None:
            # Else the same numbers may follow yet: a hook's words come in ahead of them.
            self._close(None)

    def count(self, payload: Record, source: Source) -> int | None:
        """A token_count row. Gives the estimate of a row that is no request, else None."""
        info = payload.get("info")
        if not isinstance(info, dict):
            self._close(None, source)
            return None
        if info == self._seen_info:
            # Repeated with every update of the rate limits, and when a summary begins to come.
            self.repeats.append(self.build.time)
            return None
        self._seen_info = info
        self.limit = as_int(info.get("model_context_window")) or self.limit
        last = as_dict(info.get("last_token_usage"))
        if not as_int(last.get("input_tokens")) and not as_int(last.get("output_tokens")):
            return as_int(last.get("total_tokens"))
        usage = normalised(last)
        if self._open is None and self._from_record and self.last is not None and self.last.usage == usage:
            self.last.limit = self.limit
            self._from_record = False
            return None
        self._close(usage, source, needed=True)
        return None

    def record(self, payload: Record, source: Source) -> None:
        """A token_usage_record row: the same numbers with the id of the response, once a response."""
        response = as_text(payload.get("response_id"))
        if response and response in self._by_response:
            return
        usage = normalised(as_dict(payload.get("usage")))
        if usage.prompt is None and usage.output is None:
            return
        twin = self.last
        if self._open is not None or twin is None or twin.id or twin.usage != usage:
            self._close(usage, source, needed=True)
            self._from_record = True
        if self.last is not None and response:
            self.last.id = response
            self._by_response[response] = self.last

    def of_response(self, response: str) -> RequestDraft | None:
        """The request with this response id."""
        return self._by_response.get(response)

    def shrunk(self) -> tuple[str, ...]:
        """A sentence where the window is smaller now than it was for the agent's own last call."""
        last = next((request for request in reversed(self._latest) if not request.purpose), None)
        before = last.limit if last is not None else None
        if before is None or self.limit is None or self.limit >= before:
            return ()
        return (f"The window was {before:,} tokens for the call before, and is {self.limit:,}.",)

    def lessened(self, asked: RequestDraft | None) -> tuple[str, ...]:
        """A sentence where the summarizer's call has less than the agent's own last call had, though history only grew.

        A call that is refused for its length by an HTTP status leaves no other trace.
        """
        last = next((request for request in reversed(self._latest) if not request.purpose), None)
        if asked is None or last is None or last is self.cut or last.model != asked.model:
            return ()
        sent, before = ((one.usage.prompt if one.usage else None) for one in (asked, last))
        if sent is None or before is None or sent + self.reasoned >= before:
            return ()
        return (_LESS.format(before - sent),)

    def _call(self, source: Source) -> RequestDraft:
        request = self.build.call("", self.model, source, started=self.input_time, limit=self.limit)
        self._latest = [*self._latest[-_FEW:], request]
        return request

    def _close(self, usage: Usage | None, source: Source | None = None, *, needed: bool = False) -> None:
        if self._open is None and needed and source is not None:
            self._open = self._call(source)
        if self._open is not None:
            if source is not None:
                self._open.source = source
            self._open.usage, self._open.limit = usage, self.limit
            self.reasoned += (usage.reasoning or 0) if usage else 0
            self.last, self._open = self._open, None
        self._answered = self._from_record = False


def is_full(payload: Record) -> bool:
    """Whether a token_count row only says that the window is full, which is no measurement."""
    info = as_dict(payload.get("info"))
    total, last = as_dict(info.get("total_token_usage")), as_dict(info.get("last_token_usage"))
    window = as_int(info.get("model_context_window"))
    filled = window is not None and as_int(total.get("total_tokens")) == window
    return filled and not as_int(total.get("input_tokens")) and not as_int(last.get("input_tokens"))


def normalised(tokens: dict[str, Any]) -> Usage:
    """Usage in disjoint parts: Codex's input_tokens include what was read from and written to the cache."""
    sent = as_int(tokens.get("input_tokens"))
    read = as_int(tokens.get("cached_input_tokens"))
    written = as_int(tokens.get("cache_write_input_tokens"))
    if sent is not None:
        # Impossible rows exist (more cached than sent): the prompt stays what was sent.
        read = None if read is None else min(read, sent)
        written = None if written is None else min(written, sent - (read or 0))
    return Usage(
        None if sent is None else sent - (read or 0) - (written or 0),
        read,
        written,
        as_int(tokens.get("output_tokens")),
        as_int(tokens.get("reasoning_output_tokens")),
    )
