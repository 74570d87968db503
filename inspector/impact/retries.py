"""What was tried again after a compaction though the human had rejected it, or it was taken back or failed alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.facts.work import Step, turned_down
from inspector.impact.commands import added_text, call_key, edit_key, output_form, polls, removed_text
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind

_LEAST_ERROR = 12


class Retries:
    """One finding an attempt and compaction."""

    name = "retries"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """What was tried again, in order of the log."""
        known: dict[str, list[Step]] = {}
        told: set[tuple[int, str]] = set()
        undone: dict[str, Step] = {}
        for step in scene.calls:
            key = edit_key(step) or call_key(step)
            _take_back(step, known, undone)
            if not key:
                continue
            earlier = known.setdefault(key, [])
            finding = _again(scene, step, earlier, undone.get(key)) if earlier else None
            if finding is not None and (finding.compaction, key) not in told:
                told.add((finding.compaction, key))
                yield finding
            earlier.append(step)


def _take_back(step: Step, known: dict[str, list[Step]], undone: dict[str, Step]) -> None:
    """Remember an edit that this one takes back: it puts in what was taken out, and takes out what was put in."""
    if step.failed or step.kind is not ToolKind.EDIT:
        return
    inverse = f"{step.path}\n{removed_text(step)}"
    for earlier in known.get(inverse, ()):
        if removed_text(earlier) == added_text(step) and not earlier.failed:
            undone[inverse] = step


def _again(scene: Scene, step: Step, earlier: Sequence[Step], undone: Step | None) -> Finding | None:
    before = earlier[-1]
    if before.result is None:
        return None
    number = scene.gone(before.result.number, step.item.number)
    if number is None or not scene.resumed(number, step.item.number):
        return None
    if before.failed and turned_down(before.output):
        why = f"The human had rejected it before compaction {number}."
        return _finding(scene, number, before, step, why, Sure.CERTAIN)
    if undone is not None and before.item.number < undone.item.number < scene.start(number):
        why = f"The same change had been made and taken back before compaction {number}."
        return _finding(scene, number, before, step, why, Sure.LIKELY)
    if before.failed and step.failed and failed_alike(scene, step, before):
        why = f"The same command had failed the same way before compaction {number}, and nothing was changed since."
        return _finding(scene, number, before, step, why, Sure.LIKELY)
    return None


def failed_alike(scene: Scene, step: Step, before: Step) -> bool:
    """Whether one command failed twice with the same result while no file was changed."""
    if call_key(step) != call_key(before) or step.kind is not ToolKind.RUN or polls(step.commands):
        return False
    if scene.files.any_changed(before.item.number, step.item.number):
        return False
    was, now = output_form(scene.output(before)), output_form(scene.output(step))
    return len(now) >= _LEAST_ERROR and was == now


def _finding(scene: Scene, number: int, before: Step, step: Step, why: str, sure: Sure) -> Finding:
    return Finding(
        kind=Kind.RETRY,
        compaction=number,
        item=step.item.number,
        subject=" ".join(step.command.split()) or step.path,
        why=why,
        sure=sure,
        evidence=(before.item.number, step.item.number),
        cost=scene.cost((step,)),
        basis=Basis.COUNTED,
    )


FAMILY = Retries()
