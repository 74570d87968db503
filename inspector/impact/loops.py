"""Compactions that fire again before useful work, and the same files read after compaction upon compaction."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.facts.finders.paths import CHANGED
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis, Compaction

_ROUNDS = 3
_LEAST_FILES = 2
_SHARED = 0.6


class Loops:
    """One finding a loop, at the compaction that closes it."""

    name = "loops"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """Both kinds, in order of the log."""
        yield from _compactions(scene)
        yield from _readings(scene)


def _compactions(scene: Scene) -> Iterator[Finding]:
    run: list[Compaction] = []
    for compaction in (*scene.compactions, None):
        if compaction is not None and compaction.outcome == "loop":
            run.append(compaction)
            continue
        if run:
            first, last = run[0], compaction or run[-1]
            places = tuple(max(1, scene.start(one.number) - 1) for one in (*run, last))
            yield Finding(
                kind=Kind.LOOP,
                compaction=first.number,
                item=places[-1],
                subject=f"compactions {first.number} to {last.number}",
                why="Each compaction fired again before any useful work was possible.",
                sure=Sure.CERTAIN,
                evidence=places,
                basis=first.record.basis,
            )
        run = []


def _readings(scene: Scene) -> Iterator[Finding]:
    """Rounds in which the same files were read and nothing was changed."""
    rounds: list[tuple[Compaction, frozenset[str], int]] = []
    numbers = [scene.start(one.number) for one in scene.compactions] + [len(scene.session.items) + 1]
    for place, compaction in enumerate(scene.compactions):
        read, changed, last = _round(scene, numbers[place], numbers[place + 1])
        shared = rounds and len(read & rounds[-1][1]) >= _SHARED * max(len(read), len(rounds[-1][1]))
        if changed or len(read) < _LEAST_FILES or not shared:
            yield from _told(scene, rounds)
            rounds = []
        if not changed and len(read) >= _LEAST_FILES:
            rounds.append((compaction, read, last))
    yield from _told(scene, rounds)


def _round(scene: Scene, first: int, last: int) -> tuple[frozenset[str], bool, int]:
    read: set[str] = set()
    at, changed = first, False
    for step in scene.calls_between(first, last):
        for action, form in scene.files.actions(step):
            if action == "read":
                read.add(form)
                at = step.item.number
            changed = changed or action in CHANGED
    return frozenset(read), changed, at


def _told(scene: Scene, rounds: list[tuple[Compaction, frozenset[str], int]]) -> Iterator[Finding]:
    if len(rounds) < _ROUNDS:
        return
    first, last = rounds[0], rounds[-1]
    same = frozenset[str].intersection(*(read for _, read, _ in rounds))
    yield Finding(
        kind=Kind.LOOP,
        compaction=first[0].number,
        item=last[2],
        subject=", ".join(sorted(same)[:3]) or "the same files",
        why=f"After compactions {first[0].number} to {last[0].number} the same files were read, none changed.",
        sure=Sure.LIKELY,
        evidence=tuple(at for _, _, at in rounds),
        basis=Basis.COUNTED,
    )


FAMILY = Loops()
