"""Error messages and codes: exceptions, compiler codes, system errors, HTTP statuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.secrets.find import part_of
from inspector.text.colours import Uncoloured
from inspector.work.finders.finder import Finder
from inspector.work.ledger import Ledger
from inspector.work.steps import Step

# A type has a capital: "lastError:" and "onError:" are names of fields in code.
_TYPED = re.compile(
    r"(?<![\w.])((?:[A-Za-z_][\w]*\.)*_*[A-Z]\w*(?:Error|Exception)|panic|fatal|error|Error)(?:\[(E\d{4})\])?"
    r"(?: \[(\w+)\])?:[ \t]+([^\n]{3,240})"
)
_SIGNS = ("rror", "xception", "anic:", "atal:")
# Upper case in front, so that the search can jump from capital to capital; what stands before is looked at after.
_CODE = re.compile(
    r"(TS\d{4,5}|E0\d{3}|CS\d{4}|ERR_[A-Z_]{3,}|SQLSTATE[ \[(]+\w{5}"
    r"|E(?:NOENT|ACCES|PERM|EXIST|CONNREFUSED|CONNRESET|ADDRINUSE|TIMEDOUT|PIPE|ISDIR|NOTDIR|MFILE|NOSPC|BUSY|INVAL|NOTFOUND"
    r"|RESOLVE|INTEGRITY))\b"
)
_HTTP = re.compile(r"(?:HTTP(?:/[\d.]+)?|[Ss]tatus(?: code)?|returned error)[:=\s]+([45]\d\d)\b")
_STATUS_SIGNS = ("HTTP", "tatus", "returned error")
# What documentation says of a type is when it is raised.
_NOT_MESSAGES = re.compile(r"[\w.\"'`]+[,)]?\s*[{;]?$|.*[;{]\s*$|%|(?:If|When|Raised|Thrown) [a-z]")
# What differs each time the same goes wrong: when it is tried again, how long it took, where in memory or in a file.
_PASSING = re.compile(
    r"(?:[,;.]?[ \t]*(?:re-?trying|(?:will )?retry|next attempt|trying again) in \d[\d.]*[ \t]?\w*.{0,3}"
    r"|[ \t]+\+\d[\d.]*m?s"
    r"|(?:[ \t]at)?[ \t]+0x[0-9a-f]{4,}[>)\]]*\.?"
    r"|[ \t]*\((?:(?:(?:at |in |on )?(?:char(?:acter)?|line|column|col|position|offset)[ :]*\d+[, ]*)+"
    r"|(?:after |in )?\d[\d.]*[ \t]?(?:m?s|secs?|seconds|m|min|minutes)"
    r"|[^\s()]*[/\\][^\s()]*|[\w-]+\.[a-z]{1,4}(?::\d+)+)\))$",
    re.IGNORECASE,
)
_LONGEST_LINE = 600
_MOST = 12
_HEAD = 100
_SHOWN = 80
"""Characters on either side of a code."""
_SEEN = 60_000


class Errors(Finder):
    """Errors in what commands and failed calls gave back; source code that was only looked at is left out."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the errors of a result."""
        if step.result is None or not (step.failed or (step.kind is ToolKind.RUN and not step.looks)):
            return
        bare = Uncoloured(step.output if len(step.output) <= _SEEN else step.output[:_SEEN])
        for action, value, start, end in _errors(bare.text):
            ledger.note(
                "errors",
                FactKind.FAILURE,
                value,
                step.result,
                bare.place(start, end),
                step.output,
                action=action,
                group=action,
                # A code or a status alone says nothing to whom it is shown.
                statement="" if action == "error" else _line_of(bare.text, start, end),
            )


def _line_of(text: str, start: int, end: int) -> str:
    """The line around a place, as much of it as can be shown."""
    line = (text.rfind("\n", 0, start) + 1, (text.find("\n", end) + 1 or len(text) + 1) - 1)
    shown = (max(line[0], start - _SHOWN), min(line[1], end + _SHOWN))
    return (text[slice(*shown)] if shown == line else part_of(text, *shown)).strip()


def _errors(output: str) -> Iterator[tuple[str, str, int, int]]:
    for start, hit in _typed(output):
        if value := message(hit[1], hit[4]):
            yield "error", value, start + hit.start(), start + hit.start(4) + len(value) - len(f"{hit[1]}: ")
    for hit in _CODE.finditer(output):
        if not output[max(0, hit.start() - 1) : hit.start()].isalnum():
            yield "code", hit[1], hit.start(1), hit.end(1)
    for hit in _HTTP.finditer(output) if any(sign in output for sign in _STATUS_SIGNS) else ():
        yield "http", hit[1], hit.start(1), hit.end(1)


def _typed(output: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The first error of each line that has one, and where the line begins; at most a dozen: what comes behind repeats.

    Looking for plain words and only there for the pattern takes a tenth of the time.
    """
    signs = [sign for sign in _SIGNS if sign in output]
    start = found = 0
    for line in output.split("\n") if signs else ():
        if len(line) <= _LONGEST_LINE and any(sign in line for sign in signs) and (hit := _TYPED.search(line)):
            found += 1
            yield start, hit
            if found == _MOST:
                return
        start += len(line) + 1


def message(kind: str, words: str) -> str:
    """An error in its normal form: the type and the head of its message; "" where it is code, not a message."""
    # What the runtime adds about its own handling is no part of what went wrong.
    words = words.partition(" [recovered")[0].strip()
    if len(words) > _LONGEST_LINE or _NOT_MESSAGES.match(words):
        return ""
    words = _lasting(words)
    head = words if len(words) <= _HEAD else part_of(words, 0, _HEAD).partition("[redacted: ")[0]
    return f"{kind}: {head.rstrip()}"


def _lasting(words: str) -> str:
    """A message without the tail that is another one each time; whole, where nothing would be left."""
    left, before = words, ""
    while left != before:
        before, left = left, _PASSING.sub("", left)
        if left.endswith(")") and left.count(")") > left.count("("):
            left = left[:-1].rstrip()
    return left or words
