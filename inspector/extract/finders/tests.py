"""Test names with their latest result, and how the latest run of all ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inspector.extract.colours import Uncoloured
from inspector.extract.ledger import OUTPUT, Ledger
from inspector.extract.work import Step
from inspector.model import FactKind
from inspector.read.tools import ToolKind

_RESULTS = {
    "pass": "passed pass ok ✓ ✔ √ passing".split(),
    "fail": "failed fail error ✗ ✘ ✖ × ✕ not_ok failing".split(),
    "skip": "skipped skip ignored xfail".split(),
}
_RESULT = {word: result for result, words in _RESULTS.items() for word in words}
WORDS = {"pass": "passed", "fail": "failed", "skip": "skipped"}


# A check mark in front of a line says little, as many tools tick off what they did: it is a test's where it stands
# above the count that ends a run, where such a runner was called, and where it names a file or a path of tests.
_TICKS = re.compile(
    r"(?:^|[\s;&|/(])(?:jest|vitest|mocha|ava|playwright|cypress|jasmine|karma)(?=\s|$)"
    r"|\b(?:bun|deno) test\b|\bnode --test\b"
)
_NAMES_A_TEST = re.compile(r" › |\.(?:test|spec)\.\w")
# Runners that write results in words: a check mark beside them was printed by what they test.
_UNTICKED = re.compile(r"\b(?:go test|cargo test|pytest|unittest)\b")
_UNTICKED_OUTPUT = ("--- PASS: ", "--- FAIL: ", "test result: ", "=== RUN ")


class _Form:
    """One runner's way to write a result. ``sign`` must stand in the text for the pattern to be tried."""

    def __init__(self, signs: str, pattern: str, name: int, result: int) -> None:
        self.signs = tuple(signs.split("|"))
        self.pattern = re.compile(pattern, re.MULTILINE)
        self.name, self.result = name, result


_FORMS = (
    _Form("PASSED|FAILED|ERROR|SKIPPED", r"^(\S+::\S[^\n]*?) (PASSED|FAILED|ERROR|SKIPPED)\b", 1, 2),
    _Form("FAILED |ERROR ", r"^(FAILED|ERROR) (\S+::\S+)", 2, 1),
    _Form("--- ", r"^[ \t]*--- (PASS|FAIL|SKIP): (\S+)", 2, 1),
    _Form("FAIL\t|ok  ", r"^(ok|FAIL)[ \t]+([\w./-]+/[\w./-]+)[ \t]", 2, 1),
    _Form(" ... ", r"^test (\S+(?: - \S+)?) \.\.\. (ok|FAILED|ignored)$", 1, 2),
    _Form(" ... ", r"^(test\w+ \([\w.]+\)) \.\.\. (ok|FAIL|ERROR|skipped)", 1, 2),
    _Form("FAIL: |ERROR: ", r"^(FAIL|ERROR): (test\w+ \([\w.]+\))", 2, 1),
    _Form(
        "✓|✗|×|✕|✔|√|✘|✖",
        r"^[ \t]*([✓✔√✗✘×✕✖])[ \t]+(?:\d+[ \t]+(?=\[))?(\S[^\n]*?)(?:[ \t]+\(?[\d.]+ ?m?s\)?)?$",
        2,
        1,
    ),
    _Form("PASS |FAIL ", r"^[ \t]*(PASS|FAIL)[ \t]+(\S+\.(?:[cm]?[jt]sx?|rb|php))\b", 2, 1),
    _Form("ok ", r"^[ \t]*((?:not )?ok) \d+(?: -)? (?!.*# (?:SKIP|TODO))(\S[^\n]*?)[ \t]*$", 2, 1),
    _Form("PASSED|FAILED", r"^(\w[\w.$]* > \S[^\n]*?) (PASSED|FAILED|SKIPPED)$", 1, 2),
    _Form("<testcase", r"<testcase\b[^>]{0,500}\bname=\"([^\"]+)\"[^>]*?(/>|>\s*<(?:failure|error|skipped)|>)", 1, 2),
)
_TICKED = _FORMS[7]
_TOTALS = tuple(
    (signs.split("|"), re.compile(pattern, re.MULTILINE))
    for signs, pattern in (
        ("passed|failed|error", r"^=+ (?P<all>\d+ [a-z]+(?:, \d+ [a-z]+)*+) in [\d.]+s"),
        ("passed|failed", r"^(?P<all>\d+ (?:passed|failed|skipped|error)[^\n]*) in [\d.]+s"),
        ("Tests ", r"^[ \t]*Tests[ \t]+(?P<all>[^\n]*\d+ (?:passed|failed)[^\n]*)$"),
        ("Tests:", r"^[ \t]*Tests:[ \t]+(?P<all>[^\n]*\d+ (?:passed|failed)[^\n]*)$"),
        ("test result:", r"^test result: \w+\. (?P<all>\d+ passed; \d+ failed)"),
        (" passing", r"^[ \t]*(?P<all>\d+ passing\b[^\n]*(?:\n[^\n]*pending)?(?:\n[ \t]*\d+ failing)?)"),
        # Playwright tells those that failed first, each with its name below, and what passed last.
        (
            " failed\n| passed (",
            r"^(?:  (?P<failures>\d+) failed\n(?:    [^\n]*\n)*+)?(?:  \d+ (?:flaky|skipped|interrupted|did not run)\n"
            r"(?:    [^\n]*\n)*+)*+  (?P<passed>\d+) passed \([\d.]+(?:ms|[smh])\)",
        ),
        (" failed\n", r"^  (?P<run>(?P<failures>\d+)) failed\n(?=    \[)(?![\s\S]*\n  \d+ passed \()"),
        (
            "Executed ",
            r"^[ \t]*Executed (?P<run>\d+) tests?, with (?:(?P<skipped>\d+) tests? skipped and )?"
            r"(?P<failures>\d+) failures?",
        ),
        (
            "Tests run:",
            r"Tests run: (?P<run>\d+), Failures: (?P<failures>\d+), Errors: (?P<errors>\d+)"
            r"(?:, Skipped: (?P<skipped>\d+))?",
        ),
        ("Ran ", r"^Ran (?P<run>\d+) tests? in [^\n]*\s+(?:OK\b|FAILED(?= \())(?: \((?P<rest>[^)]*)\))?"),
        (" pass\n", r"^[ \t]*(?P<all>\d+ pass\n(?:[ \t]*\d+ (?:skip|todo)\n)*[ \t]*\d+ fail)$"),
    )
)
_COUNT = re.compile(r"(\d+) (passed|failed|passing|failing|pass|fail|errors?)\b")
_SIGNS = (
    "pass",
    "PASS",
    "FAIL",
    "fail",
    "ok",
    "✓",
    "✗",
    "✔",
    "✖",
    "✘",
    "×",
    "✕",
    "√",
    "Ran ",
    "Tests run",
    "Executed ",
    "<testcase",
)
_STEMS = ("PASS", "FAIL", "ERROR", "Tests", "pass", "fail", "ok ")
_ROOTS = {
    sign: next((stem for stem in _STEMS if stem in sign), sign)
    for signs in (*(form.signs for form in _FORMS), *(signs for signs, _ in _TOTALS))
    for sign in signs
}
"""Sign → what has to stand in a text for it to stand there, the same for many."""
# What unittest puts in brackets behind the word: failures=1, skipped=2, expected failures=1, unexpected successes=1.
_WENT_WRONG = re.compile(r"(?:(?<!expected )failures|errors|unexpected successes)=(\d+)")
_LEFT_OUT = re.compile(r"(?:skipped|expected failures)=(\d+)")
_SEEN = 200_000
_LONGEST_LINE = 1_000
"""Characters in front of a sign."""


class Tests:
    """One fact per test, and one for the latest run."""

    def __init__(self) -> None:
        self._run = False

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the tests that a command ran."""
        if step.kind is not ToolKind.RUN or step.result is None or step.looks:
            return
        output = step.output[:_SEEN]
        if not _any(_SIGNS, output) and not (len(step.output) > _SEEN and _any(_SIGNS, step.output[-_SEEN:])):
            return
        bare = Uncoloured(output)
        output = bare.text
        roots: Roots = {}
        counted = list(totals(output, roots))
        for name, result, start, end in results(output, _ticked_until(step.command, output, counted), roots):
            failed = result == "fail"
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

    def finish(self, ledger: Ledger) -> None:
        """Nothing more."""

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


Total = tuple[int, int, int, int]
"""Passed, failed, and where a runner says so."""


def _ticked_until(command: str, output: str, counted: list[Total]) -> int:
    """Up to where in the output a tick alone makes a test."""
    if _UNTICKED.search(command) or _any(_UNTICKED_OUTPUT, output):
        return 0
    return counted[-1][3] if counted else len(output) if _TICKS.search(command) else 0


def _summed(found: list[Total], output: str) -> Total:
    """The last total; where all are of cargo, which prints one for each binary, their sum at the last that ran any."""
    if not all(output.startswith("test result:", start) for _, _, start, _ in found):
        return found[-1]
    _, _, start, end = next((one for one in reversed(found) if one[0] or one[1]), found[-1])
    return sum(one[0] for one in found), sum(one[1] for one in found), start, end


Roots = dict[str, bool]
"""Which roots of signs stand in a text, as far as that was asked."""


def results(output: str, ticked: int, roots: Roots | None = None) -> Iterator[tuple[str, str, int, int]]:
    """Test name, pass, fail or skip, and where the name stands. ``ticked``: up to where a tick alone makes a test."""
    roots = {} if roots is None else roots
    for form in _FORMS:
        for hit in _at_signs(form.signs, form.pattern, output, roots):
            result = _result(hit[form.result])
            name, start = hit[form.name].strip(), hit.start(form.name)
            if form is _TICKED and not (start < ticked or _ticks_a_test(name, output[hit.start()], ticked)):
                continue
            if result and 2 < len(name) <= 200:
                yield name, result, start, start + len(name)


def _ticks_a_test(name: str, first: str, ticked: int) -> bool:
    """Whether a tick behind the end of a run is a test's: where errors are printed last, tests may stand there."""
    return _NAMES_A_TEST.search(name) is not None or (ticked > 0 and first.isspace())


def _at_signs(signs: Iterable[str], pattern: re.Pattern[str], text: str, roots: Roots) -> Iterator[re.Match[str]]:
    """The places that fit a pattern, in lines that hold one of its signs: finding a sign costs next to nothing.

    ``roots`` remembers which roots of signs stand in the text: most do not, and each is one of many signs.
    """
    by_line = pattern.pattern.startswith("^")
    seen: set[int] = set()
    for sign in signs:
        root = _ROOTS[sign]
        if root not in roots:
            roots[root] = root in text
        place = text.find(sign) if roots[root] else -1
        while place >= 0:
            start = text.rfind("\n", 0, place) + 1 if by_line else place
            # No runner writes such a line, and reading one can take minutes.
            hit = pattern.match(text, start) if place - start <= _LONGEST_LINE else None
            # A line may hold several signs.
            if hit and hit.start() not in seen:
                seen.add(hit.start())
                yield hit
            behind = text.find("\n", place) if by_line else place + 1
            place = text.find(sign, behind) if behind > 0 else -1


def _any(signs: Iterable[str], text: str) -> bool:
    for sign in signs:  # noqa: SIM110 - a generator costs more than the search
        if sign in text:
            return True
    return False


def _result(word: str) -> str:
    if word.startswith((">", "/")):
        return "fail" if "failure" in word or "error" in word else "skip" if "skipped" in word else "pass"
    return _RESULT.get(word.lower().replace(" ", "_"), "")


def totals(output: str, roots: Roots | None = None) -> Iterator[tuple[int, int, int, int]]:
    """Passed, failed, and where a runner says so, in order of the text."""
    found = []
    roots = {} if roots is None else roots
    for signs, pattern in _TOTALS:
        for hit in _at_signs(signs, pattern, output, roots):
            groups = hit.groupdict()
            if groups.get("all") is not None:
                passed = failed = 0
                for number, word in _COUNT.findall(groups["all"]):
                    if word.startswith("pass"):
                        passed += int(number)
                    else:
                        failed += int(number)
            else:
                rest = groups.get("rest") or ""
                failed = sum(map(int, _WENT_WRONG.findall(rest)))
                failed += int(groups.get("failures") or 0) + int(groups.get("errors") or 0)
                left_out = sum(map(int, _LEFT_OUT.findall(rest))) + int(groups.get("skipped") or 0)
                # A class that fails or is skipped as a whole, and parts of a test that fail, count without a run.
                passed = int(groups.get("passed") or max(0, int(groups.get("run") or 0) - failed - left_out))
            found.append((hit.start(), hit.end(), passed, failed))
    last = -1
    for start, end, passed, failed in sorted(found):
        # The last line of a count that takes several is found by itself as well.
        if start >= last:
            yield passed, failed, start, end
            last = end
