"""What tests of adapters ask of a log: its session, the contexts and the compactions of that."""

import csv
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from inspector.model import Compaction, ItemKind, Session
from inspector.read.adapter import Adapter
from inspector.read.bodies import Bodies
from inspector.reconstruct.compactions import Compactions, find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts


def read_whole(adapter: Adapter, path: Path) -> Session:
    """The session of a log in which nothing is wrong; its sources hold the texts of its items."""
    session = adapter.read(path, lambda problem: pytest.fail(problem.message))
    sources_hold_their_texts(session, Bodies())
    return session


def real_logs(adapter: Adapter, corpus: Path) -> list[tuple[dict[str, str], Session]]:
    """The real logs of an adapter, each with its row of the index."""
    with (corpus / "INDEX.tsv").open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream, delimiter="\t") if row["format"] == adapter.id]
    return [(row, adapter.read(corpus / row["path"], lambda problem: pytest.fail(problem.message))) for row in rows]


def reads_lines(adapter: Adapter, folder: Path, name: str = "log.jsonl") -> Callable[..., Session]:
    """What writes records as the lines of a log, and gives the session of it."""

    def write_and_read(*records: object) -> Session:
        path = folder / name
        path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
        return read_whole(adapter, path)

    return write_and_read


def context(session: Session, op: int | None = None) -> list[str]:
    """Previews of the context after an operation; after the last one where none is named."""
    entries = Replay(session).entries_at(len(session.ops) - 1 if op is None else op)
    return [session.items[entry.item - 1].preview for entry in entries]


def spoken(session: Session, op: int | None = None) -> list[str]:
    """The same without the system prompt."""
    entries = Replay(session).entries_at(len(session.ops) - 1 if op is None else op)
    items = [session.items[entry.item - 1] for entry in entries]
    return [item.preview for item in items if item.kind is not ItemKind.INSTRUCTIONS]


def contexts(session: Session) -> list[list[str]]:
    """The context of every request that was the agent's own work."""
    return [context(session, request.op - 1) for request in session.requests if not request.purpose]


def compactions(session: Session) -> tuple[Compaction, ...]:
    """All of them, in order."""
    return find_compactions(session, Replay(session)).all


def found(session: Session) -> Compactions:
    """The same with its edits and what was inferred."""
    return find_compactions(session, Replay(session))
