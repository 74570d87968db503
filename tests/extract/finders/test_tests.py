import pytest

from inspector.extract.finders.tests import results, totals
from inspector.model import FactKind
from tests.evidence_scene import scene


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
        ('<testcase name="reads"/><testcase name="mends"><failure/>', {("reads", "pass"), ("mends", "fail")}),
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
        ("\t Executed 11 tests, with 2 tests skipped and 1 failure (0 unexpected) in 1.0 (1.1) seconds", (8, 1)),
    ],
)
def test_the_end_of_a_run_is_counted(output, found):
    assert [(passed, failed) for passed, failed, _, _ in totals(output)] == [found]


def test_a_run_that_failed_without_a_count_is_no_run_that_passed():
    assert not list(totals("Ran 3 tests in 0.1s\n\nFAILED: see the report"))


def test_only_the_latest_run_is_a_fact(tmp_path):
    found = scene(
        tmp_path / "log.jsonl",
        lambda log: log.bash("pytest", "=== 10 passed in 1.2s ==="),
        lambda log: log.bash("pytest", "=== 2 failed, 8 passed in 1.2s ===", code=1),
    )
    fact, _ = found["tests", "latest run"]
    assert (fact.action, fact.kind, len(fact.quotes)) == ("2 failed, 8 passed", FactKind.FAILURE, 1)


def test_colours_do_not_hide_a_result(tmp_path):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("vitest", "\x1b[32m✓\x1b[0m reads the gauge"))
    assert ("tests", "reads the gauge") in found


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("deploy", "✓ Uploaded the gauge"),
        ("tracker close 3 --reason='all tests passed'", "✓ Closed issue 3"),
        ("run watch 7", "✓ Set up job\nthe job has failed"),
        ("npm run lint && npm test", "× The imports are not sorted.\n"),
    ],
)
def test_what_another_tool_ticks_off_is_no_test(tmp_path, command, output):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash(command, output))
    assert not [key for key in found if key[0] == "tests"]


def test_what_is_ticked_off_behind_the_end_of_the_run_is_no_test(tmp_path):
    output = "  ✓ reads the gauge\n  Tests  1 passed (1)\n✓ built in 3s\n"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("npm test && npm run build", output))
    assert {key[1] for key in found if key[0] == "tests"} == {"reads the gauge", "latest run"}


def test_a_tick_in_front_of_a_place_of_tests_is_one_wherever_it_stands(tmp_path):
    place = "[chromium] › e2e/gauge.spec.ts"
    output = f"  ✓  1 {place}:14:3 › reads (3.1s)\n  ✘  2 {place}:20:3 › mends (1s)"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("npm run e2e | tail -2", output))
    told = {key[1]: fact.action for key, (fact, _) in found.items() if key[0] == "tests"}
    assert told == {
        f"{place}:14:3 › reads": "passed",
        f"{place}:20:3 › mends": "failed",
    }


def test_what_is_printed_late_is_a_test_where_it_is_set_in_as_tests_are(tmp_path):
    output = "Tests:  1 failed, 1 total\n✓ wrote the report\n    × reads the gauge (1 ms)\n"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("node run-all.js", output))
    assert {key[1] for key in found if key[0] == "tests"} == {"reads the gauge", "latest run"}


def test_what_the_tested_program_ticks_off_is_no_test(tmp_path):
    output = "✓ Created branch for the gauge\n--- PASS: TestGauge (0.01s)\nok  \tgauges/pressure\t0.2s"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("go test ./... -v", output))
    assert {key[1] for key in found if key[0] == "tests"} >= {"TestGauge", "gauges/pressure"}
    assert not [key for key in found if "Created" in str(key)]


def test_colours_hide_no_test_and_its_place_is_that_of_the_original(tmp_path):
    # The scene checks that every quotation stands in the log as it is.
    output = " \x1b[32m✓\x1b[39m reads \x1b[2mthe\x1b[22m gauge\n\x1b[2m   Tests \x1b[22m \x1b[1m18 passed\x1b[39m\n"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("vitest run", output))
    assert found["tests", "latest run"][0].action == "18 passed"
    assert found["tests", "reads the gauge"][0].texts == ("reads \x1b[2mthe\x1b[22m gauge",)


def test_the_binaries_of_one_run_are_added_up(tmp_path):
    output = "test result: ok. 7 passed; 0 failed; 0 ignored\ntext\ntest result: ok. 0 passed; 0 failed; 0 ignored"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("cargo test", output))
    assert found["tests", "latest run"][0].action == "7 passed"


def test_a_line_of_many_numbers_is_read_in_one_go():
    assert not list(totals("== " + "200 " * 4_000 + "failed", {}))
    (found,) = totals("=== 2 failed, 3 passed, 1 skipped in 0.5s ===", {})
    assert found[:2] == (3, 2)


def test_the_end_of_a_long_output_tells_how_the_run_went(tmp_path):
    shown = "a line of the tides\n" * 12_000 + "=== 1 failed, 41 passed in 9.1s ==="
    run, _ = scene(tmp_path / "log.jsonl", lambda log: log.bash("pytest", shown))["tests", "latest run"]
    assert run.action == "1 failed, 41 passed" and run.texts == ("=== 1 failed, 41 passed in 9.1s",)
