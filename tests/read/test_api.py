from __future__ import annotations

import orjson
import pytest

from inspector.model import ItemKind, Origin, Source
from inspector.read.api import glance_calls, requests
from inspector.read.api.dialects import Answer, Dialect, dialect_of
from inspector.read.api.exchange import Logged, exchange_in, read_records
from inspector.read.api.messages import message_parts, text_part, tool_part
from inspector.read.api.native import Cleared, cleared
from inspector.read.api.requests import Requests
from inspector.read.api.responses import item_parts
from inspector.read.api.series import AllSeries
from inspector.read.api.sniff import first_values
from inspector.read.api.streams import assemble, events_in, logged_events
from inspector.read.build import Builder
from inspector.read.conversation import Conversation
from inspector.read.open import probe_path
from inspector.rerun.prompt_parts import Part, parts_of
from inspector.rerun.prompts import recorded_prompt
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.made_parts import parts

ASKED = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


def exchange(record):
    return exchange_in(Logged(record, Source("log"), ""))


@pytest.mark.parametrize(
    ("record", "request_at", "answer_at"),
    [
        ({"request": ASKED, "response": {"id": "a"}}, "/request", "/response"),
        ({"request": {"body": ASKED}, "response": {"body": {"id": "a"}}}, "/request/body", "/response/body"),
        ({"raw": {"request_body": ASKED, "response_body": {"id": "a"}}}, "/raw/request_body", "/raw/response_body"),
        ({**ASKED, "response": {"id": "a"}}, "", "/response"),
        ({**ASKED, "choices": [{}]}, "", ""),
    ],
)
def test_bodies_are_found_where_loggers_keep_them(record, request_at, answer_at):
    found = exchange(record)
    assert (found.request.pointer, found.answer.pointer) == (request_at, answer_at)
    assert not found.request.hold


@pytest.mark.parametrize(
    "record", [{"messages": []}, {"messages": [{"parts": []}]}, {"request": {"model": "m"}}, [], 7]
)
def test_what_has_no_messages_with_roles_is_no_call(record):
    assert exchange(record) is None


@pytest.mark.parametrize(
    ("record", "dialect"),
    [
        ({"request": ASKED, "response": {"type": "message"}}, Dialect.ANTHROPIC),
        ({"request": ASKED | {"system": "x"}}, Dialect.ANTHROPIC),
        ({"request": ASKED, "response": {"choices": []}}, Dialect.CHAT),
        ({"request": ASKED}, Dialect.CHAT),
        ({"request": {"model": "m", "input": "hi"}}, Dialect.RESPONSES),
        ({"request": {"model": "m", "input": []}, "response": {"object": "response.compaction"}}, Dialect.COMPACT),
    ],
)
def test_api_is_told_by_its_bodies(record, dialect):
    assert dialect_of(exchange(record)) is dialect


def test_times_are_read_in_any_form():
    assert exchange({"request": ASKED, "timestamp": 1_780_000_000_123}).time == "2026-05-28T20:26:40.123Z"
    assert exchange({"request": ASKED, "startTime": "2026-05-28T20:26:40Z"}).time == "2026-05-28T20:26:40Z"
    assert exchange({"request": ASKED, "timestamp": "soon"}).time is None


@pytest.mark.parametrize("option", [None, orjson.OPT_INDENT_2])
def test_records_of_a_document_have_pointers_from_its_root(tmp_path, option):
    path = tmp_path / "log.json"
    path.write_bytes(orjson.dumps({"entries": [{"request": ASKED}, {"request": ASKED}]}, option=option))
    assert [logged.pointer for logged in read_records(path, pytest.fail)] == ["/entries/0", "/entries/1"]


def test_first_values_come_from_lines_arrays_and_documents(tmp_path):
    path = tmp_path / "log"
    for content in (b'{"a": 1}\n{"a": 2}\n', b'[{"a": 1}, {"a": 2}]', b'[{"a": 1}, {"a": 2}, {"a"'):
        path.write_bytes(content)
        assert first_values(probe_path(path)) == ({"a": 1}, {"a": 2})
    path.write_bytes(b'{"model": "m", "input": "\xe8"}\n{"a": 1}\n{"a": 2}\n')
    assert first_values(probe_path(path)) == ({"a": 1}, {"a": 2})
    path.write_bytes(b"a,b\n1,2\n")
    assert first_values(probe_path(path)) == ()


def test_glance_tells_the_first_prompt(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(orjson.dumps({"request": ASKED, "timestamp": "2026-05-28T20:26:40Z"}))
    seen = glance_calls(probe_path(path))
    assert (seen.title, seen.started) == ("hi", "2026-05-28T20:26:40Z")


def test_cache_marks_do_not_make_a_part_another():
    plain = {"type": "text", "text": "hi"}
    marked = plain | {"cache_control": {"type": "ephemeral"}}
    keys = [next(message_parts({"role": "user", "content": [block]}, "", {})).key for block in (plain, marked)]
    assert keys[0] == keys[1] == text_part("hi ", "user", "").key


def test_roles_tell_the_same_words_apart():
    assert text_part("hi", "user", "").key != text_part("hi", "assistant", "").key


def test_tools_are_one_part_by_name():
    part = tool_part([{"name": "a"}, {"type": "function", "function": {"name": "b"}}], "/tools")
    assert (part.kind, part.headline) == (ItemKind.INSTRUCTIONS, "2 tools: a, b")
    assert tool_part([], "/tools") is None


def test_failed_compaction_block_is_an_event():
    (part,) = message_parts({"role": "assistant", "content": [{"type": "compaction", "content": None}]}, "", {})
    assert (part.kind, part.detail) == (ItemKind.EVENT, "compaction_failed")


def test_encrypted_items_are_never_read_as_text():
    (part,) = item_parts({"type": "compaction", "encrypted_content": "secret"}, "/x", {})
    assert (part.kind, part.value, part.hold) == (ItemKind.SUMMARY, "", True)
    (part,) = item_parts({"type": "reasoning", "encrypted_content": "secret", "summary": []}, "/x", {})
    assert (part.kind, part.value) == (ItemKind.REASONING, "")


def test_image_that_a_tool_made_is_never_read_as_text():
    item = {"type": "image_generation_call", "id": "i", "result": "iVBORw0" * 99, "revised_prompt": "a map"}
    (part,) = item_parts(item, "/x", {})
    assert part.value == "a map"


def test_unknown_items_are_events():
    (part,) = item_parts({"type": "later_thing"}, "/x", {})
    assert (part.kind, part.origin) == (ItemKind.EVENT, Origin.HARNESS)


@pytest.fixture
def taken_apart(monkeypatch):
    """The messages that were taken apart, in order."""
    seen = []

    def noted(message, base, tools):
        seen.append(message["content"])
        yield from message_parts(message, base, tools)

    monkeypatch.setattr(requests, "message_parts", noted)
    return seen


def said(*texts):
    return {"model": "m", "messages": [{"role": "user", "content": text} for text in texts]}


def test_each_message_of_a_series_is_taken_apart_once(taken_apart):
    series = [said(*"abcdefgh"[:length]) for length in range(1, 9)]
    other = [said("x"), said("x", "y")]
    calls = [series[0], other[0], *series[1:4], other[1], *series[4:]]
    walk = Requests()
    contexts = [walk.parts(Dialect.CHAT, exchange(call).request) for call in calls]
    assert sorted(taken_apart) == [*"abcdefghxy"]
    for call, context in zip(calls, contexts, strict=True):
        assert context == Requests().parts(Dialect.CHAT, exchange(call).request)


def test_changed_message_is_taken_apart_again(taken_apart):
    walk = Requests()
    walk.parts(Dialect.CHAT, exchange(said("a", "b", "c")).request)
    parts = walk.parts(Dialect.CHAT, exchange(said("a", "B", "c")).request)
    assert [part.value for part in parts] == ["a", "B", "c"]
    assert taken_apart == ["a", "b", "c", "B", "c"]


def test_messages_in_another_place_have_their_own_pointers():
    walk = Requests()
    for record, pointer in (({"request": ASKED}, "/request/messages/0/content"), (ASKED, "/messages/0/content")):
        assert [part.pointer for part in walk.parts(Dialect.CHAT, exchange(record).request)] == [pointer]


def test_stream_of_anthropic_is_put_together():
    answer = assemble(
        [
            {"type": "message_start", "message": {"id": "a", "usage": {"input_tokens": 9, "output_tokens": 1}}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "compaction"}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": "told"}},
            {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "t", "input": {}}},
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"a":'}},
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "1}"}},
            {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 7}},
        ]
    )
    assert answer["content"] == [
        {"type": "compaction", "content": "told"},
        {"type": "tool_use", "id": "t", "input": {"a": 1}},
    ]
    assert answer["usage"] == {"input_tokens": 9, "output_tokens": 7}


def test_stream_of_responses_keeps_items_that_its_last_event_leaves_out():
    item = {"type": "message", "role": "assistant", "content": []}
    events = [{"type": "response.output_item.done", "item": item},
              {"type": "response.completed", "response": {"id": "r", "output": []}}]  # fmt: skip
    assert assemble(events) == {"id": "r", "output": [item]}


def test_stream_of_chat_completions_is_put_together():
    call = [{"index": 0, "id": "c", "function": {"name": "sh", "arguments": "{"}}]
    rest = [{"index": 0, "function": {"arguments": "}"}}]
    answer = assemble(
        [
            {"id": "x", "choices": [{"delta": {"content": "o"}}]},
            {"choices": [{"delta": {"content": "k", "tool_calls": call}}]},
            {"choices": [{"delta": {"tool_calls": rest}, "finish_reason": "stop"}]},
            {"choices": [], "usage": {"prompt_tokens": 3}},
        ]
    )
    message = answer["choices"][0]["message"]
    assert (message["content"], message["tool_calls"][0]["function"]) == ("ok", {"name": "sh", "arguments": "{}"})
    assert answer["usage"] == {"prompt_tokens": 3}


def test_events_are_read_from_text_and_from_lists():
    assert list(events_in('event: x\ndata: {"type": "a"}\n\ndata: [DONE]\n')) == [{"type": "a"}]
    assert list(logged_events([{"event": "x", "data": {"type": "a"}}, {"type": "b"}])) == [{"type": "a"}, {"type": "b"}]
    assert assemble([]) is None


def test_a_call_goes_on_with_the_series_whose_history_it_holds():
    series = AllSeries(Builder("test", "log"))
    called = exchange({"request": ASKED})
    agent, _ = series.follow(called, parts("s1 u1"), Dialect.ANTHROPIC)
    title, _ = series.follow(called, parts("s2 u9"), Dialect.ANTHROPIC)
    again, changed = series.follow(called, parts("s1 u1 a1 u2"), Dialect.ANTHROPIC)
    assert title is not agent and again is agent and changed
    assert series.follow(called, parts("s1 u1 a1 u2"), Dialect.ANTHROPIC) == (agent, False)


def test_the_longest_series_is_the_main_thread_and_what_others_typed_is_the_agents():
    build = Builder("test", "log")
    series = AllSeries(build)
    called = exchange({"request": ASKED})
    title, _ = series.follow(called, parts("s2 u9"), Dialect.ANTHROPIC)
    agent, _ = series.follow(called, parts("s1 u1 a1 u2"), Dialect.ANTHROPIC)
    series.end()
    assert build.ops is agent.ops
    assert [(link.kind, link.session) for link in build.links] == [("subagent", "series-1")]
    assert {build.items[number - 1].origin for number in title.items} == {Origin.HARNESS, Origin.AGENT}


def test_an_answer_that_goes_on_from_an_earlier_one_has_its_history():
    series = AllSeries(Builder("test", "log"))
    agent, _ = series.follow(exchange({"request": ASKED}), parts("s1 u1 a1"), Dialect.RESPONSES)
    series.remember("answer-1", agent)
    series.follow(exchange({"request": ASKED}), parts("s1 u1 a1 u2 a2"), Dialect.RESPONSES)
    goes_on = exchange({"request": {**ASKED, "previous_response_id": "answer-1"}})
    found, _ = series.follow(goes_on, parts("u3"), Dialect.RESPONSES)
    assert found is agent
    assert [agent.build.items[entry.item - 1].preview for entry in agent.entries] == ["s1", "u1", "a1", "u3"]


def test_what_a_provider_had_cleared_is_cleared_once_however_often_it_is_told():
    talk = Conversation(Builder("test", "log"))
    talk.follow(parts("s u1 r1:one r2:two r3:three"), Source("log", 1), None)
    called = exchange({"request": ASKED})
    told = Answer(id="a", edits=[{"type": "clear_tool_uses", "cleared_tool_uses": 2}])
    before = len(talk.ops)
    now = cleared(talk, called, told, Cleared())
    assert now == Cleared(uses=2) and talk.ops[before].mask == (3, 4)
    assert cleared(talk, called, told, now) == now and len(talk.ops) == before + 1


SYSTEM, HELPER = "You are a coding agent.", "You write summaries."
INNER = "The tide table loads in 0.6 s.\nThe datum stays MLLW."
SUMMARY = f"<analysis>{'Thought aloud. ' * 9}</analysis>\n<summary>\n{INNER}\n</summary>"
FIRST = [{"role": "user", "content": "Make the tide table fast."}, {"role": "assistant", "content": "It is batched."}]
PROMPT = {"role": "user", "content": "Write down what the next one has to know."}


def api_log(tmp_path, *calls: tuple[str, list[dict[str, str]], str]):
    rows = (
        {
            "timestamp": f"2026-05-02T07:0{nth}:00Z",
            "request": {"model": "m", "system": system, "messages": messages},
            "response": {"id": f"msg_{nth}", "type": "message", "content": [{"type": "text", "text": answer}]},
        }
        for nth, (system, messages, answer) in enumerate(calls)
    )
    path = tmp_path / "calls.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, rows)))
    return read(path)


@pytest.mark.parametrize(("helper", "system"), [(HELPER, HELPER), (SYSTEM, SYSTEM)])
def test_the_call_that_wrote_a_summary_is_known_by_its_answer(tmp_path, helper, system):
    more = [*FIRST, {"role": "user", "content": "Keep the datum."}]
    told = f"This session is being continued from a previous conversation.\nSummary:\n{INNER}"
    document = api_log(
        tmp_path,
        (SYSTEM, FIRST[:1], "It is batched."),
        (SYSTEM, more, "It stays."),
        (helper, [*more, {"role": "assistant", "content": "It stays."}, PROMPT], SUMMARY),
        (SYSTEM, [{"role": "user", "content": f"{told}\n\nGo on."}], "Done."),
    )
    advance(document, Stage.RECONSTRUCT, None)
    (compaction,) = document.compactions
    prompt = recorded_prompt(compaction, document.text)
    assert prompt is not None
    assert parts_of(prompt.body, "")[-1] == Part("user", PROMPT["content"])
    assert [part.text for part in parts_of(prompt.body, "") if part.role == "system"] == [system]
    asked = document.session.items[compaction.record.prompt - 1]
    assert (asked.origin, asked.detail) == (Origin.HARNESS, "summarizer_prompt")


def test_a_summary_that_no_call_wrote_has_no_prompt(tmp_path):
    told = "This session is being continued from a previous conversation. The tide table was made fast."
    document = api_log(
        tmp_path,
        (SYSTEM, FIRST[:1], "It is batched, and what follows is another matter altogether."),
        (SYSTEM, [*FIRST, PROMPT], "Something else that has forty characters and more in it."),
        (SYSTEM, [{"role": "user", "content": told}], "Done."),
    )
    advance(document, Stage.RECONSTRUCT, None)
    assert [one.record.prompt for one in document.compactions] == [None]
