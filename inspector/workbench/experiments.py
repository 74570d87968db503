"""A compaction of the open document, ready to be run again, and the columns that stand beside it at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.errors import UsageError
from inspector.model import Compaction, Fact
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.compared import compare_recorded
from inspector.rerun.experiment import Subject
from inspector.rerun.judged_runs import live_statements
from inspector.rerun.library import PLAIN, Strategies
from inspector.rerun.material import Material, material_of
from inspector.rerun.prompts import RECORDED, Prompt, recorded_prompt
from inspector.rerun.scored import ScoredRun, baseline, recorded_summary, scored_run
from inspector.survival.found import Found
from inspector.workbench.document import Document

BASELINES: tuple[tuple[str, str], ...] = (
    ("jetbrains/masking-10", ""),
    ("own/head-tail", ""),
    ("own/extractive", ""),
    ("own/transcript-pointer", ""),
    ("codex/user-messages-only", ""),
    (PLAIN, RECORDED_WORDS),
    ("codex/local", RECORDED_WORDS),
    ("control/none", ""),
    ("control/empty", ""),
    ("control/alphabetical", ""),
    ("control/inverted", ""),
)
"""What costs nothing and can stand beside a prompt: strategy, and what stands in the place of a model.

The recorded words in the frame of the plain summary are what a prompt is held against. What pins facts is added by
hand: its pins would score, and not the prompt.
"""
FIRST_PROMPT = "structured"
"""What stands beside the recorded summary at first, where the log does not hold the agent's own prompt."""


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """One compaction, ready to be run again, with what the log says was done."""

    document: Document
    compaction: Compaction
    found: Found
    material: Material
    recorded: ScoredRun

    @property
    def subject(self) -> Subject:
        """The same as an experiment has it."""
        words = recorded_summary(self.material, self.compaction)
        return Subject(self.material, self.found, words, self.own_prompt)

    def own_prompt(self) -> Prompt | None:
        """The prompt that the agent itself used; None where the log does not hold it."""
        return recorded_prompt(self.compaction, self.document.text)


def make_ready(document: Document, wanted: int, bank: Sequence[Fact] | None = None) -> Ready:
    """One compaction of a session whose facts are found, judged on those or on the facts of a bank.

    Raises UsageError where nothing can be run again.
    """
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
    ready = Ready(document, compaction, found, material, recorded)
    return ready if bank is None else _on_bank(ready, bank)


def _on_bank(ready: Ready, facts: Sequence[Fact]) -> Ready:
    """The same compaction, judged on the facts of a bank. What a strategy pins is still what the log holds."""
    found = Found(ready.found.segment, tuple(facts))
    return replace(ready, found=found, recorded=scored_run(compare_recorded(ready.recorded.compared.run, found)))


def first_variant(strategies: Strategies, ready: Ready) -> Variant:
    """The column to begin with: nothing but a summary, by the agent's own prompt where the log holds it."""
    own = RECORDED if ready.own_prompt() is not None else FIRST_PROMPT
    return Variant(strategies.all[PLAIN], prompt=own)


def baselines(strategies: Strategies, ready: Ready) -> tuple[Variant, ...]:
    """Everything that can be run on a compaction without a model, the controls last."""
    readable = ready.subject.words is not None
    return tuple(
        Variant(strategies.all[name], model)
        for name, model in BASELINES
        if name in strategies.all and (readable or model != RECORDED_WORDS)
    )
