"""Which API an exchange speaks, and what its answer says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.api.exchange import Body, Exchange
from inspector.read.api.messages import key_of, message_parts
from inspector.read.api.responses import candidate, content_parts, item_parts, usage_of
from inspector.read.prefix import Part
from inspector.read.usage import without
from inspector.read.values import as_dict, as_int, as_list, as_text

BY_PROVIDER = frozenset({"compaction", "encrypted_summary"})
"""How summaries that the provider wrote come in."""
_ANTHROPIC_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "compaction"})


class Dialect(StrEnum):
    """Whose API a body is written for."""

    ANTHROPIC = "anthropic"
    RESPONSES = "responses"
    COMPACT = "compact"
    """The Responses API's own compaction of a context."""
    CHAT = "chat"
    GEMINI = "gemini"


@dataclass(slots=True)
class Answer:
    """What came back: its parts in order, and what it says of itself."""

    parts: list[Part] = field(default_factory=list)
    id: str = ""
    model: str = ""
    stop: str = ""
    usage: Usage | None = None
    summarizer: Usage | None = None
    """Tokens of a compaction that the provider ran before it answered."""
    edits: list[Record] = field(default_factory=list)
    error: Part | None = None


def dialect_of(exchange: Exchange) -> Dialect:
    """Which API an exchange speaks."""
    body, answer = exchange.request.value, exchange.answer.value if exchange.answer else {}
    if answer.get("object") == "response.compaction" or exchange.url.split("?")[0].endswith("/responses/compact"):
        return Dialect.COMPACT
    if "contents" in body and "messages" not in body:
        return Dialect.GEMINI
    if not isinstance(body.get("messages"), list):
        return Dialect.RESPONSES
    if isinstance(answer.get("choices"), list):
        return Dialect.CHAT
    if answer.get("type") == "message" or "system" in body or exchange.url.split("?")[0].endswith("/messages"):
        return Dialect.ANTHROPIC
    blocks = (block for message in body["messages"][:20] for block in as_list(as_dict(message).get("content")))
    if any(as_text(as_dict(block).get("type")) in _ANTHROPIC_BLOCKS for block in blocks):
        return Dialect.ANTHROPIC
    manages = isinstance(as_dict(body.get("context_management")).get("edits"), list)
    return Dialect.ANTHROPIC if manages or "anthropic_version" in body else Dialect.CHAT


def answered(dialect: Dialect, body: Body, tools: dict[str, str]) -> Answer:
    """What an answer says; ``tools`` learns the names of calls."""
    value, base = body.value, body.pointer
    answer = Answer(id=as_text(value.get("id")), model=as_text(value.get("model")))
    if isinstance(value.get("error"), dict | str) and value["error"]:
        answer.error = _error(body)
    if dialect is Dialect.ANTHROPIC:
        answer.parts = list(message_parts(value | {"role": "assistant"}, base, tools))
        answer.stop = as_text(value.get("stop_reason"))
        answer.usage, answer.summarizer = _anthropic_usage(as_dict(value.get("usage")))
        answer.edits = [as_dict(e) for e in as_list(as_dict(value.get("context_management")).get("applied_edits"))]
    elif dialect is Dialect.CHAT:
        choice = as_dict(next(iter(as_list(value.get("choices"))), None))
        message = as_dict(choice.get("message"))
        place = f"{base}/choices/0/message"
        if not choice and "content" in value:
            message, place = value, base
        answer.parts = list(message_parts(message | {"role": "assistant"}, place, tools)) if message else []
        answer.stop = as_text(choice.get("finish_reason"))
        answer.usage = chat_usage(as_dict(value.get("usage")))
    elif dialect is Dialect.GEMINI:
        _from_gemini(answer, body, tools)
    else:
        output = enumerate(as_list(value.get("output")))
        answer.parts = [part for index, item in output for part in item_parts(item, f"{base}/output/{index}", tools)]
        answer.stop = as_text(value.get("status"))
        answer.usage = _responses_usage(as_dict(value.get("usage")))
    answer.parts = list(held(body, answer.parts))
    return answer


def _from_gemini(answer: Answer, body: Body, tools: dict[str, str]) -> None:
    value, base = body.value, body.pointer
    told = candidate(value)
    content = as_dict(told.get("content")) | {"role": "model"}
    answer.id, answer.model = as_text(value.get("responseId")), as_text(value.get("modelVersion"))
    answer.parts = list(content_parts(content, f"{base}/candidates/0/content", tools))
    answer.stop, answer.usage = as_text(told.get("finishReason")), usage_of(value)
    blocked = as_text(as_dict(value.get("promptFeedback")).get("blockReason"))
    if blocked and answer.error is None:
        pointer = f"{base}/promptFeedback/blockReason"
        key, kind, line = key_of("error", pointer), ItemKind.EVENT, f"prompt blocked: {blocked}"
        answer.error = Part(key, kind, Origin.HARNESS, blocked, pointer, "api_error", error=True, headline=line)


def held(body: Body, parts: Iterable[Part]) -> Iterable[Part]:
    """Parts of a body; of one that had to be decoded, nothing in the record can be pointed at but what it stands in."""
    if not body.hold:
        return parts
    return [replace(part, hold=True, pointer=body.place) for part in parts]


def _error(body: Body) -> Part:
    told = body.value["error"]
    text = as_text(told) or as_text(as_dict(told).get("message"))
    pointer = f"{body.pointer}/error" if as_text(told) else f"{body.pointer}/error/message"
    value: Any = text or told
    key = key_of("error", pointer)
    part = Part(key, ItemKind.EVENT, Origin.HARNESS, value, pointer if text else f"{body.pointer}/error", "api_error")
    return replace(part, error=True, hold=body.hold)


def _anthropic_usage(told: Record) -> tuple[Usage | None, Usage | None]:
    """Tokens of the answer, and of the compaction that ran before it, which the totals leave out."""
    rounds = [as_dict(part) for part in as_list(told.get("iterations"))]
    compactions = [usage for part in rounds if part.get("type") == "compaction" and (usage := anthropic_usage(part))]
    only = bool(compactions) and not any(part.get("type") == "message" for part in rounds)
    return (None if only else anthropic_usage(told)), (compactions[-1] if compactions else None)


def anthropic_usage(told: Record) -> Usage | None:
    """Anthropic's input leaves out what came from or went into the cache.

    Where several samplings made one answer (an advisor was asked, a server tool called), the totals add up their
    prompts, so that each repeats the one before it: the last one's prompt is the context that the answer ended with.
    """
    output, details = as_int(told.get("output_tokens")), told.get("output_tokens_details")
    rounds = told.get("iterations")
    prompt = _last_sampling(rounds) if type(rounds) is list and len(rounds) > 1 else None
    get = (prompt or told).get
    fresh, read = as_int(get("input_tokens")), as_int(get("cache_read_input_tokens"))
    written = as_int(get("cache_creation_input_tokens"))
    if fresh is read is written is output is None:
        return None
    thinking = as_int(details.get("thinking_tokens")) if type(details) is dict else None
    return Usage(fresh, read, written, output, thinking)


def _last_sampling(rounds: list[Any]) -> Record:
    """The last of an answer's own samplings: an advisor's is another model's, a compaction's another request."""
    own = (part for part in reversed(rounds) if as_dict(part).get("type") in ("message", "fallback_message"))
    return next(own, {})


def chat_usage(told: Record) -> Usage | None:
    """Chat completions' prompt tokens include cached ones."""
    prompt, output = as_int(told.get("prompt_tokens")), as_int(told.get("completion_tokens"))
    if prompt is None and output is None:
        return anthropic_usage(told)
    cached = as_int(as_dict(told.get("prompt_tokens_details")).get("cached_tokens"))
    reasoning = as_int(as_dict(told.get("completion_tokens_details")).get("reasoning_tokens"))
    return Usage(without(prompt, cached), cached, None, output, reasoning)


def _responses_usage(told: Record) -> Usage | None:
    prompt, output = as_int(told.get("input_tokens")), as_int(told.get("output_tokens"))
    if prompt is None and output is None:
        return None
    details = as_dict(told.get("input_tokens_details"))
    read, written = as_int(details.get("cached_tokens")), as_int(details.get("cache_write_tokens"))
    reasoning = as_int(as_dict(told.get("output_tokens_details")).get("reasoning_tokens"))
    return Usage(without(prompt, read, written), read, written, output, reasoning)
