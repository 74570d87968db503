"""The agent says after a compaction that nothing was changed, and the log shows that it did change files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis, Compaction, ItemKind
from inspector.text.units import split
from inspector.work.finders.paths import CHANGED

_DENIES = re.compile(
    r"^\W*(?:(?:so far|to be clear|note|in this session|until now|up to now)[,:]? )*"
    r"(?:i (?:have not|haven'?t|did not|didn'?t) (?:yet )?(?:actually )?"
    r"(?:touch|chang|modif|edit|ma(?:d|k)e|written|wr(?:o|i)te|creat)\w*"
    r" (?:any |a single )(?:of the )?(?:\w+ )?(?:files?|code|changes?|edits?)"
    r"|no (?:\w+ )?(?:files?|code|changes|edits|modifications) (?:have been|has been|were|was)"
    r" (?:touched|changed|modified|edited|made|written)"
    r"|nothing (?:has been|was) (?:touched|changed|modified|edited|written|implemented))"
    r"(?P<rest>.{0,60})",
    re.IGNORECASE,
)
_NARROWS = re.compile(
    r"^\W{0,3}(?:to|in|on|outside|beyond|other than|except|besides|apart|by|for|that|which|since|after|during"
    r"|this turn|here|else|related|relevant|under)\b",
    re.IGNORECASE,
)
_SOON = 30
"""A denial much later is about later work."""


def denied(scene: Scene) -> Iterator[Finding]:
    """The denials, in order of the log; one finding a denial, the first behind each compaction."""
    for compaction in scene.compactions:
        finding = _denial(scene, compaction)
        if finding is not None:
            yield finding


def _denial(scene: Scene, compaction: Compaction) -> Finding | None:
    start = scene.start(compaction.number)
    changed = _changed(scene, compaction)
    if not changed:
        return None
    behind = scene.items_between(start, start + 2 * _SOON)
    for item in behind:
        if item.kind is not ItemKind.ASSISTANT or not scene.resumed(compaction.number, item.number):
            continue
        for unit in split(scene.read(item)):
            hit = _DENIES.match(unit.text)
            if hit and not _NARROWS.match(hit["rest"]):
                last, form = changed[-1]
                return Finding(
                    kind=Kind.DENIED,
                    compaction=compaction.number,
                    item=item.number,
                    subject=unit.text,
                    why=f"Before compaction {compaction.number} the agent changed files {len(changed)} times, "
                    f"the last one {form}.",
                    sure=Sure.LIKELY,
                    evidence=(last, item.number),
                    text=unit.text,
                    basis=Basis.COUNTED,
                )
    return None


def _changed(scene: Scene, compaction: Compaction) -> list[tuple[int, str]]:
    """The changes of files in the work that was compacted, with their items."""
    removed = frozenset(compaction.removed)
    return [
        (step.item.number, form)
        for step in scene.calls
        if step.item.number in removed
        for action, form in scene.files.actions(step)
        if action in CHANGED and not form.startswith(("/tmp", "~/.claude"))
    ]
