import pytest
from inspector.verdicts.outcomes import is_now, state_told, told, told_above


@pytest.mark.parametrize(
    ("line", "outcomes"),
    [
        ("it passes", {"passed"}),
        ("✅", {"passed"}),
        ("it fails with exit code 2", {"failed"}),
        ("no failures", {"passed"}),
        ("0 errors", {"passed"}),
        ("does not pass", {"failed"}),
        ("no longer fails", {"passed"}),
        ("not yet working", {"failed"}),
        ("it should pass", set()),
        ("Run it to verify all **18 tests pass**", set()),
        ("Run the success criteria checks", set()),
        ("a success", {"passed"}),
        ("run it until it passes", set()),
        ("failed at first, now passes", {"failed", "passed"}),
        ("we looked at it", set()),
    ],
)
def test_a_line_tells_outcomes_but_not_wishes(line, outcomes):
    assert told(line) == outcomes


def test_the_name_of_a_thing_is_no_outcome():
    assert told("`test_fails_loudly` passes", "test_fails_loudly") == {"passed"}


def test_only_a_heading_of_results_speaks_for_its_list():
    assert told_above("Failing tests:") == {"failed"}
    assert told_above("**Errors and fixes**:") == frozenset()
    assert told_above("Test failures and fixes:") == frozenset()
    assert told_above("Files:") == frozenset()


def test_a_failure_that_lasts_is_told_from_one_that_was():
    assert is_now("it still fails")
    assert not is_now("it failed because of a path")


@pytest.mark.parametrize(
    ("line", "states"),
    [
        ("- [x] mend", {"done"}),
        ("- [ ] mend", {"open"}),
        ("mend (completed)", {"done"}),
        ("mend: not started", {"open"}),
        ("mend: PARTIALLY DONE", {"open"}),
        ("mend", set()),
    ],
)
def test_a_line_tells_the_state_of_work(line, states):
    assert state_told(line) == states


def test_what_failed_before_a_change_did_fail():
    assert told("Before the change test_x failed with Reused; the other tests passed.", "test_x") >= {"failed"}
    assert told("Wait before it passes again.") == frozenset()


@pytest.mark.parametrize("words", ["wasn't passing", "won't pass", "hasn't passed", "doesn’t pass", "can't pass"])
def test_what_does_not_pass_is_not_told_to(words):
    assert "passed" not in told(f"npm test {words}")
