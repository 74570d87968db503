import time
from dataclasses import replace

import pytest

from inspector.gui.models.column_words import head, model_words, recorded_head, state_words, title
from inspector.llm.guard import Wait
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState
from tests.made_runs import ready_of, variant

pytestmark = pytest.mark.usefixtures("qapp")


def column(name, **more):
    one = variant(name)
    return Column("A", one, ColumnState.DONE, ran=one, **more)


def test_how_far_a_column_is_stands_above_it():
    waits = Column("H", variant("own/pinned-facts"), ColumnState.WANTS_MODEL)
    assert head(waits) == "H  ◇ needs a model\nown/pinned-facts"
    assert model_words(waits) == "choose a model…"
    assert model_words(replace(waits, variant=replace(waits.variant, model=RECORDED_WORDS))) == "recorded summary"
    done = column("own/head-tail")
    assert state_words(done) == "✓ done"
    assert "edited" in state_words(replace(done, variant=variant("own/extractive")))


def test_a_long_name_leaves_room_for_the_state():
    assert head(column("codex/user-messages-only")).splitlines()[1] == "codex/user-messages…"


def test_over_several_compactions_is_said_on_how_many_it_ran():
    assert state_words(column("own/head-tail", parts=(2, 3))) == "✓ done · n 3"
    assert state_words(replace(column("own/head-tail", parts=(2, 3)), state=ColumnState.RUNNING)) == "… 2 of 3"
    assert recorded_head(replace(ready_of(), over=(1, 2, 3))) == "recorded\nmean over 3"
    assert recorded_head() == "recorded\nbaseline"


def test_a_title_names_the_strategy_and_whether_something_is_to_be_preserved():
    assert title(None) == "recorded" and title(column("own/head-tail")) == "A  own/head-tail"
    asks = Column("B", variant("own/guided", "x/y", focus="the schema"), ColumnState.READY)
    assert title(asks) == "B  own/guided (preserve…)"


def test_a_column_that_runs_says_how_long_it_has_been_running():
    runs = Column("A", variant("own/guided", "x/y"), ColumnState.RUNNING)
    assert state_words(runs) == "… running"
    assert state_words(replace(runs, since=time.monotonic() - 42.5)) == "… running 42 s"
    assert state_words(replace(runs, since=time.monotonic() - 125.5)) == "… running 2:05"


def test_a_pause_that_a_provider_wants_is_counted_down_above_the_column():
    runs = replace(column("own/guided"), state=ColumnState.RUNNING)
    assert head(runs, Wait(11.2, "It is busy.")).startswith("A  ◷ asked again in 12 s\n")
    assert head(runs).startswith("A  … running\n")
