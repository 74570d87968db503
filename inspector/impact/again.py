"""What was done again behind a compaction: the one walk over the calls that every family of such findings shares."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.named import Named
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind
from inspector.secrets.find import part_of
from inspector.work.steps import Step

Key = TypeVar("Key", bound=Hashable)


class Again(NamedTuple, Generic[Key]):
    """A call with the last one before it of the same key, whose result a compaction took away in between."""

    key: Key
    step: Step
    before: Step
    compaction: int
    times: int
    """How often it was done before."""

    def finding(
        self,
        scene: Scene,
        kind: Kind,
        why: str,
        sure: Sure,
        *,
        text: str = "",
        named: Named | None = None,
    ) -> Finding:
        """The finding that a call gives; where the human named it, ``named`` is the place."""
        step = self.step
        places = {self.before.item.number, step.item.number, step.shown}
        return Finding(
            kind=kind,
            compaction=self.compaction,
            item=step.item.number if kind is Kind.RETRY else step.shown,
            subject=what(step),
            why=why + (named.words() if named else ""),
            sure=Sure.POSSIBLE if named else sure,
            evidence=tuple(sorted(places | ({named.item.number} if named else set()))),
            named=named.item.number if named else None,
            text=text,
            cost=scene.cost((step,)),
            basis=Basis.COUNTED,
        )


def done_again(
    scene: Scene, keys: Callable[[Step], Iterable[Key]], counts: Callable[[Step], bool] = lambda step: True
) -> Iterator[Again[Key]]:
    """The calls that share a key with an earlier one, in order of the log; only what ``counts`` is an earlier one."""
    met: dict[Key, list[Step]] = {}
    for step in scene.calls:
        for key in keys(step):
            earlier = met.setdefault(key, [])
            before = earlier[-1] if earlier else None
            gone = scene.gone(before.result.number, step.item.number) if before and before.result else None
            if before is not None and gone is not None:
                yield Again(key, step, before, gone, len(earlier))
            if counts(step):
                earlier.append(step)


def once(found: Iterable[tuple[Hashable, Finding | None]]) -> Iterator[Finding]:
    """The first finding of each key and compaction."""
    told: set[tuple[Hashable, int]] = set()
    for key, finding in found:
        if finding is not None and (key, finding.compaction) not in told:
            told.add((key, finding.compaction))
            yield finding


def what(step: Step) -> str:
    """What a call is about, on one line."""
    if step.kind in (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE) and step.path:
        return step.path
    return " ".join((step.command or f"{step.item.tool} {part_of(step.text, 0, 200)}").split())
