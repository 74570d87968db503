"""LangChain's messages → parts, by way of the form that chat completions give them.

Source: langchain-core 1.7.2 messages/*.py, langchain 1.4.7 agents/middleware/summarization.py; checked 2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.langgraph.packed import Made, plain
from inspector.read.api.messages import key_of, message_parts
from inspector.read.prefix import Part
from inspector.read.usage import disjoint, response_usage
from inspector.read.values import as_dict, as_int, as_list, as_text

_ROLES = {
    "human": "user", "user": "user", "ai": "assistant", "assistant": "assistant", "system": "system",
    "developer": "system", "tool": "tool", "function": "tool", "remove": "remove", "chat": "user",
}  # fmt: skip
_CLASSES = {
    "HumanMessage": "human", "AIMessage": "ai", "SystemMessage": "system", "ToolMessage": "tool",
    "FunctionMessage": "function", "RemoveMessage": "remove", "ChatMessage": "chat",
}  # fmt: skip
_CALLS = frozenset({"tool_use", "function_call", "tool_call", "server_tool_call"})
REMOVE_ALL = "__remove_all__"


@dataclass(frozen=True, slots=True)
class Message:
    id: str
    role: str
    fields: Record
    made: Any = None
    """The value that it was read from."""

    @property
    def text(self) -> str:
        """What it says, without pictures, calls and thoughts."""
        content = self.fields.get("content")
        blocks = content if isinstance(content, list) else [content]
        return "\n".join(as_text(block) or as_text(as_dict(block).get("text")) for block in blocks)

    @property
    def is_summary(self) -> bool:
        """Whether a middleware marked it as the summary that it put in the place of messages."""
        return as_dict(self.fields.get("additional_kwargs")).get("lc_source") == "summarization"

    @property
    def usage(self) -> Usage | None:
        """Tokens that its answer reported; a prompt includes what was read from a cache and written to it."""
        told = as_dict(self.fields.get("usage_metadata"))
        if not told:
            about = as_dict(self.fields.get("response_metadata"))
            return response_usage(as_dict(about.get("token_usage")) or as_dict(about.get("usage")))
        read, written = as_dict(told.get("input_token_details")), as_dict(told.get("output_token_details"))
        return disjoint(
            as_int(told.get("input_tokens")),
            as_int(read.get("cache_read")),
            as_int(read.get("cache_creation")),
            as_int(told.get("output_tokens")),
            as_int(written.get("reasoning")),
        )

    @property
    def model(self) -> str:
        """The model that answered."""
        about = as_dict(self.fields.get("response_metadata"))
        return as_text(about.get("model_name")) or as_text(about.get("model"))

    @property
    def stop(self) -> str:
        """Why the answer ended."""
        about = as_dict(self.fields.get("response_metadata"))
        return as_text(about.get("finish_reason")) or as_text(about.get("stop_reason"))


def message_in(value: Any) -> Message | None:
    """The message that a value of a state is; None where it is none."""
    told: Any = value
    kind = ""
    if isinstance(value, Made):
        kind, told = _CLASSES.get(value.name.removesuffix("Chunk"), ""), value.value
        told = as_dict(told).get("kwargs", told)
    elif isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(one, str) for one in value):
        told = {"role": value[0], "content": value[1]}
    if not isinstance(told, dict) or ("content" not in told and kind != "remove"):
        return None
    role = _ROLES.get(kind or as_text(told.get("type")) or as_text(told.get("role")), "")
    return Message(as_text(told.get("id")), role, told, value) if role else None


class Messages:
    """Finds the messages in values; one that comes again is the same object again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Made, Message | None]] = {}

    def within(self, value: Any) -> list[Message] | None:
        """The messages of a channel, or of what was written to it; None where it holds anything else."""
        if isinstance(value, Made) and value.name == "_DeltaSnapshot":
            value = value.value
        if isinstance(value, str):
            value = [["user", value]]
        found = [self._one(one) for one in (value if isinstance(value, list) else [value])]
        messages = [message for message in found if message]
        return messages if len(messages) == len(found) else None

    def _one(self, value: Any) -> Message | None:
        if not isinstance(value, Made):
            return message_in(value)
        known = self._known.get(id(value))
        if known is None or known[0] is not value:
            known = self._known[id(value)] = (value, message_in(value))
        return known[1]


def parts_of(message: Message, base: str, tools: dict[str, str], summary: bool) -> list[Part]:
    """The parts of a message at ``base``, held, as no pointer leads into what is packed."""
    parts = [replace(part, hold=True) for part in message_parts(plain(_as_chat(message)), base, tools)]
    if summary or message.is_summary:
        parts = [
            replace(part, kind=ItemKind.SUMMARY, origin=Origin.HARNESS, detail="compact_summary", said=())
            for part in parts
        ]
        # The same words as a prompt would be another thing to the model.
        return [replace(part, key=key_of("summary", part.key)) for part in parts]
    return parts


def _as_chat(message: Message) -> Record:
    told = message.fields
    calls = [as_dict(call) for name in ("tool_calls", "invalid_tool_calls") for call in as_list(told.get(name))]
    chat: Record = {"role": message.role, "content": list(_blocks(told.get("content"), bool(calls)))}
    if isinstance(told.get("content"), str) or message.role == "tool":
        chat["content"] = told.get("content")
    if message.role == "assistant":
        extra = as_dict(told.get("additional_kwargs"))
        chat["reasoning_content"] = extra.get("reasoning_content")
        chat["tool_calls"] = [
            {"id": call.get("id"), "function": {"name": call.get("name"), "arguments": call.get("args")}}
            for call in calls
        ] or extra.get("tool_calls")
    if message.role == "tool":
        chat |= {name: told.get(name) for name in ("tool_call_id", "name")}
        chat["is_error"] = told.get("status") == "error"
    return chat


def _blocks(content: Any, called: bool) -> Iterator[Any]:
    """Content blocks, without the calls that stand beside them, too."""
    for block in as_list(content):
        kind = block.get("type") if isinstance(block, dict) else ""
        if kind == "reasoning":
            texts = [as_text(as_dict(one).get("text")) for one in as_list(block.get("summary"))]
            yield {"type": "thinking", "thinking": as_text(block.get("reasoning")) or "\n".join(texts)}
        elif not (called and isinstance(kind, str) and kind in _CALLS):
            yield block
