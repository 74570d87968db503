"""How test runners write what became of a test, and the count that ends a run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_RESULTS = {
    "pass": "passed pass ok ✓ ✔ √".split(),
    "fail": [*"failed fail error ✗ ✘ ✖ × ✕".split(), "not ok"],
    "skip": "skipped skip ignored".split(),
}
_RESULT = {word: result for result, words in _RESULTS.items() for word in words}
_LONGEST_LINE = 1_000
"""Characters in front of a sign."""
_TICKS = "✓|✗|×|✕|✔|√|✘|✖"


def _table(*rows: tuple[str, str]) -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    """Rows of signs and a pattern that is tried where one of them stands.

    No run has a count of more than nine digits, and thousands of digits are no number that can be read.
    """
    return tuple(
        (tuple(signs.split("|")), re.compile(pattern.replace(r"\d+", r"\d{1,9}"), re.MULTILINE))
        for signs, pattern in rows
    )


_FORMS = _table(
    ("PASSED|FAILED|ERROR|SKIPPED", r"^(?P<name>\S+::\S[^\n]*?) (?P<result>PASSED|FAILED|ERROR|SKIPPED)\b"),
    ("FAILED |ERROR ", r"^(?P<result>FAILED|ERROR) (?P<name>\S+::\S+)"),
    ("--- ", r"^[ \t]*--- (?P<result>PASS|FAIL|SKIP): (?P<name>\S+)"),
    ("FAIL\t|ok  ", r"^(?P<result>ok|FAIL)[ \t]+(?P<name>[\w./-]+/[\w./-]+)[ \t]"),
    (" ... ", r"^test (?P<name>\S+(?: - \S+)?) \.\.\. (?P<result>ok|FAILED|ignored)$"),
    (" ... ", r"^(?P<name>test\w+ \([\w.]+\)) \.\.\. (?P<result>ok|FAIL|ERROR|skipped)"),
    ("FAIL: |ERROR: ", r"^(?P<result>FAIL|ERROR): (?P<name>test\w+ \([\w.]+\))"),
    (
        _TICKS,
        r"^[ \t]*(?P<result>[✓✔√✗✘×✕✖])[ \t]+(?:\d+[ \t]+(?=\[))?(?P<name>\S[^\n]*?)(?:[ \t]+\(?[\d.]+ ?m?s\)?)?$",
    ),
    ("PASS |FAIL ", r"^[ \t]*(?P<result>PASS|FAIL)[ \t]+(?P<name>\S+\.(?:[cm]?[jt]sx?|rb|php))\b"),
    ("ok ", r"^[ \t]*(?P<result>(?:not )?ok) \d+(?: -)? (?!.*# (?:SKIP|TODO))(?P<name>\S[^\n]*?)[ \t]*$"),
    ("PASSED|FAILED", r"^(?P<name>\w[\w.$]* > \S[^\n]*?) (?P<result>PASSED|FAILED|SKIPPED)$"),
)
_TOTALS = _table(
    ("passed|failed|error", r"^=+ (?P<all>\d+ [a-z]+(?:, \d+ [a-z]+)*) in [\d.]+s"),
    ("passed|failed", r"^(?P<all>\d+ (?:passed|failed|skipped|error)[^\n]*) in [\d.]+s"),
    ("Tests ", r"^[ \t]*Tests[ \t]+(?P<all>[^\n]*\d+ (?:passed|failed)[^\n]*)$"),
    ("Tests:", r"^[ \t]*Tests:[ \t]+(?P<all>[^\n]*\d+ (?:passed|failed)[^\n]*)$"),
    ("test result:", r"^test result: \w+\. (?P<all>\d+ passed; \d+ failed)"),
    (" passing", r"^[ \t]*(?P<all>\d+ passing\b[^\n]*(?:\n[^\n]*pending)?(?:\n[ \t]*\d+ failing)?)"),
    # Playwright tells those that failed first, each with its name below, and what passed last.
    (
        " failed\n| passed (",
        r"^(?:  (?P<failures>\d+) failed\n(?:    [^\n]*+\n)*)?(?:  \d+ (?:flaky|skipped|interrupted|did not run)\n"
        r"(?:    [^\n]*+\n)*)*  (?P<passed>\d+) passed \([\d.]+(?:ms|[smh])\)",
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
_COUNT = re.compile(r"(?<!\d)(\d{1,9}) (passed|failed|passing|failing|pass|fail|errors?)\b")
# What unittest puts in brackets behind the word: failures=1, skipped=2, expected failures=1, unexpected successes=1.
_WENT_WRONG = frozenset({"failures", "errors", "unexpected successes"})
_LEFT_OUT = frozenset({"skipped", "expected failures"})

Total = tuple[int, int, int, int]
"""Passed, failed, and where a runner says so: start and end."""


def results(output: str, ticked: int) -> Iterator[tuple[str, str, int, int]]:
    """Test name, pass, fail or skip, and where the name stands. ``ticked``: up to where a tick alone makes a test."""
    for signs, pattern in _FORMS:
        for hit in _at_signs(signs, pattern, output):
            name, start = hit["name"].strip(), hit.start("name")
            late = hit["result"] in _TICKS and start >= ticked
            if 2 < len(name) <= 200 and not (late and not _ticks_a_test(name, output[hit.start()], ticked)):
                yield name, _RESULT[hit["result"].lower()], start, start + len(name)


def _ticks_a_test(name: str, first: str, ticked: int) -> bool:
    """Whether a tick behind the end of a run is a test's: where errors are printed last, tests may stand there."""
    return any(sign in name for sign in (" › ", ".test.", ".spec.")) or (ticked > 0 and first.isspace())


def _at_signs(signs: Iterable[str], pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The places that fit a pattern, in lines that hold one of its signs: finding a sign costs next to nothing."""
    by_line = pattern.pattern.startswith("^")
    seen: set[int] = set()
    for sign in signs:
        place = text.find(sign)
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


def totals(output: str) -> Iterator[Total]:
    """The counts that end runs, in order of the text."""
    found = [
        (hit.start(), hit.end(), *_counted(hit.groupdict(default="")))
        for signs, pattern in _TOTALS
        for hit in _at_signs(signs, pattern, output)
    ]
    last = -1
    for start, end, passed, failed in sorted(found, key=lambda one: (one[0], -one[1])):
        # One line of a count that takes several is found by itself as well.
        if start >= last:
            yield passed, failed, start, end
            last = end


def _counted(groups: Mapping[str, str]) -> tuple[int, int]:
    """How many passed and failed, by what a pattern of ``_TOTALS`` named."""
    if "all" in groups:
        return tally(groups["all"])
    count = {name: int(groups.get(name) or 0) for name in ("run", "passed", "failures", "errors", "skipped")}
    failed, left_out = count["failures"] + count["errors"], count["skipped"]
    for part in groups.get("rest", "").split(", "):
        word, _, number = part.partition("=")
        if number.isdecimal() and len(number) < 10:
            failed += int(number) * (word in _WENT_WRONG)
            left_out += int(number) * (word in _LEFT_OUT)
    # A class that fails or is skipped as a whole, and parts of a test that fail, count without a run.
    return count["passed"] or max(0, count["run"] - failed - left_out), failed


def tally(text: str) -> tuple[int, int]:
    """How many passed and how many failed, by all counts in a text."""
    counts = [(int(number), word.startswith("pass")) for number, word in _COUNT.findall(text)]
    return sum(number for number, passed in counts if passed), sum(number for number, passed in counts if not passed)
