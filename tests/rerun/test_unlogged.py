from dataclasses import replace

import pytest

from inspector.measure.calibrate import NOT_FITTED, Calibration
from inspector.model import Basis
from inspector.reconstruct.replay import Replay
from inspector.rerun.unlogged import SimulatedOverhead, Unlogged, unlogged_of
from tests.made_context import MadeContext, counts_of, words

FIT = Calibration(2.0, 900.0, 0.05, Basis.ESTIMATED, 20, framing=30.0)


def found(made: MadeContext, calibration: Calibration = FIT) -> Unlogged:
    session = made.session()
    return unlogged_of(session, Replay(session), counts_of(session), calibration, made.compactions())


def session(*prompts: int | None) -> MadeContext:
    """A request before each thousand tokens more."""
    made = MadeContext()
    for prompt in prompts:
        made.prompt(words(1_000))
        made.call(prompt)
    return made


def test_each_recorded_prompt_tells_what_it_held_beyond_its_items():
    assert found(session(2_500, None, 7_000)).known == {1: 500.0, 3: pytest.approx(1_000, abs=10)}
    assert found(session(2_500), NOT_FITTED).known == {1: 1_500.0}


def test_where_nothing_is_recorded_the_calibrations_overhead_stands_in():
    told = found(session(None, None))
    assert (told.known, told.first, told.settled) == ({}, 900.0, 900.0)
    assert found(session(None), replace(FIT, overhead=None)).first == 0.0


def test_what_a_recorded_compaction_left_beyond_the_items_settles_behind_others():
    made = session(2_500)
    made.compact(text=words(100))
    made.call(1_200)
    told = found(made)
    assert told.known == {1: 500.0}, "behind the cut the context is another"
    assert told.settled == pytest.approx(1_000.0)
    assert told.every == {1: 500.0, 2: pytest.approx(1_000.0)}, "of the recorded contexts it is known behind it, too"


def test_less_than_the_log_holds_is_not_carried_behind_a_cut():
    told = found(session(1_500, 5_000))
    assert told.known[1] == -500.0
    assert (told.first, told.settled) == (0.0, 0.0)


def test_it_follows_what_is_recorded_then_grows_and_starts_over_at_a_cut():
    carried = SimulatedOverhead(Unlogged({1: 500.0, 2: 700.0}, 500.0, 400.0, 30.0, {}))
    levels = []
    for number in (1, 2, 3, 4):
        carried.before(number)
        levels.append(carried.tokens)
    assert levels == [500.0, 700.0, 730.0, 760.0]
    carried.cut()
    assert carried.tokens == 400.0
    carried.before(2)
    assert carried.tokens == 430.0, "its own context is no longer the recorded one"
