"""What stood around one compaction, and whether this log would show what came back.

Rule: nothing is said to be gone unless this log would show it, had it come back. Whatever stands in the way of that
is a reason (``Scene.unknown``), and the thing is "not told".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import Append, Basis, Compaction, Operation, Session, Splice
from inspector.read.bodies import Bodies
from inspector.reconstruct.gaps import unread_before
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.state import claude_code

_DROP = "Only a drop in tokens shows this compaction; what stood after it is not in this log."
_ENDS = "The log ends before the model was called again."
_PARTIAL = "The log names messages that were kept and does not hold them all."
_GAPS = "Part of the log cannot be read."
_SEALED = "What took the place of the history cannot be read."
_NO_ATTACHMENTS = "This log holds no attachments, so it would not show what was put back."


class Scene(NamedTuple):
    """One compaction with what stood around it. Item numbers, in order of the context."""

    compaction: Compaction
    before: Sequence[int]
    kept: Sequence[int]
    at_once: Sequence[int]
    later: Sequence[int]
    """Up to the next compaction, or the end."""
    summary: str
    unknown: str


def scene_of(session: Session, replay: Replay, compaction: Compaction, bodies: Bodies, events: Sequence[int]) -> Scene:
    """The scene of a compaction; ``events`` are those beside the context that end what was told there."""
    end = _end(session.ops, compaction.op + 1)
    called = compaction.settled + 1
    if compaction.request_after is not None:
        # After a manual one lists may come with the next prompt, and still before the model is called.
        called = min(end, max(called, session.requests[compaction.request_after].op))
    at_once = [*compaction.inserted, *_appended(session.ops[compaction.op + 1 : called])]
    later = _appended(session.ops[called:end])
    record = compaction.record
    summary = bodies.text(session.items[record.summary - 1]) if record.summary and record.readable else ""
    last = max([*later, *at_once], default=0)
    before = replay.items_at(compaction.op - 1)
    # Never in the context, and yet they end what was told there.
    ends = [number for number in events if number < min(at_once, default=0)]
    return Scene(
        compaction,
        sorted([*before, *ends]) if before and ends else before,
        compaction.kept,
        at_once,
        later,
        summary.casefold(),
        _unknown(session, compaction, max(at_once, default=0), last),
    )


def _appended(ops: Sequence[Operation]) -> list[int]:
    return [op.item for op in ops if type(op) is Append]


def _end(ops: Sequence[Operation], start: int) -> int:
    for index in range(start, len(ops)):
        op = ops[index]
        if type(op) is Splice and (op.remove is None or (op.compaction is not None and op.compaction.kind != "edit")):
            return index
    return len(ops)


def _unknown(session: Session, compaction: Compaction, settled: int, last: int) -> str:
    record = compaction.record
    if record.basis is not Basis.RECORDED:
        return _DROP
    if record.status == "partial":
        return _PARTIAL
    if not record.readable and record.kind != "trim":
        return _SEALED
    if compaction.request_after is None:
        return _ENDS
    if unread_before(session, last):
        return _GAPS
    if session.agent == "claude-code" and not claude_code.records_state(session, settled):
        return _NO_ATTACHMENTS
    return ""
