"""Test runs of a history: how each ended, and whether it ran all tests or only some."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inspector.model import Item
from inspector.read.tools import ToolKind
from inspector.work.runners import totals
from inspector.work.steps import Step

_RUNNERS = frozenset("pytest jest vitest mocha rspec phpunit ctest tox nox unittest".split())
_TASKS = frozenset(
    """npm pnpm yarn bun bunx npx deno make just task mise cargo go mix swift dotnet gradle gradlew mvn rake turbo nx
    xcodebuild""".split()
)
# What checks everything runs the tests too: it clears a failure, and a failure of it may be another's.
_TASK_NAMES = frozenset("test tests verify check ci all validate precommit pre-commit".split())
_BREAKS = frozenset({"&&", "||", ";", "|"})
_OF_SOME = frozenset(
    """-k -t -g --filter --grep -run --run --testNamePattern --testPathPattern --tests --test --package --only --exact
    -only-testing""".split()
)
_OF_SOME_CARGO = frozenset({"-p", "--lib", "--bin"})
_TEST_NAMES = ("::", "test_", "_test.", ".test.", "-test.", "_spec.", ".spec.", "/test/", "/tests/")
_LONGEST_NAME = 300
_SKIPPED = re.compile(
    r"\b(\d{1,9}) (?:tests? )?(?:skip(?:ped)?|ignored|pending|todo)\b"
    r"|\b(?:skip(?:ped)?|expected failures)=(\d{1,9})|\bSkipped: (\d{1,9})"
)
_FAILED = re.compile(r"^[ \t]*(?:FAIL\b|--- FAIL\b|FAILED\b|ERROR\s+run failed)|\btest result: FAILED", re.M)
_SEEN = 200_000


@dataclass(frozen=True, slots=True)
class Run:
    """One run of tests. ``passed``, ``failed`` and ``skipped`` are what the runner printed last, where it counts."""

    item: Item
    """The result that shows it."""
    passed: int | None
    failed: int | None
    skipped: int
    bad: bool
    """Whether it ended with failures or an error."""
    narrow: bool
    """Whether the command names single files, tests or packages."""

    @property
    def total(self) -> int | None:
        """All tests that the runner counted, skipped ones among them."""
        return None if self.passed is None else self.passed + (self.failed or 0) + self.skipped


def test_runs(steps: Iterable[Step]) -> Iterator[Run]:
    """The test runs among some steps, in their order."""
    for step in steps:
        if step.result is None or step.looks or step.kind is not ToolKind.RUN:
            continue
        run = _run(step, step.result)
        if run is not None:
            yield run


def _run(step: Step, result: Item) -> Run | None:
    output = step.output[-_SEEN:]
    counted = list(_counted(output))
    words = _test_words(step.command)
    any_failed = _FAILED.search(output) is not None
    if not counted and not (words and (step.failed is not None or any_failed)):
        return None
    passed, failed, skipped = counted[-1] if counted else (None, None, 0)
    return Run(
        item=result,
        passed=passed,
        failed=failed,
        skipped=skipped,
        bad=bool(step.failed or any_failed or any(count[1] for count in counted)),
        narrow=_names_some(words or step.command.split()),
    )


def _test_words(command: str) -> list[str]:
    """The words of a command line from where it runs tests, or []."""
    words, start = command.split(), -1
    for place, word in enumerate(words):
        name = word.rsplit("/", 1)[-1]
        if name in _RUNNERS:
            return words[place:]
        if start >= 0 and (name in _TASK_NAMES or name.startswith("test:")):
            return words[start:]
        if word in _BREAKS:
            start = -1
        elif name in _TASKS:
            start = place
    return []


def _names_some(words: list[str]) -> bool:
    """Whether words behind a runner name single files, tests or packages."""
    options = {word.replace(":", "=").split("=")[0] for word in words}
    if not _OF_SOME.isdisjoint(options) or ("cargo" in words and not _OF_SOME_CARGO.isdisjoint(options)):
        return True
    named = [word for word in words if "*" not in word and "..." not in word and len(word) <= _LONGEST_NAME]
    return any(
        any(sign in word for sign in _TEST_NAMES)
        or word.startswith(("test/", "tests/"))
        or ("go" in words and word.startswith("./"))
        for word in (word.strip("\"'").rstrip("/") for word in named)
    )


def _counted(output: str) -> Iterator[tuple[int, int, int]]:
    """Passed, failed and skipped, as often as a runner says so."""
    for passed, failed, start, end in totals(output):
        told = output[start:end] + output[end : end + 40].split("\n")[0]
        yield passed, failed, sum(int("".join(counts)) for counts in _SKIPPED.findall(told))
