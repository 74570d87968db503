"""An error that had stopped the agent before a compaction and stops it again after it.

Only what the surroundings are to blame for is compared: a command that is not there, a rule of a tool, a service that
wants a password. What tests and compilers say is about the work, and comes back whenever the work is not done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from inspector.impact.again import Again, done_again, once
from inspector.impact.commands import call_key, is_check, polls
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.lost_last import Tells, lost_last
from inspector.impact.named import stands_alone
from inspector.impact.scene import Scene
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict
from inspector.text.colours import Uncoloured
from inspector.text.normalise import normalise
from inspector.work.finders.shown import missing_program
from inspector.work.steps import Step

# zsh puts a number behind its name, other shells behind a colon.
_LINE = re.compile(
    r"(?:#+ )?(?P<who>[\w./-]*\bzsh(?=:\d)|\(eval\)(?=:\d)|[\w./()+-]+(?=: ))(?::\d+)?: (?P<what>.{8,240})"
)
# One of a name, as in python3, is no number that differs from run to run.
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*")
_SURROUNDINGS = (
    "command not found", "is not recognized as", "no such file or directory", "no module named", "cannot find module",
    "terminal is required", "password is required", "permission denied", "not permitted", "text file busy",
    "address already in use", "(http 4", "not logged in", "not authenticated", "without building",
    *(f"{how} {what}" for how in ("unknown", "unrecognized", "unrecognised", "invalid", "illegal")
      for what in ("option", "flag", "argument")),
)  # fmt: skip
_NO_PROGRAMS = ("error", "exception", "fatal", "failed", "note", "warning")
_LEFT_BEHIND = 3
"""An error of the last calls before a compaction is what the agent was at, and no lesson yet."""
_HEAD = 4_000


@dataclass(frozen=True, slots=True)
class _Error:
    tool: str
    what: str
    """The message without who says it, numbers left out: the same for two errors of one cause."""
    line: str = field(compare=False)
    """As it stands in the result."""
    program: str = field(compare=False)
    """The one it is about, or ""."""

    @property
    def is_of_surroundings(self) -> bool:
        """Whether its words blame what stands around the work."""
        return bool(missing_program(self.line)) or any(sign in self.line.lower() for sign in _SURROUNDINGS)


def known_errors(scene: Scene) -> Iterator[Finding]:
    """The errors made again; one an error and compaction, and a call at most."""
    return once(_found(scene))


def _found(scene: Scene) -> Iterator[tuple[_Error, Finding]]:
    told: Step | None = None
    for again in done_again(scene, lambda step: _errors(scene, step)):
        error = again.key
        if again.step is told or not _is_known(scene, again, error):
            continue
        number = lost_last(scene, again.compaction, again.step.item.number, _tells(error))
        if number is not None:
            told = again.step
            known = f"The same error had stopped the agent before compaction {number}"
            why = f"{known}: {error.line.rstrip(' .:')}."
            finding = again._replace(compaction=number).finding(scene, Kind.MISTAKE, why, Sure.LIKELY, text=error.line)
            yield error, finding


def _errors(scene: Scene, step: Step) -> Iterator[_Error]:
    if not step.failed or step.refused or step.kind not in (ToolKind.RUN, ToolKind.OTHER):
        return
    for line in Uncoloured(scene.output(step)[:_HEAD]).text.splitlines():
        if hit := _LINE.match(line.strip()):
            name = missing_program(line.strip()) or hit["who"].rsplit("/", 1)[-1]
            program = "" if hit["who"].lower().endswith(_NO_PROGRAMS) else name
            yield _Error(step.item.tool, _NUMBER.sub("#", hit["what"]), hit[0].lstrip("# "), program)


def _is_known(scene: Scene, again: Again[_Error], error: _Error) -> bool:
    """Whether a compaction stands between two failures of one cause and no other reason is as likely."""
    since = scene.calls_between(again.before.item.number + 1, scene.start(again.compaction))
    return len(since) >= _LEFT_BEHIND and _has_one_cause(error, again.step, again.before)


def _has_one_cause(error: _Error, step: Step, before: Step) -> bool:
    if step.kind is not ToolKind.RUN:
        # The errors of a tool are few, and may be about anything: its calls have to have something said in common.
        now, was = (as_dict(one.arguments).items() for one in (step, before))
        return not error.program and any(pair in was for pair in now)
    if polls(step.commands):
        return False
    if is_check(step.command):
        # What a shell says around a check is no result of it; a test may well be about an unknown flag.
        return bool(error.program) and error.is_of_surroundings
    return error.is_of_surroundings or call_key(step) == call_key(before)


def _tells(error: _Error) -> Tells:
    """Whether a text tells of an error, or may: its words stand there, or the program that it is about is named."""
    words = normalise(error.what).strip(" .:")

    def told(text: str) -> bool:
        is_named = error.program and stands_alone(error.program, text, ahead="/.-", behind="/-")
        return bool(is_named) or words in _NUMBER.sub("#", normalise(text))

    return told
