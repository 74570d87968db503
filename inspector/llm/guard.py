"""What stands between a request and the network: offline mode, patience, tries, and one queue per provider."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from inspector.errors import ModelFailed
from inspector.llm.chat import ChatModel, Ending, Failure, Message

OFFLINE = "INSPECTOR_OFFLINE"
"""Set to 1 in the environment, nothing leaves this machine."""
ALLOW_REQUESTS = os.environ.get(OFFLINE, "") in ("", "0")
"""False: only servers on this machine and local commands may be asked. The tests run so."""
ALLOW_COMMANDS = ALLOW_REQUESTS
"""Nor may a command, which sends where it likes."""

_AGAIN = frozenset({Failure.LIMITED, Failure.UNAVAILABLE, Failure.UNREACHABLE})
"""Nothing was answered and nothing is charged, so that asking again pays nothing twice."""


TIMEOUT = "INSPECTOR_TIMEOUT"
"""In the environment: seconds that a model is given to begin its answer."""
_LOADS = 3.0
"""Seconds between two looks whether a server has loaded its model."""


def told_seconds() -> float | None:
    """What ``INSPECTOR_TIMEOUT`` says; None where it says no number of seconds."""
    try:
        seconds = float(os.environ.get(TIMEOUT, ""))
    except ValueError:
        return None
    return seconds if 0 < seconds < float("inf") else None


def check_offline(address: str, name: str) -> None:
    """Raise ModelFailed where requests are not allowed to leave this machine and this one would. "" is a provider."""
    if ALLOW_REQUESTS or is_here(address):
        return
    raise ModelFailed(
        f"{name} was not asked: requests may not leave this machine.",
        kind=Failure.NOT_ALLOWED,
        hint=f"Unset {OFFLINE}, or name a server on this machine, such as NAME@http://127.0.0.1:8080/v1.",
    )


def is_here(address: str) -> bool:
    """Whether an address is of this machine itself."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, in seconds, and how often to ask again."""

    first: float = field(default_factory=lambda: told_seconds() or 900.0)
    """Until the first text: a small local model reads a long prompt for minutes."""
    between: float = 120.0
    """From one piece of text to the next."""
    tries: int = 4
    pause: float = 1.0
    """Before the second try; doubles with each further one."""
    longest: float = 90.0
    """A provider that asks for a longer pause is left alone."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause before a provider is asked again."""

    seconds: float
    """That are left of it."""
    why: str
    """What the provider said, in a sentence."""


@dataclass(slots=True)
class Queue:
    """So many at once to one provider; all of them wait when it asks one to wait."""

    at_once: int = 4
    _slots: asyncio.Semaphore = field(init=False)
    _pause: tuple[float, str] = (0.0, "")
    """Until when, by ``time.monotonic``, and why: set as one, since other threads look."""

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.at_once)

    async def enter(self) -> None:
        """Wait for a place, and for the end of a pause."""
        await self._slots.acquire()
        try:
            while (left := self._pause[0] - time.monotonic()) > 0:
                await asyncio.sleep(left)
        except BaseException:
            self._slots.release()
            raise

    def leave(self) -> None:
        """Give the place to the next."""
        self._slots.release()

    def pause(self, seconds: float, why: str = "") -> None:
        """Nobody asks before so many seconds have passed."""
        self._pause = max(self._pause, (time.monotonic() + seconds, why))

    @property
    def wait(self) -> Wait | None:
        """The pause that whoever has no answer yet waits for; None where there is none. For any thread."""
        until, why = self._pause
        left = until - time.monotonic()
        return Wait(left, why) if left > 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """A model that is asked with patience, again where that costs nothing, and not more often at once than allowed."""

    chat: ChatModel
    patience: Patience = field(default_factory=Patience)
    queue: Queue = field(default_factory=Queue)
    leaving: Callable[[bool], None] | None = None
    """Is told True just before a request goes out, and False when a try is over that nobody charges for."""

    @property
    def name(self) -> str:
        """The model's."""
        return self.chat.name

    @property
    def destination(self) -> str:
        """The model's."""
        return self.chat.destination

    async def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        """As the model answers; a try that failed before its first text is made again."""
        nth, began = 0, time.monotonic()
        while True:
            nth += 1
            await self.queue.enter()
            said = False
            try:
                self._tell(True)
                async with aclosing(self._once(messages, limit)) as pieces:
                    async for piece in pieces:
                        said = True
                        yield piece
                return
            except ModelFailed as why:
                if said or why.kind not in _AGAIN:
                    raise
                self._tell(False)
                if self._loads(why, began):
                    nth = 0
                    self.queue.pause(_LOADS, why.message)
                else:
                    self.queue.pause(self._wait(why, nth), why.message)
            finally:
                self.queue.leave()

    def _tell(self, goes: bool) -> None:
        if self.leaving is not None:
            self.leaving(goes)

    def _loads(self, why: ModelFailed, began: float) -> bool:
        """Whether a server says that it loads its model, and may still do so: a large one takes minutes."""
        is_loading = why.kind == Failure.UNAVAILABLE and "loading" in why.message.lower()
        return is_loading and time.monotonic() - began < self.patience.first

    def _wait(self, why: ModelFailed, nth: int) -> float:
        """Seconds before the next try. Raises the failure where there is to be none."""
        if nth == self.patience.tries:
            why.message = f"{why.message} It was tried {nth} times." if nth > 1 else why.message
            raise why
        # Spread, so that columns that failed together do not come back together.
        wait = self.patience.pause * 2.0 ** (nth - 1) * random.uniform(0.8, 1.2)
        if why.again_in is not None:
            wait = max(wait, why.again_in) if why.again_in <= self.patience.longest else why.again_in
        if wait > self.patience.longest:
            raise why
        return wait

    async def _once(self, messages: Sequence[Message], limit: int | None) -> AsyncGenerator[str | Ending, None]:
        began = time.monotonic()
        async with aclosing(self.chat.ask(messages, limit)) as pieces:
            text: list[str] = []
            while True:
                allowed = self.patience.between if text else self.patience.first
                try:
                    # Not wait_for: up to Python 3.11 it swallows a cancel that comes while text is there.
                    async with asyncio.timeout(allowed):
                        piece = await anext(pieces)
                except StopAsyncIteration:
                    return
                except TimeoutError as why:
                    raise self._silent(allowed, "".join(text)) from why
                if isinstance(piece, str):
                    text.append(piece)
                elif piece.seconds is None:
                    piece = replace(piece, seconds=time.monotonic() - began)
                yield piece

    def _silent(self, seconds: float, partial: str) -> ModelFailed:
        until = "in the middle of its answer" if partial else "to begin its answer"
        return ModelFailed(
            f"{self.name} was given {seconds:g} s {until} and said nothing.",
            kind=Failure.SILENT,
            hint=f"It may be stuck or overloaded, and may charge all the same; {TIMEOUT} allows other seconds.",
            partial=partial,
            paid=True,
        )
