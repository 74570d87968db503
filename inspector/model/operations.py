"""The four operations that hold every agent's context: append, splice, rewind, call.

An adapter translates records into these; ``reconstruct.replay`` is the one fold over them and knows no agent.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model.basis import Basis
from inspector.model.record import record
from inspector.model.source import Source


@dataclass(frozen=True, slots=True)
class CompactionRecord:
    """What the log says about one compaction; everything it does not say is None."""

    id: str
    source: Source
    kind: str
    """summary, native, trim, edit, unknown (see the command line's contract)."""
    trigger: str = "unknown"
    """auto, manual (a person asked), agent (the model called a tool for it), overflow, unknown."""
    status: str = "ok"
    """ok; failed: attempted and nothing removed; partial: the log names kept items it does not hold."""
    basis: Basis = Basis.RECORDED
    time: str | None = None
    reported_before: int | None = None
    reported_after: int | None = None
    seconds: float | None = None
    summary: int | None = None
    """Item number of the summary."""
    readable: bool = True
    """False where the summary exists but is encrypted or not stored; True without one where it is empty."""
    prompt: int | None = None
    """Item number of the prompt given to the summariser, where the log has it."""
    model: str = ""
    """The model that wrote the summary, where the log has it."""
    notes: tuple[str, ...] = ()
    instructions: tuple[int, ...] = ()
    """Item numbers of the system texts that the summarizer had, its own or the agent's; none where no log tells."""
    reason: str = ""
    """Why it failed, in the log's own words; "" where it did not fail or the log does not say."""
    attempts: int | None = None
    """How often the summarizer was asked, where the log tells; None where it does not."""
    focus: str = ""
    """What a person asked this compaction to look after (``/compact keep the port``). Never a rule of theirs."""
    shown: tuple[int, ...] | None = None
    """The items that the summarizer was sent, in order, where the log tells and it was not all of the context."""
    method: str = ""
    """The agent's own name of the way it compacted, where it has several: handoff, snapcompact, two-pass, …"""


@record
class Append:
    """An item enters at the end of the context."""

    item: int


@dataclass(frozen=True, slots=True)
class Splice:
    """Some items leave, others take their place.

    ``remove`` of None means all that are in the context. ``insert`` goes in at position ``at`` of what is left,
    in order, and may name items that were just removed: that is how an explicit new history is written.
    ``mask`` lists items that stay in place with their content cleared.
    """

    remove: tuple[int, ...] | None = ()
    insert: tuple[int, ...] = ()
    at: int = 0
    mask: tuple[int, ...] = ()
    compaction: CompactionRecord | None = None


@dataclass(frozen=True, slots=True)
class Rewind:
    """The context is again what it was after operation ``to``; -1 is the empty context at the start."""

    to: int


@record
class Call:
    """The model is called with the context as it stands. ``request`` is an index into ``Session.requests``."""

    request: int


Operation = Append | Splice | Rewind | Call
