import pytest

from inspector.work.runs_of_tests import test_runs as runs_among
from inspector.work.steps import steps
from tests.worked import Used, ran, read, segment


def runs(*said):
    return list(runs_among(steps(segment(*said).items, read)))


def run(command, output, *, error=False):
    return next(iter(runs(ran(command, output, error=error))), None)


@pytest.mark.parametrize(
    ("output", "failed"),
    [
        ("=== 34 passed, 2 skipped in 1.20s ===", 0),
        ("=== 2 failed, 34 passed in 1.20s ===", 2),
        ("\t Executed 11 tests, with 2 tests skipped and 0 failures (0 unexpected) in 1.0 seconds", 0),
        ("Tests:       1 failed, 7 passed, 8 total", 1),
        (" 12 pass\n 0 fail\n", 0),
        ("Tests run: 12, Failures: 1, Errors: 0, Skipped: 3", 1),
        ("Ran 12 tests in 0.004s\n\nOK (skipped=3)", 0),
        ("test result: ok. 5 passed; 0 failed; 2 ignored; 0 measured", 0),
    ],
)
def test_how_many_failed_is_as_the_runner_counts(output, failed):
    found = run("make test", output)
    assert (found.failed, found.bad) == (failed, failed > 0)


def test_of_several_counts_the_last_stands_for_the_run():
    found = run("pytest", "=== 1 failed, 3 passed in 1.0s ===\n=== 2 failed, 5 passed in 2.0s ===")
    assert found.failed == 2


@pytest.mark.parametrize(("output", "error"), [("Exit code 2\nno tests ran", False), ("boom", True)])
@pytest.mark.parametrize("command", ["make test", "cd app && npm run test:unit", "uv run pytest -q"])
def test_a_run_that_ended_with_an_error_is_bad_without_counts(command, output, error):
    found = run(command, output, error=error)
    assert (found.failed, found.bad) == (None, True)


@pytest.mark.parametrize("command", ["make lint", "npm i && echo test", "test -f a"])
def test_what_names_no_tests_and_counts_none_is_no_run(command):
    assert run(command, "boom", error=True) is None


@pytest.mark.parametrize("command", ["cat report.txt", "grep -r passed ."])
def test_what_only_shows_a_report_is_no_run(command):
    assert run(command, "=== 3 passed in 1.0s ===") is None


def test_other_tools_run_no_tests():
    assert runs(Used("Read", {"file_path": "a"}, "3 passed in 1.0s")) == []


def test_data_in_a_command_line_is_read_in_one_go(ends):
    data = "testspec/" * 1_600 + "Zm9v" * 40_000
    assert run(f"npm test -- --data={data}", "Tests: 1 passed, 1 total").failed == 0


def test_an_output_of_empty_lines_is_read_in_one_go(ends):
    assert run("make test", "\n" * 100_000 + "\tExecuted 3 tests, with 1 failure\nFAILED").failed == 1
