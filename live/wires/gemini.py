"""Google's Gemini."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from live.wire import Body, Piece, Reply, call_piece, event, text_of


class Gemini:
    """``POST …/models/NAME:generateContent`` and ``:streamGenerateContent``."""

    def takes(self, path: str) -> bool:
        return "enerateContent" in path

    def streams(self, path: str, body: Body) -> bool:
        return ":streamGenerateContent" in path

    def whole(self, body: Body, reply: Reply) -> Body:
        parts: list[Body] = []
        if reply.reasoning:
            parts.append({"text": reply.reasoning, "thought": True})
        if reply.text:
            parts.append({"text": reply.text})
        for place, (name, arguments) in enumerate(reply.calls):
            call: Body = {"functionCall": {"name": name, "args": arguments}}
            parts.append(call if place else call | {"thoughtSignature": "c2lnbmVk"})
        thoughts = len(reply.reasoning) // 4
        content = {"role": "model", "parts": parts or [{"text": ""}]}
        return {
            "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {
                "promptTokenCount": reply.prompt,
                "candidatesTokenCount": reply.output,
                "thoughtsTokenCount": thoughts,
                "totalTokenCount": reply.prompt + reply.output + thoughts,
            },
            "modelVersion": body.get("model", ""),
            "responseId": f"reply-{reply.number}",
        }

    def events(self, body: Body, reply: Reply) -> Iterator[str]:
        whole = self.whole(body, reply)
        (candidate,) = whole["candidates"]
        for part in candidate["content"]["parts"]:
            some = {"content": {"role": "model", "parts": [part]}, "index": 0}
            yield event(whole | {"candidates": [some]})
        end = candidate | {"content": {"role": "model", "parts": [{"text": ""}]}}
        yield event(whole | {"candidates": [end]})

    def error(self, status: int, message: str) -> Body:
        return {
            "error": {"code": status, "message": message, "status": "INTERNAL" if status >= 500 else "INVALID_ARGUMENT"}
        }

    def pieces(self, body: Body) -> list[Piece]:
        """System instruction, tools, then part by part."""
        found = []
        if system := text_of((body.get("systemInstruction") or {}).get("parts")):
            found.append(Piece("instructions", system))
        names = [one["name"] for tool in body.get("tools") or () for one in tool.get("functionDeclarations", ())]
        if names:
            found.append(Piece("tools", json.dumps(names)))
        for content in body.get("contents", ()):
            voice = "assistant" if content.get("role") == "model" else "user"
            found += [piece for part in content.get("parts", ()) for piece in _pieces(voice, part)]
        return found


def _pieces(voice: str, part: Any) -> Iterator[Piece]:
    if "functionCall" in part:
        yield call_piece(part["functionCall"]["name"], part["functionCall"].get("args") or {})
    elif "functionResponse" in part:
        yield Piece("result", _result(part["functionResponse"].get("response") or {}))
    elif part.get("text"):
        yield Piece("reasoning" if part.get("thought") else voice, part["text"])


def _result(response: Body) -> str:
    for key in ("output", "error", "content", "result"):
        if response.get(key):
            value = response[key]
            return value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)
    return json.dumps(response, sort_keys=True, ensure_ascii=False)
