import json

import pytest

from inspector.errors import CannotRead
from inspector.llm.batch import BatchAnswer, read_answers, request_line
from inspector.llm.chat import Message
from inspector.model import Usage
from inspector.model.settings import Settings

OPENAI = {
    "custom_id": "k1",
    "error": None,
    "response": {
        "status_code": 200,
        "body": {
            "model": "gpt-5-2026",
            "choices": [{"message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 30}},
        },
    },
}
ANTHROPIC = {
    "custom_id": "k2",
    "result": {
        "type": "succeeded",
        "message": {
            "model": "claude-x",
            "content": [{"type": "text", "text": "No."}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 60, "cache_read_input_tokens": 30, "output_tokens": 7},
        },
    },
}


def read(tmp_path, *lines):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return read_answers(path)


def test_settings_stand_in_a_request_in_the_words_of_the_interface():
    settings = Settings(max_output=900, temperature=0.5, effort="low", seed=7)
    body = json.loads(request_line("k1", "openai/gpt-5", [Message("user", "a")], 900, settings))["body"]
    assert (body["max_completion_tokens"], body["temperature"], body["reasoning_effort"], body["seed"]) == (
        *(900, 0.5, "low", 7),
    )


def test_a_request_is_one_line_as_the_batch_interface_takes_it():
    line = request_line("k1", "openai/gpt-5", [Message("system", "Judge."), Message("user", "a\nb")], 900)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    told = json.loads(line)
    assert (told["custom_id"], told["method"], told["url"]) == ("k1", "POST", "/v1/chat/completions")
    assert told["body"] == {
        "model": "gpt-5",
        "messages": [{"role": "system", "content": "Judge."}, {"role": "user", "content": "a\nb"}],
        "max_completion_tokens": 900,
    }


@pytest.mark.parametrize(
    ("name", "bare"), [("gpt-5", "gpt-5"), ("anthropic/claude-x", "claude-x"), ("m@http://127.0.0.1:1/v1", "m")]
)
def test_a_model_is_named_as_its_provider_knows_it(name, bare):
    assert json.loads(request_line("k", name, [], None))["body"]["model"] == bare


def test_answers_of_both_providers_are_read_with_their_usage(tmp_path):
    found, bad = read(tmp_path, OPENAI, ANTHROPIC)
    assert bad == []
    assert found == [
        BatchAnswer("k1", "Yes.", "stop", "gpt-5-2026", Usage(60, 30, 0, 7)),
        BatchAnswer("k2", "No.", "stop", "claude-x", Usage(60, 30, 0, 7)),
    ]


@pytest.mark.parametrize(
    "line",
    [
        {"custom_id": "k", "response": None, "error": {"code": "x", "message": "Too long."}},
        {"custom_id": "k", "response": {"status_code": 400, "body": {"error": {"message": "Too long."}}}},
        {"custom_id": "k", "result": {"type": "errored", "error": {"error": {"message": "Too long."}}}},
    ],
)
def test_what_failed_says_why(tmp_path, line):
    (found,), _ = read(tmp_path, line)
    assert (found.text, found.error) == ("", "Too long.")


@pytest.mark.parametrize("line", ["{", "3", "null", '{"custom_id": 3}', '{"custom_id": "k", "response": {"body": {}}}'])
def test_a_bad_line_costs_one_line(tmp_path, line):
    found, bad = read(tmp_path, line, OPENAI)
    assert [one.custom_id for one in found] == ["k1"] and bad == [1]


def test_half_a_sign_in_an_answer_costs_that_sign(tmp_path):
    body = {**OPENAI["response"]["body"], "choices": [{"message": {"content": "Yes \ud83d."}, "finish_reason": "stop"}]}
    found, bad = read(tmp_path, {**OPENAI, "response": {"status_code": 200, "body": body}})
    assert [one.text for one in found] == ["Yes \ufffd."] and bad == []


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CannotRead, match="cannot be read"):
        read_answers(tmp_path / "none.jsonl")


def anthropic(**message):
    return {"custom_id": "k3", "result": {"type": "succeeded", "message": message}}


def openai(**usage):
    return {"custom_id": "k3", "response": {"body": {"choices": [{"message": {}}], "usage": usage}}}


@pytest.mark.parametrize(
    "odd",
    [
        anthropic(content=5, usage=[1]),
        anthropic(content=[], usage={"input_tokens": 1, "cache_read_input_tokens": "x"}),
        openai(prompt_tokens=10**18),
        openai(prompt_tokens=5, prompt_tokens_details={"cached_tokens": "x"}),
        {"custom_id": "k3", "error": {"error": 7}},
        "[" * 9_000,
    ],
)
def test_an_odd_row_costs_none_of_the_others(tmp_path, odd):
    found, _ = read(tmp_path, odd, OPENAI)
    assert found[-1].text == "Yes."
