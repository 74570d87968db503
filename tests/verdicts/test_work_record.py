from dataclasses import replace

import pytest
from inspector.verdicts.work_record import WorkRecord

from tests.worked import Used, ran, segment


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
