"""One call as a rule sees it: what it changed, wrote and ran, and what was done since the last change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.facts.finders.paths import CHANGED
from inspector.facts.work import Step
from inspector.impact.commands import added_text, removed_text
from inspector.impact.files import Files
from inspector.read.tools import ToolKind
from inspector.text.normal import command_form

_INSTALLS = re.compile(
    r"^(?:sudo )?(?:(?:python3? -m )?pip3? install|uv (?:add|pip install)|poetry add|pipenv install|conda install"
    r"|npm (?:install|i|add)|yarn add|pnpm (?:add|install|i)|bun add|cargo add|go get|gem install|composer require"
    r"|dotnet add package|brew install|apt(?:-get)? install)\b(?P<rest>.*)"
)
_OWN = re.compile(r"^(?:\.$|\.\[|--?\w|/|\.\.?/|\S+\.(?:txt|toml|lock|in)$)")
_DRY = re.compile(r"(?:^|\s)(?:--dry-run|--help)(?:\s|$)|^(?:git push|make|rsync)\b.*\s-n(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Act:
    """A call that did not fail, as far as the log tells."""

    step: Step
    changed: tuple[tuple[str, str], ...]
    """Files that were changed, each with how, as paths from the working folder."""
    added: str
    """What was written into files."""
    taken: str
    """What was taken out."""
    commands: tuple[str, ...]
    """Simple commands, without redirections."""
    edited_since: int | None
    """The item of the last change of a file since the last commit; None where there was none."""
    ran: Sequence[tuple[int, str]]
    """Simple commands with their items, in order; those of later calls may follow."""

    @property
    def command(self) -> str:
        """The command line as written."""
        return self.step.command

    @property
    def installs(self) -> str:
        """What was installed by name, or ""."""
        for line in self.commands:
            hit = _INSTALLS.match(line)
            if hit and any(not _OWN.match(word) for word in hit["rest"].split()):
                return f"ran {line}"
        return ""

    def ran_since(self, wanted: Callable[[str], bool], item: int) -> bool:
        """Whether a command was run behind an item, this call included."""
        last = self.step.item.number
        return any(item < number <= last and wanted(line) for number, line in self.ran)


def acts(steps: Sequence[Step], files: Files) -> Iterator[Act]:
    """The calls that changed, ran or installed something, in order."""
    ran: list[tuple[int, str]] = []
    edited: int | None = None
    for step in steps:
        lines = _lines(step)
        changed = tuple((form, action) for action, form in files.actions(step) if action in CHANGED)
        if step.failed and step.refused:
            continue
        ran.extend((step.item.number, line) for line in lines)
        writes = step.kind in (ToolKind.EDIT, ToolKind.CREATE) and not step.failed
        if changed or lines or writes:
            added, taken = (added_text(step), removed_text(step)) if writes else ("", "")
            yield Act(step, changed, added, taken, lines, edited, ran)
        if any(line.startswith("git commit") for line in lines):
            edited = None
        if changed and step.kind is not ToolKind.RUN:
            edited = step.item.number


def _lines(step: Step) -> tuple[str, ...]:
    if step.kind is not ToolKind.RUN:
        return ()
    lines = (command_form(simple.text) for simple in step.commands)
    return tuple(line for line in lines if line and not _DRY.search(line))
