"""--facts, --fail-under, --fail-if-worse: what holds the variants of an experiment to a bar, for builds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from inspector.cli.options import Command, gathers
from inspector.cli.output import say
from inspector.cli.paths import PATH
from inspector.rerun.column import RECORDED_WORDS, Column
from inspector.rerun.experiment import Trial
from inspector.rerun.export import title_of
from inspector.rerun.gates import Gates, check_gates, contenders, find_baseline, missed, names_of
from inspector.rerun.library import RECORDED
from inspector.rerun.scored import ScoredRun

NOT_MET, NO_MODEL = 1, 4


def gate_options(command: Command) -> Command:
    """The options; the command gets a path as ``bank``, and the rest as ``gates``."""

    @click.option(
        "--facts", "bank", type=PATH, metavar="BANK",
        help="Look for the facts of this file, which inspector survival --save-facts wrote.",
    )  # fmt: skip
    @click.option(
        "--fail-under", "under", type=click.FloatRange(0, 1), metavar="SHARE",
        help="Exit 1 where a column keeps less: words of the facts of --facts, otherwise by a judge's headline.",
    )  # fmt: skip
    @click.option(
        "--fail-if-worse", "worse_than", is_flag=False, flag_value=RECORDED, metavar="[BASELINE]",
        help="With a judge: exit 1 where a column is worse than recorded (the default), or than this one.",
    )  # fmt: skip
    def gathered(bank: Path | None, under: float | None, worse_than: str | None, **rest: object) -> object:
        return command(bank=bank, gates=Gates(under, worse_than or "", bank is not None), **rest)

    return gathers(command, gathered)


def baseline_of(gates: Gates, trials: Sequence[Trial], *, is_judged: bool) -> str:
    """The key of the variant that others are held against. Raises UsageError, before anything is paid for."""
    check_gates(gates, (trial.variant for trial in trials), is_judged=is_judged)
    return find_baseline(gates.worse_than, {trial.key: names_of(trial.variant, trial.prompt) for trial in trials})


def status_of(recorded: ScoredRun, made: Sequence[Column], named: Sequence[str], gates: Gates, baseline: str) -> int:
    """The exit status of runs on one compaction; each gate that is missed is said in a line.

    Controls that nobody ``named`` are held to nothing: they have to do badly. Neither are the recorded words beside
    models, which others are held against.
    """
    held = [column for column in made if not column.is_control or column.variant.strategy.id in named]
    asked = [column for column in held if column.variant.asks_model]
    if held and all(judged.run.error for column in asked or held for judged in column.repeats):
        say("Nothing that needs a model could be run.")
        return NO_MODEL
    keys = {column.key for column in held if not (asked and column.variant.model == RECORDED_WORDS)}
    return tell_missed(missed(contenders([made], title_of), [recorded], gates, baseline, keys))


def tell_missed(told: Sequence[tuple[str, str]]) -> int:
    """Say which gates were missed; the exit status."""
    for name, why in told:
        say(f"{name}: {why}")
    return NOT_MET if told else 0
