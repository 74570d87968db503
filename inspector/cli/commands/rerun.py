"""inspector rerun: other strategies on the context of a recorded compaction, judged on the same facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from inspector.cli.arms_judging import (
    blind_previews,
    controls_at_the_end,
    finish,
    judge_blind,
    read_recorded,
    share,
    with_controls,
)
from inspector.cli.arms_table import print_arms
from inspector.cli.asking import Asked, bench, previews, probe_previews, run
from inspector.cli.asking import probe as ask_probes
from inspector.cli.column import Column
from inspector.cli.commands.strategies import known_strategies
from inspector.cli.judge_options import JudgeWanted
from inspector.cli.output import SCHEMA, print_json, print_table, say
from inspector.cli.previews import dry_run_json, print_dry_run
from inspector.cli.run_json import run_json
from inspector.cli.session import (
    PATH,
    Dollars,
    Wanted,
    check_folder,
    compaction_numbered,
    file_argument,
    json_option,
    opened,
)
from inspector.errors import OverBudget, UsageError
from inspector.measure.price import Price, price_of
from inspector.model import Usage
from inspector.model.run import Score
from inspector.report.experiment import FORMS, form_of
from inspector.rerun.arms import Arm, arm_of, expected_usage, is_worse
from inspector.rerun.asker import tokens_of
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.column import Column as RunColumn
from inspector.rerun.exam import mean_score
from inspector.rerun.experiment import Trial, columns, free_arm
from inspector.rerun.fit import Fit
from inspector.rerun.held import held_json, held_of
from inspector.rerun.judged_arms import Controls, place_of_controls
from inspector.rerun.library import PLAIN, Strategies
from inspector.rerun.material import Material
from inspector.rerun.prompts import FOLDER as PROMPTS
from inspector.rerun.prompts import Prompt, load_prompts
from inspector.rerun.spending import NO_BUDGET, Budget, without_price
from inspector.rerun.strategy import Pin, Strategy
from inspector.rerun.wins import with_wins
from inspector.store.folders import find_folders
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiment_export import recorded_column, write_experiment
from inspector.workbench.experiments import Ready, make_ready

NOT_MET, NO_MODEL = 1, 4
FREE = "free"
"""As a strategy: all that run without a model."""
UNPINNED = "unpinned"
"""As a strategy: those of them that pin nothing. Pins keep what they are told to, whatever a prompt is worth."""


@dataclass(frozen=True, slots=True)
class Writing:
    """How results are wanted."""

    as_json: bool
    output: Path | None
    fail_if_worse: bool
    with_recorded: bool
    """Whether strategies take the recorded words where no model is asked."""
    print_sent: bool = False
    """Whether a dry run prints the requests themselves."""


@click.command("rerun")
@file_argument
@json_option
@click.option("--compaction", type=int, required=True, help="Its number; inspector compactions lists them.")
@click.option(
    "--strategy", "names", multiple=True, help="A strategy, or free: all without a model. Default: a plain summary."
)
@click.option(
    "--recorded-summary/--no-recorded-summary", "with_words", default=True, help="Use the summary in the log as text."
)
@click.option("--dry-run", is_flag=True, help="Only say what would be sent: tokens, price, secrets. Nothing is.")
@click.option("--print", "print_sent", is_flag=True, help="A dry run that prints the requests, role by role.")
@click.option("--model", "models", multiple=True, help="provider/model, NAME@http://HOST:PORT/v1, command:… Asks it.")
@click.option("--prompt", "prompts", multiple=True, help="A prompt's name or file; recorded: the agent's own.")
@click.option("--repeat", type=click.IntRange(1, 100), default=1, help="How often to ask each variant.")
@click.option("--focus", default="", help="What the summary must preserve.")
@click.option(
    "--fit",
    type=click.Choice([one.value for one in Fit]),
    default="refuse",
    help="What to do with a context over the window.",
)
@click.option("--keep-secret", "keep", type=int, multiple=True, help="Send this secret of the dry run's list.")
@click.option("--judge", default="", metavar="MODEL", help="Let it judge every context, blind. none: rules alone.")
@click.option("--passes", type=click.IntRange(1, 2), default=1, help="2: the judge reads twice; they must agree.")
@click.option("--probe", default="", metavar="MODEL", help="Also ask it probe questions, and to grade the answers.")
@click.option("--requests-to", type=PATH, metavar="F.jsonl", help="Write all questions as a batch; send nothing.")
@click.option("--answers-from", type=PATH, metavar="F.jsonl", help="Take the answers of a batch; send nothing.")
@click.option("--experiment", default="", help="Keep the runs under this name; alone, go on with it.")
@click.option("--retry", is_flag=True, help="Ask again what was refused or answered with an error message.")
@click.option("-o", "--output", type=PATH, help=f"Write it to a file as well: {', '.join(FORMS)}.")
@click.option("--budget", type=Dollars(), help="US dollars that must not be exceeded.")
@click.option("--budget-tokens", type=click.IntRange(0), help="Tokens that must not be exceeded, whatever they cost.")
@click.option("--fail-if-worse", is_flag=True, help="Exit 1 where a strategy keeps less than the recorded compaction.")
def command(
    wanted: Wanted,
    as_json: bool,
    compaction: int,
    names: Sequence[str],
    with_words: bool,
    dry_run: bool,
    print_sent: bool,
    models: tuple[str, ...],
    prompts: tuple[str, ...],
    repeat: int,
    focus: str,
    fit: str,
    keep: tuple[int, ...],
    judge: str,
    passes: int,
    probe: str,
    requests_to: Path | None,
    answers_from: Path | None,
    experiment: str,
    retry: bool,
    output: Path | None,
    budget: float | None,
    budget_tokens: int | None,
    fail_if_worse: bool,
) -> int:
    """Run other strategies on the context before a compaction, and judge them on the facts that it held.

    The recorded compaction stands first. With --model, summaries are asked for; what was answered once is kept and
    never paid for again. Without, a strategy takes the words of the recorded summary, so that only what it keeps
    beside them differs. With --judge, a model judges what every context kept, without knowing whose it is; controls
    that must come last show what its verdicts are worth.
    """
    caps = Budget(budget, budget_tokens)
    dry_run = dry_run or print_sent
    reading = JudgeWanted(judge.strip(), passes, caps, dry_run, requests_to, answers_from)
    asked = Asked(models, prompts, repeat, focus, Fit(fit), frozenset(keep), caps, retry, probe, reading, experiment)
    _check(asked)
    if print_sent and not (models or experiment or reading.asks):
        raise UsageError("Without a model nothing would be sent.", hint="Name one with --model or --judge.")
    if output is not None:
        form_of(output.name)
        check_folder(output)
    strategies = known_strategies()
    chosen = _chosen(names or ((PLAIN,) if models else (PLAIN, UNPINNED)), strategies)
    if models and not (probe or reading.asks) and not any(strategy.summarize is not None for strategy in chosen):
        hint = "Name one with --strategy; inspector strategies lists what needs a model."
        raise UsageError("None of these strategies asks a model.", hint=hint)
    with opened(wanted, Stage.COUNT, Stage.EXTRACT, rules_only=reading.rules_only) as document:
        compaction_numbered(document, compaction)
        if models or experiment or reading.asks:
            writing = Writing(as_json, output, fail_if_worse, with_words, print_sent)
            return _with_models(document, compaction, chosen, strategies, asked, writing)
        ready = make_ready(document, compaction)
        if dry_run or caps != NO_BUDGET:
            prices = [_price(strategy, ready.material, _model(document)) for strategy in chosen]
            _refuse_over_budget(prices, caps)
            if dry_run:
                _print_dry(chosen, prices, ready, _model(document), as_json)
                return 0
        made = list(_free(ready, chosen, strategies, with_words))
        arms = [ready.recorded, *(arm for column in made for arm in column.arms)]
        if output is not None:
            _write(output, ready, ready.recorded, made, ())
        controls = place_of_controls([arm.judged for arm in arms], by_rules=True)
        _print(ready, arms, arms, controls, as_json)
    return _status(arms, fail_if_worse)


def _check(asked: Asked) -> None:
    """Raise UsageError for options that fit nothing here."""
    reading = asked.judge
    beside = asked.prompts or asked.repeats > 1 or asked.focus or asked.keep or asked.probe or asked.retry
    if beside and not (asked.models or asked.experiment):
        raise UsageError("These options are about asking a model.", hint="Name one with --model.")
    if reading.passes > 1 and not reading.asks:
        raise UsageError("--passes is about a judge.", hint="Name one with --judge.")
    if reading.writes and not (reading.asks or asked.models):
        raise UsageError("Nothing is asked that could go through a file.", hint="Name a --model or a --judge.")
    if reading.writes and asked.probe:
        raise UsageError("Probe questions hang on each other's answers and cannot go through a file.")


def _with_models(
    document: Document,
    number: int,
    chosen: Sequence[Strategy],
    strategies: Strategies,
    asked: Asked,
    writing: Writing,
) -> int:
    reading = asked.judge
    shared = share(reading, asked.models, asked.budget)
    first = read_recorded(reading, document, number, shared)
    # What a judge found is what the controls are made of.
    ready = make_ready(document, number)
    wanted = with_controls(chosen, strategies) if reading.asks else list(chosen)
    subject = ready.subject if writing.with_recorded else replace(ready.subject, words=None)
    with bench(asked, document, ready.compaction, subject, wanted, strategies.named, shared) as on:
        told = previews(on)
        exam = probe_previews(on, asked, ready.material, ready.recorded.judged.run, told)
        if reading.dry_run:
            blind = blind_previews(on, asked, ready, told)
            asking = {"dry_run": told, "probes": exam, "judge": (*first, *blind)}
            if writing.as_json:
                lines = {item.number: item.source.line for item in document.session.items}
                dry_run_json(number, asking, lines, asked.budget)
            else:
                print_dry_run(asking, asked.budget, requests=writing.print_sent)
            return 0
        results = run(on, asked, (*told, *exam))
        judged, results = judge_blind(on, asked, ready, results)
        recorded = ready.recorded if judged is None else arm_of(judged.runs[0])
        made = with_wins(columns(on.trials, results), {number: recorded})
        alone = [recorded, *(arm for column in made for arm in column.arms)]
        probed = ask_probes(on, asked, ready.material, [arm.judged.run for arm in alone])
    recorded, *runs = (_probed(arm, [probed.get(arm.judged.run.id, ())]) for arm in alone)
    variants = [
        _probed(replace(column.arms[0], scores=column.scores), [probed.get(one.run.id, ()) for one in column.repeats])
        for column in made
    ]
    by_rules = [arm.judged for arm in (recorded, *runs)]
    controls = judged.controls if judged is not None else place_of_controls(by_rules, by_rules=True)
    _print(ready, [recorded, *runs], [recorded, *variants], controls, writing.as_json)
    if writing.output is not None:
        shown = [replace(column, scores=arm.scores) for column, arm in zip(made, variants, strict=True)]
        _write(writing.output, ready, recorded, shown, (trial.prompt for trial in on.trials))
    if shared.spending.stopped:
        raise OverBudget("The budget was reached: not everything was asked.", hint="What was answered is kept.")
    if not finish(reading, shared.questions, document.files):
        # Nothing can be held against runs that have no answer yet.
        return 0
    return _status([recorded, *_asked_for(variants, chosen)], writing.fail_if_worse)


def _asked_for(variants: Sequence[Arm], chosen: Sequence[Strategy]) -> list[Arm]:
    """The variants without the controls that a judge brings along."""
    names = {one.id for one in chosen}
    return [arm for arm in variants if arm.judged.run.spec.id in names]


def _print(ready: Ready, runs: Sequence[Arm], variants: Sequence[Arm], controls: Controls, as_json: bool) -> None:
    held = held_of(ready.material, ready.compaction)
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "compaction": ready.compaction.number,
                "context_held": held_json(held),
                "runs": (run_json(arm) for arm in runs),
                "controls": {"last": controls.last, "says": controls.says},
            }
        )
        return
    print_arms(variants, held)
    if controls.last is not None:
        say(controls.says)


def _write(
    path: Path, ready: Ready, recorded: Arm, columns: Sequence[RunColumn], asked: Iterable[Prompt | None]
) -> None:
    """Write the columns behind the recorded compaction. Raises UsageError, InspectorError on a full disk."""
    if columns:
        first = recorded_column(ready, recorded, columns[0].variant.strategy)
        known = load_prompts(find_folders().config / PROMPTS).all.values()
        write_experiment(path, [first, *columns], ready.document, (*known, *(one for one in asked if one is not None)))


def _probed(arm: Arm, probed: Sequence[tuple[Score, ...]]) -> Arm:
    """An arm with the figures of the exam, too: their mean over the repeats that sat it."""
    sat = [scores for scores in probed if scores]
    return Arm(arm.judged, (*arm.scores, *(mean_score(same) for same in zip(*sat, strict=True)))) if sat else arm


def _chosen(names: Sequence[str], strategies: Strategies) -> list[Strategy]:
    found: dict[str, Strategy] = {}
    for name in names:
        if name in (FREE, UNPINNED):
            free = (one for one in strategies.all.values() if one.llm == "none")
            found |= {one.id: one for one in free if name == FREE or one.pin == Pin()}
        else:
            found[name] = strategies.named(name)
    return controls_at_the_end(list(found.values()))


def _free(ready: Ready, chosen: Sequence[Strategy], strategies: Strategies, with_words: bool) -> Iterator[RunColumn]:
    """Each strategy in turn, without a model."""
    subject = ready.subject
    words = RECORDED_WORDS if with_words and subject.words is not None else ""
    for strategy in chosen:
        trial = Trial(subject, Variant(strategy, words if strategy.summarize is not None else ""))
        yield from columns([trial], [free_arm(trial, strategies.named).judged])


def _status(arms: Sequence[Arm], fail_if_worse: bool) -> int:
    recorded, *others = arms
    asked = [arm for arm in others if arm.judged.run.spec.model] or others
    if asked and all(arm.judged.run.error for arm in asked):
        say("Nothing that needs a model could be run.")
        return NO_MODEL
    worse = {arm.judged.run.spec.id: is_worse(arm, recorded) for arm in others if not arm.judged.run.error}
    if not fail_if_worse:
        return 0
    for name, metrics in worse.items():
        if metrics:
            say(f"{name} is worse than what was recorded: {', '.join(metrics)}.")
    return NOT_MET if any(worse.values()) else 0


def _model(document: Document) -> str:
    return document.session.models[-1] if document.session.models else ""


def _price(strategy: Strategy, material: Material, model: str) -> tuple[Usage, Price | None]:
    usage = expected_usage(strategy, material)
    return usage, price_of(model, usage) if usage.input else None


def _refuse_over_budget(prices: Sequence[tuple[Usage, Price | None]], budget: Budget) -> None:
    asked = [(usage, price) for usage, price in prices if price is not None]
    if budget.dollars is not None:
        if budget.tokens is None and any(price.dollars is None for _, price in asked):
            raise without_price("The price of the model is not known")
        dollars = sum(price.dollars or 0.0 for _, price in asked)
        if dollars > budget.dollars:
            raise OverBudget(f"It would cost about ${dollars:.4g}, more than ${budget.dollars:.4g}. Nothing was sent.")
    tokens = sum(tokens_of(usage) for usage, _ in asked)
    if budget.tokens is not None and tokens > budget.tokens:
        raise OverBudget(f"It would take about {tokens:,} tokens, more than {budget.tokens:,}. Nothing was sent.")


def _print_dry(
    chosen: Sequence[Strategy],
    prices: Sequence[tuple[Usage, Price | None]],
    ready: Ready,
    model: str,
    as_json: bool,
) -> None:
    rows = [
        {
            "strategy": strategy.id,
            "model": model if price else None,
            "input": usage.input,
            "output": usage.output,
            "usd": price.dollars if price else 0.0,
            "checked": (price.checked or None) if price else None,
            "basis": "estimated",
        }
        for strategy, (usage, price) in zip(chosen, prices, strict=True)
    ]
    if as_json:
        print_json({"schema": SCHEMA, "compaction": ready.compaction.number, "dry_run": rows})
        return
    columns = (Column("strategy"), Column("model"), Column("input", right=True), Column("output", right=True))
    print_table(
        (*columns, Column("usd", right=True)),
        (
            [
                str(row["strategy"]),
                str(row["model"] or "none"),
                f"{row['input']:,}",
                f"{row['output']:,}",
                "no price" if row["usd"] is None else f"≈{row['usd']:.4f}",
            ]
            for row in rows
        ),
    )
    say("Nothing was sent.")
