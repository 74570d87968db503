"""Messages of every convention → the one form of the Messages API: a role, and blocks in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from inspector.read.adapter import Record
from inspector.read.api.messages import ITEM
from inspector.read.values import as_dict, as_list, as_text, parsed

_ROLES = {"human": "user", "ai": "assistant", "model": "assistant", "chat": "user", "developer": "system"}
_TEXTS = frozenset({"text", "input_text", "output_text"})
_CALLS = frozenset({"tool_call", "tool-call", "tool_use", "function_call", "server_tool_call"})
_RESULTS = frozenset({"tool_call_response", "tool-result", "tool_result", "tool_response", "server_tool_call_response"})
_THOUGHTS = frozenset({"reasoning", "thinking", "reasoningContent"})


def read_json(value: Any) -> Any:
    """What a text of JSON holds; the value itself where it is none."""
    return value if not isinstance(value, str) or value[:1] not in ("{", "[") else parsed(value) or value


def messages_of(value: Any) -> list[Record] | None:
    """The messages of a list, of an object that holds one, or of either as text; None for what is neither."""
    value = read_json(value)
    if isinstance(value, dict):
        listed = next((value[name] for name in ("messages", "contents", "prompt") if value.get(name)), None)
        value = [value] if listed is None and _is_message(value) else read_json(listed)
        if isinstance(value, str) and value.strip():
            return [{"role": "user", "content": [{"type": "text", "text": value}]}]
    if not isinstance(value, list):
        return None
    # LangChain keeps a list of lists, one for each prompt of a batch.
    value = value[0] if len(value) == 1 and isinstance(value[0], list) else value
    found = [message(one) for one in value if _is_message(one)]
    return found or None


def message(value: Record) -> Record:
    """One message in the common form."""
    value = _unwrapped(value)
    role = as_text(value.get("role")) or as_text(value.get("type")) or "user"
    role = _ROLES.get(role, role)
    if role in ("tool", "function"):
        inside = [block for block in blocks(value) if block["type"] == "tool_result"]
        called = as_text(value.get("tool_call_id")) or as_text(value.get("id"))
        return {"role": "user", "content": inside or [result(called, content_of(value), as_text(value.get("name")))]}
    return {"role": role, "content": [*blocks(value)]}


def blocks(value: Record) -> Iterator[Record]:
    """The blocks of a message: its thoughts, its content or parts, then the calls that stand beside them."""
    thought = as_text(value.get("reasoning_content")) or as_text(value.get("reasoning"))
    if thought:
        yield {"type": "thinking", "thinking": thought}
    content = content_of(value)
    listed = content if isinstance(content, list) else [content]
    seen: set[str] = set()
    for part in listed:
        for made in _block(part):
            seen.add(as_text(made.get("id")))
            yield made
    for one in _beside(value):
        # LangChain tells the calls of Anthropic's models both ways.
        if not one["id"] or one["id"] not in seen:
            yield one


def content_of(value: Record) -> Any:
    """What a message says, wherever it keeps it."""
    for name in ("parts", "content", "contents", "response", "text"):
        if value.get(name) not in (None, "", []):
            return read_json(value[name]) if name != "content" or _is_blocks(value[name]) else value[name]
    return None


def call(called: str, name: str, arguments: Any) -> Record:
    """A call of a tool."""
    return {"type": "tool_use", "id": called, "name": name, "input": arguments}


def result(called: str, content: Any, name: str = "") -> Record:
    """What a tool gave back."""
    return {"type": "tool_result", "tool_use_id": called, "content": content, "name": name}


def _block(part: Any) -> Iterator[Record]:
    if isinstance(part, str):
        if part.strip():
            yield {"type": "text", "text": part}
        return
    if not isinstance(part, dict):
        return
    kind = as_text(part.get("type"))
    make = next((make for kinds, make in _MAKERS if kind in kinds), None)
    if make is not None:
        yield make(part) | {name: part[name] for name in (ITEM,) if name in part}
    elif "functionCall" in part or "function_call" in part:
        told = as_dict(part.get("functionCall") or part.get("function_call"))
        yield call(as_text(told.get("id")), as_text(told.get("name")), told.get("args"))
    elif "functionResponse" in part or "function_response" in part:
        told = as_dict(part.get("functionResponse") or part.get("function_response"))
        yield result(as_text(told.get("id")), told.get("response"), as_text(told.get("name")))
    elif not kind and isinstance(part.get("text"), str):
        yield {"type": "text", "text": part["text"]}
    else:
        yield part if kind else {"type": "unknown", **part}


def _text(part: Record) -> Record:
    return {"type": "text", "text": as_text(part.get("content")) or as_text(part.get("text"))}


def _call(part: Record) -> Record:
    called = as_text(part.get("id")) or as_text(part.get("toolCallId")) or as_text(part.get("call_id"))
    name = as_text(part.get("name")) or as_text(part.get("toolName"))
    named = ("arguments", "input", "args", "server_tool_call")
    return call(called, name, next((part[key] for key in named if part.get(key) is not None), None))


def _result(part: Record) -> Record:
    names = ("id", "tool_use_id", "toolCallId", "tool_call_id", "call_id")
    called = next((as_text(part[name]) for name in names if part.get(name)), "")
    held = ("response", "result", "content", "output", "server_tool_call_response")
    told = next((part[name] for name in held if part.get(name) is not None), None)
    # Vercel's SDK: {type: text, value: …}.
    if isinstance(told, dict) and "value" in told:
        told = told["value"]
    return result(called, told, as_text(part.get("name")) or as_text(part.get("toolName")))


def _thought(part: Record) -> Record:
    names = ("content", "thinking", "text", "reasoning")
    # Strands: {reasoningText: {text, signature}}.
    inner = as_dict(as_dict(part.get("content")).get("reasoningText"))
    part = {"content": inner.get("text")} if inner else part
    return {"type": "thinking", "thinking": next((as_text(part[name]) for name in names if part.get(name)), "")}


def _compaction(part: Record) -> Record:
    # Without its content it is one that only its provider can read.
    content = as_text(part.get("content"))
    return {"type": "compaction", "content": content} if content else {"type": "compaction", "encrypted_content": "…"}


_MAKERS: tuple[tuple[frozenset[str], Callable[[Record], Record]], ...] = (
    (_TEXTS, _text),
    (_CALLS, _call),
    (_RESULTS, _result),
    (_THOUGHTS, _thought),
    (frozenset({"compaction"}), _compaction),
)


def _beside(value: Record) -> Iterable[Record]:
    """Calls that stand in a list of their own beside the content."""
    listed = as_list(value.get("tool_calls")) or as_list(as_dict(value.get("additional_kwargs")).get("tool_calls"))
    for one in map(as_dict, listed):
        inner = as_dict(one.get("function")) or one
        arguments = next((inner[name] for name in ("arguments", "args", "input") if inner.get(name) is not None), None)
        yield call(as_text(one.get("id")), as_text(inner.get("name")), arguments)
    if isinstance(value.get("function_call"), dict):
        told = value["function_call"]
        yield call("", as_text(told.get("name")), told.get("arguments"))


def _unwrapped(value: Record) -> Record:
    """A message out of LangChain's serialised form, whose class names its role."""
    held = value.get("content")
    if isinstance(held, dict) and isinstance(held.get("parts"), list):
        # Gemini's answers: the message is the content.
        return {"role": value.get("role"), **held}
    inner, named = value.get("kwargs") or value.get("data"), value.get("id")
    if not isinstance(inner, dict) or "content" not in inner:
        return value
    if isinstance(named, list) and named:
        kind = as_text(named[-1]).removesuffix("Chunk").removesuffix("Message").lower()
        return {"type": kind, **inner, "role": kind}
    return {**inner, "role": as_text(value.get("type"))}


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    value = _unwrapped(value)
    holds = any(name in value for name in ("content", "parts", "contents", "tool_calls", "kwargs"))
    return holds and bool(as_text(value.get("role")) or as_text(value.get("type")))


def _is_blocks(value: Any) -> bool:
    """Whether a text is a list of blocks written as JSON, and no text that happens to begin with a bracket."""
    if not isinstance(value, str) or not value.startswith('[{"'):
        return False
    listed = parsed(value)
    return isinstance(listed, list) and all(isinstance(one, dict) and "type" in one for one in listed)
