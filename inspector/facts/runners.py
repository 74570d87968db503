"""How test runners write what became of a test, and the count that ends a run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_RESULTS = {
    "pass": "passed pass ok ✓ ✔ √ passing".split(),
    "fail": "failed fail error ✗ ✘ ✖ × ✕ not_ok failing".split(),
    "skip": "skipped skip ignored xfail".split(),
}
_RESULT = {word: result for result, words in _RESULTS.items() for word in words}
_NAMES_A_TEST = re.compile(r" › |\.(?:test|spec)\.\w")
_LONGEST_LINE = 1_000
"""Characters in front of a sign."""


class _Form:
    """One runner's way to write a result. ``sign`` must stand in the text for the pattern to be tried."""

    def __init__(self, signs: str, pattern: str, name: int, result: int) -> None:
        self.signs = tuple(signs.split("|"))
        self.pattern = re.compile(pattern, re.MULTILINE)
        self.name, self.result = name, result


_TICKED = _Form(
    "✓|✗|×|✕|✔|√|✘|✖",
    r"^[ \t]*([✓✔√✗✘×✕✖])[ \t]+(?:\d+[ \t]+(?=\[))?(\S[^\n]*?)(?:[ \t]+\(?[\d.]+ ?m?s\)?)?$",
    name=2,
    result=1,
)
_FORMS = (
    _Form("PASSED|FAILED|ERROR|SKIPPED", r"^(\S+::\S[^\n]*?) (PASSED|FAILED|ERROR|SKIPPED)\b", 1, 2),
    _Form("FAILED |ERROR ", r"^(FAILED|ERROR) (\S+::\S+)", 2, 1),
    _Form("--- ", r"^[ \t]*--- (PASS|FAIL|SKIP): (\S+)", 2, 1),
    _Form("FAIL\t|ok  ", r"^(ok|FAIL)[ \t]+([\w./-]+/[\w./-]+)[ \t]", 2, 1),
    _Form(" ... ", r"^test (\S+(?: - \S+)?) \.\.\. (ok|FAILED|ignored)$", 1, 2),
    _Form(" ... ", r"^(test\w+ \([\w.]+\)) \.\.\. (ok|FAIL|ERROR|skipped)", 1, 2),
    _Form("FAIL: |ERROR: ", r"^(FAIL|ERROR): (test\w+ \([\w.]+\))", 2, 1),
    _TICKED,
    _Form("PASS |FAIL ", r"^[ \t]*(PASS|FAIL)[ \t]+(\S+\.(?:[cm]?[jt]sx?|rb|php))\b", 2, 1),
    _Form("ok ", r"^[ \t]*((?:not )?ok) \d+(?: -)? (?!.*# (?:SKIP|TODO))(\S[^\n]*?)[ \t]*$", 2, 1),
    _Form("PASSED|FAILED", r"^(\w[\w.$]* > \S[^\n]*?) (PASSED|FAILED|SKIPPED)$", 1, 2),
    _Form("<testcase", r"<testcase\b[^>]{0,500}\bname=\"([^\"]+)\"[^>]*?(/>|>\s*<(?:failure|error|skipped)|>)", 1, 2),
)
_DIGITS = r"\d{1,9}"
"""Of a count: no run has more tests, and thousands of digits are no number that can be read."""
_TOTALS = tuple(
    (signs.split("|"), re.compile(pattern.replace(r"\d+", _DIGITS), re.MULTILINE))
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
        (" failed\n", r"^  (?P<run>(?P<failures>\d+)) failed\n(?=    (?:\[|\S[^\n]* › ))"),
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
_COUNT = re.compile(rf"(?<!\d)({_DIGITS}) (passed|failed|passing|failing|pass|fail|errors?)\b")
_STEMS = ("PASS", "FAIL", "ERROR", "Tests", "pass", "fail", "ok ")
_ROOTS = {
    sign: next((stem for stem in _STEMS if stem in sign), sign)
    for signs in (*(form.signs for form in _FORMS), *(signs for signs, _ in _TOTALS))
    for sign in signs
}
"""Sign → what has to stand in a text for it to stand there, the same for many."""
# What unittest puts in brackets behind the word: failures=1, skipped=2, expected failures=1, unexpected successes=1.
_WENT_WRONG = re.compile(rf"(?:(?<!expected )failures|errors|unexpected successes)=({_DIGITS})")
_LEFT_OUT = re.compile(rf"(?:skipped|expected failures)=({_DIGITS})")

Total = tuple[int, int, int, int]
"""Passed, failed, and where a runner says so: start and end."""
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


def _result(word: str) -> str:
    if word.startswith((">", "/")):
        return "fail" if "failure" in word or "error" in word else "skip" if "skipped" in word else "pass"
    return _RESULT.get(word.lower().replace(" ", "_"), "")


def totals(output: str, roots: Roots | None = None) -> Iterator[Total]:
    """The counts that end runs, in order of the text."""
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
    for start, end, passed, failed in sorted(found, key=lambda one: (one[0], -one[1])):
        # One line of a count that takes several is found by itself as well.
        if start >= last:
            yield passed, failed, start, end
            last = end
