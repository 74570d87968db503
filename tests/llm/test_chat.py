from __future__ import annotations

import pytest

from inspector.errors import ModelFailed
from inspector.llm.chat import Ending, Failure, Message, judge, whole_signs

ASKED = (Message("user", "Summarise this session about a parser. " * 60),)


def judged(text: str, ending: Ending | None = None) -> tuple[str, ...]:
    return judge(text, ending or Ending("stop", None, ""), ASKED, "provider/model-1")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Failure.ERROR_TEXT, "Error: 400 This model's maximum context length is 4096 tokens."),
        (Failure.ERROR_TEXT, "API Error: 529 Overloaded"),
        (Failure.ERROR_TEXT, 'API Error: {"type":"error","error":{"type":"overloaded_error"}}'),
        (Failure.ERROR_TEXT, '{"error": {"message": "quota"}}'),
        (Failure.ERROR_TEXT, "prompt is too long: 210000 tokens > 200000 maximum"),
        (Failure.ERROR_TEXT, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
        (Failure.ERROR_TEXT, "Credit balance is too low"),
        (Failure.REFUSED, "I'm sorry, but I can't help with that."),
        (Failure.REFUSED, "I’m sorry, but I cannot summarise this content."),
        (Failure.REFUSED, "I cannot assist with this request."),
        (Failure.REFUSED, "Unfortunately, I am unable to comply."),
        (Failure.REFUSED, "I'm unable to help with this."),
    ],
)
def test_neither_an_error_text_nor_a_refusal_is_taken_for_a_summary(kind, text) -> None:
    with pytest.raises(ModelFailed) as caught:
        judged(text)
    assert (caught.value.kind, caught.value.partial, caught.value.paid) == (kind, text, True)


@pytest.mark.parametrize(
    "text",
    [
        "Error handling in the parser was rewritten; 401 responses are retried once.",
        "Errors: none. The tests pass.",
        "Sorry was the wrong word in the banner; the user wants it gone.",
        "I cannot be certain that the test passes; the user asked to keep port 8443.",
        "I'm sorry, but I can't help with that. " + "The parser was rewritten. " * 30,
        "The API key is read from the environment. Invalid keys give error 401.",
    ],
)
def test_a_summary_that_speaks_of_errors_and_sorrow_is_a_summary(text) -> None:
    assert judged(text) == ("The provider did not say what was used.",)


@pytest.mark.parametrize(
    ("answered", "told"),
    [("model-1", False), ("provider/model-1-2026-01-01", False), ("Model-1", False), ("model-2", True), ("", False)],
)
def test_only_another_model_is_told(answered, told) -> None:
    notes = judged("A summary.", Ending("stop", None, answered))
    assert any("answered as" in note for note in notes) is told


@pytest.mark.parametrize(
    ("text", "whole"),
    [("tide", "tide"), ("潮 \ud83d\ude00", "潮 😀"), ("half \ud83d of é", "half \ufffd of é"), ("\ude00", "\ufffd")],
)
def test_half_a_sign_is_shown_as_one_that_is_missing_and_two_halves_as_their_sign(text, whole) -> None:
    assert whole_signs(text) == whole
