"""OpenAI's compact endpoint of the Responses API: it sends back what it keeps, and an item that only it can read.

Source: openai-python e43b4224 ``types/responses/response_compact_params.py`` and ``compacted_response.py``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inspector.errors import ModelFailed
from inspector.llm.chat import Ending, Failure, Message
from inspector.model import Usage

PATH = "/responses/compact"


def headers(key: str) -> dict[str, str]:
    """Those of a request with a key; "" for none."""
    return {"authorization": f"Bearer {key}"} if key else {}


def request(model: str, messages: Sequence[Message], limit: int | None) -> dict[str, Any]:
    """The body of the request; there is no place in it for instructions, nor for a limit."""
    context = messages[:-1]
    body: dict[str, Any] = {"model": model, "input": [_item(one) for one in context if one.role != "system"]}
    if system := "\n\n".join(one.text for one in context if one.role == "system"):
        body["instructions"] = system
    return body


def answer(told: Mapping[str, Any], name: str) -> tuple[str, Ending]:
    """The returned items as JSON, and the ending. Raises ModelFailed where no compaction is among them."""
    items = [item for item in told.get("output") or [] if isinstance(item, dict)]
    if not any(item.get("type") == "compaction" for item in items):
        why = f"{name} answered without a compaction."
        raise ModelFailed(why, kind=Failure.NOT_COMPACTED, hint="Ask again, or choose another model.", paid=True)
    return json.dumps(items, ensure_ascii=False), Ending("stop", usage(told.get("usage")))


def usage(told: object) -> Usage | None:
    """Its input tokens include cached ones; ours do not."""
    if not isinstance(told, dict):
        return None
    cached = told.get("input_tokens_details") or {}
    read, written = cached.get("cached_tokens") or 0, cached.get("cache_write_tokens") or 0
    thought = (told.get("output_tokens_details") or {}).get("reasoning_tokens")
    fresh = max(0, (told.get("input_tokens") or 0) - read - written)
    return Usage(fresh, read, written, told.get("output_tokens"), thought)


def _item(message: Message) -> dict[str, Any]:
    if message.part == "tool_call":
        named = {"call_id": message.call_id, "name": message.tool}
        return {"type": "function_call", **named, "arguments": message.text}
    if message.part == "tool_result":
        return {"type": "function_call_output", "call_id": message.call_id, "output": message.text}
    kind = "output_text" if message.role == "assistant" else "input_text"
    return {"type": "message", "role": message.role, "content": [{"type": kind, "text": message.text}]}
