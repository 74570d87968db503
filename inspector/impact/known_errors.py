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
from inspector.impact.rule import whole
from inspector.impact.scene import Scene
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict
from inspector.text.colours import Uncoloured
from inspector.text.similarity import containment, stem, stems_of, words
from inspector.text.units import split
from inspector.work.steps import Step

# zsh puts a number behind its name, other shells behind a colon.
_LINE = re.compile(
    r"(?:#+ )?(?P<who>[\w./-]*\bzsh(?=:\d)|\(eval\)(?=:\d)|[\w./()+-]+(?=: ))(?::\d+)?: (?P<what>.{8,240})"
)
# One of a name, as in python3, is no number that differs from run to run.
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*")
_MISSING = re.compile(
    r"(?:^|\s)([\w.+-]+): command not found|command not found: ([\w.+-]+)|\bsh: (?:\d+: )?([\w.+-]+): not found$"
)
_MODULE = re.compile(r"(?i:no module named|cannot find module) ['\"]?([\w@/-]+)")
_SURROUNDINGS = (
    "command not found", "is not recognized as", "no such file or directory", "no module named", "cannot find module",
    "terminal is required", "password is required", "permission denied", "not permitted", "text file busy",
    "address already in use", "(http 4", "not logged in", "not authenticated", "without building",
    *(f"{how} {what}" for how in ("unknown", "unrecognized", "unrecognised", "invalid", "illegal")
      for what in ("option", "flag", "argument")),
)  # fmt: skip
_NO_PROGRAMS = ("error", "exception", "fatal", "failed", "note", "warning")
_FAILS = ("fail", "error", "need", "require")
_AMISS = ("issue", "problem", "prevent", "miss", "broken", "unable", "incompatib")
_NEGATIVE = frozenset("not cannot instead must".split())
_LEFT_BEHIND = 3
"""An error of the last calls before a compaction is what the agent was at, and no lesson yet."""
_SAID = 0.6
_HINTS, _HINTED = 0.5, 3
"""The share of a sentence's words that have to be an error's, and how many at least."""
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
        return bool(_MISSING.search(self.line)) or any(sign in self.line.lower() for sign in _SURROUNDINGS)


def known_errors(scene: Scene) -> Iterator[Finding]:
    """The errors made again; one an error and compaction, and a call at most."""
    return once(_found(scene))


def _found(scene: Scene) -> Iterator[tuple[_Error, Finding]]:
    told: Step | None = None
    for again in done_again(scene, lambda step: _errors(scene, step)):
        error = again.key
        if again.step is told or not _is_known(scene, again, error):
            continue
        number = _lost_by(scene, again, error)
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
            missing = _MISSING.search(line.strip())
            name = next(filter(None, missing.groups())) if missing else hit["who"].rsplit("/", 1)[-1]
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


def _lost_by(scene: Scene, again: Again[_Error], error: _Error) -> int | None:
    """The compaction that lost the error; None where the context tells of it, or may."""
    tells = _tells(error)
    hints = [_hints(one) for one in _errors(scene, again.step)]

    def may_tell(text: str) -> bool:
        return any(tells(unit.text) or any(hint(unit.text) for hint in hints) for unit in split(text))

    at = again.step.item.number
    return lost_last(scene, again.compaction, at, lambda text: any(tells(unit.text) for unit in split(text)), may_tell)


def _tells(error: _Error) -> Tells:
    """Whether a sentence tells of an error."""
    stems = stems_of(error.what)
    named = whole([error.program], r"\w/.-", r"\w/.-") if error.program else None

    def told(sentence: str) -> bool:
        if stems and containment(stems, stems_of(sentence)) >= _SAID:
            return True
        return bool(named and named.search(sentence)) and any(map(_fails, words(sentence)))

    return told


def _hints(error: _Error) -> Tells:
    """Whether a sentence may be about an error: most of its words are its own, or its module is said to be amiss."""
    stems = stems_of(error.line)
    module = (hit := _MODULE.search(error.line)) and stem(hit[1].lower())

    def hinted(sentence: str) -> bool:
        there = stems_of(sentence)
        if len(there & stems) >= _HINTED and containment(there, stems) >= _HINTS:
            return True
        return module in there and any(map(_is_amiss, words(sentence)))

    return hinted


def _fails(word: str) -> bool:
    return word in _NEGATIVE or word.endswith("n't") or word.startswith(_FAILS)


def _is_amiss(word: str) -> bool:
    return _fails(word) or word.startswith(_AMISS)
