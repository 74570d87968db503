"""Subagents and team members that were sent off and have not come back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text
from inspector.text.tokens import WORD
from inspector.work.finders.finder import Finder
from inspector.work.ledger import Ledger
from inspector.work.steps import Step, in_text

_NAMES = ("task_name", "name", "description", "title")
_AWAY = ("Async agent launched", "running in the background", "working in the background")
_STARTED = ('{"task_name"', '{"agent_id"')
_ID = re.compile(r"(?:agent_?[iI]d|task_name)\"?[:=]\s*\"?([\w/.-]{4,})")
_MESSAGES = frozenset({"sendmessage", "send_message"})
_DONE = frozenset("completed finished done closed shutdown shut failed killed cancelled".split())


@dataclass(slots=True)
class _Sent:
    name: str
    id: str
    step: Step


class Delegates(Finder):
    """One fact per delegation without a result at the end of the segment."""

    def __init__(self) -> None:
        self._away: list[_Sent] = []
        self._spoken = 0
        """The last item in which anybody said something."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Remember who was sent off, and who came back."""
        if step.kind is None:
            self._spoken = max(self._spoken, step.item.number)
        if step.kind is ToolKind.DELEGATE and step.item.tool.lower() not in _MESSAGES:
            name = name_of(step)
            if name and (step.result is None or (not step.failed and is_away(step))):
                named = _ID.search(step.output[:600])
                self._away.append(_Sent(name, named[1].rsplit("/", 1)[-1] if named else "", step))
            return
        if self._away:
            said = step.output if step.kind is not None else step.text
            if not _DONE.isdisjoint(WORD.findall(said[:2_000].lower())):
                self._away = [sent for sent in self._away if not (sent.id and sent.id in said)]

    def finish(self, ledger: Ledger) -> None:
        """Note who is still away."""
        for sent in self._away:
            # Nobody talks while a call runs: one without a result was broken off where the talk went on.
            if sent.step.result is None and sent.step.item.number < self._spoken:
                continue
            place = in_text(sent.step.text, sent.name)
            if place is not None:
                ledger.note(
                    "delegates",
                    FactKind.QUESTION,
                    sent.name,
                    sent.step.item,
                    place,
                    sent.step.text,
                    action=f"away {sent.id}".strip(),
                    statement=f"{sent.name}: sent off, not back yet",
                )


def name_of(step: Step) -> str:
    """What a call that sends somebody off calls them, or ""."""
    arguments = as_dict(step.arguments)
    return next(filter(None, (as_text(arguments.get(key)) for key in _NAMES)), "")


def is_away(step: Step) -> bool:
    """Whether who was sent off works on beside the agent, as the head of the result says."""
    output = step.output[:300]
    return output.lstrip().startswith(_STARTED) or any(sign in output for sign in _AWAY)
