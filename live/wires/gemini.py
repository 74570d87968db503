"""Google's Gemini."""

from collections.abc import Iterator
from typing import Any

from live.wire import Body, Piece, Reply, Wire, call_piece, event, text_of, tools_piece, written


class Gemini(Wire):
    """``POST …/models/NAME:generateContent`` and ``:streamGenerateContent``."""

    path = "enerateContent"

    def whole(self, body: Body, reply: Reply) -> Body:
        parts: list[Body] = []
        if reply.reasoning:
            parts.append({"text": reply.reasoning, "thought": True})
        if reply.text:
            parts.append({"text": reply.text})
        for place, (name, arguments) in enumerate(reply.calls):
            call: Body = {"functionCall": {"name": name, "args": arguments}}
            parts.append(call if place else call | {"thoughtSignature": "c2lnbmVk"})
        content = {"role": "model", "parts": parts or [{"text": ""}]}
        usage = {
            "promptTokenCount": reply.prompt,
            "candidatesTokenCount": reply.output,
            "thoughtsTokenCount": reply.thought,
            "totalTokenCount": reply.prompt + reply.output + reply.thought,
        }
        about = {"usageMetadata": usage, "modelVersion": body.get("model", ""), "responseId": f"reply-{reply.number}"}
        return {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]} | about

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        yield event(self.whole(body, reply))

    def pieces(self, body: Body) -> Iterator[Piece]:
        if system := text_of((body.get("systemInstruction") or {}).get("parts")):
            yield Piece("instructions", system)
        yield from tools_piece(body.get("tools"))
        for content in body.get("contents", ()):
            voice = "assistant" if content.get("role") == "model" else "user"
            for part in content.get("parts", ()):
                yield from _pieces(voice, part)


def _pieces(voice: str, part: Any) -> Iterator[Piece]:
    if "functionCall" in part:
        yield call_piece(part["functionCall"]["name"], part["functionCall"].get("args") or {})
    elif "functionResponse" in part:
        yield Piece("result", _result(part["functionResponse"].get("response") or {}))
    elif part.get("text"):
        yield Piece("reasoning" if part.get("thought") else voice, part["text"])


def _result(response: Body) -> str:
    value = next((response[key] for key in ("output", "error", "content", "result") if response.get(key)), response)
    return value if isinstance(value, str) else written(value)
