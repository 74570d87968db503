"""OpenHands V1: conversation folders, condensations, branches."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.model import ItemKind, Origin, Rewind, Usage
from inspector.read.adapters import openhands
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.ending import ending_of
from inspector.wording.damage import damage_words
from tests.check_session import check_session, sources_hold_their_texts
from tests.conftest import SAMPLES
from tests.mangle import mangled
from tests.read_back import compactions, context

ADAPTER = openhands.ADAPTER
SAMPLE = SAMPLES / "openhands" / "v1" / "two-summaries" / "8d41c6a2f0b9"
STATE = {"id": "c1", "agent": {"llm": {"max_input_tokens": 200_000}}, "workspace": {"working_dir": "/p"}}


def event(own, kind, source="environment", **more):
    return {"id": own, "timestamp": "2026-01-05T10:00:00", "source": source, "kind": kind, **more}


def user(own, text, **more):
    content = [{"type": "text", "text": text}]
    return event(own, "MessageEvent", "user", llm_message={"role": "user", "content": content}, **more)


def said(own, text, **more):
    content = [{"type": "text", "text": text}]
    message = {"role": "assistant", "content": content}
    return event(own, "MessageEvent", "agent", llm_message=message, llm_response_id=f"r-{own}", **more)


def action(own, command, response="", **more):
    call = {"id": f"call-{own}", "name": "terminal", "arguments": orjson.dumps({"command": command}).decode()}
    return event(
        own, "ActionEvent", "agent", thought=[], action={"kind": "TerminalAction", "command": command},
        tool_name="terminal", tool_call_id=call["id"], tool_call=call, llm_response_id=response or f"r-{own}", **more,
    )  # fmt: skip


def seen(own, call, text):
    observation = {"kind": "TerminalObservation", "content": [{"type": "text", "text": text}]}
    return event(own, "ObservationEvent", tool_name="terminal", tool_call_id=f"call-{call}", observation=observation)


def condensation(own, *forgotten, summary="told", offset=1, **more):
    return event(
        own, "Condensation", forgotten_event_ids=list(forgotten), summary=summary, summary_offset=offset, **more
    )


@pytest.fixture
def read(tmp_path):
    def write_and_read(*events, state=STATE):
        folder = tmp_path / "c1"
        (folder / "events").mkdir(parents=True)
        if state is not None:
            (folder / "base_state.json").write_bytes(orjson.dumps(state))
        for number, record in enumerate(events):
            (folder / "events" / f"event-{number:05d}-{record['id']}.json").write_bytes(orjson.dumps(record))
        session = ADAPTER.read(folder, lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def test_condensation_puts_its_summary_at_the_offset_counted_in_events(read):
    session = read(
        user("a", "one", extended_content=[{"type": "text", "text": "skill"}]), said("b", "two"), said("c", "three"),
        condensation("d", "b"),
    )  # fmt: skip
    assert context(session) == ["one", "skill", "told", "three"]
    (one,) = compactions(session)
    assert (one.removed, one.inserted, one.kept, one.record.trigger) == ((3,), (5,), (1, 2, 4), "auto")


def test_earlier_summary_is_replaced_though_nobody_names_it(read):
    session = read(
        user("a", "one"), said("b", "two"), condensation("c", "b", summary="first"), said("d", "three"),
        condensation("e", "d", summary="second"),
    )  # fmt: skip
    assert context(session) == ["one", "second"]


def test_earlier_summary_is_forgotten_by_its_id(read):
    session = read(
        user("a", "one"), said("b", "two"), condensation("c", "b", summary="first"), said("d", "three"),
        condensation("e", "c-summary", "d", summary="second"), said("f", "four"),
        condensation("g", "f", summary="third", offset=2),
    )  # fmt: skip
    assert context(session) == ["one", "second", "third"]
    assert [one.record.notes for one in compactions(session)] == [(), (), ()]


def test_calls_and_results_go_together(read):
    session = read(
        user("a", "one"), action("b", "ls"), seen("c", "b", "files"), action("d", "pwd"), seen("e", "d", "/p"),
        condensation("f", "b", "e"),
    )  # fmt: skip
    assert context(session) == ["one", "told"]
    assert compactions(session)[0].record.notes == ("Calls or results left without their other half went along: 2.",)


def test_id_that_stands_nowhere_is_the_summary_before_in_early_logs(read):
    session = read(
        user("a", "one"), said("b", "two"), condensation("c", "b", summary="first"), said("d", "three"),
        condensation("e", "5d0c", "d", summary="second"),
    )  # fmt: skip
    assert context(session) == ["one", "second"]
    assert compactions(session)[1].record.notes == ()


def test_event_that_was_never_shown_is_told(read):
    session = read(user("a", "one"), said("b", "two"), condensation("c", "b", "zz"))
    assert compactions(session)[0].record.notes == ("Events it names that were not in the context: 1.",)


def test_condensation_without_a_summary_only_cuts(read):
    session = read(user("a", "one"), said("b", "two"), condensation("c", "b", summary=None, offset=None))
    (one,) = compactions(session)
    assert (one.record.kind, one.record.summary, one.record.readable) == ("trim", None, True)
    assert context(session) == ["one"]


def test_request_that_was_answered_makes_the_trigger_unknown(read):
    session = read(user("a", "one"), said("b", "two"), event("q", "CondensationRequest"), condensation("c", "b"))
    assert [(one.record.status, one.record.trigger) for one in compactions(session)] == [("ok", "unknown")]


def test_request_that_was_never_answered_failed(read):
    session = read(user("a", "one"), event("q", "CondensationRequest"), said("b", "two"))
    (one,) = compactions(session)
    assert (one.record.status, one.removed, context(session)) == ("failed", (), ["one", "two"])


def test_usage_joins_by_response_and_calls_made_at_once_are_one_request(read):
    row = {"model": "m", "prompt_tokens": 7_064, "cache_read_tokens": 7_060, "cache_write_tokens": 9_549}
    rows = [row | {"completion_tokens": 4, "response_id": "r", "context_window": 0}]
    stats = {"usage_to_metrics": {"agent": {"token_usages": rows, "response_latencies": []}}}
    session = read(
        user("a", "one"), action("b", "ls", "r"), action("c", "pwd", "r"), seen("d", "b", "x"), seen("e", "c", "y"),
        state=STATE | {"stats": stats},
    )  # fmt: skip
    (request,) = session.requests
    assert request.usage == Usage(4, 7_060, 9_549, 4, None)
    assert (request.first_item, request.last_item, request.limit, request.model) == (2, 3, 200_000, "m")


def test_condenser_request_is_known_by_its_order_in_early_logs(read):
    row = {"model": "small", "prompt_tokens": 50, "completion_tokens": 9, "response_id": "x"}
    stats = {"service_to_metrics": {"condenser": {"token_usages": [row]}}}
    session = read(user("a", "one"), said("b", "two"), condensation("c", "b"), state=STATE | {"stats": stats})
    request = session.requests[-1]
    assert (request.purpose, request.model, request.usage) == ("compaction", "small", Usage(50, None, None, 9, None))
    assert compactions(session)[0].record.model == "small"


def test_branch_goes_back_to_what_stood_after_its_parent(read):
    session = read(
        user("a", "one"), said("b", "two", parent_id="a"), condensation("c", "b", parent_id="b"),
        said("d", "other", parent_id="a"),
    )  # fmt: skip
    assert context(session) == ["one", "other"]
    assert sum(type(op) is Rewind for op in session.ops) == 1


def test_condensation_in_a_branch_counts_what_the_branch_holds(read):
    session = read(
        user("a", "one"), said("b", "two", parent_id="a"), said("c", "left", parent_id="b"),
        said("d", "three", parent_id="b"), condensation("e", "b", parent_id="d"),
    )  # fmt: skip
    assert context(session) == ["one", "told", "three"]


def test_conversation_left_at_an_earlier_event_ends_there(read):
    session = read(user("a", "one"), said("b", "two"), state=STATE | {"leaf_event_id": "a"})
    assert context(session) == ["one"]


def test_lost_parent_is_told(read):
    session = read(user("a", "one"), said("b", "two", parent_id="zz"))
    assert context(session) == ["one", "two"]
    assert [problem.code for problem in session.diagnostics] == ["lost-parent"]


def test_words_of_a_refusal_are_the_humans(read):
    refusal = event(
        "c", "UserRejectObservation", tool_name="terminal", tool_call_id="call-b", rejection_reason="not on main"
    )
    session = read(user("a", "one"), action("b", "git push"), refusal)
    said_here = [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]
    assert said_here == [("one", "typed"), ("not on main", "feedback")]
    assert context(session)[-1] == "not on main"
    assert sum(item.kind is ItemKind.TOOL_RESULT for item in session.items) == 1


def test_message_of_another_agent_is_not_the_humans(read):
    session = read(user("a", "do this", sender="planner"))
    assert (session.items[0].origin, session.items[0].detail) == (Origin.AGENT, "delegated")


def test_unknown_events_survive_and_are_counted(read):
    session = read(user("a", "one"), event("b", "ShinyEvent", title="new"), event("c", "ShinyEvent", title="newer"))
    assert [item.preview for item in session.items if item.kind is ItemKind.EVENT] == [
        "ShinyEvent new", "ShinyEvent newer",
    ]  # fmt: skip
    assert [problem.message for problem in session.diagnostics] == [
        "2 records of unknown type “ShinyEvent” are kept as events."
    ]


def test_missing_state_costs_the_usage_only(read):
    session = read(user("a", "one"), said("b", "two"), state=None)
    assert [problem.code for problem in session.diagnostics] == ["no-state"]
    assert session.requests[0].usage is None


@pytest.mark.parametrize("part", ["base_state.json", "events", "events/event-00003-e03a7c1.json"])
def test_part_opens_the_conversation_it_belongs_to(part):
    assert ADAPTER.whole(SAMPLE / part) == SAMPLE
    assert ADAPTER.recognise(probe_path(SAMPLE / part)).confidence > 0.9
    assert open_log(SAMPLE / part).session.path == str(SAMPLE)


def test_event_alone_is_read_by_itself_and_its_folder_is_none(tmp_path):
    path = tmp_path / "one.json"
    path.write_bytes(orjson.dumps(user("a", "one")))
    assert context(open_log(path).session) == ["one"]
    with pytest.raises(CannotRead):
        ADAPTER.read(tmp_path, lambda problem: None)


def test_torn_event_costs_that_event(tmp_path):
    folder = tmp_path / "c"
    shutil.copytree(SAMPLE, folder)
    torn = sorted((folder / "events").iterdir())[4]
    torn.write_bytes(torn.read_bytes()[:-40])
    session = open_log(folder).session
    assert len(session.items) >= len(open_log(SAMPLE).session.items) - 4
    assert any(problem.source and problem.source.path == str(torn) for problem in session.diagnostics)
    assert ending_of(session).way == "finished" and damage_words(session).startswith("1 place of this log")
    torn.unlink()
    (told,) = [one.message for one in open_log(folder).session.diagnostics if one.code == "missing-events"]
    assert told == "Events whose file is missing: 1, the first of them number 4."


def test_conversations_are_found_where_they_lie(tmp_path):
    folder = tmp_path / ".openhands" / "conversations" / "c1"
    shutil.copytree(SAMPLE, folder)
    (folder.parent / "notes").mkdir()
    folders = [place for place in ADAPTER.folders(tmp_path, {}) if place.is_dir()]
    assert [found for place in folders for found in ADAPTER.find(place)] == [folder]
    seen_here = ADAPTER.glance(probe_path(folder))
    assert seen_here.title.startswith("The tide table prints")
    assert (seen_here.started, seen_here.ended) == ("2026-03-09T10:00:07.250000", "2026-03-09T10:02:55.250000")


@pytest.mark.parametrize("seed", range(60))
def test_damage_never_raises(seed, tmp_path):
    rng = random.Random(seed)
    folder = tmp_path / "c"
    shutil.copytree(SAMPLE, folder)
    for number, path in enumerate(sorted(folder.rglob("*.json"))):
        if rng.random() < 0.4:
            body = orjson.dumps(orjson.loads(path.read_bytes()))
            path.write_bytes(mangled(body, 100 * seed + number))
    session = ADAPTER.read(folder, lambda problem: None)
    compactions(session)
    for item in session.items:
        Bodies().text(item)


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "count"), [("0535c419f44a", 7), ("81f92eeb84c0", 4)])
def test_real_conversation_agrees_with_the_index(name, count, corpus: Path, tmp_path: Path):
    folder = corpus / "openhands-v1" / f"OpenHands__benchmarks__{name}"
    opened = check_session(folder, tmp_path)
    found = compactions(opened.session)
    assert len(found) == count
    # The condenser keeps four events; its cut falls between a call and its result, which the agent then leaves out.
    assert all(one.kept[:6] == (1, 2, 3, 4, 5, 6) for one in found)
    orphaned = ("Calls or results left without their other half went along: 1.",)
    assert [one.record.notes for one in found] == [orphaned] * count
    assert all(one.before.value > one.after.value for one in found if one.after.value)


@pytest.mark.corpus
def test_cache_of_a_real_conversation_grows_by_what_was_written(corpus: Path):
    folder = corpus / "openhands-v1" / "OpenHands__benchmarks__0535c419f44a"
    requests = [request for request in open_log(folder).session.requests if not request.purpose]
    grown = [after.usage.cache_read - before.usage.cache_read for before, after in pairwise(requests[:40])]
    assert grown == [request.usage.cache_write for request in requests[:39]]


@pytest.mark.parametrize(("costs", "told"), [((0.02, 0.03), [0.02, 0.03]), ((0.05,), [None, None])])
def test_costs_are_told_apart_only_where_there_is_one_for_each_response(read, costs, told):
    rows = [{"model": "m", "prompt_tokens": 9, "completion_tokens": 1, "response_id": name} for name in ("r1", "r2")]
    metrics = {"token_usages": rows, "costs": [{"model": "m", "cost": cost} for cost in costs]}
    state = STATE | {"stats": {"usage_to_metrics": {"agent": metrics}}}
    session = read(
        user("a", "one"), action("b", "ls", "r1"), seen("c", "b", "x"), action("d", "pwd", "r2"), state=state
    )
    assert [request.cost for request in session.requests] == told
