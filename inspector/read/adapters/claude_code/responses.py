"""Assistant rows: the blocks of a response, and the request it answers.

Every block is a row of its own, all with the response's id and its usage: the request is drafted once, and the
greatest usage stands (early rows of older versions hold a placeholder, and often all of them: see placeholders.py).
"""

from __future__ import annotations

from typing import Any

from inspector.model import ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.boundary import clear_results, close_boundary, sort_reminders
from inspector.read.adapters.claude_code.linked import usage_of
from inspector.read.adapters.claude_code.transcript import Call, Response, Row, Transcript
from inspector.read.build import RequestDraft
from inspector.read.tools import ToolKind, headline, tool_kind
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text

_UNANSWERED = "No response requested."
"""Written and sent in the place of an answer where a session goes on behind a turn that was broken off."""


def read_response(state: Transcript, row: Row) -> None:
    """Take in one assistant row."""
    message = as_dict(row.record.get("message"))
    content = message.get("content")
    if row.record.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
        if is_stand_in(row.record):
            about = ("/message/content/0/text", "stand_in")
            state.build.add(ItemKind.ASSISTANT, _UNANSWERED, *about, origin=Origin.HARNESS)
            return
        # Shown to the person, never sent to the model.
        state.event("api_error", "/message/content", content, error=True)
        return
    if state.boundary is not None:
        close_boundary(state, None)
    draft = _request(state, row, message)
    if type(content) is list:
        for index, block in enumerate(content):
            if type(block) is dict:
                _block(state, row, block, f"/message/content/{index}")
    elif type(content) is str:
        state.build.add(ItemKind.ASSISTANT, content, "/message/content")
    else:
        keep_odd_row(state, row, "content", content)
    draft.last_item = len(state.build.items)


def is_stand_in(record: Record) -> bool:
    """Whether a row is an answer of the agent's own making that is sent."""
    message = as_dict(record.get("message"))
    if record.get("isApiErrorMessage") is True or message.get("model") != "<synthetic>":
        return False
    return [as_text(as_dict(block).get("text")) for block in as_list(message.get("content"))] == [_UNANSWERED]


def keep_odd_row(state: Transcript, row: Row, name: str, value: Any) -> None:
    """A row whose words are not where they should be: kept as an event, and listed."""
    if value is not None:
        state.wrong_type(row.line, name, value)
    state.event("odd_row", "", row.record)


def _request(state: Transcript, row: Row, message: Record) -> RequestDraft:
    message_id, request_id = message.get("id"), row.record.get("requestId")
    if type(message_id) is str and message_id:
        # Some gateways count their ids anew with every start, so the request that the log names counts, too.
        key = "".join(one for one in (message_id, request_id, row.record.get("requestRef")) if type(one) is str)
    else:
        key = row.uuid or str(row.line.number)
    response = state.responses.get(key)
    if response is None:
        response = state.responses[key] = Response(_new_request(state, row, message))
    state.left.response = response
    draft = response.draft
    draft.cost = draft.cost or as_dollars(row.record.get("costUSD"))
    told = message.get("usage")
    if draft.usage is None or type(told) is not dict or told.get("output_tokens") != draft.usage.output:
        usage = usage_of(message)
        if usage is None and told is not None:
            state.wrong_type(row.line, "usage", told)
        if usage and (draft.usage is None or (usage.output or 0) > (draft.usage.output or 0)):
            draft.usage = usage
    stop = message.get("stop_reason")
    if stop and type(stop) is str:
        draft.stop = stop
    return draft


def _new_request(state: Transcript, row: Row, message: Record) -> RequestDraft:
    if "context_management" in message:
        _provider_clearing(state, row, message)
    if state.unsorted and not row.thread:
        sort_reminders(state)
    id_ = as_text(row.record.get("requestId")) or as_text(message.get("id")) or row.uuid
    first = len(state.build.items) + 1
    asked = row.record.get("requestRef")
    recorded = bool(asked) and asked == state.recorded.last and not row.thread
    return state.build.request(id_, as_text(message.get("model")), first_item=first, recorded=recorded)


def _provider_clearing(state: Transcript, row: Row, message: Record) -> None:
    for applied in as_list(as_dict(message.get("context_management")).get("applied_edits")):
        told = as_dict(applied)
        if as_int(told.get("cleared_tool_uses")) or as_int(told.get("cleared_input_tokens")):
            clear_results(state, row, told)


def _block(state: Transcript, row: Row, block: Record, at: str) -> None:
    kind = block.get("type")
    if kind == "text":
        pointer = f"{at}/text" if "text" in block else at
        state.build.add(ItemKind.ASSISTANT, block.get("text", block), pointer)
    elif kind == "tool_use" or kind == "server_tool_use":
        _tool_call(state, row, block, at)
    elif kind == "thinking" or kind == "redacted_thinking":
        text = as_text(block.get("thinking"))
        label = "" if text else "reasoning, its text is not in this log"
        pointer = f"{at}/thinking" if text else at
        state.build.add(ItemKind.REASONING, text, pointer, headline=label, hold=not text)
    elif as_text(kind).endswith("_result"):
        _provider_result(state, block, at)
    else:
        state.build.add(ItemKind.ASSISTANT, block, at, as_text(kind))


def _provider_result(state: Transcript, block: Record, at: str) -> None:
    """The result of a tool that the provider ran; a list of findings stays whole, for the addresses in it."""
    call_id, content = as_text(block.get("tool_use_id")), block.get("content")
    value, pointer = (content, f"{at}/content") if type(content) is dict else (block, at)
    if type(content) is dict and type(content.get("text")) is str:
        value, pointer = content["text"], f"{pointer}/text"
    call = state.calls.get(call_id)
    tool, detail = call.tool if call else "", as_text(block.get("type"))
    state.build.add(ItemKind.TOOL_RESULT, value, pointer, detail, tool, call_id)


def _tool_call(state: Transcript, row: Row, block: Record, at: str) -> None:
    name, call_id, arguments = as_text(block.get("name")), as_text(block.get("id")), block.get("input")
    value, pointer = (arguments, f"{at}/input") if "input" in block else (block, at)
    line = headline(name, arguments)
    number = state.build.add(ItemKind.TOOL_CALL, value, pointer, "", name, call_id, line)
    state.calls[call_id] = Call(name, state.left.response if row.uuid else None, call_id)
    if tool_kind(name) is ToolKind.DELEGATE:
        state.delegations[call_id] = number
        state.delegations.setdefault(as_text(as_dict(arguments).get("prompt")), number)
