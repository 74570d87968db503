"""Recall: a sentence of the human with one value left out; or, where it has none, what was said about a subject."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.model import FactKind
from inspector.rerun.material import Material
from inspector.rerun.probes.probe import ProbeKind, ProbeQuestion, live_facts, question_id, topic

_KINDS = (FactKind.CONSTRAINT, FactKind.GIVEN, FactKind.PREFERENCE)
_VALUE = re.compile(
    r"`[^`\n]{2,60}`|https?://[^\s)\]>\"']+|(?:[\w.-]+/)+[\w.-]*\w|\b[\w-]+\.(?:py|ts|tsx|js|rs|go|java|md|json|toml|ya?ml|sh)\b"
    r"|\b[A-Za-z]+_\w+\b|\b\d(?:[\d,.:]*\d)?"
)
_GAP = "_____"


class Recall:
    """Questions about what was said."""

    kind = ProbeKind.RECALL

    def questions(self, material: Material) -> Iterator[ProbeQuestion]:
        """Those with a value to fill in come first: no judge is needed for them."""
        facts = live_facts(material, _KINDS)
        valued = [(fact, match) for fact in facts if (match := _VALUE.search(fact.statement)) is not None]
        for fact, match in valued:
            gap = f"{fact.statement[: match.start()]}{_GAP}{fact.statement[match.end() :]}"
            text = f'What stands in the gap? "{gap}"'
            value = match[0].strip("`").rstrip(".,:")
            yield ProbeQuestion(question_id(self.kind, text), self.kind, text, (value,), True, fact.id)
        told = frozenset(fact.id for fact, _ in valued)
        for fact in facts:
            others = [other.statement for other in facts if other.id != fact.id]
            subject = topic(fact.statement, others) if fact.id not in told else ""
            if subject:
                text = f'What did the user say that concerns "{subject}"?'
                yield ProbeQuestion(question_id(self.kind, text), self.kind, text, (fact.statement,), False, fact.id)


PROBE = Recall()
