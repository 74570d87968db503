"""Before the first send: what is sent to whom, how many tokens, at what price, with which secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.ask.preview import Preview, quote
from inspector.rerun.engine import run_strategy
from inspector.rerun.experiment import Laboratory, Trial, run_free
from inspector.rerun.model_summarizer import DryRun


def preview(laboratory: Laboratory, trial: Trial, asked: set[str] | None = None) -> Preview:
    """What a trial would send; nothing is. ``asked`` are the keys of what other trials ask before it."""
    variant = trial.variant
    if not variant.asks_model:
        run = run_free(trial, laboratory.find)
        return Preview(trial.id, variant.strategy.id, "", "", "", 0, 0, 0, 0, 0.0, "", run=run)
    asker = laboratory.asker_of(trial)
    dry_run = DryRun(laboratory.writer(trial), asker.check)
    run = run_strategy(trial.strategy, trial.subject.material, dry_run).run
    found = replace(quote(asker, dry_run.sent, trial.nth, asked), id=trial.id, strategy=variant.strategy.id, run=run)
    failed = dry_run.failure
    problem, hint = (failed.message, failed.hint) if failed is not None else (run.error, "")
    return replace(found, model=variant.model, problem=problem, hint=hint, settings=variant.settings)


def preview_all(laboratory: Laboratory, trials: Sequence[Trial]) -> list[Preview]:
    """What trials would send, in their order. Repeats of one are written once: they differ in what was answered.

    What two of them ask in the same words is asked, and counted, once.
    """
    written: dict[tuple[int, str], Preview] = {}
    asked: set[str] = set()
    found = []
    for trial in trials:
        key = (trial.subject.compaction, trial.key)
        first = written.get(key)
        if first is None:
            first = written[key] = preview(laboratory, trial, asked)
        else:
            again = quote(laboratory.asker_of(trial), first.sent, trial.nth, asked)
            first = replace(
                again,
                id=trial.id,
                strategy=first.strategy,
                model=first.model,
                run=first.run,
                problem=first.problem,
                hint=first.hint,
                settings=first.settings,
            )
        found.append(first)
    return found
