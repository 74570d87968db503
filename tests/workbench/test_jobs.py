import gc

import pytest

from inspector.errors import Cancelled
from inspector.workbench.jobs import Progress, making_many
from tests.inline_executor import InlineExecutor


def test_progress_is_told_until_it_is_cancelled():
    told = []
    progress = Progress(lambda fraction, words: told.append((fraction, words)))
    progress.report(0.5, "Half")
    progress.cancel()
    with pytest.raises(Cancelled):
        progress.report(0.6, "More")
    with pytest.raises(Cancelled):
        progress.check()
    assert told == [(0.5, "Half")]


def test_a_job_gives_way_at_every_check_until_it_is_cancelled():
    gave = []
    progress = Progress(give_way=lambda: gave.append(1))
    progress.check()
    progress.report(0.5, "Half")
    progress.cancel()
    with pytest.raises(Cancelled):
        progress.check()
    assert len(gave) == 2


def test_an_inline_job_is_done_when_run_returns():
    done, failed = [], []
    InlineExecutor().run("slot", lambda progress: 42, done.append, failed.append)
    assert (done, failed) == ([42], [])


def test_an_inline_job_that_fails_tells_why_once():
    done, failed = [], []
    InlineExecutor().run("slot", lambda progress: 1 / 0, done.append, failed.append)
    assert done == []
    assert [type(why) for why in failed] == [ZeroDivisionError]


def test_what_fails_behind_a_job_is_not_taken_for_the_job():
    def done(value):
        raise KeyError("in the view")

    failed = []
    with pytest.raises(KeyError):
        InlineExecutor().run("slot", lambda progress: 42, done, failed.append)
    assert failed == []


def test_what_was_made_in_masses_is_never_looked_through_again() -> None:
    gc.collect()
    before = gc.get_freeze_count()
    with making_many():
        assert not gc.isenabled()
        with making_many():
            made = [[number] for number in range(10_000)]
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() - before >= len(made)


def test_looking_for_cycles_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with making_many():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
