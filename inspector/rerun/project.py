"""Project: a context that is still too large after all is made to fit, by rules that look at sizes alone.

Facts of cline/cline 0f667f08, sdk/packages/core/src/extensions/context/budget-projection/project.ts: reasoning goes
first; then each message, the newest first, is cut to its share of the budget; then the oldest go with their results.
The first prompt is never dropped, the latest neither cut nor dropped, nor a call that has no result yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.model.run import State
from inspector.rerun.estimate import Estimate, chars, total
from inspector.rerun.view import ViewEntry, units
from inspector.secrets.find import part_of

_LEAST = 16
"""Characters that a message keeps."""


def project(entries: Sequence[ViewEntry], estimate: Estimate, budget: int) -> list[ViewEntry]:
    """The entries, or what of them fits the budget. Instructions are in no budget and stay as they are."""
    if _size(entries, estimate) <= budget:
        return list(entries)
    left = [entry for entry in entries if entry.kind != "reasoning"]
    prompts = [place for place, entry in enumerate(left) if entry.kind == "user_typed"]
    waiting = _waiting(left)
    messages = list(dict.fromkeys(_key(entry) for entry in left if entry.kind != "system"))
    for key in reversed(messages):
        if _size(left, estimate) <= budget:
            return left
        places = [place for place, entry in enumerate(left) if _key(entry) == key]
        if waiting.intersection(places) or (prompts and prompts[-1] in places):
            continue
        size = max(1, estimate([left[place] for place in places]))
        longest = max(_LEAST, int(budget * chars(left[place] for place in places) / size) // len(messages))
        _cut(left, places, longest)
    return _dropped(left, estimate, budget)


def _dropped(entries: list[ViewEntry], estimate: Estimate, budget: int) -> list[ViewEntry]:
    """The oldest units of call and result go until it fits."""
    prompts = [place for place, entry in enumerate(entries) if entry.kind == "user_typed"]
    stays = {*prompts[:1], *prompts[-1:], *_waiting(entries)}
    stays.update(place for place, entry in enumerate(entries) if entry.kind == "system")
    groups: dict[int, list[int]] = {}
    for place, unit in enumerate(units(entries)):
        groups.setdefault(unit, []).append(place)
    gone: set[int] = set()
    left = list(entries)
    for places in groups.values():
        if _size(left, estimate) <= budget:
            break
        if stays.isdisjoint(places):
            gone.update(places)
            left = [entry for place, entry in enumerate(entries) if place not in gone]
    return left


def _waiting(entries: Sequence[ViewEntry]) -> set[int]:
    """Places of calls without a result, and of what came behind them."""
    answered = {entry.call_id for entry in entries if entry.kind == "tool_output"}
    open_calls = [
        place
        for place, entry in enumerate(entries)
        if entry.kind == "tool_call" and entry.call_id and entry.call_id not in answered
    ]
    return set(range(open_calls[-1], len(entries))) if open_calls else set()


def _cut(entries: list[ViewEntry], places: Sequence[int], longest: int) -> None:
    """Cut the texts of one message to so many characters together."""
    for place in places:
        entry = entries[place]
        if entry.kind == "tool_call":
            continue
        if len(entry.text) > longest:
            mark = f"\n...[truncated {len(entry.text) - longest} chars]"
            mark = mark if longest > _LEAST else ""
            words = part_of(entry.text, 0, max(0, longest - len(mark))) + mark
            entries[place] = entry.changed(words, State.TRUNCATED, "guard: projection")
        longest = max(0, longest - len(entries[place].text))


def _size(entries: Sequence[ViewEntry], estimate: Estimate) -> int:
    return total([entry for entry in entries if entry.kind != "system"], estimate)


def _key(entry: ViewEntry) -> tuple[int, int]:
    """What entries of one message share; what a strategy wrote is a message of its own."""
    return (entry.message, 0) if entry.item is not None else (-1, id(entry))
