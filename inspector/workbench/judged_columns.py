"""Columns judged by a model, blind: its verdicts in the place of the rules', and where it put the controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.llm.models import open_chat
from inspector.model import Judgement
from inspector.rerun.arms import Arm, arm_of
from inspector.rerun.asker import Stop
from inspector.rerun.column import Column
from inspector.rerun.judged_arms import Controls, judge_runs, place_of_controls, preview_runs
from inspector.rerun.judging import Judging
from inspector.workbench.experiments import Ready
from inspector.workbench.model_runs import ModelRuns, Outgoing, outgoing_of
from inspector.workbench.sittings import Sitting, Sittings, sitting_of

JUDGE = "judge columns"
"""In the place of a column's key, where a judge's questions are what is sent."""


Verdicts = Mapping[str, tuple[Arm, ...]]
"""What a judge found on one compaction, by column; what was recorded has the key ""."""


def dry_run(models: ModelRuns, sitting: Sitting, model: str) -> tuple[Outgoing, ...]:
    """What judging one compaction would send; nothing is. Raises UsageError for a name that is no model."""
    judging, chat, ready = Judging(models.asker(model)), open_chat(model), sitting.ready
    number, known = ready.compaction.number, _known(ready)
    told = [] if known is not None else [judging.preview(ready.found.segment)]
    runs = [arm.judged for arms in sitting.arms.values() for arm in arms]
    told.append(preview_runs(judging, ready.found, known, runs))
    return tuple(outgoing_of([one], JUDGE, number, one.strategy, chat) for one in told)


def judge(models: ModelRuns, sitting: Sitting, model: str, stop: Stop) -> Verdicts:
    """The columns as a judge sees them; blocks. Raises InspectorError: ModelFailed, OverBudget, Cancelled.

    The recorded compaction is read first, where no judge has: its statements are looked for in every column.
    """
    judging, ready = Judging(models.asker(model)), sitting.ready
    judgement = _known(ready) or judging.read(ready.found.segment, stop)
    runs = [arm.judged for arms in sitting.arms.values() for arm in arms]
    made = iter(judge_runs(judging, ready.found, judgement, runs, stop).runs)
    return {key: tuple(arm_of(next(made)) for _ in arms) for key, arms in sitting.arms.items()}


class JudgedColumns(Sittings[Verdicts]):
    """Has every compaction that takes part judged, and puts the verdicts in the place of the rules'."""

    slot = JUDGE

    def sittings(self) -> tuple[Sitting, ...]:
        """What would be judged, a compaction at a time, as the rules have it."""
        return tuple(sitting_of(ready, columns) for ready, columns in self._runs.ruled())

    def _ask(self, sitting: Sitting, model: str, stop: Stop) -> Verdicts:
        return judge(self._models, sitting, model, stop)

    def _lay(self, sitting: Sitting, found: Verdicts) -> None:
        self._runs.lay_verdicts(sitting.ready.compaction.number, found)


def trust_in(results: Sequence[tuple[Ready, Sequence[Column]]]) -> Controls:
    """What the controls' place says of whoever judged these columns; over several compactions, of the worst."""
    found = [_trust(ready, columns) for ready, columns in results]
    for last in (False, True):
        told = [one for one in found if one.last is last]
        if told:
            return told[0]
    return found[0] if found else Controls(None, "")


def _trust(ready: Ready, columns: Sequence[Column]) -> Controls:
    runs = [arm.judged for arm in (ready.recorded, *(arm for column in columns for arm in column.arms))]
    by_judge = [judged for judged in runs if judged.by is not None]
    if not by_judge:
        return place_of_controls(runs, by_rules=True)
    names = ", ".join(dict.fromkeys(judged.by.model for judged in by_judge if judged.by is not None))
    told = place_of_controls(by_judge)
    return replace(told, says=f"Judged by {names}, blind. {told.says}")


def _known(ready: Ready) -> Judgement | None:
    """What a judge found about the recorded compaction earlier."""
    return ready.document.judgements.get(ready.compaction.number)
