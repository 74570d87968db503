"""The main thread's calls, what they were sent, and a summarizer's own."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.model import (
    Compaction,
    Operation,
    Request,
    Session,
    Splice,
)


def ops_since(session: Session, request: int | None, index: int) -> Sequence[Operation]:
    """The operations between a call and the one at ``index``."""
    return () if request is None else session.ops[session.requests[request].op + 1 : index]


def succeeded(op: Splice) -> bool:
    """Whether what is recorded there took anything away: a compaction that failed did not."""
    return op.compaction is None or op.compaction.status != "failed"


def prompt_of(session: Session, request: int | None) -> int | None:
    """The prompt tokens that a request records, cached ones included; None where it records none."""
    usage = session.requests[request].usage if request is not None else None
    return usage.prompt if usage else None


def main_calls(session: Session) -> list[int]:
    """Indexes of the requests of the main thread that were the agent's own work, in order."""
    return [index for index, request in enumerate(session.requests) if not request.thread and not request.purpose]


def summarizer_calls(session: Session, compaction: Compaction) -> list[Request]:
    """The summariser's own requests of a compaction, in order: those since the one before it, failed ones included.

    The agent may have worked on meanwhile, so its own requests around the compaction are no bounds.
    """
    calls = [one for one in session.requests if one.purpose == "compaction" and one.op <= compaction.op]
    # Backwards, and only where there are any: from the beginning, a thousand compactions took most of the time here.
    before = range(compaction.op - 1, -1, -1) if calls else ()
    told = ((at, op.compaction) for at in before if type(op := session.ops[at]) is Splice)
    first = next((at for at, record in told if record is not None and record.kind != "edit"), -1)
    return [one for one in calls if one.op > first]
