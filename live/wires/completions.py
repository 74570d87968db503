"""OpenAI's Chat Completions, as many servers speak them."""

import json
from collections.abc import Iterator

from live.wire import Body, Piece, Reply, Wire, call_piece, event, parts_of, text_of, tools_piece, usage


class Completions(Wire):
    """``POST …/chat/completions``."""

    path = "/chat/completions"

    def whole(self, body: Body, reply: Reply) -> Body:
        choice = {"index": 0, "message": _message(reply), "finish_reason": "tool_calls" if reply.calls else "stop"}
        head = {"id": f"chatcmpl-{reply.number:03}", "object": "chat.completion", "created": 1_790_000_000}
        told = {"choices": [choice], "usage": usage(reply, "prompt", "completion")}
        return head | {"model": body.get("model")} | told

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        whole = self.whole(body, reply)
        (choice,) = whole["choices"]
        head, message = whole | {"object": "chat.completion.chunk", "usage": None}, choice["message"]
        deltas: list[Body] = [{"role": "assistant", "content": ""}]
        deltas += [{key: message[key]} for key in ("reasoning_content", "content") if message.get(key)]
        deltas += [{"tool_calls": [call]} for call in message.get("tool_calls", ())]
        for delta, reason in [*((delta, None) for delta in deltas), ({}, choice["finish_reason"])]:
            yield event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})
        yield event(head | {"choices": [], "usage": whole["usage"]})
        yield "data: [DONE]\n\n"

    def pieces(self, body: Body) -> Iterator[Piece]:
        yield from tools_piece(body.get("tools"))
        for message in body.get("messages", ()):
            yield from _pieces(message)


def _message(reply: Reply) -> Body:
    message: Body = {"role": "assistant", "content": reply.text or None}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    for place, (name, arguments) in enumerate(reply.calls):
        told = {"name": name, "arguments": json.dumps(arguments)}
        call = {"index": place, "id": f"call_{reply.number:03}_{place}", "type": "function", "function": told}
        message.setdefault("tool_calls", []).append(call)
    return message


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
