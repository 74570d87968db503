"""The usage of each request, which Copilot keeps in a database of its own: ``session-store.db`` beside the sessions.

Columns as third parties read them on real stores (schema version 8): ``input_tokens`` includes what was read from
and written to a cache; ``initiator`` is "compaction" for a summariser's request, and often empty; checked 2026-11-20.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from inspector.errors import CannotRead
from inspector.model import Severity, Source, Usage
from inspector.read.adapter import Record
from inspector.read.build import Builder, RequestDraft
from inspector.read.tables import open_tables
from inspector.read.times import iso
from inspector.read.usage import without
from inspector.read.values import as_int, as_text

STORE = "session-store.db"
_TABLE = "assistant_usage_events"
_COLUMNS = (
    "model", "input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens", "reasoning_tokens",
    "created_at", "initiator", "agent_id", "parent_tool_call_id",
)  # fmt: skip
_NEAR = 120.0
"""Seconds between an answer in the log and its row."""


class _Row(NamedTuple):
    model: str
    usage: Usage
    time: str | None
    compaction: bool
    thread: str


def usage_told(told: Record) -> Usage | None:
    """Tokens of a call as the log itself tells them; the input includes what was read from and written to a cache."""
    sent, read, written = (as_int(told.get(key)) for key in ("inputTokens", "cacheReadTokens", "cacheWriteTokens"))
    output, thought = as_int(told.get("outputTokens")), as_int(told.get("reasoningTokens"))
    return Usage(without(sent, read, written), read, written, output, thought) if sent or output else None


def add_usage(build: Builder, log: Path, session: str) -> None:
    """Give the requests of a session their usage, where the store lies near its log and knows them."""
    if build.drafts and all(_is_told(draft) for draft in build.drafts if not draft.purpose):
        return
    store = next((folder / STORE for folder in list(log.parents)[:3] if (folder / STORE).is_file()), None)
    if store is None or not session:
        return
    try:
        rows = _rows(store, session, build)
    except CannotRead as why:
        build.problem(
            Severity.WARNING, "store-not-read", f"{why} The usage of its requests is not shown.", Source(str(store))
        )
        return
    given = 0
    for thread in {row.thread for row in rows}:
        asked = [draft for draft in build.drafts if draft.thread == thread and not (draft.purpose or _is_told(draft))]
        work = [row for row in rows if row.thread == thread and not row.compaction]
        for draft, row in _paired(asked, work):
            draft.usage, given = row.usage, given + 1
            draft.model = draft.model or row.model
    summarised = [draft for draft in build.drafts if draft.purpose == "compaction"]
    for draft, row in _paired(summarised, [row for row in rows if row.compaction]):
        draft.usage = draft.usage or row.usage
    if rows:
        asked = [draft for draft in build.drafts if not draft.purpose]
        message = (
            f"{given} of {len(asked)} requests have their usage from {STORE}, which has {len(rows)} of the session."
        )
        build.problem(Severity.NOTE, "usage-from-store", message, Source(str(store), pointer=_TABLE))


def _is_told(draft: RequestDraft) -> bool:
    return draft.usage is not None and draft.usage.prompt is not None


def _rows(store: Path, session: str, build: Builder) -> list[_Row]:
    with open_tables(store, build.diagnostics.append, {_TABLE}) as database:
        found = sorted(database.rows(_TABLE, _COLUMNS, "session_id = ?", (session,)), key=lambda row: row[0])
    rows = []
    for _, model, sent, read, written, output, thought, time, initiator, agent, parent in found:
        whole, cached, put = as_int(sent), as_int(read), as_int(written)
        usage = Usage(without(whole, cached, put), cached, put, as_int(output), as_int(thought))
        thread = as_text(agent) or as_text(parent)
        rows.append(_Row(as_text(model), usage, iso(time), initiator == "compaction", thread))
    return rows


def _paired(drafts: Sequence[RequestDraft], rows: Sequence[_Row]) -> list[tuple[RequestDraft, _Row]]:
    """One by one where there are as many; else in order, by what the model wrote and about when."""
    if len(drafts) == len(rows) and not any(map(_differ, drafts, rows)):
        return list(zip(drafts, rows, strict=True))
    found, place = [], 0
    for draft in drafts:
        for index in range(place, len(rows)):
            if _same(draft, rows[index]):
                found.append((draft, rows[index]))
                place = index + 1
                break
    return found


def _differ(draft: RequestDraft, row: _Row) -> bool:
    wrote = draft.usage.output if draft.usage else None
    return None not in (wrote, row.usage.output) and wrote != row.usage.output


def _same(draft: RequestDraft, row: _Row) -> bool:
    if draft.usage is None or draft.usage.output is None or _differ(draft, row):
        return False
    try:
        apart = datetime.fromisoformat(row.time or "") - datetime.fromisoformat(draft.started or "")
    except (ValueError, TypeError):
        return False
    return abs(apart.total_seconds()) <= _NEAR
