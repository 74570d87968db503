from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Usage
from inspector.read.adapters import proxy
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.read_back import spoken as context

ADAPTER = proxy.ADAPTER
SAMPLES = Path(__file__).parents[3] / "sample_sessions" / "proxy"
SAMPLE = SAMPLES / "claude-tap" / "tide-table" / "trace_070100.jsonl"
GEMINI = SAMPLES / "gemini" / "lighthouse" / "capture.jsonl"


def body(*texts):
    roles = ["user", "assistant"] * len(texts)
    messages = [{"role": role, "content": text} for role, text in zip(roles, texts, strict=False)]
    return {"model": "m", "system": "Plan.", "messages": messages}


def answer(own, text):
    usage = {"input_tokens": 10, "output_tokens": 2}
    return {
        "id": own,
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": text}],
        "usage": usage,
    }


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="log.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else orjson.dumps(content))
        session = ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        assert ADAPTER.recognise(probe_path(path)).confidence == 0.5
        return session

    return write_and_read


def har(*pairs):
    entries = [
        {
            "startedDateTime": "2026-05-01T10:00:00.000Z",
            "time": 1500,
            "request": {"method": "POST", "url": "https://api.example/v1/messages", "headers": [{"name": "x-api-key"}],
                        "postData": {"mimeType": "application/json", "text": orjson.dumps(asked).decode()}},
            "response": {"status": 200, "content": {"mimeType": "text/plain", "text": told}},
        }
        for asked, told in pairs
    ]  # fmt: skip
    return {"log": {"version": "1.2", "entries": entries}}


def test_har_holds_bodies_as_text(read):
    told = orjson.dumps(answer("a", "where?")).decode()
    session = read(har((body("plan"), told)), "capture.har")
    assert context(session) == ["plan", "where?"]
    assert (session.requests[0].seconds, session.requests[0].started) == (1.5, "2026-05-01T10:00:00.000Z")


def test_stream_kept_as_text_is_put_together(read):
    start = {"type": "message_start", "message": {"id": "a", "type": "message", "usage": {"input_tokens": 9}}}
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "where?"}}
    end = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 4}}
    told = "".join(f"event: x\ndata: {orjson.dumps(event).decode()}\n\n" for event in (start, block, delta, end))
    session = read(har((body("plan"), told)), "capture.har")
    assert context(session) == ["plan", "where?"]
    assert (session.requests[0].usage.input, session.requests[0].usage.output) == (9, 4)


def test_lhar_holds_raw_bodies_and_one_line_for_the_session(read):
    first = {"type": "session", "trace_id": "t", "tool": "claude"}
    entry = {"type": "entry", "timestamp": "2026-05-01T10:00:00Z", "http": {"method": "POST", "status_code": 200},
             "raw": {"request_body": body("plan"), "response_body": answer("a", "where?")}}  # fmt: skip
    session = read(orjson.dumps(first) + b"\n" + orjson.dumps(entry))
    assert context(session) == ["plan", "where?"]
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["session"]


def test_failed_call_is_an_event(read):
    record = {"request": {"method": "POST", "path": "/v1/messages", "body": body("plan")}, "response": {"status": 529}}
    session = read(record)
    assert session.requests == ()
    assert [item.preview for item in session.items if item.error] == ["The provider answered with status 529."]


def test_answer_that_stands_twice_is_read_once(read):
    record = {"request": {"method": "POST", "body": body("plan")}, "response": {"body": answer("a", "where?")}}
    session = read(orjson.dumps(record) + b"\n" + orjson.dumps(record))
    assert len(session.requests) == 1
    assert [problem.code for problem in session.diagnostics] == ["repeated-answer"]


def contents(*texts):
    roles = ["user", "model"] * len(texts)
    return [{"role": role, "parts": [{"text": text}]} for role, text in zip(roles, texts, strict=False)]


def came(text, **more):
    parts = text if isinstance(text, list) else [{"text": text}]
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}], **more}


USAGE = {"promptTokenCount": 30, "cachedContentTokenCount": 20, "candidatesTokenCount": 4, "totalTokenCount": 34}
ADDRESS = "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse"


def test_bare_bodies_of_gemini_are_a_capture(read):
    asked = {"contents": contents("plan"), "systemInstruction": {"parts": [{"text": "Be brief."}]}}
    told = came("where?", usageMetadata=USAGE, modelVersion="gemini-3-pro", responseId="r")
    session = read({"request": asked, "response": told})
    assert context(session) == ["plan", "where?"]
    assert session.items[0].source.pointer == "/request/systemInstruction/parts/0/text"
    request = session.requests[0]
    assert (request.id, request.model, request.stop, request.usage) == (
        "r",
        "gemini-3-pro",
        "STOP",
        Usage(10, 20, None, 4),
    )


def test_code_assist_puts_an_object_around_both_bodies(read):
    asked = {"model": "gemini-3-flash", "project": "p", "request": {"contents": contents("plan")}}
    record = {"request": {"method": "POST", "body": asked}, "response": {"body": {"response": came("where?")}}}
    session = read(record)
    assert context(session) == ["plan", "where?"]
    assert session.models == ("gemini-3-flash",)
    assert session.items[1].source.pointer == "/response/body/response/candidates/0/content/parts/0/text"


def as_text(chunks):
    return "".join(f"data: {orjson.dumps(chunk).decode()}\r\n\r\n" for chunk in chunks)


@pytest.mark.parametrize("form", [as_text, list, lambda chunks: [{"data": chunk} for chunk in chunks]])
def test_streams_of_gemini_are_put_together(read, form):
    call = {"functionCall": {"name": "ls", "args": {"path": "."}}}
    chunks = [came([{"text": "whe", "thought": True}]), came([{"text": "I lo"}]), came([{"text": "ok."}, call])]
    chunks.append({"usageMetadata": USAGE})
    record = {"request": {"url": ADDRESS, "body": {"contents": contents("plan")}}, "response": {"body": form(chunks)}}
    session = read(record)
    assert context(session) == ["plan", "whe", "I look.", "ls ."]
    assert (session.models, session.requests[0].usage.prompt) == (("gemini-3-pro",), 30)


def test_thoughts_are_not_sent_again_and_calls_without_ids_are_the_same(read):
    call = {"functionCall": {"name": "ls", "args": {"path": "."}}}
    first = {"request": {"url": ADDRESS, "body": {"contents": contents("plan")}},
             "response": {"body": came([{"text": "hm", "thought": True}, call])}}  # fmt: skip
    result = {"functionResponse": {"id": "ls-1", "name": "ls", "response": {"error": "no such folder"}}}
    again = [*contents("plan"), {"role": "model", "parts": [call]}, {"role": "user", "parts": [result]}]
    second = {"request": {"url": ADDRESS, "body": {"contents": again}}, "response": {"body": came("gone")}}
    session = read(orjson.dumps(first) + b"\n" + orjson.dumps(second))
    assert context(session) == ["plan", "ls .", "no such folder", "gone"]
    assert find_compactions(session, Replay(session)).all == ()
    assert [(item.tool, item.error) for item in session.items if item.kind is ItemKind.TOOL_RESULT] == [("ls", True)]


def test_answers_of_the_human_inside_a_result_are_told_apart(read):
    output = orjson.dumps({"answers": {"0": "metric units"}}).decode()
    result = {"functionResponse": {"name": "ask_user", "response": {"output": output}}}
    body = {"contents": [*contents("plan"), {"role": "user", "parts": [result]}]}
    session = read({"request": {"url": ADDRESS, "body": body}, "response": {"body": came("fine")}})
    said = [(item.text, item.detail) for item in session.items if item.kind is ItemKind.USER and item.text]
    assert said == [("metric units", "answer")]


@pytest.mark.parametrize("what", ["countTokens", "embedContent", "batchEmbedContents"])
def test_calls_that_ask_no_model_for_an_answer_are_events(read, what):
    asked = {"contents": contents("plan")}
    counted = {"request": {"url": ADDRESS.replace("streamGenerateContent", what), "body": asked}, "response": {}}
    call = {"request": {"url": ADDRESS, "body": asked}, "response": {"body": came("where?")}}
    session = read(orjson.dumps(call) + b"\n" + orjson.dumps(counted))
    assert len(session.requests) == 1
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]


def test_blocked_prompt_is_an_error(read):
    told = {"promptFeedback": {"blockReason": "SAFETY"}}
    session = read({"request": {"url": ADDRESS, "body": {"contents": contents("plan")}}, "response": {"body": told}})
    assert [(item.kind, item.preview) for item in session.items if item.error] == [
        (ItemKind.EVENT, "prompt blocked: SAFETY")
    ]


def test_snapshot_is_asked_for_in_a_series_of_its_own():
    session = open_log(GEMINI).session
    (one,) = find_compactions(session, Replay(session)).all
    assert (one.record.kind, one.outcome, len(one.kept)) == ("summary", "ok", 3)
    beside = [(request.purpose, request.thread) for request in session.requests if request.thread]
    assert beside == [("compaction", "series-1")]
    assert [(link.kind, link.session) for link in session.links] == [("summarizer", "series-1")]


def test_headers_are_never_read(read):
    record = {"request": {"method": "POST", "headers": {"x-api-key": "secret"}, "body": body("plan")}, "response": {}}
    session = read(record)
    assert not any("secret" in item.preview for item in session.items)


def test_captures_are_found_where_tools_keep_them(tmp_path):
    trace = tmp_path / ".traces" / "2026-05-01" / "trace_100000.jsonl"
    trace.parent.mkdir(parents=True)
    trace.touch()
    assert [path for folder in ADAPTER.folders(tmp_path, {}) for path in ADAPTER.find(folder)] == [trace]


def test_sample_opens_as_a_capture_with_its_first_prompt_as_title():
    assert open_log(SAMPLE).adapter is ADAPTER
    assert ADAPTER.glance(probe_path(SAMPLE)).title.startswith("Make the tide table")
