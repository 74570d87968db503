"""Probe questions put to contexts: answered from each new context alone, graded blind, beside the other figures."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.errors import Cancelled, ModelFailed
from inspector.llm.models import open_chat
from inspector.model.run import Score
from inspector.rerun.asker import Stop
from inspector.rerun.exam import exam_preview, examine, mean_score, questions_of
from inspector.workbench.model_runs import ModelRuns, Outgoing, outgoing_of
from inspector.workbench.sittings import Sitting, Sittings

PROBE = "probe"
"""In the place of a column's key, where probe questions are what is sent."""


def dry_run(models: ModelRuns, sitting: Sitting, model: str) -> tuple[Outgoing, ...]:
    """What the questions would send about one compaction; nothing is. Raises UsageError for a name that is no model."""
    asker, chat, material = models.asker(model), open_chat(model), sitting.ready.material
    questions = questions_of(material)
    told = exam_preview(sitting.runs, questions, asker, asker, material.tokenizer)
    return tuple(outgoing_of([one], PROBE, sitting.ready.compaction.number, one.strategy, chat) for one in told)


def ask(models: ModelRuns, sitting: Sitting, model: str, stop: Stop) -> Mapping[str, tuple[Score, ...]]:
    """Figures by column; blocks. Raises ModelFailed where not even one context could be asked, and Cancelled."""
    asker, material = models.asker(model), sitting.ready.material
    questions = questions_of(material)
    if not questions:
        return {}
    sat = examine(asker.loop, sitting.runs, questions, asker, asker, material.tokenizer, stop)
    results = asker.loop.submit(sat).result()
    if stop.asked:
        raise Cancelled("Stopped.")
    if results.failed and not results.scores:
        raise ModelFailed(next(iter(results.failed.values())), kind="probes")
    found: dict[str, list[tuple[Score, ...]]] = {}
    for name, scores in results.scores.items():
        found.setdefault(name.rpartition(":")[0], []).append(scores)
    return {key: tuple(mean_score(list(same)) for same in zip(*scores, strict=True)) for key, scores in found.items()}


class Probes(Sittings[Mapping[str, tuple[Score, ...]]]):
    """Puts the questions on every compaction that takes part, and lays the figures beside those of the columns."""

    slot = PROBE

    def _ask(self, sitting: Sitting, model: str, stop: Stop) -> Mapping[str, tuple[Score, ...]]:
        return ask(self._models, sitting, model, stop)

    def _lay(self, sitting: Sitting, found: Mapping[str, tuple[Score, ...]]) -> None:
        number = sitting.ready.compaction.number
        self._runs.lay_beside(number, {key: (sitting.arms[key], found[key]) for key in found})
