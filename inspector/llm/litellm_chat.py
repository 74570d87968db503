"""Models of any provider, and of any server that speaks OpenAI's protocol, through litellm.

Facts of litellm 1.106.2, measured against a server of our own: where a stream ends without an ending, and where it
brings no usage, litellm makes up both. ``StreamEnd`` and ``chunks`` of its stream tell the truth.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from inspector.errors import ModelFailed
from inspector.llm.chat import Ending, Failure, Message, compaction_by
from inspector.llm.compaction import compacted
from inspector.llm.guard import check_offline
from inspector.llm.keys import find_key, lacks_key, variables, without_keys
from inspector.llm.litellm_library import library
from inspector.llm.litellm_settings import parameters
from inspector.llm.stream_end import StreamEnd
from inspector.llm.wire import raised_here, sendings
from inspector.model import Usage
from inspector.model.settings import UNSET, Settings

_LONGEST = 3_600.0
"""Seconds for litellm's own clock; the guard's patience ends long before."""
_NO_MODEL = "It may have been renamed or retired, or the key may not use it: check the name with the provider."
_NO_CONNECTION = ("Connection error", "Cannot connect to host")
"""As the libraries below litellm say it; it takes the second for a failure of the server."""
_STATUS = {
    401: (Failure.NO_KEY, "{to} does not accept the key ({said}).", ""),
    402: (Failure.FORBIDDEN, "{to} wants to be paid first ({said}).", "Check the account's credit."),
    403: (Failure.FORBIDDEN, "{to} does not allow this ({said}).", "Check what the key and the account may use."),
    404: (Failure.NO_MODEL, "{to} has no model {name} ({said}).", _NO_MODEL),
    408: (Failure.SILENT, "{to} took too long ({said}).", "Try again later."),
    413: (Failure.OVERFLOW, "The request is too large for {to} ({said}).", "Prune first, or summarise in parts."),
    429: (Failure.LIMITED, "{to} limits the rate of requests ({said}).", "Wait, or ask for less at once."),
    500: (Failure.UNAVAILABLE, "{to} failed ({said}).", "Try again later."),
    502: (Failure.UNAVAILABLE, "{to} cannot be reached behind its gateway ({said}).", "Try again later."),
    503: (Failure.UNAVAILABLE, "{to} is overloaded or down ({said}).", "Try again later."),
    529: (Failure.UNAVAILABLE, "{to} is overloaded ({said}).", "Try again later."),
}


@dataclass(frozen=True, slots=True)
class LitellmChat:
    """One model. ``address`` "" means the provider's own; otherwise an OpenAI-compatible server."""

    model: str
    """As litellm names it, with the provider in front where there is one."""
    address: str = ""
    settings: Settings = UNSET
    """What it is asked with beside the messages; ``max_output`` comes with each question, as its limit."""

    @property
    def name(self) -> str:
        """``provider/model``, or ``model@address``."""
        return f"{self.model}@{self.address}" if self.address else self.model

    @property
    def destination(self) -> str:
        """The address, or the provider."""
        return self.address or f"the provider {self.provider}"

    @property
    def provider(self) -> str:
        """Whose key is used: the provider, or the host of the address."""
        return (urlsplit(self.address).hostname or "localhost") if self.address else provider_of(self.model)

    async def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        """Text as it comes, then the ending. Raises ModelFailed."""
        check_offline(self.address, self.name)
        if not self.address and (none := await asyncio.to_thread(lacks_key, self.provider)):
            raise ModelFailed(none, kind=Failure.NO_KEY, hint=self._key_hint())
        if provider := compaction_by(messages):
            if parameters(self.settings):
                why = "A provider's own compaction takes no temperature, effort or seed."
                raise ModelFailed(why, kind=Failure.REJECTED, hint="Run it without them.")
            sent = sendings()
            reply, told = await compacted(self, provider, messages, limit)
            yield reply
            yield replace(told, seconds=_since(sent))
            return
        litellm, key = await asyncio.to_thread(self._ready)
        said: list[str] = []
        stream: Any = None
        sent = sendings()
        try:
            stream = await litellm.acompletion(**self._request(messages, limit, key))
            end = StreamEnd(stream)
            async for chunk in stream:
                text = chunk.choices[0].delta.content if chunk.choices else None
                if text:
                    said.append(text)
                    yield text
            if not said and end.whole:
                whole = litellm.ModelResponse(**end.whole)
                yield str(whole.choices[0].message.content or "")
                told = Ending(str(whole.choices[0].finish_reason), _usage(whole.usage), str(whole.model or ""))
                yield replace(told, seconds=_since(sent))
                return
            yield replace(_ending(stream, end.finish, self.name, "".join(said)), seconds=_since(sent))
        except ModelFailed:
            raise
        except Exception as why:
            # litellm raises its own kinds, those of openai, and, for some providers, whatever they raise.
            raise (raised_here(why) or self.failed(why, "".join(said), key)) from why
        finally:
            if stream is not None:
                # Leaving the loop does not hang up; the provider would go on writing.
                await stream.aclose()

    def _key_hint(self) -> str:
        return f"Set {' or '.join(variables(self.provider))}, or put the key into the keyring."

    def _ready(self) -> tuple[Any, str]:
        """The library and the key: both take long the first time."""
        return library(), find_key(self.provider).value

    def _request(self, messages: Sequence[Message], limit: int | None, key: str) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": f"openai/{self.model.removeprefix('openai/')}" if self.address else self.model,
            "messages": [{"role": message.role, "content": message.text} for message in messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "timeout": _LONGEST,
            "max_retries": 0,
            "num_retries": 0,
        }
        if self.address:
            request |= {"api_base": self.address, "api_key": key or "none"}
        elif key:
            request["api_key"] = key
        if limit is not None:
            request["max_tokens"] = limit
        if self.address and self.settings.effort:
            # It would refuse it for names that it knows not to think; what a server runs under a name, it cannot know.
            request["allowed_openai_params"] = ["reasoning_effort"]
        return request | parameters(self.settings)

    def failed(self, why: Exception, partial: str, key: str) -> ModelFailed:
        """One of litellm's errors in words that a user can act on."""
        name, status = type(why).__name__, getattr(why, "status_code", None)
        said = without_keys(_plain(why), key)
        to = self.destination
        if partial or name == "MidStreamFallbackError":
            return ModelFailed(
                f"The answer of {self.name} broke off after {len(partial):,} characters ({said}).",
                kind=Failure.CUT,
                hint="What had come is kept. The provider may charge for it; ask again when you wish to.",
                partial=partial,
                paid=True,
            )
        if name == "ContextWindowExceededError":
            return ModelFailed(
                f"The context does not fit the window of {self.name} ({said}).",
                kind=Failure.OVERFLOW,
                hint="Prune first, summarise in parts, or choose a model with a larger window.",
            )
        if name == "APIConnectionError" or any(words in said for words in _NO_CONNECTION):
            return ModelFailed(
                f"There is no connection to {to}.",
                kind=Failure.UNREACHABLE,
                hint="Is the server running, and the address right?" if self.address else "Check the network.",
            )
        if not key and "Missing credentials" in said:
            # OpenAI's library does not ask at all then, and litellm takes that for a failure of the server.
            status = 401
        if status in _STATUS:
            kind, words, hint = _STATUS[status]
            if kind is Failure.NO_KEY:
                hint = self._key_hint()
            words = words.format(to=_begins(to), name=self.name, said=said)
            return ModelFailed(words, kind=kind, hint=hint, again_in=_again_in(why))
        hint = "Known names look like anthropic/claude-sonnet-5 or openai/gpt-5; a server: NAME@http://HOST:PORT/v1."
        return ModelFailed(f"{_begins(to)} does not take the request ({said}).", kind=Failure.REJECTED, hint=hint)


def provider_of(model: str) -> str:
    """The provider a model's name leads to."""
    if "/" in model:
        return model.split("/", 1)[0]
    starts = {"claude": "anthropic", "gpt": "openai", "o1": "openai", "o3": "openai", "o4": "openai"}
    return next((provider for start, provider in starts.items() if model.startswith(start)), "openai")


def _since(sent: Sequence[float]) -> float | None:
    return time.monotonic() - sent[0] if sent else None


def _ending(stream: Any, finish: str | None, name: str, said: str) -> Ending:
    if finish is None:
        raise ModelFailed(
            f"The answer of {name} ended without an ending after {len(said):,} characters.",
            kind=Failure.CUT,
            hint="The connection was closed early. What had come is kept; ask again when you wish to.",
            partial=said,
            paid=True,
        )
    told = [chunk.usage for chunk in stream.chunks if getattr(chunk, "usage", None) is not None]
    usage = _usage(told[-1]) if told else None
    return Ending(finish, usage, str(stream._provider_response_model or ""))


def _usage(told: Any) -> Usage:
    """litellm's prompt tokens include cached ones; ours do not."""
    details = told.prompt_tokens_details
    read = (getattr(details, "cached_tokens", None) if details else None) or 0
    written = getattr(told, "cache_creation_input_tokens", None) or 0
    thought = told.completion_tokens_details
    reasoning = getattr(thought, "reasoning_tokens", None) if thought else None
    prompt = told.prompt_tokens or 0
    return Usage(max(0, prompt - read - written), read, written, told.completion_tokens, reasoning)


def _again_in(why: Exception) -> float | None:
    """Seconds that the provider asks to wait."""
    headers = getattr(why, "litellm_response_headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        # Some give a date; the usual pause has to do.
        return None


def _plain(why: Exception) -> str:
    """The provider's own words, without the names that were put in front of them."""
    words = " ".join(str(getattr(why, "message", "") or why).split())
    words = words.split(" Original exception:", 1)[0]
    while ": " in words and words.split(": ", 1)[0].split(".")[-1].endswith(("Error", "Exception", "Timeout")):
        words = words.split(": ", 1)[1]
    head, _, rest = words.partition("Exception - ")
    words = rest if rest and " " not in head else words
    return words.rstrip(". ")[:300]


async def close_clients() -> None:
    """Close the connections that litellm keeps for the running loop: no other loop can, once this one is closed."""
    if not library.cache_info().currsize:
        return
    litellm, loop = library(), asyncio.get_running_loop()
    clients = litellm.in_memory_llm_clients_cache.cache_dict
    for key in [key for key in clients if key.endswith(f"-{id(loop)}")]:
        # One that is broken is as good as closed.
        with suppress(Exception):
            await clients.pop(key).close()
    # Gemini is asked through a client of all loops: it stays, and opens another session when it is used again.
    shared = vars(litellm).get("module_level_aclient")
    session = getattr(shared.client._transport, "client", None) if shared is not None else None
    if session is not None and getattr(session, "_loop", None) is loop:
        await session.close()


def _begins(to: str) -> str:
    """Who is asked, at the beginning of a sentence: an address stays as it is."""
    return to if "://" in to else to[:1].upper() + to[1:]
