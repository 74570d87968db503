"""Histories of Pydantic AI in the forms that 2.62.0 and its harness wrote."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind
from inspector.read.adapters import pydantic_ai
from inspector.read.bodies import Bodies
from tests.check_session import sources_hold_their_texts
from tests.read_back import compactions as found
from tests.read_back import contexts

SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "pydantic-ai").glob("*/*/*.json"))
MARK = "pydantic-ai-harness.compaction.summary.v1"


def asked(minute, *parts, **more):
    return {"parts": list(parts), "timestamp": f"2026-11-27T10:{minute:02}:00Z", "kind": "request", **more}


def answered(minute, *parts, **more):
    return {"parts": list(parts), "timestamp": f"2026-11-27T10:{minute:02}:00Z", "kind": "response", **more}


def prompt(text):
    return {"content": text, "part_kind": "user-prompt"}


def text(words):
    return {"content": words, "part_kind": "text"}


def compaction(words, **more):
    return {"content": words, "part_kind": "compaction", **more}


@pytest.fixture
def read(tmp_path):
    def write_and_read(*lists):
        path = tmp_path / "log.json"
        path.write_bytes(b"\n".join(map(orjson.dumps, lists)))
        session = pydantic_ai.ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def test_what_was_sent_begins_at_the_providers_compaction():
    session = pydantic_ai.ADAPTER.read(SAMPLE, lambda problem: pytest.fail(problem.message))
    summary = "A shop for bicycles; three are in the shed."
    assert contexts(session)[2] == ["You help in a shop.", summary]
    assert contexts(session)[3] == ["You help in a shop.", summary, "Of course, 90 euro.", "And the red one?"]
    assert [one.record.readable for one in found(session)] == [True, True]
    assert (session.requests[0].usage.input, session.requests[0].usage.cache_read) == (800, 100)


def test_what_the_harness_kept_is_older_than_its_summary_and_no_call_of_this_log(read):
    told = compaction("They count.", metadata={MARK: True})
    kept = (asked(1, prompt("Count.")), asked(9, told), answered(7, text("One.")), asked(8, prompt("Go on.")))
    session = read([*kept, asked(10, prompt("And then?")), answered(11, text("Two."))])
    assert contexts(session) == [["Count.", "They count.", "One.", "Go on.", "And then?"]]
    (one,) = found(session)
    assert one.record.notes[1].startswith("Answers that it kept")


def test_openais_compaction_is_a_call_of_its_own_that_nobody_can_read(read):
    sealed = compaction(None, provider_details={"encrypted_content": "gAAA"})
    made = answered(3, sealed, provider_details={"compaction": True}, usage={"input_tokens": 900, "output_tokens": 5})
    session = read([asked(1, prompt("Count.")), answered(2, text("One.")), made, asked(4, prompt("On."))])
    assert [request.purpose for request in session.requests] == ["", "compaction"]
    (one,) = found(session)
    assert (one.record.kind, one.record.readable) == ("native", False)


def test_the_latest_instructions_stand_in_place_of_those_before(read):
    session = read(
        [asked(1, prompt("Count."), instructions="Be brief."), answered(2, text("One."))],
        [asked(3, prompt("On."), instructions="Be long."), answered(4, text("Two."))],
    )
    assert contexts(session) == [["Be brief.", "Count."], ["Be long.", "Count.", "One.", "On."]]


def test_what_is_asked_for_again_is_a_result_that_failed(read):
    call = {"tool_name": "count", "args": '{"to": 3}', "tool_call_id": "c", "part_kind": "tool-call"}
    again = {"tool_name": "count", "content": "No such number.", "tool_call_id": "c", "part_kind": "retry-prompt"}
    session = read([asked(1, prompt("Count.")), answered(2, call), asked(3, again), answered(4, text("Three."))])
    (result,) = [item for item in session.items if item.kind is ItemKind.TOOL_RESULT]
    assert (result.error, result.tool, result.preview) == (True, "count", "No such number.")


def test_a_line_behind_the_list_and_a_part_that_is_no_object_cost_nothing_else(tmp_path):
    path = tmp_path / "odd.json"
    listed = [asked(1, prompt("Count."), "2026-13-99"), answered(2, text("Three."))]
    path.write_bytes(orjson.dumps(listed) + b'\n{"type": ["user"]}')
    problems = []
    session = pydantic_ai.ADAPTER.read(path, problems.append)
    sources_hold_their_texts(session, Bodies())
    assert {"Count.", "2026-13-99", "Three."} <= {item.preview for item in session.items}
