from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from concurrent.futures import CancelledError
from contextlib import suppress

import pytest

from inspector.llm.loop import Loop


async def _until_told(started: threading.Event, ended: threading.Event) -> None:
    started.set()
    try:
        await asyncio.Event().wait()
    finally:
        ended.set()


def test_a_result_and_an_error_come_with_the_future() -> None:
    async def fail() -> None:
        raise ValueError("no")

    async def work() -> int:
        return 7

    with Loop() as loop:
        assert loop.submit(work()).result(5) == 7
        with pytest.raises(ValueError, match="no"):
            loop.submit(fail()).result(5)


def test_cancelling_the_future_cancels_the_coroutine() -> None:
    started, ended = threading.Event(), threading.Event()
    with Loop() as loop:
        future = loop.submit(_until_told(started, ended))
        assert started.wait(5)
        future.cancel()
        assert ended.wait(5)


def test_closing_cancels_what_runs_and_leaves_no_thread() -> None:
    started, ended = threading.Event(), threading.Event()
    before = set(threading.enumerate())
    loop = Loop()
    future = loop.submit(_until_told(started, ended))
    assert started.wait(5)
    loop.close()
    loop.close()
    assert ended.is_set()
    with pytest.raises(CancelledError):
        future.result(5)
    assert "inspector-models" not in [thread.name for thread in set(threading.enumerate()) - before]


@pytest.mark.parametrize(("patience", "takes", "left"), [(5, 0.3, []), (0.2, 2, ["inspector-look_0"])])
def test_closing_leaves_no_thread_but_one_that_does_not_end(patience, takes, left, monkeypatch) -> None:
    monkeypatch.setattr("inspector.llm.loop._PATIENCE", patience)
    started, before = threading.Event(), set(threading.enumerate())
    loop = Loop()
    loop.submit(asyncio.to_thread(lambda: (started.set(), time.sleep(takes))))
    assert started.wait(5)
    loop.close()
    assert [thread.name for thread in set(threading.enumerate()) - before] == left


def test_blocking_work_beside_the_loop_may_wait_for_the_loop() -> None:
    async def answer() -> str:
        return "from the loop"

    with Loop() as loop:
        work = loop.submit(loop.aside(lambda: loop.submit(answer()).result(5)))
        assert work.result(5) == "from the loop"


def test_closing_leaves_none_of_the_threads_that_worked_beside_it() -> None:
    together = threading.Barrier(16)

    async def all_at_once(loop: Loop) -> None:
        await asyncio.gather(*(loop.aside(lambda: together.wait(5)) for _ in range(16)))

    loop = Loop()
    loop.submit(all_at_once(loop)).result(5)
    loop.close()
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("inspector-run")]


def test_closing_cancels_what_is_begun_by_what_it_cancels() -> None:
    started, ended = threading.Event(), threading.Event()
    begun: list[asyncio.Task[None]] = []

    async def goes_on() -> None:
        try:
            await _until_told(started, threading.Event())
        finally:
            begun.append(asyncio.create_task(_until_told(threading.Event(), ended)))
            await asyncio.sleep(0)

    loop = Loop()
    loop.submit(goes_on())
    assert started.wait(5)
    loop.close()
    assert begun[0].cancelled()


def test_a_generator_that_nobody_closed_is_closed_with_the_loop() -> None:
    ended = threading.Event()

    async def numbers() -> AsyncGenerator[int, None]:
        try:
            yield 1
        finally:
            ended.set()

    left = numbers()

    async def first() -> int:
        return await anext(left)

    with Loop() as loop:
        assert loop.submit(first()).result(5) == 1
    assert ended.is_set()


def test_what_is_asked_of_a_closed_loop_is_cancelled_and_not_waited_for() -> None:
    async def work() -> int:
        return 7

    loop = Loop()
    loop.close()
    with pytest.raises(CancelledError):
        loop.submit(work()).result(5)


def test_work_beside_the_loop_that_asks_once_more_does_not_hold_up_closing() -> None:
    started, heard = threading.Event(), threading.Event()

    def ask_twice() -> None:
        for _ in range(2):
            with suppress(CancelledError):
                loop.submit(_until_told(started, threading.Event())).result(5)
        heard.set()

    with Loop() as loop:
        loop.submit(loop.aside(ask_twice))
        assert started.wait(5)
    assert heard.is_set()
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("inspector-run")]
