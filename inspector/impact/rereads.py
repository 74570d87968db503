"""Files read again in the work that a compaction cut, whose content had been in the context and was not changed since.

It had been there by an earlier reading, or since the agent had written it itself.
What the human asks for after that is other work: reading for it is no price of the compaction. A file that they bring
into a message while the work goes on is read because they asked; where they only name it, the finding says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.impact.commands import added_text, lines_of
from inspector.impact.files import Files
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.named import file_named
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict
from inspector.work.finders.paths import CHANGED
from inspector.work.steps import Step

_SAME = 0.8
_LEAST_LINES = 3
_SHORT = 2
_READINGS = 24
"""As many earlier readings and changes of a file are compared at most, the latest ones."""
_JUST_EDITED = 3
"""A file changed in the last calls before a compaction is read again to see what the change made of it."""


def rereads(scene: Scene) -> Iterator[Finding]:
    """The files read again, in order of the log; one finding a file and compaction, with all the readings it took."""
    files = scene.files
    met: dict[str, list[Step]] = {}
    found: dict[tuple[int, str], list[tuple[Step, Step, float]]] = {}
    for step in scene.calls:
        for form in _read(step, files):
            earlier = met.setdefault(form, [])
            again = _again(scene, form, step, earlier)
            if again is not None:
                found.setdefault((again[0], form), []).append((again[1], step, again[2]))
            earlier.append(step)
        for form in _written(step, files):
            met.setdefault(form, []).append(step)
    for (compaction, form), readings in found.items():
        yield _finding(scene, compaction, form, readings)


def _read(step: Step, files: Files) -> Sequence[str]:
    # Of several files in one call nobody can say which part of the result is whose.
    if step.failed or step.result is None or step.kind not in (ToolKind.READ, ToolKind.RUN, ToolKind.EDIT):
        return ()
    if step.kind is ToolKind.RUN and not step.looks:
        return ()
    forms = [form for action, form in files.actions(step) if action == "read"]
    return forms if len(forms) == 1 else ()


def _written(step: Step, files: Files) -> Sequence[str]:
    if step.failed or step.result is None or step.kind not in (ToolKind.EDIT, ToolKind.CREATE):
        return ()
    return [form for action, form in files.actions(step) if action in CHANGED]


def _again(scene: Scene, form: str, step: Step, earlier: Sequence[Step]) -> tuple[int, Step, float] | None:
    """The compaction that made a file be read again, where its lines stood before, and the share that was known."""
    at, files = step.item.number, scene.files
    gone = [(scene.gone(one.result.number, at), one) for one in earlier if one.result is not None]
    removed = [(number, one) for number, one in gone if number is not None]
    if not removed or (gone[-1][0] is None and not _chunks(gone)):
        return None
    number = removed[-1][0]
    start = scene.start(number)
    if not scene.resumed(number, at) or files.changed_between(form, start, at) or files.put_back(form, start - 40, at):
        return None
    named = file_named(scene, form, start, at)
    if (named is not None and named.is_order) or _verifies(scene, form, number):
        return None
    now = lines_of(scene.output(step), _SHORT)
    if len(now) < _LEAST_LINES:
        return None
    latest = [one for known, one in removed if known == number][-_READINGS:]
    known = [(one, lines_of(added_text(one) or scene.output(one), _SHORT)) for one in latest]
    share = len(now & frozenset[str]().union(*(lines for _, lines in known))) / len(now)
    least = 1 if files.worked_unseen(start, at) else _SAME
    nearest = max(reversed(known), key=lambda pair: len(now & pair[1]))[0]
    return (number, nearest, share) if share >= least else None


def _chunks(gone: Sequence[tuple[int | None, Step]]) -> bool:
    """Whether what still stands in the context is another part of the same file."""
    standing = (as_dict(one.arguments) for number, one in gone if number is None)
    return all("offset" in arguments or "limit" in arguments for arguments in standing)


def _verifies(scene: Scene, form: str, compaction: int) -> bool:
    changed = scene.files.last_change(form, scene.start(compaction))
    if changed is None:
        return False
    behind = scene.calls_between(changed + 1, scene.start(compaction))
    return len(behind) < _JUST_EDITED


def _finding(scene: Scene, compaction: int, form: str, readings: Sequence[tuple[Step, Step, float]]) -> Finding:
    before, step, _ = readings[0]
    known = min(share for _, _, share in readings)
    how = "Written" if added_text(before) else "Read"
    again = "read" if added_text(before) else "again"
    start, result, at = scene.start(compaction), step.shown, step.item.number
    named = file_named(scene, form, start, at)
    places = {result, at, *(one.item.number for _, one, _ in readings)}
    is_sure = known >= 1 and not (scene.said_between(start, at) or scene.files.worked_unseen(start, at))
    why = f"{how} before compaction {compaction} and {again} after it; {int(100 * known)}% of the lines were known."
    return Finding(
        kind=Kind.REREAD,
        compaction=compaction,
        item=result,
        subject=step.path or form,
        why=why + (named.words() if named else ""),
        sure=Sure.POSSIBLE if named else Sure.CERTAIN if is_sure else Sure.LIKELY,
        evidence=tuple(sorted({before.item.number, *places, *([named.item.number] if named else [])})),
        named=named.item.number if named else None,
        cost=scene.cost(one for _, one, _ in readings),
        basis=Basis.COUNTED,
    )
