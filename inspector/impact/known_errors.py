"""An error that had stopped the agent before a compaction and stops it again after it.

Only what the surroundings are to blame for is compared: a command that is not there, a rule of a tool, a service that
wants a password. What tests and compilers say is about the work, and comes back whenever the work is not done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inspector.facts.work import Step
from inspector.impact.commands import call_key, is_check, polls
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.retries import failed_alike
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict
from inspector.text.similarity import containment, content
from inspector.text.units import split

# zsh puts a number behind its name, other shells behind a colon.
_LINE = re.compile(
    r"(?:#+ )?(?P<who>[\w./-]*\bzsh(?=:\d)|\(eval\)(?=:\d)|[\w./()+-]+(?=: ))(?::\d+)?: (?P<what>.{8,240})"
)
# One of a name, as in python3, is no number that differs from run to run.
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_SURROUNDINGS = re.compile(
    r"command not found|\bsh: (?:\d+: )?\S+: not found$|is not recognized as|[Nn]o such file or directory"
    r"|No module named|Cannot find module"
    r"|(?:terminal|password) is required|[Pp]ermission denied|not permitted|Text file busy|[Aa]ddress already in use"
    r"|\b(?:[Uu]nknown|[Uu]nrecogni[sz]ed|[Ii]nvalid|[Ii]llegal) (?:option|flag|argument)|\(HTTP 4\d\d\)"
    r"|[Nn]ot (?:logged in|authenticated)|without building"
)
_NO_PROGRAM = re.compile(r"(?:\w*(?:error|exception)|fatal|failed|note|warning)$", re.IGNORECASE)
_MISSING = re.compile(
    r"(?:^|\s)([\w.+-]+): command not found|command not found: ([\w.+-]+)|\bsh: (?:\d+: )?([\w.+-]+): not found$"
)
_FAILS = re.compile(r"\bnot\b|n't\b|\bcannot\b|\bfail|\berror|\bneed|\brequire|\binstead\b|\bmust\b", re.IGNORECASE)
_LEFT_BEHIND = 3
"""An error of the last calls before a compaction is what the agent was at, and no lesson yet."""
_SAID = 0.6
_HEAD = 4_000


@dataclass(frozen=True, slots=True)
class _Error:
    what: str
    """The message without who says it, numbers left out: the same for two errors of one cause."""
    line: str
    """As it stands in the result."""
    names: frozenset[str]
    """The programs it is about."""


class KnownErrors:
    """One finding an error and compaction."""

    name = "known errors"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """The errors made again, in order of the log."""
        known: dict[tuple[str, str], Step] = {}
        told: set[tuple[int, str]] = set()
        for step in scene.calls:
            if not step.failed or step.refused or step.kind not in (ToolKind.RUN, ToolKind.OTHER):
                continue
            errors = tuple(_errors(scene.output(step)[:_HEAD]))
            found = ((error, _again(scene, step, error, known)) for error in errors)
            error, finding = next((pair for pair in found if pair[1] is not None), (None, None))
            if error is not None and finding is not None and (finding.compaction, error.what) not in told:
                told.add((finding.compaction, error.what))
                yield finding
            known.update({(step.item.tool, error.what): step for error in errors})


def _errors(output: str) -> Iterator[_Error]:
    for line in _COLOUR.sub("", output).splitlines():
        line = line.strip()
        hit = _LINE.match(line)
        if hit is None:
            continue
        missing = _MISSING.search(line)
        program = next(filter(None, missing.groups())) if missing else hit["who"].rsplit("/", 1)[-1]
        names: frozenset[str] = frozenset() if _NO_PROGRAM.match(hit["who"]) else frozenset({program})
        yield _Error(_NUMBER.sub("#", hit["what"]), hit[0].lstrip("# "), names)


def _again(scene: Scene, step: Step, error: _Error, known: Mapping[tuple[str, str], Step]) -> Finding | None:
    """The finding where a compaction stands between two failures of one cause and no other reason is as likely."""
    before = known.get((step.item.tool, error.what))
    if before is None or before.result is None or not _is_of_surroundings(error, step, before):
        return None
    number = scene.gone(before.result.number, step.item.number)
    if number is None or len(scene.calls_between(before.item.number + 1, scene.start(number))) < _LEFT_BEHIND:
        return None
    if scene.resumed(number, step.item.number) and failed_alike(scene, step, before):
        # That is an attempt made again, which has a family of its own.
        return None
    return None if _is_told(scene, number, error) else _finding(scene, number, before, step, error)


def _is_of_surroundings(error: _Error, step: Step, before: Step) -> bool:
    if step.kind is not ToolKind.RUN:
        return not error.names and _about_the_same(step, before)
    if polls(step.commands):
        return False
    if is_check(step.command):
        # What a shell says around a check is no result of it; a test may well be about an unknown flag.
        return bool(error.names) and _SURROUNDINGS.search(error.line) is not None
    return _SURROUNDINGS.search(error.line) is not None or call_key(step) == call_key(before)


def _about_the_same(step: Step, before: Step) -> bool:
    """Whether two calls of a tool have something said in common: its errors are few, and may be about anything."""
    now, was = (as_dict(one.arguments).items() for one in (step, before))
    return any(pair in was for pair in now)


def _is_told(scene: Scene, number: int, error: _Error) -> bool:
    """Whether the context after tells of the error, or may: then it was not the compaction that lost it."""
    texts = scene.texts_after(number)
    if texts is None:
        return True
    stems = frozenset(content(error.what))
    named = [re.compile(rf"(?<![\w/.-]){re.escape(name)}(?![\w/.-])") for name in error.names]
    for text in texts:
        for unit in split(text):
            if stems and containment(stems, frozenset(content(unit.text))) >= _SAID:
                return True
            if _FAILS.search(unit.text) and any(name.search(unit.text) for name in named):
                return True
    return False


def _finding(scene: Scene, number: int, before: Step, step: Step, error: _Error) -> Finding:
    return Finding(
        kind=Kind.MISTAKE,
        compaction=number,
        item=step.shown,
        subject=" ".join((step.command or step.text).split()),
        why=f"The same error had stopped the agent before compaction {number}: {error.line.rstrip(' .:')}.",
        sure=Sure.LIKELY,
        evidence=(before.item.number, step.item.number),
        text=error.line,
        cost=scene.cost((step,)),
        basis=Basis.COUNTED,
    )


FAMILY = KnownErrors()
