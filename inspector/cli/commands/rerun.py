"""inspector rerun: other strategies on the context of a recorded compaction, judged on the same facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from inspector.cli.arms_table import print_arms
from inspector.cli.asking import (
    Asked,
    bench,
    previews,
    probe,
    probe_previews,
    run,
)
from inspector.cli.commands.strategies import known_strategies
from inspector.cli.output import SCHEMA, Column, print_json, print_table, say
from inspector.cli.previews import budget_json, preview_json, print_previews
from inspector.cli.run_json import run_json
from inspector.cli.session import PATH, Dollars, Wanted, compaction_numbered, file_argument, json_option, opened
from inspector.errors import OverBudget, UsageError
from inspector.measure.price import Price, price_of
from inspector.model import Usage
from inspector.model.run import Score
from inspector.report.experiment import FORMS, form_of
from inspector.rerun.arms import Arm, expected_usage, is_worse, recorded_summary, run_arms
from inspector.rerun.asker import tokens_of
from inspector.rerun.exam import mean_score
from inspector.rerun.experiment import Column as Told
from inspector.rerun.experiment import Scene, Variant
from inspector.rerun.fit import Fit
from inspector.rerun.library import Strategies
from inspector.rerun.material import Material
from inspector.rerun.preview import Preview, total
from inspector.rerun.prompts import FOLDER as PROMPTS
from inspector.rerun.prompts import load_prompts
from inspector.rerun.purse import NO_BUDGET, Budget, without_price
from inspector.rerun.scores import scores_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Summarizer
from inspector.store.folders import find_folders
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiment_export import recorded_column, write_experiment
from inspector.workbench.experiments import Ready, make_ready

NOT_MET, NO_MODEL = 1, 4
FREE = "free"
"""As a strategy: all that run without a model."""


@click.command("rerun")
@file_argument
@json_option
@click.option("--compaction", type=int, required=True, help="Its number; inspector compactions lists them.")
@click.option("--strategy", "names", multiple=True, help="A strategy, or free: all that need no model (the default).")
@click.option("--recorded-summary/--no-recorded-summary", default=True, help="Use the summary in the log as text.")
@click.option("--dry-run", is_flag=True, help="Only say what would be sent: tokens, price, secrets. Nothing is.")
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
@click.option("--judge", default="", metavar="MODEL", help="Also ask it probe questions, and to grade the answers.")
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
    recorded_summary: bool,
    dry_run: bool,
    models: tuple[str, ...],
    prompts: tuple[str, ...],
    repeat: int,
    focus: str,
    fit: str,
    keep: tuple[int, ...],
    judge: str,
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
    beside them differs.
    """
    caps = Budget(budget, budget_tokens)
    asked = Asked(models, prompts, repeat, focus, Fit(fit), frozenset(keep), caps, retry, judge, experiment)
    if not (models or experiment) and (prompts or repeat > 1 or focus or keep or judge or retry):
        raise UsageError("These options are about asking a model.", hint="Name one with --model.")
    if output is not None:
        form_of(output.name)
        if not output.parent.is_dir():
            # Said before anything is paid for, not after it.
            raise UsageError(f"There is no folder {output.parent}.", hint="Make it, or choose another.")
    strategies = known_strategies()
    chosen = _chosen(names or (FREE,), strategies)
    if models and not judge and not any(strategy.summarize is not None for strategy in chosen):
        hint = "Name one with --strategy; inspector strategies lists what needs a model."
        raise UsageError("None of these strategies asks a model.", hint=hint)
    with opened(wanted, Stage.COUNT, Stage.EXTRACT) as document:
        ready = make_ready(document, compaction_numbered(document, compaction).number)
        if models or experiment:
            return _with_models(document, ready, chosen, strategies, asked, as_json, dry_run, output, fail_if_worse)
        if dry_run or caps != NO_BUDGET:
            prices = [_price(strategy, ready.material, _model(document)) for strategy in chosen]
            _refuse_over_budget(prices, caps)
            if dry_run:
                _print_dry(chosen, prices, ready, _model(document), as_json)
                return 0
        arms = list(_arms(ready, chosen, strategies, recorded_summary))
        if output is not None:
            told = [
                Told(compaction, Variant(one), (arm.judged,), arm.scores)
                for one, arm in zip(chosen, arms[1:], strict=True)
            ]
            _write(output, arms[0], told, document)
        if as_json:
            runs = (run_json(arm) for arm in arms)
            print_json({"schema": SCHEMA, "compaction": compaction, "runs": runs})
        else:
            print_arms(arms)
    return _status(arms, fail_if_worse)


def _with_models(
    document: Document,
    ready: Ready,
    chosen: Sequence[Strategy],
    strategies: Strategies,
    asked: Asked,
    as_json: bool,
    dry_run: bool,
    output: Path | None,
    fail_if_worse: bool,
) -> int:
    scene = Scene(ready.material, ready.found, recorded_summary(ready.material, ready.compaction))
    with bench(asked, document, ready.compaction, scene, chosen, strategies.named) as on:
        recorded = ready.recorded
        told = previews(on)
        exam = probe_previews(on, asked, ready.material, recorded.judged.run, told)
        if dry_run:
            _print_dry_run(document, ready, told, exam, asked.budget, as_json)
            return 0
        made = run(on, asked, (*told, *exam))
        alone = [recorded, *(Arm(one, scores_of((one,))) for column in made for one in column.repeats)]
        probed = probe(on, asked, ready.material, [arm.judged.run for arm in alone])
        over = on.purse.stopped
    recorded, *runs = (_probed(arm, [probed.get(arm.judged.run.id, ())]) for arm in alone)
    variants = [
        _probed(Arm(column.repeats[0], column.scores), [probed.get(one.run.id, ()) for one in column.repeats])
        for column in made
    ]
    if as_json:
        whole = [recorded, *runs]
        print_json({"schema": SCHEMA, "compaction": ready.compaction.number, "runs": (run_json(arm) for arm in whole)})
    else:
        print_arms([recorded, *variants])
    if output is not None:
        columns = [replace(column, scores=arm.scores) for column, arm in zip(made, variants, strict=True)]
        _write(output, recorded, columns, document)
    if over:
        raise OverBudget("The budget was reached: not everything was asked.", hint="What was answered is kept.")
    return _status([recorded, *variants], fail_if_worse)


def _print_dry_run(
    document: Document,
    ready: Ready,
    told: Sequence[Preview],
    exam: Sequence[Preview],
    budget: Budget,
    as_json: bool,
) -> None:
    whole = (*told, *exam)
    if not as_json:
        print_previews(whole, budget)
        say("Nothing was sent.")
        return
    lines = {item.number: item.source.line for item in document.session.items}
    print_json(
        {
            "schema": SCHEMA,
            "compaction": ready.compaction.number,
            "dry_run": [preview_json(one, lines) for one in told],
            "probes": [preview_json(one, lines) for one in exam],
            "usd": total(whole),
            **budget_json(budget),
        }
    )


def _write(path: Path, recorded: Arm, columns: Sequence[Told], document: Document) -> None:
    """Write the columns behind the recorded compaction. Raises UsageError, InspectorError on a full disk."""
    if columns:
        first = recorded_column(columns[0].compaction, recorded, columns[0].variant.strategy)
        write_experiment(path, [first, *columns], document, load_prompts(find_folders().config / PROMPTS))


def _probed(arm: Arm, probed: Sequence[tuple[Score, ...]]) -> Arm:
    """An arm with the figures of the exam, too: their mean over the repeats that sat it."""
    sat = [scores for scores in probed if scores]
    return Arm(arm.judged, (*arm.scores, *(mean_score(same) for same in zip(*sat, strict=True)))) if sat else arm


def _chosen(names: Sequence[str], strategies: Strategies) -> list[Strategy]:
    found: dict[str, Strategy] = {}
    for name in names:
        if name == FREE:
            found |= {one.id: one for one in strategies.all.values() if one.llm == "none"}
        else:
            found[name] = strategies.named(name)
    return list(found.values())


def _arms(ready: Ready, chosen: Sequence[Strategy], strategies: Strategies, with_recorded: bool) -> Iterator[Arm]:
    yield ready.recorded
    summarizer: Summarizer | None = recorded_summary(ready.material, ready.compaction) if with_recorded else None
    yield from run_arms(chosen, ready.material, ready.found, summarizer, strategies.named)


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
