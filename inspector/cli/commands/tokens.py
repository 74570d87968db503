"""inspector tokens: the usage curve, and what every context was made of."""

from __future__ import annotations

from collections.abc import Iterator

import click

from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, Column, count_json, figures, labels, print_below, print_json, print_table, say
from inspector.cli.session import opened, where
from inspector.measure.bill import bill_of
from inspector.measure.window import Window
from inspector.model import Basis, Request, Usage
from inspector.reconstruct.calls import main_calls
from inspector.report.cost import bill_json, bill_words
from inspector.wording.fields import json_fields
from inspector.wording.times import column_clock
from inspector.wording.units import UNKNOWN, dollars, number, tokens
from inspector.workbench.document import Document, Stage

_COLUMNS = (
    *figures("request", "line"),
    *labels("time", "model"),
    *figures("prompt", "cache read", "cache write", "output"),
)


@click.command("tokens")
@file_argument
@json_option
def command(wanted: Wanted, as_json: bool) -> None:
    """Show the prompt tokens of every request, as recorded.

    JSON also has them split by kind, which is estimated.
    """
    with opened(wanted, Stage.COUNT if as_json else Stage.MEASURE) as document:
        if as_json:
            _print_json(document)
        else:
            _print_table(document)


def _print_json(document: Document) -> None:
    assert document.measurement is not None and document.tally is not None, "advanced to counting"
    window, calibration = document.measurement.window, document.tally.calibration
    print_json(
        {
            "schema": SCHEMA,
            "agent": document.session.agent,
            "limit": count_json(window.limit),
            "threshold": count_json(window.threshold),
            "why": window.why,
            "calibration": {
                "tokenizer": document.tally.counts.tokenizer,
                "ratio": calibration.ratio,
                "overhead": calibration.overhead,
                "error": calibration.error,
                "requests": calibration.n,
                "basis": calibration.basis.value,
            },
            "cost": bill_json(bill_of(document.session)),
            "requests": [_request(request) for request in _requests(document)],
            "composition": _composition(document),
        }
    )


def _requests(document: Document) -> list[Request]:
    return [document.session.requests[index] for index in main_calls(document.session)]


def _request(request: Request) -> dict[str, object]:
    usage = request.usage or Usage()
    return {
        "number": request.number,
        **where(request.source),
        "time": request.started,
        "model": request.model or None,
        **json_fields(usage, "prompt cache_read cache_write output reasoning"),
        "basis": Basis.RECORDED.value if request.usage and request.usage.prompt is not None else None,
        "input": usage.input,
        "seconds": request.seconds,
        "stop": request.stop or None,
        "usd": request.cost,
        "usd_basis": None if request.cost is None else Basis.RECORDED.value,
    }


def _composition(document: Document) -> Iterator[dict[str, object]]:
    assert document.tally is not None
    split = document.tally.composition
    for row, index in enumerate(split.requests.tolist()):
        unlogged = float(split.unlogged[row])
        kinds: dict[str, int | None] = {
            kind: round(tokens) for kind, tokens in zip(split.kinds, split.tokens[row].tolist(), strict=True)
        }
        # Not a number where no prompt is recorded, 0 where less was sent than is logged: then nobody can tell.
        kinds["unlogged"] = round(unlogged) if unlogged > 0 else None
        request = document.session.requests[index].number
        yield {"request": request, "kinds": kinds, "basis": Basis.ESTIMATED.value}


def _print_table(document: Document) -> None:
    assert document.measurement is not None, "advanced to measuring"
    window = document.measurement.window
    requests = _requests(document)
    if any(request.cost is not None for request in requests):
        rows = ([*_row(request), UNKNOWN if request.cost is None else dollars(request.cost)] for request in requests)
        print_table((*_COLUMNS, Column("cost", right=True)), rows)
    else:
        print_table(_COLUMNS, map(_row, requests))
    if not requests:
        say("This log holds no request.")
    print_below([_window_words(window), bill_words(bill_of(document.session))])


def _window_words(window: Window) -> str:
    """What is known of the window and of when the agent compacts; what is not known is said as that."""
    limit, threshold = tokens(window.limit), tokens(window.threshold)
    if window.limit.value is None and window.threshold.value is None:
        return f"Neither the window nor when the agent compacts is known. {window.why}".strip()
    if window.limit.value is None:
        return f"Compacts at {threshold}; the window is not known. {window.why}".strip()
    if window.threshold.value is None:
        return f"Window {limit}; when the agent compacts is not known. {window.why}".strip()
    return f"Window {limit}, compacts at {threshold}. {window.why}".strip()


def _row(request: Request) -> list[str]:
    usage = request.usage or Usage()
    return [
        str(request.number),
        str(request.source.own_line) if request.source.own_line else "",
        column_clock(request.started),
        request.model or UNKNOWN,
        number(usage.prompt),
        number(usage.cache_read),
        number(usage.cache_write),
        number(usage.output),
    ]
