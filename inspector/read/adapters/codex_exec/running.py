"""The commands that run at one point of a log, and which of them an output is of.

Old versions repeat the command where it ended, later ones print its end on its own line, the newest ones print ends in
the order in which they came: of several that run there, nothing tells which one ended.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field

SHOWN = 20
"""Lines of an output that old versions print."""
_MOST = 64
"""Commands that run at once; more of them never ended."""
_RANGE = re.compile(r"(\d{1,7}),(\d{1,7})p")


@dataclass(slots=True)
class Command:
    text: str
    call: str = ""


@dataclass(slots=True)
class Running:
    """Follows what is begun and what is ended."""

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
