"""What holds at the connection itself, whatever a library above it does: no other host, and none at all when offline.

Rule: the user confirmed one host. A server that answers "ask over there" gets no second request unless "there" is the
same scheme, host and port; the whole context would go with it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure
from inspector.llm.guard import check_offline

_KEEPS_THE_QUESTION = frozenset({307, 308})
"""The redirects that ask the same again; the others would drop the question and ask for a page."""
CONNECT = 10.0
"""Seconds for a connection; an answer may take long, and has a clock of its own."""
_MOST = 3
_sent: ContextVar[list[float]] = ContextVar("_sent")
"""When the requests of a task were sent."""


def sendings() -> list[float]:
    """Is given the time of every request that this task sends from now on, by ``time.monotonic``.

    What a library does before its first request is no time of the model: litellm's first takes it half a second.
    """
    times: list[float] = []
    _sent.set(times)
    return times


@cache
def guard_connections() -> None:
    """Put the rule under all that is sent from now on: every provider is asked through httpx."""
    import httpx

    ask, ask_now = httpx.AsyncClient.send, httpx.Client.send

    async def send(client: Any, request: Any, **how: Any) -> Any:
        _sent.get([]).append(time.monotonic())
        for _ in range(_MOST):
            _prepare(request)
            response = await ask(client, request, **{**how, "follow_redirects": False})
            if not response.is_redirect:
                return response
            await response.aclose()
            request = _further(response)
        raise _redirected(request.url.host, "itself, over and over")

    def send_now(client: Any, request: Any, **how: Any) -> Any:
        for _ in range(_MOST):
            _prepare(request)
            response = ask_now(client, request, **{**how, "follow_redirects": False})
            if not response.is_redirect:
                return response
            response.close()
            request = _further(response)
        raise _redirected(request.url.host, "itself, over and over")

    # mypy knows their signatures, which nobody here depends on.
    setattr(httpx.AsyncClient, "send", send)  # noqa: B010
    setattr(httpx.Client, "send", send_now)  # noqa: B010


def _prepare(request: Any) -> None:
    """Check where a request goes; a server that does not even take the call is not waited for as a model is."""
    check_offline(str(request.url), request.url.host)
    told = request.extensions.get("timeout") or {}
    request.extensions["timeout"] = {**told, "connect": min(CONNECT, told.get("connect") or CONNECT)}


def _further(response: Any) -> Any:
    """The same question at the place that a server names, on the same host. Raises ModelFailed for any other."""
    here, there = response.request.url, response.next_request
    same = there is not None and (there.url.scheme, there.url.host, there.url.port) == (
        here.scheme,
        here.host,
        here.port,
    )
    if not same or response.status_code not in _KEEPS_THE_QUESTION:
        raise _redirected(here.host, _place(there) or "another place")
    return there


def _place(request: Any) -> str:
    """Scheme and host of where a request would go, without what else its address may hold."""
    if request is None:
        return ""
    parts = urlsplit(str(request.url))
    return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")


def _redirected(host: str, place: str) -> ModelFailed:
    return ModelFailed(
        f"{host} redirects to {place}. That was not followed: nothing goes to a host that was not confirmed.",
        kind=Failure.REDIRECTED,
        hint="If you trust that address, name it yourself.",
    )


def raised_here(why: BaseException) -> ModelFailed | None:
    """What the rule raised, where a library has wrapped it in errors of its own."""
    return next((one for one in _causes(why) if isinstance(one, ModelFailed)), None)


def _causes(why: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    left = [why]
    while left:
        one = left.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            left += [cause for cause in (one.__cause__, one.__context__) if cause is not None]
