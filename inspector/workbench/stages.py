"""The pipeline as data: what each stage needs and computes, and advancing a document through it.

Rule: what only one stage needs is imported when it runs: a command waits for the stages that it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.model import Item
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Measurement, Reconstruction, Stage, Tally
from inspector.workbench.jobs import Progress, making_many

if TYPE_CHECKING:
    from inspector.impact.look import Consequences
    from inspector.survival.found import Found
    from inspector.survival.outcome import Outcome

Compute = Callable[[Document, Cache, Progress], Any]


def read(path: Path, *, agent: str = "", alone: bool = False, before: Sequence[Path] = ()) -> Document:
    """The first stage: a document with its session and nothing else.

    ``before``: the logs that it goes on from, the earliest first, to be read as one session with it.
    """
    if before:
        from inspector.read.joined import open_joined

        return Document(open_joined([*before, path], agent=agent))
    return Document(open_log(path, agent=agent, alone=alone))


def reconstruct(document: Document, cache: Cache, progress: Progress) -> Reconstruction:
    """Contexts and compactions; takes milliseconds."""
    progress.report(0.0, "Replaying contexts")
    replay = Replay(document.session)
    return Reconstruction(replay, find_compactions(document.session, replay))


def measure(document: Document, cache: Cache, progress: Progress) -> Measurement:
    """The usage curve as recorded; the plot can be drawn from here on."""
    from inspector.measure.curve import usage_curve
    from inspector.measure.window import find_window

    session = document.session
    return Measurement(usage_curve(session), find_window(session))


def count(document: Document, cache: Cache, progress: Progress) -> Tally:
    """Tokens of every item; what was counted once is taken from the cache."""
    from inspector.measure.calibrate import calibrate
    from inspector.measure.composition import compose
    from inspector.measure.count import count_items, unpack_counts
    from inspector.measure.tokenizer import default_tokenizer
    from inspector.store.keys import session_key

    session = document.session
    assert document.reconstruction is not None, "stages advance in order"
    tokenizer = default_tokenizer()
    key = session_key(session, tokenizer.name)
    earlier = cache.session(key)
    counts = unpack_counts(earlier, session, tokenizer.name) if earlier else None
    if counts is None:
        counts = count_items(session, document.bodies, tokenizer, partial(cache.find_counts, tokenizer.name), progress)
        cache.remember_counts(tokenizer.name, counts.fresh)
        cache.remember_session(key, counts.packed())
    calibration = calibrate(session, document.reconstruction.replay, counts)
    return Tally(counts, calibration, compose(session, document.reconstruction.replay, counts, calibration))


def extract(document: Document, cache: Cache, progress: Progress, *, with_evidence: bool = True) -> tuple[Found, ...]:
    """What was said and shown before each compaction. What the work showed takes longer than all else."""
    from inspector.survival.found import find

    compactions, bodies = document.compactions, document.bodies
    found = []

    # Segments hold it and the document holds them: with the document in it they were a cycle that nobody looks for.
    def text(item: Item) -> str:
        progress.check()
        return bodies.text(item)

    progress.report(0.0, "Reading what was said")
    with making_many():
        for one in find(document.session, compactions, text, with_evidence=with_evidence):
            found.append(one)
            progress.report(len(found) / max(1, len(compactions)), "Reading what was said")
    return tuple(found)


def compare(document: Document, cache: Cache, progress: Progress) -> tuple[Outcome, ...]:
    """Where it stands after each compaction, with a judge's reading on top where one read it."""
    from inspector.survival.survive import survive
    from inspector.workbench.judging import with_judgements

    assert document.extraction is not None, "stages advance in order"
    outcomes: list[Outcome] = []
    with making_many():
        for one in document.extraction:
            progress.report(len(outcomes) / len(document.extraction), "Comparing")
            earlier = tuple(outcome.compaction for outcome in outcomes)
            outcomes.append(replace(survive(one, check=progress.check), earlier=earlier))
    document.exact = tuple(outcomes)
    return with_judgements(document, document.exact)


def consequences(document: Document, cache: Cache, progress: Progress) -> tuple[Consequences, ...]:
    """What followed each compaction: work done again, words said again."""
    assert document.reconstruction and document.tally and document.comparison is not None, "stages advance in order"
    counts, ratio = document.tally.counts, document.tally.calibration.ratio
    progress.report(0.0, "Looking at what followed")
    from inspector.impact.look import look_at
    from inspector.impact.scene import Scene

    def text(item: Item) -> str:
        progress.check()
        return document.bodies.text(item)

    def tokens(number: int) -> int | None:
        return round(int(counts.tokens[number - 1]) * ratio) if counts.known[number - 1] else None

    replay = document.reconstruction.replay
    made = Scene(document.session, document.compactions, document.comparison, replay, text, tokens, progress.check)
    return look_at(made, document.compactions)


STAGES: dict[Stage, Compute] = {
    Stage.RECONSTRUCT: reconstruct,
    Stage.MEASURE: measure,
    Stage.COUNT: count,
    Stage.EXTRACT: extract,
    Stage.COMPARE: compare,
    Stage.CONSEQUENCES: consequences,
}
NEEDS: dict[Stage, frozenset[Stage]] = {
    Stage.RECONSTRUCT: frozenset(),
    Stage.MEASURE: frozenset({Stage.RECONSTRUCT}),
    Stage.COUNT: frozenset({Stage.RECONSTRUCT, Stage.MEASURE}),
    Stage.EXTRACT: frozenset({Stage.RECONSTRUCT}),
    Stage.COMPARE: frozenset({Stage.RECONSTRUCT, Stage.EXTRACT}),
    Stage.CONSEQUENCES: frozenset({Stage.RECONSTRUCT, Stage.MEASURE, Stage.COUNT, Stage.EXTRACT, Stage.COMPARE}),
}
"""What a stage rests on, beside the session as read."""
_SLOT = {
    Stage.RECONSTRUCT: "reconstruction",
    Stage.MEASURE: "measurement",
    Stage.COUNT: "tally",
    Stage.EXTRACT: "extraction",
    Stage.COMPARE: "comparison",
    Stage.CONSEQUENCES: "consequences",
}


def is_ready(document: Document, stage: Stage) -> bool:
    """Whether a stage's result is there."""
    return stage is Stage.READ or getattr(document, _SLOT[stage]) is not None


def apply(document: Document, stage: Stage, value: Any) -> None:
    """Put a stage's result into the document; on the thread that owns it."""
    setattr(document, _SLOT[stage], value)
    document.failures.pop(stage, None)


def advance(document: Document, to: Stage, cache: Cache, progress: Progress | None = None) -> None:
    """Compute, here and now, every stage that ``to`` needs and that is missing."""
    for stage, compute in STAGES.items():
        if (stage is to or stage in NEEDS[to]) and not is_ready(document, stage):
            apply(document, stage, compute(document, cache, progress or Progress()))


def next_stage(document: Document) -> Stage | None:
    """The first stage that is missing and can be computed: not failed, and all it rests on is there."""
    for stage in STAGES:
        if is_ready(document, stage) or stage in document.failures:
            continue
        if all(is_ready(document, needed) for needed in NEEDS[stage]):
            return stage
    return None
