"""How a command ended by what it printed, where the exit code is that of another command behind it."""

from __future__ import annotations

from collections.abc import Collection

from inspector.text.colours import Uncoloured
from inspector.text.shell import Simple, only_looks, program
from inspector.work.runners import tally, totals

_SEEN = 60_000
# Commands that print nothing of their own, so that what is shown is all of the one judged.
_SILENT = frozenset("cd export set source . sleep mkdir true set-location push-location start-sleep".split())
_SHOWING = frozenset(
    """tail head tee cat less more sort uniq grep egrep rg select-object select-string out-string tee-object
    sort-object echo write-host write-output""".split()
)
_PICKING = frozenset("grep egrep rg select-string head".split())
_WELL = ("BUILD SUCCESSFUL", "[INFO] BUILD SUCCESS", "Build succeeded.")
_WRONG = ("BUILD FAILED", "Build FAILED.", "[ERROR] BUILD FAILURE", "make: *** ", "error Command failed with exit code")
_DOUBT = ("FAIL", "ERROR", "Error", "error", "fatal", "✗", "✘", "❌", "×")
_RAISED = "Traceback (most recent call last):"


def shown_outcome(commands: tuple[Simple, ...], place: int, output: str) -> str:
    """passed or failed where the output plainly says so, and is that of this command alone; else "".

    Signs that contradict each other say nothing: a wrong outcome is worse than none.
    """
    behind = commands[place + 1 :]
    if not behind or not _alone(commands, place):
        return ""
    output = Uncoloured(output[-_SEEN:]).text
    lines, counted = output.splitlines(), list(totals(output))
    failed = any(failed for _, failed, _, _ in counted)
    wrong = failed or _tells_failure(program(commands[place]), lines, set(map(program, behind)))
    # What picks lines may have left out those that tell of a failure.
    well = not any(program(other) in _PICKING for other in behind) and (
        any(passed for passed, _, _, _ in counted)
        or any(line.startswith(_WELL) or _is_end(line, " SUCCEEDED **") for line in lines)
    )
    if wrong:
        return "" if well and not failed else "failed"
    doubtful = any(line.lstrip(" \t").startswith(_DOUBT) for line in lines) or tally(output)[1]
    return "passed" if well and not doubtful else ""


def _tells_failure(name: str, lines: list[str], others: Collection[str]) -> bool:
    """Whether a program's output says that it failed, or that a program was not found that is none of the others."""
    starts = (*_WRONG, *(f"{said_by}{sign}: " for said_by in ("", f"{name}: ") for sign in ("error", "fatal")))
    if any(line.startswith(starts) or _is_end(line, " FAILED **") for line in lines):
        return True
    # An exception ends the output with what it is.
    died = _RAISED in lines and lines[-1].partition(":")[0].endswith(("Error", "Exception"))
    return died or any((missing := missing_program(line)) and missing not in others for line in lines)


def missing_program(line: str) -> str:
    """The program that a shell says it has not found, or ""."""
    before, says, behind = line.partition(": command not found")
    if not says and "sh: " in line:
        before, says, behind = line.partition(": not found")
    return (behind.strip(": ") or before.rpartition(" ")[2]) if says else ""


def _is_end(line: str, sign: str) -> bool:
    """Whether a line is what xcodebuild ends with."""
    return line.startswith("** ") and line.endswith(sign)


def _alone(commands: tuple[Simple, ...], place: int) -> bool:
    """Whether all that is shown is of one command: silent ones in front, ones that only show behind."""
    return all(program(other) in _SILENT for other in commands[:place]) and all(
        program(other) in _SHOWING and only_looks(other) for other in commands[place + 1 :]
    )
