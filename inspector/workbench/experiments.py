"""Compaction reruns side by side: the columns, what each of them runs, and how far each of them is.

The recorded compaction stands first. Every other column is a strategy with its prompt and model, runs alone and fails
alone, and is judged on the same facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from inspector.errors import UsageError
from inspector.facts.found import Found
from inspector.model import Compaction
from inspector.model.run import Score
from inspector.rerun.arms import Arm, baseline, recorded_summary, run_arms
from inspector.rerun.controls import CONTROLS
from inspector.rerun.fit import Fit
from inspector.rerun.judged_arms import live_statements
from inspector.rerun.library import Strategies
from inspector.rerun.material import Material, material_of
from inspector.rerun.prompts import RECORDED, recorded_prompt
from inspector.rerun.scores import Comparison
from inspector.rerun.strategy import Strategy
from inspector.workbench.document import Document

RECORDED_WORDS = "recorded words"
"""In the place of a model: the summary in the log, so that only what a strategy keeps beside it differs."""
FIRST_COLUMNS: tuple[tuple[str, str], ...] = (
    ("jetbrains/masking-10", ""),
    ("own/head-tail", ""),
    ("own/extractive", ""),
    ("own/pins-only", ""),
    ("codex/user-messages-only", ""),
    ("own/pinned-facts", RECORDED_WORDS),
    ("codex/local+facts", RECORDED_WORDS),
    ("own/pinned-facts", ""),
    ("control/none", ""),
    ("control/empty", ""),
    ("control/salad", ""),
    ("control/inverted", ""),
)
"""What stands beside the recorded compaction at first: strategy and model. All but one run at once, without a model."""


class State(StrEnum):
    """How far a column is."""

    WANTS_MODEL = "wants model"
    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Variant:
    """What a column runs."""

    strategy: Strategy
    model: str = ""
    """A model's name; ``RECORDED_WORDS``; "" where none was chosen or none is needed."""
    prompt: str = ""
    """A prompt's name; ``prompts.RECORDED`` for the agent's own; "" for the one that fits the strategy."""
    repeats: int = 1
    fit: Fit = Fit.REFUSE
    """What to do with a context over the model's window."""
    focus: str = ""
    """What the summary must preserve, in the user's words."""
    keep: frozenset[str] = frozenset()
    """Marks of found secrets that the user lets go; never kept for another time."""

    @property
    def asks_model(self) -> bool:
        """Whether running it sends something to a model."""
        return self.strategy.llm != "none" and self.model not in ("", RECORDED_WORDS)

    @property
    def wants_model(self) -> bool:
        """Whether it cannot run before a model is chosen."""
        return self.strategy.llm != "none" and not self.model


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One variant and what came of it, on one compaction or over several."""

    key: str
    """A letter that stays its own."""
    variant: Variant
    state: State
    arms: tuple[Arm, ...] = ()
    """One for each repeat that ended."""
    scores: tuple[Score, ...] = ()
    error: str = ""
    """Why it failed, and the way out."""
    is_paid: bool = False
    """It failed, and what its model was asked may be charged for all the same."""
    text: str = ""
    """What a model has said so far, while it is being asked."""
    ran: Variant | None = None
    """What the result is of; another than ``variant`` once that was edited."""
    parts: tuple[int, int] | None = None
    """Over several compactions: on how many of them it has run, and how many there are."""
    standings: Mapping[str, Comparison] = field(default_factory=dict)
    """Over several compactions: how it did beside what was recorded, by figure, compaction by compaction."""

    @property
    def is_stale(self) -> bool:
        """Whether the variant was edited since it ran."""
        return self.ran is not None and self.ran != self.variant

    @property
    def is_control(self) -> bool:
        """Whether it is an end of the scale and no competitor."""
        return self.variant.strategy.id.startswith(CONTROLS)

    def score(self, metric: str) -> Score | None:
        """One of its figures; None before there are any."""
        return next((score for score in self.scores if score.metric == metric), None)


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """One compaction, ready to be run again, with what the log says was done."""

    document: Document
    compaction: Compaction
    found: Found
    material: Material
    recorded: Arm
    over: tuple[int, ...] = ()
    """The compactions that the figures of ``recorded`` are means over; none for those of this one alone."""


def make_ready(document: Document, wanted: int) -> Ready:
    """One compaction of a session whose facts are found. Raises UsageError where nothing can be run again."""
    if document.tally is None or document.measurement is None or document.reconstruction is None:
        raise UsageError("The tokens of this session could not be counted, so nothing can be run again.")
    compaction = document.compactions[wanted - 1]
    found = next((one for one in document.extraction or () if one.segment.compaction.number == wanted), None)
    if found is None:
        raise UsageError(f"Compaction {wanted} failed, so it has no context to run again.")
    material = material_of(
        document.session,
        document.reconstruction.replay,
        compaction,
        found,
        document.tally.counts,
        document.tally.calibration,
        document.measurement.window,
    )
    if not material.entries:
        raise UsageError(f"The context before compaction {wanted} is not in this log.")
    judgement = document.judgements.get(wanted)
    if judgement is not None:
        material = replace(material, judged=live_statements(judgement))
    recorded = baseline(material, compaction, document.reconstruction.replay, found)
    return Ready(document, compaction, found, material, recorded)


def first_variants(strategies: Strategies, ready: Ready) -> tuple[Variant, ...]:
    """The columns to begin with: recorded words and the agent's own prompt where the log has them to read."""
    readable = recorded_summary(ready.material, ready.compaction) is not None
    own = RECORDED if recorded_prompt(ready.compaction, ready.document.text) is not None else ""
    return tuple(
        Variant(strategies.all[name], model, own if strategies.all[name].llm != "none" and not model else "")
        for name, model in FIRST_COLUMNS
        if name in strategies.all and (readable or model != RECORDED_WORDS)
    )


def run_free(ready: Ready, variant: Variant, strategies: Strategies) -> Arm:
    """Run a variant that asks no model; milliseconds. Raises InspectorError."""
    summarizer = None
    if variant.strategy.llm != "none":
        summarizer = recorded_summary(ready.material, ready.compaction)
        if summarizer is None:
            raise UsageError("The recorded summary cannot be read, so its words cannot be used.")
    arm = next(run_arms((variant.strategy,), ready.material, ready.found, summarizer, strategies.named))
    if arm.judged.run.error:
        raise UsageError(arm.judged.run.error)
    return arm
