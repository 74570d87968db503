"""inspector rerun: other strategies on the context of a recorded compaction, held against the same facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from inspector.ask.spending import Budget, SetPrice
from inspector.cli.asking import Asked, bench, previews, run
from inspector.cli.columns_judging import (
    blind_previews,
    finish,
    judge_blind,
    read_recorded,
    share,
    with_controls,
)
from inspector.cli.columns_table import print_columns
from inspector.cli.commands.strategies import known_strategies
from inspector.cli.gates import baseline_of, gate_options, status_of
from inspector.cli.judge_options import JudgeWanted
from inspector.cli.options import DOLLARS, RETRY, Wanted, file_argument, json_option, price_option, settings_options
from inspector.cli.output import SCHEMA, print_json, say
from inspector.cli.paths import PATH
from inspector.cli.previews import dry_run_json, print_dry_run
from inspector.cli.run_json import run_json
from inspector.cli.session import check_folder, compaction_numbered, opened
from inspector.errors import OverBudget, UsageError
from inspector.model import Fact
from inspector.model.settings import Settings
from inspector.report.experiment import FORMS, form_of
from inspector.report.redact import without_secrets_in
from inspector.rerun.as_recorded import as_recorded
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.column import Column as RunColumn
from inspector.rerun.experiment import Trial, columns, run_model_free
from inspector.rerun.gates import Gates
from inspector.rerun.held import held_json, held_of
from inspector.rerun.judged_runs import Controls
from inspector.rerun.library import PLAIN, UNPINNED, Strategies
from inspector.rerun.prompts import FOLDER as PROMPTS
from inspector.rerun.prompts import Prompt, load_prompts
from inspector.rerun.scored import ScoredRun, scored_run
from inspector.rerun.strategy import Strategy
from inspector.rerun.wins import with_wins
from inspector.said.bank import read_statements
from inspector.store.folders import find_folders
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiment_export import recorded_column, write_experiment
from inspector.workbench.experiments import Ready, make_ready


@dataclass(frozen=True, slots=True)
class Writing:
    """How results are wanted."""

    as_json: bool
    outputs: tuple[Path, ...]
    gates: Gates
    with_recorded: bool
    """Whether strategies take the recorded words where no model is asked."""
    print_sent: bool = False
    """Whether a dry run prints the requests themselves."""


@click.command("rerun")
@file_argument
@json_option
@click.option("--compaction", type=int, help="Which one; may be left out where there is only one.")
@click.option(
    "--strategy", "names", multiple=True,
    help="A strategy; free: all without a model; unpinned: those that pin nothing. Default: own/summary, and unpinned "
    "where no --model is named.",
)  # fmt: skip
@click.option(
    "--recorded-summary/--no-recorded-summary", "with_words", default=True, help="Use the summary in the log as text."
)
@click.option(
    "--dry-run", is_flag=True, help="Dry run: show what would be sent (tokens, price, secrets); send nothing."
)
@click.option("--print", "print_sent", is_flag=True, help="A dry run that prints the requests, role by role.")
@click.option("--model", "models", multiple=True, help="Ask it: provider/model, NAME@http://HOST:PORT/v1, command:…")
@click.option("--prompt", "prompts", multiple=True, help="A prompt's name or file; recorded: the agent's own.")
@click.option("--as-recorded", "again", is_flag=True, help="Ask the summary's own call again: its prompt, its model.")
@click.option("--repeat", type=click.IntRange(1, 100), default=1, help="How often to ask for each column.")
@click.option("--focus", default="", help="What the summary must preserve.")
@click.option("--judge", default="", metavar="MODEL", help="Let this model judge every context, blind.")
@click.option("--passes", type=click.IntRange(1, 2), default=1, help="2: the judge reads twice; they must agree.")
@click.option("--requests-to", type=PATH, metavar="F.jsonl", help="Write all questions as a batch; send nothing.")
@click.option("--answers-from", type=PATH, metavar="F.jsonl", help="Take the answers of a batch; send nothing.")
@click.option("--retry", is_flag=True, help=RETRY)
@click.option("-o", "--output", "outputs", type=PATH, multiple=True, help=f"Also write a file: {', '.join(FORMS)}.")
@click.option("--budget", type=DOLLARS, help="US dollars that must not be exceeded.")
@click.option("--budget-tokens", type=click.IntRange(0), help="Tokens that must not be exceeded, whatever they cost.")
@price_option
@settings_options
@gate_options
def command(
    wanted: Wanted,
    as_json: bool,
    compaction: int | None,
    names: Sequence[str],
    with_words: bool,
    dry_run: bool,
    print_sent: bool,
    models: tuple[str, ...],
    prompts: tuple[str, ...],
    again: bool,
    repeat: int,
    focus: str,
    judge: str,
    passes: int,
    requests_to: Path | None,
    answers_from: Path | None,
    retry: bool,
    outputs: tuple[Path, ...],
    budget: float | None,
    budget_tokens: int | None,
    prices: tuple[SetPrice, ...],
    settings: Settings,
    bank: Path | None,
    gates: Gates,
) -> int:
    """Run other strategies or prompts on a recorded compaction.

    Shown is which of your words stand in what each of them leaves. The recorded compaction stands first, then the
    strategies as they were asked for; nothing is ranked. With --model, summaries are asked for; what was answered once
    is kept and never paid for again. Without, a strategy takes the words of the recorded summary, so that only what it
    keeps beside them differs. With --judge, a model judges what every context kept, without knowing whose it is, and
    only then one column is better than another; controls that must come last show what its verdicts are worth.

    For a build: --fail-under and --fail-if-worse hold every column (a strategy with its prompt and model) to a bar, by
    what a judge says, or by the words of the facts of --facts. One misses it where the whole 95 % interval over its
    repeats does. Then the exit status is 1, and a line on stderr names the column, its figure and the bar. Controls
    are held to it only where named.
    """
    caps = Budget(budget, budget_tokens, prices)
    reading = JudgeWanted(judge.strip(), passes, caps, dry_run or print_sent, requests_to, answers_from, retry=retry)
    asked = Asked(
        models=models,
        prompts=prompts,
        repeats=repeat,
        focus=focus,
        budget=caps,
        retry=retry,
        judge=reading,
        settings=settings,
    )
    if again and (names or prompts):
        raise UsageError("--as-recorded says strategy and prompt itself.", hint="--model may name another model.")
    _check(asked, again)
    if reading.asks and bank is not None:
        raise UsageError("--judge looks at what was said in the log, not at the facts of a bank.")
    for output in outputs:
        form_of(output.name)
        check_folder(output)
    strategies = known_strategies()
    chosen = strategies.chosen(names or ((PLAIN,) if models else (PLAIN, UNPINNED)))
    if models and not reading.asks and not any(strategy.summarize is not None for strategy in chosen):
        hint = "Name one with --strategy; inspector strategies lists what needs a model."
        raise UsageError("None of these strategies asks a model.", hint=hint)
    with opened(wanted, Stage.COUNT, Stage.EXTRACT) as document:
        one = compaction_numbered(document, compaction)
        if again:
            variant = as_recorded(document.session, one, strategies, *models[:1])
            asked = replace(asked, models=models or (variant.model,), prompts=(variant.prompt,))
            chosen = [variant.strategy]
        facts = read_statements(bank, document.session) if bank is not None else None
        if asked.models or reading.asks:
            writing = Writing(as_json, outputs, gates, with_words, print_sent)
            return _with_models(document, one.number, chosen, strategies, asked, writing, facts, names)
        ready = make_ready(document, one.number, facts)
        trials = list(_free(ready, chosen, with_words))
        baseline = baseline_of(gates, trials, is_judged=False)
        made = columns(trials, [run_model_free(trial, strategies.named).compared for trial in trials])
        results = [ready.recorded, *(result for column in made for result in column.results)]
        _write(outputs, ready, ready.recorded, made, ())
        _print(ready, results, results, None, as_json)
    return status_of(ready.recorded, made, names, gates, baseline)


def _check(asked: Asked, again: bool) -> None:
    """Raise UsageError for options that fit nothing here."""
    reading = asked.judge
    about = {
        "--prompt": asked.prompts,
        "--repeat": asked.repeats > 1,
        "--focus": asked.focus,
        "--retry": asked.retry and not reading.asks,
        "--price": asked.budget.prices and not reading.asks,
        **{f"--{name.replace('_', '-')}": True for name in asked.settings.given},
    }
    if (beside := [name for name, given in about.items() if given]) and not (asked.models or again):
        hint = "Name one with --model; with --print or --dry-run nothing is sent."
        raise UsageError(f"No model is named for {', '.join(beside)}.", hint=hint)
    if reading.passes > 1 and not reading.asks:
        raise UsageError("--passes is about a judge.", hint="Name one with --judge.")
    if reading.writes and not (reading.asks or asked.models or again):
        raise UsageError("Nothing is asked that could go through a file.", hint="Name a --model or a --judge.")
    if (reading.dry_run or asked.budget.is_set) and not (asked.models or again or reading.asks):
        raise UsageError("Without a model nothing would be sent.", hint="Name one with --model or --judge.")


def _with_models(
    document: Document,
    number: int,
    chosen: Sequence[Strategy],
    strategies: Strategies,
    asked: Asked,
    writing: Writing,
    facts: Sequence[Fact] | None,
    names: Sequence[str],
) -> int:
    reading = asked.judge
    shared = share(reading, asked.models, asked.budget)
    first = read_recorded(reading, document, number, shared)
    # What a judge found is what the controls are made of.
    ready = make_ready(document, number, facts)
    wanted = with_controls(chosen, strategies) if reading.asks else list(chosen)
    subject = ready.subject if writing.with_recorded else replace(ready.subject, words=None)
    with bench(asked, subject, wanted, strategies.named, shared) as on:
        baseline = baseline_of(writing.gates, on.trials, is_judged=reading.asks)
        told = previews(on)
        if reading.dry_run:
            blind = blind_previews(on, asked, ready, told)
            asking = {"dry_run": told, "judge": (*first, *blind)}
            if writing.as_json:
                dry_run_json(number, asking, asked.budget)
            else:
                print_dry_run(asking, asked.budget, requests=writing.print_sent)
            return 0
        results = run(on, asked, told)
        judged, results = judge_blind(on, asked, ready, results)
        recorded = ready.recorded if judged is None else scored_run(judged.runs[0])
        made = with_wins(columns(on.trials, results), {number: recorded})
    runs = [recorded, *(result for column in made for result in column.results)]
    variants = [recorded, *(replace(column.results[0], scores=column.scores) for column in made)]
    _print(ready, runs, variants, judged.controls if judged is not None else None, writing.as_json)
    _write(writing.outputs, ready, recorded, made, (trial.prompt for trial in on.trials))
    if shared.spending.stopped:
        raise OverBudget("The budget was reached: not everything was asked.", hint="What was answered is kept.")
    if not finish(reading, shared.questions, document.files):
        # Nothing can be held against runs that have no answer yet.
        return 0
    return status_of(recorded, made, names, writing.gates, baseline)


def _print(
    ready: Ready, runs: Sequence[ScoredRun], variants: Sequence[ScoredRun], controls: Controls | None, as_json: bool
) -> None:
    """``controls``: where a judge put them; None without one."""
    held = held_of(ready.material, ready.compaction)
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "compaction": ready.compaction.number,
                "context_held": held_json(held),
                "runs": (run_json(result) for result in without_secrets_in(tuple(runs))),
                "controls": {"last": controls.last, "says": controls.says} if controls is not None else None,
            }
        )
        return
    print_columns(variants, held)
    if controls is not None and controls.last is not None:
        say(controls.says)


def _write(
    paths: Sequence[Path],
    ready: Ready,
    recorded: ScoredRun,
    columns: Sequence[RunColumn],
    asked: Iterable[Prompt | None],
) -> None:
    """Write the columns behind the recorded compaction. Raises UsageError, InspectorError on a full disk."""
    if columns and paths:
        first = recorded_column(ready, recorded, columns[0].variant.strategy)
        known = load_prompts(find_folders().config / PROMPTS).all.values()
        prompts = (*known, *filter(None, asked))
        for path in paths:
            write_experiment(path, [first, *columns], ready.document, prompts)
            say(f"{path} was written.")


def _free(ready: Ready, chosen: Sequence[Strategy], with_words: bool) -> Iterator[Trial]:
    """Each strategy in turn, without a model."""
    subject = ready.subject
    words = RECORDED_WORDS if with_words and subject.words is not None else ""
    for strategy in chosen:
        yield Trial(subject, Variant(strategy, words if strategy.summarize is not None else ""))
