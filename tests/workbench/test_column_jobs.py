import time

import pytest

from inspector.ask.stop import Stop
from inspector.errors import Cancelled, CannotRead, UsageError
from inspector.rerun.column import ColumnState
from inspector.store.reruns import Reruns
from inspector.workbench.board import Board
from inspector.workbench.column_jobs import ColumnJobs, Ended, run_one
from inspector.workbench.jobs import Progress
from tests.inline_executor import InlineExecutor
from tests.made_runs import ready_of, record, run_free, strategies, variant


class Waiting:
    """An executor that does nothing until it is told to."""

    def __init__(self):
        self.progress, self.done, self.failed = Progress(), None, None

    def run(self, slot, work, done, failed):
        self.slot, self.done, self.failed = slot, done, failed
        return self.progress


@pytest.fixture
def board():
    return Board()


def gives(ready, variant, stop, retry):
    result = run_free(ready, variant, strategies())
    return lambda progress: Ended((result,), tuple(result.scores))


def jobs_on(board, executor, work=gives):
    jobs = ColumnJobs(board, work, lambda variant: executor)
    told = []
    jobs.changed.connect(lambda key: told.append((key, board.at(key, 1).state)))
    return jobs, told


def test_a_column_is_told_when_it_begins_and_when_it_is_done(board):
    jobs, told = jobs_on(board, InlineExecutor())
    key = board.add(variant("own/head-tail"))
    jobs.start(key, ready_of())
    assert told == [(key, ColumnState.RUNNING), (key, ColumnState.DONE)]
    assert board.at(key, 1).results and board.at(key, 1).ran == board.variant(key)


def test_a_column_that_runs_knows_when_it_began_and_stopped_keeps_what_it_had(board):
    jobs, _ = jobs_on(board, InlineExecutor())
    key = board.add(variant("own/head-tail"))
    jobs.start(key, ready_of())
    had = board.at(key, 1).results
    waiting, _ = jobs_on(board, Waiting())
    before = time.monotonic()
    waiting.start(key, ready_of())
    assert before <= board.at(key, 1).since <= time.monotonic()
    waiting.stop(key, 1)
    assert had and board.at(key, 1).results == had


def test_a_beginning_can_go_untold(board):
    jobs, told = jobs_on(board, InlineExecutor())
    key = board.add(variant("own/head-tail"))
    jobs.start(key, ready_of(), is_told=False)
    assert told == [(key, ColumnState.DONE)]


def test_a_failure_is_put_on_the_board_with_its_reason(board):
    def fails(progress):
        raise UsageError("Nothing to run.", hint="Take another.")

    jobs, told = jobs_on(board, InlineExecutor(), lambda ready, variant, stop, retry: fails)
    key = board.add(variant("own/head-tail"))
    jobs.start(key, ready_of())
    assert told[-1] == (key, ColumnState.FAILED) and board.at(key, 1).error == "Nothing to run. Take another."


def test_what_comes_of_a_stopped_column_is_not_taken_up(board):
    executor = Waiting()
    stops = []

    def work(ready, variant, stop, retry):
        stops.append(stop)
        return gives(ready, variant, stop, retry)

    jobs, told = jobs_on(board, executor, work)
    key = board.add(variant("own/head-tail"))
    jobs.start(key, ready_of())
    assert jobs.running(key) == (1,) and executor.slot == f"run {key} 1"
    jobs.stop(key, 1)
    assert jobs.running(key) == () and stops[0].asked
    with pytest.raises(Cancelled):
        executor.progress.check()
    executor.done(gives(ready_of(), board.variant(key), None, False)(None))
    executor.failed(UsageError("Too late."))
    assert board.at(key, 1).state is ColumnState.STOPPED and told[-1] == (key, ColumnState.STOPPED)


def test_what_could_not_be_kept_is_said_and_shown_all_the_same(board):
    why = UsageError("The disk is full.")
    jobs, _ = jobs_on(board, InlineExecutor(), lambda ready, variant, stop, retry: lambda progress: Ended((), (), why))
    said = []
    jobs.unkept.connect(said.append)
    key = board.add(variant("own/head-tail"))
    jobs.start(key, ready_of())
    assert said == [why] and board.at(key, 1).state is ColumnState.DONE


def test_whoever_leaves_stops_what_is_free_and_lets_a_model_end(board):
    executors = {"own/head-tail": Waiting(), "own/guided": Waiting()}
    jobs = ColumnJobs(board, gives, lambda variant: executors[variant.strategy.id])
    for one in (variant("own/head-tail"), variant("own/guided", "x/y")):
        jobs.start(board.add(one), ready_of())
    jobs.leave()
    with pytest.raises(Cancelled):
        executors["own/head-tail"].progress.check()
    executors["own/guided"].progress.check()


def test_what_a_model_says_is_heard_once_and_only_where_it_runs(board):
    jobs, _ = jobs_on(board, Waiting())
    key = board.add(variant("own/guided", "x/y"))
    jobs.start(key, ready_of())
    assert jobs.heard(f"run {key} 1", "The user") == (key, 1)
    assert jobs.heard(f"run {key} 1", "The user") is None
    assert jobs.heard(f"run {key} 2", "Another") is None
    assert jobs.heard("run ZZ 1", "No column") is None
    assert jobs.heard("document", "Reading") is None
    assert board.at(key, 1).text == "The user"


def test_an_answer_that_cannot_be_kept_is_shown_all_the_same(models, tmp_path) -> None:
    class Full(Reruns):
        def __init__(self):
            pass

        def keep_experiment(self, name, session, path):
            raise CannotRead("The disk is full.")

    wanted = record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))
    ended = run_one(ready_of(), wanted, strategies(), models, Full(), Stop())(Progress())
    assert len(ended.results) == 1 and ended.scores and "full" in str(ended.unkept)
