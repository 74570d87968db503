from __future__ import annotations

from dataclasses import replace

import pytest
import zstandard

from inspector.errors import CannotRead
from inspector.model import Basis, ItemKind, Origin, Quote, TokenCount, Usage
from inspector.model.answer import AnswerState, RawAnswer
from inspector.model.run import Drop, Needs, Run, Selection, Slice, State, StrategySpec
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from tests.rerun.laboratory import in_flight

SPEC = StrategySpec(id="own/x", hash="h", selection=Selection.OWN, needs=Needs.REQUIRED, prompt="handoff@1", model="m")
ASKED = RawAnswer(key="k", state=AnswerState.ASKED, model="m", asked="2026-01-01T00:00:00+00:00")
ANSWERED = replace(
    ASKED, state=AnswerState.ANSWERED, text="Grüße \u2028 done", usage=Usage(1, 2, None, 3), seconds=1.5, notes=("n",)
)
RUN = Run(
    id="1:own/x:0",
    spec=SPEC,
    compaction=1,
    slices=(
        Slice("tail", ItemKind.USER, Origin.HUMAN, State.TRUNCATED, "text", 3, (Quote(4, 0, 9),), 4, why="prune: x"),
    ),
    dropped=(Drop(2, "select", "rule"),),
    folded=(1, 3),
    silent=(),
    before=TokenCount(100, Basis.ESTIMATED, "t", 4),
    after=TokenCount(10, Basis.ESTIMATED, "t"),
    text="summary",
    usage=Usage(1, None, None, 2),
    cost=0.25,
    notes=("a", "b"),
)


@pytest.fixture
def library(tmp_path) -> Library:
    return Library(tmp_path / "library.sqlite")


def test_an_answer_takes_the_place_of_its_question_and_is_there_after_the_program_ended(library) -> None:
    reruns = Reruns(library)
    assert reruns.find("k") is None
    reruns.put(ASKED)
    assert (reruns.find("k"), in_flight(reruns)) == (ASKED, 1)
    reruns.put(ANSWERED)
    library.close()
    again = Reruns(Library(library.path))
    assert (again.find("k"), in_flight(again)) == (ANSWERED, 0)


def test_runs_come_back_in_order_by_the_name_they_are_kept_under(library) -> None:
    reruns = Reruns(library)
    reruns.keep_experiment("e1", "s", "/log.jsonl")
    reruns.keep_experiment("e2", "other", "/other.jsonl")
    reruns.keep_experiment("e3", "s", "/log.jsonl")
    second = replace(RUN, id="1:own/x:1", error="failed", cost=None)
    reruns.keep_run("e1", RUN)
    reruns.keep_run("e1", second)
    reruns.keep_experiment("e1", "s", "/moved.jsonl")
    assert reruns.runs("e1") == (RUN, second)
    assert reruns.experiments("s") == ("e3", "e1")


def test_a_full_disk_is_said_and_what_was_there_stays(library) -> None:
    reruns = Reruns(library)
    reruns.put(ASKED)
    library.execute("PRAGMA max_page_count = 1")
    with pytest.raises(CannotRead, match="full"):
        for number in range(50):
            reruns.put(replace(ANSWERED, key=f"k{number}", text="".join(map(chr, range(200, 4000 + number)))))
    assert reruns.find("k") == ASKED


def test_the_columns_of_a_session_are_those_kept_last(library) -> None:
    reruns = Reruns(library)
    assert reruns.columns("claude-code/a") is None
    reruns.keep_columns("claude-code/a", b"one")
    reruns.keep_columns("claude-code/b", b"other")
    reruns.keep_columns("claude-code/a", b"two")
    assert (reruns.columns("claude-code/a"), reruns.columns("claude-code/b")) == (b"two", b"other")


@pytest.mark.parametrize("body", [b"", b"no archive", zstandard.compress(b"{}"), "text"])
def test_an_answer_that_is_damaged_is_as_good_as_none(library, body) -> None:
    library.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", "k", "now", "answered", body)
    assert Reruns(library).find("k") is None
