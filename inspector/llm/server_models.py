"""The models that a server by its address offers: asked for when a person wants the list, never on its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import orjson

from inspector.errors import ModelFailed, UsageError
from inspector.llm.chat import Failure
from inspector.llm.guard import check_offline
from inspector.llm.keys import FOR_SERVERS, find_key, without_keys
from inspector.llm.models import host_of
from inspector.llm.wire import guard_connections, raised_here

PATIENCE = 3.0
"""Seconds for the whole answer: a person waits for it."""
_MOST_BYTES = 8_000_000
"""Gateways list thousands of models, in a megabyte or two."""
_LONGEST_NAME = 300
_WINDOWS = (
    "loaded_context_length",
    "max_model_len",
    "n_ctx",
    "context_length",
    "context_window",
    "max_context_length",
    "n_ctx_train",
)
"""Where servers say what a model takes, what it was started with first: vLLM, llama.cpp, LM Studio, gateways."""
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)


def names(address: str) -> tuple[str, ...]:
    """What ``GET address/models`` lists, in the server's order; blocks for three seconds at most.

    The key is the one that servers by address are sent (``INSPECTOR_API_KEY``, or the keyring); never a provider's.
    Raises UsageError for no address, and ModelFailed where no list comes. Not to be called where an asyncio loop runs:
    ``ask_names`` is for there.
    """
    return asyncio.run(ask_names(address))


async def ask_names(address: str) -> tuple[str, ...]:
    """As ``names``, awaited."""
    body = await _list(address)
    found = tuple(dict.fromkeys(name for name, _ in _named(body)))
    if not found:
        place = f"{address.rstrip('/')}/models"
        raise _failed(Failure.UNREADABLE, f"{place} answered, and listed no model.", "A model's name can be typed.")
    return found


def window(address: str, model: str) -> int | None:
    """Tokens that a server says in its list that a model takes; None where it does not. As ``names`` otherwise."""
    listed = dict(_named(asyncio.run(_list(address))))
    entry = listed.get(model, next(iter(listed.values())) if len(listed) == 1 else {})
    told = [entry.get(part) for part in _WINDOWS]
    inner = entry.get("meta")
    told += [inner.get(part) for part in _WINDOWS] if isinstance(inner, dict) else []
    return next((one for one in told if isinstance(one, int) and one > 0), None)


async def _list(address: str) -> bytes:
    """What the server answers."""
    host = host_of(address) if _ADDRESS.match(address) else ""
    if not host:
        raise UsageError(f"{address!r} is no server's address.", hint="Write http://HOST:PORT/v1.")
    check_offline(address, address)
    sent = find_key(host).value
    place = f"{address.rstrip('/')}/models"
    try:
        async with asyncio.timeout(PATIENCE):
            status, body = await _get(place, sent)
    except ModelFailed:
        raise
    except TimeoutError as why:
        raise _failed(Failure.SILENT, f"{place} gave no list within {PATIENCE:g} s.", "Is the server busy?") from why
    except Exception as why:
        # The library raises errors of its own and those of the operating system, for a bad address as for no server.
        raise (raised_here(why) or _unreachable(place)) from why
    if status in (401, 403):
        raise _failed(Failure.NO_KEY, f"{place} wants a key ({status}).", f"Set {FOR_SERVERS} to the server's key.")
    if status != 200:
        said = without_keys(" ".join(body.decode("utf-8", "replace").split()), sent)[:200]
        told = f"{place} gives no list of models ({status}{f': {said}' if said else ''})."
        raise _failed(Failure.NO_MODEL, told, "Is the address whole? Most end in /v1. A model's name can be typed.")
    return body


async def _get(place: str, key: str) -> tuple[int, bytes]:
    import httpx

    guard_connections()
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    async with httpx.AsyncClient(timeout=PATIENCE) as client, client.stream("GET", place, headers=headers) as response:
        body = b""
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > _MOST_BYTES:
                told = f"{place} answered with more than {_MOST_BYTES:,} bytes."
                raise _failed(Failure.UNREADABLE, told, "Is it the address of a model server?")
        return response.status_code, body


def _named(body: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """OpenAI's form, which nearly all servers have; some name the list or its entries otherwise."""
    try:
        told: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        return
    listed = told if isinstance(told, list) else None
    if isinstance(told, dict):
        listed = next((told[part] for part in ("data", "models") if isinstance(told.get(part), list)), None)
    for one in listed or ():
        name = one if isinstance(one, str) else ""
        if isinstance(one, dict):
            name = next((one[part] for part in ("id", "name", "model") if isinstance(one.get(part), str)), "")
        if 0 < len(name) <= _LONGEST_NAME and name.isprintable():
            yield name, one if isinstance(one, dict) else {}


def _unreachable(place: str) -> ModelFailed:
    return _failed(Failure.UNREACHABLE, f"There is no connection to {place}.", "Is it running, and the address right?")


def _failed(kind: Failure, message: str, hint: str) -> ModelFailed:
    return ModelFailed(message, kind=kind, hint=hint)
