"""What a run gave, for the person who reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from live.play import Outcome

_SHOWN = 90
"""Characters of a piece."""


def lines(outcome: Outcome, all_of_them: bool = False) -> Iterator[str]:
    """A line of figures, then what differs, each with its place in the log."""
    equal = sum(one.is_equal for one in outcome.requests)
    named = Counter(name for one in outcome.requests for name in set(one.named))
    kind = {
        "missing": sum(len(one.missing) for one in outcome.requests),
        "extra": sum(len(one.extra) for one in outcome.requests),
        "misplaced": sum(len(one.misplaced) for one in outcome.requests),
    }
    words = " · ".join(f"{count} {name}" for name, count in kind.items())
    right = "right" if outcome.cuts_are_right else "WRONG"
    head = f"{outcome.agent} {outcome.scenario}: {equal} of {len(outcome.requests)} requests equal"
    yield f"{head} · {words} · {len(outcome.told)} compactions {right}"
    for name, count in named.items():
        yield f"  in {count} requests, and named as not in the log: {name}"
    if not outcome.cuts_are_right:
        yield f"  compactions that took place: {'; '.join(map(str, outcome.cuts)) or 'none'}"
        yield f"  compactions that are listed: {'; '.join(map(str, outcome.told)) or 'none'}"
    for strategy, (as_kept, of) in outcome.strategies.items():
        yield f"  strategy {strategy} keeps what the agent kept in {as_kept} of {of}"
    yield from (f"  {sentence}" for sentence in outcome.wrong)
    for one in outcome.requests:
        if one.is_equal:
            continue
        yield f"  request {one.number}:"
        yield from (f"    missing {piece.voice} {_short(piece.text)}" for piece in one.missing)
        yield from (f"    extra {x.piece.voice} {_place(x.item, x.line)} {_short(x.piece.text)}" for x in one.extra)
        yield from (f"    misplaced {x.piece.voice} {_place(x.item, x.line)}" for x in one.misplaced)
        if not all_of_them:
            yield "  (the first request that differs; --all shows every one)"
            break


def _place(item: int, line: int | None) -> str:
    return f"item {item}, line {line}" if line is not None else f"item {item}"


def _short(text: str) -> str:
    return f"({len(text)} characters) {text[:_SHOWN]!r}"
