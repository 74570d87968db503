"""A record that is larger than the model's window: named, and fitted by pruning first or by summarising in parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure
from inspector.model.run import State
from inspector.rerun.summarize import SummaryTask
from inspector.rerun.view import ViewEntry
from inspector.text.secrets import part_of

Size = Callable[[SummaryTask], int]
"""Tokens of what would be sent for a task."""
_HEAD, _TAIL = 300, 200
"""Characters of a pruned result that stay."""
_RESERVE = 0.05
"""Of a window, for what counting gets wrong."""


class Fit(StrEnum):
    """What to do with a record over the window."""

    REFUSE = "refuse"
    PRUNE = "prune"
    PARTS = "parts"


def room(window: int, answer: int) -> int:
    """Tokens that may be sent."""
    return max(0, int(window * (1 - _RESERVE)) - answer)


def pruned(task: SummaryTask, size: Size, allowed: int) -> SummaryTask:
    """The task with results shortened, oldest first, until it fits. Raises ModelFailed where that is not enough."""
    span = list(task.span)
    long = [
        place
        for place, entry in enumerate(span)
        if entry.kind in ("tool_output", "wrapped") and len(entry.text) > 2 * (_HEAD + _TAIL)
    ]
    made = task
    # Halves, not one by one: each look at the size renders the whole prompt.
    low, high = 0, len(long)
    while low < high:
        middle = (low + high) // 2
        made = _shortened(task, span, long[:middle])
        low, high = (low, middle) if size(made) <= allowed else (middle + 1, high)
    made = _shortened(task, span, long[:low])
    if size(made) > allowed:
        raise too_large(size(made), allowed, "even with all long results shortened")
    return made


def parts(task: SummaryTask, size: Size, allowed: int) -> list[SummaryTask]:
    """The task cut between messages into as few parts as fit, in order. Raises ModelFailed for one that never does."""
    base = size(replace(task, span=()))
    found: list[SummaryTask] = []
    group: list[ViewEntry] = []
    tokens = base
    for message in _messages(task.span):
        more = size(replace(task, span=tuple(message))) - base
        if group and tokens + more > allowed:
            found.append(replace(task, span=tuple(group)))
            group, tokens = [], base
        group += message
        tokens += more
    found.append(replace(task, span=tuple(group)))
    largest = max(size(part) for part in found)
    if largest > allowed:
        raise too_large(largest, allowed, "a single message is larger than the window")
    return found


def too_large(tokens: int, allowed: int, why: str = "") -> ModelFailed:
    """The failure of a record over the window, with the ways out."""
    because = f" ({why})" if why else ""
    return ModelFailed(
        f"About {tokens:,} tokens would be sent, and the model takes {allowed:,} beside its answer{because}.",
        kind=Failure.OVERFLOW,
        hint="Prune first, summarise in parts, or choose a model with a larger window.",
    )


def _shortened(task: SummaryTask, span: Sequence[ViewEntry], places: Sequence[int]) -> SummaryTask:
    chosen = frozenset(places)
    return replace(task, span=tuple(_short(entry) if place in chosen else entry for place, entry in enumerate(span)))


def _short(entry: ViewEntry) -> ViewEntry:
    gone = len(entry.text) - _HEAD - _TAIL
    tail = part_of(entry.text, len(entry.text) - _TAIL, len(entry.text))
    text = f"{part_of(entry.text, 0, _HEAD)}\n[… {gone:,} characters left out …]\n{tail}"
    return entry.changed(text, State.TRUNCATED, "fit: results shortened for the model's window")


def _messages(span: Sequence[ViewEntry]) -> list[list[ViewEntry]]:
    """Entries of one round stay together: a call and its results."""
    found: list[list[ViewEntry]] = []
    last: tuple[int, int] | None = None
    for entry in span:
        key = (entry.turn, entry.round)
        if key != last:
            found.append([])
            last = key
        found[-1].append(entry)
    return found
