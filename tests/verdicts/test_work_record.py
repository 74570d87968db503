from dataclasses import replace

import pytest

from inspector.verdicts.work_record import Todo, WorkRecord, same_task
from tests.worked import Used, edited, ran, segment


def record(*said):
    return WorkRecord(segment(*said))


def lines(items):
    return [item.source.line for item in items]


def test_commands_and_edits_that_failed_are_errors():
    looked = ran("grep -r x .", "", error=True)
    turned_down = Used(
        "Edit", {"file_path": "/p/a"}, "The user doesn't want to proceed with this tool use.", error=True
    )
    found = record(looked, turned_down, ran("make", "no rule", error=True), ran("make all"))
    assert [step.command for step in found.errors] == ["make"]


def test_the_list_is_read_as_it_stood_last():
    made = Used("TaskCreate", {"subject": "Write the loader"}, "Task #7 created successfully: Write the loader")
    found = record(made, Used("TaskUpdate", {"taskId": "7", "status": "in_progress"}, "Updated")).todos
    assert [(todo.number, todo.words, todo.state, todo.item.number) for todo in found] == [
        ("7", "Write the loader", "in_progress", 3)
    ]


def test_a_list_written_whole_replaces_the_one_before():
    first = Used("TodoWrite", {"todos": [{"content": "Write the loader", "status": "in-progress"}]})
    then = Used("TodoWrite", {"todos": [{"content": "Test the loader", "status": "completed"}]})
    (todo,) = record(first, then).todos
    assert (todo.words, todo.is_open) == ("Test the loader", False)
    assert record(first).todos[0].is_open


@pytest.mark.parametrize(
    ("text", "same"), [("Task 3: the loader is written", True), ("Task 3: tests are added", False)]
)
def test_an_entry_is_named_by_most_of_its_words(text, same):
    assert same_task(Todo("3", "Write the loader", "pending", segment(("human", "x")).items[0]), text) is same


@pytest.mark.parametrize(
    ("calls", "pushed"),
    [
        ([ran("git commit -m x", "[main abc1234] x"), ran("git push")], True),
        ([ran("git push"), ran("git commit -m x", "[main abc1234] x")], False),
        ([ran("git commit -m x && git push", "[main abc1234] x")], True),
        ([ran("git commit -m x", "[main abc1234] x"), ran("git push", "rejected", error=True)], False),
    ],
)
def test_a_commit_is_pushed_where_a_push_came_after_it(calls, pushed):
    found = record(*calls)
    assert list(found.commits) == ["abc1234"]
    assert found.pushed_after(found.commits["abc1234"].number) is pushed


@pytest.mark.parametrize(("path", "line"), [("/p/src/a.py", 3), ("/p/.notes/a.md", None), ("/other/a.py", None)])
def test_a_file_of_the_project_changed_after_the_commit_is_not_committed(path, line):
    left = record(ran("git commit -m x"), edited(path)).uncommitted
    assert (left and left.source.line) == line
    assert record(edited(path), ran("git commit -m x")).uncommitted is None


@pytest.mark.parametrize(
    ("command", "branches"),
    [
        ("git merge --no-ff fix/retries -m x", ["fix/retries"]),
        ("git merge origin/fix/retries", ["fix/retries"]),
        ("git merge --abort", []),
        ("git merge main", []),
    ],
)
def test_merges_of_branches_are_read_from_commands(command, branches):
    assert list(record(ran(command)).merges) == branches
    assert list(record(ran(command, error=True)).merges) == []


def test_without_a_commit_nothing_is_told_of_what_is_not_committed():
    assert record(edited("/p/a.py")).uncommitted is None


def test_a_reply_that_names_no_commit_stands_out_among_replies_that_do():
    reply = "gh api repos/o/r/pulls/1/comments/2/replies -f body="
    bare, named = ran(f'{reply}"Will not fix."'), ran(f'{reply}"Fixed in abc1234."')
    assert lines(record(named, bare).bare_replies) == [3]
    assert record(bare).bare_replies == ()


@pytest.mark.parametrize(
    ("after", "line"), [((), 3), ((("agent", "Because of the cache."),), None), ((ran("ls"),), None)]
)
def test_a_last_message_is_unheard_where_nothing_follows_it(after, line):
    said = (ran("make"), ("human", "why is it slow?"), *after)
    unheard = record(*said).last_unheard
    assert (unheard and unheard.source.line) == line


def test_what_was_kept_beside_a_summary_is_told_as_that():
    before = segment(ran("make", "ok"))
    (step,) = WorkRecord(before).steps
    kept = replace(before, compaction=replace(before.compaction, kept=(step.item.number,)))
    assert WorkRecord(before).place(step.item) == "line 1"
    assert WorkRecord(kept).place(step.item) == "line 1, kept beside the summary"
