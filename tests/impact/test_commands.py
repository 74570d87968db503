from inspector.impact.commands import added_text, call_key, edit_key, is_check, output_form, polls
from inspector.model import Item, ItemKind, Origin, Source
from inspector.read.tools import tool_kind
from inspector.text.shell import simple_commands
from inspector.work.steps import Step


def step(tool, arguments):
    item = Item(1, "1", ItemKind.TOOL_CALL, Origin.AGENT, Source("log"), "", 0, tool=tool)
    return Step(item, "", tool_kind(tool), arguments)


def test_words_about_a_call_do_not_tell_two_calls_apart():
    one = step("Bash", {"command": "make  world 2>&1", "description": "Build it"})
    other = step("Bash", {"command": "make world", "description": "Build all", "timeout": 5})
    assert call_key(one) == call_key(other) == "run make world"
    assert call_key(step("Grep", {"pattern": "a", "path": "b"})) == call_key(
        step("Grep", {"path": "b", "pattern": "a"})
    )
    assert call_key(step("Read", {"file_path": "a"})) == ""


def test_very_short_texts_say_nothing_about_an_edit():
    assert edit_key(step("Edit", {"file_path": "a", "old_string": "x", "new_string": "y = 1"})) == ""
    assert edit_key(step("Edit", {"file_path": "a", "old_string": "x", "new_string": "y" * 30})) == "a\n" + "y" * 30


def test_what_is_added_is_read_from_every_form_of_edit():
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-old = 1\n+new = 2\n*** End Patch"
    for one in (
        step("Edit", {"file_path": "a.py", "old_string": "old = 1", "new_string": "new = 2"}),
        step("MultiEdit", {"file_path": "a.py", "edits": [{"old_string": "old = 1", "new_string": "new = 2"}]}),
        step("apply_patch", {"input": patch}),
        step("apply_patch", patch),
    ):
        assert added_text(one) == "new = 2"
    assert added_text(step("Bash", {"command": "ls"})) == ""


def test_what_tests_builds_or_checks_is_a_check_and_other_commands_are_none():
    checks = ("pytest -q", "npm run lint", "cargo build", "mise run test:ci", "make check", "tsc")
    others = ("python -m tools.coverage noaa", "sqlite3 a.db 'select 1'", "./deploy.sh")
    assert [line for line in (*checks, *others) if is_check(line)] == list(checks)


def test_states_are_polled_and_work_is_not():
    assert polls(tuple(simple_commands("cd web && git status --short")))
    assert polls(tuple(simple_commands("gh pr checks 4 && sleep 5")))
    assert polls(tuple(simple_commands('ssh -q mara@tide-2 "docker-compose -f feeds.yml ps 2>&1"')))
    assert polls(tuple(simple_commands("git status --short | sort | head -50")))
    assert polls(tuple(simple_commands("ssh -p 2222 -i ~/.ssh/tide -o BatchMode=yes mara@tide-2 'docker ps'")))
    assert not polls(tuple(simple_commands("head -50 src/base.py")))
    assert not polls(tuple(simple_commands("ls src && head -50 src/base.py")))
    assert not polls(tuple(simple_commands("ssh mara@tide-2 'python report.py'")))
    assert not polls(tuple(simple_commands("git status && python report.py")))


def test_two_runs_of_the_same_differ_in_their_times_only():
    one = "Chunk ID: 8a2\nWall time: 0.1 seconds\nOutput:\n6 rows at 2026-03-02T08:00:00Z in 1.2s"
    other = "Chunk ID: f00\nWall time: 9.1 seconds\nOutput:\n6 rows at 2026-03-02T09:00:00Z in 88 ms"
    assert output_form(one) == output_form(other)
    assert output_form("6 rows") != output_form("7 rows")
