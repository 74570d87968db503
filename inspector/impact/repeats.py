"""Commands and searches done again in the work that a compaction cut, and what was tried again though rejected."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.again import Again, done_again, once
from inspector.impact.commands import call_key, edit_key, is_check, output_form, polls
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.named import command_named, file_named
from inspector.impact.scene import Scene
from inspector.read.tools import ToolKind
from inspector.work.steps import turned_down

_LEAST_OUTPUT = 24
_ROUTINE = 3
"""What was run that often before is run as a habit."""


def repeats(scene: Scene) -> Iterator[Finding]:
    """What was done again with the same result as before; one finding a command and compaction."""
    calls = done_again(scene, lambda step: filter(None, [call_key(step)]))
    return once((again.key, _same_result(scene, again)) for again in calls)


def retries(scene: Scene) -> Iterator[Finding]:
    """What was tried again though the human rejected it and did not order it since; one an attempt and compaction."""
    calls = done_again(scene, lambda step: filter(None, [edit_key(step) or call_key(step)]))
    return once((again.key, _rejected(scene, again)) for again in calls)


def _rejected(scene: Scene, again: Again[str]) -> Finding | None:
    step, start, at = again.step, scene.start(again.compaction), again.step.item.number
    if not (again.before.failed and turned_down(again.before.output) and scene.resumed(again.compaction, at)):
        return None
    named = file_named(scene, step.path, start, at) or command_named(scene, step.command, start, at)
    if named is not None and named.is_order:
        return None
    why = f"The user had rejected it before compaction {again.compaction}."
    sure = Sure.LIKELY if scene.said_between(start, at) else Sure.CERTAIN
    return again.finding(scene, Kind.RETRY, why, sure, named=named)


def _same_result(scene: Scene, again: Again[str]) -> Finding | None:
    step, before = again.step, again.before
    if step.result is None or step.failed or before.failed or again.times >= _ROUTINE:
        return None
    if not scene.resumed(again.compaction, step.item.number) or (step.kind is ToolKind.RUN and polls(step.commands)):
        return None
    changed = scene.files.any_changed(before.item.number + 1, step.item.number)
    if changed and is_check(step.command):
        return None
    was, now = scene.output(before), scene.output(step)
    if len(now) < _LEAST_OUTPUT or output_form(was) != output_form(now):
        return None
    named = command_named(scene, step.command, scene.start(again.compaction), step.item.number)
    if named is not None and named.is_order:
        return None
    why = f"Ran before compaction {again.compaction} and again after it, with the same result."
    # What was changed in between may have been tried out by it, though it changed nothing in the answer.
    return again.finding(scene, Kind.REPEAT, why, Sure.LIKELY if changed else Sure.CERTAIN, named=named)
