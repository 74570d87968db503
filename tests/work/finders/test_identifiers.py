import pytest

from tests.claude_log import Call
from tests.evidence_scene import scene


def names(tmp_path, *blocks):
    found = scene(tmp_path / "log.jsonl", *blocks)
    return {(fact.action, fact.value) for fact, _ in found.values() if fact.extractor == "identifiers"}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Commit 1a2b3c4d is in.", {("commit", "1a2b3c4d")}),
        ("Key ed25519, 12345678 and deadbeef.", set()),
        ("It printed into 28c304f6, not ours.", {("id", "28c304f6")}),
        ("The session_id=28c304f6 went on.", set()),
        ("KELP-12 but UTF-8 and SHA-256", {("ticket", "KELP-12")}),
        ("PR #12, issue 13 and #14", {("number", "#12"), ("number", "#13"), ("number", "#14")}),
        ("Set API_TOKEN first, not READ_ME.md", {("variable", "API_TOKEN")}),
        ("At https://a.example/x.", {("url", "a.example/x")}),
        ("Id 01234567-89ab-4cde-8f01-23456789abcd", {("uuid", "01234567-89ab-4cde-8f01-23456789abcd")}),
    ],
)
def test_names_in_what_was_said(tmp_path, said, found):
    assert names(tmp_path, said) == found


def test_definitions_are_taken_from_edits_only(tmp_path):
    text = "class Gauge:\n    def read_level(self): ...\n"
    edit = Call("Edit", {"file_path": "a.py", "old_string": "x", "new_string": text}, "ok")
    assert names(tmp_path, edit) == {("name", "Gauge"), ("name", "read_level")}
    assert names(tmp_path, Call("Read", {"file_path": "a.py"}, text)) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("export async function create(x) {}", {"create"}),
        ("+def reader(x):\n    pass", {"reader"}),
        ("Remove `as const` from individual type fields (no longer needed)", set()),
        ("see the data type inconsistencies: three", set()),
        ("enum entirely (lines 4-9)", set()),
        ("const a = function readLevel() {}", {"readLevel"}),
    ],
)
def test_a_word_of_everyday_language_is_defined_where_a_line_begins(tmp_path, text, found):
    edit = Call("Edit", {"file_path": "a.md", "old_string": "x", "new_string": f"y\n{text}\n"}, "ok")
    assert {value for _, value in names(tmp_path, edit)} == found


def test_commits_come_from_what_git_gave_back(tmp_path):
    assert names(tmp_path, lambda log: log.bash("git push", "1a2b3c4..5d6e7f8 main")) == {("commit", "1a2b3c4")}
    assert names(tmp_path, lambda log: log.bash("make all", "object 1a2b3c4d")) == set()


def test_of_a_long_list_of_commits_the_newest_five_count(tmp_path):
    log_of = "\n".join(f"{number:06x}a7 text" for number in range(20))
    assert len(names(tmp_path, lambda log: log.bash("git log --oneline", log_of))) == 5


def test_rows_of_a_table_with_an_id_each_are_passed_over(tmp_path):
    ids = [f"{n:08x}-89ab-4cde-8f01-23456789abcd" for n in range(12)]
    few, many = (Call("Bash", {"command": "psql"}, "\n".join(ids[:count])) for count in (3, 12))
    assert {value for finder, value in scene(tmp_path / "few.jsonl", few) if finder == "identifiers"} == set(ids[:3])
    assert not {value for finder, value in scene(tmp_path / "many.jsonl", many) if finder == "identifiers"}


def test_a_commit_written_short_and_long_is_one(tmp_path):
    found = scene(
        tmp_path / "log.jsonl", lambda log: log.bash("git push", "1a2b3c4..5d6e7f8 main"), "It is 1a2b3c4d5e6f."
    )
    (fact,) = [fact for (finder, value), (fact, _) in found.items() if finder == "identifiers" and "1a2b3c4" in value]
    assert (fact.value, fact.texts, fact.weight) == ("1a2b3c4d5e6f", ("1a2b3c4", "1a2b3c4d5e6f"), 0.95)


def test_colours_of_a_terminal_hide_no_names(tmp_path):
    output = "\x1b[33m1a2b3c4d\x1b[m at http://127.0.0.1:3001\x1b[39m"
    assert names(tmp_path, lambda log: log.bash("git log -1", output)) == {
        ("commit", "1a2b3c4d"),
        ("url", "127.0.0.1:3001"),
    }
