"""--facts: where the sentences of a bank stand after the compactions of a session."""

from __future__ import annotations

from pathlib import Path

from inspector.reconstruct.segment import find_segments
from inspector.said.bank import read_statements
from inspector.survival.found import Found
from inspector.survival.outcome import Outcome
from inspector.survival.survive import survive
from inspector.workbench.document import Document


def outcomes_of_bank(document: Document, bank: Path) -> tuple[Outcome, ...]:
    """One outcome a compaction. Raises CannotRead for a bank that is none."""
    facts = read_statements(bank, document.session)
    segments = find_segments(document.session, document.compactions, document.bodies.text)
    return tuple(survive(Found(segment, facts)) for segment in segments)
