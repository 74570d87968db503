"""Commands, searches and edits done again in the work that a compaction cut, with the same result as before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.facts.work import Step
from inspector.impact.commands import call_key, edit_key, is_check, output_form, polls
from inspector.impact.files import Files
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind

_LEAST_OUTPUT = 24
_ROUTINE = 3
"""What was run that often before is run as a habit."""


class Repeats:
    """One finding a command and compaction."""

    name = "repeats"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """What was done again, in order of the log."""
        files = scene.files
        known: dict[str, list[Step]] = {}
        told: set[tuple[int, str]] = set()
        for step in scene.calls:
            for key, again in ((call_key(step), _ran_again), (edit_key(step), _edited_again)):
                if not key:
                    continue
                earlier = known.setdefault(key, [])
                finding = again(scene, files, step, earlier) if earlier else None
                if finding is not None and (finding.compaction, key) not in told:
                    told.add((finding.compaction, key))
                    yield finding
                earlier.append(step)


def _cut(scene: Scene, step: Step, before: Step) -> int | None:
    """The compaction between two calls, where the second belongs to the work it cut."""
    if before.result is None or step.result is None:
        return None
    number = scene.gone(before.result.number, step.item.number)
    return number if number is not None and scene.resumed(number, step.item.number) else None


def _ran_again(scene: Scene, files: Files, step: Step, earlier: Sequence[Step]) -> Finding | None:
    before = earlier[-1]
    number = _cut(scene, step, before)
    if number is None or len(earlier) >= _ROUTINE or step.failed or before.failed:
        return None
    line = step.command
    if step.kind is ToolKind.RUN and polls(step.commands):
        return None
    if is_check(line) and files.any_changed(before.item.number, step.item.number):
        return None
    was, now = scene.output(before), scene.output(step)
    if len(now) < _LEAST_OUTPUT or output_form(was) != output_form(now) or _asked(scene, step, number):
        return None
    what = line or f"{step.item.tool} {step.path or step.text[:120]}"
    why = f"Ran before compaction {number} and again after it, with the same result."
    # What was changed in between may have been tried out by it, though it changed nothing in the answer.
    changed = files.any_changed(before.item.number, step.item.number)
    return _finding(scene, number, before, step, " ".join(what.split()), why, Sure.LIKELY if changed else Sure.CERTAIN)


def _edited_again(scene: Scene, files: Files, step: Step, earlier: Sequence[Step]) -> Finding | None:
    done = [one for one in earlier if not one.failed]
    number = _cut(scene, step, done[-1]) if done else None
    # What was changed in between may have had to be written again; what failed tells that it was there already.
    if number is None or (not step.failed and _changed(files, step, done[-1])):
        return None
    why = f"The same text was written before compaction {number}."
    return _finding(scene, number, done[-1], step, step.path, why, Sure.LIKELY)


def _changed(files: Files, step: Step, before: Step) -> bool:
    forms = {form for _, form in files.actions(step)}
    return any(files.changed_between(form, before.item.number + 1, step.item.number) for form in forms)


def _asked(scene: Scene, step: Step, compaction: int) -> bool:
    """Whether the human asked for this very command after the compaction."""
    said = scene.said_between(scene.start(compaction), step.item.number)
    words = step.command.split()
    return bool(words) and any(step.command.strip() in scene.read(item) for item in said)


def _finding(scene: Scene, number: int, before: Step, step: Step, subject: str, why: str, sure: Sure) -> Finding:
    result = step.shown
    return Finding(
        kind=Kind.REPEAT,
        compaction=number,
        item=result,
        subject=subject,
        why=why,
        sure=sure,
        evidence=(before.item.number, step.item.number, result),
        cost=scene.cost((step,)),
        basis=Basis.COUNTED,
    )


FAMILY = Repeats()
