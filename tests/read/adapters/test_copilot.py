from __future__ import annotations

import sqlite3
from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import copilot
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.ending import Way, ending_of
from tests.read_back import compactions, context, read_whole, real_logs

ADAPTER = copilot.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "copilot").glob("*/failed-then-compacted"))
START = ("session.start", {"sessionId": "s1", "producer": "copilot-agent", "copilotVersion": "1.0.80"})


def user(text, **more):
    return ("user.message", {"content": text, **more})


def said(text, *asked, key="", **more):
    requests = [{"toolCallId": call, "name": name, "arguments": {"path": "a.py"}} for call, name in asked]
    return ("assistant.message", {"content": text, "toolRequests": requests, "apiCallId": key, "model": "m", **more})


def done(call, text, **more):
    data = {"toolCallId": call, "success": True, "result": {"content": text, "detailedContent": "other"}}
    return ("tool.execution_complete", {**data, **more})


def begun(**more):
    return ("session.compaction_start", more)


def ended(**more):
    return ("session.compaction_complete", {"success": True, "summaryContent": "told", **more})


@pytest.fixture
def read(tmp_path):
    def write_and_read(*events):
        path = tmp_path / "events.jsonl"
        lines = []
        for number, (kind, data, *thread) in enumerate(events):
            record = {"type": kind, "data": data, "id": f"e{number}", "timestamp": f"2026-08-01T10:00:{number:02}.000Z"}
            record |= {"parentId": f"e{number - 1}"} | ({"agentId": thread[0]} if thread else {})
            lines.append(orjson.dumps(record) + b"\n")
        path.write_bytes(b"".join(lines))
        return read_whole(ADAPTER, path)

    return write_and_read


def human(session):
    return [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]


def test_words_of_the_user_and_what_came_after_the_start_stay(read):
    session = read(
        START, ("system.message", {"content": "rules"}), user("tabs only"), said("one", ("c1", "view")),
        done("c1", "two"), begun(), said("meanwhile"), ended(), said("after"),
    )  # fmt: skip
    assert context(session) == ["rules", "tabs only", "told", "meanwhile", "after"]
    (compaction,) = compactions(session)
    assert [session.items[number - 1].preview for number in compaction.removed] == ["one", "view a.py", "two"]


def test_second_compaction_replaces_the_first_summary_and_one_without_its_start_takes_all(read):
    session = read(START, user("a"), begun(), ended(), said("b"), user("c"), begun(), ended(summaryContent="again"))
    assert context(session) == ["a", "c", "again"]
    assert context(read(START, user("a"), said("b"), ended(), said("c"))) == ["a", "told", "c"]


def test_of_more_than_twenty_prompts_the_first_three_and_the_last_sixteen_stay(read):
    new, talk = ("session.start", START[1] | {"copilotVersion": "1.0.102"}), [user(f"p{at}") for at in range(22)]
    rest = [user("a"), begun(), ended()]
    assert context(read(new, *talk[:20], begun(), ended())) == [*(f"p{at}" for at in range(20)), "told"]
    stay = [0, 1, 2, *range(6, 22)]
    assert context(read(new, *talk, begun(), ended())) == [*(f"p{at}" for at in stay), "told"]
    # Those that are left out count on.
    assert context(read(new, *talk, begun(), ended(), *rest))[2:5] == ["p2", "p7", "p8"]


@pytest.mark.parametrize(
    ("told", "trigger"),
    [
        ("threshold", "auto"), ("manual", "manual"), ("context_limit_retry", "overflow"), ("memory_pressure", "auto"),
        ("model_switch", "auto"), ("something_new", "unknown"), (None, "unknown"),
    ],
)  # fmt: skip
def test_triggers_are_told_in_the_words_of_the_inspector(read, told, trigger):
    session = read(START, user("a"), begun(trigger=told), ended())
    assert compactions(session)[0].record.trigger == trigger


def test_numbers_of_a_compaction_are_those_of_the_log(read):
    session = read(
        START, user("a"), begun(currentTokens=900, tokenLimit=1000, model="m"),
        ended(postCompactionTokens=100, compactionTokensUsed={"inputTokens": 950, "duration": 2500, "model": "n"}),
        said("b"),
    )  # fmt: skip
    record = compactions(session)[0].record
    assert (record.reported_before, record.reported_after, record.seconds, record.model) == (900, 100, 2.5, "n")
    assert session.requests[-1].limit == 1000


def test_count_that_does_not_fit_and_completion_while_an_answer_is_awaited_are_noted(read):
    fits = read(START, user("a"), said("b"), begun(), ended(preCompactionMessagesLength=2))
    differs = read(START, user("a"), said("b"), begun(), ended(preCompactionMessagesLength=7))
    notes = [" ".join(compactions(session)[0].record.notes) for session in (fits, differs)]
    assert "counts" not in notes[0]
    assert "counts 7 messages before it and holds 2" in notes[1]
    turn = ("assistant.turn_start", {"turnId": "0"})
    waiting = read(START, user("a"), turn, said("b"), begun(), turn, ended(), said("c"))
    idle = read(START, user("a"), turn, said("b"), begun(), ended(), turn, said("c"))
    assert "under way" in " ".join(compactions(waiting)[0].record.notes)
    assert "under way" not in " ".join(compactions(idle)[0].record.notes)


def test_failed_compaction_removes_nothing(read):
    session = read(START, user("a"), said("b"), begun(), ended(success=False, summaryContent=None, error="no quota"))
    (failed,) = compactions(session)
    assert (failed.record.status, failed.record.reason, failed.outcome) == ("failed", "no quota", "failed")
    assert failed.removed == ()
    assert context(session) == ["a", "b"]


@pytest.mark.parametrize("after", [(), (("session.resume", {}), said("c")), (begun(), ended(), said("c"))])
def test_start_without_its_end_is_a_failure_where_it_started(read, after):
    session = read(START, user("a"), said("b"), begun(currentTokens=5), said("meanwhile"), *after)
    failure = compactions(session)[0]
    assert (failure.record.status, failure.record.reported_before, failure.record.source.line) == ("failed", 5, 4)
    assert (failure.request_before, failure.request_after) == (0, 1)
    assert context(session, failure.op) == ["a", "b"]
    for index, request in enumerate(session.requests):
        assert session.ops[request.op].request == index


def test_summarizer_saw_the_context_at_the_start_and_its_tokens_are_told(read):
    used = {"inputTokens": 100, "cacheReadTokens": 60, "cacheWriteTokens": 30, "outputTokens": 9}
    session = read(START, user("a"), begun(), said("meanwhile"), ended(compactionTokensUsed=used), said("b"))
    asked = [request for request in session.requests if request.purpose == "compaction"]
    assert [request.usage for request in asked] == [Usage(10, 60, 30, 9)]
    assert context(session, asked[0].op - 1) == ["a"]
    for index, request in enumerate(session.requests):
        assert session.ops[request.op].request == index
    # A bill tells the parts of its input.
    bill = [{"tokenType": "input", "tokenCount": 2}, {"tokenType": "cache_read", "tokenCount": 8}]
    bill += [{"tokenType": "cache_write", "tokenCount": 90}, {"tokenType": "output", "tokenCount": 5}]
    used = {"inputTokens": 100, "cacheReadTokens": 8, "cacheWriteTokens": 0, "outputTokens": 5}
    session = read(START, ended(compactionTokensUsed=used | {"copilotUsage": {"tokenDetails": bill}}))
    assert session.requests[0].usage == Usage(2, 8, 90, 5)


def test_clearing_leaves_the_system_prompt_and_one_written_again_stands_once(read):
    session = read(
        START, ("system.message", {"content": "rules"}), user("a"), ("session.context_cleared", {"messagesCleared": 1}),
        user("b"),
    )  # fmt: skip
    assert context(session) == ["rules", "b"]
    assert compactions(session) == ()
    prompt = ("system.message", {"content": "rules"})
    assert context(read(START, prompt, user("a"), prompt, user("b"))) == ["rules", "a", "b"]
    changed = read(START, prompt, user("a"), ("system.message", {"content": "new rules"}), user("b"))
    assert context(changed) == ["new rules", "a", "b"]


def test_typed_words_are_told_from_the_frame_they_are_sent_in(read):
    session = read(START, user("tabs only", transformedContent="<date>…</date>\n\ntabs only\n\n<reminder>"))
    assert human(session) == [("tabs only", "typed")]
    assert context(session) == ["<date>…</date>", "tabs only", "<reminder>"]
    assert [item.detail for item in session.items if item.kind is ItemKind.ATTACHMENT] == ["sent_form"] * 2


@pytest.mark.parametrize(
    ("more", "origin", "detail"),
    [
        ({}, Origin.HUMAN, "typed"),
        ({"delivery": "idle"}, Origin.HUMAN, "typed"),
        ({"delivery": "queued"}, Origin.HUMAN, "queued"),
        ({"delivery": "steering"}, Origin.HUMAN, "queued"),
        ({"source": "skill-tidy"}, Origin.HARNESS, "skill"),
        ({"source": "system", "delivery": "steering"}, Origin.HARNESS, "reminder"),
        ({"isAutopilotContinuation": True}, Origin.HARNESS, "autopilot"),
        ({"source": "agent-7"}, Origin.AGENT, "delegated"),
    ],
)
def test_only_what_a_person_typed_is_theirs(read, more, origin, detail):
    item = read(START, user("go on", **more)).items[-1]
    assert (item.origin, item.detail) == (origin, detail)


def test_brief_of_a_subagent_is_not_the_users(read):
    session = read(
        START, said("", ("c1", "task")),
        ("subagent.started", {"toolCallId": "c1", "agentDisplayName": "Explore"}, "c1"),
        (*user("list the files"), "c1"), (*said("a.py", outputTokens=4), "c1"), done("c1", "a.py"),
    )  # fmt: skip
    assert human(session) == []
    assert context(session) == ["task a.py", "a.py"]
    assert [(link.session, link.title, link.item) for link in session.links] == [("c1", "Explore", 2)]
    assert [(request.thread, request.number) for request in session.requests] == [("", 1), ("c1", 1)]


def test_answers_to_questions_and_feedback_on_a_plan_are_words_of_the_human(read):
    noted = {"restrictedProperties": {"answer": "island time"}}
    session = read(
        START, said("", ("c1", "ask_user"), ("c2", "ask_user"), ("c3", "ask_user"), ("c4", "view"),
             ("c5", "ask_user")),
        done("c1", "User selected: island time", toolTelemetry=noted), done("c2", "User responded: never UTC"),
        done("c3", "The user is not available to respond."), done("c4", "User selected: nothing"),
        done("c5", "User responded: The user is not available to respond and will review your work later."),
    )  # fmt: skip
    assert human(session) == [("island time", "answer"), ("never UTC", "answer")]
    assert [*session.said_inside] == ["c1", "c2"]
    session = read(START, ("exit_plan_mode.completed", {"approved": False, "feedback": "smaller steps"}))
    assert human(session) == [("smaller steps", "plan_feedback")]
    assert context(session) == []


def test_parts_of_one_answer_are_one_request(read):
    session = read(
        START, user("a"), said("one", key="k", outputTokens=7, reasoningText="hm"), said("two", key="k", outputTokens=9)
    )
    assert [(request.id, request.usage, request.first_item, request.last_item) for request in session.requests] == [
        ("k", Usage(output=9), 3, 5)
    ]
    # So is reasoning in an event of its own with the answer behind it.
    reasoning = ("assistant.reasoning", {"content": "hm"})
    session = read(START, user("a"), reasoning, said("b", key="k", reasoningText="hm"))
    assert context(session) == ["a", "hm", "b"]
    assert [(request.id, request.first_item, request.last_item) for request in session.requests] == [("k", 3, 4)]


def test_result_is_what_the_model_was_sent(read):
    session = read(START, said("", ("c1", "view"), ("c2", "view")), done("c1", "short"))
    assert context(session)[-1] == "short"
    error = {"toolCallId": "c2", "success": False, "error": {"message": "no such file"}}
    failed = read(START, said("", ("c2", "view")), ("tool.execution_complete", error)).items[-1]
    assert (failed.preview, failed.error, failed.tool) == ("no such file", True, "view")


def test_calls_of_a_turn_that_was_broken_off_get_a_result_that_is_made_up_once_the_person_goes_on(read):
    new, calls = ("session.start", START[1] | {"copilotVersion": "1.0.102"}), (("c1", "view"), ("c2", "view"))
    log = [new, user("a"), said("b", *calls, reasoningText="hm"), done("c2", "two"), ("abort", {"reason": "user"})]
    told = ["The execution of this tool, or a previous tool was interrupted.", "two"]
    assert context(read(*log))[-2:] == ["view a.py", "two"]
    assert context(read(*log, user("go"))) == ["a", "b", "view a.py", "view a.py", *told, "go"]


def test_event_that_stands_twice_is_read_once(tmp_path):
    line = orjson.dumps({"type": "user.message", "data": {"content": "a"}, "id": "e", "parentId": None}) + b"\n"
    (tmp_path / "events.jsonl").write_bytes(line * 2)
    session = ADAPTER.read(tmp_path / "events.jsonl", lambda problem: None)
    assert context(session) == ["a"]
    assert [problem.code for problem in session.diagnostics] == ["repeated-event"]


@pytest.mark.parametrize("part", ["", "events.jsonl", "workspace.yaml", "checkpoints/001-winter-timetable-by-day.md"])
def test_every_part_of_a_session_opens_it(part):
    session = open_log(SAMPLE / part).session
    assert session.path == str(SAMPLE / "events.jsonl")
    assert session.title == "Winter timetable goes live"


def test_note_that_is_part_of_no_session_is_not_recognised(tmp_path):
    (tmp_path / "plan.md").write_text("# Plan")
    assert ADAPTER.recognise(probe_path(tmp_path / "plan.md")) is None
    assert ADAPTER.recognise(probe_path(tmp_path)) is None
    (tmp_path / "droid.jsonl").write_text('{"type":"session_start","id":"x"}\n')
    assert ADAPTER.recognise(probe_path(tmp_path / "droid.jsonl")) is None


def test_glance_tells_what_reading_tells():
    path = SAMPLE / "events.jsonl"
    glance, session = ADAPTER.glance(probe_path(path)), ADAPTER.read(path, pytest.fail)
    assert (glance.title, glance.started, glance.ended) == (session.title, session.started, session.ended)


def test_sessions_are_found_in_folders_in_files_and_in_the_editor(tmp_path):
    places = [
        ".copilot/session-state/one/events.jsonl",
        ".copilot/session-state/two.jsonl",
        ".config/Code/User/workspaceStorage/ab/GitHub.copilot-chat/transcripts/three.jsonl",
        "Library/Application Support/Code/User/workspaceStorage/ab/GitHub.copilot-chat/transcripts/four.jsonl",
        "AppData/Roaming/Code/User/workspaceStorage/ab/GitHub.copilot-chat/transcripts/five.jsonl",
        ".copilot/session-state/one/files/rows.jsonl",
    ]
    for place in places:
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("{}")
    found = [path for folder in ADAPTER.folders(tmp_path, {}) for path in ADAPTER.find(folder)]
    assert found == [tmp_path / place for place in places[:5]]
    moved = list(ADAPTER.folders(tmp_path, {"COPILOT_HOME": str(tmp_path / "x")}))
    assert moved[0] == tmp_path / "x" / "session-state"


# Real logs ------------------------------------------------------------------------------------------------------


def test_compactions_of_real_logs_and_messages_before_them_are_as_many_as_others_count(corpus):
    notes = []
    for row, session in real_logs(ADAPTER, corpus):
        found = compactions(session)
        notes += [note for one in found for note in one.record.notes]
        assert len(found) == int(row["compactions"]), row["path"]
        assert [str(compaction.before.value) for compaction in found] == [row["peak_context_tokens"]] * len(found)
        assert session.version == row["versions"]
    assert notes
    assert not [note for note in notes if "counts" in note]


def test_every_answer_of_a_real_log_is_one_request(corpus):
    for row, session in real_logs(ADAPTER, corpus):
        records = [orjson.loads(line) for line in (corpus / row["path"]).read_bytes().splitlines()]
        answers = [record for record in records if record["type"] == "assistant.message"]
        own = [request for request in session.requests if not request.purpose]
        assert [request.source.line for request in own] == [records.index(record) + 1 for record in answers]
        assert [request.usage.output for request in own] == [record["data"]["outputTokens"] for record in answers]


# The store of usage ----------------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path):
    """A session with the store of usage beside the sessions, its rows still in the write-ahead log."""
    writers = []

    def write_and_read(events, rows):
        folder = tmp_path / "session-state" / "s1"
        folder.mkdir(parents=True)
        lines = []
        for number, (kind, data, *thread) in enumerate([START, *events]):
            record = {"type": kind, "data": data, "id": f"e{number}", "timestamp": f"2026-08-01T10:00:{number:02}.000Z"}
            record |= {"parentId": None} | ({"agentId": thread[0]} if thread else {})
            lines.append(orjson.dumps(record) + b"\n")
        (folder / "events.jsonl").write_bytes(b"".join(lines))
        store = sqlite3.connect(tmp_path / "session-store.db")
        store.execute("PRAGMA journal_mode = WAL")
        columns = ("session_id", "model", "input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens")
        columns += ("created_at", "initiator", "agent_id")
        store.execute(f"CREATE TABLE assistant_usage_events (id INTEGER PRIMARY KEY, {', '.join(columns)})")
        for row, (sent, read, wrote, output, seconds, *more) in enumerate(rows):
            when = f"2026-08-01T10:00:{seconds:02}.500Z"
            values = (row, "s1", "m", sent, read, wrote, output, when, *(more or [None, None]))
            store.execute(f"INSERT INTO assistant_usage_events VALUES ({', '.join('?' * 10)})", values)
        store.commit()
        writers.append(store)
        return open_log(folder / "events.jsonl").session

    yield write_and_read
    for store in writers:
        store.close()


def test_requests_have_their_usage_from_the_store(stored):
    events = [user("a"), said("b", key="k1", outputTokens=5), said("c", key="k2", outputTokens=6)]
    session = stored(events, [(100, 70, 20, 5, 2), (120, 100, 0, 6, 3)])
    assert [request.usage for request in session.requests] == [Usage(10, 70, 20, 5), Usage(20, 100, 0, 6)]
    assert session.diagnostics[-1].code == "usage-from-store"


def test_rows_that_do_not_fit_are_given_to_no_request(stored):
    events = [user("a"), said("b", key="k1", outputTokens=5), said("c", key="k2", outputTokens=6)]
    session = stored(events, [(100, 0, 0, 99, 2), (120, 0, 0, 6, 3), (130, 0, 0, 7, 59)])
    assert [request.usage.prompt for request in session.requests] == [None, 120]


def test_the_summarisers_row_and_those_of_subagents_stay_with_theirs(stored):
    events = [user("a"), said("b", key="k1", outputTokens=5), (*said("s", key="k9", outputTokens=3), "agent1")]
    session = stored(
        events, [(900, 0, 0, 50, 2, "compaction", None), (40, 0, 0, 3, 3, None, "agent1"), (100, 0, 0, 5, 2)]
    )
    assert {request.thread: request.usage.prompt for request in session.requests} == {"": 100, "agent1": 40}


def test_a_damaged_store_costs_the_usage_only(stored, tmp_path):
    (tmp_path / "session-store.db").write_bytes(b"SQLite format 3\x00" + b"\xff" * 3000)
    log = tmp_path / "s1" / "events.jsonl"
    log.parent.mkdir()
    log.write_bytes(orjson.dumps({"type": "session.start", "data": START[1], "id": "e", "parentId": None}) + b"\n")
    session = open_log(log).session
    assert [problem.code for problem in session.diagnostics] == ["store-not-read"]


def test_the_last_round_of_an_answer_ends_the_turn_and_a_subagents_round_does_not(read):
    rows = (START, user("go"), said("Done."))
    assert read(*rows).turn_ended == 0
    assert read(*rows, ("assistant.turn_end", {"turnId": "0"}, "sub")).turn_ended == 0
    session = read(*rows, ("assistant.turn_end", {"turnId": "0"}))
    assert session.items[session.turn_ended - 1].preview == "Done."
    assert ending_of(session).way is Way.FINISHED


def test_where_nothing_was_there_to_compact_none_took_place_and_none_failed(read):
    nothing = {"success": False, "error": "Nothing to compact.", "outcome": "not_applicable"}
    session = read(user("Go."), said("Done."), begun(trigger="manual"), ("session.compaction_complete", nothing))
    assert not compactions(session)
    assert context(session) == ["Go.", "Done."]
