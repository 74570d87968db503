import pytest
from inspector.facts.exchanges import exchanges, moves_on, own_words, reply_kind

from tests.talk import segment


def test_an_exchange_knows_the_agents_words_on_both_sides():
    (_, two) = exchanges(
        segment(("human", "a?"), ("agent", "first"), ("agent", "second"), ("human", "b"), ("agent", "You're right."))
    )
    assert [item.text for item in two.before] == ["first", "second"]
    assert two.reply == "You're right."


def test_harness_words_and_shell_lines_are_no_exchange():
    assert exchanges(segment(("harness", "Never push."), ("tool", "Always push."))) == []


def test_of_a_slash_command_only_the_arguments_are_the_persons():
    text = "<command-name>/plan</command-name>\n<command-args>without tests</command-args>"
    words, offset = own_words(text, "command")
    assert words == "without tests" and text[offset:].startswith(words)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("yes", "accepts"),
        ("B", "chooses"),
        ("no, not that", "refuses"),
        ("how so?", "asks"),
        ("the log is empty", "goes on"),
    ],
)
def test_replies_are_told_apart(reply, kind):
    assert reply_kind(reply) == kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<system_instruction>\nWork in /p.\n</system_instruction>\n\n  fix the gauges ", "fix the gauges"),
        ("fix it\n<ide-context>a</ide-context>\n<ide-context>b</ide-context>\n", "fix it"),
        ("<user_query>fix it</user_query>", "<user_query>fix it</user_query>"),
        ("the page shows <my-gauge>7</my-gauge>", "the page shows <my-gauge>7</my-gauge>"),
        ("do it\n\nIf you need specific details from before exiting plan mode, read on", "do it"),
        ("<open-tag> without an end", "<open-tag> without an end"),
    ],
)
def test_what_an_application_wraps_around_a_message_is_not_the_persons(text, words):
    told, start = own_words(text, "typed")
    assert told == words and text[start:].startswith(words)


@pytest.mark.parametrize(
    ("answer", "only"),
    [("skip", True), ("Skip this", True), ("next", True), ("that's all", True), ("Skip playground", False)],
)
def test_an_answer_that_only_moves_on_says_nothing(answer, only):
    assert moves_on(answer) is only


def test_a_picture_in_front_of_words_takes_nothing_from_them():
    said = [one.text for one in exchanges(segment(("human", "[Image #1] Keep the footer."), ("human", "[Image #2]")))]
    assert said == ["[Image #1] Keep the footer."]
