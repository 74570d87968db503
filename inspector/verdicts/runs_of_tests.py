"""Test runs of a history: how each ended, and whether it ran all tests or only some."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inspector.facts.runners import totals
from inspector.facts.work import Step
from inspector.model import Item
from inspector.read.tools import ToolKind

_COMMAND = re.compile(
    r"\b(?:pytest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox|unittest)\b"
    r"|\b(?:npm|pnpm|yarn|bun|bunx|npx|deno|make|just|task|mise|cargo|go|mix|swift|dotnet|gradlew?|mvn|rake|turbo|nx)\b"
    r"(?:[ ]+(?:run|exec|-\S+)){0,20}[ ]+(?:\S+:)?test(?:s|:\S+)?\b"
    r"|\bxcodebuild\b[^|;]{0,1000}\btest\b"
)
# What checks everything runs the tests too: it clears a failure, and a failure of it may be another's.
_WHOLE_CHECK = re.compile(
    r"\b(?:npm|pnpm|yarn|bun|make|just|task|mise|turbo|nx|gradlew?|mvn)\b(?:[ ]+(?:run|-\S+)){0,20}[ ]+"
    r"(?:verify|check|ci|all|validate|precommit|pre-commit|test:\S+)\b"
)
_NARROW = re.compile(
    r"(?:^|\s)(?:-k|-t|-g|--filter|--grep|-run|--run|--testNamePattern|--testPathPattern|--tests|--test|--package"
    r"|--only|--exact)[ =:]\S|-only-testing\S*:\S|\bcargo test\b[^|;&]{0,1000}\s(?:-p|--lib|--bin)\b"
    r"|\S::\S|(?:test|spec)\w*[./]\S*\.(?:py|[cm]?[jt]sx?|rb|php|exs?|dart)\b|[._-](?:test|spec)s?\.\w+"
    r"|\btest_\w+|\btests?/\S+|\bgo test\b[^|;&]{0,1000}\s\./(?!\.\.\.)\S"
)
# No name of a file or a test is so long, and looking for one in encoded data takes minutes.
_NO_NAME = re.compile(r"\S{300,}")
_SKIPPED = re.compile(
    r"\b(\d{1,9}) (?:tests? )?(?:skip(?:ped)?|ignored|pending|todo)\b"
    r"|\b(?:skip(?:ped)?|expected failures)=(\d{1,9})|\bSkipped: (\d{1,9})"
)
_FAILED = re.compile(r"^[ \t]*(?:FAIL\b|--- FAIL\b|FAILED\b|ERROR\s+run failed)|\btest result: FAILED", re.M)
_GO = re.compile(r"^ok\s+\S+", re.M)
_SEEN = 200_000


@dataclass(frozen=True, slots=True)
class Run:
    """One run of tests. ``passed``, ``failed`` and ``skipped`` are what the runner printed last, where it counts."""

    item: Item
    """The result that shows it."""
    command: str
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
    is_test = bool(_COMMAND.search(step.command) or _WHOLE_CHECK.search(step.command))
    if not counted and not (is_test and (step.failed is not None or _FAILED.search(output) or _GO.search(output))):
        return None
    passed, failed, skipped = counted[-1] if counted else (None, None, 0)
    any_failed = any(count[1] for count in counted)
    return Run(
        item=result,
        command=step.command,
        passed=passed,
        failed=failed,
        skipped=skipped,
        bad=bool(step.failed or any_failed or _FAILED.search(output)),
        narrow=bool(_NARROW.search(_NO_NAME.sub(" ", step.command))),
    )


def _counted(output: str) -> Iterator[tuple[int, int, int]]:
    """Passed, failed and skipped, as often as a runner says so."""
    for passed, failed, start, end in totals(output):
        told = output[start:end] + output[end : end + 40].split("\n")[0]
        yield passed, failed, sum(int("".join(counts)) for counts in _SKIPPED.findall(told))
