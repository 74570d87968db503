"""Anthropic's Messages."""

import json
from collections.abc import Iterator
from typing import Any

from live.wire import Body, Piece, Reply, Wire, call_piece, event, parts_of, tools_piece


class Messages(Wire):
    """``POST …/v1/messages``."""

    path = "/messages"

    def whole(self, body: Body, reply: Reply) -> Body:
        blocks: list[Body] = []
        if reply.reasoning:
            blocks.append({"type": "thinking", "thinking": reply.reasoning, "signature": "c2lnbmVk"})
        if reply.text:
            blocks.append({"type": "text", "text": reply.text})
        for place, (name, arguments) in enumerate(reply.calls):
            about = {"id": f"toolu_{reply.number:03}_{place}", "name": name, "input": arguments}
            blocks.append({"type": "tool_use"} | about)
        usage = {"input_tokens": reply.prompt - reply.cached, "cache_read_input_tokens": reply.cached}
        usage |= {"cache_creation_input_tokens": 0, "output_tokens": reply.output}
        head = {"id": f"msg_{reply.number:03}", "type": "message", "role": "assistant", "model": body.get("model")}
        ended = {"stop_reason": "tool_use" if reply.calls else "end_turn", "stop_sequence": None}
        return head | {"content": blocks, "usage": usage} | ended

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        message = self.whole(body, reply)
        usage = message["usage"]
        start = message | {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
        end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        told: list[Body] = [{"type": "message_start", "message": start}]
        for index, block in enumerate(message["content"]):
            empty, deltas = _parts(block)
            told.append({"type": "content_block_start", "index": index, "content_block": empty})
            told += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
            told.append({"type": "content_block_stop", "index": index})
        told += [{"type": "message_delta", "delta": end, "usage": usage}, {"type": "message_stop"}]
        yield from map(event, told)

    def pieces(self, body: Body) -> Iterator[Piece]:
        yield from (Piece("instructions", block["text"]) for block in parts_of(body.get("system")))
        yield from tools_piece(body.get("tools"))
        for message in body.get("messages", ()):
            for block in parts_of(message.get("content")):
                yield from _pieces("instructions" if message["role"] == "system" else message["role"], block)


def _parts(block: Body) -> tuple[Body, list[Body]]:
    """A block as it begins, and what comes in after that."""
    if block["type"] == "thinking":
        signed = {"type": "signature_delta", "signature": block["signature"]}
        thought = {"type": "thinking_delta", "thinking": block["thinking"]}
        return block | {"thinking": "", "signature": ""}, [thought, signed]
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
        yield from _result(parts_of(block.get("content")))


def _result(parts: list[Body]) -> Iterator[Piece]:
    """Its words; parts without any are their JSON, but for pictures, which have nothing to compare."""
    told = [part for part in parts if part.get("type") not in ("image", "document")]
    words = [part["text"] if "text" in part else json.dumps(part, separators=(",", ":")) for part in told]
    if told or not parts:
        yield Piece("result", "\n".join(words))
