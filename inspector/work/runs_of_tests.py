"""Test runs of a history: how each ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
_FAILED = re.compile(r"^[ \t]*(?:FAIL\b|--- FAIL\b|FAILED\b|ERROR\s+run failed)|\btest result: FAILED", re.M)
_SEEN = 200_000


@dataclass(frozen=True, slots=True)
class Run:
    """One run of tests."""

    failed: int | None
    """As the runner printed last; None where it does not count."""
    bad: bool
    """Whether it ended with failures or an error."""


def test_runs(steps: Iterable[Step]) -> Iterator[Run]:
    """The test runs among some steps, in their order."""
    for step in steps:
        if step.result is None or step.looks or step.kind is not ToolKind.RUN:
            continue
        run = _run(step)
        if run is not None:
            yield run


def _run(step: Step) -> Run | None:
    output = step.output[-_SEEN:]
    counts = [failed for _, failed, _, _ in totals(output)]
    any_failed = _FAILED.search(output) is not None
    if not counts and not (_runs_tests(step.command) and (step.failed is not None or any_failed)):
        return None
    return Run(counts[-1] if counts else None, bool(step.failed or any_failed or any(counts)))


def _runs_tests(command: str) -> bool:
    """Whether a command line runs tests."""
    is_task = False
    for word in command.split():
        name = word.rsplit("/", 1)[-1]
        if name in _RUNNERS or (is_task and (name in _TASK_NAMES or name.startswith("test:"))):
            return True
        is_task = (is_task and word not in _BREAKS) or name in _TASKS
    return False
