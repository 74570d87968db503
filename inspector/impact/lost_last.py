"""Which of several compactions took away last what the context told of a thing.

A result goes at one compaction, and what a summary retells of it at a later one: what follows is the later one's doing.
What never came back is laid to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.impact.scene import Scene
from inspector.model import ItemKind

Tells = Callable[[str], bool]
"""Whether a text tells of the thing."""
_OF_TOOLS = frozenset({ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT})


def lost_last(scene: Scene, first: int, at: int, tells: Tells) -> int | None:
    """The compaction behind which nothing told of it any more, of those before item ``at``.

    ``first`` took the thing itself. None where the context at the end tells of it, and where one of the summaries
    cannot be read.
    """
    behind = [one.number for one in scene.compactions if one.number >= first and scene.start(one.number) <= at]
    left = [scene.texts_after(number) for number in behind]
    readable = [texts for texts in left if texts is not None]
    if len(readable) < len(left) or any(map(tells, readable[-1])):
        return None
    return _last_gone(scene, behind, readable, tells) if len(behind) > 1 else first


def _last_gone(scene: Scene, behind: Sequence[int], left: Sequence[Sequence[str]], tells: Tells) -> int:
    """The last compaction before which it was told and behind which it is not."""
    stands = [any(map(tells, texts)) for texts in left]
    blamed = behind[0]
    for place in range(1, len(behind)):
        before, number = behind[place - 1], behind[place]
        if not stands[place] and (stands[place - 1] or _said_between(scene, before, number, tells)):
            blamed = number
    return blamed


def _said_between(scene: Scene, before: int, number: int, tells: Tells) -> bool:
    """Whether words of the human or the agent between two compactions told of it again."""
    between = scene.items_between(scene.start(before), scene.start(number))
    return any(tells(scene.read(item)) for item in between if item.kind not in _OF_TOOLS)
