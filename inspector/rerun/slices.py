"""Pieces of a new context, counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.model import Basis, TokenCount
from inspector.model.run import Slice, State
from inspector.rerun.material import Material
from inspector.rerun.view import ViewEntry


def recount(material: Material, entries: Sequence[ViewEntry]) -> list[ViewEntry]:
    """The entries with the tokens of every new text counted."""
    new = [place for place, entry in enumerate(entries) if not entry.counted and entry.text and _is_new(entry)]
    sizes = dict(zip(new, material.count([entries[place].text for place in new]), strict=True))
    return [replace(entry, counted=sizes.get(place, entry.counted)) for place, entry in enumerate(entries)]


def _is_new(entry: ViewEntry) -> bool:
    return entry.item is None or entry.state is not State.VERBATIM


def slice_of(entry: ViewEntry) -> Slice:
    """An entry of a finished context as it is kept in a run."""
    return Slice(
        slot=entry.slot or "tail",
        kind=entry.noun,
        origin=entry.origin,
        state=entry.state,
        text=entry.text,
        tokens=entry.counted,
        sources=entry.sources,
        item=entry.item,
        tool=entry.tool,
        call_id=entry.call_id,
        why=entry.why,
    )


def prompt_count(material: Material, tokens: float) -> TokenCount:
    """Counted tokens as those of the whole prompt, by the session's calibration."""
    error = material.calibration.error
    return TokenCount(
        round(tokens), Basis.ESTIMATED, material.tokenizer.name, None if error is None else round(error * tokens)
    )
