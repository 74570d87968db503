"""Error messages and codes: exceptions, compiler codes, system errors, HTTP statuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.facts.ledger import OUTPUT, Ledger
from inspector.facts.said_with import said_with
from inspector.facts.work import Step
from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.text.colours import Uncoloured

# A type has a capital: "lastError:" and "onError:" are names of fields in code.
_TYPED = re.compile(
    r"(?<![\w.])((?:[A-Za-z_][\w]*\.)*_*[A-Z]\w*(?:Error|Exception)|panic|fatal|error|Error)(?:\[(E\d{4})\])?"
    r"(?: \[(\w+)\])?:[ \t]+([^\n]{3,240})"
)
_SIGNS = ("rror", "xception", "anic:", "atal:")
_WORDS = frozenset({"rror", "xception"})
"""Signs that end a word."""
# Upper case in front, so that the search can jump from capital to capital; what stands before is looked at after.
_CODE = re.compile(
    r"(TS\d{4,5}|E0\d{3}|CS\d{4}|ERR_[A-Z_]{3,}|SQLSTATE[ \[(]+\w{5}"
    r"|E(?:NOENT|ACCES|PERM|EXIST|CONNREFUSED|CONNRESET|ADDRINUSE|TIMEDOUT|PIPE|ISDIR|NOTDIR|MFILE|NOSPC|BUSY|INVAL|NOTFOUND"
    r"|RESOLVE|INTEGRITY))\b"
)
_HTTP = re.compile(r"(?:HTTP(?:/[\d.]+)?|[Ss]tatus(?: code)?|returned error)[:=\s]+([45]\d\d)\b")
_HTTP_SIGNS = ("HTTP", "Status", "status", "returned error")
# What documentation says of a type is when it is raised.
_NOT_MESSAGES = re.compile(r"[\w.\"'`]+[,)]?\s*[{;]?$|.*[;{]\s*$|%|(?:If|When|Raised|Thrown) [a-z]")
# A message of this alone says where, not what.
_PLACE = re.compile(r"(?:[A-Za-z]:)?[\w.~+-]*[/\\.][\w./\\~+-]*(?::\d+)+:?")
# The words of a line below: behind the bar that PowerShell draws, but not on the line that shows the source.
_BELOW = re.compile(r"\n(?![ \t]*\d+[ \t]*\|)[ \t|~^+]*(?P<words>[^\W\d_]+[ \t]+[^\W\d_]+[ \t]+[^\n]{1,240})")
_LINES_BELOW = 5
# What differs each time the same goes wrong: where in memory or in a file, how long it took, when it is tried again.
_AGAIN = re.compile(
    r"[,;.]?[ \t]*(?:re-?trying|(?:will )?retry|next attempt|trying again) in \d[\d.]*[ \t]?\w*.{0,3}", re.IGNORECASE
)
_TOOK = re.compile(r"[ \t]+\+\d[\d.]*m?s")
_ADDRESS = re.compile(r"(?:[ \t]at)?[ \t]+0x[0-9a-fA-F]{4,}[>)\]]*\.?")
_PASSING = re.compile(
    r"(?:(?:at |in |on )?(?:char(?:acter)?|line|column|col|pos(?:ition)?|offset)[ :]*\d+[, ]*)+"
    r"|(?:after |in )?\d[\d.]*[ \t]?(?:ms|s|secs?|seconds|m|min|minutes)"
    r"|(?:[A-Za-z]:)?[\w.~+-]*[/\\][\w./\\~+-]*(?::\d+)*|[\w-]+\.[a-z]{1,4}(?::\d+)+",
    re.IGNORECASE,
)
_LONGEST_LINE = 600
_MOST = 12
_HEAD = 100
_SEEN = 60_000


class Errors:
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
                beside="" if action == "error" else said_with(bare.text, start, end),
                weight=OUTPUT,
            )

    def finish(self, ledger: Ledger) -> None:
        """Nothing more."""


def _errors(output: str) -> Iterator[tuple[str, str, int, int]]:
    for hit in _typed(output):
        start, words = hit.start(4), hit[4]
        if _PLACE.fullmatch(words.strip()) and (below := _below(output, hit.end())):
            start, words = below.start("words"), below["words"]
        value = message(hit[1], words)
        if value:
            yield "error", value, hit.start(), start + len(value) - len(f"{hit[1]}: ")
    for hit in _CODE.finditer(output):
        if not output[max(0, hit.start() - 1) : hit.start()].isalnum():
            yield "code", hit[1], hit.start(1), hit.end(1)
    # Looking for plain words and only there for the pattern takes a tenth of the time.
    hits = (_HTTP.match(output, place) for sign in _HTTP_SIGNS for place in _places(sign, output))
    for hit in sorted(filter(None, hits), key=re.Match.start):
        yield "http", hit[1], hit.start(1), hit.end(1)


def _typed(output: str) -> Iterator[re.Match[str]]:
    """The first error of each line that has one, at most a dozen: what comes behind repeats."""
    ahead = {sign: _sign(sign, output, 0) for sign in _SIGNS}
    place = found = 0
    while found < _MOST:
        for sign, at in ahead.items():
            if 0 <= at < place:
                ahead[sign] = _sign(sign, output, place)
        first = min((at for at in ahead.values() if at >= 0), default=-1)
        if first < 0:
            return
        start = output.rfind("\n", 0, first) + 1
        place = output.find("\n", first)
        place = len(output) if place < 0 else place
        if place - start <= _LONGEST_LINE and (hit := _TYPED.search(output, start, place)):
            found += 1
            yield hit


def _sign(sign: str, output: str, start: int) -> int:
    """Where a sign stands next, as the end of a word where it is one; -1 for nowhere."""
    place = output.find(sign, start)
    while place >= 0 and sign in _WORDS and _is_word(output[place + len(sign) : place + len(sign) + 1]):
        place = output.find(sign, place + 1)
    return place


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _places(sign: str, output: str) -> Iterator[int]:
    place = output.find(sign)
    while place >= 0:
        yield place
        place = output.find(sign, place + len(sign))


def _below(output: str, end: int) -> re.Match[str] | None:
    """The words of the next line that has some."""
    for _ in range(_LINES_BELOW):
        if end < 0 or end >= len(output):
            break
        if words := _BELOW.match(output, end):
            return words
        end = output.find("\n", end + 1)
    return None


def message(kind: str, words: str) -> str:
    """An error in its normal form: the type and the head of its message; "" where it is code, not a message."""
    # What the runtime adds about its own handling is no part of what went wrong.
    words = words.partition(" [recovered")[0].strip()
    if len(words) > _LONGEST_LINE or _NOT_MESSAGES.match(words):
        return ""
    return f"{kind}: {_lasting(words)[:_HEAD].rstrip()}"


def _lasting(words: str) -> str:
    """A message without the tail that is another one each time; whole, where nothing would be left."""
    left = words
    for pattern in (_AGAIN, _TOOK, _ADDRESS):
        tail = pattern.search(left)
        if tail and tail.end() == len(left):
            left = left[: tail.start()]
    while left.endswith(")"):
        opening = left.rfind("(")
        if left.count(")") > left.count("("):
            left = left[:-1].rstrip()
        elif opening > 0 and _PASSING.fullmatch(left, opening + 1, len(left) - 1):
            left = left[:opening].rstrip()
        else:
            break
    return left or words
