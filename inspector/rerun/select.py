"""Select: what of a context stays, and what a summary may be made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.model.run import State
from inspector.rerun.estimate import Estimate, message_sizes, total
from inspector.rerun.strategy import Select, Target, Verbatim
from inspector.rerun.tails import Sizes, tail_start
from inspector.rerun.view import AGENT_KINDS, ViewEntry, units


@dataclass(frozen=True, slots=True)
class Chosen:
    """A context taken apart. Every entry of the view is in exactly one part, but for what ``silent`` says."""

    system: tuple[ViewEntry, ...] = ()
    head: tuple[ViewEntry, ...] = ()
    verbatim: tuple[ViewEntry, ...] = ()
    """In order of the context; one may be shortened."""
    tail: tuple[ViewEntry, ...] = ()
    span: tuple[ViewEntry, ...] = ()
    """For a summary, or gone where there is none."""
    prefix: tuple[ViewEntry, ...] = ()
    """The part of ``span`` that opens a turn whose end is kept."""
    silent: tuple[ViewEntry, ...] = ()
    """In no part: nothing looked at them."""
    notice: str = ""
    """Words in the place of what was cut, where the agent leaves some."""
    nothing: str = ""
    """Why there is nothing to do; "" where there is."""


@dataclass(frozen=True, slots=True)
class SelectFrame:
    """What a choice depends on beside the entries."""

    estimate: Estimate
    threshold: int | None
    """Tokens at which the strategy acts."""
    overhead: int
    """Tokens of a prompt that are not in the context."""
    tokens: float
    """Of the whole prompt before."""
    window: int | None = None
    by_hand: bool = False
    """Whether a person asked for it."""


def select(entries: Sequence[ViewEntry], wanted: Select, frame: SelectFrame) -> Chosen:
    """Take a context apart as the strategy says."""
    system = tuple(entry for entry in entries if entry.kind == "system")
    body = [entry for entry in entries if entry.kind != "system"]
    if len({entry.message for entry in body}) < 2:
        return Chosen(system, tail=tuple(body), nothing="There is no history to compact.")
    if wanted.drop is not None:
        return _drop(system, body, wanted, frame)
    room = _room(system, body, wanted.target, frame) if wanted.target is not None else math.inf
    if wanted.target is not None and not wanted.tail.in_target:
        return _target(system, body, room, frame)
    silent: list[ViewEntry] = []
    if wanted.span == "since_compaction_entry":
        silent = [entry for entry in body if entry.carried]
        body = [entry for entry in body if not entry.carried]
    head = _head(body, wanted, len({entry.message for entry in system}))
    rest = body[len(head) :]
    usable = frame.threshold if frame.threshold is not None else frame.window
    start = tail_start(rest, wanted.tail, wanted.cut, Sizes(frame.estimate, usable, frame.tokens, room, frame.by_hand))
    tail, before = rest[start:], rest[:start]
    verbatim, kept = _verbatim(before, wanted.verbatim, frame.estimate)
    span = [entry for place, entry in enumerate(before) if place not in kept]
    prefix = _prefix(span, tail) if wanted.cut.split_turn else ()
    done = Chosen(system, tuple(head), tuple(verbatim), tuple(tail), tuple(span), prefix, tuple(silent))
    if wanted.tail.all and not silent:
        return done
    if not [entry for entry in span if entry.kind != "summary"]:
        return replace(done, nothing="Everything falls into the part that is kept.")
    return done


def _head(body: Sequence[ViewEntry], wanted: Select, before: int) -> list[ViewEntry]:
    """The entries in front that stay, whole units of them; ``before`` messages of instructions stand ahead."""
    count = 0
    if wanted.head.events:
        numbers = sorted({entry.message for entry in body})[: max(0, wanted.head.events - before)]
        count = sum(entry.message in numbers for entry in body)
    elif wanted.head.exchanges:
        turns = api_messages(body)
        count = sum(number < 2 * wanted.head.exchanges for number in turns)
    elif wanted.head.kinds:
        prompt = next((place for place, entry in enumerate(body) if entry.kind == "user_typed"), -1)
        count = prompt + 1
    unit = units(body)
    while 0 < count < len(body) and not frozenset(unit[:count]).isdisjoint(unit[count:]):
        count += 1
    return list(body[:count])


def api_messages(body: Sequence[ViewEntry]) -> list[int]:
    """For each entry the number of its message from 0, where user and assistant take turns as in an API."""
    found: list[int] = []
    number, last = -1, None
    for entry in body:
        agent = entry.kind in AGENT_KINDS or (entry.inside and last is True)
        number += agent is not last
        last = agent
        found.append(number)
    return found


def _verbatim(
    before: Sequence[ViewEntry], wanted: Sequence[Verbatim], estimate: Estimate
) -> tuple[list[ViewEntry], frozenset[int]]:
    """The entries that stay by their kind, and their places."""
    kept: dict[int, ViewEntry] = {}
    for rule in wanted:
        places = [place for place, entry in enumerate(before) if entry.kind in rule.kinds]
        if rule.last is not None:
            places = places[-rule.last :] if rule.last else []
        left = rule.budget
        for place in reversed(places):
            entry = before[place]
            # Codex budgets the text of a prompt alone: compact_remote_v2.rs, message_text_token_count.
            size = estimate([replace(entry, images=0)])
            if left is None or size <= left:
                kept[place] = entry
                left = None if left is None else left - size
                continue
            if left > 0:
                kept[place] = middle_out(entry, left)
            break
    return [kept[place] for place in sorted(kept)], frozenset(kept)


def middle_out(entry: ViewEntry, tokens: int) -> ViewEntry:
    """An entry cut to so many tokens of four bytes: its head and its tail, and how much is out in between.

    The entry itself where its text is no longer than that.
    """
    raw = entry.text.encode("utf-8", "replace")
    half = tokens * 4 // 2
    if len(raw) <= 2 * half:
        return entry
    head, tail = raw[:half].decode("utf-8", "ignore"), raw[len(raw) - half :].decode("utf-8", "ignore")
    gone = -(-(len(raw) - 2 * half) // 4)
    text = f"{head}…{gone} tokens truncated…{tail}"
    return entry.changed(text, State.TRUNCATED, "select: budget")


def _prefix(span: Sequence[ViewEntry], tail: Sequence[ViewEntry]) -> tuple[ViewEntry, ...]:
    """The start of the turn that the tail ends."""
    if not tail or tail[0].kind == "user_typed":
        return ()
    return tuple(entry for entry in span if entry.turn == tail[0].turn and entry.kind != "summary")


def _drop(system: tuple[ViewEntry, ...], body: Sequence[ViewEntry], wanted: Select, frame: SelectFrame) -> Chosen:
    """The first messages stay, an even share of the next goes; three quarters where half would not do."""
    part = wanted.drop
    assert part is not None
    numbers = api_messages(body)
    first = 2 * wanted.head.exchanges
    there = (numbers[-1] + 1) - first
    double = part.or_when_double and frame.threshold is not None and frame.tokens / 2 > frame.threshold
    share = part.or_ if double and part.or_ is not None else part.fraction
    remove = int(there * share / 2 + 1e-9) * 2
    if remove <= 0:
        return Chosen(system, tail=tuple(body), nothing="Too few messages to drop any.")
    goes = range(first, first + remove)
    return Chosen(
        system,
        head=tuple(entry for entry, number in zip(body, numbers, strict=True) if number < first),
        tail=tuple(entry for entry, number in zip(body, numbers, strict=True) if number >= goes.stop),
        span=tuple(entry for entry, number in zip(body, numbers, strict=True) if number in goes),
        notice="[Earlier messages of this task were removed to save room.]",
    )


def _room(system: Sequence[ViewEntry], body: Sequence[ViewEntry], target: Target, frame: SelectFrame) -> float:
    """Tokens of messages that are aimed at."""
    limit = frame.threshold if frame.threshold is not None else int(frame.tokens)
    beside = frame.overhead + (frame.estimate(system) if system else 0)
    if frame.by_hand and target.by_hand is not None:
        return min(limit - beside, total(body, frame.estimate) * target.by_hand)
    pairs = (api_messages(body)[-1] + 1) // 2
    share = limit * target.of_trigger
    if pairs >= target.long_pairs and frame.window is not None:
        share = min(share, frame.window * target.long_of_input)
    return share - beside


def _target(system: tuple[ViewEntry, ...], body: Sequence[ViewEntry], room: float, frame: SelectFrame) -> Chosen:
    """All prompts; of the latest turn the newest that fits; of older ones their final answers, while there is room."""
    if total(body, frame.estimate) <= room:
        return Chosen(system, tail=tuple(body), nothing="The context is below the target already.")
    keep = {place for place, entry in enumerate(body) if entry.kind in ("user_typed", "summary")}
    room -= sum(frame.estimate([body[place]]) for place in keep)
    last_turn = body[-1].turn
    room = _fill(body, keep, room, frame, lambda entry: entry.turn == last_turn)
    for start, end, size in reversed(message_sizes(body, frame.estimate)):
        final = body[start].kind in AGENT_KINDS and all(entry.kind != "tool_call" for entry in body[start:end])
        closes = end == len(body) or body[end].kind == "user_typed"
        if final and closes and body[start].turn != last_turn and size <= room:
            keep.update(range(start, end))
            room -= size
    return Chosen(
        system,
        verbatim=tuple(entry for place, entry in enumerate(body) if place in keep),
        span=tuple(entry for place, entry in enumerate(body) if place not in keep),
    )


def _fill(
    body: Sequence[ViewEntry], keep: set[int], room: float, frame: SelectFrame, within: Callable[[ViewEntry], bool]
) -> float:
    """Keep the newest messages that fit, from a message of the agent on; gives the room that is left."""
    chosen: list[tuple[int, int, int]] = []
    for start, end, size in reversed(message_sizes(body, frame.estimate)):
        if not within(body[start]) or room - sum(one[2] for one in chosen) < size:
            break
        chosen.append((start, end, size))
    while chosen and body[chosen[-1][0]].kind not in AGENT_KINDS:
        chosen.pop()
    for start, end, _ in chosen:
        keep.update(range(start, end))
    return room - sum(size for _, _, size in chosen)
