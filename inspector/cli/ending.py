"""How a session ended, as commands write it."""

from __future__ import annotations

from inspector.cli.session import where
from inspector.reconstruct.ending import ending_of
from inspector.wording.units import place
from inspector.workbench.document import Document


def ending_json(document: Document) -> dict[str, object]:
    """How it ended, why that is said, its basis, and the place that shows it; None where there is none."""
    found = ending_of(document.session)
    shown = where(document.item(found.item).source) if found.item else {"line": None, "pointer": None}
    return {"how": found.way.value, "why": found.why, "basis": found.basis.value, "item": found.item, **shown}


def ending_line(document: Document) -> str:
    """The same in a sentence."""
    found = ending_of(document.session)
    at = f" ({place(document.item(found.item).source.own_line, found.item)})" if found.item else ""
    return f"How it ended: {found.way.value}; {found.why}{at}."
