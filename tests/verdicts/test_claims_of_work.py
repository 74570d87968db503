import pytest

from tests.worked import claims, edited, kinds, ran

ASKED = ("human", "please run the tests")
WHOLE, SOME = "pytest", "pytest tests/test_upload.py"
GOOD, BAD = "=== 212 passed in 9.1s ===", "=== 3 failed, 209 passed in 9.1s ==="
DONE = ("All comments are resolved and the work is complete.", "None remaining.", "The implementation is complete.")


def contradicted(why):
    return [("completion", "contradicted", why)]


@pytest.mark.parametrize("text", ["All tests pass.", "All verification passed (types, tests).", "Lint and tests pass."])
def test_tests_that_are_said_to_pass_are_held_against_the_last_run(text):
    assert claims(text, ASKED, ran(WHOLE, BAD)) == contradicted("The last run of the tests failed (line 3: 3 failed).")
    assert kinds(text, ASKED, ran(WHOLE, BAD), ran(WHOLE, GOOD)) == []


def test_a_failed_run_of_all_is_not_mended_by_a_run_of_some():
    told = claims("All tests pass.", ASKED, ran(WHOLE, BAD), ran(SOME, "=== 4 passed in 1.0s ==="))
    why = "The last run of the tests failed (line 3: 3 failed), and only single tests were run after it."
    assert told == [("completion", "unsupported", why)]


def test_what_passed_earlier_may_be_told_of_earlier_and_not_of_now():
    said = (ASKED, ran(WHOLE, GOOD), edited("/p/a.py"), ran(WHOLE, BAD))
    assert kinds("1. All tests passed.", *said) == []
    assert kinds("8. Current Work:\n   All tests pass.", *said) == [("completion", "contradicted")]


@pytest.mark.parametrize(
    "text",
    [
        "All tests pass but the upload.",
        "Make sure all tests pass.",
        "All 209 tests pass.",
        "209 tests passed.",
        "Updated all tests to pass a list of gauges.",
        "6. All user messages:\n- all tests pass",
    ],
)
def test_limits_orders_counts_and_messages_are_no_such_claim(text):
    assert kinds(text, ASKED, ran(WHOLE, BAD), ran(SOME, "=== 209 passed in 1.0s ===")) == []


def test_without_a_run_in_the_log_nothing_is_said_of_tests():
    assert kinds("All tests pass.", ASKED, ran("make")) == []


@pytest.mark.parametrize(("command", "told"), [(SOME, [("completion", "unsupported")]), (WHOLE, [])])
def test_all_existing_tests_need_a_run_that_names_none(command, told):
    assert kinds("All tests pass, all existing tests too.", ASKED, ran(command, GOOD)) == told


def test_skipped_tests_did_not_pass():
    run = ran(WHOLE, "=== 34 passed, 2 skipped in 1.2s ===")
    assert claims("All 36 tests pass.", ASKED, run) == [
        ("number", "contradicted", "Of 36 tests 2 were skipped (line 3).")
    ]
    assert kinds("All 34 tests pass.", ASKED, run) == []
    assert kinds("Of all 36 tests 34 tests pass.", ASKED, run) == []
    assert kinds("All 36 tests pass.", ASKED, run, ran(WHOLE, "=== 36 passed in 1.2s ===")) == []


@pytest.mark.parametrize(
    "text", ["No errors were encountered in this session.", "No errors encountered", "- No errors."]
)
def test_where_steps_failed_errors_were_encountered(text):
    broken = ran("make", "no rule", error=True)
    assert claims(text, ASKED, broken, broken) == contradicted("2 steps of the work failed, the first at line 3.")
    assert kinds(text, ASKED, ran("make")) == []


@pytest.mark.parametrize("text", ["No errors in the uploader remain after the fix.", "No errors are shown to people."])
def test_errors_of_something_are_not_those_of_the_work(text):
    assert kinds(text, ASKED, ran("make", "no rule", error=True)) == []


def test_a_commit_said_to_be_pushed_needs_a_push_behind_it():
    commit = ran("git commit -m x", "[main abc1234] x")
    assert claims("The commit `abc1234` was pushed.", ASKED, ran("git push"), commit) == contradicted(
        "No push follows the commit (line 5)."
    )
    assert kinds("The commit `abc1234` was pushed.", ASKED, commit, ran("git push")) == []
    assert kinds("The commit `abc1234` should be pushed.", ASKED, commit) == []


def test_replies_said_to_name_a_commit_are_looked_at():
    reply = "gh api repos/o/r/pulls/1/comments/2/replies -f body="
    said = (ASKED, ran(f'{reply}"Fixed in abc1234."'), ran(f'{reply}"Will not fix."'))
    text = "Replied to all comments with the commit SHA."
    assert claims(text, *said) == contradicted("A reply names no commit (line 4).")
    assert kinds(text, *said[:2]) == []
    assert kinds("Replied to all comments.", *said) == []


@pytest.mark.parametrize("text", DONE)
def test_finished_work_is_not_doubted_without_evidence(text):
    assert kinds(f"7. Pending Tasks:\n   - {text}", ASKED, ran("make"), ("agent", "Done.")) == []


@pytest.mark.parametrize("text", DONE)
def test_work_is_not_finished_while_the_last_message_is_unheard(text):
    told = claims(f"7. Pending Tasks:\n   - {text}", ASKED, ran("make"), ("human", "why is it slow?"))
    assert told == contradicted("The user's last message got no answer (line 4).")


def test_finished_work_stays_finished_when_something_else_is_asked():
    said = (ASKED, ran("make"), ("human", "and why is it slow?"))
    assert kinds("8. Current Work:\n   The implementation is complete and was verified.", *said) == []


def test_where_no_tool_was_used_nothing_is_said_to_be_finished():
    assert kinds("The task is complete.", ("agent", "Once upon a time."), ("human", "go on")) == []
