"""Whether a call got again what the agent had before a compaction: the same lines of a file, the same outcome."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from inspector.impact.commands import added_text, lines_of
from inspector.impact.scene import Scene
from inspector.work.finders.paths import CHANGED
from inspector.work.steps import Step

_SHORT = 2
_LEAST_LINES = 3
_SAME = 0.6
"""Of the lines that a file gave, or its part of what several gave."""


class Readings:
    """What stood of which file in the context before a compaction; nothing is taken apart before it is asked for."""

    def __init__(self, scene: Scene, start: int) -> None:
        self._scene, self._start = scene, start
        self._steps: dict[str, list[Step]] = defaultdict(list)
        for step in scene.calls_between(1, start):
            for action, form in scene.files.actions(step):
                if action == "read" or action in CHANGED:
                    self._steps[form].append(step)
        self._known = cache(self._lines)

    def again(self, form: str, step: Step) -> bool:
        """Whether a call reads lines of a file again that was not changed since the compaction."""
        files, at = self._scene.files, step.item.number
        if step.failed or step.result is None or files.changed_between(form, self._start, at):
            return False
        read = {one for action, one in files.actions(step) if action == "read"}
        if form not in read or form not in self._steps:
            return False
        now = lines_of(self._scene.output(step), _SHORT)
        return len(now & self._known(form)) >= max(_LEAST_LINES, _SAME * len(now) / len(read))

    def _lines(self, form: str) -> frozenset[str]:
        texts = (added_text(step) or self._scene.output(step) for step in self._steps[form])
        return frozenset[str]().union(*(lines_of(text, _SHORT) for text in texts))
