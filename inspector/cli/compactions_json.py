"""A session's compactions as JSON."""

from __future__ import annotations

from inspector.cli.output import SCHEMA, count_json, print_json
from inspector.cli.session import where
from inspector.model import Basis, Compaction, TokenCount
from inspector.reconstruct.calls import summarizer_calls
from inspector.reconstruct.compactions import moved, prompt_before
from inspector.wording.fields import json_fields
from inspector.workbench.document import Document
from inspector.workbench.subagents import Subagent, compacted_subagents


def print_compactions_json(document: Document) -> None:
    """Print all compactions, edits, and those of subagents."""
    print_json(
        {
            "schema": SCHEMA,
            "agent": document.session.agent,
            "compactions": [compaction_json(document, compaction) for compaction in document.compactions],
            "edits": [compaction_json(document, edit) for edit in document.edits],
            "in_subagents": [_subagent_json(one) for one in compacted_subagents(document)],
        }
    )


def compaction_json(document: Document, compaction: Compaction) -> dict[str, object]:
    """One compaction or edit; the page on JSON says what its keys mean."""
    record = compaction.record
    reported, earlier = record.reported_after, record.reported_before
    counts = moved(compaction)
    return {
        "number": compaction.number,
        **where(record.source),
        **json_fields(record, "time kind basis trigger status reason? attempts method? focus?"),
        "shown": None if record.shown is None else list(record.shown),
        "outcome": compaction.outcome,
        "request_before": _request(document, compaction.request_before),
        "request_after": _request(document, compaction.request_after),
        "before": count_json(compaction.before),
        "after": count_json(compaction.after),
        "prompt_before": _prompt(document, compaction),
        "freed": compaction.freed,
        "reported_before": None if earlier is None else count_json(TokenCount(earlier, Basis.RECORDED)),
        "reported_after": None if reported is None else count_json(TokenCount(reported, Basis.RECORDED)),
        **json_fields(counts, "removed kept inserted"),
        "seconds": record.seconds,
        "summary": _summary(document, compaction),
        "items": json_fields(compaction, "removed kept inserted restored masked"),
        "calls": _calls(document, compaction),
        **json_fields(record, "model? prompt id notes"),
    }


def _prompt(document: Document, compaction: Compaction) -> dict[str, object] | None:
    """The last prompt where the size before is another."""
    prompt = prompt_before(document.session, compaction)
    return None if prompt is None else count_json(TokenCount(prompt, Basis.RECORDED))


def _request(document: Document, index: int | None) -> int | None:
    """The number of a request, as inspector tokens lists it."""
    return None if index is None else document.session.requests[index].number


def _summary(document: Document, compaction: Compaction) -> dict[str, object] | None:
    number = compaction.record.summary
    if number is None:
        return None
    # Only here: a table counts nothing, and waits for nothing that does.
    from inspector.workbench.item_tokens import tokens_of

    readable = compaction.record.readable
    return {
        "readable": readable,
        **where(document.item(number).source),
        "tokens": tokens_of(document, number).value if readable else None,
        "text": document.text(number) if readable else None,
        "item": number,
        "basis": Basis.ESTIMATED.value,
    }


def _calls(document: Document, compaction: Compaction) -> list[dict[str, object]]:
    # What prices come from is loaded where there is something to price.
    if not summarizer_calls(document.session, compaction):
        return []
    from inspector.report.summary_call import calls_json

    return calls_json(document.session, compaction)


def _subagent_json(one: Subagent) -> dict[str, object]:
    return {
        **json_fields(one.link, "session title"),
        "path": str(one.path),
        "compactions": None if one.unread and not one.count else one.count,
        "unread": one.unread or None,
        "each": [
            {
                "number": own.number,
                **where(own.record.source),
                **json_fields(own.record, "trigger status"),
                "outcome": own.outcome,
                "before": count_json(own.before),
                "after": count_json(own.after),
                "freed": own.freed,
            }
            for own in one.compactions
        ],
    }
