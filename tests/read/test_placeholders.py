"""Output that was noted before the answer was whole."""

import pytest

from inspector.model import ItemKind, Origin, Source, Usage
from inspector.read.build import Builder
from inspector.read.placeholders import is_placeholder, leave_out_placeholders

HERE = Source("log", 1)
LONG = "The import runs twice a day and skips every row that it has seen. " * 10


def answered(*parts, output=3, stop="", thread=""):
    """A log with one answer of such parts."""
    build = Builder("x", "log")
    draft = build.call("r", "m", HERE, usage=Usage(10, 900, 40, output, 0), first_item=1)
    for kind, text in parts:
        build.item(kind, Origin.AGENT, text, HERE, thread=thread)
    draft.last_item, draft.stop = len(build.items), stop
    leave_out_placeholders(build)
    return build


@pytest.mark.parametrize(
    ("output", "characters", "blocks", "expected"),
    [
        (3, 660, 0, True),
        (165, 660, 0, False),
        (25, 90, 1, True),
        (70, 90, 1, False),
        (1, 2, 0, False),
        (0, 0, 0, False),
    ],
)
def test_a_number_that_its_words_do_not_fit_is_a_placeholder(output, characters, blocks, expected):
    assert is_placeholder(output, characters, blocks) is expected


def test_an_output_that_its_words_do_not_fit_is_not_in_the_log_and_the_prompt_stays():
    build = answered((ItemKind.ASSISTANT, LONG))
    assert build.drafts[0].usage == Usage(10, 900, 40, None, None)
    (told,) = build.diagnostics
    assert (told.code, "1 of 1 requests" in told.message) == ("output-not-counted", True)


@pytest.mark.parametrize("kind", [ItemKind.TOOL_CALL, ItemKind.REASONING])
def test_a_call_or_a_sealed_thought_takes_more_than_a_few_tokens(kind):
    assert answered((kind, ""), output=26).drafts[0].usage.output is None


def test_what_names_its_end_or_has_room_for_its_words_is_believed():
    whole = answered((ItemKind.ASSISTANT, LONG), stop="end_turn")
    roomy = answered((ItemKind.ASSISTANT, LONG), output=170)
    short = answered((ItemKind.ASSISTANT, "Done."))
    assert [build.drafts[0].usage.output for build in (whole, roomy, short)] == [3, 170, 3]
    assert not (whole.diagnostics or roomy.diagnostics or short.diagnostics)


def test_words_of_others_between_its_rows_do_not_count():
    assert answered((ItemKind.TOOL_RESULT, LONG)).drafts[0].usage.output == 3
    assert answered((ItemKind.ASSISTANT, LONG), thread="other").drafts[0].usage.output == 3


def test_without_usage_or_items_nothing_is_judged():
    build = Builder("x", "log")
    build.call("r", "m", HERE)
    build.call("r", "m", HERE, usage=Usage(10, output=3))
    leave_out_placeholders(build)
    assert [draft.usage for draft in build.drafts] == [None, Usage(10, output=3)]
