"""What every adapter builds with."""

import pytest

from inspector.model import Append, Call, Capabilities, ItemKind, Origin, Source, Usage
from inspector.read.build import Builder

HERE = Source("log", 1, 0, 10)


def test_items_of_the_main_thread_enter_the_context_and_events_do_not():
    build = Builder("x", "log")
    build.item(ItemKind.USER, Origin.HUMAN, "one", HERE)
    build.item(ItemKind.EVENT, Origin.HARNESS, "two", HERE)
    build.item(ItemKind.USER, Origin.HUMAN, "three", HERE, thread="sub")
    build.item(ItemKind.USER, Origin.HUMAN, "four", HERE, enter=False)
    assert build.ops == [Append(1)]
    assert [item.number for item in build.items] == [1, 2, 3, 4]


def test_requests_are_numbered_within_their_thread():
    build = Builder("x", "log")
    build.call("a", "m", HERE)
    build.call("b", "n", HERE, thread="sub")
    build.call("c", "m", HERE)
    session = build.session(id="s", title="t", cwd="", capabilities=Capabilities())
    assert [(request.number, request.thread) for request in session.requests] == [(1, ""), (1, "sub"), (2, "")]
    assert session.ops == (Call(0), Call(2))
    assert session.models == ("m", "n")


@pytest.mark.parametrize(
    ("logged", "told"),
    [
        (Usage(0, 0, 0, 0), None),
        (Usage(0, output=0), None),
        (Usage(0, 0, None, 80, 20), Usage(output=80, reasoning=20)),
        (Usage(0, 900, 0, 0), Usage(0, 900, 0, 0)),
        (Usage(output=0), Usage(output=0)),
        (None, None),
    ],
)
def test_a_prompt_of_nothing_is_none_that_the_log_tells(logged, told):
    build = Builder("x", "log")
    build.call("a", "m", HERE, usage=logged)
    session = build.session(id="s", title="t", cwd="", capabilities=Capabilities())
    assert session.requests[0].usage == told


def test_a_text_is_held_only_on_request():
    build = Builder("x", "log")
    build.item(ItemKind.USER, Origin.HUMAN, "one", HERE)
    build.item(ItemKind.USER, Origin.HUMAN, ["two"], HERE, hold=True)
    assert [(item.text, item.chars, item.preview) for item in build.items] == [(None, 3, "one"), ("two", 3, "two")]


def test_the_span_of_time_holds_for_rows_out_of_order():
    build = Builder("x", "log")
    for time in ("2026-02", None, "2026-01", "2026-03"):
        build.seen(time)
    assert (build.first_time, build.last_time) == ("2026-01", "2026-03")
