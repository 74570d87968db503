"""Responses: one request however many rows, usage by Anthropic's rule."""

import pytest

from inspector.model import Call, ItemKind
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay


def test_rows_of_one_response_are_one_request_with_the_greatest_usage(log, call):
    log.says("go")
    log.answers("thinking aloud", response="m1", prompt=5_000, output=2)
    log.answers(call("Bash", "c1", command="ls"), response="m1", prompt=5_000, output=80)
    log.result("c1", "a b")
    log.answers("done", response="m2", prompt=5_100)
    session = log.read()
    assert [request.usage.output for request in session.requests] == [80, 10]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3), (5, 5)]
    assert [session.ops[request.op] for request in session.requests] == [Call(0), Call(1)]


def test_the_prompt_is_input_and_cache_together(log):
    log.says("go")
    log.answers("ok")
    log.rows[-1]["message"]["usage"] = {
        "input_tokens": 12,
        "cache_read_input_tokens": 141_000,
        "cache_creation_input_tokens": 9_000,
        "output_tokens": 90,
        "output_tokens_details": {"thinking_tokens": 40},
    }
    usage = log.read().requests[0].usage
    assert (usage.prompt, usage.cache_write, usage.output, usage.reasoning) == (150_012, 9_000, 90, 40)


def test_an_output_noted_before_the_answer_was_whole_is_not_in_the_log(log, call):
    text = "The rows are written one by one, and each of them repeats what the answer began with. " * 5
    log.says("go")
    log.answers(text, response="m1", prompt=5_000, output=3)
    log.answers(call("Bash", "c1", command="ls"), response="m1", prompt=5_000, output=3)
    log.result("c1", "a b")
    log.answers(text, response="m2", prompt=5_100, output=120)
    log.answers(text, response="m3", prompt=5_300, output=3)
    log.rows[-1]["message"]["stop_reason"] = "end_turn"
    session = log.read()
    assert [request.usage.output for request in session.requests] == [None, 120, 3]
    assert [request.usage.prompt for request in session.requests] == [5_000, 5_100, 5_300]
    assert [told.code for told in session.diagnostics] == ["output-not-counted"]


def sampling(kind: str, cached: int, written: int) -> dict[str, object]:
    return {"type": kind, "input_tokens": 1, "cache_read_input_tokens": cached, "cache_creation_input_tokens": written}


def test_an_answer_in_several_samplings_held_what_the_last_one_was_sent(log):
    log.says("go")
    log.answers("asked the advisor, went on")
    samplings = [sampling("message", 79_000, 900), sampling("advisor_message", 0, 109_000)]
    log.rows[-1]["message"]["usage"] = sampling("message", 159_000, 2_900) | {
        "output_tokens": 628,
        "iterations": [*samplings, sampling("message", 80_000, 2_000)],
    }
    log.answers("done", prompt=83_000)
    session = log.read()
    usage = session.requests[0].usage
    assert (usage.prompt, usage.cache_read, usage.output) == (82_001, 80_000, 628)
    assert find_compactions(session, Replay(session)).all == ()


@pytest.mark.parametrize(
    ("said", "preview"),
    [
        ({"type": "advisor_redacted_result", "encrypted_content": "A" * 1200}, "[encrypted, 1,200 bytes encoded]"),
        ({"type": "advisor_result", "text": "split the table first"}, "split the table first"),
    ],
)
def test_what_an_advisor_said_is_the_result_of_its_call(log, said, preview):
    log.says("go")
    asked = {"type": "server_tool_use", "id": "s1", "name": "advisor", "input": {}}
    log.answers(asked, {"type": "advisor_tool_result", "tool_use_id": "s1", "content": said})
    result = log.read().items[-1]
    assert (result.kind, result.tool, result.call_id) == (ItemKind.TOOL_RESULT, "advisor", "s1")
    assert result.preview.endswith(preview)


def test_missing_usage_is_unknown_and_not_zero(log):
    log.says("go")
    log.answers("ok")
    del log.rows[-1]["message"]["usage"]
    assert log.read().requests[0].usage is None


def test_provider_errors_shown_to_the_user_are_events_and_no_request(log):
    log.says("go")
    log.answers("API Error: overloaded", isApiErrorMessage=True)
    session = log.read()
    assert session.requests == ()
    assert (session.items[1].kind, session.items[1].error) == (ItemKind.EVENT, True)


def test_reasoning_without_its_text_says_so(log):
    log.says("go")
    log.answers({"type": "thinking", "thinking": "", "signature": "x"}, {"type": "thinking", "thinking": "plan"})
    first, second = log.read().items[1:]
    assert (first.chars, first.preview) == (0, "reasoning, its text is not in this log")
    assert (second.chars, second.preview) == (4, "plan")


def test_a_picture_is_a_placeholder_and_never_its_base64(log):
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 4000}}
    log.says([image, {"type": "text", "text": "what is this?"}])
    picture, words = log.read().items
    assert (picture.images, picture.preview, words.preview) == (1, "[image, 4,000 bytes encoded]", "what is this?")


def test_wrong_types_anywhere_cost_nothing_but_themselves(log):
    log.says("one")
    for broken in (None, 5, "text", [], {}, [None, 3, {"type": "text"}, {"type": "tool_use"}, {"type": "tool_result"}]):
        log.row("assistant", message={"role": "assistant", "content": broken, "usage": broken, "id": broken})
        log.row("user", message={"role": "user", "content": broken}, toolUseResult=broken, origin=broken)
        log.row("attachment", attachment=broken)
        log.row("system", subtype=broken, compactMetadata=broken, microcompactMetadata=broken, snipMetadata=broken)
        log.row("assistant", message=broken, isSidechain=broken, version=broken, timestamp=broken)
    log.says("last")
    assert [item.preview for item in log.read().items][-1] == "last"


def test_the_cost_that_early_versions_noted_is_counted_once_a_response(log):
    log.says("go")
    log.answers("thinking aloud", response="m1")
    log.rows[-1]["costUSD"] = 0.02
    log.answers("done", response="m1")
    log.rows[-1]["costUSD"] = 0.02
    log.answers("more", response="m2")
    assert [request.cost for request in log.read().requests] == [0.02, None]
