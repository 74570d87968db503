"""From an opened session to its trace: what every call of the model held, and what became of the facts behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from inspector.errors import UsageError
from inspector.model import Form, Item, ItemKind, Origin, Request, Session
from inspector.model import Verdict as Fate
from inspector.read.adapters import title_of
from inspector.report.told import ToldCompaction, ToldFact
from inspector.report.trace import Trace, TracedCall, TracedItem, Verdict
from inspector.survival.shares import SPOKEN
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import told_compactions
from inspector.workbench.reports import BY

_MOST = 1 << 30
"""Characters of a trace: every call repeats its context."""
_SCORES = {
    **dict.fromkeys((Fate.VERBATIM, Fate.REWORDED), 1.0),
    **dict.fromkeys((Fate.WEAKENED, Fate.ALTERED), 0.5),
    **dict.fromkeys((Fate.CONTRADICTED, Fate.LOST), 0.0),
}


def trace_of(document: Document, judgements: Judgements) -> Trace:
    """The trace of a session's main thread. Raises UsageError for one that would be too large, and LogChanged.

    Needs the comparison.
    """
    session = document.session
    requests = [one for one in session.requests if not one.thread and one.purpose != "compaction"]
    assert document.reconstruction is not None, "advanced to comparison"
    replay = document.reconstruction.replay
    held = {one.number: replay.entries_at(one.op) for one in requests}
    size = sum(session.items[entry.item - 1].chars for entries in held.values() for entry in entries)
    if size > _MOST:
        hint = "Every call repeats its context. Use .json or .csv."
        raise UsageError(f"As a trace this session would have {size >> 20:,} MB.", hint=hint)
    verdicts = _verdicts(told_compactions(document, judgements), document, requests)
    ops = [one.op for one in document.compactions]
    calls = tuple(
        TracedCall(
            number=one.number,
            id=one.id,
            model=one.model,
            started=one.started,
            seconds=one.seconds,
            stop=one.stop,
            usage=_usage(one),
            sent=tuple(entry.item for entry in held[one.number]),
            cleared=frozenset(entry.item for entry in held[one.number] if entry.form is Form.PLACEHOLDER),
            answer=_answer(document, one),
            compacted=any(op < one.op for op in ops),
            verdicts=verdicts.get(one.number, ()),
        )
        for one in requests
    )
    wanted = sorted({number for call in calls for number in (*call.sent, *call.answer)})
    return Trace(
        id=session.id,
        agent=session.agent,
        agent_title=title_of(session.agent),
        version=session.version,
        path=session.path,
        cwd=session.cwd,
        by=BY,
        items=tuple(_item(session.items[number - 1], document, frozenset(wanted)) for number in wanted),
        calls=calls,
    )


def _item(item: Item, document: Document, sent: frozenset[int]) -> TracedItem:
    text = document.bodies.text(item)
    inside = (one for one in _inside(item, document.session) if one.number not in sent)
    said = tuple((one.detail, document.bodies.text(one)) for one in inside)
    # A message's role says "user" of what a harness put there, too, and "tool" of a person's answer.
    told = said or item.kind in (ItemKind.USER, ItemKind.ATTACHMENT, ItemKind.EVENT)
    whose = (item.origin.value, item.detail, said) if told else ()
    return TracedItem(item.number, item.kind.value, text, item.tool, item.call_id, item.error, *whose)


def _inside(item: Item, session: Session) -> Iterable[Item]:
    """What the human said inside an item."""
    if item.kind is ItemKind.TOOL_RESULT:
        return (session.items[number - 1] for number in session.said_inside.get(item.call_id, ()))
    inside = session.items[item.number : item.number + 1]
    # Read out of the same place: what was typed beside a reminder. In some logs what is sent alone has that place, too.
    return (one for one in inside if one.source == item.source and one.origin is Origin.HUMAN != item.origin)


def _usage(request: Request) -> tuple[int | None, int | None, int | None, int | None, int | None] | None:
    used = request.usage
    return None if used is None else (used.input, used.cache_read, used.cache_write, used.output, used.reasoning)


def _answer(document: Document, request: Request) -> tuple[int, ...]:
    if request.first_item is None:
        return ()
    items = document.session.items[request.first_item - 1 : request.last_item or request.first_item]
    written = (ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL)
    return tuple(item.number for item in items if item.kind in written and item.thread == request.thread)


def _verdicts(
    told: Mapping[int, ToldCompaction], document: Document, requests: Iterable[Request]
) -> dict[int, tuple[Verdict, ...]]:
    """The verdicts of each compaction, by the number of the first call behind it."""
    found: dict[int, tuple[Verdict, ...]] = {}
    for compaction in document.compactions:
        behind = next((one.number for one in requests if one.op > compaction.op), None)
        if behind is not None and compaction.number in told:
            found[behind] = tuple(_verdict(fact) for fact in told[compaction.number].facts if _is_told(fact))
    return found


def _is_told(fact: ToldFact) -> bool:
    return fact.live and (fact.kind in SPOKEN or fact.harm)


def _verdict(fact: ToldFact) -> Verdict:
    where = f" (line {fact.said[0].line})" if fact.said and fact.said[0].line is not None else ""
    words = f"{fact.statement}{where}: {fact.why}" if fact.why else f"{fact.statement}{where}"
    return Verdict(fact.kind.value, fact.verdict.value, fact.basis.value, words, _SCORES.get(fact.verdict))
