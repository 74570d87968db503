import os
import shutil
from dataclasses import replace
from sqlite3 import ProgrammingError

import pytest

from inspector.errors import Cancelled
from inspector.read.discover import discover
from inspector.report.survey import SessionRow
from inspector.resources import samples
from inspector.store.batches import BatchLog
from inspector.store.cache import Cache
from inspector.workbench.batch import look_at_session, run_all, survey_of, survey_sessions
from inspector.workbench.jobs import Progress
from inspector.workbench.pools import here, processes


@pytest.fixture
def folder(tmp_path):
    """Four sessions of three agents, one of them damaged."""
    root = tmp_path / "logs"
    for place, case in enumerate(("claude-code/2.1/clean", "claude-code/2.1/damaged", "pi", "qwen")):
        shutil.copytree(samples() / case, root / str(place))
    return root


@pytest.fixture
def log(tmp_path):
    return BatchLog(tmp_path / "batch.jsonl")


def rows_of(folder, log, pool=None, progress=None):
    return survey_sessions(discover([folder]), pool or here(), log, progress or Progress())


def test_a_row_says_what_every_compaction_did(samples):
    (path,) = samples.glob("claude-code/*/fading-rules/*.jsonl")
    row = look_at_session(str(path))
    assert (row.agent, row.requests, row.peak, len(row.rounds)) == ("claude-code", 66, 43_308, 3)
    first = row.rounds[0]
    assert first.level == pytest.approx(0.043, abs=0.001)
    said = next(kept for kept in first.kept if kept.kind == "said")
    assert said.n == said.kept + said.part + said.absent == 15
    lost = [loss.statement for one in row.rounds for loss in one.losses]
    assert any("outside src/tidewatch/feeds" in words for words in lost)
    assert not row.error


def test_a_session_that_cannot_be_read_is_a_row_with_the_reason(tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    for path in (empty, tmp_path / "gone.jsonl"):
        row = look_at_session(str(path))
        assert row.error and row.path == str(path) and not row.rounds


def test_a_session_gives_its_cache_back(samples, monkeypatch):
    made = []
    monkeypatch.setattr(Cache, "memory", lambda: made.append(Cache(None)) or made[-1])
    (path,) = samples.glob("claude-code/*/clean/*.jsonl")
    assert not look_at_session(str(path)).error
    with pytest.raises(ProgrammingError):
        made[0].find_counts("any", [b"key"])


def test_rows_come_in_order_of_their_paths_and_the_same_from_processes(folder, tmp_path):
    alone = rows_of(folder, BatchLog(tmp_path / "a.jsonl"))
    shared = rows_of(folder, BatchLog(tmp_path / "b.jsonl"), processes(2))
    assert len(alone) >= 4 and [row.path for row in alone] == sorted(row.path for row in alone)
    assert shared == alone
    assert survey_of(shared).distributions == survey_of(alone).distributions


def test_a_stopped_batch_goes_on_where_it_was(folder, log):
    asked = []

    def stop(fraction, words):
        asked.append(fraction)
        if len(asked) == 2:
            progress.cancel()

    progress = Progress(stop)
    with pytest.raises(Cancelled):
        rows_of(folder, log, progress=progress)
    done = BatchLog(log.path)
    known = set(done.done)
    assert 2 <= len(known) < len(discover([folder]))
    told = []
    rows = rows_of(folder, done, progress=Progress(lambda fraction, words: told.append(fraction)))
    assert len(told) == len(rows) - len(known), "what was done is not done again"
    assert list(rows) == [look_at_session(row.path) for row in rows]


def test_a_session_that_has_grown_since_is_looked_at_again(folder, log):
    first = rows_of(folder, log)
    path = next(row.path for row in first if row.path.endswith(".jsonl"))
    with open(path, "ab") as stream:
        stream.write(b"\n")
    told = []
    rows_of(folder, BatchLog(log.path), progress=Progress(lambda fraction, words: told.append(words)))
    assert len(told) == 1


def test_a_session_that_ends_its_process_costs_itself_and_no_other():
    paths = [f"{place}.jsonl" for place in range(9)]
    rows = dict(run_all([*paths, "deadly"], processes(2), "", lambda path: None, work=die_of_one))
    assert rows["deadly"].error == "The process that read this session was ended."
    assert all(rows[path] == SessionRow(path=path) for path in paths) and len(rows) == 10


def test_one_that_raises_costs_itself_and_no_other():
    for pool in (here(), processes(2)):
        rows = dict(run_all(["good", "bad"], pool, "", lambda path: None, work=fail_at_one))
        assert rows["bad"].error.startswith("ZeroDivisionError: ") and not rows["good"].error


def test_one_that_may_have_ended_the_program_before_comes_last_and_then_not_at_all(folder, tmp_path):
    found = discover([folder])
    suspect = min(str(one.path) for one in found)
    key = next(f"{one.path}\0{one.bytes}\0{one.modified}" for one in found if str(one.path) == suspect)
    log = BatchLog(tmp_path / "b.jsonl")
    log.begin(key)
    log.close()
    log = BatchLog(log.path)
    seen = []
    begin = log.begin
    log.begin = lambda key: (seen.append(key), begin(key))
    survey_sessions(found, here(), log, Progress())
    assert seen[-1] == key and len(seen) == len(found)
    fatal = BatchLog(tmp_path / "c.jsonl")
    for _ in range(3):
        fatal.begin(key)
    fatal.close()
    rows = survey_sessions(found, here(), BatchLog(fatal.path), Progress())
    assert "again and again" in next(row.error for row in rows if row.path == suspect)


def die_of_one(path, agent):
    if path == "deadly":
        os._exit(1)
    return SessionRow(path=path)


def fail_at_one(path, agent):
    return replace(SessionRow(path=path), items=1 // (path != "bad"))
