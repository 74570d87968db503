import pytest

from inspector.work.runners import results, totals


def told(output):
    return {(name, result) for name, result, _, _ in results(output, len(output))}


@pytest.mark.parametrize(
    ("output", "found"),
    [
        (
            "a.py::test_x PASSED   [ 5%]\na.py::test_y[1-2] FAILED",
            {("a.py::test_x", "pass"), ("a.py::test_y[1-2]", "fail")},
        ),
        ("FAILED a.py::test_x - KeyError", {("a.py::test_x", "fail")}),
        ("--- FAIL: TestA (0.00s)\n    --- PASS: TestA/sub (0s)", {("TestA", "fail"), ("TestA/sub", "pass")}),
        ("ok  \texample.com/m/pkg\t0.2s", {("example.com/m/pkg", "pass")}),
        ("test gauge::reads ... ok\ntest b ... 3 runs", {("gauge::reads", "pass")}),
        ("test_x (suite.Case) ... ok", {("test_x (suite.Case)", "pass")}),
        ("  ✓ reads the gauge 3ms\n  × mends it", {("reads the gauge", "pass"), ("mends it", "fail")}),
        ("FAIL src/a.test.ts", {("src/a.test.ts", "fail")}),
        ("ok 1 - reads\nnot ok 2 - mends", {("reads", "pass"), ("mends", "fail")}),
        ("GaugeTest > reads() FAILED", {("GaugeTest > reads()", "fail")}),
        ("nothing of the kind", set()),
    ],
)
def test_each_runner_is_understood(output, found):
    assert told(output) == found


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ("=== 2 failed, 10 passed in 1.2s ===", (10, 2)),
        ("Tests:       1 failed, 9 passed, 10 total", (9, 1)),
        ("      Tests  2 failed | 10 passed (12)", (10, 2)),
        ("test result: FAILED. 7 passed; 1 failed; 0 ignored", (7, 1)),
        ("  12 passing (30ms)\n  1 failing", (12, 1)),
        ("Tests run: 5, Failures: 1, Errors: 1, Skipped: 0", (3, 2)),
        ("Ran 4 tests in 0.1s\n\nFAILED (failures=1)", (3, 1)),
        (" 8 pass\n 1 fail", (8, 1)),
        (" 8 pass\n 2 skip\n 1 fail", (8, 1)),
        ("Tests run: 5, Failures: 0, Errors: 0, Skipped: 2", (3, 0)),
        ("Ran 4 tests in 0.1s\n\nOK (skipped=3)", (1, 0)),
        ("Ran 6 tests in 0.1s\n\nFAILED (failures=1, skipped=2, expected failures=1)", (2, 1)),
        ("Ran 0 tests in 0.1s\n\nOK (skipped=1)", (0, 0)),
        ("Ran 0 tests in 0.1s\n\nFAILED (errors=1)", (0, 1)),
        ("Ran 1 test in 0.1s\n\nFAILED (failures=3)", (0, 3)),
        ("  17 passed (1.5m)", (17, 0)),
        (
            "  2 failed\n    [x] › a.spec.ts:1:1 › has 3 failed gauges \n    [x] › b\n  1 skipped\n  9 passed (3s)",
            (9, 2),
        ),
        ("  2 failed\n    [x] › a.spec.ts:1:1 › reads\n    [x] › b.spec.ts:1:1 › mends\n", (0, 2)),
        ("  1 failed\n    e2e/a.spec.ts:14:3 › reads ──\n", (0, 1)),
        ("\t Executed 11 tests, with 2 tests skipped and 1 failure (0 unexpected) in 1.0 (1.1) seconds", (8, 1)),
    ],
)
def test_the_end_of_a_run_is_counted(output, found):
    assert [(passed, failed) for passed, failed, _, _ in totals(output)] == [found]


def test_a_run_that_failed_without_a_count_is_no_run_that_passed():
    assert not list(totals("Ran 3 tests in 0.1s\n\nFAILED: see the report"))


def test_a_line_of_many_numbers_is_read_in_one_go():
    assert not list(totals("== " + "200 " * 4_000 + "failed"))
    (found,) = totals("=== 2 failed, 3 passed, 1 skipped in 0.5s ===")
    assert found[:2] == (3, 2)


def test_counts_that_never_end_take_no_longer_than_their_text(ends):
    assert len(list(totals("  1 failed\n    [x\n" * 20_000))) == 20_000
    assert not list(totals("  1 skipped\n" * 20_000))


@pytest.mark.parametrize(
    "line",
    [
        "Ran {n} tests in 1s\n\nOK", "Tests: {n} passed", "Tests run: 5, Failures: {n}, Errors: 0", "  {n} passed (3s)",
        "Executed {n} tests, with 0 failures", "Ran 5 tests in 1s\n\nFAILED (failures={n})", "=== {n} passed in 1s ===",
    ],
)  # fmt: skip
def test_digits_without_end_are_no_count(line):
    assert all(passed + failed < 10**9 for passed, failed, _, _ in totals(line.format(n="9" * 5_000)))
