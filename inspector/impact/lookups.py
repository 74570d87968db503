"""What was looked up again in other words: a search, or several files at once, that gave lines known from before.

The same call is a repeat, and one file alone a reading; both have families of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from inspector.impact.again import Again, went_well
from inspector.impact.commands import call_key, lines_of, output_form, polls
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.read.tools import ToolKind
from inspector.text.normal import path_form, tidy
from inspector.work.steps import Step

_SAME = 0.8
_LEAST_LINES = 8
_SHORT = 4
"""A bracket or an end is a line of every file."""
_RESULTS = 60
"""As many earlier results are compared at most, the latest ones."""


def lookups(scene: Scene) -> Iterator[Finding]:
    """What was looked up again, in order of the log; one finding a call."""
    looks = _Looks(scene)
    for step in scene.calls:
        if went_well(step) and step.result is not None and (step.looks or step.kind is ToolKind.SEARCH):
            finding = _again(scene, step, looks)
            if finding is not None:
                yield finding
            looks.steps.append(step)
            looks.keys.add(call_key(step))


class _Looks:
    """The looks so far, and the lines of their results, each taken apart once and only where it is asked for."""

    def __init__(self, scene: Scene) -> None:
        self.steps: list[Step] = []
        self.keys: set[str] = set()
        self._scene = scene
        self._lines: dict[int, frozenset[str]] = {}
        self._gone: dict[int, list[Step]] = {}

    def lines(self, step: Step) -> frozenset[str]:
        """The telling lines of a result, without their numbers."""
        number = step.item.number
        if number not in self._lines:
            self._lines[number] = lines_of(output_form(self._scene.output(step)), _SHORT)
        return self._lines[number]

    def gone(self, compaction: int, at: int) -> list[Step]:
        """The latest looks whose results were gone behind a compaction, in order."""
        if compaction not in self._gone:
            self._gone[compaction] = [one for one in self.steps if not self._stands(one, at)][-_RESULTS:]
        return self._gone[compaction]

    def standing(self, at: int) -> AbstractSet[str]:
        """The lines that are in the context before item ``at``."""
        return frozenset[str]().union(*(self.lines(one) for one in self.steps if self._stands(one, at)))

    def _stands(self, step: Step, at: int) -> bool:
        return step.result is not None and self._scene.gone(step.result.number, at) is None


def _again(scene: Scene, step: Step, looks: _Looks) -> Finding | None:
    at = step.item.number
    number = max((one.number for one in scene.compactions if scene.start(one.number) <= at), default=None)
    if number is None or not scene.resumed(number, at) or not _is_of_its_own(scene, step, looks):
        return None
    if not _may_tell(scene, step, number, looks.gone(number, at)):
        return None
    now = looks.lines(step)
    if len(now) < _LEAST_LINES:
        return None
    source = {line: one for one in looks.gone(number, at) for line in looks.lines(one) & now}
    # What stands in the context is gathered from many results: only where it may decide.
    if len(source) < _SAME * len(now):
        return None
    known = [source[line] for line in source.keys() - looks.standing(at)]
    items = Counter(one.item.number for one in known)
    if len(known) < _SAME * len(now) or _may_differ(scene, step, number, max(items)):
        return None
    before = next(one for one in known if one.item.number == items.most_common(1)[0][0])
    why = f"{len(known) / len(now):.0%} of the lines stood in results before compaction {number}."
    return Again(call_key(step), step, before, number, 0).finding(scene, Kind.REPEAT, why, Sure.LIKELY)


def _is_of_its_own(scene: Scene, step: Step, looks: _Looks) -> bool:
    """Whether no other family speaks of such a call."""
    if step.kind is ToolKind.SEARCH:
        return call_key(step) not in looks.keys
    if step.kind is not ToolKind.RUN or polls(step.commands):
        return False
    return len(_read(scene, step)) != 1 and call_key(step) not in looks.keys


def _read(scene: Scene, step: Step) -> list[str]:
    """The files a call looks into, as far as it names them."""
    named = step.path if step.kind is ToolKind.SEARCH else ""
    if "." in tidy(named).rsplit("/", 1)[-1]:
        return [path_form(named, root=scene.session.cwd)]
    return [form for action, form in scene.files.actions(step) if action == "read"]


def _may_tell(scene: Scene, step: Step, number: int, gone: Sequence[Step]) -> bool:
    """Whether a look may be a finding at all, as far as that shows without reading a result."""
    enough = step.result is not None and step.result.chars > _LEAST_LINES * _SHORT
    return enough and bool(gone) and not _may_differ(scene, step, number, gone[-1].item.number)


def _may_differ(scene: Scene, step: Step, number: int, last: int) -> bool:
    """Whether the answer might have been another one than up to the call ``last``: then it was right to look."""
    at, files = step.item.number, scene.files
    named = _read(scene, step)
    if named:
        return any(files.changed_between(form, scene.start(number), at) for form in named)
    return files.any_changed(last, at)
