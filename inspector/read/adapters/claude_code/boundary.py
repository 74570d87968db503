"""Compaction rows → splices: what was dropped, what took its place, what was kept.

The context after a boundary is the summary, the kept rows, then whatever the harness puts back. Where the boundary
itself is the anchor ("summarize from here"), the kept rows come first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.model import Append, Call, CompactionRecord, ItemKind, Origin, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.transcript import Boundary, Late, Lone, Row, Transcript
from inspector.read.build import ELSEWHERE, noted, trigger_in
from inspector.read.cleared import cleared_notes
from inspector.read.drafts import Noted
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds


def open_boundary(state: Transcript, row: Row) -> None:
    """Note a boundary; the splice follows with its summary."""
    if row.thread:
        return
    close_boundary(state, None)
    lone, state.lone = state.lone, None
    uuids = _kept_uuids(as_dict(row.record.get("compactMetadata")), state)
    kept = _as_they_stand(
        state, tuple(number for number in state.items_of(uuids) if state.item(number).kind is not ItemKind.EVENT)
    )
    state.boundary = Boundary(
        row.record,
        state.source(row),
        kept,
        sum(uuid not in state.rows for uuid in uuids),
        _anchored_at_boundary(row.record),
        not state.build.drafts,
        [],
        uuids,
    )
    if lone is not None and lone.calls == len(state.build.drafts):
        # Its summary stands before it: as some writers sort their rows, and as the two are stamped.
        boundary, state.boundary = state.boundary, None
        state.build.ops[lone.op] = _splice(state, boundary._replace(cut=lone.cut), lone.summary)


def _as_they_stand(state: Transcript, kept: tuple[int, ...]) -> tuple[int, ...]:
    """Kept items in the order in which the last request had them: reminders are written behind their prompt."""
    standing = state.standing.now(state.build.ops) if state.writes_requests else None
    places = {number: place for place, number in enumerate(standing or ())}
    return tuple(sorted(kept, key=places.__getitem__)) if places.keys() >= set(kept) else kept


def close_with_summary(state: Transcript, row: Row, content: Any) -> None:
    """Add a summary, and the splice it belongs to."""
    known = isinstance(content, str | list)
    value, pointer = (content, "/message/content") if known else (row.record, "")
    number = state.build.add(ItemKind.SUMMARY, value, pointer, "compact_summary", enter=False)
    if row.thread:
        return
    if state.boundary is None:
        # A writer that leaves out the boundary row: the summary itself is the record.
        cut = not state.build.drafts
        state.boundary = Boundary(row.record, state.source(row), (), 0, False, cut, [], [])
        state.lone = Lone(len(state.build.ops), number, len(state.build.drafts), cut)
    close_boundary(state, number)


def close_boundary(state: Transcript, summary: int | None) -> None:
    """Write the splice of the boundary that waits, if one does."""
    boundary = state.boundary
    if boundary is None:
        return
    state.boundary = None
    state.build.ops.append(_splice(state, boundary, summary))
    state.unsorted = True
    state.late = Late(len(state.build.ops) - 1, boundary, summary, {}) if boundary.missing else None


def take_late(state: Transcript, uuid: str, since: int) -> None:
    """Take what a kept row brought, written only behind its compaction, into the compaction's own splice.

    ``since`` is the operation at which the row began; a kept answer is no new call of the model.
    """
    late, build = state.late, state.build
    assert late is not None
    added = build.ops[since:]
    del build.ops[since:]
    del build.drafts[len(build.drafts) - sum(isinstance(op, Call) for op in added) :]
    late.items[uuid] = tuple(op.item for op in added if isinstance(op, Append))
    kept = tuple(item for one in late.boundary.uuids for item in late.items.get(one) or state.items_of([one]))
    kept = tuple(number for number in kept if state.item(number).kind is not ItemKind.EVENT)
    missing = sum(one not in state.rows for one in late.boundary.uuids)
    late.boundary = late.boundary._replace(kept=kept, missing=missing)
    build.ops[late.op] = _splice(state, late.boundary, late.summary)


def take_focus(state: Transcript, focus: str) -> None:
    """What a person asked a compaction to keep: of the one just before its own command, else of the one to come."""
    ops, place = state.build.ops, len(state.build.ops) - 1
    while place >= 0 and isinstance(op := ops[place], Append) and state.item(op.item).origin is Origin.HARNESS:
        place -= 1
    last = ops[place] if place >= 0 else None
    if isinstance(last, Splice) and last.compaction is not None and last.compaction.trigger == "manual":
        ops[place] = replace(last, compaction=replace(last.compaction, focus=focus))
    else:
        state.focus = focus


def _splice(state: Transcript, boundary: Boundary, summary: int | None) -> Splice:
    told = () if summary is None else (summary,)
    stays = (*boundary.kept, *told) if boundary.kept_first else (*told, *boundary.kept)
    insert = (*state.recorded.instructions, *boundary.between, *stays)
    record = _record(boundary, summary)
    if record.trigger == "manual" and state.focus:
        record, state.focus = replace(record, focus=state.focus), ""
    return Splice(remove=None, insert=insert, compaction=record)


def sort_reminders(state: Transcript) -> None:
    """Put reminders behind a compaction where they are sent: ahead of the summary and of words in the person's name.

    Only an answer of the model or a result holds them up. They are written in the order in which they were made.
    """
    state.unsorted = False
    ops, place = state.build.ops, len(state.build.ops) - 1
    while place >= 0 and isinstance(ops[place], Append):
        place -= 1
    op = ops[place] if place >= 0 else None
    if not isinstance(op, Splice) or op.compaction is None or op.remove is not None:
        return
    items = [*op.insert, *(one.item for one in ops[place + 1 :] if isinstance(one, Append))]
    start = len(items)
    while start and state.item(items[start - 1]).kind in (ItemKind.USER, ItemKind.ATTACHMENT, ItemKind.SUMMARY):
        start -= 1
    run = sorted(items[start:], key=lambda number: not state.item(number).source.pointer.startswith("/rendered/"))
    if run != items[start:]:
        ops.append(Splice(remove=None, insert=(*items[:start], *run)))


def clear_results(state: Transcript, row: Row, told: Record) -> None:
    """Results cleared in place: microcompaction, content replacement, clearing by the provider."""
    if row.thread:
        return
    ids = [*as_list(told.get("compactedToolIds"))]
    for replacement in map(as_dict, as_list(told.get("replacements"))):
        ids += [replacement.get("toolUseId"), replacement.get("tool_use_id")]
    masked = tuple(sorted({state.results[name] for name in ids if isinstance(name, str) and name in state.results}))
    saved = as_int(told.get("tokensSaved")) or as_int(told.get("cleared_input_tokens"))
    name, trigger = row.uuid or f"edit-{row.line.number}", as_text(told.get("trigger")) or "auto"
    about = Noted(time=row.time, readable=True, notes=cleared_notes(masked, saved))
    record = noted(name, state.source(row), "edit", trigger, **about)
    state.build.ops.append(Splice(mask=masked, compaction=record))


def compaction_failed(state: Transcript, row: Row, text: str) -> None:
    """A compaction that was asked for and left the history as it was."""
    about = Noted(status="failed", time=row.time, reason=text[:300], focus=state.focus)
    state.build.note_compaction(noted(row.uuid, state.source(row), "summary", "manual", **about))
    state.focus = ""


def _record(boundary: Boundary, summary: int | None) -> CompactionRecord:
    metadata = as_dict(boundary.record.get("compactMetadata"))
    return noted(
        as_text(boundary.record.get("uuid")),
        boundary.source,
        "summary",
        trigger_in(metadata.get("trigger")),
        summary,
        status="partial" if boundary.missing else "ok",
        time=as_time(boundary.record.get("timestamp")),
        reported_before=as_int(metadata.get("preTokens")),
        reported_after=as_int(metadata.get("postTokens")),
        seconds=in_seconds(metadata.get("durationMs")),
        notes=_notes(boundary, metadata, summary),
    )


def _notes(boundary: Boundary, metadata: Record, summary: int | None) -> tuple[str, ...]:
    notes = []
    if boundary.missing:
        notes.append(f"{boundary.missing} kept rows are named but not in this log.")
    if summary is None:
        notes.append("The summary is not in this log.")
    if boundary.cut:
        notes.append(ELSEWHERE)
    if metadata.get("precomputed") is True:
        notes.append("The summary was prepared in the background and describes an earlier moment.")
    return tuple(notes)


def _kept_uuids(metadata: Record, state: Transcript) -> list[str]:
    """The kept rows in order: the explicit list, else the walk from the tail of the segment to its head."""
    listed = as_dict(metadata.get("preservedMessages"))
    for key in ("uuids", "allUuids"):
        uuids = [uuid for uuid in as_list(listed.get(key)) if isinstance(uuid, str)]
        if uuids:
            return uuids
    segment = as_dict(metadata.get("preservedSegment"))
    head, uuid = as_text(segment.get("headUuid")), as_text(segment.get("tailUuid"))
    walked: dict[str, None] = {}
    while uuid and uuid not in walked:
        walked[uuid] = None
        if uuid == head:
            return [*reversed(walked)]
        uuid = state.parent_of(uuid)
    return [head, *reversed(walked)] if head else [*reversed(walked)]


def _anchored_at_boundary(record: Record) -> bool:
    """Whether the kept rows hang on the boundary itself, so that they stand before the summary."""
    metadata = as_dict(record.get("compactMetadata"))
    for key in ("preservedMessages", "preservedSegment"):
        anchor = as_text(as_dict(metadata.get(key)).get("anchorUuid"))
        if anchor:
            return anchor == record.get("uuid")
    return False
