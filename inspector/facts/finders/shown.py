"""How a command ended by what it printed, where the exit code is that of another command behind it."""

from __future__ import annotations

import re

from inspector.facts.runners import totals
from inspector.text.colours import Uncoloured
from inspector.text.shell import Simple, only_looks, program

_SEEN = 60_000
# Commands that print nothing of their own, so that what is shown is all of the one judged.
_SILENT = frozenset("cd export set source . sleep mkdir true set-location push-location start-sleep".split())
_SHOWING = frozenset(
    """tail head tee cat less more sort uniq grep egrep rg select-object select-string out-string tee-object
    sort-object echo write-host write-output""".split()
)
_PICKING = frozenset("grep egrep rg select-string head".split())
_CODE = re.compile(r"^\W{0,4}(?:exit(?:[ _-]?(?:code|status))?)[ \t]*[:=][ \t]*(\d{1,3})\W{0,4}$", re.I | re.M)
# Not "exited with code 1": so agents tell the code of the whole line.
_ENDED = re.compile(r"^.{0,3}(?:error|ELIFECYCLE).{0,3} Command failed with exit code (\d{1,3})\b", re.M)
_WENT_WELL = re.compile(
    r"^(?:\*\* [A-Z ]{1,40} SUCCEEDED \*\*|BUILD SUCCESSFUL\b|\[INFO\] BUILD SUCCESS\b|Build succeeded\.)", re.M
)
_WENT_WRONG = re.compile(
    r"^(?:\*\* [A-Z ]{1,40} FAILED \*\*|BUILD FAILED\b|Build FAILED\.|\[ERROR\] BUILD FAILURE\b"
    r"|make(?:\[\d+\])?: \*\*\* )",
    re.M,
)
_NOT_FOUND = re.compile(
    r"^(?:bash|zsh|sh|/bin/\w+): (?:line \d+: )?(?:command not found: (\S{1,80})$|([^\s:]{1,80}): command not found)",
    re.M,
)
_RAISED = re.compile(r"^Traceback \(most recent call last\):", re.M)
_EXCEPTION = re.compile(r"[\w.]{1,100}(?:Error|Exception)(?::|$)")
_DOUBT = re.compile(
    r"^[ \t]*(?:FAIL|ERROR|Error|error|fatal|✗|✘|❌|×)|^[ \t]*[1-9]\d* errors?$"
    r"|\bTest (?:Files|Suites):?[ \t]+\d+ failed",
    re.M,
)


def shown_outcome(commands: tuple[Simple, ...], place: int, output: str) -> str:
    """passed or failed where the output plainly says so, and is that of this command alone; else "".

    Signs that contradict each other say nothing: a wrong outcome is worse than none.
    """
    behind = commands[place + 1 :]
    if not behind or not _alone(commands, place):
        return ""
    output = Uncoloured(output[-_SEEN:]).text
    # The code that is echoed behind a pipe is that of the last command in it.
    piped = commands[place].then == "|" and not any("PIPESTATUS" in other.text for other in behind)
    codes = {int(code) for code in ([] if piped else _CODE.findall(output)) + _ENDED.findall(output)}
    counted = list(totals(output))
    name = re.escape(program(commands[place]))
    wrong = (
        bool(codes - {0} or _WENT_WRONG.search(output) or any(failed for _, failed, _, _ in counted))
        or re.search(rf"^(?:{name}: )?(?:error|fatal): ", output, re.M) is not None
        or _died(output)
        or bool({one or other for one, other in _NOT_FOUND.findall(output)} - set(map(program, behind)))
    )
    # What picks lines may have left out those that tell of a failure.
    picked = any(program(other) in _PICKING for other in behind)
    told_well = codes == {0} or _WENT_WELL.search(output) or any(passed for passed, _, _, _ in counted)
    well = bool(told_well) and not picked
    if wrong:
        return "" if well and not any(failed for _, failed, _, _ in counted) else "failed"
    return "passed" if well and not _DOUBT.search(output) else ""


def _alone(commands: tuple[Simple, ...], place: int) -> bool:
    """Whether all that is shown is of one command: silent ones in front, ones that only show behind."""
    return all(program(other) in _SILENT for other in commands[:place]) and all(
        program(other) in _SHOWING and only_looks(other) for other in commands[place + 1 :]
    )


def _died(output: str) -> bool:
    """Whether the output ends with an exception and how it came about."""
    if not _RAISED.search(output):
        return False
    last = output.rstrip().rsplit("\n", 1)[-1]
    return _EXCEPTION.match(last) is not None
