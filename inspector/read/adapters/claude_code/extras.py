"""What the harness adds: attachments beside the conversation, system rows, rows of unknown types."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.model import Append, Item, ItemKind, Origin, Severity, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.boundary import clear_results, compaction_failed, open_boundary
from inspector.read.adapters.claude_code.human import DELEGATED, QUEUED, voice
from inspector.read.adapters.claude_code.transcript import Row, Transcript
from inspector.read.values import as_dict, as_list, as_text, render
from inspector.read.voices import Voice

_NOT_COMPACTED = "<local-command-stderr>", "<local-command-stdout>Compaction canceled"
_TURN_ENDS = frozenset({"stop_hook_summary", "turn_duration"})
_NEVER_SENT = frozenset(
    "prompt_snapshot prompt_render_point deferred_tools_record tool_offer_record thinking_drop tool_results_cut "
    "credential_org whole_texts_withdrawn".split()
)
"""Attachments that the harness writes for itself (by the program of 2.1.332)."""
_REMINDERS = frozenset({"todo_reminder", "task_reminder", "plan_mode", "date_change", "hook_success"})


def read_attachment(state: Transcript, row: Row) -> None:
    """Take in one attachment row."""
    attachment = as_dict(row.record.get("attachment"))
    kind = as_text(attachment.get("type")) or "attachment"
    if kind in _NEVER_SENT:
        state.build.add(ItemKind.EVENT, attachment, "/attachment", kind, headline=kind.replace("_", " "))
        return
    if kind == "queued_command":
        _queued(state, row, attachment)
        return
    name = as_text(attachment.get("displayPath")) or as_text(attachment.get("filename"))
    label = f"{kind.replace('_', ' ')} {name}".strip() if name or kind in _REMINDERS else ""
    rendered = _rendered(row)
    if not rendered or not all(isinstance(part, str) for part in rendered):
        pointer, value = _attached_text(row.record)
        state.build.add(ItemKind.ATTACHMENT, value, pointer, kind, headline=label)
        return
    since, boundary = len(state.build.ops), None if row.thread else state.boundary
    for place, text in enumerate(rendered):
        number = state.build.add(
            ItemKind.ATTACHMENT, text, f"/rendered/{place}/content", kind, headline=label, enter=boundary is None
        )
        if boundary is not None:
            boundary.between.append(number)
    if not row.thread and boundary is None:
        _before_prompt(state, since)


def _rendered(row: Row) -> list[Any]:
    """The texts that an attachment is sent as."""
    return [part.get("content") for part in map(as_dict, as_list(row.record.get("rendered")))]


def _before_prompt(state: Transcript, since: int) -> None:
    """Put what came since an operation ahead of the prompt before it: so it is sent, though it is logged behind it."""
    ops, first = state.build.ops, since
    while first and isinstance(op := ops[first - 1], Append) and _is_of_prompt(state.item(op.item)):
        first -= 1
    ops[first:] = [*ops[since:], *ops[first:since]]


def _is_of_prompt(item: Item) -> bool:
    return item.kind in (ItemKind.USER, ItemKind.ATTACHMENT) and item.source.pointer.startswith("/message/")


def _queued(state: Transcript, row: Row, attachment: Record) -> None:
    """A prompt typed while the agent worked; notices of the harness travel the same way."""
    prompt = attachment.get("prompt")
    mode = as_text(attachment.get("commandMode"))
    text = render(prompt)
    spoken = voice(text, {"origin": attachment.get("origin")})
    if spoken.origin is Origin.HUMAN and mode not in ("", "prompt"):
        spoken = Voice(ItemKind.ATTACHMENT, Origin.HARNESS, mode.replace("-", "_"))
    elif spoken.origin is Origin.HUMAN:
        spoken = DELEGATED if row.thread or state.alone else QUEUED
    told, sent = state.delivered.pop(text, None), _rendered(row)
    if told is not None:
        if sent and state.recorded.active:
            # The queue told of it already, but not of what was put around it; the words are part of that.
            state.build.add(ItemKind.ATTACHMENT, sent[0], "/rendered/0/content", "as_sent", enter=False)
            state.build.items.append(replace(state.item(told), number=len(state.build.items) + 1))
        state.left.first = state.left.last = told
        return
    if spoken is QUEUED and state.wordless:
        state.build.diagnostics.remove(state.wordless.pop(0))  # here they are
    pointer = "/attachment/prompt" if "prompt" in attachment else "/attachment"
    value = attachment.get("prompt", attachment)
    framed = spoken is QUEUED and len(sent) == 1 and text in as_text(sent[0])
    state.build.add(spoken.kind, value, pointer, spoken.detail, origin=spoken.origin, enter=not framed)
    if framed:
        # The person's words are part of what was sent: that alone is in the context.
        number = state.build.add(ItemKind.ATTACHMENT, sent[0], "/rendered/0/content", "as_sent")
        state.left.first = state.left.last = number
    if spoken is QUEUED:
        state.attached.append(text)


def read_queue(state: Transcript, row: Row) -> None:
    """Follow the queue of prompts typed while the agent works.

    What is dequeued becomes a user row, what is popped goes back to the person; what is removed was handed to the
    model in the middle of a turn, and in many versions stands nowhere else.
    """
    operation = row.record.get("operation")
    if operation == "enqueue":
        state.queue.append(row)
    elif operation == "popAll":
        state.queue.clear()
    elif state.queue and operation in ("dequeue", "remove"):
        # One remove at a time, and notices of the harness wait in the same queue: the person's words go first.
        waiting = next((place for place, queued in enumerate(state.queue) if _is_prompt(queued)), 0)
        queued = state.queue.pop(waiting)
        if operation == "dequeue":
            state.handed = queued if _is_prompt(queued) else None
        elif _is_prompt(queued) and not state.alone:
            _deliver(state, queued)
        elif "content" not in queued.record and not state.alone:
            _without_words(state, queued)
    elif operation == "remove" and not state.alone:
        # An editor's extension keeps the queue itself and tells only what left it.
        _without_words(state, row)


def _without_words(state: Transcript, row: Row) -> None:
    message = "A prompt was handed to the model here, and its words are not in the log."
    state.build.problem(Severity.NOTE, "prompt-without-words", message, state.source(row))
    state.wordless.append(state.build.diagnostics[-1])


def _deliver(state: Transcript, queued: Row) -> None:
    text = as_text(queued.record.get("content"))
    if text in state.attached:
        state.attached.remove(text)
        return  # its attachment told of it already
    state.begin(queued)
    state.delivered[text] = state.build.add(QUEUED.kind, text, "/content", QUEUED.detail, origin=QUEUED.origin)


def _later(queued: Row, boundary: Row) -> bool:
    """Whether a prompt was typed after a boundary that stands behind it.

    A session that goes on from another one begins with its own first prompt; the other's rows are copied in after it.
    """
    return queued.time is not None and boundary.time is not None and queued.time > boundary.time


def _is_prompt(queued: Row) -> bool:
    text = as_text(queued.record.get("content")).lstrip()
    return bool(text) and not text.startswith(("/", '{"task_id"')) and voice(text, {}).origin is Origin.HUMAN


def read_system(state: Transcript, row: Row) -> None:
    """Take in one system row: never seen by the model, but some of them change what it sees."""
    record = row.record
    subtype = as_text(record.get("subtype"))
    if subtype == "compact_boundary":
        if state.handed is not None and not state.alone and not _later(state.handed, row):
            # The prompt that made the context too long went into the summary and gets no row of its own.
            _deliver(state, state.handed)
            state.begin(row)
        open_boundary(state, row)
    if isinstance(record.get("microcompactMetadata"), dict):
        clear_results(state, row, record["microcompactMetadata"])
    removed = [*as_list(as_dict(record.get("snipMetadata")).get("removedUuids"))]
    removed += as_list(record.get("retractedMessageUuids"))
    if removed and not row.thread:
        state.build.ops.append(Splice(remove=state.items_of(removed)))
    if subtype in _TURN_ENDS:
        state.build.end_turn()
    if subtype == "local_command" and state.writes_requests and not row.thread:
        read_local_command(state, row)
        return
    known = "content" in record
    pointer, failed = "/content" if known else "", subtype == "api_error"
    state.event(subtype or "system", pointer, record.get("content"), error=failed)


def read_local_command(state: Transcript, row: Row) -> None:
    """A command's output in a row of the system, sent with the next prompt as what stands in the person's name is."""
    text = as_text(row.record.get("content"))
    spoken = voice(text, row.record)
    state.build.add(spoken.kind, text, "/content", spoken.detail, origin=spoken.origin)
    if text.startswith(_NOT_COMPACTED) and "compaction" in text.lower():
        compaction_failed(state, row, text)


def read_unknown(state: Transcript, row: Row, kind: str) -> None:
    """Keep a row of unknown type as an event."""
    state.begin(row)
    state.build.note_unknown(kind)
    state.build.add(ItemKind.EVENT, row.record, "", "unknown", headline=kind)


def _attached_text(record: Record) -> tuple[str, Any]:
    """Where the text of an attachment stands, and the text; the whole attachment where that is not known."""
    attachment = as_dict(record.get("attachment"))
    content = attachment.get("content")
    held = as_dict(as_dict(content).get("file")).get("content")
    if isinstance(held, str):
        return "/attachment/content/file/content", held
    if isinstance(content, str):
        return "/attachment/content", content
    for key in ("snippet", "text", "message"):
        if isinstance(attachment.get(key), str):
            return f"/attachment/{key}", attachment[key]
    return ("/attachment", record["attachment"]) if "attachment" in record else ("", record)
