"""The runs of one compaction with a judge's verdicts in place of what is counted: same statements, same judge, blind.

A judge is worth what it does with controls, so their place is looked at each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.ask.preview import Preview
from inspector.ask.stop import Stop
from inspector.ask.windows import window_of
from inspector.errors import ModelFailed
from inspector.judge.adopt import adopt
from inspector.judge.column_text import Statement
from inspector.judge.columns import judge_columns
from inspector.judge.columns_answer import read_columns
from inspector.judge.reading import AskNth
from inspector.llm.chat import Failure
from inspector.model import Fact, Judgement, Verdict, Zone
from inspector.model.answer import RawAnswer
from inspector.model.run import Run, State
from inspector.reconstruct.segment import Segment
from inspector.rerun.compared import ComparedRun, stand_in
from inspector.rerun.controls import CONTROLS, LAST
from inspector.rerun.judging import CUT, Judging
from inspector.rerun.library import RECORDED
from inspector.rerun.scorer import spoken
from inspector.rerun.scorers.headline import HEADLINE
from inspector.survival.found import Found
from inspector.survival.outcome import Outcome
from inspector.survival.shares import KEPT, SPOKEN

NOT_LAST = "This judge did not put the controls last: its ranking is not to be trusted."
UNRANKED = "Nothing is ranked here: that words stand in a text does not tell what it says. Only a judge can rank."
"""Of columns that no judge has read."""
NO_VERDICTS = "The judge gave no verdicts on one of the texts."
_UNSURE = 0.5
"""Of the statements: a text of which more is undecided has no place."""


@dataclass(frozen=True, slots=True)
class Controls:
    """Where the controls ended up."""

    last: bool | None
    """Whether every one stands below every honest text; None where that cannot be told."""
    says: str


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRuns:
    """Runs as a judge sees them, in the order in which they came."""

    runs: tuple[ComparedRun, ...]
    controls: Controls
    notes: tuple[str, ...] = ()


def judge_runs(
    judging: Judging, found: Found, judgement: Judgement, runs: Sequence[ComparedRun], stop: Stop | None = None
) -> JudgedRuns:
    """The runs with a judge's verdicts; blocks. A run that failed stays as it is.

    ``judgement`` is what a judge found about the recorded compaction: its statements are looked for. Where it could not
    read that one, every sentence of the human is. Raises InspectorError: ModelFailed, OverBudget, Cancelled,
    Unanswered.
    """
    answers: list[RawAnswer] = []
    told = _judged(judging, found, judgement, runs, judging.asking(stop, answers))
    if silent(told.runs):
        judging.put_away(answers, ModelFailed(NO_VERDICTS, kind=Failure.UNREADABLE), _gives_verdicts)
    is_cut = any(one.finish == "length" and not _gives_verdicts(one.text) for one in answers)
    return replace(told, notes=(*told.notes, *(CUT,) * is_cut))


def silent(runs: Sequence[ComparedRun]) -> list[ComparedRun]:
    """Those with a text of which a judge gave no verdict at all: that is no answer."""
    return [one for one in runs if one.by is not None and has_text(one.run) and _is_silent(one)]


def _is_silent(compared: ComparedRun) -> bool:
    kept = _kept_as_message(compared)
    told = [survival.verdict for survival in spoken(compared) if survival.live and survival.fact not in kept]
    return bool(told) and set(told) == {Verdict.UNDECIDED}


def _gives_verdicts(text: str) -> bool:
    told = read_columns(text)
    return told.whole and all(one.verdicts for one in told.texts.values())


def preview_runs(judging: Judging, found: Found, judgement: Judgement | None, runs: Sequence[ComparedRun]) -> Preview:
    """What judging these runs would send; nothing is. Without a judgement every sentence of the human is looked for."""
    none = Judgement(compaction=found.segment.compaction.number, model=judging.model, passes=0)

    def read(ask: AskNth) -> Sequence[str]:
        return _judged(judging, found, judgement or none, runs, ask).notes

    number = found.segment.compaction.number
    return replace(judging.heard(read), id=str(number), strategy=f"judge {len(runs)} contexts blind")


def _judged(
    judging: Judging, found: Found, judgement: Judgement, runs: Sequence[ComparedRun], ask: AskNth
) -> JudgedRuns:
    statements, notes = statements_of(judgement, runs)
    readable = [judged for judged in runs if can_be_read(judged.run)]
    judgements = judge_columns(
        found.segment,
        statements,
        [_context(judged.run, found.segment) for judged in readable],
        ask,
        model=judging.model,
        passes=judging.passes,
        window=window_of(judging.model),
    )
    by_run = {id(judged): one for judged, one in zip(readable, judgements, strict=True)}
    made = tuple(_with(judged, by_run.get(id(judged)), found) for judged in runs)
    return JudgedRuns(made, place_of_controls([one for one in made if one.by is not None]), notes)


def statements_of(judgement: Judgement, runs: Sequence[ComparedRun]) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
    """The statements that all runs are judged on, and what has to be said of them."""
    if judgement.facts:
        return tuple(zip(judgement.facts, judgement.survivals, strict=True)), ()
    first = next((one for one in runs if one.facts), None)
    pairs = zip(first.facts, first.survivals, strict=True) if first is not None else ()
    note = "A judge could not read the recorded compaction, so each sentence of the user is looked for."
    return tuple((fact, survival) for fact, survival in pairs if fact.kind in SPOKEN and fact.fold is None), (note,)


def live_statements(judgement: Judgement) -> tuple[Fact, ...]:
    """Those that still mattered when the compaction began."""
    pairs = zip(judgement.facts, judgement.survivals, strict=True)
    return tuple(fact for fact, survival in pairs if survival.live)


def can_be_read(run: Run) -> bool:
    """Whether there is a context, and all of it can be read."""
    closed = (piece for piece in run.slices if piece.state is State.OPAQUE)
    return not run.error and not any(piece.item is None or piece.slot == "summary" for piece in closed)


def _context(run: Run, segment: Segment) -> Segment:
    return segment if run.spec.id == RECORDED else stand_in(run, segment)


def _with(compared: ComparedRun, judgement: Judgement | None, found: Found) -> ComparedRun:
    """A run with a judge's verdicts on what was said, and the rules' on the evidence of the work."""
    if judgement is None:
        return compared
    ruled = Outcome(found.segment.compaction, compared.facts, compared.survivals, note=compared.note)
    told = adopt(ruled, judgement)
    return replace(
        compared,
        facts=tuple(told.facts),
        survivals=tuple(told.survivals),
        claims=told.claims,
        note="",
        by=judgement,
        alone=judgement.alone,
    )


def place_of_controls(runs: Sequence[ComparedRun]) -> Controls:
    """Whether every control stands below every honest text by the headline.

    A context without a text of its own proves nothing, since no judge read it; neither does one of which more than half
    is undecided. Statements that stand in a kept message of every context tell nothing apart and are left out.
    """
    honest, controls, unread = [], {}, False
    for judged in _told_apart(runs):
        name, value = judged.run.spec.id, HEADLINE.score(judged).value
        if value is None or judged.run.error or _is_unsure(judged):
            unread = unread or (name in LAST and has_text(judged.run))
            continue
        if name in LAST:
            controls[name] = value
        elif not name.startswith(CONTROLS) and has_text(judged.run):
            honest.append(value)
    if not honest or not controls:
        return Controls(None, "There is no control to hold the verdicts against." if honest else "Nothing was judged.")
    if max(controls.values()) >= min(honest):
        return Controls(False, NOT_LAST)
    if unread:
        return Controls(None, "This judge did not read every control, so nothing shows what its verdicts are worth.")
    return Controls(True, "This judge ranked the controls last, as expected.")


def _told_apart(runs: Sequence[ComparedRun]) -> list[ComparedRun]:
    """The runs without the statements that every one of them kept as a message."""
    whole = [judged for judged in runs if not judged.run.error]
    shared = frozenset[str].intersection(*(_kept_as_message(judged) for judged in whole)) if whole else frozenset()
    found = []
    for judged in whole:
        pairs = [pair for pair in zip(judged.facts, judged.survivals, strict=True) if pair[0].id not in shared]
        facts, survivals = zip(*pairs, strict=True) if pairs else ((), ())
        found.append(replace(judged, facts=tuple(facts), survivals=tuple(survivals)))
    return found


def _kept_as_message(compared: ComparedRun) -> frozenset[str]:
    return frozenset(
        survival.fact
        for survival in compared.survivals
        if survival.verdict in KEPT and any(one.zone in (Zone.KEPT, Zone.INSTRUCTIONS) for one in survival.evidence)
    )


def has_text(run: Run) -> bool:
    """Whether something was written in it, and not only kept."""
    return any(piece.item is None and piece.state in (State.PARAPHRASED, State.SYNTHETIC) for piece in run.slices) or (
        run.spec.id == RECORDED and bool(run.text)
    )


def _is_unsure(compared: ComparedRun) -> bool:
    verdicts = [survival.verdict for survival in spoken(compared) if survival.live]
    return verdicts.count(Verdict.UNDECIDED) > _UNSURE * len(verdicts)
