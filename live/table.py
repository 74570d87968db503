"""What a run gave, for the person who reads it."""

from collections import Counter
from collections.abc import Iterator

from live.hold import Outcome


def lines(outcome: Outcome, all_of_them: bool = False) -> Iterator[str]:
    """A line of figures, then what differs, each with its place in the log."""
    requests = outcome.requests
    equal = f"{sum(one.is_equal for one in requests)} of {len(requests)} requests equal"
    kinds = ("missing", "extra", "misplaced")
    words = " · ".join(f"{sum(len(getattr(one, kind)) for one in requests)} {kind}" for kind in kinds)
    right = "right" if outcome.cuts_are_right else "WRONG"
    yield f"{outcome.agent} {outcome.scenario}: {equal} · {words} · {len(outcome.told)} compactions {right}"
    for name, count in Counter(name for one in requests for name in set(one.named)).items():
        yield f"  in {count} requests, and named as not in the log: {name}"
    if not outcome.cuts_are_right:
        yield f"  compactions that took place: {'; '.join(map(str, outcome.cuts)) or 'none'}"
        yield f"  compactions that are listed: {'; '.join(map(str, outcome.told)) or 'none'}"
    for strategy, (as_kept, of) in outcome.strategies.items():
        yield f"  strategy {strategy} keeps what the agent kept in {as_kept} of {of}"
    yield from (f"  {sentence}" for sentence in outcome.wrong)
    differ = [one for one in requests if not one.is_equal]
    for one in differ if all_of_them else differ[:1]:
        yield f"  request {one.number}:"
        for kind in kinds:
            for piece in getattr(one, kind):
                yield f"    {kind} {piece.voice} {piece.place} ({len(piece.text)} characters) {piece.text[:90]!r}"
    if len(differ) > 1 and not all_of_them:
        yield "  (the first request that differs; --all shows every one)"
