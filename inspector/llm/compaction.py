"""Asking a provider for its own compaction: one request over httpx, which litellm brings.

litellm is not used for it: it makes a provider's messages out of OpenAI's chat messages, and a server by its address is
asked in OpenAI's chat protocol.
Fields: anthropic-sdk-python 009b0353 ``types/beta/beta_compact_20260112_edit_param.py``, ``beta_compaction_block.py``,
``beta_compaction_iteration_usage.py``; openai-python e43b4224 ``types/responses/response_compact_params.py``,
``compacted_response.py``. Read there; no real provider was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from inspector.errors import ModelFailed
from inspector.llm import anthropic_compact, openai_compact
from inspector.llm.chat import Ending, Failure, Message
from inspector.llm.keys import find_key, without_keys
from inspector.llm.wire import guard_connections, raised_here

if TYPE_CHECKING:
    from inspector.llm.litellm_chat import LitellmChat

_HOMES = {"anthropic": "https://api.anthropic.com/v1", "openai": "https://api.openai.com/v1"}
_WAYS = {"anthropic": anthropic_compact, "openai": openai_compact}
_LONGEST = 3_600.0
"""Seconds; the guard's patience ends long before."""


class _Status(Exception):
    """An answer that is no success, in the shape in which errors of litellm are told."""

    def __init__(self, status: int, message: str, headers: Any) -> None:
        super().__init__(message)
        self.message = message
        self.status_code = status
        self.litellm_response_headers = headers


async def compacted(
    chat: LitellmChat, provider: str, messages: Sequence[Message], limit: int | None
) -> tuple[str, Ending]:
    """The summary (of OpenAI the returned items as JSON) and the ending. Raises ModelFailed."""
    import httpx

    guard_connections()
    way, key = _WAYS[provider], find_key(chat.provider).value
    model = chat.model.split("/", 1)[-1] if chat.model.startswith(f"{provider}/") else chat.model
    url = (chat.address or _HOMES[provider]) + way.PATH
    try:
        async with httpx.AsyncClient(timeout=_LONGEST) as client:
            response = await client.post(url, json=way.request(model, messages, limit), headers=way.headers(key))
    except ModelFailed:
        raise
    except (httpx.ConnectError, httpx.ConnectTimeout) as why:
        raise raised_here(why) or chat.failed(Exception("Connection error"), "", key) from why
    except httpx.HTTPError as why:
        raise raised_here(why) or _cut(chat.name) from why
    if not response.is_success:
        said = without_keys(_said(response), key)
        raise chat.failed(_Status(response.status_code, said, response.headers), "", key)
    try:
        told = response.json()
    except ValueError as why:
        raise _cut(chat.name) from why
    if not isinstance(told, dict):
        raise _cut(chat.name)
    found: tuple[str, Ending] = way.answer(told, chat.name)
    return found


def _cut(name: str) -> ModelFailed:
    hint = "The provider may charge for it; ask again when you wish to."
    return ModelFailed(f"The answer of {name} broke off.", kind=Failure.CUT, hint=hint, paid=True)


def _said(response: Any) -> str:
    try:
        return str(response.json()["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return str(response.text)[:300] or f"status {response.status_code}"
