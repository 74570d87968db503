"""Test names with their latest result, and how the latest run of all ended."""

from __future__ import annotations

from inspector.facts.finders.finder import Finder
from inspector.facts.ledger import OUTPUT, Ledger
from inspector.facts.runners import Total, results, totals
from inspector.facts.work import Step
from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.text.colours import Uncoloured
from inspector.text.normal import command_form
from inspector.text.shell import only_looks

WORDS = {"pass": "passed", "fail": "failed", "skip": "skipped"}
# Of runners that write results in words: a check mark beside them was printed by what they test.
_UNTICKED = ("--- PASS: ", "--- FAIL: ", "test result: ", "=== RUN ", "=== test session starts", "=== FAILURES ===")
_SEEN = 200_000


class Tests(Finder):
    """One fact per test, and one for the latest run. What passed is forgotten when its command fails without it."""

    def __init__(self) -> None:
        self._run = False
        self._passed: dict[str, str] = {}
        """Test that passed last → the command that ran it."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the tests that a command ran."""
        if step.kind is not ToolKind.RUN or step.result is None or step.looks:
            return
        bare = Uncoloured(step.output[:_SEEN])
        output = bare.text
        counted = list(totals(output))
        called = " ".join(command_form(simple.text) for simple in step.commands if not only_looks(simple))
        ran_before = {name for name, command in self._passed.items() if command == called}
        for name, result, start, end in results(output, _ticked_until(output, counted)):
            failed = result == "fail"
            ran_before.discard(name)
            self._passed.pop(name, None)
            if result == "pass":
                self._passed[name] = called
            ledger.note(
                "tests",
                FactKind.FAILURE if failed else FactKind.FINDING,
                name,
                step.result,
                bare.place(start, end),
                step.output,
                action=WORDS[result],
                group="test",
                statement=f"{name}: {WORDS[result]}",
                weight=OUTPUT,
            )
        self._latest_run(step, bare, counted, ledger)
        if any(failed for _, failed, _, _ in counted):
            for name in ran_before:
                ledger.drop("tests", "test", name)

    def _latest_run(self, step: Step, bare: Uncoloured, found: list[Total], ledger: Ledger) -> None:
        assert step.result is not None, "asked by look"
        front = max(0, len(step.output) - _SEEN)
        if front:
            # How a run went stands at its end.
            bare = Uncoloured(step.output[front:])
            found = list(totals(bare.text))
        if found:
            passed, failed_count, start, end = _summed(found, bare.text)
            start, end = bare.place(start, end)
            if self._run:
                ledger.drop("tests", "run", "latest run")
            self._run = True
            words = ", ".join(
                f"{count} {word}" for count, word in ((failed_count, "failed"), (passed, "passed")) if count
            )
            ledger.note(
                "tests",
                FactKind.FAILURE if failed_count else FactKind.FINDING,
                "latest run",
                step.result,
                (front + start, front + end),
                step.output,
                action=words or "0 passed",
                group="run",
                statement=f"latest test run: {words or 'nothing ran'}",
                weight=OUTPUT,
            )


def _ticked_until(output: str, counted: list[Total]) -> int:
    """Up to where in the output a tick alone makes a test: many tools tick off what they did.

    It is a test's where it stands above the count that ends a run.
    """
    return counted[-1][3] if counted and not any(sign in output for sign in _UNTICKED) else 0


def _summed(found: list[Total], output: str) -> Total:
    """The last total; where all are of cargo, which prints one for each binary, their sum at the last that ran any."""
    if not all(output.startswith("test result:", start) for _, _, start, _ in found):
        return found[-1]
    _, _, start, end = next((one for one in reversed(found) if one[0] or one[1]), found[-1])
    return sum(one[0] for one in found), sum(one[1] for one in found), start, end
