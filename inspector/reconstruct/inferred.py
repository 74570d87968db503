"""Compactions that no row tells of: a drop in prompt tokens that stays, and that nothing else explains."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from inspector.model import (
    Basis,
    Compaction,
    CompactionRecord,
    Session,
    Splice,
    TokenCount,
)
from inspector.reconstruct.calls import ops_since, prompt_of, succeeded
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.sizes import grown

# A drop is taken for an unrecorded compaction only when it is large in both senses and lasts: providers
# also report single odd requests.
DROP_SHARE = 0.4
DROP_TOKENS = 10_000


def inferred(session: Session, replay: Replay, calls: list[int], call_ops: list[int]) -> list[Compaction]:
    """The compactions behind drops; ``calls`` are the requests of the main thread, ``call_ops`` their operations."""
    points = [
        (op, index, prompt)
        for op, index in zip(call_ops, calls, strict=True)
        if (usage := session.requests[index].usage) and (prompt := usage.prompt)
    ]
    found = []
    prompts = [prompt for _, _, prompt in points]
    # One that failed took nothing away, so it explains no drop; where one was tried, the context was as large as told.
    failed = [cut for cut in replay.cuts if type(one := session.ops[cut]) is Splice and not succeeded(one)]
    cuts = [cut for cut in replay.cuts if cut not in frozenset(failed)] if failed else replay.cuts
    for position in [1 + at for at, (high, low) in enumerate(pairwise(prompts)) if high - low >= DROP_TOKENS]:
        (op_before, before, high), (op, after, low) = points[position - 1], points[position]
        stays = position + 1 >= len(points) or points[position + 1][2] < high * (1 - DROP_SHARE / 2)
        explained = bisect_left(cuts, op_before) != bisect_left(cuts, op)
        same_model = session.requests[before].model == session.requests[after].model
        if not _is_drop(high, low) or not stays or explained or not same_model:
            continue
        if session.requests[before].recorded and session.requests[after].recorded:
            stood, stands = ({*replay.items_at(one - 1)} for one in (op_before, op))
            if stood <= stands:
                continue  # The log has both requests, and nothing is gone: the provider counted otherwise.
        earlier = points[position - 2] if position > 1 else None
        was_tried = bisect_left(failed, op_before) != bisect_left(failed, op)
        # Of the first request nothing is known but that the next one is no smaller without what had come in.
        call, was = earlier[1:] if earlier is not None else (None, low)
        if was_tried or _is_drop(was, low) or _is_borne_out(session, call, was, before, high):
            found.append(_from_drop(session, op, before, after))
    return found


def _is_drop(high: int, low: int) -> bool:
    return high - low >= max(DROP_TOKENS, DROP_SHARE * high)


def _is_borne_out(session: Session, call: int | None, was: int, request: int, prompt: int) -> bool:
    """Whether what came in since an earlier call is why a prompt is larger; else that one call was an odd one."""
    op = session.requests[request].op
    came = session.ops[:op] if call is None else ops_since(session, call, op)
    # A log without texts tells nothing of what came in before its first request.
    return (call is None and not came) or grown(session, came, call).most >= (prompt - was) / 2


def _from_drop(session: Session, op: int, before: int, after: int) -> Compaction:
    request = session.requests[after]
    record = CompactionRecord(
        id=f"drop-{request.number}",
        source=request.source,
        kind="unknown",
        basis=Basis.INFERRED,
        time=request.started,
        readable=False,
        notes=("Only the drop in prompt tokens shows it; what was removed is not in this log.",),
    )
    return Compaction(
        number=0,
        record=record,
        op=op,
        settled=op,
        request_before=before,
        request_after=after,
        before=TokenCount(prompt_of(session, before), Basis.RECORDED, error=0),
        after=TokenCount(prompt_of(session, after), Basis.RECORDED, error=0),
        outcome="opaque",
    )
