"""Messages of chat-like APIs → parts: Anthropic content blocks and chat completions' tool calls alike.

One message may be several parts: each text, call, result, thought and picture counts by itself, as each may be
cleared or kept by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from inspector.model import ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.prefix import Part, typed
from inspector.read.tools import headline
from inspector.read.values import as_dict, as_list, as_text, is_image, parsed, python_text, render
from inspector.read.voices import is_summary, voice_of

SYSTEM_PROMPT = "system_prompt"
ITEM = "inspector.item"
"""Of a block that we wrote ourselves, what its role does not tell: kind, origin and detail of the item, and what the
human said inside it."""
SYSTEM = frozenset({"system", "developer"})
_RESULT_ROLES = frozenset({"tool", "function"})
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")
# Changes from request to request and says nothing.
_BILLING = "x-anthropic-billing-header"


def key_of(*what: Any) -> int:
    """A number that is the same for the same words in the same place."""
    return hash(what)


def packed(value: Any) -> bytes | str:
    """A value as bytes to compare by; what cannot be written again is compared as it looks."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except (TypeError, RecursionError):
        return python_text(value)[:10_000]


def message_parts(message: Any, base: str, tools: dict[str, str]) -> Iterator[Part]:
    """The parts of one message at ``base``; ``tools`` learns the names of calls."""
    if not isinstance(message, dict):
        if message is not None:
            yield Part(key_of("odd", packed(message)), ItemKind.EVENT, Origin.HARNESS, message, base, "unknown")
        return
    role = as_text(message.get("role"))
    content = message.get("content")
    if role == "assistant":
        yield from _thoughts(message, base)
    if role in _RESULT_ROLES:
        yield _tool_message(message, base, tools)
        return
    if isinstance(content, list):
        for index, block in enumerate(content):
            yield from _block(block, role, f"{base}/content/{index}", tools)
    elif content not in (None, ""):
        yield from _text(content, role, f"{base}/content")
    for index, call in enumerate(as_list(message.get("tool_calls"))):
        yield _function(as_dict(call), f"{base}/tool_calls/{index}", tools)
    if isinstance(message.get("function_call"), dict):
        yield call_part(message["function_call"], f"{base}/function_call", "", tools)
    if as_text(message.get("refusal")):
        yield Part(
            key_of("refusal", message["refusal"]), ItemKind.ASSISTANT, Origin.AGENT, message["refusal"],
            f"{base}/refusal", "refusal",
        )  # fmt: skip


def system_parts(value: Any, pointer: str) -> Iterator[Part]:
    """A system prompt: one text, or blocks."""
    for text, place in _texts(value, pointer):
        if not text.startswith(_BILLING):
            key = key_of("system", text.strip())
            yield Part(key, ItemKind.INSTRUCTIONS, Origin.HARNESS, text, place, SYSTEM_PROMPT)


def tool_part(tools: Any, pointer: str) -> Part | None:
    """The definitions of tools as one part, or None where a request has none."""
    listed = as_list(tools)
    if not listed:
        return None
    declared = [one for tool in map(as_dict, listed) for one in as_list(tool.get("functionDeclarations")) or [tool]]
    names = [_tool_name(as_dict(tool)) for tool in declared]
    told = f"{len(names)} tools: {', '.join(names)}"
    # The cache mark moves; names and lengths of descriptions tell definitions apart well enough.
    described = tuple([len(as_text(as_dict(tool).get("description"))) for tool in declared])
    key = key_of("tools", tuple(names), described)
    return Part(key, ItemKind.INSTRUCTIONS, Origin.HARNESS, tools, pointer, "tools", headline=told)


def text_part(text: Any, role: str, pointer: str) -> Part:
    """A text by the role that it was sent with."""
    words = text if isinstance(text, str) else render(text)
    key = key_of(role, words.strip())
    if role == "assistant":
        kind = ItemKind.SUMMARY if is_summary(words) and words.lstrip().startswith("<") else ItemKind.ASSISTANT
        origin = Origin.AGENT if kind is ItemKind.ASSISTANT else Origin.HARNESS
        return Part(key, kind, origin, text, pointer, "" if kind is ItemKind.ASSISTANT else "compact_summary")
    if role in SYSTEM:
        if is_summary(words):
            return Part(key, ItemKind.SUMMARY, Origin.HARNESS, text, pointer, "compact_summary")
        return Part(key, ItemKind.INSTRUCTIONS, Origin.HARNESS, text, pointer, role)
    if role not in ("user", "human"):
        return Part(key, ItemKind.EVENT, Origin.HARNESS, text, pointer, role or "unknown")
    voice = voice_of(words)
    return Part(key, voice.kind, voice.origin, text, pointer, voice.detail, said=typed(voice.words))


def _tool_name(tool: Record) -> str:
    told = as_text(tool.get("name")) or as_text(as_dict(tool.get("function")).get("name")) or as_text(tool.get("type"))
    # Gemini's own tools are objects of one key.
    return told or next(iter(tool), "")


def _texts(value: Any, pointer: str) -> Iterable[tuple[str, str]]:
    if isinstance(value, str):
        return [(value, pointer)] if value.strip() else []
    return [
        (text, f"{pointer}/{index}/text")
        for index, block in enumerate(as_list(value))
        if (text := as_text(as_dict(block).get("text"))).strip()
    ]


def _text(text: Any, role: str, pointer: str) -> Iterator[Part]:
    if not isinstance(text, str) or text.strip():
        yield text_part(text, role, pointer)


def _thoughts(message: Record, base: str) -> Iterator[Part]:
    for name in _THOUGHTS:
        text = as_text(message.get(name))
        if text:
            key = key_of("thought", text.strip())
            yield Part(key, ItemKind.REASONING, Origin.AGENT, text, f"{base}/{name}")
            return


def _block(block: Any, role: str, at: str, tools: dict[str, str]) -> Iterator[Part]:
    if not isinstance(block, dict):
        yield from _text(block, role, at)
        return
    for part in _by_kind(block, role, at, tools):
        _as_told(part, block.get(ITEM))
        yield part


def _as_told(part: Part, item: Any) -> None:
    """Take what a block of ours says of its item, above what its role and its words say."""
    told = as_dict(item)
    kind, origin = as_text(told.get("kind")), as_text(told.get("origin"))
    if kind in set(ItemKind) and origin in set(Origin):
        part.kind, part.origin, part.detail = ItemKind(kind), Origin(origin), as_text(told.get("detail"))
        said = map(as_dict, as_list(told.get("said")))
        part.said = [(as_text(one.get("detail")), words) for one in said if (words := as_text(one.get("text")))]


def _by_kind(block: Record, role: str, at: str, tools: dict[str, str]) -> Iterator[Part]:
    kind = block.get("type")
    if kind in ("text", "input_text", "output_text") and isinstance(block.get("text"), str):
        yield from _text(block["text"], role, f"{at}/text")
    elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        yield call_part(block, at, "input", tools)
    elif kind == "tool_result" or as_text(kind).endswith("_tool_result"):
        yield result_part(block, "content", at, as_text(block.get("tool_use_id")), tools)
    elif kind in ("thinking", "redacted_thinking", "think"):
        yield _thought(block, at)
    elif kind == "compaction":
        yield compaction_part(block, at)
    elif is_image(block):
        origin = Origin.AGENT if role == "assistant" else Origin.HUMAN
        item = ItemKind.ASSISTANT if role == "assistant" else ItemKind.USER
        yield Part(key_of("image", packed(block)), item, origin, [block], at, "image", hold=True)
    else:
        by_agent = role == "assistant"
        item = ItemKind.ASSISTANT if by_agent else ItemKind.ATTACHMENT
        origin = Origin.AGENT if by_agent else Origin.HARNESS
        kept = {name: value for name, value in block.items() if name != "cache_control"}
        yield Part(key_of("block", role, packed(kept)), item, origin, block, at, as_text(kind) or "unknown")


def compaction_part(block: Record, at: str) -> Part:
    """The provider's summary; its text is null where the compaction failed."""
    text = as_text(block.get("content"))
    if text:
        key = key_of("compaction", text.strip())
        return Part(key, ItemKind.SUMMARY, Origin.HARNESS, text, f"{at}/content", "compaction")
    sealed = bool(block.get("encrypted_content"))
    label = "summary, encrypted: not readable" if sealed else "compaction that failed"
    key = key_of("compaction", as_text(block.get("encrypted_content"))[:200])
    kind = ItemKind.SUMMARY if sealed else ItemKind.EVENT
    detail = "encrypted_summary" if sealed else "compaction_failed"
    return Part(key, kind, Origin.HARNESS, "", at, detail, headline=label, hold=True)


def _thought(block: Record, at: str) -> Part:
    name = "think" if block.get("type") == "think" else "thinking"
    text = as_text(block.get(name))
    key = key_of("thought", as_text(block.get("signature")) or text.strip() or as_text(block.get("data"))[:200])
    label = "" if text else "reasoning, its text is not in this log"
    pointer = f"{at}/{name}" if text else at
    return Part(key, ItemKind.REASONING, Origin.AGENT, text, pointer, headline=label, hold=not text)


def _function(call: Record, at: str, tools: dict[str, str]) -> Part:
    name = "function" if isinstance(call.get("function"), dict) else "custom"
    called = as_dict(call.get(name)) or call
    return call_part(called | {"id": call.get("id")}, f"{at}/{name}" if name in call else at, "", tools)


def call_part(call: Record, at: str, key: str, tools: dict[str, str]) -> Part:
    """A call whose arguments stand at a key of it, as they are or as JSON; ``tools`` learns its name."""
    name, call_id = as_text(call.get("name")), as_text(call.get("id"))
    key = key or ("arguments" if "arguments" in call else "input")
    value = call.get(key)
    tools[call_id] = name
    arguments = parsed(value)
    there = key in call and value is not None
    return Part(
        key_of("call", call_id, name, packed(arguments if arguments is not None else value)),
        ItemKind.TOOL_CALL,
        Origin.AGENT,
        value if there else "",
        f"{at}/{key}" if there else at,
        tool=name,
        call_id=call_id,
        headline=headline(name, arguments),
        hold=not there,
    )


def _tool_message(message: Record, base: str, tools: dict[str, str]) -> Part:
    call_id = as_text(message.get("tool_call_id"))
    tools.setdefault(call_id, as_text(message.get("name")))
    return result_part(message, "content", base, call_id, tools)


def result_part(holder: Record, field: str, at: str, call_id: str, tools: dict[str, str]) -> Part:
    """What a tool gave back, which stands in a field of ``holder`` at ``at``; ``tools`` are the names of calls."""
    value = holder.get(field)
    there = value is not None
    return Part(
        key_of("result", call_id, value.strip() if isinstance(value, str) else render(value)),
        ItemKind.TOOL_RESULT,
        Origin.TOOL,
        value if there else "",
        f"{at}/{field}" if there else at,
        tool=tools.get(call_id, ""),
        call_id=call_id,
        error=holder.get("is_error") is True,
        hold=not there,
    )
