from __future__ import annotations

import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.parts import contents, pieces, usage

NAMES = ("prompt", "cached", "output", "thoughts", "total")


def told(content, role="user"):
    return [(piece.kind, piece.origin, piece.detail) for piece in pieces(content, "", role)]


@pytest.mark.parametrize(
    ("text", "detail"),
    [("add a test", "typed"), ("/chat save now", "command"), ("/usr/bin/env is missing", "typed"), ("/", "typed")],
)
def test_plain_text_of_the_user_is_the_humans(text, detail):
    assert told(text) == [(ItemKind.USER, Origin.HUMAN, detail)]


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("<system-reminder>\nToday\n</system-reminder>", "reminder"),
        ("<hook_context>x</hook_context>", "hook"),
        ("<qwen:user-prompt-submit-context>\nx\n</qwen:user-prompt-submit-context>", "hook"),
        ("This is the Gemini CLI. We are setting up the context", "environment"),
        ("System: Please continue.", "reminder"),
    ],
)
def test_texts_of_the_harness_are_no_words_of_the_human(text, detail):
    assert told([{"text": text}]) == [(ItemKind.ATTACHMENT, Origin.HARNESS, detail)]


def test_files_named_by_the_human_follow_their_words():
    content = [{"text": "look at @a"}, {"text": "\n--- Content from referenced files ---"}, {"text": "x = 1"}]
    assert [origin for _, origin, _ in told(content)] == [Origin.HUMAN, Origin.HARNESS, Origin.HARNESS]


def test_snapshot_is_a_summary_and_its_acknowledgement_is_not_the_models():
    assert told("<state_snapshot>…</state_snapshot>")[0][0] is ItemKind.SUMMARY
    assert told("Got it. Thanks for the additional context!", "model")[0][1] is Origin.HARNESS
    assert told("Got it.", "model")[0][1] is Origin.AGENT


def test_parts_keep_their_places():
    history = [
        {"role": "user", "parts": [{"text": "a"}]},
        {
            "role": "model",
            "parts": [{"text": "t", "thought": True}, {"functionCall": {"name": "ls", "args": {"p": 1}}}],
        },
        {"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": {"error": "no"}}}]},
    ]
    assert [(piece.kind, piece.pointer, piece.error) for piece in contents(history, "/h")] == [
        (ItemKind.USER, "/h/0/parts/0/text", False),
        (ItemKind.REASONING, "/h/1/parts/0/text", False),
        (ItemKind.TOOL_CALL, "/h/1/parts/1/functionCall/args", False),
        (ItemKind.TOOL_RESULT, "/h/2/parts/0/functionResponse/response/error", True),
    ]


def test_answers_inside_a_result_are_the_humans():
    output = '{"answers": {"0": "metric units"}}'
    part = {"functionResponse": {"name": "ask_user", "response": {"output": output}}}
    result, answer = pieces([part], "", "user")
    assert (result.kind, answer.origin, answer.value) == (ItemKind.TOOL_RESULT, Origin.HUMAN, "metric units")
    assert answer.enter is False


def test_pictures_are_sized_not_told():
    (piece,) = pieces([{"inlineData": {"mimeType": "image/png", "data": "A" * 4000}}], "", "user")
    assert piece.key()[2] == "[image, 4,000 bytes encoded]"


@pytest.mark.parametrize(
    "part", [None, 3, [], {"functionCall": {}}, {"text": 5}, {"functionResponse": {}}, {"odd": [1]}]
)
def test_parts_of_no_known_shape_do_no_harm(part):
    list(pieces([part], "", "user"))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((900, 300, 50, 20, 970), Usage(600, 300, None, 70, 20)),
        ((900, 300, 50, 20, 950), Usage(600, 300, None, 50, 20)),
        ((900, None, 50, None, 950), Usage(900, None, None, 50, None)),
        ((0, 0, 0, 0, 0), None),
        ((None, None, None, None, None), None),
    ],
)
def test_cached_tokens_are_part_of_the_prompt_and_thoughts_counted_once(numbers, expected):
    assert usage(dict(zip(NAMES, numbers, strict=True)), NAMES) == expected
