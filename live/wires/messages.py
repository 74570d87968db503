"""Anthropic's Messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from live.wire import Body, Piece, Reply, call_piece, event

_CACHED = 0.6
"""Share of a prompt that is told as read from the cache, so that a reader who adds or forgets it is found."""


class Messages:
    """``POST …/v1/messages``."""

    def takes(self, path: str) -> bool:
        return path.partition("?")[0].endswith("/messages")

    def streams(self, path: str, body: Body) -> bool:
        return bool(body.get("stream"))

    def whole(self, body: Body, reply: Reply) -> Body:
        blocks: list[Body] = []
        if reply.reasoning:
            blocks.append({"type": "thinking", "thinking": reply.reasoning, "signature": "c2lnbmVk"})
        if reply.text:
            blocks.append({"type": "text", "text": reply.text})
        for place, (name, arguments) in enumerate(reply.calls):
            blocks.append(
                {"type": "tool_use", "id": f"toolu_{reply.number:03}_{place}", "name": name, "input": arguments}
            )
        cached = int(reply.prompt * _CACHED)
        return {
            "id": f"msg_{reply.number:03}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
            "content": blocks,
            "stop_reason": "tool_use" if reply.calls else "end_turn",
            "stop_sequence": None,
            "usage": {
                "input_tokens": reply.prompt - cached,
                "cache_read_input_tokens": cached,
                "cache_creation_input_tokens": 0,
                "output_tokens": reply.output,
            },
        }

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        message = self.whole(body, reply)
        blocks, usage = message["content"], message["usage"]
        start = message | {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
        yield event({"type": "message_start", "message": start}, "message_start")
        for index, block in enumerate(blocks):
            empty, deltas = _parts(block)
            yield event({"type": "content_block_start", "index": index, "content_block": empty}, "content_block_start")
            for delta in deltas:
                yield event({"type": "content_block_delta", "index": index, "delta": delta}, "content_block_delta")
            yield event({"type": "content_block_stop", "index": index}, "content_block_stop")
        end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        yield event({"type": "message_delta", "delta": end, "usage": usage}, "message_delta")
        yield event({"type": "message_stop"}, "message_stop")

    def error(self, status: int, message: str) -> Body:
        kind = "invalid_request_error" if status < 500 else "api_error"
        return {"type": "error", "error": {"type": kind, "message": message}}

    def pieces(self, body: Body) -> list[Piece]:
        """System prompt, tools, then block by block."""
        system = body.get("system") or ()
        blocks = [{"text": system}] if isinstance(system, str) else system
        found = [Piece("instructions", block["text"]) for block in blocks]
        if body.get("tools"):
            found.append(Piece("tools", json.dumps([tool.get("name") for tool in body["tools"]])))
        for message in body.get("messages", ()):
            content = message.get("content")
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content or ()
            found += [piece for block in blocks for piece in _pieces(message["role"], block)]
        return found


def _parts(block: Body) -> tuple[Body, list[Body]]:
    """A block as it begins, and what comes in after that."""
    if block["type"] == "thinking":
        thought = {"type": "thinking_delta", "thinking": block["thinking"]}
        return block | {"thinking": "", "signature": ""}, [
            thought,
            {"type": "signature_delta", "signature": block["signature"]},
        ]
    if block["type"] == "text":
        return block | {"text": ""}, [{"type": "text_delta", "text": block["text"]}]
    return block | {"input": {}}, [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]


def _pieces(role: str, block: Any) -> Iterator[Piece]:
    kind = block.get("type")
    if kind == "text" and block.get("text"):
        yield Piece(role, block["text"])
    elif kind == "thinking":
        yield Piece("reasoning", block.get("thinking", ""))
    elif kind == "tool_use":
        yield call_piece(block["name"], block.get("input"))
    elif kind == "tool_result":
        yield from _result(block.get("content"))


def _result(content: Any) -> Iterator[Piece]:
    """Its words; parts without any are their JSON, but for pictures, which have nothing to compare."""
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    told = [part for part in parts if part.get("type") != "image"]
    words = [part["text"] if "text" in part else json.dumps(part, separators=(",", ":")) for part in told]
    if told or not parts:
        yield Piece("result", "\n".join(words))
