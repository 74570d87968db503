"""Pieces of a new context, counted, and what making them used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.model import Basis, TokenCount, Usage
from inspector.model.run import Slice, State
from inspector.rerun.material import Material
from inspector.rerun.summarize import SummaryAnswer
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


def usage_of(answers: Sequence[SummaryAnswer]) -> Usage | None:
    """What all answers used together; None where none tells."""
    known = [answer.usage for answer in answers if answer.usage is not None]
    if not known:
        return None
    return Usage(*(_sum([getattr(usage, part) for usage in known]) for part in Usage.__match_args__))


def _sum(values: Sequence[int | None]) -> int | None:
    told = [value for value in values if value is not None]
    return sum(told) if told else None


def cost_of(answers: Sequence[SummaryAnswer]) -> float | None:
    """Dollars for all answers: 0 where no model was called; None where one was and its price is not known."""
    asked = [answer for answer in answers if not answer.note]
    costs = [answer.cost for answer in asked]
    return None if None in costs else sum(cost for cost in costs if cost is not None)
