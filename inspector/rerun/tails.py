"""Where the kept tail begins: one function for each way of finding the place.

Each takes the entries that may be kept and gives the place of the first that is; the length of the list means that
none is, 0 that all are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.rerun.estimate import Estimate, message_sizes
from inspector.rerun.strategy import Tail, TailStart
from inspector.rerun.view import AGENT_KINDS, ViewEntry, is_boundary, units

_PROMPTS = frozenset({"continue", "replayed"})
"""Messages of the user that the harness wrote: to go on behind a compaction, or a prompt once more."""

_ESCAPED = ('"', "\\", "\n", "\t")
_AROUND_TEXT, _AROUND_CALL = 40, 80
"""Characters around a part of a content of the Gemini API."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What a tail is measured by."""

    estimate: Estimate
    usable: int | None
    """Tokens that a prompt may fill before the strategy acts; None where the window is not known."""
    prompt: float = 0
    """Tokens of the last prompt, as the provider counted them."""
    room: float = math.inf
    """Tokens that ``Target`` leaves for it."""
    by_hand: bool = False
    """Whether a person asks for the compaction."""


def tail_start(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """The place of the first entry of the tail."""
    if not entries or tail.all:
        return 0
    if tail.late:
        return next((place for place, entry in enumerate(entries) if entry.late), len(entries))
    find = next((find for key, find in _BY if getattr(tail, key)), None)
    return len(entries) if find is None else find(entries, tail, cut, sizes)


def _tokens(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """Back over whole messages until the tokens are reached, then to a legal place."""
    wanted = tail.tokens or 0
    if tail.max is not None:
        wanted = min(wanted, tail.max)
    if tail.in_target:
        wanted = min(wanted, max(1, int(sizes.room)))
    if tail.scaled:
        guessed = sum(
            size for _, _, size in message_sizes([one for one in entries if one.kind != "summary"], sizes.estimate)
        )
        wanted = max(1, int(wanted * guessed / sizes.prompt)) if 0 < guessed < sizes.prompt else wanted
    if cut.snap == "fits":
        return _fitting(entries, wanted, cut, sizes)
    if cut.snap == "forward":
        return _forward(entries, _reached(entries, wanted, sizes), cut)
    if cut.one_exchange == "summarize_all":
        return _within(entries, wanted, cut, sizes)
    place = _reached(entries, wanted, sizes)
    if cut.floor_last_prompt:
        prompts = [at for at, entry in enumerate(entries) if entry.kind == "user_typed"]
        if prompts and prompts[-1] > 0:
            place = min(place, prompts[-1])
    return _back(entries, place, cut)


def _reached(entries: Sequence[ViewEntry], wanted: int, sizes: Sizes) -> int:
    """The start of the message at which so many tokens are reached; 0 where they never are."""
    used = 0
    for start, _, size in reversed(message_sizes(entries, sizes.estimate)):
        used += size
        if used >= wanted:
            return start
    return 0


def _within(entries: Sequence[ViewEntry], wanted: int, cut: TailStart, sizes: Sizes) -> int:
    """As much as fits and the newest in any case, back to its prompt; one exchange alone is not kept."""
    used, place = 0, len(entries)
    for start, _, size in reversed(message_sizes(entries, sizes.estimate)):
        if used + size > wanted and used:
            break
        used, place = used + size, start
        if used > wanted:
            break
    place = _back(entries, place, cut)
    if place > 0:
        return place
    prompts = [at for at, entry in enumerate(entries) if entry.kind == "user_typed"]
    return prompts[-1] if len(prompts) > 1 else len(entries)


def _fitting(entries: Sequence[ViewEntry], wanted: int, cut: TailStart, sizes: Sizes) -> int:
    """The first legal place behind which no more than the tokens lie; the last one where none is."""
    places = _legal(entries, cut)
    for place in places:
        if sum(size for _, _, size in message_sizes(entries[place:], sizes.estimate)) <= wanted:
            return place
    return places[-1] if places else 0


def _forward(entries: Sequence[ViewEntry], place: int, cut: TailStart) -> int:
    """The first legal place from here on; where there is none, the last one before."""
    starts = _legal(entries, cut)
    later = [start for start in starts if start >= place]
    return later[0] if later else starts[-1] if starts else 0


def _back(entries: Sequence[ViewEntry], place: int, cut: TailStart) -> int:
    """The last legal place up to here; 0 where there is none."""
    return max((start for start in _legal(entries, cut) if start <= place), default=0)


def _legal(entries: Sequence[ViewEntry], cut: TailStart) -> list[int]:
    """Places where a message of a legal kind begins and no unit is torn."""
    unit = units(entries)
    last_of = {number: place for place, number in enumerate(unit)}
    reach, found = -1, []
    for place, entry in enumerate(entries):
        opens = place == 0 or entries[place - 1].message != entry.message
        if opens and reach < place and _is_legal(entries, place, cut):
            found.append(place)
        reach = max(reach, last_of[unit[place]])
    return found


def _is_legal(entries: Sequence[ViewEntry], place: int, cut: TailStart) -> bool:
    kind = entries[place].kind
    if not cut.legal:
        return True
    # A message of the agent may open with its reasoning or its calls and is the agent's all the same.
    return kind in cut.legal or (kind in AGENT_KINDS and "assistant" in cut.legal)


def _events(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """So many messages."""
    starts = [start for start, _, _ in message_sizes(entries, sizes.estimate)]
    keep = tail.events or 0
    place = starts[-keep] if keep < len(starts) else 0
    return _forward(entries, place, cut) if place < len(entries) else place


def _turns(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """Whole turns, newest first, within a budget; the first that does not fit is split where its end fits."""
    budget = sizes.usable
    if tail.fraction_of_usable is not None:
        budget = int((sizes.usable or 0) * tail.fraction_of_usable)
        if sizes.usable is None and tail.max is not None:
            # Windows are large today, so that the cap is what holds.
            budget = tail.max
        budget = min(max(budget, tail.min), tail.max if tail.max is not None else budget)
    starts = [place for place in range(len(entries)) if _opens_turn(entries, place)]
    place, used = len(entries), 0
    for start in reversed(starts[-tail.turns :] if tail.turns else starts):
        size = sum(size for _, _, size in message_sizes(entries[start:place], sizes.estimate))
        if budget is not None and used + size > budget:
            if cut.split_turn:
                place = _suffix(entries, start, place, budget - used, cut, sizes)
            break
        place, used = start, used + size
    # What an earlier compaction wrote is no part of it: a summary, or the question that stands in front of one.
    first = max(
        (at + 1 for at, one in enumerate(entries) if one.kind == "summary" or (not at and one.detail == "compaction")),
        default=0,
    )
    return place if place > first else len(entries)


def _opens_turn(entries: Sequence[ViewEntry], place: int) -> bool:
    """Whether a prompt stands here, or what the harness said in the place of one."""
    entry = entries[place]
    if entry.kind != "user_typed":
        return entry.detail in _PROMPTS
    return place == 0 or entries[place - 1].turn != entry.turn


def _suffix(entries: Sequence[ViewEntry], start: int, end: int, room: int, cut: TailStart, sizes: Sizes) -> int:
    """The earliest legal place after a turn's start from which the rest of it fits."""
    for place in _legal(entries, cut):
        if start < place < end:
            size = sum(size for _, _, size in message_sizes(entries[place:end], sizes.estimate))
            if size <= room:
                return place
    return end


def _rounds(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """So many calls of the model, each with its results."""
    rounds = sorted({entry.round for entry in entries if entry.kind in AGENT_KINDS}, reverse=True)[: tail.rounds]
    if not rounds:
        return len(entries)
    first = next(at for at, entry in enumerate(entries) if entry.kind in AGENT_KINDS and entry.round == rounds[-1])
    asked = sizes.by_hand or any(entry.kind == "user_typed" for entry in entries)
    earlier = any(entry.kind in AGENT_KINDS for entry in entries[:first])
    if cut.one_exchange == "summarize_all" and not (asked and earlier):
        # No other stands before it, or nobody has said anything since an earlier compaction.
        return len(entries)
    return _whole(entries, first)


def _chars(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """The first legal place behind which no more than a share of the characters lies."""
    whole = sum(map(_as_json, entries))
    wanted = whole * (1 - (tail.chars_fraction or 0))
    before, last_legal = 0, 0
    legal = frozenset(_legal(entries, cut))
    for place, entry in enumerate(entries):
        if place in legal:
            if before >= wanted:
                return place
            last_legal = place
        before += _as_json(entry)
    plain = entries[-1].kind in AGENT_KINDS and not any(
        entry.kind == "tool_call" for entry in entries if entry.message == entries[-1].message
    )
    return len(entries) if cut.all_if_last_is_plain and plain else last_legal


def _as_json(entry: ViewEntry) -> int:
    """Characters of a part as JSON: with what is escaped in it, and the keys, names and ids around it."""
    escaped = sum(map(entry.text.count, _ESCAPED))
    if entry.kind in ("tool_call", "tool_output"):
        return len(entry.text) + escaped + len(entry.tool) + len(entry.call_id) + _AROUND_CALL
    return len(entry.text) + escaped + _AROUND_TEXT


def _usage(entries: Sequence[ViewEntry], tail: Tail, cut: TailStart, sizes: Sizes) -> int:
    """The newest prompt up to the answer at which the provider's count was so much lower than at the end."""
    known = [(place, entry.used) for place, entry in enumerate(entries) if entry.used]
    if not known:
        return _tokens(entries, Tail(tokens=tail.usage_delta), cut, sizes)
    newest = known[-1][1]
    for index in range(len(known) - 2, -1, -1):
        used = known[index][1]
        if newest - used >= (tail.usage_delta or 0):
            following = known[index + 1][0]
            return max((start for start in _legal(entries, cut) if start <= following), default=0)
    return 0


def _whole(entries: Sequence[ViewEntry], place: int) -> int:
    """The place, moved back until no unit is torn."""
    unit = units(entries)
    while not is_boundary(unit, place):
        place -= 1
    return place


_BY: tuple[tuple[str, Callable[[Sequence[ViewEntry], Tail, TailStart, Sizes], int]], ...] = (
    ("tokens", _tokens),
    ("events", _events),
    ("turns", _turns),
    ("rounds", _rounds),
    ("chars_fraction", _chars),
    ("usage_delta", _usage),
    ("fraction_of_usable", _turns),
)
