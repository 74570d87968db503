"""The clock of the machine is set while models are asked: hours back, days ahead, at every look at it.

Waiting and measuring go by a clock that cannot be set, and what was paid for is known by what was asked, not by when.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from datetime import datetime as real_datetime
from datetime import timedelta

import pytest

from inspector.ask import asker as asker_module
from inspector.ask.asker import Asker, asker_for
from inspector.ask.spending import Spending
from inspector.errors import ModelFailed
from inspector.llm.chat import Failure, Message
from inspector.llm.guard import Patience
from inspector.measure.price import Price
from inspector.model import Usage
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from tests.llm.provider import SUMMARY
from tests.rerun.laboratory import SAMPLE, laboratory, model, run, trials, variants

JUMPS = (0.0, -7_200.0, 86_400.0, -10.0, 400 * 86_400.0, -30 * 86_400.0)
"""Seconds by which the clock is wrong, one look after another."""
ASKED = (Message("user", "Summarise: " + "we did this and that. " * 20),)
EXPECTED = Usage(100, 0, 0, 50)


@pytest.fixture(autouse=True)
def jumps(monkeypatch) -> Iterator[list[float]]:
    """Sets the clock anew whenever anybody looks at it; gives what was seen."""
    seen: list[float] = []
    wrong = itertools.cycle(JUMPS)
    true = time.time

    def now() -> float:
        seen.append(true() + next(wrong))
        return seen[-1]

    class Dates(real_datetime):
        @classmethod
        def now(cls, tz=None):
            return real_datetime.now(tz) + timedelta(seconds=next(wrong))

    monkeypatch.setattr(time, "time", now)
    monkeypatch.setattr(asker_module, "datetime", Dates)
    yield seen


@pytest.fixture
def reruns(tmp_path) -> Iterator[Reruns]:
    library = Library(tmp_path / "library.sqlite")
    yield Reruns(library)
    library.close()


def asker(loop, server, reruns, name, *, patience=None, spending=None) -> Asker:
    waits = patience or Patience(first=20.0, between=20.0, tries=3, pause=0.001, longest=1.0)
    return asker_for(model(name, server.address), loop, reruns, spending or Spending(), patience=waits)


def test_a_streamed_answer_is_heard_to_its_end_and_took_no_negative_time(loop, server, reruns, jumps) -> None:
    began = time.monotonic()
    answer = asker(loop, server, reruns, "drip").ask(ASKED, EXPECTED)
    took = time.monotonic() - began
    assert answer.text == SUMMARY
    assert 0.0 < answer.seconds <= took
    assert max(jumps) - min(jumps) > 300 * 86_400, "the clock was looked at, and jumped"


def test_a_silence_is_measured_by_a_clock_that_cannot_be_set(loop, server, reruns) -> None:
    slow = Patience(first=20.0, between=0.05)
    with pytest.raises(ModelFailed) as caught:
        asker(loop, server, reruns, "stall", patience=slow).ask(ASKED, EXPECTED)
    assert (caught.value.kind, caught.value.partial) == (Failure.SILENT, "The user ")


def test_the_pause_of_a_rate_limit_is_neither_skipped_nor_made_longer(loop, server, reruns) -> None:
    began = time.monotonic()
    answer = asker(loop, server, reruns, "limited").ask(ASKED, EXPECTED)
    assert answer.text == SUMMARY
    assert server.count("limited") == 2
    assert time.monotonic() - began >= 0.01, "what the server asked for was waited"


def test_a_budget_counts_what_was_spent_whenever_that_was(loop, server, reruns) -> None:
    spending = Spending(cap=0.25)
    paid = asker(loop, server, reruns, "small-1", spending=spending)
    paid = Asker(paid.chat, loop, reruns, lambda usage: Price(0.1, "2026-01-01"), spending)
    for nth in range(2):
        paid.ask(ASKED, EXPECTED, nth=nth)
    with pytest.raises(Exception, match="It was not sent"):
        paid.ask(ASKED, EXPECTED, nth=2)
    assert (spending.spent, spending.promised) == (pytest.approx(0.2), pytest.approx(0.0))
    assert server.count("small-1") == 2


def test_nothing_is_paid_twice_although_the_question_seems_to_be_from_tomorrow(loop, server, reruns, cases) -> None:
    wanted = trials(cases[SAMPLE, 1], variants(server.address, "small-1"), repeats=3)
    first = run(laboratory(loop, reruns), wanted)
    again = run(laboratory(loop, reruns), wanted)
    assert server.count("small-1") == 3
    for judged in (*first, *again):
        assert judged.run.error == ""
        assert judged.run.seconds >= 0.0
    assert [one.run.text for one in again] == [one.run.text for one in first]
