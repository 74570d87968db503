"""OpenAI's Chat Completions, as many servers speak them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from live.wire import Body, Piece, Reply, Wire, call_piece, event, parts_of, text_of, tools_piece


class Completions(Wire):
    """``POST …/chat/completions``."""

    path = "/chat/completions"

    def whole(self, body: Body, reply: Reply) -> Body:
        message: Body = {"role": "assistant", "content": reply.text or None}
        if reply.reasoning:
            message["reasoning_content"] = reply.reasoning
        if reply.calls:
            message["tool_calls"] = _calls(reply)
        choice = {"index": 0, "message": message, "finish_reason": _reason(reply)}
        return _head(body, reply, "chat.completion") | {"choices": [choice], "usage": _usage(reply)}

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        head = _head(body, reply, "chat.completion.chunk")
        deltas: list[Body] = [{"role": "assistant", "content": ""}]
        if reply.reasoning:
            deltas.append({"reasoning_content": reply.reasoning})
        if reply.text:
            deltas.append({"content": reply.text})
        deltas += [{"tool_calls": [call | {"index": place}]} for place, call in enumerate(_calls(reply))]
        for delta in deltas:
            yield event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        yield event(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": _reason(reply)}]})
        yield event(head | {"choices": [], "usage": _usage(reply)})
        yield event("[DONE]")

    def error(self, status: int, message: str) -> Body:
        return {"error": {"message": message, "type": "invalid_request_error" if status < 500 else "server_error"}}

    def pieces(self, body: Body) -> Iterator[Piece]:
        yield from tools_piece(tool["function"]["name"] for tool in body.get("tools") or ())
        for message in body.get("messages", ()):
            yield from _pieces(message)


def _head(body: Body, reply: Reply, kind: str) -> Body:
    return {"id": f"chatcmpl-{reply.number:03}", "object": kind, "created": 1_790_000_000, "model": body.get("model")}


def _calls(reply: Reply) -> list[Body]:
    made = [{"name": name, "arguments": json.dumps(arguments)} for name, arguments in reply.calls]
    return [
        {"id": f"call_{reply.number:03}_{place}"} | {"type": "function", "function": one}
        for place, one in enumerate(made)
    ]


def _reason(reply: Reply) -> str:
    return "tool_calls" if reply.calls else "stop"


def _usage(reply: Reply) -> Body:
    return {
        "prompt_tokens": reply.prompt,
        "completion_tokens": reply.output,
        "total_tokens": reply.prompt + reply.output,
        "prompt_tokens_details": {"cached_tokens": reply.cached},
        "completion_tokens_details": {"reasoning_tokens": reply.thought},
    }


def _pieces(message: Body) -> Iterator[Piece]:
    role, content = message["role"], message.get("content")
    if role in ("system", "developer"):
        yield Piece("instructions", text_of(content))
    elif role == "tool":
        yield Piece("result", text_of(content))
    else:
        if message.get("reasoning_content"):
            yield Piece("reasoning", message["reasoning_content"])
        yield from (Piece(role, part["text"]) for part in parts_of(content) if part.get("text"))
    for call in message.get("tool_calls") or ():
        yield call_piece(call["function"]["name"], call["function"]["arguments"])
