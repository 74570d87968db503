"""Anthropic's compaction in the Messages API, which is asked to stop behind the summary.

Source: anthropic-sdk-python 009b0353 ``types/beta/beta_compact_20260112_edit_param.py`` and
``beta_compaction_block.py`` (its content is null where the compaction failed); the header and
the least trigger from the published documentation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from inspector.errors import ModelFailed
from inspector.llm.chat import Ending, Failure, Message
from inspector.model import Usage

PATH = "/messages"
BETA = "compact-2026-01-12"
LEAST = 50_000
"""Tokens of input from which on it may be asked for, so that it comes at once."""
_TOOL = re.compile(r"[^a-zA-Z0-9_-]")
_COUNTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")


def headers(key: str) -> dict[str, str]:
    """Those of a request with a key; "" for none."""
    named = {"x-api-key": key} if key else {}
    return {"anthropic-version": "2023-06-01", "anthropic-beta": BETA, **named}


def request(model: str, messages: Sequence[Message], limit: int | None) -> dict[str, Any]:
    """The body of the request."""
    *context, asked = messages
    edit: dict[str, Any] = {
        "type": "compact_20260112",
        "trigger": {"type": "input_tokens", "value": LEAST},
        "pause_after_compaction": True,
    }
    if asked.text:
        edit["instructions"] = asked.text
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": limit or 16_000,
        "messages": _turns([message for message in context if message.role != "system"]),
        "context_management": {"edits": [edit]},
    }
    if system := [{"type": "text", "text": message.text} for message in context if message.role == "system"]:
        body["system"] = system
    if tools := dict.fromkeys(_name(message.tool) for message in context if message.part == "tool_call"):
        # Of tools the log has the names at most; calls are refused where none are defined.
        body["tools"] = [{"name": tool, "input_schema": {"type": "object"}} for tool in tools]
    return body


def answer(told: Mapping[str, Any], name: str) -> tuple[str, Ending]:
    """The summary and the ending. Raises ModelFailed where there is no summary, which is paid for all the same."""
    content = told.get("content")
    blocks = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    found = [block for block in blocks if block.get("type") == "compaction"]
    if not found:
        why = f"{name} answered without a compaction: it compacts from {LEAST:,} tokens of input on."
        raise _no_summary(why, "Choose a compaction with a larger context.")
    text = found[-1].get("content")
    if not isinstance(text, str) or not text.strip():
        raise _no_summary(f"{name} says that its compaction failed.", "Ask again, or choose another model.")
    finish = str(told.get("stop_reason") or "")
    finish = "length" if finish == "max_tokens" else finish
    return text, Ending(finish, usage(told.get("usage")), str(told.get("model") or ""))


def usage(told: object) -> Usage | None:
    """All iterations together; the usage at the top leaves those of a compaction out."""
    if not isinstance(told, dict):
        return None
    parts = [one for one in told.get("iterations") or [told] if isinstance(one, dict)]
    return Usage(*(sum(part.get(count) or 0 for part in parts) for count in _COUNTS))


def _turns(messages: Sequence[Message]) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = []
    for message in messages:
        if not turns or turns[-1]["role"] != message.role:
            turns.append({"role": message.role, "content": []})
        turns[-1]["content"].append(_block(message))
    for turn in turns:
        # Results have to stand before the words beside them.
        turn["content"].sort(key=lambda block: block["type"] != "tool_result" and turn["role"] == "user")
    return turns


def _block(message: Message) -> dict[str, Any]:
    if message.part == "tool_call":
        return {
            "type": "tool_use",
            "id": _name(message.call_id),
            "name": _name(message.tool),
            "input": _arguments(message.text),
        }
    if message.part == "tool_result":
        return {"type": "tool_result", "tool_use_id": _name(message.call_id), "content": message.text}
    return {"type": "text", "text": message.text}


def _arguments(text: str) -> dict[str, Any]:
    try:
        read = json.loads(text)
    except ValueError:
        return {"input": text}
    return read if isinstance(read, dict) else {"input": text}


def _name(text: str) -> str:
    return _TOOL.sub("_", text)[:128]


def _no_summary(message: str, hint: str) -> ModelFailed:
    return ModelFailed(message, kind=Failure.NOT_COMPACTED, hint=hint, paid=True)
