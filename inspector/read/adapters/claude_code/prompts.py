"""User rows: prompts, tool results with what the human said in them, texts of the harness, summaries."""

from __future__ import annotations

from typing import Any

from inspector.model import Append, ItemKind, Origin, Rewind, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.boundary import close_with_summary, compaction_failed, take_focus
from inspector.read.adapters.claude_code.human import DELEGATED, arguments, command_name, voice, words_in_result
from inspector.read.adapters.claude_code.responses import keep_odd_row
from inspector.read.adapters.claude_code.transcript import Call, Row, Transcript
from inspector.read.values import as_dict, as_list, as_text, is_image
from inspector.read.voices import Voice

_SUMMARY = "This session is being continued from a previous conversation that ran out of context."
_TYPED = frozenset({"promptSource", "permissionMode"})
"""Keys of rows that a person's prompt alone has."""


def read_user(state: Transcript, row: Row) -> None:
    """Take in one user row."""
    content = as_dict(row.record.get("message")).get("content")
    if row.record.get("isCompactSummary") is True or _opens_as_summary(row.record, content):
        close_with_summary(state, row, content)
        return
    blocks = [(index, block) for index, block in enumerate(as_list(content)) if type(block) is dict]
    if not row.thread and not any(block.get("type") == "tool_result" for _, block in blocks):
        _rewind_to_parent(state)
    for index, block in blocks:
        _block(state, row, block, index)
    if type(content) is str:
        _text(state, row, content, "/message/content")
    elif type(content) is not list:
        keep_odd_row(state, row, "content", content)


def _opens_as_summary(row: Record, content: Any) -> bool:
    """Whether a row is a summary whose flag a reader of the log has left out: its first words are always the same. A
    person may type or paste them, too."""
    if not _TYPED.isdisjoint(row):
        return False
    if type(content) is list and len(content) == 1 and type(content[0]) is dict:
        content = content[0].get("text")
    return type(content) is str and content.startswith(_SUMMARY)


def _block(state: Transcript, row: Row, block: Record, index: int) -> None:
    at = f"/message/content/{index}"
    kind = block.get("type")
    if kind == "tool_result":
        _result(state, row, block, index)
    elif kind == "text":
        _text(state, row, block.get("text", block), f"{at}/text" if "text" in block else at)
    else:
        spoken = _spoken(state, row, "")
        detail = "image" if is_image(block) else as_text(kind) or spoken.detail
        state.build.add(spoken.kind, block, at, detail, origin=spoken.origin)


def _text(state: Transcript, row: Row, value: Any, pointer: str) -> None:
    text = as_text(value)
    spoken = _spoken(state, row, text)
    if spoken.detail == "command":
        state.command = command_name(text)
        if state.command == "/clear" and not row.thread:
            state.build.ops.append(Splice(remove=None, insert=_caveat(state)))
        elif state.command == "/compact" and not row.thread:
            take_focus(state, arguments(text))
    number = state.build.add(spoken.kind, value, pointer, spoken.detail, origin=spoken.origin)
    if spoken.kind is ItemKind.USER and spoken.detail in ("typed", "delegated") and not state.first_words:
        state.first_words = state.item(number).preview
    if spoken.detail == "command_output":
        if state.command == "/compact" and "Compacted" not in text and "error" in text.lower():
            compaction_failed(state, row, text)
        state.command = ""


def _caveat(state: Transcript) -> tuple[int, ...]:
    """The harness's caveat about a command, which stands before it and opens the new conversation."""
    last = state.build.ops[-1] if state.build.ops else None
    return (last.item,) if isinstance(last, Append) and state.item(last.item).detail == "caveat" else ()


def _spoken(state: Transcript, row: Row, text: str) -> Voice:
    spoken = voice(text, row.record)
    # In a subagent's thread the prompt is the calling agent's, whatever its role says.
    return DELEGATED if spoken.origin is Origin.HUMAN and (row.thread or state.alone) else spoken


def _result(state: Transcript, row: Row, block: Record, index: int) -> None:
    asked = as_text(block.get("tool_use_id"))
    # The call's own id, so that one object stands for both.
    call = state.calls.get(asked) or Call("", None, asked)
    call_id = call.id
    at = f"/message/content/{index}"
    known = "content" in block
    value, pointer = (block["content"], f"{at}/content") if known else ("", at)
    failed = block.get("is_error") is True
    state.results[call_id] = state.build.add(
        ItemKind.TOOL_RESULT, value, pointer, "", call.tool, call_id, "", failed, hold=not known
    )
    if call.response:
        state.left.response = call.response
    if row.thread or state.alone:
        return
    for words in words_in_result(row.record, block, index, call.tool):
        # In the context already, as part of the result: a second entry would count it twice.
        state.build.said(words.text, words.pointer, words.detail, call.tool, call_id, hold=True)


def _rewind_to_parent(state: Transcript) -> None:
    """A prompt whose parent lies before an answer already given starts a new branch from there."""
    end = state.end_of(state.left.parent)
    if end is None or state.boundary is not None:
        return
    dropped = state.build.ops[end + 1 :]
    if any(isinstance(op, Splice | Rewind) for op in dropped):
        return
    if any(isinstance(op, Append) and state.item(op.item).kind is ItemKind.ASSISTANT for op in dropped):
        state.build.ops.append(Rewind(end))
