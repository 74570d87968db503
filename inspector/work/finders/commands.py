"""Commands that did something, each with its latest outcome."""

from __future__ import annotations

from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.text.normal import command_form, joined
from inspector.text.shell import Simple, only_looks
from inspector.work.finders.finder import Finder
from inspector.work.finders.shown import shown_outcome
from inspector.work.ledger import Ledger
from inspector.work.steps import Step, in_text

_LONGEST = 160


class Commands(Finder):
    """One fact per simple command; what only looks around is left out."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the commands of a call."""
        if step.kind is not ToolKind.RUN or not step.command or step.refused:
            return
        simple = step.commands
        telling = [place for place, command in enumerate(simple) if not only_looks(command)]
        for place in telling:
            form = command_form(simple[place].text)
            where = in_text(step.text, simple[place].text)
            if (
                where is None
                or "\n" in joined(simple[place].text)
                or "<<" in form
                or len(form) > _LONGEST
                or len(form) < 3
            ):
                continue
            outcome = _outcome(step, simple, place)
            if outcome == "ran" and len(telling) == 1:
                outcome = shown_outcome(simple, place, step.output) or outcome
            failed = outcome == "failed"
            code = f" (exit {step.code})" if failed and step.code else ""
            ledger.note(
                "commands",
                FactKind.FAILURE if failed else FactKind.FINDING,
                form,
                step.item,
                where,
                step.text,
                action=outcome,
                statement=f"{form}: {outcome}{code}",
            )


def _outcome(step: Step, simple: tuple[Simple, ...], place: int) -> str:
    """passed or failed where the exit code is surely this command's, else ran."""
    if step.failed is None:
        return "ran"
    behind = simple[place + 1 :]
    # Behind a pipe or a semicolon the code is that of another command.
    if simple[place].then in ("|", ";", "||", "\n", "&") and behind:
        return "ran"
    if not step.failed:
        return "passed" if all(command.then == "&&" for command in simple[place:-1]) else "ran"
    alone = all(command.words[0] == "cd" for command in simple[:place]) and not behind
    return "failed" if alone else "ran"
