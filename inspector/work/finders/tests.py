"""Test names with their latest result, and how the latest run of all ended."""

from __future__ import annotations

from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.text.colours import Uncoloured
from inspector.text.normal import command_form
from inspector.text.shell import only_looks
from inspector.work.finders.finder import Finder
from inspector.work.ledger import Ledger
from inspector.work.lookup import LATEST_RUN
from inspector.work.runners import Total, results, totals
from inspector.work.steps import Step

WORDS = {"pass": "passed", "fail": "failed", "skip": "skipped"}
# Of runners that write results in words: a check mark beside them was printed by what they test.
_UNTICKED = ("--- PASS: ", "--- FAIL: ", "test result: ", "=== RUN ", "=== test session starts", "=== FAILURES ===")
_SEEN = 200_000


class Tests(Finder):
    """One fact per test, and one for the latest run. What passed is forgotten when its command fails without it."""

    def __init__(self) -> None:
        self._passed: dict[str, str] = {}
        """Test that passed last → the command that ran it."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the tests that a command ran."""
        if step.kind is not ToolKind.RUN or step.result is None or step.looks:
            return
        # How a run went, and what failed, stands at its end.
        front = max(0, len(step.output) - _SEEN)
        bare = Uncoloured(step.output[front:])
        counted = list(totals(bare.text))
        called = " ".join(command_form(simple.text) for simple in step.commands if not only_looks(simple))
        ran_before = {name for name, command in self._passed.items() if command == called}

        def note(group: str, value: str, action: str, statement: str, start: int, end: int, *, failed: bool) -> None:
            assert step.result is not None, "asked above"
            kind, (start, end) = FactKind.FAILURE if failed else FactKind.FINDING, bare.place(start, end)
            place = front + start, front + end
            told = {"action": action, "group": group, "statement": statement}
            ledger.note("tests", kind, value, step.result, place, step.output, **told)

        for name, result, start, end in results(bare.text, _ticked_until(bare.text, counted)):
            ran_before.discard(name)
            self._passed.pop(name, None)
            if result == "pass":
                self._passed[name] = called
            note("test", name, WORDS[result], f"{name}: {WORDS[result]}", start, end, failed=result == "fail")
        if counted:
            passed, failures, start, end = _summed(counted, bare.text)
            words = ", ".join(f"{count} {word}" for count, word in ((failures, "failed"), (passed, "passed")) if count)
            ledger.drop("tests", "run", LATEST_RUN)
            statement = f"latest test run: {words or 'nothing ran'}"
            note("run", LATEST_RUN, words or "0 passed", statement, start, end, failed=failures > 0)
            for name in ran_before if failures else ():
                ledger.drop("tests", "test", name)


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
