import pytest

from inspector.judge.traffic import ROOMS, call_words, result_words, shortened
from inspector.work.steps import steps
from tests.worked import Used, read, segment


def step_of(used):
    made = segment(used)
    return next(iter(steps(made.items, read)))


def test_head_and_tail_are_kept_and_what_is_left_out_is_counted():
    assert shortened("a" * 50 + "b" * 100 + "c" * 50, 50, 50) == f"{'a' * 50}…[100 characters]…{'c' * 50}"
    assert shortened("short  text\nhere", 5, 5) == "short text here", "less is left out than the mark takes"


@pytest.mark.parametrize(
    ("used", "words"),
    [
        (Used("Edit", {"file_path": "/p/a.py", "old_string": "x", "new_string": "y"}, output="ok"), "Edit /p/a.py"),
        (Used("Bash", {"command": "make test"}, output="ok"), "Bash make test"),
        (Used("Grep", {"pattern": "TODO"}, output="ok"), "Grep TODO"),
    ],
)
def test_a_call_is_told_by_what_identifies_it(used, words):
    assert call_words(step_of(used), ROOMS[0]) == words


def test_how_a_command_ended_is_told():
    failed = Used("Bash", {"command": "make"}, output="Exit code 2\nmake: *** [all] Error", error=True)
    assert result_words(step_of(failed), ROOMS[0]).startswith("failed: Exit code 2")


def test_a_scarce_room_says_less():
    step = step_of(Used("Bash", {"command": "make " + "x" * 300}, output="y" * 900))
    sizes = [len(call_words(step, room)) + len(result_words(step, room)) for room in ROOMS]
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] < sizes[0] / 2


def test_a_plan_stands_in_full():
    plan = {"plan": "1. Parse. " * 100}
    assert len(call_words(step_of(Used("ExitPlanMode", plan, output="ok")), ROOMS[-1])) > 900
