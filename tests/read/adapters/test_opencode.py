from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from pathlib import Path

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import opencode
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.replay import Replay
from tests.check_session import check_session
from tests.read_back import context as after
from tests.read_back import found as compactions
from tests.read_back import read_whole, real_logs

ADAPTER = opencode.ADAPTER
SAMPLES = Path(__file__).parents[3] / "sample_sessions" / "opencode" / "1.14"
EXPORT = next((SAMPLES / "tail-and-prune").glob("*.json"))
DATABASE = SAMPLES / "database" / "opencode.db"
SECOND = SAMPLES.parent / "2.0" / "second-store" / "opencode.db"


RECAP = "What did we do so far?"


def user(*parts, **more):
    return {"role": "user", **more}, parts


def agent(*parts, **more):
    return {"role": "assistant", "modelID": "m", "finish": "stop", **more}, parts


def text(words, **more):
    return {"type": "text", "text": words, **more}


def tool(output, cleared=None, **state):
    time = {"start": 1, "end": 2} | ({"compacted": cleared} if cleared else {})
    about = {"status": "completed", "input": {"filePath": "a"}, "output": output, "time": time, **state}
    return {"type": "tool", "tool": state.pop("tool", "read"), "callID": "c", "state": about}


def asked(**more):
    return user({"type": "compaction", "auto": True, **more})


def summary(words="told", parent="m2", **more):
    return agent(text(words), summary=True, parentID=parent, **more)


@pytest.fixture
def read(tmp_path):
    def write_and_read(*messages, **info):
        rows = []
        for number, (about, parts) in enumerate(messages):
            time = {"created": 1000 * (number + 1), "completed": 1000 * (number + 1) + 500}
            rows.append({"info": {"id": f"m{number}", "time": time, **about}, "parts": list(parts)})
        path = tmp_path / "ses_1.json"
        path.write_bytes(orjson.dumps({"info": {"id": "ses_1", **info}, "messages": rows}))
        return read_whole(ADAPTER, path)

    return write_and_read


def texts(session, numbers):
    return [session.items[number - 1].preview for number in numbers]


def test_a_summary_leaves_the_tail_from_the_message_that_it_names(read):
    session = read(user(text("a")), agent(text("b")), user(text("c")), asked(tail_start_id="m2"), summary(parent="m3"))
    assert after(session) == [RECAP, "told", "c"]
    assert compactions(session).all[0].record.status == "ok"


def test_a_tail_that_is_not_in_the_log_makes_a_compaction_partial_and_leaves_everything(read):
    session = read(user(text("a")), agent(text("b")), asked(tail_start_id="m77"), summary())
    record = compactions(session).all[0].record
    assert record.status == "partial"
    assert "m77" in record.notes[-1]
    assert after(session) == ["a", "b", RECAP, "told"]


def test_an_unfinished_summary_removes_nothing(read):
    for broken in ({"finish": "error"}, {"error": {"name": "Aborted"}}, {"finish": None, "time": {"created": 9000}}):
        session = read(user(text("a")), agent(text("b")), asked(), summary(**broken))
        # One that ended without an error is sent as far as it came.
        assert after(session) == ["a", "b", RECAP, *(["told"] if not broken.get("error") else [])]
        assert [compaction.record.status for compaction in compactions(session).all] == ["failed"]


def test_a_compaction_without_an_answer_failed_and_a_summary_of_2025_has_no_request_for_it(read):
    session = read(user(text("a")), agent(text("b")), asked())
    assert [compaction.record.status for compaction in compactions(session).all] == ["failed"]
    session = read(user(text("a")), agent(text("b")), agent(text("told"), summary=True), user(text("c")))
    assert after(session) == ["told", "c"]
    assert compactions(session).all[0].record.trigger == "unknown"


def test_triggers_are_told_from_the_part(read):
    for part, trigger in (({"auto": False}, "manual"), ({"overflow": True}, "overflow"), ({}, "auto")):
        session = read(user(text("a")), agent(text("b")), asked(**part), summary())
        assert compactions(session).all[0].record.trigger == trigger


def test_the_prompt_sent_again_after_an_overflow_was_typed_once(read):
    session = read(user(text("a")), asked(overflow=True), summary(parent="m1"), user(text("a")), user(text("a")))
    said = [(item.preview, item.origin) for item in session.items if item.preview == "a"]
    assert said == [("a", Origin.HUMAN), ("a", Origin.HARNESS), ("a", Origin.HUMAN)]


def test_results_are_cleared_at_the_time_at_which_they_were_if_they_still_stand(read):
    session = read(user(text("a")), agent(tool("long", cleared=2600)), user(text("b")), agent(text("c")))
    edit = compactions(session).edits[0]
    assert texts(session, edit.masked) == ["long"]
    assert [session.items[op.item - 1].preview for op in session.ops[: edit.op] if hasattr(op, "item")][-1] == "long"
    # What was compacted away before is not.
    session = read(user(text("a")), agent(tool("long", cleared=99_000)), asked(), summary(), user(text("b")))
    assert compactions(session).edits == ()


def test_cut_results_are_counted_for_the_summariser(read):
    session = read(user(text("a")), agent(tool("x" * 2001), tool("y" * 2000)), asked(), summary())
    assert "1 of those removed" in compactions(session).all[0].record.notes[0]


def test_usage_of_each_request_leaves_out_the_cache_and_takes_in_the_reasoning(read):
    tokens = {"total": 36, "input": 5, "output": 4, "reasoning": 7, "cache": {"read": 20, "write": 0}}
    session = read(user(text("a")), agent(text("b"), tokens=tokens), agent(text("c"), tokens={"input": 0, "output": 0}))
    assert [request.usage for request in session.requests] == [Usage(5, 20, 0, 11, 7), None]
    # A message of 2025 holds several requests.
    steps = [{"type": "step-finish", "tokens": {"input": 9, "output": size}} for size in (3, 4)]
    session = read(user(text("a")), agent(text("b"), tool("r"), steps[0], text("c"), steps[1]))
    assert [request.usage.output for request in session.requests] == [3, 4]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3), (5, 5)]
    # The summariser's request is not the agent's own.
    session = read(user(text("a")), asked(), summary(parent="m1", tokens={"input": 900, "output": 5}))
    assert [(request.purpose, request.usage.prompt) for request in session.requests] == [("compaction", 900)]


def test_a_summary_of_a_prompt_cuts_nothing_and_is_sent_as_an_answer(read):
    session = read(
        user(text("a")),
        agent(text("b")),
        asked(auto=False),
        summary("", parent="m2", error={"name": "APIError", "data": {"message": "not now"}}),
        user(text("c")),
        summary("told", parent="m4"),
        user(text("d")),
        agent(text("e")),
    )
    assert after(session) == ["a", "b", RECAP, "c", "told", "d", "e"]
    failed = [(one.record.status, one.record.trigger, one.record.reason) for one in compactions(session).all]
    assert failed == [("failed", "manual", "not now"), ("failed", "manual", "")]
    assert session.items[texts(session, range(1, 8)).index("told")].kind is ItemKind.ASSISTANT


def test_a_summary_is_sent_with_what_was_thought_for_it(read):
    thought = {"type": "reasoning", "text": "hm"}
    session = read(user(text("a")), asked(), agent(thought, text("told"), summary=True, parentID="m1"), user(text("b")))
    assert after(session) == [RECAP, "hm", "told", "b"]


def test_what_stands_between_a_request_for_a_summary_and_the_summary_stays_there(read):
    session = read(
        user(text("a")), user(text("b")), asked(tail_start_id="m1"), user(text("c")), summary("told", parent="m2"),
    )  # fmt: skip
    assert after(session) == [RECAP, "c", "told", "b"]


def test_a_failed_compaction_that_chose_a_tail_drops_what_stands_before_it_unless_it_is_tried_again_first(read):
    log = [user(text("a")), user(text("b")), asked(tail_start_id="m1"), summary("told", parent="m2"), user(text("c"))]
    log += [asked(tail_start_id="m4"), summary("", parent="m5", error={"name": "APIError"})]
    session = read(*log)
    assert after(session) == [RECAP, "c"]
    kinds = [(one.record.kind, one.record.status) for one in compactions(session).all]
    assert kinds == [("summary", "ok"), ("summary", "failed"), ("trim", "ok")]
    assert texts(session, compactions(session).all[2].removed) == [RECAP, "told", "b"]
    again = compactions(read(*log, user(text("d")), summary("at last", parent="m5"))).all
    assert [(one.record.kind, one.record.status) for one in again] == [*kinds[:2], ("summary", "ok")]


def test_where_more_was_sent_behind_a_failed_compaction_than_came_nothing_left(read):
    for behind, left in ((900, [RECAP, "b", "c"]), (4020, [RECAP, "b", "c"]), (5000, ["a", "b", RECAP, "c"])):
        session = read(
            user(text("a")),
            agent(text("b"), tokens={"input": 4000, "output": 3}),
            asked(tail_start_id="m1"),
            summary("", parent="m2", error={"name": "APIError"}),
            agent(text("c"), tokens={"input": behind, "output": 3}),
        )
        assert after(session) == left


def test_a_command_of_the_user_is_sent_as_a_call_and_no_request(read):
    ran = {"type": "tool", "tool": "bash", "callID": "c"}
    ran["state"] = {"status": "completed", "input": {"command": "ls"}, "output": "a.py", "metadata": {}}
    marker = text("The following tool was executed by the user", synthetic=True)
    zero = {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}
    session = read(user(marker), agent(ran, parentID="m0", tokens=zero, finish=None))
    assert session.requests == ()
    call = next(item for item in session.items if item.kind is ItemKind.TOOL_CALL)
    assert (call.origin, call.detail) == (Origin.HUMAN, "shell")
    assert after(session)[-1] == "a.py"
    # One of the agent that ends with a number failed.
    session = read(user(text("a")), agent(tool("no", metadata={"exit": 3}), tool("yes", metadata={"exit": 0})))
    assert [item.error for item in session.items if item.kind is ItemKind.TOOL_RESULT] == [True, False]


def test_the_name_of_a_text_file_is_not_sent(read):
    for mime, sent in (
        ("text/plain", ["words"]),
        ("application/x-directory", ["words"]),
        ("image/png", ["words", "x"]),
    ):
        file = {"type": "file", "mime": mime, "filename": "x", "url": "file:///x"}
        assert after(read(user(text("words", synthetic=True), file))) == sent


def test_an_answer_that_ended_in_an_error_is_not_sent_unless_the_user_broke_it_off(read):
    for name, sent in (("APIError", ["a", "c"]), ("MessageAbortedError", ["a", "half", "c"])):
        session = read(user(text("a")), agent(text("half"), finish=None, error={"name": name}), user(text("c")))
        assert after(session) == sent


def test_a_call_that_never_ended_is_sent_as_interrupted_once_the_session_goes_on(read):
    waiting = tool("", status="running")
    del waiting["state"]["output"]
    assert len(after(read(user(text("a")), agent(waiting)))) == 2
    assert after(read(user(text("a")), agent(waiting), user(text("b"))))[2] == "[Tool execution was interrupted]"


def test_what_a_plan_or_a_fork_adds_while_sending_is_named_for_the_versions_that_add_it(read):
    for version, is_named in (("1.4.3", False), ("1.18.33", True), ("7.7.9", True), ("2.0.1", False), ("", False)):
        session = read(user(text("a"), agent="plan"), version=version)
        assert any("plan" in one.name for one in session.unlogged) == is_named
    plain, planned = read(user(text("a")), version="1.18.33"), read(user(text("a"), agent="plan"), version="1.18.33")
    assert [one.name for one in plain.unlogged] == ["system prompt", "tool definitions"]
    assert [one.name for one in planned.unlogged][2:] == ["reminder of plan mode"]
    kilo = read(user(text("a")), version="7.7.9")
    assert [one.name for one in kilo.unlogged][2:] == ["time and folders"]
    assert kilo.version == "Kilo 7.7.9"


def test_a_prompt_made_before_the_summary_ends_the_requests_of_its_run_in_kilo(read):
    later, runs = {"created": 3500, "completed": 3500}, {"parentID": "m3"}
    asking = asked(time={"created": 2500}, auto=False)
    log = [user(text("a")), agent(text("b")), asking, user(text("c"), time=later), summary()]
    log += [agent(text("d"), **runs), agent(text("e"), **runs), user(text("f")), agent(text("g"), parentID="m7")]
    session = read(*log, version="7.7.9")
    (cut,), order = compactions(session).all, [RECAP, "told", "c"]
    assert texts(session, Replay(session).items_at(cut.op)) == order
    assert asked_with(session)[1:] == [order, [*order, "d"], [RECAP, "c", "told", "d", "e", "f"]]


def test_kilo_goes_on_behind_a_summary_without_the_turn_before_and_without_prompts_that_wait(read):
    goes_on = text("go on", synthetic=True, metadata={"compaction_continue": True})
    log = [user(text("a")), agent(text("b"), parentID="m0"), user(text("c")), agent(text("d"), parentID="m2")]
    log += [user(text("wait")), asked(tail_start_id="m0"), summary(parent="m5"), user(goes_on)]
    log += [agent(text("e"), parentID="m7"), agent(text("f"), parentID="m4")]
    left, behind = [RECAP, "told", "c", "d", "go on"], [RECAP, "told", "a", "b", "c", "d", "go on", "e", "wait"]
    assert asked_with(read(*log, version="7.7.9"))[2:] == [left, behind]


def asked_with(session):
    replay = Replay(session)
    return [texts(session, replay.items_at(one.op - 1)) for one in session.requests if not one.purpose]


def test_a_picture_or_a_pdf_may_be_an_error_to_the_model_and_its_name_is_not_sent(read):
    for mime, what, shown in (("image/png", "picture", "[image, f]"), ("application/pdf", "PDF", "[PDF, f]")):
        for version, words in (("1.18.33", []), ("7.7.9", [f"words in place of a {what}", "time and folders"])):
            session = read(user(text("a"), {"type": "file", "mime": mime, "filename": "f"}), version=version)
            assert [one.name for one in session.unlogged][2:] == [f"error in place of a {what}", *words]
            assert session.items[-1].text == shown


def test_thoughts_of_another_model_are_text(read):
    thought = {"type": "reasoning", "text": "hm"}
    one, two = ({"modelID": name, "providerID": "p"} for name in ("one", "two"))
    prompts = [user(text(word)) for word in "abc"]
    answers = [agent(thought, text("x"), **one), agent(text("y"), **two), agent(text("z"), **one)]
    said = [message for pair in zip(prompts, answers, strict=True) for message in pair]
    session = read(*said, version="1.18.33")
    replay = Replay(session)
    kinds = [[session.items[at - 1].kind for at in replay.items_at(request.op)][1:2] for request in session.requests]
    assert kinds == [[], ["assistant"], ["reasoning"]]
    before = read(*said, version="1.4.3")
    assert all(item.kind != "assistant" or item.preview != "hm" for item in before.items)


def test_an_empty_summary_keeps_nothing_and_is_no_secret(read):
    empty = summary("", parent="m2")
    (compaction,) = compactions(read(user(text("a")), agent(text("b")), asked(auto=True), empty)).all
    assert (compaction.record.status, compaction.record.summary, compaction.record.readable) == ("ok", None, True)


def test_words_of_the_human_are_told_apart(read):
    answered = tool("User has answered", tool="question", metadata={"answers": [["Half hours"]]})
    answered["tool"] = "question"
    refused = tool("", status="error", error="Rejected with the following feedback: use uv instead")
    session = read(
        user(text("typed"), text("read by the harness", synthetic=True), text("shown only", ignored=True)),
        agent(answered, refused),
        user(text("Review src/ and obey.", metadata={"kilo": {"injected": {"title": "/review src/"}}})),
    )
    human = [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]
    assert human == [("typed", "typed"), ("Half hours", "answer"), ("use uv instead", "feedback"), ("src/", "typed")]
    assert "shown only" not in after(session)


def test_a_session_of_a_subagent_has_the_agents_prompt_and_is_linked_both_ways(read):
    session = read(user(text("find it")), agent(text("found")), parentID="ses_0")
    assert session.items[0].origin is Origin.AGENT
    assert [(link.kind, link.session) for link in session.links] == [("parent", "ses_0")]
    task = tool("done", metadata={"sessionId": "ses_9"}, title="look")
    task["tool"] = "task"
    session = read(user(text("a")), agent(task))
    assert [(link.kind, link.session, link.item) for link in session.links] == [("subagent", "ses_9", 2)]


def test_what_was_undone_leaves_the_context_at_the_end(read):
    session = read(user(text("a")), agent(text("b")), user(text("c")), revert={"messageID": "m2"})
    assert after(session) == ["a", "b"]
    assert session.diagnostics[-1].code == "undone"


def test_unknown_parts_are_kept_and_counted(read):
    session = read(user(text("a"), {"type": "glow"}, {"type": "glow"}))
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["glow", "glow"]
    assert session.diagnostics[0].message.startswith("2 records")


def test_pictures_are_named_and_never_their_bytes(read):
    picture = {"type": "file", "mime": "image/png", "filename": "shot.png", "url": "data:image/png;base64,AAAA"}
    session = read(user(picture, text("what is this?")))
    assert (session.items[0].preview, session.items[0].images) == ("shot.png", 1)
    assert Bodies().text(session.items[0]) == "[image, shot.png]"


# Where it is kept ------------------------------------------------------------------------------------------------


@pytest.fixture
def storage(tmp_path):
    """The export's session in the folders of the older store."""
    document = json.loads(EXPORT.read_text("utf-8"))
    root = tmp_path / "opencode" / "storage"
    session = document["info"]["id"]

    def put(path, value):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), "utf-8")

    put(root / "session" / "p1" / f"{session}.json", document["info"])
    for message in document["messages"]:
        put(root / "message" / session / f"{message['info']['id']}.json", message["info"])
        for part in message["parts"]:
            put(root / "part" / message["info"]["id"] / f"{part['id']}.json", part)
    return root


def moved(compaction):
    return compaction.op, compaction.removed, compaction.inserted, compaction.kept


def told(session):
    return [(item.kind, item.origin, item.preview, item.chars, item.time) for item in session.items]


def test_export_folders_and_database_tell_the_same(storage, tmp_path):
    export = open_log(EXPORT).session
    folder = check_session(storage, tmp_path / "check").session
    base = open_log(DATABASE).session
    assert told(folder) == told(export) == told(base)
    assert [moved(one) for one in compactions(folder).all] == [moved(one) for one in compactions(export).all]
    assert [one.masked for one in compactions(folder).edits] == [one.masked for one in compactions(export).edits]
    assert [request.usage for request in base.requests] == [request.usage for request in export.requests]


def test_a_packed_database_opens_too(tmp_path):
    packed = tmp_path / "opencode.db.gz"
    packed.write_bytes(gzip.compress(DATABASE.read_bytes()))
    assert told(open_log(packed).session) == told(open_log(DATABASE).session)


def test_any_file_of_the_older_store_opens_its_session(storage):
    session = open_log(EXPORT).session
    for pattern in ("session/*/*.json", "message/*/*.json", "part/*/*.json"):
        part = sorted(storage.glob(pattern))[0]
        assert told(open_log(part).session) == told(session)


def test_each_session_of_a_database_has_its_path(tmp_path):
    home = tmp_path / "home"
    place = home / ".local" / "share" / "opencode"
    place.mkdir(parents=True)
    shutil.copy(DATABASE, place / "opencode.db")
    found = discover(home=home, env={}, agent="opencode")
    assert [(entry.path.name, entry.title) for entry in found] == [
        ("ses_5b1e7a90c3ffeQm2TzR8uVwK4n", "Pickup times for orders")
    ]
    assert [entry.path for entry in discover([place / "opencode.db"])] == [found[0].path]
    assert open_log(found[0].path).session.id == found[0].path.name


def test_every_session_of_the_older_store_is_listed_whichever_of_its_folders_is_named(storage):
    (first,) = storage.glob("session/*/*.json")
    second = first.with_name(f"{first.stem[:-1]}x.json")
    second.write_text(first.read_text("utf-8").replace(first.stem, second.stem), "utf-8")
    (storage / "message" / second.stem).mkdir()
    for folder in (storage, storage.parent, storage.parent.parent):
        assert {entry.path for entry in discover([folder])} == {first, second}


def test_sessions_taken_over_into_the_database_are_listed_once(storage):
    place = storage.parent
    assert len(list(ADAPTER.find(place))) == 1
    shutil.copy(DATABASE, place / "opencode.db")
    assert [path.parent.name for path in ADAPTER.find(place)] == ["opencode.db"]


# The second store ------------------------------------------------------------------------------------------------


def both_stores(folder, *rows):
    """The database of the sample, with rows of the same session in the second store."""
    path = folder / "opencode.db"
    shutil.copy(DATABASE, path)
    with sqlite3.connect(path) as made:
        made.execute(
            "CREATE TABLE session_message (id text, session_id text, type text, seq integer, time_created integer, "
            "time_updated integer, data text)"
        )
        session = made.execute("SELECT id FROM session WHERE parent_id IS NULL").fetchone()[0]
        last = made.execute("SELECT max(time_created) FROM message WHERE session_id = ?", (session,)).fetchone()[0]
        for seq, (kind, after, data) in enumerate(rows):
            values = (f"x{seq}", session, kind, seq, last + after, 0, json.dumps(data))
            made.execute("INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    made.close()
    return path


def test_a_session_in_both_stores_is_read_from_the_one_with_the_newest_answer(tmp_path):
    answer = {"content": [{"type": "text", "text": "newer"}]}
    same = open_log(both_stores(tmp_path, ("user", 5, {"text": "hello"}), ("assistant", 0, answer))).session
    assert told(same) == told(open_log(DATABASE).session)
    assert [problem.code for problem in same.diagnostics] == ["two-stores"]
    newer = open_log(both_stores(tmp_path, ("user", 5, {"text": "hello"}), ("assistant", 9, answer))).session
    assert [item.preview for item in newer.items] == ["hello", "newer"]
    assert [problem.code for problem in newer.diagnostics] == ["two-stores"]


def test_the_second_store_tells_whose_words_are_whose():
    items = {item.preview: item for item in open_log(SECOND).session.items}
    human = [item.detail for item in items.values() if item.origin is Origin.HUMAN]
    assert human == ["typed", "answer", "feedback", "shell", "typed"]
    assert items["six hours"].tool == "question"
    assert items["no new files"].call_id == "call_3"
    assert items["Today's date is now 2026-08-22."].kind is ItemKind.INSTRUCTIONS
    assert items["The task in the background is finished."].detail == "reminder"


def test_an_export_of_the_second_store_tells_the_same(tmp_path):
    base = open_log(SECOND).session
    with sqlite3.connect(SECOND) as made:
        rows = made.execute("SELECT id, type, data FROM session_message WHERE session_id = ? ORDER BY seq", (base.id,))
        messages = [{"id": id_, "type": kind} | json.loads(data) for id_, kind, data in rows]
    made.close()
    info = {"id": base.id, "title": base.title, "location": {"directory": base.cwd}, "version": base.version}
    path = tmp_path / "session.json"
    path.write_text(json.dumps({"info": info, "messages": messages}, indent=2), "utf-8")
    session = check_session(path, tmp_path / "check").session
    # An event is the whole record, which names itself in an export.
    assert [one for one in told(session) if one[0] is not ItemKind.EVENT] == [
        one for one in told(base) if one[0] is not ItemKind.EVENT
    ]
    assert (session.title, session.cwd, session.id) == (base.title, base.cwd, base.id)
    assert [moved(one) for one in compactions(session).all] == [moved(one) for one in compactions(base).all]


def test_a_damaged_message_of_such_an_export_costs_that_message_alone(tmp_path):
    path = tmp_path / "session.json"
    said = [{"id": f"msg_{n}", "type": "user", "time": {"created": n}, "text": f"prompt {n}"} for n in range(1, 4)]
    said[1] = {"id": "msg_2"}
    for spoilt in (said, [said[0], None, said[2]], [{**said[0], "time": 5}, said[2]]):
        path.write_text(json.dumps({"info": {"id": "ses_1"}, "messages": spoilt}), "utf-8")
        items = open_log(path).session.items
        assert [item.preview for item in items if item.kind is ItemKind.USER] == ["prompt 1", "prompt 3"]


def test_a_database_without_a_column_for_the_parent_has_sessions_that_nothing_started(tmp_path):
    path = tmp_path / "opencode.db"
    path.write_bytes(SECOND.read_bytes())
    with sqlite3.connect(path) as made:
        for (index,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%parent_id%'"):
            made.execute(f"DROP INDEX {index}")
        made.execute("ALTER TABLE session_v2 DROP COLUMN parent_id")
    made.close()
    assert len(open_log(path).session.items) == len(open_log(SECOND).session.items)


def test_a_compaction_of_the_second_store_leaves_its_summary_and_one_text():
    session = open_log(SECOND).session
    failed, done = compactions(session).all
    assert (failed.outcome, failed.record.notes, failed.removed) == ("failed", ("It failed: overloaded",), ())
    inserted = [session.items[number - 1] for number in done.inserted]
    assert [(item.kind, item.detail) for item in inserted] == [
        (ItemKind.SUMMARY, "compact_summary"),
        (ItemKind.ATTACHMENT, "recent"),
    ]
    assert (done.kept, done.record.trigger, done.record.model) == ((), "manual", "claude-sonnet-5")
    summing = [request for request in session.requests if request.purpose == "compaction"]
    assert [request.usage.prompt for request in summing] == [18_600]


def test_what_the_provider_made_of_the_history_is_a_native_compaction(tmp_path):
    made = {"summary": "", "recent": "", "status": "completed", "reason": "auto", "providerContext": {"version": 1}}
    asked = {"text": "hello"}
    session = open_log(both_stores(tmp_path, ("user", 1, asked), ("compaction", 2, made), ("assistant", 3, {}))).session
    (done,) = compactions(session).all
    assert (done.record.kind, done.record.readable, done.outcome) == ("native", False, "opaque")
    assert [session.items[number - 1].detail for number in done.inserted] == ["native_context"]


def test_a_row_without_a_status_is_a_compaction_that_is_done_and_one_that_runs_is_not(tmp_path):
    older, running = (
        {"reason": "auto", "summary": "So far."},
        {"reason": "auto", "summary": "So f", "status": "running"},
    )
    rows = [("user", 1, {"text": "hello"}), ("compaction", 2, running), ("compaction", 3, older), ("assistant", 4, {})]
    session = open_log(both_stores(tmp_path, *rows)).session
    assert [one.outcome for one in compactions(session).all] == ["failed", "ok"]


def test_what_a_revert_undid_in_the_second_store_is_out_of_the_context(tmp_path):
    path = tmp_path / "opencode.db"
    shutil.copy(SECOND, path)
    with sqlite3.connect(path) as made:
        made.execute(
            "UPDATE session_v2 SET revert = ? WHERE parent_id IS NULL", (json.dumps({"messageID": "msg_008"}),)
        )
    made.close()
    session = open_log(path).session
    last = Replay(session).items_at(len(session.ops) - 1)
    assert session.items[last[-1] - 1].preview == "9 ok"
    assert "undone" in [problem.code for problem in session.diagnostics]


def test_sessions_of_both_stores_are_listed_and_opened_by_their_paths():
    found = list(ADAPTER.find(SECOND))
    assert [path.name[:7] for path in found] == ["ses_7c2", "ses_6f1"]
    assert [open_log(path).session.version for path in found] == ["2.0.12", "1.18.31"]
    links = open_log(found[0]).session.links
    assert [(link.kind, link.title) for link in links] == [("subagent", "Find the sender")]
    child = open_log(Path(links[0].path)).session
    assert [(item.origin, item.detail) for item in child.items] == [(Origin.AGENT, "delegated")]


def test_rows_and_contents_of_unknown_types_survive_as_events(tmp_path):
    answer = {
        "content": [{"type": "hologram"}, {"type": "text", "text": "hi"}],
        "retry": {"error": {"message": "busy"}},
    }
    session = open_log(both_stores(tmp_path, ("orbit", 1, {"a": 1}), ("assistant", 2, answer))).session
    assert [(item.kind, item.detail) for item in session.items] == [
        (ItemKind.EVENT, "orbit"),
        (ItemKind.EVENT, "hologram"),
        (ItemKind.ASSISTANT, ""),
        (ItemKind.EVENT, "retry"),
    ]
    assert [problem.code for problem in session.diagnostics].count("unknown-record") == 2


def test_a_session_that_is_not_in_the_database_cannot_be_read():
    with pytest.raises(CannotRead, match="no session ses_0"):
        open_log(DATABASE / "ses_0")


def test_glances_at_each_form():
    seen = ADAPTER.glance(probe_path(EXPORT))
    assert seen.title == "Pickup times for orders"
    assert ADAPTER.glance(probe_path(DATABASE)) == seen


def test_folders_are_the_same_on_every_system(tmp_path):
    assert tmp_path / ".local" / "share" / "opencode" in ADAPTER.folders(tmp_path, {})
    assert Path("/data/kilo") in ADAPTER.folders(tmp_path, {"XDG_DATA_HOME": "/data"})


# Damage ----------------------------------------------------------------------------------------------------------


def test_an_export_cut_short_keeps_the_messages_before(tmp_path):
    path = tmp_path / "cut.json"
    raw = EXPORT.read_bytes()
    path.write_bytes(raw[: len(raw) * 2 // 3])
    opened = open_log(path)
    assert 3 < len(opened.session.items) < len(open_log(EXPORT).session.items)
    assert "cut-document" in [problem.code for problem in opened.session.diagnostics]


def test_real_exports_have_the_compactions_that_were_counted(corpus):
    found = real_logs(ADAPTER, corpus)
    assert found
    for row, session in found:
        assert len(compactions(session).all) == int(row["compactions"])
        prompts = [request.usage.prompt for request in session.requests if request.usage]
        assert max(prompts) == int(row["peak_context_tokens"])


def test_the_cost_of_a_step_is_its_own_and_nothing_where_a_plan_pays(read):
    steps = [{"type": "step-finish", "cost": cost, "tokens": {"input": 5, "output": 1}} for cost in (0.02, 0.03)]
    session = read(
        user(text("go")),
        agent(text("a"), steps[0], text("b"), steps[1], cost=0.05),
        agent(text("c"), cost=0.07, tokens={"input": 5}),
        agent(text("d"), cost=0, tokens={"input": 5}),
    )
    assert [request.cost for request in session.requests] == [0.02, 0.03, 0.07, None]


def test_a_session_of_kilo_is_listed_by_that_name_and_read_as_opencode(tmp_path):
    store = tmp_path / "kilo.db"
    shutil.copy(DATABASE, store)
    found = discover([store])
    assert {(entry.agent, entry.product) for entry in found} == {("opencode", "Kilo")}
    assert {entry.product for entry in discover([DATABASE])} == {""}
    assert ADAPTER.read(found[0].path, lambda problem: None).version.startswith("Kilo ")
