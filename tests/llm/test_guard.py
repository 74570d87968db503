"""What the guard does is held to by test_litellm_chat.py with a real server; here are its parts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence

import pytest

from inspector.errors import ModelFailed
from inspector.llm import guard
from inspector.llm.chat import Ending, Failure, Message, hear_out
from inspector.llm.guard import Guarded, Patience, Queue, check_offline, is_here


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://127.8.8.8/v1", True),
        ("http://localhost:11434/v1", True),
        ("http://[::1]:1234/v1", True),
        ("http://10.0.0.2:8080/v1", False),
        ("https://localhost.example.com/v1", False),
        ("http://0.0.0.0/v1", False),
        ("", False),
        ("http://", False),
    ],
)
def test_only_loopback_addresses_are_of_this_machine(address, here, monkeypatch) -> None:
    assert is_here(address) is here
    if here:
        check_offline(address, "m")
    else:
        with pytest.raises(ModelFailed, match="may not leave this machine"):
            check_offline(address, "m")
    monkeypatch.setattr(guard, "ALLOW_REQUESTS", True)
    check_offline(address, "m")


class Slow:
    """Fails after a while, then takes a tenth of a second to answer."""

    name = destination = "slow"

    def __init__(self, fails: int = 0, words: str = "It is overloaded.") -> None:
        self.fails, self.words = fails, words

    async def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        self.fails -= 1
        if self.fails >= 0:
            await asyncio.sleep(0.3 if self.fails < 2 else 0)
            raise ModelFailed(self.words, kind=Failure.UNAVAILABLE)
        await asyncio.sleep(0.1)
        yield "text"
        yield Ending("stop")


def test_seconds_are_the_models_without_a_try_that_failed_and_the_pause_behind_it() -> None:
    chat = Guarded(Slow(fails=1), Patience(pause=0.3), Queue())
    began = time.monotonic()
    reply = asyncio.run(hear_out(chat, [Message("user", "?")]))
    assert time.monotonic() - began > 0.6
    assert reply.seconds is not None and 0.1 <= reply.seconds < 0.25


def test_seconds_are_the_models_without_waiting_for_a_place() -> None:
    chat = Guarded(Slow(), Patience(), Queue(at_once=1))

    async def all_of_them() -> list[float]:
        replies = await asyncio.gather(*(hear_out(chat, [Message("user", "?")]) for _ in range(4)))
        return [reply.seconds or 0.0 for reply in replies]

    assert all(0.1 <= one < 0.2 for one in asyncio.run(all_of_them()))


def test_a_server_that_loads_its_model_is_waited_for_beyond_all_tries(monkeypatch) -> None:
    monkeypatch.setattr(guard, "_LOADS", 0.01)
    slow = Slow(fails=6, words="It is overloaded or down (Loading model).")
    assert asyncio.run(hear_out(Guarded(slow, Patience(tries=2, pause=0.01)), [Message("user", "?")])).text == "text"
    slow = Slow(fails=6)
    with pytest.raises(ModelFailed) as caught:
        asyncio.run(hear_out(Guarded(slow, Patience(tries=2, pause=0.01)), [Message("user", "?")]))
    assert "tried 2 times" in caught.value.message


def test_how_long_a_model_may_take_can_be_set(monkeypatch) -> None:
    assert Patience().first == 900
    monkeypatch.setenv(guard.TIMEOUT, "0.05")
    with pytest.raises(ModelFailed, match=r"was given 0\.05 s to begin its answer"):
        asyncio.run(hear_out(Guarded(Slow()), [Message("user", "?")]))


class Counting:
    """Notes how many are being answered at once."""

    name = destination = "counting"

    def __init__(self) -> None:
        self.now = self.most = 0

    async def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        yield "text"
        self.now -= 1
        yield Ending("stop")


@pytest.mark.parametrize("at_once", [1, 3])
def test_no_more_are_asked_at_once_than_the_queue_allows(at_once) -> None:
    chat = Counting()

    async def ask_nine() -> None:
        guarded = Guarded(chat, Patience(), Queue(at_once))
        await asyncio.gather(*(hear_out(guarded, (Message("user", "question"),)) for _ in range(9)))

    asyncio.run(ask_nine())
    assert chat.most == at_once


def test_all_of_a_queue_wait_when_the_provider_asks_one_to_wait() -> None:
    async def enter_after_a_pause() -> float:
        queue = Queue()
        clock = asyncio.get_running_loop().time
        began = clock()
        queue.pause(0.02)
        queue.pause(0.001)
        await queue.enter()
        return clock() - began

    assert asyncio.run(enter_after_a_pause()) >= 0.02


def test_a_pause_says_how_long_it_still_is_and_why_and_the_longest_holds() -> None:
    queue = Queue()
    assert queue.wait is None
    queue.pause(60, "The provider limits the rate of requests.")
    queue.pause(1, "It is overloaded.")
    wait = queue.wait
    assert wait is not None and 59 < wait.seconds <= 60 and wait.why == "The provider limits the rate of requests."
    queue._pause = (0.0, "long ago")
    assert queue.wait is None


def test_a_cancelled_wait_gives_its_place_back() -> None:
    async def cancel_then_enter() -> None:
        queue = Queue(1)
        queue.pause(3600)
        waiting = asyncio.create_task(queue.enter())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        queue._pause = (0.0, "")
        await asyncio.wait_for(queue.enter(), 5)

    asyncio.run(cancel_then_enter())
