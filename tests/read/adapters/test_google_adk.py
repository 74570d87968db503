"""Sessions of Google's ADK as its session services keep them on SQLite."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.model import ItemKind
from inspector.read.adapters import google_adk
from inspector.read.bodies import Bodies
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.read_back import contexts
from tests.sample_scripts.agent_sdks import adk_compaction, adk_database, adk_event

SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "google-adk").glob("*/*/*.db"))


def asked(second, text):
    return adk_event(second, "user", {"text": text})


def said(second, text, **more):
    return adk_event(second, "home", {"text": text}, sent=100, **more)


@pytest.fixture
def read(tmp_path):
    def write_and_read(*events):
        path = tmp_path / "log.db"
        path.write_bytes(adk_database(*events))
        session = google_adk.ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def test_summaries_stand_where_what_they_cover_ended_and_the_summarizers_calls_are_told_apart():
    session = google_adk.ADAPTER.read(SAMPLE, lambda problem: pytest.fail(problem.message))
    assert contexts(session)[-1] == [
        "Shelf one has nine jars.", "Shelf two has plum and quince.", "Open one for breakfast.",
    ]  # fmt: skip
    assert [request.purpose for request in session.requests].count("compaction") == 2
    assert (session.requests[0].usage.input, session.requests[0].usage.cache_read) == (250, 50)
    assert [one.record.trigger for one in find_compactions(session, Replay(session)).all] == ["auto", "auto"]


def test_a_summary_that_covers_an_earlier_one_whole_replaces_it_and_what_came_since_stays(read):
    session = read(
        asked(1, "a"), said(2, "b"), adk_compaction(3, 1, 2, "first", 9), asked(4, "c"), said(5, "d"), asked(6, "e"),
        adk_compaction(7, 1, 5, "both", 9), said(8, "f"),
    )  # fmt: skip
    assert contexts(session) == [["a"], ["first", "c"], ["both", "e"]]


def test_of_two_summaries_of_the_same_time_the_later_stands(read):
    twice = (adk_compaction(second, 1, 2, f"at {second}", 9) for second in (3, 4))
    assert contexts(read(asked(1, "a"), said(2, "b"), *twice, asked(5, "c"), said(6, "d")))[-1] == ["at 4", "c"]


def test_what_was_said_while_a_summary_was_made_and_lies_in_its_time_is_not_sent(read):
    late = asked(2, "late")
    session = read(asked(1, "a"), adk_compaction(1.5, 1, 3, "told", 9), late, said(4, "b"))
    assert contexts(session) == [["told"]]


def test_a_rewind_leaves_out_what_came_since(read):
    back = adk_event(30, "user", rewind_before_invocation_id="e-1")
    session = read(asked(1, "a"), said(2, "b"), asked(11, "c"), said(12, "d"), back, asked(31, "e"), said(32, "f"))
    assert contexts(session)[-1] == ["a", "b", "e"]


def test_that_several_agents_share_a_session_is_said(read):
    session = read(asked(1, "a"), said(2, "b"), said(3, "c") | {"author": "other"})
    assert [problem.code for problem in session.diagnostics] == ["several-agents"]


def test_thoughts_that_the_count_of_an_answer_leaves_out_are_added_and_others_are_in_it(read):
    gemini, litellm = said(2, "b"), said(3, "c")
    gemini["usage_metadata"] |= {"thoughts_token_count": 7, "total_token_count": 127}
    litellm["usage_metadata"] |= {"thoughts_token_count": 7, "total_token_count": 120}
    assert [request.usage.output for request in read(asked(1, "a"), gemini, litellm).requests] == [27, 20]


def test_each_session_of_a_database_has_its_path():
    (path,) = google_adk.ADAPTER.find(SAMPLE)
    session = google_adk.ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
    assert (session.id, session.title) == ("pantry-2", "Count the jars on shelf one.")
    assert [item.kind for item in session.items if item.tool] == [ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT]
