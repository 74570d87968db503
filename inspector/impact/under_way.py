"""What the human had said last when a compaction cut the work, and whether the agent went on with the work by itself.

Told only where something proves it: a call on a file, a command or a running process that the last calls before had
touched, or a human who has to say "go on". All else cannot be told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.impact.scene import Scene
from inspector.model import Compaction, ItemKind, Origin, Session
from inspector.read.values import PREVIEW, as_dict
from inspector.text.normal import command_form
from inspector.text.shell import only_looks, program
from inspector.work.steps import Step

_PROCESS = re.compile(r"(?:session|cell)_?id\W{1,4}(\w+)", re.IGNORECASE)
_CALLS_BEFORE = 40


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What the agent worked on when a compaction came."""

    request: int
    """The item with the human's last words before it."""
    went_on: bool | None
    """None where nothing tells."""
    why: str
    """One sentence."""
    item: int | None = None
    """The item that shows it."""

    def words(self, session: Session) -> str:
        """The human's last words, as far as a line holds them."""
        asked = session.items[self.request - 1]
        return f"{asked.preview}…" if asked.chars > PREVIEW else asked.preview


def under_way(scene: Scene, compaction: Compaction) -> UnderWay | None:
    """The request that was worked on; None where nobody had asked, or the agent had answered and waited."""
    start = scene.start(compaction.number)
    request = scene.told_before(start)
    if request is None or not _is_open(scene, request.number, start):
        return None
    end, asked = scene.asks_next(start), request.number
    told = scene.said_between(start, scene.end)[:1]
    idle = told and scene.carries_on(told[0]) and not scene.calls_between(start, told[0].number)
    if idle and compaction.record.trigger != "manual":
        return UnderWay(asked, False, "The agent did nothing until the user told it to go on.", told[0].number)
    shown = _went_on(scene, start, end)
    if shown is not None:
        return UnderWay(asked, True, shown[1], shown[0])
    if not scene.items_between(start, scene.end):
        return UnderWay(asked, None, "The log ends there.")
    return UnderWay(asked, None, "Nothing after it clearly belongs to the same work.")


def _is_open(scene: Scene, request: int, start: int) -> bool:
    """Whether the agent had not answered before a compaction: its last item is no answer that waits for the human."""
    own = [one for one in scene.items_between(request + 1, start) if one.origin in (Origin.AGENT, Origin.TOOL)]
    return not own or own[-1].kind is not ItemKind.ASSISTANT


def _went_on(scene: Scene, start: int, end: int) -> tuple[int, str] | None:
    """The first call on something that the last calls before had touched."""
    before = scene.calls_between(1, start)[-_CALLS_BEFORE:]
    forms = {form for step in before for _, form in scene.files.actions(step)} - {".", ""}
    commands = {form for step in before for form in _commands(step)}
    running = {hit for step in before for hit in _PROCESS.findall(step.output)}
    for step in scene.calls_between(start, end):
        for _, form in scene.files.actions(step):
            if form in forms:
                return step.item.number, f"The agent goes on with {form}."
        for form in _commands(step):
            if form in commands:
                return step.item.number, f"The agent runs {form} again."
        if running.intersection(_processes(step)):
            return step.item.number, "The agent waits for the command that was running."
    return None


def _commands(step: Step) -> Sequence[str]:
    telling = (one for one in step.commands if not only_looks(one) and program(one) != "git")
    return [command_form(one.text) for one in telling]


def _processes(step: Step) -> Sequence[str]:
    arguments = as_dict(step.arguments)
    named = [str(arguments[key]) for key in ("session_id", "cell_id") if key in arguments]
    return named or _PROCESS.findall(step.text)
