"""Variants as tables for people: figures across, one row each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from inspector.cli.output import Column, print_table, say
from inspector.model import Basis
from inspector.model.run import Score, StrategySpec
from inspector.rerun.export import metrics_of, recorded_words
from inspector.rerun.held import Held, held_words
from inspector.rerun.judged_runs import UNRANKED
from inspector.rerun.scored import ScoredRun
from inspector.wording.fidelity import WHOSE, wording_words
from inspector.wording.units import dollars, number
from inspector.wording.verdicts import NOT_RECALL

_SILENT = "dropped by no rule"
_USED_AGAIN = "used_again"
_MEANINGS = {
    _USED_AGAIN: "Used again: of the files, commands and results that the later work used again, what is left.",
    _SILENT: "Dropped by no rule: items neither kept nor in the summary, which no rule of the strategy names.",
}


def print_columns(results: Sequence[ScoredRun], held: Held) -> None:
    """How much of the context could be run again; then a row for each."""
    say(held_words(held))
    metrics = metrics_of(score for result in results for score in result.scores)
    columns = [Column("strategy"), *(Column(title, right=True) for title in metrics.values())]
    print_table(
        [*columns, Column(_SILENT, right=True), Column("note", wide=True)],
        (
            [
                _variant(result.compared.run.spec),
                *_figures(result, metrics),
                str(len(result.compared.run.silent)),
                " ".join(map(_sentence, _notes(result))),
            ]
            for result in results
        ),
    )
    for name in (*metrics, _SILENT) if results else ():
        if name in _MEANINGS:
            say(_MEANINGS[name])
    if any(score.recorded is not None for result in results for score in result.scores):
        say("In the recorded row the log's own figure stands first; the estimate in brackets is the one to compare.")
    if any(result.compared.by is None and not result.compared.run.error for result in results):
        say(UNRANKED)
    say(NOT_RECALL)


def _notes(result: ScoredRun) -> list[str]:
    """What failed, what of the text cannot be read and so is in no figure, and what the run itself says."""
    run = result.compared.run
    return [words for words in (run.error, result.compared.unread, *run.notes) if words]


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _variant(spec: StrategySpec) -> str:
    words = recorded_words(spec)
    whose = f"{WHOSE}: {wording_words(spec.wording)}" if spec.model and spec.wording else ""
    more = ", ".join(filter(None, (spec.model, spec.prompt, spec.settings.words, words, whose)))
    return f"{spec.id} ({more})" if more else spec.id


def _figures(result: ScoredRun, metrics: Iterable[str]) -> list[str]:
    known = {score.metric: score for score in result.scores}
    return [_figure(known[metric]) if metric in known else "–" for metric in metrics]


def _figure(score: Score) -> str:
    if score.recorded is not None:
        told = _figure(replace(score, value=score.recorded, basis=Basis.RECORDED, recorded=None))
        return told if score.value is None else f"{told} ({_figure(replace(score, recorded=None))})"
    if score.value is None:
        return "–"
    if score.unit == "share":
        # Bounds that undecided facts leave begin at the figure itself; an interval of repeats lies around it.
        is_least = score.low == score.value != score.high
        bound = "≥" if is_least else "≈" if score.basis is Basis.ESTIMATED else ""
        return f"{bound}{score.value:z.0%}"
    if score.unit == "usd":
        return f"{'≈' if score.basis is Basis.ESTIMATED else ''}{dollars(score.value)}"
    if score.unit == "s":
        return f"{score.value:.2f} s"
    return number(score.value, score.basis) if score.unit == "tokens" else f"{round(score.value, 1):g}"
