"""A run with its figures, what the log records as one, and what a run is expected to take."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import Compaction
from inspector.model.run import Score
from inspector.reconstruct.replay import Replay
from inspector.rerun.compared import ComparedRun, compare_recorded, recorded_run
from inspector.rerun.material import Material
from inspector.rerun.scores import scores_of
from inspector.rerun.summarize import Recorded, Summarizer
from inspector.survival.found import Found

WORSE_BY = ("statements_kept", "headline")
"""The figures in which a variant may be worse than what the log records."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRun:
    """One variant with its figures."""

    compared: ComparedRun
    scores: tuple[Score, ...]

    def score(self, metric: str) -> Score | None:
        """One of its figures; None for what only a judge can say, where none has read it."""
        return next((score for score in self.scores if score.metric == metric), None)


def baseline(material: Material, compaction: Compaction, replay: Replay, found: Found) -> ScoredRun:
    """What the log says was done."""
    return scored_run(compare_recorded(recorded_run(material, compaction, replay), found))


def recorded_summary(material: Material, compaction: Compaction) -> Summarizer | None:
    """The summary in the log, for the skeletons of strategies; None where it cannot be read."""
    number = compaction.record.summary
    if number is None or not compaction.record.readable:
        return None
    text = material.library.entry(number).text
    return Recorded(text) if text.strip() else None


def scored_run(compared: ComparedRun) -> ScoredRun:
    """A compared run with its figures."""
    return ScoredRun(compared, scores_of((compared,)))
