import pytest
from inspector.verdicts.work_record import WorkRecord

from inspector.work.runs_of_tests import test_runs as runs_among
from tests.worked import Used, ran, segment


def run(command, output, *, error=False):
    return next(iter(runs_among(WorkRecord(segment(ran(command, output, error=error))).steps)), None)


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ("=== 34 passed, 2 skipped in 1.20s ===", (34, 0, 2)),
        ("=== 2 failed, 34 passed in 1.20s ===", (34, 2, 0)),
        ("\t Executed 11 tests, with 2 tests skipped and 0 failures (0 unexpected) in 1.0 seconds", (9, 0, 2)),
        ("Tests:       1 failed, 7 passed, 8 total", (7, 1, 0)),
        (" 12 pass\n 0 fail\n", (12, 0, 0)),
        ("Tests run: 12, Failures: 1, Errors: 0, Skipped: 3", (8, 1, 3)),
        ("Ran 12 tests in 0.004s\n\nOK (skipped=3)", (9, 0, 3)),
        ("test result: ok. 5 passed; 0 failed; 2 ignored; 0 measured", (5, 0, 2)),
    ],
)
def test_what_a_runner_counts_is_read(output, counts):
    found = run("make test", output)
    assert (found.passed, found.failed, found.skipped) == counts
    assert (found.total, found.bad) == (sum(counts), counts[1] > 0)


def test_of_several_counts_the_last_stands_for_the_run():
    assert run("pytest", "=== 3 passed in 1.0s ===\n=== 5 passed in 2.0s ===").passed == 5


@pytest.mark.parametrize(("output", "error"), [("Exit code 2\nno tests ran", False), ("boom", True)])
def test_a_run_that_ended_with_an_error_is_bad_without_counts(output, error):
    found = run("make test", output, error=error)
    assert (found.bad, found.total) == (True, None)


@pytest.mark.parametrize(
    ("command", "narrow"),
    [
        ("python -m pytest", False),
        ("uv run pytest tests/test_upload.py -q", True),
        ("pytest -k upload", True),
        ("go test ./...", False),
        ("go test ./upload", True),
        ("cargo test", False),
        ("cargo test -p upload", True),
        ("xcodebuild test -scheme App -only-testing:AppTests/Upload", True),
        ("xcodebuild test -project App.xcodeproj -scheme App", False),
        ("npm test -- --grep upload", True),
    ],
)
def test_a_command_that_names_files_tests_or_packages_runs_only_some(command, narrow):
    assert run(command, "=== 3 passed in 1.0s ===").narrow is narrow


@pytest.mark.parametrize("command", ["cat report.txt", "grep -r passed ."])
def test_what_only_shows_a_report_is_no_run(command):
    assert run(command, "=== 3 passed in 1.0s ===") is None


def test_other_tools_run_no_tests():
    assert list(runs_among(WorkRecord(segment(Used("Read", {"file_path": "a"}, "3 passed in 1.0s"))).steps)) == []


def test_data_in_a_command_line_is_read_in_one_go(ends):
    data = "testspec/" * 1_600 + "Zm9v" * 40_000
    assert run(f"npm test -- --data={data}", "Tests: 1 passed, 1 total").narrow is False
    assert run(f"npm test -- tests/tide.ts --data={data}", "Tests: 1 passed, 1 total").narrow is True


def test_an_output_of_empty_lines_is_read_in_one_go(ends):
    assert run("make test", "\n" * 100_000 + "\tExecuted 3 tests, with 1 failure\nFAILED").failed == 1
