"""What every adapter does the same way: number items, write operations, draft requests, collect problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inspector.model import (
    Append,
    Call,
    Capabilities,
    Diagnostic,
    Item,
    ItemKind,
    Link,
    Operation,
    Origin,
    Request,
    Session,
    Severity,
    Source,
    Usage,
)
from inspector.read.values import PREVIEW, images_in, preview, render

_EVENT = ItemKind.EVENT


@dataclass(slots=True)
class RequestDraft:
    """A request while its rows are still coming in; usage and produced items may grow."""

    id: str
    op: int
    model: str
    source: Source
    thread: str = ""
    started: str | None = None
    usage: Usage | None = None
    first_item: int | None = None
    last_item: int | None = None
    seconds: float | None = None
    stop: str = ""
    limit: int | None = None
    purpose: str = ""
    cost: float | None = None


@dataclass(slots=True)
class Builder:
    """A session under construction. Items of the main thread enter the context unless told otherwise."""

    agent: str
    path: str
    items: list[Item] = field(default_factory=list)
    ops: list[Operation] = field(default_factory=list)
    drafts: list[RequestDraft] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    models: dict[str, None] = field(default_factory=dict)
    versions: dict[str, None] = field(default_factory=dict)
    first_time: str | None = None
    last_time: str | None = None
    cost: float | None = None
    """Of the whole session, where the log does not tell it call by call."""

    def item(
        self,
        kind: ItemKind,
        origin: Origin,
        value: Any,
        source: Source,
        id: str = "",  # noqa: A002 - the field's own name
        tool: str = "",
        call_id: str = "",
        time: str | None = None,
        detail: str = "",
        error: bool = False,
        thread: str = "",
        headline: str = "",
        hold: bool = False,
        enter: bool = True,
    ) -> int:
        """Add an item and, for the main thread, its ``Append``; gives its number.

        ``value`` is the logged value at ``source.pointer``. ``hold`` keeps the text in memory, for logs that
        cannot be read again by offset. ``enter`` False keeps it out of the context.
        """
        # Runs once an item of a log: by position, and nothing looked up twice.
        text, images = (value, 0) if type(value) is str else (render(value), images_in(value))
        items = self.items
        number = len(items) + 1
        line = headline[:PREVIEW] or preview(text)
        held = text if hold else None
        items.append(
            Item(
                number,
                id,
                kind,
                origin,
                source,
                line,
                len(text),
                tool,
                call_id,
                time,
                detail,
                error,
                thread,
                held,
                images,
            )
        )
        if enter and not thread and kind is not _EVENT:
            self.ops.append(Append(number))
        return number

    def call(
        self,
        id: str,  # noqa: A002
        model: str,
        source: Source,
        thread: str = "",
        started: str | None = None,
        usage: Usage | None = None,
        first_item: int | None = None,
        last_item: int | None = None,
        **more: Any,
    ) -> RequestDraft:
        """Note that the model is called now, with the context as it stands."""
        ops, drafts = self.ops, self.drafts
        draft = RequestDraft(id, len(ops), model, source, thread, started, usage, first_item, last_item, **more)
        if not thread:
            ops.append(Call(len(drafts)))
        drafts.append(draft)
        if model:
            self.models[model] = None
        return draft

    def seen(self, time: str | None) -> None:
        """Widen the session's span of time."""
        if time:
            if self.first_time is None or time < self.first_time:
                self.first_time = time
            if self.last_time is None or time > self.last_time:
                self.last_time = time

    def problem(self, severity: Severity, code: str, message: str, source: Source | None = None) -> None:
        """List a problem of the log."""
        self.diagnostics.append(Diagnostic(severity, code, message, source))

    def unknown(self, kinds: Mapping[str, int], what: str) -> None:
        """List the kinds of records that were not known, one problem a kind."""
        for kind, count in kinds.items():
            message = f"{count} {what} of the unknown kind {kind or 'none'}; kept as events."
            self.problem(Severity.NOTE, "unknown-kind", message)

    def session(self, *, id: str, title: str, cwd: str, capabilities: Capabilities) -> Session:  # noqa: A002
        """The finished session."""
        numbers: dict[str, int] = {}
        requests = []
        for draft in self.drafts:
            numbers[draft.thread] = number = numbers.get(draft.thread, 0) + 1
            requests.append(
                Request(
                    number,
                    draft.id,
                    draft.op,
                    draft.model,
                    _told(draft.usage),
                    draft.source,
                    draft.first_item,
                    draft.last_item,
                    draft.started,
                    draft.seconds,
                    draft.stop,
                    draft.limit,
                    draft.thread,
                    draft.purpose,
                    draft.cost,
                )
            )
        return Session(
            id=id,
            agent=self.agent,
            version=", ".join(self.versions),
            title=title,
            cwd=cwd,
            path=self.path,
            models=tuple(self.models),
            started=self.first_time,
            ended=self.last_time,
            items=tuple(self.items),
            ops=tuple(self.ops),
            requests=tuple(requests),
            links=tuple(self.links),
            capabilities=capabilities,
            diagnostics=tuple(self.diagnostics),
            cost=self.cost,
        )


def _told(usage: Usage | None) -> Usage | None:
    """What a log tells of a call. No call is sent nothing: a prompt of 0 stands where a provider told none."""
    if usage is None or usage.prompt != 0:
        return usage
    return replace(usage, input=None, cache_read=None, cache_write=None) if usage.output else None
