"""Every compaction of a session: those the log records, and those that only a drop in tokens shows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.model import (
    Append,
    Basis,
    Compaction,
    CompactionRecord,
    Item,
    ItemKind,
    Operation,
    Origin,
    Rewind,
    Session,
    Splice,
    TokenCount,
)
from inspector.read.build import ELSEWHERE
from inspector.reconstruct.calls import main_calls, ops_since, prompt_of, succeeded
from inspector.reconstruct.gaps import unread_before
from inspector.reconstruct.inferred import inferred
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.sizes import Growth, grown, outcome_by_size, size_before

LOOP_CALLS = 2
"""At most so many requests between a compaction and the next one make it a loop."""
_UNKNOWN = TokenCount(None, Basis.RECORDED)
_LACKS_END = "The log lacks what the last call before it gave back, and perhaps more of its end."
UNDONE = "undone"
WENT_BACK = "The session went back to a point before it, so what it removed was there again."
ALL_WENT_BACK = "The session went back to a point before each compaction, so what they removed was there again."
_HAS_GAPS = "Part of the log before it cannot be read, so nothing is held against its summary for not being found."


@dataclass(frozen=True, slots=True)
class Compactions:
    """``all`` replace or cut history, in order; ``edits`` only cleared single results in place."""

    all: tuple[Compaction, ...]
    edits: tuple[Compaction, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """How many items a compaction moved; None where the log does not hold them, so that zero would be a claim."""

    removed: int | None
    kept: int | None
    inserted: int | None
    restored: int | None


def moved(compaction: Compaction) -> Moved:
    """What can be counted of a compaction. One of which nothing stands before took a history that is elsewhere."""
    record = compaction.record
    if record.basis is not Basis.RECORDED:
        return Moved(None, None, None, None)
    removed, kept = len(compaction.removed), len(compaction.kept)
    cut = not removed and not kept and record.kind != "edit" and record.status != "failed"
    return Moved(
        None if cut or (not removed and ELSEWHERE in record.notes) else removed,
        None if cut or record.status == "partial" else kept,
        len(compaction.inserted),
        len(compaction.restored),
    )


def reported_before(compaction: Compaction) -> int | None:
    """What the record of a compaction says of the size before, where that is not the size before (see ``sizes``)."""
    told = compaction.record.reported_before
    return None if told == compaction.before.value else told


def prompt_before(session: Session, compaction: Compaction) -> int | None:
    """The last prompt before a compaction, where the size before is another: the prompt lacks what came in since.

    None where another compaction lies between the two: the prompt was of the context before that one.
    """
    prompt, at = prompt_of(session, compaction.request_before), compaction.request_before
    since = session.ops[session.requests[at].op : compaction.op] if at is not None else ()
    records = (op.compaction for op in since if type(op) is Splice and op.compaction is not None)
    is_cut = any(one.kind != "edit" and one.status != "failed" for one in records)
    return None if is_cut or prompt == compaction.before.value or compaction.before.value is None else prompt


def find_compactions(session: Session, replay: Replay) -> Compactions:
    """All compactions of the main thread, recorded and inferred, each with the items it moved."""
    calls = main_calls(session)
    call_ops = [session.requests[index].op for index in calls]
    found = [
        _recorded(session, replay, index, op, op.compaction, calls, call_ops)
        for index, op in ((index, session.ops[index]) for index in replay.cuts)
        if type(op) is Splice and op.compaction is not None
    ]
    found += inferred(session, replay, calls, call_ops)
    lasting = _lasting(session, replay)
    found = [one if any(one.op in span for span in lasting) else _undone(one) for one in found]
    found.sort(key=lambda compaction: compaction.op)
    history = [compaction for compaction in found if compaction.record.kind != "edit"]
    edits = [_apart(edit, history, call_ops) for edit in found if edit.record.kind == "edit"]
    return Compactions(_numbered(_loops(history, call_ops, session.items)), _numbered(edits))


def _lasting(session: Session, replay: Replay) -> tuple[range, ...]:
    """The operations behind which the session never went back for good: those that led to its last context."""
    spans, last = [], len(session.ops) - 1
    for index in reversed(replay.cuts):
        op = session.ops[index]
        if type(op) is Rewind and index <= last:
            spans.append(range(index, last + 1))
            last = min(op.to, index - 1)
    return (*spans, range(last + 1))


def _undone(compaction: Compaction) -> Compaction:
    if compaction.outcome == "failed":
        return compaction
    record = compaction.record
    return replace(compaction, outcome=UNDONE, record=replace(record, notes=(*record.notes, WENT_BACK)))


def _numbered(compactions: list[Compaction]) -> tuple[Compaction, ...]:
    return tuple(replace(compaction, number=number) for number, compaction in enumerate(compactions, 1))


def _recorded(
    session: Session,
    replay: Replay,
    index: int,
    op: Splice,
    record: CompactionRecord,
    calls: list[int],
    call_ops: list[int],
) -> Compaction:
    before, after = replay.items_at(index - 1), replay.items_at(index)
    was, now = frozenset(before), frozenset(after)
    settled, restored = _put_back(session, index)
    place = bisect_left(call_ops, index)
    request_before = calls[place - 1] if place else None
    while place + 1 < len(calls) and _came_to_nothing(session, calls[place], call_ops[place + 1]):
        place += 1
    request_after = calls[place] if place < len(calls) else None
    if request_after is not None and any(map(_empties, session.ops[index + 1 : call_ops[place]])):
        request_after = None
    failed = record.status == "failed"
    prompt, came = _before(session, index, request_before)
    # What came after one that failed is what the next made of it.
    answered = None if failed or request_after is None else _first_told(session, calls[place:], index)
    sent = prompt_of(session, answered)
    if ends_unanswered(session, before):
        record = replace(record, notes=(*record.notes, _LACKS_END))
    if before and unread_before(session, before[-1]):
        record = replace(record, notes=(*record.notes, _HAS_GAPS))
    compaction = Compaction(
        number=0,
        record=record,
        op=index,
        settled=settled,
        removed=tuple(item for item in before if item not in now),
        inserted=tuple(item for item in after if item not in was),
        kept=tuple(item for item in after if item in was),
        restored=() if failed else restored,
        masked=op.mask,
        cleared=replay.cleared_at(index - 1),
        request_before=request_before,
        request_after=request_after,
        before=size_before(record.reported_before, prompt, came, sent),
        after=TokenCount(sent, Basis.RECORDED, error=0),
        outcome="ok",
    )
    if failed:
        return replace(compaction, outcome="failed")
    behind = session.ops[settled + 1 : session.requests[answered].op] if answered is not None else ()
    sized = outcome_by_size(compaction, came, grown(session, behind, None))
    # A trim leaves no text, so there is none that cannot be read.
    return replace(compaction, outcome=sized or ("ok" if record.readable or record.kind == "trim" else "opaque"))


def _came_to_nothing(session: Session, request: int, until: int) -> bool:
    """Whether a call failed before anything was counted, and the next was sent the same and what followed."""
    call = session.requests[request]
    told = call.usage is not None and call.usage.prompt is not None
    return call.stop == "error" and not told and not any(type(op) is Splice for op in session.ops[call.op : until])


def ends_unanswered(session: Session, numbers: Sequence[int]) -> bool:
    """Whether the last call among some items has no result anywhere in the log.

    Claude Code may leave out the lines right before a compaction that it began by itself.
    """
    last = next((one for one in map(_at(session), reversed(numbers)) if one.kind in _OF_CALLS), None)
    if last is None or last.kind is not ItemKind.TOOL_CALL or not last.call_id:
        return False
    following = session.items[last.number :]
    return not any(item.kind is ItemKind.TOOL_RESULT and item.call_id == last.call_id for item in following)


_OF_CALLS = frozenset({ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT})


def _at(session: Session) -> Callable[[int], Item]:
    return lambda number: session.items[number - 1]


def _empties(op: Operation) -> bool:
    """Whether another conversation begins: what is sent afterwards tells nothing of what stood before."""
    return type(op) is Splice and op.remove is None and not op.insert and op.compaction is None


def _apart(edit: Compaction, history: list[Compaction], call_ops: list[int]) -> Compaction:
    """An edit with what followed it; where a compaction came before the next request, that drop is not its own."""
    place = bisect_left(call_ops, edit.op)
    following = call_ops[place] if place < len(call_ops) else None
    if any(edit.op < one.op and (following is None or one.op < following) for one in history):
        return replace(edit, request_after=None, after=_UNKNOWN, outcome="ok")
    return edit


def tokens_before(session: Session, index: int, record: CompactionRecord, request: int | None) -> int | None:
    """The size before the compaction at operation ``index``; ``request`` is the main thread's last one before it."""
    return size_before(record.reported_before, *_before(session, index, request), None).value


def _before(session: Session, index: int, request: int | None) -> tuple[int | None, Growth]:
    """The last prompt that tells of what stands before operation ``index``, and what came in behind it."""
    behind = ops_since(session, request, index)
    prompt = None if any(map(_cuts_history, behind)) else prompt_of(session, request)
    return prompt, grown(session, behind, request)


def _cuts_history(op: Operation) -> bool:
    """Whether a compaction took history out: no prompt before it tells of what stands behind it."""
    return type(op) is Splice and op.compaction is not None and op.compaction.kind != "edit" and succeeded(op)


def _first_told(session: Session, calls: Sequence[int], index: int) -> int | None:
    """The first call behind a compaction that tells its tokens, unless something else came in between.

    One that failed tells none and is made again. Where another compaction comes first, none shows what this one left.
    """
    start = index + 1
    for call in calls:
        request = session.requests[call]
        between = session.ops[start : request.op]
        if any(map(_cuts_history, between)) or (start > index + 1 and any(map(_goes_on(session), between))):
            return None
        if prompt_of(session, call) is not None:
            return call
        start = request.op + 1
    return None


def _goes_on(session: Session) -> Callable[[Operation], bool]:
    """Whether an operation brings in more than what a failed call left."""

    def tells(op: Operation) -> bool:
        return type(op) is not Append or session.items[op.item - 1].origin in (Origin.HUMAN, Origin.TOOL)

    return tells


def _put_back(session: Session, splice: int) -> tuple[int, tuple[int, ...]]:
    """The last operation that belongs to a compaction and the items that the harness put back behind it."""
    settled, items = splice, []
    for index in range(splice + 1, len(session.ops)):
        op = session.ops[index]
        if type(op) is not Append:
            break
        item = session.items[op.item - 1]
        if _is_put_back(item):
            items.append(op.item)
        elif not _asks_for_it(item):
            break
        settled = index
    return settled, tuple(items)


def _is_put_back(item: Item) -> bool:
    # What stands around typed words, such as the date, comes with the next prompt.
    return item.kind in (ItemKind.ATTACHMENT, ItemKind.INSTRUCTIONS) and item.detail != "sent_form"


def _asks_for_it(item: Item) -> bool:
    """Whether it is the command that asked for the compaction.

    Claude Code writes it down behind the summary, before the files that are put back.
    """
    return item.kind is ItemKind.USER and item.detail == "command" and "/compact" in item.preview


def _loops(compactions: list[Compaction], call_ops: list[int], items: tuple[Item, ...]) -> list[Compaction]:
    """Mark compactions that the next one follows within ``LOOP_CALLS`` requests; texts that tell of it name the number.

    A model that sums up its own work as it goes does so step by step; that is no loop.
    """
    marked = []
    for position, compaction in enumerate(compactions):
        following = compactions[position + 1] if position + 1 < len(compactions) else None
        # Of one whose history was deleted, so were the requests between.
        is_cut = following and following.removed and following.outcome != UNDONE
        if following and is_cut and compaction.outcome in ("ok", "opaque", "ineffective"):
            between = bisect_left(call_ops, following.op) - bisect_left(call_ops, compaction.op)
            asked = "manual" in (compaction.record.trigger, following.record.trigger)
            told = following.record.summary
            own = told is not None and items[told - 1].origin is Origin.AGENT
            if between <= LOOP_CALLS and not asked and not own:
                compaction = replace(compaction, outcome="loop")
        marked.append(compaction)
    return marked
