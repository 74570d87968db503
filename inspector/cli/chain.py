"""inspector simulate --chain: a strategy on its own output again and again, with or without a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from inspector.cli.asking import Asked, Bench, bench
from inspector.cli.column import Column, figures, labels
from inspector.cli.output import SCHEMA, line_or_item, print_json, print_line, print_table, say
from inspector.cli.previews import budget_json, preview_json, print_previews, refuse_over, tell
from inspector.cli.run_json import run_json
from inspector.model import Fact, Verdict
from inspector.model.run import Wording
from inspector.rerun.arms import Arm
from inspector.rerun.chain import Generation, chain, generations
from inspector.rerun.column import Variant
from inspector.rerun.engine import NEEDS_A_MODEL
from inspector.rerun.experiment import Trial
from inspector.rerun.library import Strategies
from inspector.rerun.model_summarizer import DryRun, ModelSummarizer
from inspector.rerun.preview import Preview, quote, total
from inspector.rerun.spending import Budget
from inspector.rerun.strategy import Strategy
from inspector.verdicts.as_said import as_said, looked_for
from inspector.wording.units import counted, number
from inspector.wording.verdicts import NOT_RECALL, SHARES_COUNT, verdict_word
from inspector.work.evidence import EVIDENCE_KINDS
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready

NO_MODEL = 4
_EVIDENCE = 5
"""Findings of the work that are told to people, a generation."""
_OF_A_RUN = ("text", "scores", "facts", "usage", "cost", "error", "changed", "unsure", "silent", "notes")
_COLUMNS = (
    *labels("strategy", "model"),
    Column("generation", right=True, key=True),
    *figures("tokens after", "kept", "distorted", "lost", "unsure", "undecided", "change", "statements kept"),
    Column("note", wide=True),
)
_GONE = (
    Column("strategy"),
    *figures("generation", "line"),
    *labels("kind", "verdict"),
    Column("loses", wide=True),
    Column("looked for", wide=True, under=True),
)


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One strategy, as often as it was asked for."""

    variant: Variant
    made: tuple[Generation, ...]
    error: str = ""
    notes: tuple[str, ...] = ()
    wording: tuple[Wording, ...] = ()
    """Whose prompts asked."""


def run_chains(
    document: Document,
    ready: Ready,
    chosen: Sequence[Strategy],
    strategies: Strategies,
    times: int,
    asked: Asked,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Say what would be sent, send it, and show the generations; the exit status. Raises OverBudget."""
    with _trials(document, ready, chosen, strategies, asked) as (on, trials):
        if on is not None:
            told = [_preview(on, trial, times) for trial in trials if trial.variant.asks_model]
            if dry_run:
                _print_dry_run(document, told, asked.budget, as_json)
                return 0
            tell(told, asked.budget)
            refuse_over(told, asked.budget)
        lines = [_line(on, trial, times, strategies) for trial in trials]
    at = _lines(document)
    if as_json:
        told_lines = [_as_json(line, at) for line in lines]
        print_json({"schema": SCHEMA, "compaction": ready.compaction.number, "chains": told_lines})
    else:
        _print(lines, at)
    # One that fails at once has shown nothing; those without a model do not make up for it.
    asked_for = [line for line in lines if line.variant.asks_model] or lines
    return NO_MODEL if all(line.error and len(line.made) < 2 for line in asked_for) else 0


@contextmanager
def _trials(
    document: Document, ready: Ready, chosen: Sequence[Strategy], strategies: Strategies, asked: Asked
) -> Iterator[tuple[Bench | None, Sequence[Trial]]]:
    subject = replace(ready.subject, words=None)
    if not asked.models:
        yield None, [Trial(subject, Variant(strategy)) for strategy in chosen]
        return
    with bench(asked, document, ready.compaction, subject, chosen, strategies.named) as on:
        yield on, on.trials


def _preview(on: Bench, trial: Trial, times: int) -> Preview:
    """What all generations would send: behind the first with a text of the same length in the place of the answer."""
    dry_run = DryRun(on.laboratory.writer(trial))
    variant = trial.variant
    error = ""
    for done in chain(trial.strategy, trial.subject.material, times, dry_run, on.laboratory.find):
        error = done.run.error
        if error:
            break
    return replace(
        quote(on.laboratory.asker(variant.model), dry_run.sent),
        id=trial.id,
        strategy=variant.strategy.id,
        model=variant.model,
        problem=error,
        hint=dry_run.failure.hint if error and dry_run.failure is not None else "",
    )


def _line(on: Bench | None, trial: Trial, times: int, strategies: Strategies) -> Line:
    variant, subject = trial.variant, trial.subject
    if variant.wants_model:
        return Line(variant, (), NEEDS_A_MODEL)
    summarizer = None
    if on is not None and variant.asks_model:
        summarizer = ModelSummarizer(on.laboratory.writer(trial), on.laboratory.asker(variant.model))
    made = tuple(generations(trial.strategy, subject.material, subject.found, times, summarizer, strategies.named))
    if on is not None and summarizer is not None:
        for prompt in summarizer.prompts.values():
            on.laboratory.used(prompt)
    if summarizer is None:
        return Line(variant, made, made[-1].judged.run.error)
    wording = tuple(dict.fromkeys(prompt.wording for prompt in summarizer.prompts.values()))
    return Line(variant, made, made[-1].judged.run.error, tuple(dict.fromkeys(summarizer.notes)), wording)


def _print_dry_run(document: Document, told: Sequence[Preview], budget: Budget, as_json: bool) -> None:
    if as_json:
        rows = [preview_json(one, _lines(document)) for one in told]
        print_json({"schema": SCHEMA, "dry_run": rows, "usd": total(told), **budget_json(budget)})
        return
    print_previews(told, budget)
    say("Nothing was sent.")


def _as_json(line: Line, at: Mapping[int, int | None]) -> dict[str, object]:
    variant = line.variant
    return {
        "strategy": variant.strategy.id,
        "model": variant.model or None,
        "selection": variant.strategy.selection,
        "wording": [one.value for one in line.wording],
        "generations": [_generation(one, at) for one in line.made],
        "error": line.error or None,
        "notes": list(line.notes),
    }


def _generation(one: Generation, at: Mapping[int, int | None]) -> dict[str, object]:
    told = run_json(Arm(one.judged, one.scores))
    return {
        "number": one.number,
        "kept": one.kept,
        "distorted": one.distorted,
        "lost": one.lost,
        "not_sure": one.unsure,
        "undecided": one.undecided,
        "gone": [{**_fact(fact, at), "verdict": _verdict(sure)} for fact, sure in one.gone_surely()],
        "back": [_fact(fact, at) for fact in one.back],
        **{key: told[key] for key in _OF_A_RUN},
    }


def _verdict(sure: bool) -> str:
    return verdict_word(Verdict.LOST if sure else Verdict.UNDECIDED, None if sure else Verdict.LOST)


def _fact(fact: Fact, at: Mapping[int, int | None]) -> dict[str, object]:
    said = as_said(fact)
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "statement": said.statement,
        "looked_for": looked_for(fact) or None,
        "line": at.get(said.quote.item),
    }


def _print(lines: Sequence[Line], at: Mapping[int, int | None]) -> None:
    print_table(_COLUMNS, (row for line in lines for row in _rows(line)))
    gone = [row for line in lines for one in line.made for row in _gone(line.variant.strategy.id, one, at)]
    if gone:
        print_line()
        # Few facts were carried by a summary: without one all stand in the words that were looked for.
        shown = len(_GONE) if any(row[-1] for row in gone) else len(_GONE) - 1
        print_table(_GONE[:shown], [row[:shown] for row in gone])
    for line in lines:
        for one in line.made:
            _tell_more(line.variant.strategy.id, one)
        for note in line.notes:
            say(f"{line.variant.strategy.id}: {note}")
    say(f"Nothing new came in between. {NOT_RECALL} {SHARES_COUNT}")


def _gone(strategy: str, one: Generation, at: Mapping[int, int | None]) -> Iterator[list[str]]:
    """What a generation loses: the human's words first, then some of what the work showed."""
    gone = sorted(one.gone_surely(), key=lambda pair: (pair[0].kind in EVIDENCE_KINDS, not pair[1]))
    for fact, sure in gone[: len(gone) - _untold(one)]:
        said = as_said(fact)
        where = line_or_item(at.get(said.quote.item), said.quote.item)
        yield [strategy, str(one.number), where, fact.kind.value, _verdict(sure), said.statement, looked_for(fact)]


def _untold(one: Generation) -> int:
    return max(0, sum(fact.kind in EVIDENCE_KINDS for fact in one.gone) - _EVIDENCE)


def _tell_more(strategy: str, one: Generation) -> None:
    more = _untold(one)
    if more:
        findings = counted(more, "more finding")
        say(f"{strategy}, generation {one.number} loses {findings} of the work; --json names them all.")


def _rows(line: Line) -> Iterator[list[str]]:
    if not line.made:
        yield [line.variant.strategy.id, line.variant.model, *["–"] * 9, f"{line.error} Name one with --model."]
    for one in line.made:
        run = one.judged.run
        survival = next((score.value for score in one.scores if score.metric == "statements_kept"), None)
        yield [
            line.variant.strategy.id,
            line.variant.model,
            str(one.number),
            number(run.after.value, run.after.basis),
            *(str(n) for n in (one.kept, one.distorted, one.lost, one.unsure, one.undecided)),
            _change(one),
            "–" if survival is None else f"{survival:.0%}",
            "; ".join(filter(None, (run.error, *run.notes))),
        ]


def _change(one: Generation) -> str:
    lost = sum(sure for _, sure in one.gone_surely())
    signs = (("-", lost), ("?", len(one.gone) - lost), ("+", len(one.back)))
    return " ".join(f"{sign}{many}" for sign, many in signs if many) or "none"


def _lines(document: Document) -> dict[int, int | None]:
    return {item.number: item.source.own_line for item in document.session.items}
