"""Variants as tables for people: figures across, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.cli.output import Column, print_table, say
from inspector.model import Basis
from inspector.model.run import Needs, Score, StrategySpec
from inspector.rerun.arms import Arm
from inspector.rerun.held import Held, held_words
from inspector.rerun.judged_arms import UNRANKED
from inspector.wording.fidelity import WHOSE, wording_words
from inspector.wording.units import dollars, number
from inspector.wording.verdicts import NOT_RECALL


def print_arms(arms: Sequence[Arm], held: Held) -> None:
    """How much of the context could be run again; then a row for each."""
    say(held_words(held))
    metrics = list(dict.fromkeys(score.metric for arm in arms for score in arm.scores))
    columns = [Column("strategy"), *(Column(metric.replace("_", " "), right=True) for metric in metrics)]
    print_table(
        [*columns, Column("dropped by no rule", right=True), Column("note", wide=True)],
        (
            [
                _variant(arm.compared.run.spec),
                *_figures(arm, metrics),
                str(len(arm.compared.run.silent)),
                "; ".join(filter(None, (arm.compared.run.error, *arm.compared.run.notes))),
            ]
            for arm in arms
        ),
    )
    if any(score.recorded is not None for arm in arms for score in arm.scores):
        say("In the recorded row the log's own figure stands first; the estimate in brackets is the one to compare.")
    if any(arm.compared.by is None and not arm.compared.run.error for arm in arms):
        say(UNRANKED)
    say(NOT_RECALL)


def _variant(spec: StrategySpec) -> str:
    words = "recorded words" if spec.needs is not Needs.NONE and not spec.model else ""
    whose = f"{WHOSE}: {wording_words(spec.wording)}" if spec.model and spec.wording else ""
    more = ", ".join(filter(None, (spec.model, spec.prompt, spec.settings.words, words, whose)))
    return f"{spec.id} ({more})" if more else spec.id


def _figures(arm: Arm, metrics: Sequence[str]) -> list[str]:
    known = {score.metric: score for score in arm.scores}
    return [_figure(known[metric]) if metric in known else "–" for metric in metrics]


def _figure(score: Score) -> str:
    if score.recorded is not None:
        told = _figure(replace(score, value=score.recorded, basis=Basis.RECORDED, recorded=None))
        return told if score.value is None else f"{told} ({_figure(replace(score, recorded=None))})"
    if score.value is None:
        return "–"
    if score.unit == "share":
        # Bounds that undecided facts leave begin at the figure itself; an interval of repeats lies around it.
        bound = "≥" if score.low == score.value else "≈" if score.basis is Basis.ESTIMATED else ""
        return f"{bound}{score.value:.0%}"
    if score.unit == "usd":
        return f"{'≈' if score.basis is Basis.ESTIMATED else ''}{dollars(score.value)}"
    if score.unit == "s":
        return f"{score.value:.2f} s"
    return number(score.value, score.basis) if score.unit == "tokens" else f"{round(score.value, 1):g}"
