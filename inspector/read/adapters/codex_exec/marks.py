"""Which lines are headings of the printer, and what they tell.

Most headings are one word, which any text may hold as a line: a word counts where what has to follow it does (a
command under ``exec``, a number under ``tokens used``). Endings count only where what they end was begun (cut.py).
"""

from __future__ import annotations

import re
import shlex
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.read.adapters.codex_exec.header import STAMP
from inspector.read.times import iso

_TOOK = r"\d+ms|\d+(?:\.\d+)?s|\d+m ?\d+s"
_HOW = rf"(?P<how>succeeded|declined|in progress|exited (?P<code>-?\d+))(?: in (?P<took>{_TOOK}))?:"
_END = re.compile(rf".* in (?P<cwd>(?:/|~|\\\\|[A-Za-z]:[\\/]).*?)(?: {_HOW})?\Z")
"""The last line of a command: the folder it ran in, and in some versions how it ended."""
_ENDED = re.compile(f" {_HOW}\\Z")
_STEP = re.compile(r"  ([✓→•]) (.*)")
_COUNT = re.compile(r"\d[\d,]*\Z")
_CHANGE = re.compile(r"[AMDR] (.+?)(?: -> .+)?\Z")
_MARKS = re.compile(
    rf"""(?P<said>codex) | (?P<thought>thinking)
    | (?P<tool>tool[ ](?P<called>[\w./:@-]+)\((?P<arguments>.*)\))
    | (?P<tool_end>(?P<answered>[\w./:@-]+)\((?P<given>.*)\)[ ](?P<result>success|failed)
        (?:[ ]in[ ](?P<took>{_TOOK}))?:)
    | (?P<mcp>mcp:[ ](?P<begun>\S+/\S+)[ ]started)
    | (?P<mcp_end>mcp:[ ](?P<ended>\S+/\S+)[ ]\((?P<status>\w+)\))
    | (?P<patch>apply_patch[ ]auto_approved=\w+: | file[ ]update | apply[ ]patch)
    | (?P<patch_end>apply_patch\(.*\)[ ]exited[ ](?P<code>-?\d+)(?:[ ]in[ ](?P<lasted>{_TOOK}))?:
        | patch:[ ](?P<outcome>completed|failed|declined|in_progress))
    | (?P<diff>turn[ ]diff: | file[ ]update:)
    | (?P<plan>Plan[ ]update | (?:plan|explanation):[ ](?P<debug>.*))
    | (?P<search>(?:web[ ]search:|🌐[ ]Searched:)[ ]?(?P<query>.*))
    | (?P<image>viewed[ ]image[ ](?P<path>.+))
    | (?P<compacted>context[ ]compacted)
    | (?P<tokens>tokens[ ]used(?::[ ](?P<count>\d[\d,]*))?)
    | (?P<stopped>(?:task|turn)[ ](?:interrupted|aborted:[ ].+))
    | (?P<notice>hook:[ ][A-Z]\w+(?:[ ][A-Z]\w+)? | 🌐[ ]Search(?:ing|ed)[ ]the[ ]web.* | codex[ ]session[ ].+
        | mcp:[ ]\S+[ ](?:starting|ready|cancelled|failed:[ ].*) | mcp[ ]startup:[ ].*
        | \d{{4}}-\d\d-\d\dT[\d:.]+Z[ ]+(?:ERROR|WARN|INFO)[ ](?:codex|rmcp)\w*(?:::\w+)*:[ ].*
        | collab:?[ ]\S.* | model[ ]rerouted:[ ].+[ ]->[ ].+ | elicitation[ ]request[ ].+)
    | (?P<weak>(?:warning|ERROR|deprecated):[ ].*)
    """,
    re.VERBOSE,
)
_PLAN_WITHIN = 20
_COMMAND_LINES, _COMMAND_ENDS = 2000, 40


class Mark(NamedTuple):
    """A heading: its kind, what it tells, how many lines it has; a weak one may be a line of any text."""

    kind: str
    told: dict[str, str]
    lines: int = 1
    is_weak: bool = False
    time: str | None = None


class Marks:
    """The headings of a log. ``texts`` are its lines without colours."""

    def __init__(self, texts: Sequence[str], *, is_stamped: bool = False) -> None:
        self._texts, self.is_stamped = texts, is_stamped
        self._glued: set[int] = set()
        """Lines on which a command begins, since its heading stands at the end of the line above."""
        self._ends = [at for at, text in enumerate(texts) if " in " in text and _END.match(text)]

    def at(self, at: int) -> Mark | None:
        """The heading that begins on a line, if one may."""
        text = self._texts[at]
        if self.is_stamped:
            stamp = STAMP.match(text) if text.startswith("[") else None
            return self._stamped(at, stamp) if stamp else None
        if at in self._glued:
            return self._command(at, text, 0)
        if text == "exec":
            return self._command(at + 1, self._texts[at + 1] if at + 1 < len(self._texts) else "", 1)
        found = _MARKS.fullmatch(text)
        return self._plain(at, found) if found else None

    def _stamped(self, at: int, stamp: re.Match[str]) -> Mark | None:
        time, text = iso(stamp[1] + "Z"), stamp[2]
        if text.startswith("exec "):
            mark = self._command(at, text.removeprefix("exec "), 0)
            return mark and mark._replace(time=time)
        if text == "User instructions:":
            return Mark("asked", {}, time=time)
        found = _MARKS.fullmatch(text)
        if found is None:
            # What happens in the background is told in any words.
            return Mark("notice", {"text": text}, is_weak=True, time=time)
        return Mark(_kind(found), _told(found), is_weak=bool(found["weak"]), time=time)

    def _plain(self, at: int, found: re.Match[str]) -> Mark | None:
        kind, told = _kind(found), _told(found)
        after = self._texts[at + 1] if at + 1 < len(self._texts) else None
        if kind == "tokens":
            if after is None or not _COUNT.match(after):
                return None
            return Mark(kind, {"count": after}, 2)
        if kind == "patch" and found[0] == "file update" and (after is None or not _CHANGE.match(after)):
            return None
        if kind == "diff" and (after or "diff --git").split(" ")[0] not in ("diff", ""):
            return None
        if kind == "plan" and not any(map(_STEP.match, self._texts[at + 1 : at + _PLAN_WITHIN])):
            return None
        if (kind in ("patch", "plan") and found[0].endswith(":")) or "debug" in told:
            return None
        return Mark(kind, told, is_weak=bool(found["weak"]))

    def _command(self, at: int, first: str, above: int) -> Mark | None:
        """A command: over as many lines as its quotes are open, up to the folder that it ran in."""
        if not first.strip():
            return None
        quotes = Quotes()
        line = at
        here = bisect_left(self._ends, at)
        for end in self._ends[here : here + _COMMAND_ENDS]:
            if end - at > _COMMAND_LINES:
                break
            while line < end:
                quotes.step(first if line == at else self._texts[line])
                line += 1
                if not quotes.open:
                    return None
            last = first if end == at else self._texts[end]
            found = _END.match(last)
            if found is None:
                return None
            words = last[: found.start("cwd") - len(" in ")]
            if not quotes.would_be_open(words):
                told = {key: value for key, value in found.groupdict().items() if value}
                before = [first, *self._texts[at + 1 : end]] if end > at else []
                told["command"] = "\n".join([*before, words])
                self._unglue(told, end)
                return Mark("exec", told, end - at + 1 + above)
        return None

    def _unglue(self, told: dict[str, str], end: int) -> None:
        """Part the folder from the heading of a command that was begun before this one ended: there is no line end."""
        below = self._texts[end + 1] if end + 1 < len(self._texts) else ""
        begins = _END.match(below) is not None or Quotes().would_be_open(below)
        if begins and told["cwd"].endswith("exec") and "how" not in told and not self.is_stamped:
            told["cwd"] = told["cwd"].removesuffix("exec")
            told["glued"] = "exec"
            self._glued.add(end + 1)

    def ended(self, at: int) -> dict[str, str] | None:
        """How a command ended, where a line tells no more than that."""
        found = _ENDED.match(self._texts[at]) if self._texts[at].startswith(" ") else None
        return found and {key: value for key, value in found.groupdict().items() if value}

    def ended_as(self, at: int, command: str) -> Mark | None:
        """How this command ended, where lines repeat it and tell that: only old versions do, all of which stamp."""
        stamp = STAMP.match(self._texts[at])
        wanted = command.split("\n")
        if stamp is None or not stamp[2].startswith(wanted[0]):
            return None
        lines = [stamp[2], *self._texts[at + 1 : at + len(wanted)]]
        if lines[:-1] != wanted[:-1] or not lines[-1].startswith(wanted[-1]):
            return None
        found = _ENDED.match(lines[-1].removeprefix(wanted[-1]))
        if found is None:
            return None
        told = {key: value for key, value in found.groupdict().items() if value}
        return Mark("ran", told | {"command": command}, len(lines), time=iso(stamp[1] + "Z"))


class Quotes:
    """Follows the quotes of a shell command line by line."""

    def __init__(self) -> None:
        self.open = ""

    def step(self, line: str) -> None:
        self.open = self._after(line + "\n")

    def would_be_open(self, words: str) -> bool:
        """Whether a quote is still open behind these words."""
        return bool(self._after(words))

    def _after(self, text: str) -> str:
        quote = self.open
        for found in re.finditer(r"""\\.|['"]""", text, re.DOTALL):
            mark = found[0]
            if quote == "'":
                inner = mark[-1] if mark[0] == "\\" else mark
                quote = "" if inner == "'" else quote
            elif mark in ("'", '"'):
                quote = "" if quote == mark else quote or mark
        return quote


def step_of(text: str) -> tuple[str, str] | None:
    """The sign and the words of a plan's step that a line is, if it is one."""
    found = _STEP.fullmatch(text)
    return (found[1], found[2]) if found else None


def changed_in(text: str) -> str:
    """The path of a change that a line names, or ""."""
    found = _CHANGE.match(text)
    return found[1] if found else ""


def _kind(found: re.Match[str]) -> str:
    return next(name for name in _KINDS if found[name])


def _told(found: re.Match[str]) -> dict[str, str]:
    told = {_NAMES.get(key, key): value for key, value in found.groupdict().items() if value and key not in _KINDS}
    return told | {"text": found[0]}


_KINDS = ("said", "thought", "tool", "tool_end", "mcp", "mcp_end", "patch", "patch_end", "diff", "plan", "search",
    "image", "compacted", "tokens", "stopped", "notice", "weak")  # fmt: skip
_NAMES = {"called": "name", "answered": "name", "begun": "name", "ended": "name", "result": "how", "status": "how",
    "outcome": "how", "lasted": "took"}  # fmt: skip


SHOWN = 20
"""Lines of an output that old versions print."""
_MOST = 64
"""Commands that run at once; more of them never ended."""
_RANGE = re.compile(r"(\d{1,7}),(\d{1,7})p")


@dataclass(slots=True)
class Command:
    """A command that was begun."""

    text: str
    call: str = ""


@dataclass(slots=True)
class Running:
    """Follows what is begun and what is ended.

    Old versions repeat the command where it ended, later ones print its end on its own line, the newest ones print
    ends in the order in which they came: of several that run there, nothing tells which one ended.
    """

    commands: list[Command] = field(default_factory=list)
    """Those that run, oldest first; ended ones among them where it is not said which those are."""
    ended: int = 0
    is_answered: bool = False
    """Whether an output came since a command was begun last."""

    def begin(self, text: str) -> Command:
        self.is_answered = False
        self.commands = [*self.commands[-_MOST:], Command(text)]
        return self.commands[-1]

    def speak(self) -> None:
        """The model says something: it is called when what it called has ended, told or not."""
        if self.is_answered:
            self.commands, self.ended = [], 0

    def end(self, text: str | None) -> Command | None:
        """A command ends, which is named where the log repeats it; None where it may be one of several."""
        self.is_answered = True
        if text is not None:
            found = next((one for one in self.commands if one.text == text), None)
            if found:
                self.commands.remove(found)
            return found
        if len(self.commands) == 1:
            return self.commands.pop()
        self.ended += 1
        if self.ended >= len(self.commands):
            self.speak()
        return None


def lines_read(command: str) -> tuple[int | None, str]:
    """How many lines ``sed -n 'A,Bp' FILE`` prints at most, and the file; None and "" for any other command."""
    try:
        words = shlex.split(command)
        inner = shlex.split(words[-1]) if len(words) > 1 and words[0] != "sed" else words
    except (ValueError, IndexError):
        return None, ""
    bounds = _RANGE.fullmatch(inner[2]) if len(inner) == 4 and inner[:2] == ["sed", "-n"] else None
    return (max(0, int(bounds[2]) - int(bounds[1])) + 1, inner[3]) if bounds else (None, "")
