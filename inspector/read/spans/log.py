"""Spans → a session: the calls of a model one after the other, and of the rest what they do not tell.

A call that holds its messages is read as any call of a provider is (``read.api``). Of one without, since capturing
texts is off unless somebody turns it on, what is known stands all the same: time, model, tokens, tools.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.model import Capabilities, CompactionRecord, ItemKind, Origin, Session, Severity
from inspector.read.adapter import Glance, Record
from inspector.read.api.exchange import Body, Exchange
from inspector.read.api.log import ApiLog
from inspector.read.api.messages import key_of
from inspector.read.build import noted
from inspector.read.conversation import Conversation
from inspector.read.prefix import Part
from inspector.read.spans.span import Span, SpanKind
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, render
from inspector.read.voices import voice_of

_UNSEEN = "its text is not in this log"
_UNTOLD = "Nothing of what it did is in this log."


def session_of(agent: str, path: Path, spans: Iterable[Span], capabilities: Capabilities) -> Session:
    """The session of a trace, or of several: the longest conversation, and the others as its threads."""
    log = ApiLog(agent, path, distinct=True)
    ordered = _in_order(_once(log, spans))
    told = {span.conversation for span in ordered if span.kind is SpanKind.MODEL and span.sent is not None}
    series: dict[str, Conversation] = {}
    silent, waiting = 0, list[Span]()
    for span in ordered:
        if span.kind is SpanKind.COMPACTION:
            waiting.append(span)
        elif span.kind is SpanKind.MODEL and (span.sent is not None or span.answer is not None):
            exchange = _exchange(span)
            exchange.compacted = [_recorded(one) for one in waiting if _is_of(one, span)]
            log.add(exchange)
            if not exchange.compacted:
                waiting = [one for one in waiting if not _is_of(one, span)]
        elif span.kind is SpanKind.MODEL:
            silent += 1
            held = series[span.conversation] = series.get(span.conversation) or log.named(span.conversation)
            for record in (_recorded(one, _UNTOLD) for one in waiting if _is_of(one, span)):
                if record.status == "failed":
                    held.mask((), record)
                else:
                    held.replace_history([], record)
            waiting = [one for one in waiting if not _is_of(one, span)]
            _silent(log, span, held)
        elif span.kind is SpanKind.TOOL and span.conversation not in told:
            _ran(series.setdefault(span.conversation, log.named(span.conversation)), span)
    log.expect([_recorded(one) for one in waiting])
    _tell(log, ordered, silent)
    named = next((span.name for span in ordered if span.kind is SpanKind.AGENT and span.name), "")
    return log.finish(capabilities, "" if told else named)


def _in_order(spans: list[Span]) -> list[Span]:
    """By their starts; one without stands behind the one in front of it.

    A compaction comes by its end, since calls within are its summarizer's, and then so do calls: it may lie within one.
    """
    clocks, last = [], ""
    by_end = {SpanKind.COMPACTION}
    if any(span.kind is SpanKind.COMPACTION for span in spans):
        by_end.add(SpanKind.MODEL)
    for span in spans:
        last = (span.end if span.kind in by_end else span.start) or last
        clocks.append(last)
    return [span for _, span in sorted(zip(clocks, spans, strict=True), key=lambda pair: pair[0])]


def _once(log: ApiLog, spans: Iterable[Span]) -> list[Span]:
    """Each span once: exporters send again what was not acknowledged."""
    known: set[tuple[str, str, str | None]] = set()
    found = []
    for span in spans:
        # A damaged id may be another span's; what was sent again began at the same time, too.
        if span.id and (span.trace, span.id, span.start) in known:
            log.build.problem(Severity.NOTE, "repeated-span", f"Span {span.id} stands twice; read once.", span.at)
            continue
        known.add((span.trace, span.id, span.start))
        found.append(span)
    return found


def _exchange(span: Span) -> Exchange:
    asked = {"model": span.model, "messages": span.sent or [], "tools": span.tools, "anthropic_version": ""}
    answer: Record = {"type": "message", "id": span.id, "model": span.model, "content": span.answer or []}
    answer |= {"stop_reason": span.stop, "usage": _usage(span)}
    if span.error and not span.answer:
        answer["error"] = span.error
    asked, answer = span.whole or (asked, answer)
    return Exchange(
        span.at,
        span.pointer,
        # Only Anthropic's service skips what a client sends in front of a compaction.
        Body(asked, span.pointer, hold=True, place=span.pointer, in_force="anthropic" not in span.provider.lower()),
        Body(answer, span.pointer, hold=True, place=span.pointer),
        time=span.start,
        seconds=span.seconds,
        id=span.id,
        model=span.model,
    )


def _usage(span: Span) -> dict[str, object]:
    used = span.usage
    if used is None:
        return {}
    return {
        "input_tokens": used.input,
        "cache_read_input_tokens": used.cache_read,
        "cache_creation_input_tokens": used.cache_write,
        "output_tokens": used.output,
        "output_tokens_details": {"thinking_tokens": used.reasoning},
    }


def _is_of(compaction: Span, call: Span) -> bool:
    """Whether a call comes in the trace or the conversation that was compacted."""
    return call.trace == compaction.trace or call.conversation == compaction.conversation


def _recorded(span: Span, *notes: str) -> CompactionRecord:
    """What the span of a compaction says of it; the next call's messages tell what it did, or a note that none do."""
    told = span.compaction or {}
    return noted(
        span.id,
        span.at.inside(span.pointer),
        "unknown",
        "auto",
        status="failed" if span.error else "partial" if notes else "ok",
        time=span.end or span.start,
        reported_before=as_int(told.get("tokens_before")),
        reported_after=as_int(told.get("tokens_after")),
        seconds=span.seconds,
        notes=notes,
        reason=span.error,
        method=as_text(told.get("strategy")) or as_text(told.get("trigger")),
    )


def _silent(log: ApiLog, span: Span, before: Conversation) -> None:
    """A call without words; that its context is a compacted one is a compaction where the call before had none."""
    if before.drafts and span.compacted is True and not _was_compacted(before):
        record = noted(
            f"compacted-{span.id}",
            span.at.inside(span.pointer),
            "native",
            time=span.start,
            notes=("The call says that its context is a compacted one; nothing of it is in this log.",),
        )
        before.replace_history([], record)
    empty = Body({}, span.pointer)
    asked = Exchange(span.at, span.pointer, empty, time=span.start, seconds=span.seconds, id=span.id, model=span.model)
    log.silent(before, asked, span.usage)


def _was_compacted(conversation: Conversation) -> bool:
    return any(getattr(op, "compaction", None) is not None for op in conversation.ops)


def _ran(conversation: Conversation, span: Span) -> None:
    """A tool's run, where no message tells of it."""
    name, called = span.name, span.call_id or span.id
    asked = Part(
        key_of("call", span.id), ItemKind.TOOL_CALL, Origin.AGENT, _words(span.arguments), span.pointer,
        tool=name, call_id=called, headline="" if span.arguments is not None else f"{name}, {_UNSEEN}", hold=True,
    )  # fmt: skip
    gave = Part(
        key_of("result", span.id), ItemKind.TOOL_RESULT, Origin.TOOL, _words(span.result) or span.error, span.pointer,
        tool=name, call_id=called, error=bool(span.error), hold=True,
        headline="" if span.result is not None or span.error else _UNSEEN,
    )  # fmt: skip
    for part in (asked, gave):
        conversation.append(part, span.at, span.start)


def _words(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else render(value)


def _tell(log: ApiLog, spans: list[Span], silent: int) -> None:
    calls = [span for span in spans if span.kind is SpanKind.MODEL]
    if not calls:
        log.build.problem(Severity.WARNING, "no-calls", "None of its spans is a call of a model.")
    if silent:
        message = f"The texts of {silent:,} of its calls are not in this log: capturing them was off."
        log.build.problem(Severity.WARNING, "no-texts", message)
    held = log.count()
    if held > 1:
        message = f"{held} conversations stand in this log; the longest is the session, the others are its threads."
        log.build.problem(Severity.NOTE, "several-conversations", message)


def glance_of(spans: Iterable[Span]) -> Glance:
    """The first words of the human, and when the first call was made."""
    title, started = "", None
    for span in spans:
        started = min(filter(None, (started, span.start)), default=None)
        if span.kind is SpanKind.MODEL and not title:
            title = next((words for one in span.sent or () if (words := _typed(one))), "")
    return Glance(as_title(title), started)


def _typed(message: dict[str, object]) -> str:
    if message.get("role") != "user":
        return ""
    texts = (as_text(as_dict(block).get("text")) for block in as_list(message["content"]))
    return next((text for text in texts if text.strip() and voice_of(text).origin is Origin.HUMAN), "")
