"""The drawer's table of requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inspector.gui.language import number, tr
from inspector.gui.models.figures import seconds, unknown, whole
from inspector.gui.models.table import TableColumn, time_column
from inspector.gui.panes.records import RecordsPane
from inspector.gui.theme import Theme
from inspector.measure.price import price_of
from inspector.model import Request, Session, Usage
from inspector.wording.units import dollars
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.selection import Focus


class RequestsPane(RecordsPane):
    """Every call of the model with its usage."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "requests", tr("Requests"), columns())
        self.listen()

    def on_document(self, document: Document) -> None:
        """List the requests."""
        self.fill(
            rows(document.session), self.tr("No requests"), self.tr("This log does not tell when the model was called.")
        )

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected request."""
        self.mark_row(lambda row: row.place == focus.request)

    def choose(self, record: RequestRow) -> None:
        """Select a request and what it produced."""
        self.bench.selection.select(request=record.place, compaction=None)

    def activate(self, record: RequestRow) -> None:
        """Show what it saw."""
        self.wants.emit("context")


class RequestRow(NamedTuple):
    """A request and its place in ``Session.requests``, by which it is selected."""

    place: int
    request: Request


def rows(session: Session) -> list[RequestRow]:
    """All requests, subagents' included, in order of the log."""
    return [RequestRow(index, request) for index, request in enumerate(session.requests)]


def _usage(title: str, of: Callable[[Usage], int | None]) -> TableColumn:
    def value(row: RequestRow) -> int | None:
        return of(row.request.usage) if row.request.usage else None

    return TableColumn(title, lambda row: whole(value(row)), value, right=True)


def _whose(row: RequestRow) -> str:
    if row.request.purpose:
        return row.request.purpose
    return tr("subagent {id}").format(id=row.request.thread) if row.request.thread else tr("main")


def _cost(row: RequestRow) -> str:
    return unknown() if row.request.cost is None else dollars(row.request.cost)


def _price(row: RequestRow) -> str:
    """What the log records of its cost, and its list price."""
    usage = row.request.usage
    price = price_of(row.request.model, usage) if usage is not None else None
    told = tr("{cost} as the log says").format(cost=_cost(row)) if row.request.cost is not None else unknown()
    if price is None or price.dollars is None:
        return tr("{told}; list price not known").format(told=told)
    listed = tr("{told}; ≈{price} by list price of {date}")
    return listed.format(told=told, price=dollars(price.dollars), date=price.checked)


def columns() -> tuple[TableColumn, ...]:
    """The columns."""
    return (
        TableColumn(tr("No."), lambda row: number(row.request.number), lambda row: row.place, right=True),
        time_column(lambda row: row.request.started),
        TableColumn(tr("Thread"), _whose, _whose),
        TableColumn(tr("Model"), lambda row: row.request.model or unknown(), lambda row: row.request.model or None),
        _usage(tr("Prompt"), lambda usage: usage.prompt),
        _usage(tr("Cache read"), lambda usage: usage.cache_read),
        _usage(tr("Cache written"), lambda usage: usage.cache_write),
        _usage(tr("New input"), lambda usage: usage.input),
        _usage(tr("Output"), lambda usage: usage.output),
        _usage(tr("Reasoning"), lambda usage: usage.reasoning),
        TableColumn(tr("Cost"), _cost, lambda row: row.request.cost, True, _price),
        TableColumn(
            tr("Duration"), lambda row: seconds(row.request.seconds), lambda row: row.request.seconds, right=True
        ),
        TableColumn(tr("Stop"), lambda row: row.request.stop or unknown(), lambda row: row.request.stop or None),
    )
