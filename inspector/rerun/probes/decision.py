"""Decision: what was chosen concerning a subject, and why."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.model import FactKind
from inspector.rerun.material import Material
from inspector.rerun.probes.probe import ProbeKind, ProbeQuestion, live_facts, question_id, topic


class Decision:
    """Questions about what was agreed."""

    kind = ProbeKind.DECISION

    def questions(self, material: Material) -> Iterator[ProbeQuestion]:
        """One for each decision that still counts and has a subject of its own."""
        facts = live_facts(material, (FactKind.DECISION,))
        for fact in facts:
            subject = topic(fact.statement, (other.statement for other in facts if other.id != fact.id))
            if subject:
                text = f'What was decided concerning "{subject}", and why, if that was said?'
                yield ProbeQuestion(question_id(self.kind, text), self.kind, text, (fact.statement,), False, fact.id)


PROBE = Decision()
