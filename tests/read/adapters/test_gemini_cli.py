"""Gemini CLI: messages in three forms of log, new lists of messages, rewinds, and texts that tell of compactions."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Rewind, Usage
from inspector.read.adapters import gemini_cli
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.mangle import mangled
from tests.read_back import context, found, read_whole

ADAPTER = gemini_cli.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "gemini").glob("*/state-snapshot/*.jsonl"))
HEADER = {"sessionId": "s1", "projectHash": "p", "startTime": "2026-06-01T10:00:00Z"}
SNAPSHOT = "<state_snapshot>\nGoal: ship.\n</state_snapshot>"


def user(own, *parts):
    content = [{"text": part} if isinstance(part, str) else part for part in parts]
    return {"id": own, "timestamp": "2026-06-01T10:00:01Z", "type": "user", "content": content}


def gemini(own, text, prompt=1000, **more):
    tokens = {"input": prompt, "output": 10, "cached": 0, "thoughts": 0, "tool": 0, "total": prompt + 10}
    base = {"id": own, "timestamp": "2026-06-01T10:00:02Z", "type": "gemini", "content": text, "model": "m"}
    return base | {"tokens": tokens} | more


def shown(own, kind, text):
    return {"id": own, "timestamp": "2026-06-01T10:00:03Z", "type": kind, "content": text}


def called(own, output, **more):
    answer = [{"functionResponse": {"id": own, "name": "read_file", "response": {"output": output}}}]
    return {"id": own, "name": "read_file", "args": {"path": "a"}, "result": answer, "status": "success"} | more


@pytest.fixture
def read(tmp_path):
    def write_and_read(*records, name="log.jsonl"):
        path = tmp_path / name
        if name.endswith("l"):
            path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
        else:
            path.write_bytes(orjson.dumps(records[0], option=orjson.OPT_INDENT_2))
        return read_whole(ADAPTER, path)

    return write_and_read


def test_message_written_again_is_one_request_with_the_last_tokens_and_zeros_are_none(read):
    session = read(HEADER, user("u", "hi"), gemini("g", "hello", 0), gemini("g", "hello there", 2000))
    assert context(session) == ["hi", "hello there"]
    assert [request.usage for request in session.requests] == [Usage(2000, 0, None, 10, 0)]
    zeros = dict.fromkeys(("input", "output", "cached", "thoughts", "tool", "total"), 0)
    assert read(HEADER, gemini("g", "x", tokens=zeros)).requests[0].usage is None


def test_thoughts_are_shown_but_not_sent_again(read):
    thought = [{"subject": "Plan", "description": "Read the file first.", "timestamp": ""}]
    session = read(HEADER, gemini("g", "Reading.", thoughts=thought, toolCalls=[called("c", "text")]))
    assert [item.kind for item in session.items] == ["reasoning", "assistant", "tool_call", "tool_result"]
    assert context(session) == ["Reading.", "read_file a", "text"]
    assert (session.requests[0].first_item, session.requests[0].last_item) == (1, 3)
    parts = [{"text": "hm", "thought": True}, {"text": "two"}]
    again = {"$set": {"messages": [user("u", "one"), {"id": "g", "type": "gemini", "content": parts}]}}
    assert context(read(HEADER, user("u", "one"), gemini("g", "two"), again)) == ["one", "two"]


def test_failed_and_cancelled_calls_are_errors(read):
    calls = [called("c", "no", status="cancelled"), called("d", "yes")]
    session = read(HEADER, gemini("g", "", toolCalls=calls))
    assert [item.error for item in session.items if item.kind is ItemKind.TOOL_RESULT] == [True, False]


def test_snapshot_in_a_new_list_is_a_compaction_with_its_exact_context(read):
    kept = gemini("g2", "two", 50_000)
    new = [user("n1", SNAPSHOT), gemini("n2", "Got it. Thanks for the additional context!"), kept]
    rows = user("u", "one"), kept, {"$set": {"messages": new}}, shown("i", "info", ""), gemini("g3", "go", 9000)
    session = read(HEADER, *rows)
    (compaction,) = found(session).all
    assert context(session)[0].startswith("<state_snapshot>")
    assert (compaction.record.kind, compaction.record.trigger, compaction.kept) == ("summary", "manual", (2,))
    assert session.items[compaction.record.summary - 1].kind is ItemKind.SUMMARY
    assert (compaction.before.value, compaction.after.value) == (50_000, 9000)


def test_summary_that_says_the_same_again_is_a_compaction_of_its_own_and_one_known_already_is_none(read):
    first, second = ({"$set": {"messages": [user(name, SNAPSHOT)]}} for name in ("n1", "n2"))
    session = read(HEADER, user("u", "one"), gemini("g", "two"), first, user("v", "more"), gemini("h", "yes"), second)
    assert [compaction.record.summary for compaction in found(session).all] == [3, 6]
    assert context(session) == ["<state_snapshot> Goal: ship. </state_snapshot>"]
    # So it is with nothing in between.
    saved = [listed(user("u", "one")), listed(user("n3", SNAPSHOT), user("v", "more"))]
    session = read(HEADER, user("u", "one"), gemini("g", "two"), first, second, second, *saved)
    assert [compaction.record.summary for compaction in found(session).all] == [3, 4]


def test_shortened_outputs_behind_a_summary_are_no_compaction(read):
    old, new = called("c", "x" * 900), called("c", "x")
    first = {"$set": {"messages": [user("n1", SNAPSHOT)]}}
    again = [user("n2", SNAPSHOT), {"id": "g2", "type": "gemini", "content": "two", "toolCalls": [new]}]
    answer = gemini("g", "two", toolCalls=[old])
    session = read(HEADER, user("u", "one"), first, answer, *again, {"$set": {"messages": again}})
    assert (len(found(session).all), len(found(session).edits)) == (1, 1)


@pytest.mark.parametrize("old", ["x" * 900, "x"])
def test_outputs_that_were_shortened_or_got_a_frame_are_an_edit_and_stand_as_sent_from_then_on(read, old):
    old, new = called("c", old), called("c", "<tool_output_masked>\nx…\n</tool_output_masked>")
    messages = [user("u", "one"), gemini("g", "two", toolCalls=[new])]
    session = read(HEADER, user("u", "one"), gemini("g", "two", toolCalls=[old]), {"$set": {"messages": messages}})
    (edit,) = found(session).edits
    assert [session.items[number - 1].kind for number in edit.removed] == [ItemKind.TOOL_RESULT]
    assert context(session)[-1] == "<tool_output_masked> x… </tool_output_masked>"
    assert found(session).all == ()


def test_result_that_a_resumed_session_sends_twice_is_no_edit(read):
    old = gemini("g", "two", toolCalls=[called("c", "x")])
    twice = {"$set": {"messages": [user("u", "one"), old, answered("r", "c", "x")]}}
    session = read(HEADER, user("u", "one"), old, twice)
    assert found(session).edits == ()
    assert context(session) == ["one", "two", "read_file a", "x", "x"]


def answered(id_: str, call: str, output: str) -> dict:
    response = {"id": call, "name": "read_file", "response": {"output": output}}
    return {"id": id_, "type": "user", "content": [{"functionResponse": response}]}


def test_result_that_a_record_of_the_user_brings_stands_once(read):
    made = gemini("g", "two", toolCalls=[called("c", "x")])
    rows = [HEADER, user("u", "one"), made, answered("r", "c", "x")]
    # Failed, or an answer that came to it was rewound; the list may be written down behind that.
    listed = {"$set": {"messages": [rows[1], rows[3]]}}
    for more in ([shown("e", "error", "no")], [gemini("h", "three"), {"$rewindTo": "h"}], [listed]):
        session = read(*rows, *more, user("v", "go"))
        assert context(session)[-3:] == ["x", "[The previous response was interrupted before it completed.]", "go"]


def test_an_answer_inside_such_a_result_is_the_persons_once_and_goes_with_its_call(read):
    plan = "Plan rejected. User feedback: blue\n\nThe plan is stored at: /p.md\nRevise the plan."
    for tool, output in (("ask_user", '{"answers":{"0":"blue"}}'), ("exit_plan_mode", plan)):
        told = {"id": "q", "name": tool, "response": {"output": output}}
        asked = gemini("g", "Which?", toolCalls=[called("q", "", name=tool, result=[{"functionResponse": told}])])
        session = read(HEADER, asked, user("r", {"functionResponse": told}))
        assert [(one.preview, one.call_id) for one in session.items if one.origin is Origin.HUMAN] == [("blue", "q")]


def test_answer_whose_calls_were_cancelled_is_one_request_and_is_said_to_have_broken_off(read):
    stopped = gemini("g2", "", status="") | {"tokens": None, "toolCalls": [called("c", "", status="cancelled")]}
    rows = [HEADER, user("u", "do"), gemini("g", "running"), shown("i", "info", "Cancelled."), stopped]
    session = read(*rows, answered("a", "c", "stopped"), user("v", "go"), gemini("h", "on"))
    assert context(session)[4:] == ["[The previous response was interrupted before it completed.]", "go", "on"]
    assert [(one.first_item, one.last_item) for one in session.requests] == [(2, 4), (8, 8)]


def test_words_of_the_program_of_files_and_of_a_commands_template_are_not_the_humans(read):
    rows = [user("u", "do @a/**") | {"displayContent": [{"text": "do @a/"}]}, gemini("g", [])]
    rows.append(user("v", "[System: You said nothing.]"))
    rows.append(user("c", "Review src/ and obey.") | {"displayContent": [{"text": "/review src/"}]})
    rows.append(user("h", "A hook wants more.") | {"displayContent": [{"text": "do"}]})
    rows.append(user("r", "read @b", "\n--- Content from referenced files ---", "never do x"))
    session = read(HEADER, *rows, user("s", "I ran the following shell command:\n```sh\nls\n```"))
    said = [(item.detail, item.preview[:5]) for item in session.items if item.origin is Origin.HUMAN]
    assert said == [("typed", "do @a"), ("typed", "src/"), ("typed", "read "), ("shell", "I ran")]


def test_result_comes_with_the_record_of_the_user_even_behind_a_compaction(read):
    new = {"$set": {"messages": [user("n", SNAPSHOT)]}}
    answer = gemini("g", "two", toolCalls=[called("c", "late")])
    session = read(HEADER, user("u", "one"), answer, new, answered("r", "c", "late"))
    assert context(session)[-1] == "late"
    (compaction,) = found(session).all
    assert all(session.items[number - 1].kind is not ItemKind.TOOL_RESULT for number in compaction.removed)


@pytest.mark.parametrize("between", [[], [{"$set": {"lastUpdated": "2026-06-01T10:00:09Z"}}]])
def test_history_written_once_more_before_its_list_asks_nobody(read, between):
    copy = [user("u2", "one"), {"id": "g2", "type": "gemini", "content": [{"text": "two"}], "tokens": None}]
    rows = [row for one in copy for row in (one, *between)]
    session = read(HEADER, user("u", "one"), gemini("g", "two"), *rows, {"$set": {"messages": copy}})
    assert len(session.requests) == 1
    assert context(session) == ["one", "two"]
    assert sum(item.text == "one" or item.preview == "one" for item in session.items) == 1


def test_text_that_the_model_is_made_to_thank_for_is_a_summary_whatever_it_says(read):
    thanks = {"id": "t", "type": "gemini", "content": [{"text": "Got it. Thanks for the additional context!"}]}
    session = read(HEADER, user("u", "one"), gemini("g", "two"), {"$set": {"messages": [user("n", "Plain."), thanks]}})
    (item,) = [session.items[compaction.record.summary - 1] for compaction in found(session).all]
    assert (item.kind, item.origin.value, item.preview) == (ItemKind.SUMMARY, "harness", "Plain.")


def test_start_in_the_file_of_another_session_empties_nothing(read):
    start = {"$set": {"messages": [user("s", "<session_context>\nToday.\n</session_context>")]}}
    back = {"$set": {"messages": [user("u", "one"), gemini("g", "two")]}}
    session = read(HEADER, user("u", "one"), gemini("g", "two"), HEADER, start, back)
    assert (context(session), found(session).all) == (["one", "two"], ())


def test_state_of_the_context_manager_is_a_summary(read):
    state = '{"active_tasks": [], "discovered_facts": ["port 8473"]}'
    session = read(HEADER, user("u", "one"), gemini("g", "two"), {"$set": {"messages": [user("n", state)]}})
    (compaction,) = found(session).all
    assert session.items[compaction.record.summary - 1].origin.value == "harness"
    assert compaction.record.method == "context manager"
    assert [one.name for one in session.unlogged if "made up" in one.name]


def listed(*messages):
    return {"$set": {"messages": list(messages)}}


def sent(session, number):
    op = session.requests[number - 1].op
    return [(session.items[one - 1].kind, session.items[one - 1].preview) for one in Replay(session).items_at(op)]


def under_the_context_manager():
    """Two turns: a result whose call a state took the place of, and a prompt behind its answer."""
    state = user("n", '{"active_tasks": []}')
    answer = {"functionResponse": {"id": "c", "name": "read_file", "response": {"output": "text"}}}
    reading = gemini("g", "Reading.", toolCalls=[called("c", "text")])
    said = {"id": "h", "type": "gemini", "content": [{"text": "Read.\n"}]}
    before = [user("s", "<session_context>\nToday.")]
    yield from (HEADER, listed(*before), user("u", "Read a."), reading, listed(*before, state))
    yield from (user("r", answer), gemini("h", "Read."), listed(*before, state, user("r", answer), said))
    yield from (user("v", "And b."), gemini("i", "No."))


def test_what_the_context_manager_makes_of_a_history_is_what_is_sent(read):
    session = read(*under_the_context_manager())
    texts = [[text for _, text in sent(session, number)] for number in (1, 2, 3)]
    mark, start, state = "[Continuing from previous AI thoughts...]", "<session_context> Today.", '{"active_tasks": []}'
    assert texts[0] == [start, "Read a.", "Read a."]
    assert texts[1] == [mark, "{}", "text", start, state, "text"]
    assert texts[2] == [mark, "{}", "text", start, state, "Read.", "And b."]
    assert [kind for kind, _ in sent(session, 2)][1:3] == ["tool_call", "tool_result"]
    assert session.unlogged == ()
    # Once more is not said once more: the human's words are theirs once.
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["Read a.", "And b."]
    assert [one.text for one in session.items if one.preview == "Read."] == ["Read.\n"]


def test_lists_without_a_snapshot_take_back_and_are_no_compaction_and_no_context_manager(read):
    prompts = (user("u", "one"), gemini("g", "two"), user("v", "three"), gemini("h", "four"))
    session = read(HEADER, *prompts, listed(user("u", "one")), user("w", "five"), gemini("i", "six"))
    assert [text for _, text in sent(session, 3)] == ["one", "five"]
    assert found(session).all == ()


def test_answer_of_a_list_that_comes_once_more_asks_nobody(read):
    answer = gemini("g", "two")
    late = answer | {"toolCalls": [called("c", "text")]}
    session = read(HEADER, user("u", "one"), answer, HEADER, listed(user("u", "one"), answer), late, gemini("h", "ok"))
    assert len(session.requests) == 2
    assert [text for _, text in sent(session, 2)] == ["one", "two"]
    # Nor does a call that a restored checkpoint ends with and that is run again.
    made = gemini("g", [{"functionCall": {"id": "c", "name": "read_file", "args": {}}}])
    again = gemini("x", "", toolCalls=[called("d", "text")], tokens=None)
    session = read(HEADER, user("u", "one"), listed(user("u", "one"), made), again, user("v", "two"), gemini("h", "ok"))
    assert [text for _, text in sent(session, len(session.requests))] == ["one", "read_file", "two"]
    unanswered = [again | {"id": own, "toolCalls": [called(own, "", result=None)]} for own in ("c", "d")]
    assert len(read(HEADER, user("u", "one"), *unanswered).requests) == 2, "no list brought these back"


def test_rewind_takes_back_a_message_and_all_behind_it_and_leaves_a_summary_before_it(read):
    rows = [user("u", "one"), gemini("g", "two"), user("v", "three"), {"$rewindTo": "g"}, user("w", "four")]
    session = read(HEADER, *rows)
    assert context(session) == ["one", "four"]
    assert any(isinstance(op, Rewind) for op in session.ops)
    new = {"$set": {"messages": [user("n", SNAPSHOT), user("u", "one")]}}
    session = read(HEADER, user("u", "one"), new, {"$rewindTo": "u"}, user("w", "four"))
    assert context(session) == ["<state_snapshot> Goal: ship. </state_snapshot>", "four"]
    # To a message that is not there: it starts from nothing.
    session = read(HEADER, user("u", "one"), {"$rewindTo": "?"}, user("v", "x"))
    assert context(session) == ["x"]
    assert [problem.code for problem in session.diagnostics] == ["lost-rewind"]


def test_text_alone_tells_of_a_compaction_whose_content_is_not_in_the_log(read):
    text = "A compressed context will be sent for future messages (compressed from: 700000 to 50000 tokens)."
    rows = [gemini("g", "a", 700_000), shown("i", "info", text), gemini("h", "b", 50_000)]
    session = read(HEADER | {"messages": rows}, name="s.json")
    (compaction,) = found(session).all
    assert (compaction.record.status, compaction.record.basis) == ("partial", "recorded")
    assert (compaction.record.reported_before, compaction.record.reported_after) == (700_000, 50_000)


def test_failed_compression_removes_nothing(read):
    # What the command says has no words, whatever came of it.
    done, left = (shown(own, "info", "") for own in "ij")
    failed = shown("w", "error", "Failed to compress chat history.")
    session = read(HEADER, user("u", "one"), {"$set": {"messages": [user("n", SNAPSHOT)]}}, done, failed, left)
    assert [one.record.status for one in found(session).all] == ["ok", "failed", "failed"]
    assert context(session) == ["<state_snapshot> Goal: ship. </state_snapshot>"]


def test_older_logs_show_a_compaction_only_as_a_drop_in_tokens(read):
    told = {"a": 500_000, "b": 520_000, "c": 160_000, "d": 161_000}
    messages = [gemini(own, own, sent) for own, sent in told.items()]
    (compaction,) = found(read(HEADER | {"messages": messages}, name="s.json")).all
    assert (compaction.record.kind, compaction.record.basis) == ("unknown", "inferred")


@pytest.mark.parametrize("wrapped", [True, False])
def test_saved_chats_are_read_content_by_content(tmp_path, wrapped):
    history = [
        {"role": "user", "parts": [{"text": "hi"}]},
        {"role": "model", "parts": [{"text": "hello"}, {"functionCall": {"id": "c", "name": "ls", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "c", "name": "ls", "response": {"output": "a"}}}]},
    ]
    path = tmp_path / "checkpoint-before%20lunch.json"
    path.write_bytes(orjson.dumps({"history": history, "authType": "x"} if wrapped else history))
    opened = open_log(path)
    assert opened.session.agent == "gemini"
    assert context(opened.session) == ["hi", "hello", "ls", "a"]
    assert len(opened.session.requests) == 1


def test_tool_checkpoint_is_read_as_it_was_sent(tmp_path):
    path = tmp_path / "2026-06-01T10_00-a.txt-write_file.json"
    sent = [{"role": "user", "parts": [{"text": SNAPSHOT}]}, {"role": "model", "parts": [{"text": "two"}]}]
    shown_to_user = [{"id": 1, "type": "user", "text": "shown"}]
    saved = {"history": shown_to_user, "clientHistory": sent, "toolCall": {"name": "write_file"}}
    path.write_bytes(orjson.dumps(saved))
    opened = open_log(path)
    assert (opened.session.agent, context(opened.session)[1:]) == ("gemini", ["two"])
    assert opened.session.items[0].kind is ItemKind.SUMMARY


def test_cut_document_opens_as_far_as_it_goes(tmp_path):
    path = tmp_path / "session-2026-01-01T00-00-aaaa.json"
    messages = [user("u", "one"), gemini("g", "two"), user("v", "three")]
    path.write_bytes(orjson.dumps(HEADER | {"messages": messages})[:-30])
    session = open_log(path).session
    assert context(session) == ["one", "two"]
    assert [problem.code for problem in session.diagnostics] == ["cut-document"]
    sources_hold_their_texts(session, Bodies())


def test_of_a_session_in_both_forms_the_newer_is_found_and_subagents_are_linked(tmp_path):
    chats = tmp_path / ".gemini" / "tmp" / "project" / "chats"
    (chats / "s1").mkdir(parents=True)
    for name in ("session-a-s1.json", "session-a-s1.jsonl", "session-b-s2.json", "s1/sub1.jsonl"):
        (chats / name).write_bytes(orjson.dumps(HEADER) + b"\n" + orjson.dumps(user("u", "one")) + b"\n")
    names = {entry.path.name for entry in discover(home=tmp_path, env={}, agent="gemini")}
    assert names == {"session-a-s1.jsonl", "session-b-s2.json"}
    session = open_log(chats / "s1" / "sub1.jsonl").session
    assert Path(session.path).name == "session-a-s1.jsonl"
    assert [(link.kind, link.session) for link in session.links] == [("subagent", "sub1")]


def test_in_a_subagents_log_an_agent_gives_the_task_and_the_program_says_the_rest(read):
    session = read(HEADER | {"kind": "subagent"}, user("u", "count"), gemini("g", "3"), user("v", "Go on."))
    assert [item.origin for item in session.items] == [Origin.AGENT, Origin.AGENT, Origin.HARNESS]


def test_glance_gives_the_first_words_and_the_times():
    glance = ADAPTER.glance(probe_path(SAMPLE))
    assert glance.title.startswith("Move the importer to the v2 API")
    assert (glance.started, glance.ended) == ("2026-06-14T08:00:00.000Z", "2026-06-14T08:05:06.000Z")


@pytest.mark.parametrize("seed", range(100))
def test_spoilt_documents_are_read(seed, tmp_path):
    records = [orjson.loads(line) for line in SAMPLE.read_bytes().splitlines()]
    document = HEADER | {"messages": [record for record in records if "type" in record]}
    path = tmp_path / "session.json"
    path.write_bytes(mangled(orjson.dumps(document), seed))
    session = ADAPTER.read(path, lambda problem: None)
    found(session)
    sources_hold_their_texts(session, Bodies())
