"""OpenAI's Chat Completions, as many servers speak them."""

import json
from collections.abc import Iterator

from live.wire import Body, Piece, Reply, Wire, call_piece, event, parts_of, text_of, tools_piece, usage


class Completions(Wire):
    """``POST …/chat/completions``."""

    path = "/chat/completions"

    def whole(self, body: Body, reply: Reply) -> Body:
        choice = {"index": 0, "message": _message(reply), "finish_reason": _reason(reply)}
        return _head(body, reply, "chat.completion") | {"choices": [choice], "usage": _usage(reply)}

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        head = _head(body, reply, "chat.completion.chunk")
        for delta, reason in ((_message(reply), None), ({}, _reason(reply))):
            yield event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})
        yield event(head | {"choices": [], "usage": _usage(reply)})
        yield event("[DONE]")

    def pieces(self, body: Body) -> Iterator[Piece]:
        yield from tools_piece(tool["function"]["name"] for tool in body.get("tools") or ())
        for message in body.get("messages", ()):
            yield from _pieces(message)


def _head(body: Body, reply: Reply, kind: str) -> Body:
    return {"id": f"chatcmpl-{reply.number:03}", "object": kind, "created": 1_790_000_000, "model": body.get("model")}


def _message(reply: Reply) -> Body:
    message: Body = {"role": "assistant", "content": reply.text or None}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    for place, (name, arguments) in enumerate(reply.calls):
        told = {"name": name, "arguments": json.dumps(arguments)}
        call = {"index": place, "id": f"call_{reply.number:03}_{place}", "type": "function", "function": told}
        message.setdefault("tool_calls", []).append(call)
    return message


def _reason(reply: Reply) -> str:
    return "tool_calls" if reply.calls else "stop"


def _usage(reply: Reply) -> Body:
    return usage(reply, "prompt", "completion")


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
