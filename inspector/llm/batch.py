"""Requests in a file and answers from one, in the form of OpenAI's batch interface, which others read and write, too.

A request is one JSON line with ``custom_id``, ``method``, ``url`` and ``body``; an answer is one with the same
``custom_id`` and, under ``response``, what the interface would have given. Anthropic's form of results is read as well.
Source: the batch guides of both providers (platform.openai.com/docs/guides/batch, docs.anthropic.com ▸ message
batches), as of 2026-11.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from inspector.errors import CannotRead
from inspector.given import given_bytes
from inspector.llm.chat import Message, whole_signs
from inspector.llm.litellm_settings import parameters
from inspector.model import Usage
from inspector.model.settings import UNSET, Settings

_URL = "/v1/chat/completions"
_NO_COUNT = 10**12


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """The answer to one request. ``error`` "" where there is one."""

    custom_id: str
    text: str
    finish: str = ""
    model: str = ""
    usage: Usage | None = None
    error: str = ""


def request_line(
    custom_id: str, model: str, messages: Sequence[Message], limit: int | None, settings: Settings = UNSET
) -> bytes:
    """One request as a line of a batch file."""
    body: dict[str, Any] = {
        # As its provider knows it, without litellm's word for the provider or a server's address.
        "model": model.rsplit("@http", 1)[0].split("/", 1)[-1],
        "messages": [{"role": message.role, "content": message.text} for message in messages],
    }
    if limit is not None:
        body["max_completion_tokens"] = limit
    body |= parameters(settings)
    return orjson.dumps({"custom_id": custom_id, "method": "POST", "url": _URL, "body": body}) + b"\n"


def read_answers(path: Path) -> tuple[list[BatchAnswer], list[int]]:
    """The answers of a file, and the lines that hold none. Raises CannotRead where the file cannot be read."""
    try:
        lines = given_bytes(path).splitlines()
    except OSError as why:
        raise CannotRead(f"The answers in {path} cannot be read: {why.strerror}.", path=str(path)) from why
    found, bad = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        answer = _answer(line)
        if answer is None:
            bad.append(number)
        else:
            found.append(answer)
    return found, bad


def _answer(line: bytes) -> BatchAnswer | None:
    told = _loaded(line)
    name = told.get("custom_id") if isinstance(told, dict) else None
    if not isinstance(name, str):
        return None
    error = told.get("error")
    if error:
        return BatchAnswer(name, "", error=_error(error))
    result = told.get("result")
    if isinstance(result, dict):
        return _of_anthropic(name, result)
    response = told.get("response")
    body = response.get("body") if isinstance(response, dict) else None
    if not isinstance(body, dict):
        return None
    if body.get("error"):
        return BatchAnswer(name, "", error=_error(body["error"]))
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        return None
    return BatchAnswer(
        name,
        str(message.get("content") or ""),
        str(choice.get("finish_reason") or ""),
        str(body.get("model") or ""),
        _of_openai(body.get("usage")),
    )


def _loaded(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        # It takes half a sign for damage; what was paid for is not lost to one.
        try:
            return orjson.loads(whole_signs(json.dumps(json.loads(line), ensure_ascii=False)))
        except (ValueError, RecursionError):
            return None


def _tokens(told: object) -> int | None:
    """A number of tokens; None for what is none."""
    return told if type(told) is int and 0 <= told < _NO_COUNT else None


def _of_openai(used: object) -> Usage | None:
    """Tokens as OpenAI counts them: cached ones are among those of the prompt."""
    prompt = _tokens(used.get("prompt_tokens")) if isinstance(used, dict) else None
    if prompt is None or not isinstance(used, dict):
        return None
    details = used.get("prompt_tokens_details")
    cached = min(prompt, _tokens(details.get("cached_tokens")) or 0) if isinstance(details, dict) else 0
    return Usage(prompt - cached, cached, 0, _tokens(used.get("completion_tokens")))


def _of_anthropic(name: str, result: dict[str, Any]) -> BatchAnswer | None:
    message = result.get("message")
    if result.get("type") != "succeeded" or not isinstance(message, dict):
        return BatchAnswer(name, "", error=_error(result.get("error") or result.get("type") or "it did not succeed"))
    blocks = message.get("content")
    blocks = blocks if isinstance(blocks, list) else ()
    text = "".join(str(block.get("text") or "") for block in blocks if isinstance(block, dict))
    used, usage = message.get("usage"), None
    if isinstance(used, dict) and _tokens(used.get("input_tokens")) is not None:
        read, write = _tokens(used.get("cache_read_input_tokens")), _tokens(used.get("cache_creation_input_tokens"))
        usage = Usage(used["input_tokens"], read or 0, write or 0, _tokens(used.get("output_tokens")))
    finish = {"max_tokens": "length", "refusal": "content_filter"}.get(str(message.get("stop_reason")), "stop")
    return BatchAnswer(name, text, finish, str(message.get("model") or ""), usage)


def _error(error: object) -> str:
    if isinstance(error, dict):
        inner = error.get("error")
        return str((inner or error).get("message") if isinstance(inner or error, dict) else error)[:300]
    return str(error)[:300]
