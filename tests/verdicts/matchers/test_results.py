import pytest

from inspector.model import Verdict
from tests.claude_log import Call
from tests.evidence_scene import scene


def verdict(tmp_path, key, summary, *blocks):
    return scene(tmp_path / "log.jsonl", *blocks, summary=summary)[key][1].verdict


def run(command, output="text", code=0):
    return lambda log: log.bash(command, output, code=code)


@pytest.mark.parametrize(
    ("code", "summary", "told"),
    [
        (0, "`npm run lint` passes", Verdict.VERBATIM),
        (0, "`npm run lint`", Verdict.VERBATIM),
        (0, "`npm run lint` still fails", Verdict.ALTERED),
        (0, "`npm run lint` failed because of a path", Verdict.UNDECIDED),
        (1, "`npm run lint` fails", Verdict.VERBATIM),
        (1, "`npm run lint` passes", Verdict.ALTERED),
        (1, "`npm run lint` must pass", Verdict.WEAKENED),
        (1, "`npm run lint:fix` fails", Verdict.LOST),
        (1, "Failing commands:\n- `npm run lint`", Verdict.VERBATIM),
        (0, "`npm run a` fails, `npm run lint` passes", Verdict.VERBATIM),
    ],
)
def test_a_command_is_judged_with_its_outcome(tmp_path, code, summary, told):
    assert verdict(tmp_path, ("commands", "npm run lint"), summary, run("npm run lint", code=code)) is told


@pytest.mark.parametrize(
    ("command", "code", "summary", "told"),
    [
        ("git push origin tides", 0, "Committed the gauge and pushed it.", Verdict.UNDECIDED),
        ("git push origin tides", 0, "Push it if it was not already pushed.", Verdict.LOST),
        ("git push origin tides", 0, "The commit must be pushed.", Verdict.LOST),
        ("git push origin tides", 1, "Committed the gauge and pushed it.", Verdict.LOST),
        ("git push origin tides", 0, "Merged the branch.", Verdict.LOST),
        ("git -C tools push origin tides", 0, "Committed the gauge and pushed it.", Verdict.UNDECIDED),
        ("gh pr merge 12 --squash", 0, "PR #12 was merged.", Verdict.UNDECIDED),
        ("gh pr create --fill", 0, "Then a PR for the tides was opened.", Verdict.UNDECIDED),
        ("gh pr create --fill", 0, "Next: open a PR.", Verdict.LOST),
        ("git merge-base --fork-point main", 0, "Merged the branch.", Verdict.LOST),
        ("git rebase main", 0, "The branch is rebased.", Verdict.UNDECIDED),
    ],
)
def test_a_deed_told_in_words_is_not_lost_with_its_command(tmp_path, command, code, summary, told):
    assert verdict(tmp_path, ("commands", command), summary, run(command, code=code)) is told


@pytest.mark.parametrize(
    ("totals", "summary", "told"),
    [
        ("2 failed, 8 passed", "All tests pass.", Verdict.ALTERED),
        ("2 failed, 8 passed", "2 tests fail.", Verdict.VERBATIM),
        ("2 failed, 8 passed", "Some tests are failing: some fail.", Verdict.REWORDED),
        ("10 passed", "All tests pass.", Verdict.REWORDED),
        ("10 passed", "10 tests passed.", Verdict.VERBATIM),
        ("10 passed", "All tests must pass.", Verdict.LOST),
        ("10 passed", "Tests are still failing.", Verdict.ALTERED),
        ("10 passed", "Fixing 2 failing settings tests: a path was wrong. Fixed by another.", Verdict.UNDECIDED),
        ("10 passed", "A hook told of 5 test failures: 5 failed.", Verdict.UNDECIDED),
        ("10 passed", "We sailed.", Verdict.LOST),
        ("10 passed", "Nothing works yet; run it to verify all **10 tests pass**.", Verdict.LOST),
        ("2 failed, 8 passed", "Run it to verify all tests pass. Run the success criteria checks.", Verdict.LOST),
        ("2 failed, 8 passed", "Unit tests pass, but some tests fail.", Verdict.UNDECIDED),
    ],
)
def test_tests_that_pass_in_the_summary_alone_are_altered(tmp_path, totals, summary, told):
    step = run("pytest", f"=== {totals} in 1.2s ===", code=int("failed" in totals))
    assert verdict(tmp_path, ("tests", "latest run"), summary, step) is told


def test_an_earlier_failure_does_not_contradict_a_test_that_passes_now(tmp_path):
    steps = (run("go test", "--- FAIL: TestA (0s)", 1), run("go test", "--- PASS: TestA (0s)"))
    assert verdict(tmp_path, ("tests", "TestA"), "TestA failed because of a path", *steps) is Verdict.UNDECIDED
    assert verdict(tmp_path, ("tests", "TestA"), "TestA failed because of a path", steps[1]) is Verdict.ALTERED


@pytest.mark.parametrize(
    ("state", "summary", "told"),
    [
        ("done", "- [x] Mend the gauge", Verdict.VERBATIM),
        ("open", "- [x] Mend the gauge", Verdict.ALTERED),
        ("done", "Pending:\n- Mend the gauge", Verdict.ALTERED),
        ("open", "Next: mended? Mend also the old gauge", Verdict.REWORDED),
        ("open", "Paint the boat", Verdict.LOST),
    ],
)
def test_a_to_do_is_judged_with_its_state(tmp_path, state, summary, told):
    step = lambda log: log.todo(Mend_the_gauge=state)  # noqa: E731
    assert verdict(tmp_path, ("todos", "mend the gauge"), summary, step) is told


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("`DataError: slot 3 is gone for good`", Verdict.VERBATIM),
        ("slot 3 is really gone for good (data)", Verdict.REWORDED),
        ("slot 4 is gone for good", Verdict.LOST),
        ("a DataError", Verdict.WEAKENED),
        ("a MetaDataErrors", Verdict.LOST),
    ],
)
def test_an_error_survives_whole_in_other_words_or_by_its_type(tmp_path, summary, told):
    step = run("make all", "DataError: slot 3 is gone for good", 1)
    assert verdict(tmp_path, ("errors", "DataError: slot 3 is gone for good"), summary, step) is told


def test_who_is_away_is_named_or_lost(tmp_path):
    sent = Call("Task", {"description": "Explore the gauges"}, "Async agent launched successfully.\nagentId: a1b2c3d4")
    key = ("delegates", "Explore the gauges")
    assert verdict(tmp_path, key, "Agent a1b2c3d4 is out.", sent) is Verdict.VERBATIM
    assert verdict(tmp_path, key, "Nobody is out.", sent) is Verdict.LOST
