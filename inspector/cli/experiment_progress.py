"""How far an experiment is: what is left at the start and what it will cost, then a line that says how it goes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from inspector.cli.output import say
from inspector.rerun.experiment import Trial
from inspector.rerun.judge import JudgedRun
from inspector.rerun.preview import Preview, total
from inspector.rerun.spending import Spending
from inspector.wording.units import counted
from inspector.workbench.experiment_run import SessionRun


class ExperimentProgress:
    """Knows what each run was expected to take, and tells what is left of it."""

    def __init__(self, told: Sequence[SessionRun], spending: Spending) -> None:
        self._spending = spending
        self._previews = [one for session in told for one in session.previews]
        self._sessions = [session for session in told if not session.error]
        self._left = {
            (session.path, one.id): (one.dollars, one.tokens)
            for session in told
            for one in session.previews
            if ":" in one.id
        }
        self._all = len(self._left)
        self._told = 0

    def begin(self) -> None:
        """Say what there is to do."""
        runs = counted(self._all, "run")
        compactions = {(path, name.partition(":")[0]) for path, name in self._left}
        where = f"{counted(len(compactions), 'compaction')} of {counted(len(self._sessions), 'session')}"
        answered = sum(one.answered for one in self._previews)
        left = sum(one.requests for one in self._previews) - answered
        say(f"{runs} on {where}: {counted(answered, 'answer')} kept from before, {counted(left, 'request')} left.")
        if self._spending.spent or self._spending.tokens or self._spending.promised_tokens:
            lost = self._spending.promised_tokens
            open_ = f", with ${self._spending.promised:.4f} for {lost:,} tokens of questions that were cut off"
            say(f"Earlier starts: {self.spent(self._spending)}"[:-1] + (f"{open_}." if lost else "."))

    def of(self, path: Path) -> Callable[[Trial, JudgedRun], None]:
        """Is told which run of a session has ended."""
        return lambda trial, judged: self.done(path, trial.id)

    def done(self, path: Path, run: str) -> None:
        """A run has ended."""
        if self._left.pop((path, run), None) is None:
            return
        ended = self._all - len(self._left)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{self._words(ended)}" + ("\n" if not self._left else ""))
            sys.stderr.flush()
        elif 100 * ended // self._all > self._told:
            self._told = 100 * ended // self._all
            say(self._words(ended))

    def ended(self, session: SessionRun) -> None:
        """All runs of a session have."""
        for path, run in [key for key in self._left if key[0] == session.path]:
            self.done(path, run)

    def _words(self, ended: int) -> str:
        dollars = [one for one, _ in self._left.values()]
        tokens = sum(one for _, one in self._left.values())
        more = f"{tokens:,} tokens" if None in dollars else f"${sum(one for one in dollars if one is not None):.4f}"
        spent = self.spent(self._spending)[:-1].lower()
        return f"{ended:,} of {self._all:,} runs done, {len(self._left):,} left; {spent}, about {more} more."

    @staticmethod
    def spent(spending: Spending) -> str:
        """What was spent, in words."""
        tokens = f"{spending.tokens:,} tokens"
        if not spending.unknown:
            return f"Spent: ${spending.spent:.4f}, {tokens}."
        dollars = f"${spending.spent:.4f}, " if spending.spent else ""
        return f"Spent: {dollars}{tokens}; {counted(spending.unknown, 'answer')} without a known price."


def grouped(previews: Sequence[Preview]) -> list[Preview]:
    """One for each strategy, prompt, model and its settings: what all its runs would send together."""
    found: dict[tuple[str, str, str, str], list[Preview]] = {}
    numbers: dict[str, int] = {}
    for one in previews:
        found.setdefault((one.strategy, one.prompt, one.model, one.settings.words), []).append(one)
    return [_together(same, numbers) for same in found.values()]


def _together(same: Sequence[Preview], numbers: dict[str, int]) -> Preview:
    secrets = dict.fromkeys(secret for one in same for secret in one.secrets)
    return replace(
        same[0],
        requests=sum(one.requests for one in same),
        answered=sum(one.answered for one in same),
        input=sum(one.input for one in same),
        output=sum(one.output for one in same),
        dollars=total(same),
        tokens=sum(one.tokens for one in same),
        secrets=tuple(replace(one, number=numbers.setdefault(one.mark, len(numbers) + 1)) for one in secrets),
        risks=tuple(dict.fromkeys(risk for one in same for risk in one.risks)),
        problem=" ".join(dict.fromkeys(one.problem for one in same if one.problem)),
    )
