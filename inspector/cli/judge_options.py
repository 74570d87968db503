"""The options of --judge, which rerun has in words of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from inspector.ask.spending import NO_BUDGET, Budget, SetPrice
from inspector.cli.options import DOLLARS, RETRY, Command, gathers, price_option
from inspector.cli.paths import PATH
from inspector.errors import UsageError


@dataclass(frozen=True, slots=True)
class JudgeWanted:
    """What a command line wants of a judge."""

    model: str = ""
    passes: int = 1
    budget: Budget = NO_BUDGET
    dry_run: bool = False
    requests_to: Path | None = None
    answers_from: Path | None = None
    window: int | None = None
    """Tokens that the model takes, where nobody else says it rightly."""
    timeout: float | None = None
    """Seconds that it is given to begin its answer; None for as many as usual."""
    retry: bool = False
    """Ask again where an answer was refused, cut off, or only partly readable."""

    @property
    def asks(self) -> bool:
        """Whether a model is named."""
        return bool(self.model)

    @property
    def writes(self) -> bool:
        """Whether questions go to a file, and nothing to a model."""
        return self.requests_to is not None or self.answers_from is not None


def judge_options(command: Command) -> Command:
    """--judge and what belongs to it; the command gets them as one ``JudgeWanted``."""

    @click.option(
        "--judge",
        default="",
        metavar="MODEL",
        help="Let this model say what was lost or changed; every quote of it is checked against the log.",
    )
    @click.option("--passes", type=click.IntRange(1, 2), default=1, help="2: read twice; what both find is sure.")
    @click.option("--budget", type=DOLLARS, help="US dollars that asking must not exceed.")
    @click.option("--budget-tokens", type=click.IntRange(0), help="Tokens that asking must not exceed.")
    @price_option
    @click.option(
        "--dry-run",
        is_flag=True,
        help="Dry run: show what would be sent (tokens, price, secrets); send nothing.",
    )
    @click.option(
        "--requests-to",
        type=PATH,
        metavar="F.jsonl",
        help="Write the questions as a batch; send nothing.",
    )
    @click.option("--answers-from", type=PATH, metavar="F.jsonl", help="Take the answers of a batch; send nothing.")
    @click.option(
        "--window",
        type=click.IntRange(4_000),
        help="Tokens that the model takes (default: as its server or the list says); more is read in parts.",
    )
    @click.option(
        "--timeout",
        type=click.FloatRange(1),
        help="Seconds that the model has to begin its answer (default: 900, or INSPECTOR_TIMEOUT).",
    )
    @click.option("--retry", is_flag=True, help=RETRY)
    def gathered(
        judge: str,
        passes: int,
        budget: float | None,
        budget_tokens: int | None,
        prices: tuple[SetPrice, ...],
        dry_run: bool,
        requests_to: Path | None,
        answers_from: Path | None,
        window: int | None,
        timeout: float | None,
        retry: bool,
        **rest: object,
    ) -> object:
        caps = Budget(budget, budget_tokens, prices)
        wanted = JudgeWanted(judge.strip(), passes, caps, dry_run, requests_to, answers_from, window, timeout, retry)
        if not wanted.asks and wanted != JudgeWanted():
            raise UsageError("These options are about asking a model.", hint="Name one with --judge.")
        return command(judge=wanted, **rest)

    return gathers(command, gathered)
