"""OpenAI's Responses."""

import json
from collections.abc import Iterator

from live.wire import Body, Piece, Reply, Wire, call_piece, event, parts_of, text_of, tools_piece, usage

_SEALED = "c2VhbGVk"
_TRIGGER = "compaction_trigger"


class Responses(Wire):
    """``POST …/responses``. A last item ``compaction_trigger`` asks for a compaction that stays sealed."""

    path = "/responses"

    def whole(self, body: Body, reply: Reply) -> Body:
        head = {"id": f"resp_{reply.number:03}", "object": "response", "created_at": 1_790_000_000}
        told = {"output": _items(body, reply), "usage": usage(reply, "input", "output")}
        return head | {"model": body.get("model"), "status": "completed"} | told

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        whole = self.whole(body, reply)
        start = whole | {"status": "in_progress", "output": [], "usage": None}
        told: list[Body] = [{"type": "response.created", "response": start}]
        for index, item in enumerate(whole["output"]):
            told.append({"type": "response.output_item.added", "output_index": index, "item": item})
            if item["type"] == "message":
                delta = {"item_id": item["id"], "output_index": index, "content_index": 0, "delta": reply.text}
                told.append({"type": "response.output_text.delta"} | delta)
            told.append({"type": "response.output_item.done", "output_index": index, "item": item})
        told.append({"type": "response.completed", "response": whole})
        yield from (event(one | {"sequence_number": number}) for number, one in enumerate(told))

    def pieces(self, body: Body) -> Iterator[Piece]:
        if body.get("instructions"):
            yield Piece("instructions", body["instructions"])
        yield from tools_piece(body.get("tools"))
        for item in body.get("input", ()):
            yield from _pieces(item)


def _items(body: Body, reply: Reply) -> list[Body]:
    if (body.get("input") or [{}])[-1].get("type") == _TRIGGER:
        return [{"type": "compaction", "id": f"cmp_{reply.number}", "encrypted_content": _SEALED * 20}]
    items: list[Body] = []
    if reply.reasoning:
        head = {"type": "reasoning", "id": f"rs_{reply.number}", "encrypted_content": _SEALED}
        items.append(head | {"summary": [{"type": "summary_text", "text": reply.reasoning}]})
    if reply.text:
        head = {"type": "message", "id": f"msg_{reply.number}", "role": "assistant", "status": "completed"}
        items.append(head | {"content": [{"type": "output_text", "text": reply.text, "annotations": []}]})
    for place, (name, arguments) in enumerate(reply.calls):
        about = {"call_id": f"call_{reply.number:03}_{place}", "name": name, "status": "completed"}
        if isinstance(arguments, str):
            items.append({"type": "custom_tool_call", "id": f"ctc_{reply.number}_{place}", "input": arguments} | about)
        else:
            told = json.dumps(arguments)
            items.append({"type": "function_call", "id": f"fc_{reply.number}_{place}", "arguments": told} | about)
    return items


def _pieces(item: Body) -> Iterator[Piece]:
    kind, role = item.get("type", "message"), item.get("role")
    if kind == "message":
        voice = "instructions" if role in ("system", "developer") else role or "user"
        yield from (Piece(voice, part["text"]) for part in parts_of(item.get("content")) if part.get("text"))
    elif kind == "reasoning":
        yield Piece("reasoning", text_of(item.get("summary")))
    elif kind in ("function_call", "custom_tool_call"):
        yield call_piece(item["name"], item.get("arguments", item.get("input", "")))
    elif kind in ("function_call_output", "custom_tool_call_output"):
        yield Piece("result", text_of(item.get("output")))
    elif kind == "additional_tools":
        yield from tools_piece(item.get("tools"))
    elif kind == _TRIGGER:
        yield Piece("user", kind)
