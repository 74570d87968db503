import pytest

from inspector.model import FactKind
from tests.evidence_scene import scene


def test_only_the_latest_run_is_a_fact(tmp_path):
    found = scene(
        tmp_path / "log.jsonl",
        lambda log: log.bash("pytest", "=== 10 passed in 1.2s ==="),
        lambda log: log.bash("pytest", "=== 2 failed, 8 passed in 1.2s ===", code=1),
    )
    fact, _ = found["tests", "latest run"]
    assert (fact.action, fact.kind, len(fact.quotes)) == ("2 failed, 8 passed", FactKind.FAILURE, 1)


def test_what_passed_before_its_command_failed_without_naming_it_is_no_finding(tmp_path):
    passed = "a.py::test_x PASSED\na.py::test_y PASSED\n=== 2 passed in 1.2s ==="
    failed = "FAILED a.py::test_y - KeyError\n=== 1 failed, 1 passed in 1.2s ==="

    def told(name, then):
        blocks = [lambda log: log.bash("pytest -v 2>&1 | tail", passed), lambda log: log.bash(then, failed, code=1)]
        found = scene(tmp_path / name, *blocks)
        return {value: fact.action for (finder, value), (fact, _) in found.items() if finder == "tests"}

    failing = {"a.py::test_y": "failed", "latest run": "1 failed, 1 passed"}
    assert told("same.jsonl", "pytest -v") == failing
    assert told("other.jsonl", "pytest -v lib") == {"a.py::test_x": "passed", **failing}


def test_colours_do_not_hide_a_result(tmp_path):
    output = "\x1b[32m✓\x1b[0m reads the gauge\n\x1b[2m Tests \x1b[22m 1 passed (1)"
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("vitest", output))
    assert ("tests", "reads the gauge") in found


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("deploy", "✓ Uploaded the gauge"),
        ("", "✓ Uploaded the gauge"),
        ("tracker close 3 --reason='all tests passed'", "✓ Closed issue 3"),
        ("run watch 7", "✓ Set up job\nthe job has failed"),
        ("npm run lint && npm test", "× The imports are not sorted.\n"),
    ],
)
def test_what_another_tool_ticks_off_is_no_test(tmp_path, command, output):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash(command, output))
    assert not [key for key in found if key[0] == "tests"]


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("npm test && npm run build", "  ✓ reads the gauge\n  Tests  1 passed (1)\n✓ built in 3s\n"),
        ("node run-all.js", "Tests:  1 failed, 1 total\n✓ wrote the report\n    × reads the gauge (1 ms)\n"),
    ],
)
def test_what_is_ticked_off_behind_the_end_of_the_run_is_a_test_only_where_it_is_set_in(tmp_path, command, output):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash(command, output))
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


def test_the_end_of_a_long_output_tells_how_the_run_went(tmp_path):
    shown = "a line of the tides\n" * 12_000 + "=== 1 failed, 41 passed in 9.1s ==="
    run, _ = scene(tmp_path / "log.jsonl", lambda log: log.bash("pytest", shown))["tests", "latest run"]
    assert run.action == "1 failed, 41 passed" and run.texts == ("=== 1 failed, 41 passed in 9.1s",)
