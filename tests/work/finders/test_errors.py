import pytest

from inspector.work.finders.errors import message
from tests.evidence_scene import scene


def errors(tmp_path, command, output, code=1):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash(command, output, code=code))
    return {(fact.action, fact.value) for fact, _ in found.values() if fact.extractor == "errors"}


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ("  File x\nKeyError: no slot", {("error", "KeyError: no slot")}),
        ("psycopg.errors.DataError: too long", {("error", "psycopg.errors.DataError: too long")}),
        ("src/a.ts(3,4): error TS2345: not a gauge", {("code", "TS2345")}),
        ("error[E0308]: mismatched types", {("error", "error: mismatched types"), ("code", "E0308")}),
        ("panic: runtime went away", {("error", "panic: runtime went away")}),
        ("fatal: not a repository", {("error", "fatal: not a repository")}),
        (
            "Error: connect ECONNREFUSED 1.2.3.4",
            {("error", "Error: connect ECONNREFUSED 1.2.3.4"), ("code", "ECONNREFUSED")},
        ),
        ("HTTP/1.1 503 gone", {("http", "503")}),
        (
            "\x1b[1mReferenceError\x1b[22m: describe is not defined\x1b[39m",
            {("error", "ReferenceError: describe is not defined")},
        ),
        ("BuildError: src/a.ts:58:3\n", {("error", "BuildError: src/a.ts:58:3")}),
        ("all is well", set()),
        ("  lastError: new Error('queue is full'),\n  onError: (error) => show('it broke', error),", set()),
        ("    Raises:\n        ValueError: If no slot is free\n        KeyError: Raised where a slot is gone", set()),
        ("app._InternalError: if left alone", {("error", "app._InternalError: if left alone")}),
    ],
)
def test_errors_are_known_by_type_and_message_or_by_code(tmp_path, output, found):
    assert errors(tmp_path, "make all", output) == found


def test_source_code_that_was_only_read_holds_no_errors(tmp_path):
    assert errors(tmp_path, "cat a.py", "KeyError: no slot", code=0) == set()


def test_what_the_runtime_adds_is_no_part_of_a_message():
    assert message("panic", "slot 3 is gone [recovered, repanicked]") == "panic: slot 3 is gone"


def test_code_is_no_message():
    assert message("Error", "return x;") == ""
    assert message("Error", "%s at %d") == ""
    assert message("Error", "x" * 700) == ""


def test_long_messages_are_known_by_their_head():
    assert message("KeyError", "ab " * 60) == "KeyError: " + ("ab " * 34)[:100]


@pytest.mark.parametrize(
    ("words", "lasting"),
    [
        ("no value (char 0)), retrying in 1.0s...", "no value"),
        ("no value, retrying in 2.0s", "no value"),
        ("no name 'x' from 'y' (/srv/y/x.py)", "no name 'x' from 'y'"),
        ("slot is gone (3.2 s)", "slot is gone"),
        ("slot is gone +12ms", "slot is gone"),
        ("cannot free <Slot object at 0x107adf6b0>", "cannot free <Slot object"),
        ("No module named 'slots')", "No module named 'slots'"),
        ("no slot (try another)", "no slot (try another)"),
        ("gone after 30 s", "gone after 30 s"),
        ("(char 0)", "(char 0)"),
    ],
)
def test_what_differs_each_time_is_no_part_of_a_message(words, lasting):
    assert message("KeyError", words) == f"KeyError: {lasting}"


def test_a_code_is_shown_with_its_latest_line(tmp_path):
    first = "src/a.ts(3,4): \x1b[31merror TS2345: not a gauge\x1b[0m"
    output = f"{first}\nsrc/b.ts(5,6): error TS2345: no tide\nHTTP/1.1 503 gone"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("make all", output, code=1))
    shown = {fact.value: fact.statement for fact, _ in found.values() if fact.action in ("code", "http")}
    assert shown == {"TS2345": "src/b.ts(5,6): error TS2345: no tide", "503": "HTTP/1.1 503 gone"}
