import pytest

from inspector.said.own_words import own_words


@pytest.mark.parametrize("behind", ["/plan</command-name>\n<command-args>{}</command-args>", "/plan  {}", "{} "])
def test_of_a_slash_command_only_the_arguments_are_the_persons(behind):
    text = behind.format("without tests")
    words, offset = own_words(text, "command")
    assert words == "without tests" and text[offset:].startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<system_instruction>\nWork in /p.\n</system_instruction>\n\n  fix the gauges ", "fix the gauges"),
        ("fix it\n<ide-context>a</ide-context>\n<ide-context>b</ide-context>\n", "fix it"),
        ("<user_query>\n fix it\n</user_query>\n", "fix it"),
        ('\n\n<pasted_content id="a1">\nfix it\n</pasted_content id="a1">\n', "fix it"),
        ("the page shows <my-gauge>7</my-gauge>", "the page shows <my-gauge>7</my-gauge>"),
        ("do it\n\nIf you need specific details from before exiting plan mode, read on", "do it"),
        ("<open-tag> without an end", "<open-tag> without an end"),
        ("[Image #1] Keep the footer.", "[Image #1] Keep the footer."),
        ('a red one\n<image name=[Image #1] path="a.png">\n[image, 9 bytes]\n</image>', "a red one"),
        ("[Image #2]", ""),
        ("[Pasted Content 91481 chars]", ""),
        ("[Request interrupted by user]", ""),
    ],
)
def test_what_an_application_wraps_around_a_message_is_not_the_persons(text, words):
    told, start = own_words(text, "typed")
    assert told == words and text[start:].startswith(words)
