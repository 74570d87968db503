"""The filter language: what fits, what is said where it goes wrong, and what help and completion know."""

import pytest

from inspector.errors import UsageError
from inspector.model import Item, ItemKind, Origin, Source
from inspector.workbench.filter import (
    OPERATORS,
    FilterError,
    ItemView,
    completions,
    filter_help,
    parse_filter,
)


def view(**parts) -> ItemView:
    item = {
        "number": 7,
        "id": "",
        "kind": ItemKind.TOOL_RESULT,
        "origin": Origin.TOOL,
        "source": Source("log.jsonl", 120, 0, 10),
        "preview": "Tests passed: 41 of 42",
        "chars": 22,
        "tool": "Bash",
        "time": "2026-01-05T14:30:15.123Z",
    }
    around = {"tokens": 2500, "segment": 2, "path": "/repo/src/auth/login.py"}
    for name, value in parts.items():
        (item if name in Item.__dataclass_fields__ and name not in ("text",) else around)[name] = value
    return ItemView(Item(**item), **around)


FITS = [
    "",
    "kind:tool_result",
    "kind:tool_*",
    "kind:user|tool_result",
    "KIND:Tool_Result",
    "origin:tool",
    "tool:bash",
    "tool:Read|B*",
    "path:auth/*.py",
    "path:login.py",
    "path:/repo/src/auth/login.py",
    "path:./auth/login.py",
    "path:auth/",
    r"path:auth\login.py",
    "tokens:>2k",
    "tokens:>=2.5k",
    "tokens:2500",
    "tokens:<=2500",
    "tokens:1k..3k",
    "tokens:..2.5k",
    "in:C2",
    "in:2",
    "in:C2..C3",
    "in:C1..",
    "in:..C3",
    "item:7",
    "line:>100",
    "line:120..120",
    "time:2026-01-05",
    "time:2026-01",
    "time:14:30",
    "time:14:30..15:00",
    "time:>14:29",
    "time:>=14:30",
    "time:<=14:30",
    "time:<2026-01-06",
    "time:2026-01-05T14..2026-01-05T15",
    "thread:main",
    "passed",
    "TESTS",
    '"41 of 42"',
    '"passed: 41"',
    "failed|passed",
    "-error",
    "-marked",
    "-kind:user -tool:Read passed",
]
DIFFERS = [
    "kind:user",
    "origin:human",
    "tool:ash",
    "path:uth/login.py",
    "path:auth",
    "path:*.js",
    "tokens:>2.5k",
    "tokens:<2500",
    "tokens:3k..",
    "in:C1",
    "in:C3..",
    "in:..C2",
    "in:C0..C2",
    "line:<120",
    "time:>14:30",
    "time:<14:30",
    "time:2026-01-06",
    "time:15:00..",
    "detail:typed",
    "thread:agent-1",
    "error",
    "marked",
    "-passed",
    "absent",
    "passed absent",
    "-kind:user|tool_result",
]


@pytest.mark.parametrize("text", [*FITS, *DIFFERS])
def test_an_item_fits_or_does_not(text):
    assert parse_filter(text).test(view()) is (text in FITS)


def test_what_is_not_known_fits_no_comparison():
    unknown = view(tokens=None, time=None, path="", source=Source("db", None))
    for text in ("tokens:>=0", "tokens:<5k", "time:>00:00", "line:>0", "path:*"):
        assert not parse_filter(text).test(unknown), text


def test_flags_and_marks_are_found():
    assert parse_filter("error marked thread:sub-*").test(view(error=True, marked=True, images=1, thread="sub-9"))


def test_a_flag_in_quotes_is_looked_for_as_text():
    assert parse_filter('"error"').test(view(preview="an error occurred"))
    assert not parse_filter('"error"').test(view(error=True))


def test_words_are_found_behind_the_preview_where_the_text_is_given():
    assert parse_filter("needle").test(view(text=lambda: "hay " * 100 + "Needle"))
    assert not parse_filter("needle").test(view())


def test_the_text_is_not_read_when_another_term_already_fails():
    def read():
        raise AssertionError("read for nothing")

    assert not parse_filter("needle kind:user").test(view(text=read))


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("foo:bar", 0, "kind:"),
        ("kind:user foo:1", 10, "kind:"),
        ("kind:bla", 5, "tool_result"),
        ("kind:user|zap", 10, "tool_result"),
        ("kind:", 5, "kind:tool_*"),
        ("tokens:many", 7, ">2k"),
        ("tokens:..", 7, ">2k"),
        ("tokens:>", 7, ">2k"),
        ("in:C3..C2", 3, "later"),
        ("in:start", 3, "C2..C3"),
        ("time:soon", 5, "14:30"),
        ('ok "never closed', 3, "closing"),
        ("a|", 2, "word"),
        ("-", 1, "word"),
        ("error:yes", 0, "kind:"),
        ("error|marked", 0, "stand alone"),
    ],
)
def test_a_wrong_filter_says_where_and_what_was_expected(text, position, expected):
    with pytest.raises(FilterError) as raised:
        parse_filter(text)
    assert expected in raised.value.message
    assert f"character {position + 1} " in raised.value.message
    assert isinstance(raised.value, UsageError)


def test_explain_names_every_condition():
    explained = parse_filter('-tool:Bash|Read "two words" marked').explain()
    assert explained == "not (tool Bash or Read) and marked and contains “two words”"
    assert parse_filter("  ").explain() == "all items"


def test_uses_tells_what_a_caller_has_to_provide():
    parsed = parse_filter("tokens:>1k word")
    assert parsed.uses("tokens")
    assert parsed.uses("words")
    assert not parsed.uses("path")


def test_every_example_in_the_help_parses_and_every_operator_is_there():
    examples = [example for example, _ in filter_help()]
    for example in examples:
        parse_filter(example)
    assert {operator.example for operator in OPERATORS} <= set(examples)


def test_every_completion_of_a_choice_parses():
    for operator in OPERATORS:
        for completed in completions(f"-{operator.name}:") if operator.values else ():
            parse_filter(completed)


def test_a_compaction_that_the_session_does_not_have_cannot_be_asked_for():
    assert parse_filter("in:C2..", 2) and parse_filter("in:C0", 0) and parse_filter("in:C9")
    for text, there, said in (("in:C9", 2, "C1 to C2"), ("in:C1..C3", 2, "C1 to C2"), ("in:C2", 1, "C1"),
                              ("kind:user in:C1", 0, "has none")):  # fmt: skip
        with pytest.raises(FilterError) as told:
            parse_filter(text, there)
        assert said in told.value.message.partition(": expected ")[2]
        assert f"character {text.index('C') + 1} " in told.value.message


def test_what_a_session_has_is_completed():
    assert completions("in:", {"in": ("C1", "C2")}) == ("in:C1", "in:C2")
    assert completions("-tool:Bash|re", {"tool": ("Read", "Bash")}) == ("-tool:Bash|Read",)


def test_completion_goes_on_where_the_text_ends():
    assert completions("kind:user to") == ("kind:user tool:", "kind:user tokens:")
    assert completions("-kind:user|tool_c") == ("-kind:user|tool_call",)
    assert "error" in completions("")
    assert completions("nonsense") == ()


def test_the_words_that_a_filter_looks_for_in_texts_are_known():
    assert parse_filter('kind:user -never "two words" more').sought == "two words"
    assert parse_filter("kind:user -never").sought == ""
