"""What every adapter builds with."""

import pytest

from inspector.model import Append, Call, Capabilities, CompactionRecord, ItemKind, Origin, Source, Splice, Usage
from inspector.read.build import Builder

HERE = Source("log", 1, 0, 10)


def test_items_of_the_main_thread_enter_the_context_and_events_do_not():
    build = Builder("x", "log")
    build.record(HERE)
    build.add(ItemKind.USER, "one")
    build.add(ItemKind.EVENT, "two")
    build.add(ItemKind.USER, "three", enter=False)
    build.record(HERE, thread="sub")
    build.add(ItemKind.USER, "four")
    assert build.ops == [Append(1)] and build.context == [1]
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


@pytest.fixture
def three():
    build = Builder("agent", "log")
    build.record(HERE)
    for text in "abc":
        build.add(ItemKind.USER, text)
    return build


def test_what_is_added_belongs_to_the_record_at_hand(three):
    three.record(Source("log", pointer="rows/1"), "m1", "2026-01-01T00:00:00Z")
    number = three.add(ItemKind.USER, "Pin the wharf's version", "/text", "typed")
    item = three.items[number - 1]
    assert (item.source.pointer, item.id, item.time) == ("rows/1/text", "m1", "2026-01-01T00:00:00Z")
    assert three.context[-1] == number


def test_a_cut_keeps_the_order_and_puts_the_summary_where_it_is_told(three):
    summary = three.add(ItemKind.SUMMARY, "told", enter=False)
    three.cut([3, 1], None, (summary,), 1)
    assert three.context == [1, 4, 3]
    assert three.ops[-1] == Splice(remove=(2,), insert=(4,), at=1)


def test_clearing_reaches_only_what_is_in_the_context(three):
    record = CompactionRecord("e", HERE, "edit")
    three.cut([2, 3], None)
    three.mask([1, 2], record)
    assert three.ops[-1] == Splice(mask=(2,), compaction=record)
    count = len(three.ops)
    three.mask([1], record)
    assert len(three.ops) == count


def test_unknown_kinds_are_shown_as_events_and_counted_once_a_kind(three):
    for kind in ("glow", "glow", "hum"):
        three.add_unknown(kind, {"type": kind})
    three.session(id="s", title="t", cwd="", capabilities=Capabilities())
    assert [item.detail for item in three.items[3:]] == ["glow", "glow", "hum"]
    assert [problem.message[:1] for problem in three.diagnostics] == ["2", "1"]


def test_whose_words_an_item_holds_follows_from_its_kind_unless_told_otherwise(three):
    for kind in ItemKind:
        three.add(kind, "a")
    three.add(ItemKind.USER, "b", origin=Origin.AGENT)
    origins = {item.kind: item.origin for item in three.items[3:-1]}
    assert origins[ItemKind.USER] is Origin.HUMAN and origins[ItemKind.TOOL_RESULT] is Origin.TOOL
    assert len(origins) == len(ItemKind) and three.items[-1].origin is Origin.AGENT


def test_nothing_is_no_item_but_an_empty_result_is_one(three):
    assert [three.put(ItemKind.ASSISTANT, value, "") for value in (None, "", [], {})] == [None] * 4
    assert three.put(ItemKind.TOOL_RESULT, None, "") is None
    assert three.put(ItemKind.TOOL_RESULT, "", "") == 4


def test_a_request_produced_what_came_since(three):
    three.record(HERE, "r", "2026-01-01T00:00:00Z")
    draft = three.request("r", "m")
    three.produced(draft, 4)
    assert draft.first_item is None and draft.started == "2026-01-01T00:00:00Z"
    three.add(ItemKind.ASSISTANT, "d")
    three.produced(draft, 4)
    assert (draft.first_item, draft.last_item) == (4, 4)
