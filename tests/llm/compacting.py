"""A server that compacts as Anthropic and OpenAI document it, and refuses what they would refuse; one fault a model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.llm.provider import served

SUMMARY = "The user wants port 8443 and forbids new dependencies."
USAGE = {"input_tokens": 300, "output_tokens": 5}
ITERATIONS = [
    {"type": "compaction", "input_tokens": 60_000, "cache_read_input_tokens": 7, "output_tokens": 900},
    {"type": "message", "input_tokens": 300, "cache_creation_input_tokens": 2, "output_tokens": 5},
]
COMPACTED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA<summary>x</summary>"}


class Compacting:
    """What the server was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.address = ""


@contextmanager
def compacting() -> Iterator[Compacting]:
    """A running server."""
    state = Compacting()
    with served(type("Handler", (_Handler,), {"server_state": state})) as state.address:
        yield state


class _Handler(BaseHTTPRequestHandler):
    server_state: Compacting

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server_state.asked.append(body)
        self.server_state.headers.append({name.lower(): value for name, value in self.headers.items()})
        ways = {"/v1/messages": (wrong_messages, _message), "/v1/responses/compact": (wrong_items, _compacted)}
        wrong, answer = ways[self.path]
        model = body["model"]
        if model == "limited":
            return self.say(429, {"error": {"message": "slow down"}}, retry_after="0")
        if model == "old":
            return self.say(400, {"error": {"message": "context_management not supported"}})
        if why := wrong(body, dict(self.server_state.headers[-1])):
            return self.say(400, {"error": {"message": why}})
        return self.say(200, answer(body), cut=model == "cut")

    def say(self, status: int, told: dict[str, Any], *, cut: bool = False, retry_after: str = "") -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if retry_after:
            self.send_header("retry-after", retry_after)
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        self.close_connection = True

    def log_message(self, *args: object) -> None:
        """Silent."""


def wrong_messages(body: dict[str, Any], headers: dict[str, str]) -> str:
    """What Anthropic would refuse; "" for nothing."""
    (edit,) = body["context_management"]["edits"]
    if headers.get("anthropic-beta") != "compact-2026-01-12" or headers.get("anthropic-version") != "2023-06-01":
        return "beta header"
    if edit["type"] != "compact_20260112" or edit["pause_after_compaction"] is not True:
        return "edit"
    if edit["trigger"] != {"type": "input_tokens", "value": 50_000} or body["max_tokens"] < 1:
        return "trigger"
    roles = [turn["role"] for turn in body["messages"]]
    if roles != [("user", "assistant")[place % 2] for place in range(len(roles))] or roles[-1] != "user":
        return f"roles {roles}"
    calls: list[str] = []
    for turn in body["messages"]:
        results = [block["tool_use_id"] for block in turn["content"] if block["type"] == "tool_result"]
        if sorted(calls) != sorted(results):
            return f"calls {calls}, results {results}"
        if any(block["type"] != "tool_result" for block in turn["content"][: len(results)]):
            return "results come first"
        uses = [block for block in turn["content"] if block["type"] == "tool_use"]
        if any(not isinstance(use["input"], dict) for use in uses):
            return "input"
        if not {use["name"] for use in uses} <= {tool["name"] for tool in body.get("tools", [])}:
            return "tools"
        calls = [use["id"] for use in uses]
    return f"calls {calls} without results" if calls else ""


def wrong_items(body: dict[str, Any], headers: dict[str, str]) -> str:
    """What OpenAI would refuse; "" for nothing."""
    calls = [item["call_id"] for item in body["input"] if item["type"] == "function_call"]
    results = [item["call_id"] for item in body["input"] if item["type"] == "function_call_output"]
    if sorted(calls) != sorted(results):
        return f"calls {calls}, results {results}"
    if set(body) - {"model", "input", "instructions"}:
        return f"unknown: {sorted(body)}"
    return "" if "anthropic-beta" not in headers else "headers"


def _message(body: dict[str, Any]) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "compaction", "content": SUMMARY, "encrypted_content": "x"}
    if body["model"] == "small":
        block = {"type": "text", "text": "Hello."}
    if body["model"] == "failed":
        block["content"] = None
    return {
        "role": "assistant",
        "model": body["model"],
        "stop_reason": "compaction",
        "content": [block],
        "usage": {**USAGE, "iterations": ITERATIONS},
    }


def _compacted(body: dict[str, Any]) -> dict[str, Any]:
    users = [item for item in body["input"] if item.get("role") == "user"]
    details = {"input_tokens_details": {"cached_tokens": 100, "cache_write_tokens": 0}}
    return {
        "id": "resp_1",
        "created_at": 1,
        "object": "response.compaction",
        "output": users if body["model"] == "small" else [*users, COMPACTED],
        "usage": {"input_tokens": 1_000, "output_tokens": 50, "total_tokens": 1_050, **details},
    }
