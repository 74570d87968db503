"""Sums that a process writes down as it ends: what all calls of the session cost, those that no row holds among them.

A resumed session goes on with the sum before it, and so does a fork, whose sum holds the other session's calls, too.
Beyond the rows' own calls there is nothing in it but calls of the summarizer, of subagents, and small ones of another
model. (Seen in 2.1.332, 2026-11-27: in seven of seven sessions the difference was the summarizer's usage to the token.)
"""

from __future__ import annotations

from dataclasses import replace

from inspector.model import Append, Splice, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.transcript import Row, Sum, Transcript
from inspector.read.values import as_dict, as_dollars, as_int

_NAMES = ("inputTokens", "outputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
_NEAR = (0.6, 1.4)
"""How far a summarizer's prompt may lie from the size that its compaction tells."""

_ONE_SUM = "Of {} compactions the log has one sum for the calls of the summarizer: {:,} tokens sent, {:,} written."


def read_sums(state: Transcript, row: Row) -> None:
    """Take in one row of sums."""
    state.sums.append(Sum(state.source(row), row.record, len(state.build.drafts), len(state.build.ops)))


def settle_sums(state: Transcript) -> None:
    """Tell what the session cost, and the call of a summarizer, wherever only one can make up the difference."""
    build = state.build
    if not state.sums or _is_fork(state):
        return
    last = state.sums[-1]
    if last.drafts == len(build.drafts) and last.record.get("hasUnknownModelCost") is not True:
        build.cost = as_dollars(last.record.get("totalCostUSD"))
    if any(link.kind == "subagent" for link in build.links):
        return
    drafts, ops = 0, 0
    before: Record = {}
    for told in state.sums:
        after = as_dict(told.record.get("modelUsage"))
        _missing_call(state, told, (drafts, ops), before, after)
        drafts, ops, before = told.drafts, told.ops, after


def _is_fork(state: Transcript) -> bool:
    """Whether the log begins with what another session left."""
    first = next((op for op in state.build.ops if isinstance(op, Append | Splice)), None)
    return isinstance(first, Splice) or any(link.kind == "fork" for link in state.build.links)


def _missing_call(state: Transcript, told: Sum, since: tuple[int, int], before: Record, after: Record) -> None:
    build = state.build
    cuts = [
        index
        for index in range(since[1], told.ops)
        if isinstance(op := build.ops[index], Splice) and op.compaction is not None and op.compaction.kind == "summary"
    ]
    records = [op.compaction for index in cuts if isinstance(op := build.ops[index], Splice) and op.compaction]
    drafts = [draft for draft in build.drafts[since[0] : told.drafts] if not draft.purpose]
    models = {draft.model for draft in drafts}
    if not records or any(record.prompt is not None for record in records) or len(models) != 1:
        return
    model = models.pop()
    known = [_counts(draft.usage) for draft in drafts]
    logged = [sum(counts) for counts in zip(*known, strict=True)]
    sums = [(as_int(as_dict(after.get(model)).get(name)) or 0) for name in _NAMES]
    earlier = [(as_int(as_dict(before.get(model)).get(name)) or 0) for name in _NAMES]
    left = [total - start - own for total, start, own in zip(sums, earlier, logged, strict=True)]
    size, prompt = sum(record.reported_before or 0 for record in records), left[0] + left[2] + left[3]
    if min(left) < 0 or not left[1] or not _NEAR[0] * size <= prompt <= _NEAR[1] * size:
        return
    if len(cuts) > 1:
        note = _ONE_SUM.format(len(cuts), prompt, left[1])
        for index, record in zip(cuts, records, strict=True):
            op = build.ops[index]
            assert isinstance(op, Splice)
            build.ops[index] = replace(op, compaction=replace(record, notes=(*record.notes, note)))
        return
    usage = Usage(input=left[0], output=left[1], cache_read=left[2], cache_write=left[3])
    name = f"summarizer {told.source.line}"
    draft = build.call(name, model, told.source, thread=name, started=records[0].time, usage=usage)
    draft.purpose, draft.op = "compaction", cuts[0]


def _counts(usage: Usage | None) -> list[int]:
    if usage is None:
        return [0, 0, 0, 0]
    return [usage.input or 0, usage.output or 0, usage.cache_read or 0, usage.cache_write or 0]
