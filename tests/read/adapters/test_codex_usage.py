"""Requests and usage of Codex rollouts."""

from __future__ import annotations

import pytest

from inspector.model import Call, ItemKind, Usage
from tests.codex_log import call, event, header, item, output, row, says, tokens, turn, usage

ASK = says("user", "Why is it slow?")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (tokens(1000, 800, 50), Usage(200, 800, None, 50, 0)),
        (tokens(1000, 600, 5) | {"cache_write_input_tokens": 300}, Usage(100, 600, 300, 5, 0)),
        # More cached than sent leaves the prompt as it was sent.
        (tokens(100, 5000, 5), Usage(0, 100, None, 5, 0)),
    ],
)
def test_cached_tokens_are_part_of_what_codex_calls_input(log, told, expected):
    read = log(header(), turn(), ASK, says("assistant", "Hm."), event("token_count", info={"last_token_usage": told}))
    assert [(one.usage, one.usage.prompt) for one in read.session.requests] == [(expected, told["input_tokens"])]


def test_model_and_window_come_from_the_turn_and_the_row(log):
    read = log(header(), turn("one"), ASK, says("assistant", "a"), usage(10), turn("two"), ASK, call(), usage(20))
    assert [(request.model, request.limit) for request in read.session.requests] == [("one", 258_400), ("two", 258_400)]
    assert read.session.models == ("one", "two")


def test_the_call_stands_before_what_it_produced_though_its_row_comes_after_the_results(log):
    read = log(
        header(), turn(), ASK, says("assistant", "Look."), call(), output("files"), usage(10), says("assistant", "So.")
    )
    first, second = read.session.requests
    assert read.seen_by(0) == ["Why is it slow?"]
    assert (first.first_item, first.last_item) == (2, 3)
    assert read.seen_by(1) == ["Why is it slow?", "Look.", '{"cmd":"ls"}', "files"]
    assert second.usage is None
    assert all(type(read.session.ops[request.op]) is Call for request in (first, second))


def test_results_behind_the_row_belong_to_the_next_call(log):
    answers = (output("a", "c1"), output("b", "c2"), item("reasoning", summary=[], encrypted_content="gAAA"))
    read = log(
        header(), turn(), ASK, call("c1"), call("c2"), usage(10), *answers, says("assistant", "Done."), usage(30)
    )
    assert [(request.first_item, request.last_item) for request in read.session.requests] == [(2, 3), (6, 7)]
    assert read.seen_by(1)[-2:] == ["a", "b"]


def test_repeated_rows_count_once_and_a_grown_total_is_another_request(log):
    grown = says("assistant", "b"), usage(20, so_far=20)
    read = log(header(), ASK, usage(10), says("assistant", "a"), *[usage(20)] * 3, *grown)
    assert [request.usage.prompt for request in read.session.requests] == [10, 20, 20]


def test_a_request_cut_off_by_a_message_has_no_usage(log):
    read = log(
        header(), ASK, usage(5), item("reasoning", summary=[]), usage(5), says("user", "Stop."), call(), usage(9)
    )
    assert [request.usage and request.usage.prompt for request in read.session.requests] == [5, None, 9]


def test_rows_without_info_still_close_a_request(log):
    nothing = event("token_count", info=None)
    read = log(header(), ASK, nothing, says("assistant", "a"), nothing, says("assistant", "b"), nothing)
    assert [(request.first_item, request.usage) for request in read.session.requests] == [(2, None), (3, None)]


def test_a_log_without_any_rows_has_a_call_wherever_a_tool_had_answered(log):
    read = log(header(), ASK, call("a"), call("b"), output("1", "a"), output("2", "b"), says("assistant", "So."))
    assert [(request.first_item, request.last_item) for request in read.session.requests] == [(2, 3), (6, 6)]


def test_a_full_window_is_an_event_not_a_request(log):
    full = {"total_token_usage": tokens(0, total=258_400), "last_token_usage": tokens(0, total=4000)}
    full_row = event("token_count", info=full | {"model_context_window": 258_400})
    read = log(header(), ASK, says("assistant", "a"), usage(20), full_row)
    assert len(read.session.requests) == 1
    assert [it.detail for it in read.session.items if it.kind is ItemKind.EVENT] == ["context_window_full"]


def usage_record(response: str, sent: int, **more: object) -> dict:
    return row("token_usage_record", {"response_id": response, "usage": tokens(sent)} | more)


@pytest.mark.parametrize("between", [[], [says("developer", "A hook's words.")]])
def test_usage_records_name_the_response_and_count_once_beside_token_counts(log, between):
    rows = [header(), ASK, says("assistant", "a"), usage_record("r1", 20), *between, usage(20), usage_record("r1", 20)]
    read = log(*rows, says("assistant", "b"), usage(30), usage_record("r2", 30))
    told = [(request.id, request.usage.prompt, request.limit) for request in read.session.requests]
    assert told == [("r1", 20, 258_400), ("r2", 30, 258_400)]


def test_usage_records_of_another_thread_do_not_count(log):
    read = log(header(), ASK, says("assistant", "a"), usage_record("r1", 20, thread_id="other"), usage(7))
    (request,) = read.session.requests
    # A call starts no earlier than the last thing that it was sent.
    assert (request.id, request.usage.prompt, request.started) == ("", 7, "2026-07-20T20:00:01.000Z")
