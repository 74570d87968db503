"""Continuation: what the work is at, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.model import FactKind
from inspector.rerun.material import Material
from inspector.rerun.probes.probe import ProbeKind, ProbeQuestion, live_facts, question_id

_ENDS = 600
_TASK = "What does the user want done at present, and how far is it?"
_NEXT = "What had just been done when the record ends, and what is the next step?"


class Continuation:
    """Questions about the state of the work."""

    kind = ProbeKind.CONTINUATION

    def questions(self, material: Material) -> Iterator[ProbeQuestion]:
        """One about the task, where the human set one; one about the next step, by the agent's last words."""
        tasks = tuple(fact.statement for fact in live_facts(material, (FactKind.TASK,)))
        if tasks:
            yield ProbeQuestion(question_id(self.kind, _TASK), self.kind, _TASK, tasks[-3:], False)
        said = [entry.text for entry in material.entries if entry.kind == "assistant" and entry.text.strip()]
        if said:
            yield ProbeQuestion(question_id(self.kind, _NEXT), self.kind, _NEXT, (said[-1].strip()[-_ENDS:],), False)


PROBE = Continuation()
