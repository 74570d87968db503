"""How much of the context that was compacted the log holds: a rerun can only be made of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.model import Basis, Compaction, ItemKind
from inspector.model.basis import full_sum
from inspector.rerun.material import Material

_SYSTEM = frozenset({"system_prompt", "system", "developer", "base_instructions", "instructions"})
_NEARLY_ALL = 0.98
"""Counting alone is not more certain than that."""


@dataclass(frozen=True, slots=True)
class Held:
    """Tokens of the recorded prompt, and how many of them stand in the log."""

    tokens: int
    """In the log: counted, and calibrated to the provider's scale."""
    recorded: int | None
    """Of the last prompt before the compaction; None where the log does not say."""
    missing: tuple[str, ...] = ()
    """What is known to be no part of the log."""

    @property
    def share(self) -> float | None:
        """0 to 1; None where the prompt's tokens are not recorded."""
        return None if not self.recorded else min(1.0, self.tokens / self.recorded)


def held_of(material: Material, compaction: Compaction) -> Held:
    """What of the context before a compaction can be run again."""
    before, entries = compaction.before, material.entries
    recorded = before.value if before.basis is Basis.RECORDED else None
    last = None if compaction.request_before is None else material.session.requests[compaction.request_before]
    if last is not None and last.first_item and last.usage is not None and last.usage.prompt == recorded:
        # The size of that prompt is not the size of what came in behind it.
        entries = tuple(entry for entry in entries if (entry.item or 0) < last.first_item)
    tokens = round(material.calibration.ratio * sum(entry.counted for entry in entries))
    details = {
        material.session.items[entry.item - 1].detail
        for entry in entries
        if entry.item is not None and entry.noun is ItemKind.INSTRUCTIONS
    }
    missing = [] if details & _SYSTEM else ["the system prompt"]
    missing += [] if any("tools" in detail for detail in details) else ["tool definitions"]
    return Held(tokens, recorded, tuple(missing))


def together(several: Sequence[Held]) -> Held:
    """The same of several compactions as one; tokens are recorded where they are for all."""
    missing = dict.fromkeys(what for one in several for what in one.missing)
    recorded = full_sum(one.recorded for one in several)
    return Held(sum(one.tokens for one in several), recorded, tuple(missing))


def held_json(held: Held) -> dict[str, object]:
    """Tokens in the log and recorded ones (null where they are not), their share, and what is missing."""
    return {
        "tokens": held.tokens,
        "recorded": held.recorded,
        "share": held.share,
        "missing": list(held.missing),
        "basis": Basis.ESTIMATED.value,
    }


def held_words(held: Held) -> str:
    """One sentence for people, above every table of a rerun."""
    missing = " and ".join(held.missing)
    share = held.share
    if share is None:
        more = f" Not in it: {missing}." if missing else ""
        return f"How much of the recorded context the log holds is not known: its prompt tokens are not in it.{more}"
    if share >= _NEARLY_ALL:
        more = f", though not {missing}" if missing else ""
        return f"The log holds the recorded context, as far as its tokens tell{more}."
    rest = f"; not in it: {missing}, and what the harness injected without logging it" if missing else ""
    return (
        f"The log holds about {share:.0%} of the recorded context (≈{held.tokens:,} of {held.recorded:,} tokens){rest}."
    )
