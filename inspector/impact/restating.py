"""Which losses had to be made good in words: the human, or the agent for words of its own, said them again later.

Rule: what was said again stays lost. The verdict only says more of it, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.impact.losses import LostFact, losses
from inspector.impact.restated import Sentences, said_again
from inspector.impact.scene import Scene
from inspector.model import Again, Compaction, Item, ItemKind, Origin, Session, Survival, Verdict
from inspector.reconstruct.replay import Replay
from inspector.survival.outcome import Outcome
from inspector.text.normalise import normalise
from inspector.text.similarity import containment, stems_of
from inspector.text.units import split

_SAME, _BACK = 0.9, 0.6
_LEAST_STEMS = 4


def mark_restated(
    session: Session,
    compactions: Sequence[Compaction],
    outcomes: Sequence[Outcome],
    replay: Replay,
    read: Callable[[Item], str],
) -> tuple[Outcome, ...]:
    """The outcomes, each loss that was said again marked *restated* at the compaction that lost it first."""
    if not any(survival.verdict is Verdict.LOST for outcome in outcomes for survival in outcome.survivals):
        return tuple(outcomes)
    scene = Scene(session, compactions, outcomes, replay, read, lambda item: None)
    sentences: Sentences = {}
    found: dict[tuple[int, str], Again] = {}
    for loss in losses(scene):
        if loss.survival.verdict is Verdict.LOST:
            again = _human(scene, loss, sentences) or _agent(scene, loss)
            if again is not None:
                found[loss.compaction, loss.fact.id] = again
    return tuple(replace(one, survivals=tuple(_marked(each, found) for each in one.survivals)) for one in outcomes)


def _marked(survival: Survival, found: dict[tuple[int, str], Again]) -> Survival:
    again = found.get((survival.compaction, survival.fact)) if survival.verdict is Verdict.LOST else None
    if again is None:
        return survival
    who = "The user" if again.by == "human" else "The agent"
    return replace(
        survival,
        verdict=Verdict.RESTATED,
        again=again,
        why=f"{survival.why} {who} said it again later: “{' '.join(again.text.split())[:_SHOWN]}”.",
    )


_SHOWN = 120


def _human(scene: Scene, loss: LostFact, sentences: Sentences) -> Again | None:
    repeat = said_again(scene, loss, sentences)
    if repeat is None:
        return None
    found = repeat.sentence
    return Again(found.item.number, found.start, found.end, found.text, "human")


def _agent(scene: Scene, loss: LostFact) -> Again | None:
    """The agent's own words, which it has to find again itself: nearly all of them in one sentence."""
    if scene.session.items[loss.item - 1].origin is not Origin.AGENT:
        return None
    stems = stems_of(loss.text)
    if len(stems) < _LEAST_STEMS:
        return None
    for item in scene.items_between(loss.start, scene.end):
        if item.kind is not ItemKind.ASSISTANT or item.origin is not Origin.AGENT or item.chars < len(loss.text) // 2:
            continue
        text = scene.read(item)
        if not stems & stems_of(text):
            continue
        for unit in split(text):
            there = stems_of(unit.text)
            same = normalise(loss.text).strip(" .") in normalise(unit.text)
            if same or (containment(stems, there) >= _SAME and containment(there, stems) >= _BACK):
                return Again(item.number, unit.start, unit.end, unit.text, "agent")
    return None
