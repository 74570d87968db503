"""What tests of adapters ask of a session that was read: its context, and its compactions."""

from inspector.model import Compaction, Session
from inspector.reconstruct.compactions import Compactions, find_compactions
from inspector.reconstruct.replay import Replay


def context(session: Session, op: int | None = None) -> list[str]:
    """Previews of the context after an operation; after the last one where none is named."""
    entries = Replay(session).entries_at(len(session.ops) - 1 if op is None else op)
    return [session.items[entry.item - 1].preview for entry in entries]


def compactions(session: Session) -> tuple[Compaction, ...]:
    """All of them, in order."""
    return find_compactions(session, Replay(session)).all


def found(session: Session) -> Compactions:
    """The same with its edits and what was inferred."""
    return find_compactions(session, Replay(session))
