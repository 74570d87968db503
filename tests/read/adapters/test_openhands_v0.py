"""OpenHands V0: exported trajectories and folders of numbered events."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import openhands
from inspector.read.open import open_log, probe_path
from tests.check_session import check_session
from tests.conftest import SAMPLES
from tests.read_back import compactions, context, read_whole

ADAPTER = openhands.ADAPTER
SAMPLE = SAMPLES / "openhands" / "0.53" / "condensed-once" / "almanac.json"


def totals(prompt, output, read=0, window=0):
    names = ("prompt_tokens", "completion_tokens", "cache_read_tokens", "cache_write_tokens", "context_window")
    return {"accumulated_token_usage": dict(zip(names, (prompt, output, read, 0, window), strict=True))}


def user(own, text, **more):
    return {"id": own, "source": "user", "action": "message", "args": {"content": text}, **more}


def said(own, text, **more):
    return {"id": own, "source": "agent", "action": "message", "args": {"content": text}, **more}


def meta(call, *calls):
    message = {"role": "assistant", "content": None}
    message["tool_calls"] = [
        {"id": name, "function": {"name": "execute_bash", "arguments": f'{{"command": "{name}"}}'}} for name in calls
    ]
    usage = {"prompt_tokens": 90, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 64}}
    response = {"id": f"r-{calls[0]}", "model": "m", "choices": [{"message": message}], "usage": usage}
    return {"function_name": "execute_bash", "tool_call_id": call, "model_response": response}


def run(own, call, *calls):
    args = {"command": call, "thought": ""}
    return {"id": own, "source": "agent", "action": "run", "args": args, "tool_call_metadata": meta(call, *calls)}


def ran(own, call, *calls, text="out", code=0):
    extras = {"metadata": {"exit_code": code, "working_dir": "/w"}}
    return {
        "id": own, "source": "agent", "observation": "run", "content": text, "extras": extras,
        "tool_call_metadata": meta(call, *calls),
    }  # fmt: skip


def condensation(own, *, ids=None, first=None, last=None, summary="told", offset=1, **more):
    args = {"forgotten_event_ids": ids, "forgotten_events_start_id": first, "forgotten_events_end_id": last}
    args |= {"summary": summary, "summary_offset": offset}
    return {"id": own, "source": "agent", "action": "condensation", "args": args, **more}


@pytest.fixture
def read(tmp_path):
    def write_and_read(*events):
        path = tmp_path / "log.json"
        path.write_bytes(orjson.dumps({"trajectory": list(events)}))
        return read_whole(ADAPTER, path)

    return write_and_read


def test_range_of_ids_is_forgotten_with_both_ends(read):
    session = read(user(0, "one"), said(1, "two"), said(2, "three"), said(3, "four"), condensation(4, first=1, last=2))
    assert context(session) == ["one", "told", "four"]


def test_only_the_newest_summary_is_shown(read):
    session = read(
        user(0, "one"), said(1, "two"), condensation(2, ids=[1], summary="first"), said(3, "three"),
        condensation(4, ids=[3], summary="second"),
    )  # fmt: skip
    assert context(session) == ["one", "second"]


def test_offsets_count_events_that_show_nothing_but_no_change_of_state(read):
    state = {"id": 1, "source": "environment", "observation": "agent_state_changed", "extras": {"agent_state": "x"}}
    recall = {"id": 2, "source": "user", "action": "recall", "args": {"recall_type": "knowledge"}}
    session = read(user(0, "one"), state, recall, said(3, "two"), said(4, "three"), condensation(5, ids=[3], offset=2))
    assert context(session) == ["one", "told", "three"]


def test_calls_made_at_once_are_one_request(read):
    calls = ("ls", "pwd")
    session = read(user(0, "one"), run(1, "ls", *calls), run(2, "pwd", *calls), ran(3, "ls", *calls, code=1))
    (request,) = session.requests
    assert (request.first_item, request.last_item, request.model) == (2, 3, "m")
    assert request.usage == Usage(26, 64, None, 3)
    assert (session.items[3].error, session.cwd) == (True, "/w")


def test_message_spent_what_the_totals_grew(read):
    session = read(
        user(0, "one"), said(1, "two", llm_metrics=totals(100, 5, 0, 9_000)),
        said(2, "three", llm_metrics=totals(250, 9, 64, 9_000)), said(3, "four", llm_metrics=totals(40, 2)),
    )  # fmt: skip
    assert [request.usage for request in session.requests] == [None, Usage(86, 64, 0, 4), None]
    assert session.requests[1].limit == 9_000


def test_condenser_spent_what_the_totals_grew(read):
    session = read(
        user(0, "one"), said(1, "two", llm_metrics=totals(100, 5)),
        condensation(2, ids=[1], llm_metrics=totals(160, 15)),
    )  # fmt: skip
    assert [(request.purpose, request.usage) for request in session.requests][1:] == [
        ("compaction", Usage(60, 0, 0, 10))
    ]


@pytest.mark.parametrize(("metadata", "trigger"), [({}, "overflow"), (meta("c", "c"), "agent")])
def test_request_for_a_condensation_tells_its_trigger(read, metadata, trigger):
    asked = {"id": 2, "source": "agent", "action": "condensation_request", "args": {}, "tool_call_metadata": metadata}
    session = read(user(0, "one"), said(1, "two"), asked, condensation(3, ids=[1]))
    assert [one.record.trigger for one in compactions(session)] == [trigger]


def test_delegate_works_in_a_thread_of_its_own(read):
    delegate = {"id": 1, "source": "agent", "action": "delegate", "args": {"agent": "Browser", "inputs": {}}}
    back = {"id": 3, "source": "agent", "observation": "delegate", "content": "found", "extras": {}}
    session = read(user(0, "one"), delegate, said(2, "inside"), back, said(4, "two"))
    assert context(session) == ["one", "delegate", "found", "two"]
    assert [item.preview for item in session.items if item.thread] == ["inside"]
    assert [(link.kind, link.title) for link in session.links] == [("subagent", "Browser")]


def test_command_of_the_human_is_theirs(read):
    session = read({"id": 0, "source": "user", "action": "run", "args": {"command": "make"}})
    assert [(item.kind, item.origin, item.detail) for item in session.items] == [(ItemKind.USER, Origin.HUMAN, "shell")]


def test_skill_is_shown_once(read):
    knowledge = [{"name": "git", "content": "use git"}]
    extras = {"recall_type": "knowledge", "microagent_knowledge": knowledge}
    recall = {"source": "environment", "observation": "recall", "content": "", "extras": extras}
    assert context(read(user(0, "one"), recall | {"id": 1}, recall | {"id": 2})) == ["one", "use git"]


def test_unknown_events_survive_and_are_counted(read):
    odd = {"source": "environment", "action": "", "message": "odd"}
    session = read(odd | {"id": 0}, odd | {"id": 1})
    assert [item.kind for item in session.items] == [ItemKind.EVENT] * 2
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]


def test_folder_of_numbered_events_reads_the_same(tmp_path):
    folder = tmp_path / "s1" / "events"
    folder.mkdir(parents=True)
    for event in orjson.loads(SAMPLE.read_bytes())["trajectory"]:
        (folder / f"{event['id']}.json").write_bytes(orjson.dumps(event))
    session = open_log(folder / "10.json").session
    assert session.path == str(folder.parent)
    assert [item.preview for item in session.items] == [item.preview for item in open_log(SAMPLE).session.items]
    assert [one.kept for one in compactions(session)] == [one.kept for one in compactions(open_log(SAMPLE).session)]


def test_glance_tells_the_first_words():
    seen = ADAPTER.glance(probe_path(SAMPLE))
    assert seen.title.startswith("Make almanac.py read")
    assert seen.ended == "2025-09-02T08:08:30.100000"


def test_glance_survives_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "log.json"
    path.write_bytes(SAMPLE.read_bytes().replace(b"moon phases from", b"moon \xff\x01phases from", 2))
    assert ADAPTER.glance(probe_path(path)).title.startswith("Make almanac.py read the moon")


@pytest.mark.corpus
def test_real_trajectory_agrees_with_the_index(corpus: Path, tmp_path: Path):
    log = corpus / "openhands" / "enyst__playground__issue_10730_complete_trajectory_297_events.json"
    session = check_session(log, tmp_path).session
    found = compactions(session)
    assert [(one.before.value, one.after.value) for one in found] == [(101_001, 51_369), (103_032, 66_975)]
    # What the running totals say of a request with a call is what its response says.
    assert all(request.usage and request.usage.prompt for request in session.requests[1:])


@pytest.mark.parametrize(("sums", "cost"), [((0.1, 0.25), 0.25), ((0.3, 0.1, 0.4), None), ((0, 0), None)])
def test_the_running_total_is_what_the_session_cost_unless_it_began_anew(read, sums, cost):
    events = [said(place, "two", llm_metrics={"accumulated_cost": one}) for place, one in enumerate(sums, 1)]
    session = read(user(0, "one"), *events)
    assert session.cost == cost
    assert {request.cost for request in session.requests} == {None}
