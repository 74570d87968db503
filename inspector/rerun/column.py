"""A column of an experiment: what it runs, how far it is, and what came of it on a compaction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.run import Score
from inspector.model.settings import UNSET, Settings
from inspector.rerun.compared import ComparedRun
from inspector.rerun.controls import CONTROLS
from inspector.rerun.held import Held
from inspector.rerun.scored import ScoredRun
from inspector.rerun.strategy import Strategy

RECORDED_WORDS = "recorded words"
"""In the place of a model: the summary in the log, so that only what a strategy keeps beside it differs."""


class ColumnState(StrEnum):
    """How far a column is."""

    WANTS_MODEL = "wants model"
    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Variant:
    """What a column runs: a strategy, and what asks for its summary."""

    strategy: Strategy
    model: str = ""
    """A model's name; ``RECORDED_WORDS``; "" where none was chosen or none is needed."""
    prompt: str = ""
    """A prompt's name or file; ``prompts.RECORDED`` for the agent's own; "" for the one that fits the strategy."""
    repeats: int = 1
    focus: str = ""
    """What the summary must preserve, in the user's words."""
    settings: Settings = UNSET
    """Of each request, as far as they are set."""

    @property
    def asks_model(self) -> bool:
        """Whether running it sends something to a model."""
        return self.strategy.summarize is not None and self.model not in ("", RECORDED_WORDS)

    @property
    def wants_model(self) -> bool:
        """Whether it cannot run before a model is chosen."""
        return self.strategy.summarize is not None and not self.model


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One variant and what came of it."""

    key: str
    """What names it among the others; in the window a letter that stays its own."""
    variant: Variant
    state: ColumnState
    results: tuple[ScoredRun, ...] = ()
    """One for each repeat that ended."""
    scores: tuple[Score, ...] = ()
    """Over the repeats."""
    error: str = ""
    """Why it failed, and the way out."""
    is_paid: bool = False
    """It failed, and what its model was asked may be charged for all the same."""
    text: str = ""
    """What a model has said so far, while it is being asked."""
    ran: Variant | None = None
    """What the result is of; another than ``variant`` once that was edited."""
    compaction: int = 0
    """The number of the one that it ran on, where columns of several stand together."""
    session: str = ""
    """The path of the log, where columns of several sessions stand together."""

    held: Held | None = None
    """Of the recorded compaction: how much of its context the log holds."""
    since: float | None = None
    """While it runs: when it began, in seconds of ``time.monotonic``."""

    @property
    def is_stale(self) -> bool:
        """Whether the variant was edited since it ran."""
        return self.ran is not None and self.ran != self.variant

    @property
    def is_control(self) -> bool:
        """Whether it is an end of the scale and no competitor."""
        return self.variant.strategy.id.startswith(CONTROLS)

    @property
    def repeats(self) -> tuple[ComparedRun, ...]:
        """The compared run of each repeat that ended."""
        return tuple(result.compared for result in self.results)

    @property
    def failed(self) -> tuple[str, ...]:
        """Why repeats have no result."""
        return tuple(one.run.error for one in self.repeats if one.run.error)

    def score(self, metric: str) -> Score | None:
        """One of its figures; None before there are any."""
        return next((score for score in self.scores if score.metric == metric), None)
