"""Two logs of one session as one: copies, cuts, and what a later log goes on from."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.model import ItemKind, Link, Rewind
from inspector.read.bodies import Bodies
from inspector.read.joined import join, open_joined
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.gaps import unread_before
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.generate import write_claude_log
from tests.made_session import MadeSession


def made(*said, path="made.jsonl"):
    """A session in which each of these was said, and answered by a request."""
    log = MadeSession(path)
    for text in said:
        log.add(ItemKind.USER, text, detail="typed")
        log.call(1_000, f"to {text}")
    return log


def named(log, name):
    return replace(log.document().session, id=name)


def contexts(session):
    """What each request of the agent saw, by the texts."""
    replay = Replay(session)
    calls = [one for one in session.requests if not one.thread]
    return [[session.items[item - 1].preview for item in replay.items_at(one.op - 1)] for one in calls]


def moved(session):
    """What each compaction removed and put in, by ids."""
    found = find_compactions(session, Replay(session)).all
    ids = [item.id for item in session.items]
    return [([ids[item - 1] for item in one.removed], [ids[item - 1] for item in one.inserted]) for one in found]


@pytest.fixture
def cut(tmp_path):
    """A log of three compactions, and the same cut in two at a compaction that keeps nothing."""
    whole = tmp_path / "whole.jsonl"
    write_claude_log(whole, turns=30, compactions=3)
    rows = [orjson.loads(row) for row in whole.read_bytes().splitlines()]
    places = [place for place, row in enumerate(rows) if row.get("subtype") == "compact_boundary"]
    at = next(place for place in places[1:] if "preservedMessages" not in str(rows[place]))
    at = places[2] if "preservedSegment" in str(rows[at]) else at
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    for path, part in ((before, rows[:at]), (after, rows[at:])):
        path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in part))
    return whole, before, after


def test_a_log_cut_in_two_is_again_what_it_was(cut):
    whole, before, after = cut
    was, opened = open_log(whole).session, open_joined([before, after])
    session = opened.session
    assert [item.id for item in session.items] == [item.id for item in was.items]
    assert [item.number for item in session.items] == list(range(1, len(was.items) + 1))
    assert (contexts(session), moved(session)) == (contexts(was), moved(was))
    assert [one.number for one in session.requests] == [one.number for one in was.requests]
    assert (session.path, session.before) == (str(after), (str(before),))
    assert session.turn_ended == was.turn_ended
    notes = [one.record.notes for one in find_compactions(session, Replay(session)).all]
    assert notes == [one.record.notes for one in find_compactions(was, Replay(was)).all]
    sources_hold_their_texts(session, Bodies())


def test_the_line_of_an_earlier_log_is_not_told_as_one_of_the_last(cut):
    _, before, after = cut
    session = open_joined([before, after]).session
    assert {(Path(item.source.path), item.source.own_line is None) for item in session.items} == {
        (before, True),
        (after, False),
    }
    records = [one.record.source for one in find_compactions(session, Replay(session)).all]
    assert [source.own_line is None for source in records] == [source.path == str(before) for source in records]
    assert len({source.path for source in records}) == 2


def test_a_line_that_cannot_be_read_in_the_earlier_log_is_a_hole_before_the_later_one(cut):
    _, before, after = cut
    before.write_bytes(before.read_bytes() + b'{"type": "user", "uuid"\n')
    session = open_joined([before, after]).session
    assert [problem.source.own_line for problem in session.diagnostics] == [None]
    first = next(item.number for item in session.items if item.source.path == str(after))
    assert unread_before(session, first) and not unread_before(session, 1)


def test_a_fork_repeats_nothing_and_begins_where_it_left(tmp_path):
    first = made("one", "two", "left behind")
    second = made("one", "two", "another way")
    session = join(named(first, "a"), named(second, "b"))
    told = [item.preview for item in session.items]
    assert told == ["one", "to one", "two", "to two", "left behind", "to left behind", "another way", "to another way"]
    assert contexts(session)[2:] == [
        ["one", "to one", "two", "to two", "left behind"],
        ["one", "to one", "two", "to two", "another way"],
    ]
    assert [one.number for one in session.requests] == [1, 2, 3, 4]
    assert [session.items[one.first_item - 1].preview for one in session.requests][-1] == "to another way"
    assert session.id == "a+b"


@pytest.mark.parametrize(("first", "second", "whole"), [(6, 0, 6), (6, 4, 6), (6, 6, 8), (0, 6, 8)])
def test_the_end_of_the_last_turn_is_the_later_one_that_either_log_tells(first, second, whole):
    earlier = replace(named(made("one", "two", "left behind"), "a"), turn_ended=first)
    later = replace(named(made("one", "two", "another way"), "b"), turn_ended=second)
    assert join(earlier, later).turn_ended == whole


def test_a_copy_with_new_ids_is_known_by_its_words():
    first, second = made("one", "two", "three"), made("one", "two", "new")
    later = named(second, "b")
    later = replace(later, items=tuple(replace(item, id=f"other {item.number}") for item in later.items))
    session = join(named(first, "a"), later)
    assert [item.preview for item in session.items][6:] == ["new", "to new"]
    assert contexts(session)[-1] == ["one", "to one", "two", "to two", "new"]


def test_words_that_come_again_after_the_copy_are_new():
    first, second = made("one", "two", "go on"), made("one", "other", "go on")
    later = named(second, "b")
    later = replace(later, items=tuple(replace(item, id=f"other {item.number}") for item in later.items))
    session = join(named(first, "a"), later)
    assert [item.preview for item in session.items][6:] == ["other", "to other", "go on", "to go on"]


def test_a_compaction_that_was_copied_counts_once():
    first, second = made("one"), made("one")
    for log in (first, second):
        log.compact(text="One was said.")
    second.add(ItemKind.USER, "next", detail="typed")
    second.compact(text="One and next were said.")
    session = join(named(first, "a"), named(second, "b"))
    found = find_compactions(session, Replay(session)).all
    assert [session.items[one.record.summary - 1].preview for one in found] == [
        "One was said.",
        "One and next were said.",
    ]
    assert [session.items[item - 1].preview for item in found[1].removed] == ["One was said.", "next"]


def test_what_the_earlier_log_did_after_the_later_one_left_does_not_stand_before_it():
    first = made("one", "two", "much later")
    second = MadeSession()
    between = first.build.items[3].time
    second.compact(text="One and two.", time=between)
    second.add(ItemKind.USER, "on", detail="typed")
    session = join(named(first, "a"), named(second, "b"))
    (only,) = find_compactions(session, Replay(session)).all
    assert [session.items[item - 1].preview for item in only.removed] == ["one", "to one", "two", "to two"]


def test_going_back_inside_of_the_later_log_goes_back_there():
    first, second = made("one"), MadeSession()
    summary = second.compact(text="One.", time=None)
    second.add(ItemKind.USER, "tried", detail="typed")
    second.rewind(0)
    second.add(ItemKind.USER, "instead", detail="typed")
    second.rewind(-1)
    session = join(named(first, "a"), named(second, "b"))
    replay = Replay(session)
    texts = [[session.items[item - 1].preview for item in replay.items_at(op)] for op in range(len(session.ops))]
    assert summary == 1 and texts[-2:] == [["One.", "instead"], ["one", "to one"]]
    assert sum(isinstance(op, Rewind) for op in session.ops) == 2


def test_the_calls_of_each_thread_are_counted_through():
    first, second = made("one"), MadeSession()
    second.compact(text="One.", time=None)
    second.call(1_000, "main")
    second.call(1_000, "helper", thread="helper")
    session = join(named(first, "a"), named(second, "b"))
    assert [(one.thread, one.number) for one in session.requests] == [("", 1), ("", 2), ("helper", 1)]


def test_links_lead_out_of_the_two_and_to_their_items():
    first, second = made("one"), made("one", "two")
    links = (Link("fork", "a"), Link("subagent", "s", item=3), Link("subagent", "t"))
    earlier = replace(named(first, "a"), links=(Link("parent", "older"), Link("subagent", "t")))
    session = join(earlier, replace(named(second, "b"), links=links))
    assert [(one.kind, one.session, one.item) for one in session.links] == [
        ("parent", "older", None),
        ("subagent", "t", None),
        ("subagent", "s", 3),
    ]


def test_logs_that_have_nothing_in_common_are_not_joined(tmp_path):
    assert join(named(made("one"), "a"), named(made("other"), "b")) is None
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for seed, path in enumerate(paths):
        write_claude_log(path, turns=3, seed=seed)
    with pytest.raises(CannotRead, match=r"b\.jsonl does not go on from a\.jsonl"):
        open_joined(paths)


def test_a_chain_of_three_is_one_session(cut, tmp_path):
    whole, *_ = cut
    rows = [json.loads(row) for row in whole.read_text().splitlines()]
    was = open_log(whole).session
    compactions = find_compactions(was, Replay(was)).all
    lines = [one.record.source.line - 1 for one in compactions if not one.kept]
    assert len(lines) >= 2
    ends = [0, *lines[-2:], len(rows)]
    paths = [tmp_path / f"part-{number}.jsonl" for number in range(3)]
    for path, start, end in zip(paths, ends, ends[1:], strict=False):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows[start:end]))
    session = open_joined(paths).session
    assert (contexts(session), moved(session)) == (contexts(was), moved(was))


def test_real_logs_cut_in_two_at_their_last_compaction_are_again_what_they_were(corpus, tmp_path):
    compared = 0
    for log in sorted((corpus / "claude-code").glob("*.jsonl")):
        rows = log.read_bytes().splitlines(keepends=True)
        at = max((place for place, row in enumerate(rows) if b'"subtype":"compact_boundary"' in row), default=0)
        was = open_log(log, alone=True).session
        if not at or not any(item.source.line <= at for item in was.items):
            continue
        before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
        before.write_bytes(b"".join(rows[:at]))
        after.write_bytes(b"".join(rows[at:]))
        session = open_joined([before, after]).session
        assert (contexts(session), moved(session)) == (contexts(was), moved(was)), log.name
        compared += 1
    assert compared > 10
