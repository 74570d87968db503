"""Threads of LangGraph as its checkpointer for SQLite writes them, in MessagePack with its types of extension."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from typing import Any

LANGGRAPH = (
    "CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', "
    "checkpoint_id TEXT NOT NULL, parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB, "
    "PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id))",
    "CREATE TABLE writes (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', "
    "checkpoint_id TEXT NOT NULL, task_id TEXT NOT NULL, task_path TEXT NOT NULL DEFAULT '', idx INTEGER NOT NULL, "
    "channel TEXT NOT NULL, type TEXT, value BLOB, "
    "PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx))",
)
_MESSAGES = {
    "human": "HumanMessage", "ai": "AIMessage", "system": "SystemMessage", "tool": "ToolMessage",
    "remove": "RemoveMessage",
}  # fmt: skip


@dataclass(frozen=True)
class Ext:
    """A value of an extension type: its code, and what is packed inside."""

    code: int
    value: Any


def pack(value: Any) -> bytes:
    """A value in MessagePack."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return bytes([value]) if 0 <= value < 128 else b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        text = value.encode()
        return (bytes([0xA0 | len(text)]) if len(text) < 32 else b"\xda" + struct.pack(">H", len(text))) + text
    if isinstance(value, bytes):
        return b"\xc5" + struct.pack(">H", len(value)) + value
    if isinstance(value, Ext):
        inside = pack(value.value)
        return b"\xc8" + struct.pack(">Hb", len(inside), value.code) + inside
    if isinstance(value, dict):
        pairs = b"".join(pack(key) + pack(one) for key, one in value.items())
        return b"\xde" + struct.pack(">H", len(value)) + pairs
    return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(pack, value))


def message(kind: str, content: Any, id: str, **more: Any) -> Ext:  # noqa: A002 - the field's own name
    """One of LangChain's messages: of human, ai, system, tool, or one that only asks for a removal."""
    fields = {"content": content, "additional_kwargs": {}, "response_metadata": {}, "type": kind, "id": id} | more
    return Ext(5, [f"langchain_core.messages.{kind}", _MESSAGES[kind], fields, "model_validate_json"])


def answer(content: Any, id: str, sent: int = 0, **more: Any) -> Ext:  # noqa: A002
    """An answer of a model, with its tokens where ``sent`` is told."""
    usage = {
        "input_tokens": sent,
        "output_tokens": 20,
        "total_tokens": sent + 20,
        "input_token_details": {"cache_read": 50},
    }
    about = {"response_metadata": {"model_name": "gpt-5.2"}} | ({"usage_metadata": usage} if sent else {})
    return message("ai", content, id, **(about | more))


def call(name: str, id: str, **args: Any) -> dict[str, Any]:  # noqa: A002
    """A call of a tool in an answer."""
    return {"name": name, "args": args, "id": id, "type": "tool_call"}


@dataclass
class Thread:
    """A thread under construction; a checkpoint is a step behind the one before."""

    name: str
    space: str = ""
    rows: list[tuple[str, list[Any]]] = field(default_factory=list)
    last: str | None = None
    _count: int = 0

    def step(
        self, values: dict[str, Any], source: str = "loop", parent: str | None = "", fresh: tuple[str, ...] = ()
    ) -> str:
        """A checkpoint that holds ``values``, ``fresh`` of which its own step wrote; gives its id."""
        self._count += 1
        id_ = f"1f0a-{self._count:04}"
        versions = {name: f"{self._count if name in fresh else 1:032}.0" for name in values} | {
            "step": f"{self._count:032}.0"
        }
        checkpoint = {
            "v": 4, "ts": f"2026-10-07T09:{self._count:02}:00.000000+00:00", "id": id_, "channel_values": values,
            "channel_versions": versions, "versions_seen": {},
        }  # fmt: skip
        about = json.dumps({"source": source, "step": self._count - 2, "parents": {}}).encode()
        before = self.last if parent == "" else parent
        self.rows.append(("checkpoints", [self.name, self.space, id_, before, "msgpack", pack(checkpoint), about]))
        self.last = id_
        return id_

    def write(self, channel: str, value: Any, kind: str = "msgpack", raw: bytes | None = None) -> None:
        """What the step behind the last checkpoint wrote to a channel."""
        number = len(self.rows)
        stored = pack(value) if raw is None else raw
        self.rows.append(("writes", [self.name, self.space, self.last, "t", "", number, channel, kind, stored]))

    def said(self, *messages: Ext) -> None:
        """A person's turn: an input, and the checkpoint that holds it."""
        self.step({"messages": list(messages[:-1])}, source="input")
        self.write("messages", [messages[-1]])
        self.step({"messages": list(messages)})

    def did(self, *messages: Ext) -> None:
        """A step of a node behind which the channel holds these messages."""
        self.write("messages", [messages[-1]])
        self.step({"messages": list(messages)})
