from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from inspector.model import Link
from inspector.read.discover import discover, discover_each
from inspector.store.cache import Cache
from inspector.workbench import session_index
from inspector.workbench.document import Stage
from inspector.workbench.session_index import Figures, SessionIndex, figures_of, goes_on, may_have_earlier, with_losses
from inspector.workbench.stages import advance, read
from tests.generate import write_claude_log, write_parts
from tests.made_session import sample


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "logs" / "5f0d7a52-0000-4000-8000-000000000001.jsonl"
    path.parent.mkdir()
    write_claude_log(path, turns=16, compactions=2)
    return path


def only(folder):
    (found,) = discover([folder])
    return found


def test_figures_are_those_of_the_session(log):
    figures = SessionIndex(Cache.memory()).look(only(log.parent))
    document = read(log)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    assert figures.items == len(document.session.items) and figures.compactions == 2
    assert figures.project == document.session.cwd != ""
    words = figures.first_words.removesuffix("…")
    said = " ".join(document.text(1).split())
    assert len(words) > len(document.session.items[0].preview) and said.startswith(words)
    assert figures.removed == sum(one.before.value - one.after.value for one in document.compactions)
    document.close()


def test_a_log_is_read_once_and_its_figures_are_kept_for_the_next_time_unless_they_are_damaged(log):
    cache = Cache.memory()
    index = SessionIndex(cache)
    found = only(log.parent)
    assert index.known(found) is None
    first = index.look(found)
    assert index.look(found) is first and index.read == 1
    index.keep()
    again = SessionIndex(cache)
    assert again.known(found) == first and again.read == 0
    cache.remember_result(index._table._key(), b"no zstandard")
    assert SessionIndex(cache).known(found) is None


def test_a_log_that_grew_is_read_again(log):
    index = SessionIndex(Cache.memory())
    before = index.look(only(log.parent))
    last = orjson.loads(log.read_bytes().splitlines()[-1])
    with log.open("ab") as stream:
        stream.write(orjson.dumps(last | {"uuid": "another", "parentUuid": last["uuid"]}) + b"\n")
    found = only(log.parent)
    assert index.known(found) is None
    assert index.look(found).items >= before.items and index.read == 2


def test_losses_are_unknown_until_they_were_looked_for(log):
    index = SessionIndex(Cache.memory())
    found = only(log.parent)
    assert index.look(found).losses is None and Figures().removed is None
    judged = index.find_losses(found)
    document = read(log)
    advance(document, Stage.COMPARE, Cache.memory())
    assert judged == with_losses(figures_of(document), document) and judged.losses is not None
    assert index.find_losses(found) is judged and index.read == 2
    document.close()
    # Nobody can tell of what this one kept, and none is known to be missing: that is not 0.
    told = index.find_losses(only(sample("attic/traffic").parent))
    assert (told.losses, told.unjudged) == (None, 2)


def test_what_the_window_worked_out_is_not_worked_out_again(log):
    index = SessionIndex(Cache.memory())
    document = read(log)
    index.note(document)
    assert index.known(only(log.parent)) is None
    advance(document, Stage.COMPARE, Cache.memory())
    index.note(document)
    known = index.known(only(log.parent))
    assert known is not None and known.losses is not None and index.read == 0
    document.close()


def test_a_log_that_cannot_be_read_says_why_and_costs_no_other(log):
    torn = log.with_name("torn.jsonl.gz")
    torn.write_bytes(b"\x1f\x8b\x08 not packed at all")
    index = SessionIndex(Cache.memory())
    figures = {one.path: index.look(one) for one in discover_each([log.parent])}
    assert figures[log].compactions == 2 and not figures[log].error
    assert figures[torn].error and index.read == 1


def test_a_fault_of_ours_on_one_log_costs_that_log(log, monkeypatch):
    def broken(document):
        raise ZeroDivisionError

    monkeypatch.setattr(session_index, "figures_of", broken)
    assert "bug" in SessionIndex(Cache.memory()).look(only(log.parent)).error


def test_the_session_that_another_one_came_from_is_known_by_its_id_while_its_log_is_there(log, tmp_path):
    index = SessionIndex(Cache.memory())
    first = index.look(only(log.parent))
    later = tmp_path / "later.jsonl"
    write_claude_log(later, turns=4, compactions=1, seed=3)
    document = read(later)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    assert not may_have_earlier(document) and index.earlier(document) is None
    links = (Link("fork", first.session), Link("subagent", "another"))
    document.opened = replace(document.opened, session=replace(document.session, links=links))
    assert may_have_earlier(document) and index.earlier(document) == log
    assert figures_of(document).continues == (first.session,)
    log.unlink()
    assert index.earlier(document) is None
    document.close()


def test_the_logs_before_a_session_are_found_one_behind_the_other(tmp_path):
    paths = write_parts(tmp_path, turns=30, compactions=3, cuts=3)
    document = read(paths[3])
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    index = SessionIndex(Cache.memory())
    assert goes_on(document) and index.before(document) == tuple(paths[:3])
    joined = read(paths[3], before=paths[:3])
    advance(joined, Stage.RECONSTRUCT, Cache.memory())
    assert len(joined.compactions) == 3 and not goes_on(joined) and index.earlier(joined) is None
    for one in (document, joined):
        one.close()


def test_a_log_beside_it_that_bears_the_id_is_found_without_having_been_seen(tmp_path):
    before, after = tmp_path / "2026_first.jsonl", tmp_path / "later.jsonl"
    write_claude_log(before, turns=4, seed=1)
    write_claude_log(after, turns=4, seed=2)
    document = read(after)
    links = (Link("fork", "first"),)
    document.opened = replace(document.opened, session=replace(document.session, links=links))
    assert SessionIndex(Cache.memory()).earlier(document) == before
    document.close()
