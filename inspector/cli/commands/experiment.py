"""inspector experiment: sessions × compactions × prompts × models × repeats from a file, gone on with when stopped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from inspector.ask.preview import Preview, total
from inspector.ask.spending import Budget, Spending
from inspector.cli.experiment_results import print_results, results_of, write_results
from inspector.cli.gates import NO_MODEL, gate_options, tell_missed
from inspector.cli.options import RETRY, json_option
from inspector.cli.output import SCHEMA, print_json, print_line, say
from inspector.cli.paths import PATH
from inspector.cli.previews import budget_json, preview_json, print_previews, print_requests, refuse_over, tell
from inspector.cli.session import check_folder
from inspector.errors import CannotRead, OverBudget, UsageError
from inspector.model.basis import full_sum
from inspector.read.discover import discover
from inspector.report.experiment import FORMS, form_of
from inspector.rerun.compared import ComparedRun
from inspector.rerun.experiment import Trial
from inspector.rerun.experiment_file import Plan, find_logs, read_experiment
from inspector.rerun.gates import Gates, check_gates, find_baseline, names_of
from inspector.rerun.prompts import FOLDER, RECORDED, Prompts, load_prompts
from inspector.store.folders import find_folders
from inspector.wording.units import as_expected, counted
from inspector.workbench.experiment_run import SessionRun, Workplace, preview_session, run_session, workplace
from inspector.workbench.strategy_files import all_strategies


@click.group("experiment")
def command() -> None:
    """Run an experiment that a YAML file describes.

    It is sessions × compactions × prompts × models × repeats:

    \b
    sessions: [logs/*.jsonl]            # logs, folders, patterns; relative to this file
    compactions: all                    # or a list of numbers
    strategies: [codex/local]           # inspector strategies lists them; free: all without a model
    prompts: [handoff, mine.md]         # names, files, or recorded: the agent's own
    models: [anthropic/claude-sonnet-5-5]
    repeats: 3
    variants:                           # single ones beside strategies × prompts × models
      - {name: baseline, strategy: codex/local, model: openai/gpt-5, prompt: handoff}
    facts: said                         # what you said; or a fact bank's file, or {judge: MODEL, passes: 1}
    settings: {temperature: 0, max_output: 4000}  # also focus, effort, seed
    concurrency: 4                      # requests at once
    budget: {dollars: 5, tokens: 2000000, prices: [{model: gpt-5, input: 1.25, output: 10}]}
    gates: {fail_under: 0.8, fail_if_worse: recorded}
    output: [out.html, out.json]        # also .csv, .md, .xml (JUnit)
    name: weekly                        # what its spending is kept under; otherwise the path of this file

    Only sessions, and strategies or variants, have to be given.
    """


@command.command("run")
@click.argument("file", metavar="EXPERIMENT.yaml", type=PATH)
@json_option
@click.option(
    "--dry-run", is_flag=True, help="Dry run: show what would be sent (tokens, price, secrets); send nothing."
)
@click.option("--print", "as_text", is_flag=True, help="Print the requests, secrets taken out; send nothing.")
@click.option("-o", "--output", "outputs", type=PATH, multiple=True, help=f"Also write a file: {', '.join(FORMS)}.")
@click.option("--retry", is_flag=True, help=RETRY)
@gate_options
def run(
    file: Path,
    as_json: bool,
    dry_run: bool,
    as_text: bool,
    outputs: tuple[Path, ...],
    retry: bool,
    bank: Path | None,
    gates: Gates,
) -> int:
    """Run the experiment in EXPERIMENT.yaml, or go on with it.

    What was answered once is never paid for again. Run it again after it was stopped, killed or out of budget: it says
    what is left and what that will cost, and goes on. The budget holds over all starts. Gates given here take the place
    of those in the file; a missed one ends with status 1.
    """
    prompts = load_prompts(find_folders().config / FOLDER)
    plan = read_experiment(file, all_strategies(), prompts)
    plan = _with_options(plan, bank, outputs)
    held = gates if gates.wanted else plan.gates
    for path in plan.outputs:
        form_of(path.name)
        check_folder(path)
    check_gates(held, plan.variants, is_judged=plan.judge is not None)
    baseline = find_baseline(held.worse_than, _names(plan, prompts))
    paths = find_logs(plan, lambda folder: [one.path for one in discover([folder])])
    with workplace(plan, retry) as at:
        told = list(_previewed(at, paths, whole=as_text))
        if as_text or dry_run:
            _print_dry(plan, told, as_json=as_json, as_text=as_text)
            return 0
        made = list(_run(at, plan, told))
        if any(one.requests for session in told for one in session.previews):
            say(f"{ExperimentProgress.spent(at.ledger)} {as_expected(at.ledger.expected)}".rstrip())
    failed = [one for one in told if one.error]
    for one in made:
        _tell_notes(one, [words for before in told if before.path == one.path for words in before.notes])
    return _finish(plan, held, baseline, [*failed, *made], as_json)


def _tell_notes(one: SessionRun, known: Sequence[str] = ()) -> None:
    """Say what was left out of a session, and what is wrong with it, but for what was said before."""
    for words in (*one.notes, *([one.error] if one.error else [])):
        if words not in known:
            say(f"{one.path}: {words}")


def _names(plan: Plan, prompts: Prompts) -> dict[str, frozenset[str]]:
    """What each variant can be called, by its key."""
    told = {}
    for variant in plan.variants:
        prompt = prompts.named(variant.prompt) if variant.prompt not in ("", RECORDED) else None
        key = plan.key_of(variant)
        told[key] = names_of(variant, prompt) | ({plan.called[key]} if key in plan.called else set())
    return told


def _with_options(plan: Plan, bank: Path | None, outputs: Sequence[Path]) -> Plan:
    said = plan.file
    if bank is not None:
        if plan.judge is not None:
            raise UsageError("A judge looks at what was said in the log, not at the facts of a bank.")
        said = replace(said, facts=str(bank.absolute()))
    more = tuple(str(path.absolute()) for path in outputs)
    return replace(plan, file=replace(said, output=(*said.output, *more)))


def _previewed(at: Workplace, paths: Sequence[Path], *, whole: bool) -> Iterator[SessionRun]:
    """What each session would send. Raises CannotRead where none can be opened."""
    failed = []
    for path in paths:
        one = preview_session(at, path)
        _tell_notes(one)
        failed += [one] if one.error else []
        # The requests themselves are many times as long as what is said of them.
        yield one if whole else replace(one, previews=tuple(replace(each, sent=()) for each in one.previews))
    if len(failed) == len(paths):
        raise CannotRead("No session of this experiment could be run again.", hint=failed[0].error)


def _print_dry(plan: Plan, told: Sequence[SessionRun], *, as_json: bool, as_text: bool) -> None:
    previews = [one for session in told for one in session.previews]
    if as_json:
        rows = [
            {"session": str(session.path), "id": one.id, **preview_json(one)}
            for session in told
            for one in session.previews
        ]
        print_json({"schema": SCHEMA, "dry_run": rows, "usd": total(previews), **budget_json(plan.file.budget)})
        return
    if not as_text:
        print_previews(grouped(previews), plan.file.budget)
    for session in told if as_text else ():
        print_line(f"=== {session.path}")
        print_requests(session.previews)
    say("Nothing was sent.")


def _run(at: Workplace, plan: Plan, told: Sequence[SessionRun]) -> Iterator[SessionRun]:
    previews = [one for session in told for one in session.previews]
    left = _left(at, plan)
    progress = ExperimentProgress(told, at.ledger)
    progress.begin()
    tell(grouped(previews), plan.file.budget)
    refuse_over(previews, left)
    for session in told:
        if not session.error:
            one = run_session(at, session.path, progress.of(session.path))
            progress.ended(one)
            yield one


def _left(at: Workplace, plan: Plan) -> Budget:
    """What earlier starts left of the budget."""
    budget, ledger = plan.file.budget, at.ledger
    dollars = None if budget.dollars is None else max(0.0, budget.dollars - ledger.spent - ledger.promised)
    tokens = None if budget.tokens is None else max(0, budget.tokens - ledger.tokens - ledger.promised_tokens)
    return Budget(dollars, tokens)


def _finish(plan: Plan, gates: Gates, baseline: str, made: Sequence[SessionRun], as_json: bool) -> int:
    results = results_of(plan, gates, baseline, made)
    print_results(results, as_json)
    write_results(results, plan.outputs)
    if any(one.stopped for one in made):
        raise OverBudget("The budget was reached: not everything was asked.", hint="What was answered is kept.")
    asked = [judged for column in results.cells if column.variant.asks_model for judged in column.repeats]
    if asked and all(judged.run.error for judged in asked):
        say("Nothing that needs a model could be run.")
        return NO_MODEL
    status = tell_missed(results.origin.missed)
    return status or (CannotRead.exit_code if any(one.error for one in made) else 0)


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

    @property
    def asks(self) -> bool:
        """Whether any run asks a model."""
        return any(one.requests for one in self._previews)

    def begin(self) -> None:
        """Say what there is to do."""
        runs = counted(self._all, "run")
        compactions = {(path, name.partition(":")[0]) for path, name in self._left}
        where = f"{counted(len(compactions), 'compaction')} of {counted(len(self._sessions), 'session')}"
        answered = sum(one.answered for one in self._previews)
        left = sum(one.requests for one in self._previews) - answered
        asked = f"{counted(answered, 'answer')} kept from before, {counted(left, 'request')} left"
        say(f"{runs} on {where}: {asked if self.asks else 'no model is asked'}.")
        if self._spending.spent or self._spending.tokens or self._spending.promised_tokens:
            lost = self._spending.promised_tokens
            dollars = f"${self._spending.promised:.4f} for " if self._spending.promised else ""
            open_ = f", with {dollars}{lost:,} tokens of questions that were cut off"
            say(f"Earlier starts: {self.spent(self._spending)}"[:-1] + (f"{open_}." if lost else "."))

    def of(self, path: Path) -> Callable[[Trial, ComparedRun], None]:
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
        dollars = full_sum(one for one, _ in self._left.values())
        tokens = sum(one for _, one in self._left.values())
        more = f"{tokens:,} tokens" if dollars is None else f"${dollars:.4f}"
        # What a judge is asked has no run's id.
        is_judged = any(":" not in one.id and one.requests for one in self._previews)
        judged = ", not counting the judge" if is_judged else ""
        spent = f"; {self.spent(self._spending)[:-1].lower()}, about {more} more{judged}" if self.asks else ""
        return f"{ended:,} of {self._all:,} runs done, {len(self._left):,} left{spent}."

    @staticmethod
    def spent(spending: Spending) -> str:
        """What was spent, in words."""
        tokens = f"{spending.tokens:,} tokens"
        if not spending.unknown:
            return f"Spent: ${spending.spent:.4f}, {tokens}."
        dollars = f"${spending.spent:.4f}, " if spending.spent else ""
        return f"Spent: {dollars}{tokens}; {counted(spending.unknown, 'request')} without a known price."


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
        problem=" ".join(dict.fromkeys(one.problem for one in same if one.problem)),
    )
