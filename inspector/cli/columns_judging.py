"""rerun --judge: the recorded compaction read first, then every context blind; and questions that go through files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from inspector.ask.deferred import Questions
from inspector.ask.preview import Preview
from inspector.ask.spending import Budget
from inspector.cli.asking import Asked, Bench
from inspector.cli.judge_options import JudgeWanted
from inspector.cli.judging import Shared, bring_answers, judges_by
from inspector.cli.output import say
from inspector.cli.previews import refuse_over, tell
from inspector.cli.session import check_folder
from inspector.errors import Unanswered
from inspector.model import Judgement
from inspector.rerun.compared import ComparedRun
from inspector.rerun.controls import LAST
from inspector.rerun.judged_runs import JudgedRuns, judge_runs, preview_runs
from inspector.rerun.judging import Judging
from inspector.rerun.library import Strategies
from inspector.rerun.strategy import Strategy
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from inspector.wording.units import counted
from inspector.wording.verdicts import used_words
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready
from inspector.workbench.saving import save_text


def share(wanted: JudgeWanted, models: Sequence[str], budget: Budget) -> Shared:
    """The money and the questions of a command, with the answers of a file taken up. Raises CannotRead, UsageError."""
    check_folder(wanted.requests_to)
    if wanted.answers_from is not None:
        with closing(Library.default()) as library:
            bring_answers(wanted.answers_from, Reruns(library), next(filter(None, (wanted.model, *models))))
    return Shared.of(wanted, budget)


def with_controls(chosen: Sequence[Strategy], strategies: Strategies) -> list[Strategy]:
    """The strategies, and those that a judge has to put last, at the end."""
    asked = {one.id for one in chosen}
    return [*chosen, *(strategies.all[name] for name in LAST if name not in asked and name in strategies.all)]


def read_recorded(wanted: JudgeWanted, document: Document, number: int, shared: Shared) -> list[Preview]:
    """Let a judge read the recorded compaction, where none has; what that would send, of a dry run.

    Raises what failed, and OverBudget before anything is sent.
    """
    if not wanted.asks:
        return []
    known = document.judgements.get(number)
    if known is not None and not known.open and not (wanted.retry and known.partial):
        say(used_words(known))
        return []
    with judges_by(wanted, shared) as judge:
        judge.look(document, number)
        if judge.failed:
            raise judge.failed[0]
        return judge.previews


def blind_previews(on: Bench, asked: Asked, ready: Ready, told: Sequence[Preview]) -> list[Preview]:
    """What judging every context would send, with texts of the expected length where a model is still to write."""
    if not asked.judge.asks:
        return []
    runs = [ComparedRun(one.run, (), (), ()) for one in told if one.run is not None and not one.problem]
    known = ready.document.judgements.get(ready.compaction.number)
    return [preview_runs(_judging(on, asked), ready.found, known, [ready.recorded.compared, *runs])]


def judge_blind(
    on: Bench, asked: Asked, ready: Ready, results: Sequence[ComparedRun | None]
) -> tuple[JudgedRuns | None, list[ComparedRun | None]]:
    """The recorded run and the results with a judge's verdicts; None and the results as they are where questions are
    still open."""
    known = ready.document.judgements.get(ready.compaction.number)
    if not asked.judge.asks or (on.questions is not None and (known is None or None in results)):
        return None, list(results)
    # One that it cannot read was looked at and left without a judgement that stays.
    judgement = known or Judgement(compaction=ready.compaction.number, model=asked.judge.model, passes=0)
    runs = [ready.recorded.compared, *(one for one in results if one is not None)]
    judging = _judging(on, asked)
    try:
        if on.questions is None:
            told = [preview_runs(judging, ready.found, judgement, runs)]
            tell(told, asked.budget)
            refuse_over(told, asked.budget)
        made = judge_runs(judging, ready.found, judgement, runs)
    except Unanswered:
        return None, list(results)
    for note in made.notes:
        say(note)
    for judged in made.runs:
        if judged.by is not None and judged.by.notes:
            say(f"{judged.run.spec.id}: {' '.join(judged.by.notes)}")
    if on.questions is None:
        say(on.shared.spent)
    later = iter(made.runs[1:])
    return made, [None if one is None else next(later) for one in results]


def _judging(on: Bench, asked: Asked) -> Judging:
    return Judging(on.laboratory.asker(asked.judge.model), asked.judge.passes)


def finish(wanted: JudgeWanted, questions: Questions | None, logs: Sequence[Path]) -> bool:
    """Write down what is open; whether nothing is."""
    if questions is None:
        return True
    count = counted(len(questions.lines), "question")
    if wanted.requests_to is not None:
        save_text(wanted.requests_to, questions.text, logs)
    if not questions.lines:
        say("Every question is answered.")
        return True
    if wanted.requests_to is None:
        say(f"Still open: {count}; --requests-to writes them to a file.")
    else:
        again = "Bring their answers with --answers-from, and run this again until nothing is open."
        say(f"Written to {wanted.requests_to}: {count}. {again}")
    return False
