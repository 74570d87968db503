"""One call as a rule sees it: what it changed, wrote and ran, and what was done since the last change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.impact.commands import added_text, holds, removed_text
from inspector.impact.files import Files
from inspector.read.tools import ToolKind
from inspector.text.normal import command_form
from inspector.text.shell import Simple, arguments, git_verb, program, simple_commands
from inspector.work.finders.paths import CHANGED
from inspector.work.steps import Step

_INSTALLS = [
    row.split()
    for row in """pip install, pip3 install, python -m pip install, python3 -m pip install, uv add, uv pip install,
    poetry add, pipenv install, conda install, npm install, npm i, npm add, yarn add, pnpm add, pnpm install, pnpm i,
    bun add, cargo add, go get, gem install, composer require, dotnet add package, brew install, apt install,
    apt-get install""".split(",")
]
_LISTED = (".txt", ".toml", ".lock", ".in")
_DRY = frozenset({"--dry-run", "--help"})
_DRY_BY_N = frozenset({"make", "rsync"})


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
    commands: tuple[Simple, ...]
    """Simple commands that do something, their texts without redirections."""
    edited_since: int | None
    """The item of the last change of a file since the last commit; None where there was none."""
    ran: Sequence[tuple[int, Simple]]
    """Simple commands with their items, in order; those of later calls may follow."""

    @property
    def installs(self) -> str:
        """What was installed by name, or ""."""
        return self.runs(_installs)

    def runs(self, wanted: Callable[[Simple], bool]) -> str:
        """The first of the commands that is wanted, as what was done, or ""."""
        return next((f"ran {one.text}" for one in self.commands if wanted(one)), "")

    def ran_since(self, wanted: Callable[[Simple], bool], item: int) -> bool:
        """Whether a command was run behind an item, this call included."""
        last = self.step.item.number
        return any(item < number <= last and wanted(one) for number, one in self.ran)


def acts(steps: Sequence[Step], files: Files) -> Iterator[Act]:
    """The calls that changed, ran or installed something, in order."""
    ran: list[tuple[int, Simple]] = []
    edited: int | None = None
    for step in steps:
        commands = tuple(_done(step))
        changed = tuple((form, action) for action, form in files.actions(step) if action in CHANGED)
        if step.failed and step.refused:
            continue
        ran.extend((step.item.number, one) for one in commands)
        writes = step.kind in (ToolKind.EDIT, ToolKind.CREATE) and not step.failed
        if changed or commands or writes:
            added, taken = (added_text(step), removed_text(step)) if writes else ("", "")
            yield Act(step, changed, added, taken, commands, edited, ran)
        if any(git_verb(one) == "commit" for one in commands if program(one) == "git"):
            edited = None
        if changed and step.kind is not ToolKind.RUN:
            edited = step.item.number


def _done(step: Step) -> Iterator[Simple]:
    plain = (one for simple in step.commands for one in simple_commands(command_form(simple.text))[:1])
    for simple in plain:
        name = f"git {git_verb(simple)}" if program(simple) == "git" else program(simple)
        tries = "-n" in simple.words and (name in _DRY_BY_N or name == "git push")
        if not tries and not _DRY.intersection(simple.words):
            yield simple


def _installs(command: Simple) -> bool:
    """Whether packages are installed that the command names: not those of a list, nor the project itself."""
    row = next((row for row in _INSTALLS if holds(command, row)), None)
    if row is None:
        return False
    named = (word for word in arguments(command) if word not in row)
    return any(not word.startswith(("-", "/", ".")) and not word.endswith(_LISTED) for word in named)
