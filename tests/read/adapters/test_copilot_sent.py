"""What Copilot CLI of late sends, and what its log says of that: truncations, results, usage, compactions by hand."""

from __future__ import annotations

import time

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.discover import discover
from tests.read.adapters.test_copilot import START, begun, compactions, context, done, ended, read, said, user

__all__ = ["read"]
RULES = ("system.message", {"content": "rules"})
TURN = ("assistant.turn_start", {"turnId": "0"})


def cut(count, **more):
    return ("session.truncation", {"messagesRemovedDuringTruncation": count, **more})


def told(sent, **more):
    usage = {"inputTokens": sent, "outputTokens": 5, "cacheReadTokens": 600, "cacheWriteTokens": 0, **more}
    return ("session.usage_record", {"usage": usage})


def asked(words, works=True, results=(), **call):
    """The call of a summarizer, as a compaction by hand writes it down."""
    tools = [{"role": "tool", "tool_call_id": own, "content": text} for own, text in results]
    messages = [{"role": "system", "content": "rules"}, *tools, {"role": "user", "content": words}]
    data = {"requestMessages": orjson.dumps(messages).decode(), "modelCallDurationMs": 2500}
    started = ("model.model_call_started", {"turn": 0})
    return [started, (f"model.model_call_{'success' if works else 'failure'}", {**data, "modelCall": call})]


def test_a_truncation_spares_the_user_and_takes_an_answer_with_its_results(read):
    session = read(
        START, RULES, user("never rename it"), said("one", ("c1", "view"), ("c2", "view")), done("c1", "1"),
        done("c2", "2"), said("two", ("c3", "view")), done("c3", "3"), user("and now"), cut(5), said("three"),
    )  # fmt: skip
    assert context(session) == ["rules", "never rename it", "and now", "three"]
    assert compactions(session)[0].record.kind == "trim"
    began = time.process_time()
    assert context(read(START, *[user("a"), said("b")] * 10_000, user("c"), cut(20_000))) == ["c"]
    assert time.process_time() - began < 4, "cutting many messages takes no time"


def test_results_stand_in_the_order_of_their_calls(read):
    session = read(
        START, user("a"), said("b", ("c1", "view"), ("c2", "view"), ("c3", "view")), done("c3", "third"),
        done("c1", "first"), done("c2", "second"), said("d", ("c4", "view")), done("c4", "fourth"),
    )  # fmt: skip
    assert [line for line in context(session) if not line.startswith("view")] == [
        "a", "b", "first", "second", "third", "d", "fourth",
    ]  # fmt: skip


def test_tokens_of_a_call_are_told_ahead_of_its_answer(read):
    session = read(START, user("a"), TURN, told(1000, maxPromptTokens=40_000, duration=1500, cost=0.25), said("b"))
    (request,) = session.requests
    assert (request.usage, request.limit) == (Usage(400, 600, 0, 5), 40_000)
    assert (request.seconds, request.cost) == (1.5, 0.25)
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["session.start"]


def test_answers_of_different_rounds_are_different_requests_whatever_the_provider_calls_them(read):
    session = read(START, user("a"), TURN, said("b", key="k"), said("more", key="k"), TURN, said("c", key="k"))
    assert [request.number for request in session.requests] == [1, 2]


@pytest.mark.parametrize("begun_again", [[], [TURN]])
def test_what_the_harness_says_in_the_models_name_is_no_request(read, begun_again):
    noted = ("system.notification", {"content": "a command ended"})
    session = read(
        START, user("a"), TURN, told(1000), said("b", key="k"), *begun_again, noted,
        said("", ("c1", "look")), done("c1", "output"), TURN, told(1200), said("c", key="l"),
    )  # fmt: skip
    assert [request.usage.prompt for request in session.requests] == [1000, 1200]
    assert context(session) == ["a", "b", "a command ended", "look a.py", "output", "c"]


def test_a_compaction_by_hand_holds_the_prompt_the_focus_and_the_calls(read):
    used = {"inputTokens": 900, "outputTokens": 9, "cacheReadTokens": 500, "requestCount": 2, "model": "m"}
    failure = asked("Sum up, mind the port.", False, status=500, error='{"message":"no room"}', model="m")
    session = read(
        START, RULES, user("a"), said("b"), begun(trigger="manual"), *failure, *asked("Sum up, mind the port."),
        ("model.messages_snapshot", {"messages": ["long"]}),
        ended(compactionTokensUsed=used, customInstructions="mind the port"), user("c"), said("d"),
    )  # fmt: skip
    (found,) = compactions(session)
    record = found.record
    assert (record.focus, record.attempts, record.shown) == ("mind the port", 2, None)
    assert session.items[record.prompt - 1].text == "Sum up, mind the port."
    calls = [request for request in session.requests if request.purpose]
    assert [(call.usage, call.stop, call.seconds) for call in calls] == [
        (None, "500 no room", 2.5), (Usage(400, 500, None, 9), "", 2.5),
    ]  # fmt: skip
    assert [context(session, call.op) for call in calls] == [["rules", "a", "b"]] * 2
    assert max(item.chars for item in session.items if item.detail != "session.start") < 100
    assert [one.name for one in session.unlogged] == ["sentences around the words of the user and the summary"]


def test_a_compaction_that_failed_for_good_has_its_calls_and_its_reason(read):
    calls = [row for _ in range(3) for row in asked("Sum up.", False, status=500, error='{"message":"no room"}')]
    session = read(START, user("a"), said("b"), begun(), *calls, ended(success=False, summaryContent=None), said("c"))
    (found,) = compactions(session)
    assert (found.record.status, found.record.attempts, found.record.reason) == ("failed", 3, "500 no room")
    assert len([request for request in session.requests if request.purpose]) == 3
    assert context(session) == ["a", "b", "c"]
    why = "call failed: Gone { retries: 5, total: 16.8 }"
    session = read(START, user("a"), begun(), ended(success=False, summaryContent=None, failureReason=why))
    assert (compactions(session)[0].record.attempts, compactions(session)[0].record.reason) == (6, why)


def test_two_failures_in_a_log_that_begins_with_a_resumption_leave_the_context_alone(read):
    failed = ended(success=False, summaryContent=None, error="429")
    sizes = {"systemTokens": 11_000, "conversationTokens": 80_000, "toolDefinitionsTokens": 12_000}
    session = read(
        ("session.resume", {"eventCount": 2604}), user("a"), said("b"), begun(**sizes), failed, user("c"), said("d"),
        begun(**sizes | {"conversationTokens": 84_000}), failed, user("e"), said("f"),
    )  # fmt: skip
    told = [(found.record.status, found.record.reason, found.before.value) for found in compactions(session)]
    assert told == [("failed", "429", 103_000), ("failed", "429", 107_000)]
    assert context(session) == list("abcdef")


def test_a_summarizer_in_the_background_was_shown_what_stood_there_at_the_start(read):
    session = read(START, user("a"), said("b"), begun(), said("meanwhile"), ended(), said("c"))
    record = compactions(session)[0].record
    assert [session.items[number - 1].preview for number in record.shown] == ["a", "b"]


def test_a_truncation_at_the_same_moment_is_what_the_summarizer_was_shown(read):
    used = {"inputTokens": 100, "outputTokens": 9}
    session = read(
        START, user("a"), said("b", ("c1", "view")), done("c1", "1"), said("c"), begun(), cut(2), said("meanwhile"),
        ended(compactionTokensUsed=used), said("d"),
    )  # fmt: skip
    trim, summary = compactions(session)
    assert (trim.record.kind, summary.record.kind) == ("trim", "summary")
    assert [session.items[number - 1].preview for number in summary.record.shown] == ["a", "c"]
    (call,) = [request for request in session.requests if request.purpose]
    assert context(session, call.op) == ["a", "c"]
    assert context(session) == ["a", "told", "meanwhile", "d"]


@pytest.mark.parametrize("counted", [2, 3])
def test_the_system_prompt_may_be_counted_among_the_messages(read, counted):
    session = read(START, RULES, user("a"), said("b"), begun(), ended(preCompactionMessagesLength=counted))
    assert not any("The log counts" in note for note in compactions(session)[0].record.notes)


@pytest.mark.parametrize(("milliseconds", "before"), [(500, ["a", "told"]), (4000, ["a"])])
def test_how_long_a_call_took_tells_whether_it_was_sent_ahead_of_a_compaction(read, milliseconds, before):
    session = read(START, user("a"), begun(), TURN, ended(), told(900, duration=milliseconds), said("b"))
    assert context(session, session.requests[0].op) == before
    assert context(session) == ["a", "told", "b"]
    assert all("under way" not in note for note in compactions(session)[0].record.notes)


def test_a_list_knows_the_folder_that_a_session_worked_in(tmp_path):
    log = tmp_path / ".copilot" / "session-state" / "s1" / "events.jsonl"
    log.parent.mkdir(parents=True)
    kind, data = START
    rows = [{"type": kind, "data": data | {"context": {"cwd": "/p"}}, "id": "e", "parentId": None}]
    log.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    assert [found.project for found in discover(home=tmp_path, env={}, agent="copilot")] == ["/p"]
    log.write_bytes(orjson.dumps({"type": kind, "data": data, "id": "e", "parentId": None}) + b"\n")
    (log.parent / "workspace.yaml").write_text("cwd: /q\n")
    assert [found.project for found in discover(home=tmp_path, env={}, agent="copilot")] == ["/q"]


def driven(version="1.0.102"):
    return ("session.start", {"sessionId": "s1", "producer": "copilot-agent", "copilotVersion": version})


def model(name):
    return ("session.model_change", {"newModel": name})


@pytest.mark.parametrize(
    ("version", "happens", "left"),
    [
        ("1.0.102", ("session.resume", {}), ["a", "b", "c"]),
        ("1.0.74", ("session.resume", {}), ["a", "thought", "b", "c"]),
        ("1.0.102", model("another"), ["a", "b", "c"]),
        ("1.0.102", model("m"), ["a", "thought", "b", "c"]),
    ],
)
def test_a_session_taken_up_again_or_by_another_model_goes_on_without_its_thinking(read, version, happens, left):
    session = read(driven(version), model("m"), user("a"), said("b", reasoningText="thought"), happens, user("c"))
    assert context(session) == left


def test_a_prompt_that_came_while_a_compaction_went_on_stands_above_the_summary_too(read):
    session = read(driven(), user("a"), said("b"), begun(), user("meanwhile"), said("c"), ended(), user("d"))
    assert context(session) == ["a", "meanwhile", "told", "meanwhile", "c", "d"]
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["a", "meanwhile", "d"]


def test_a_prompt_that_was_sent_in_other_words_stands_in_its_place_behind_each_compaction(read):
    greeted = user("/greet Ann", transformedContent="Say hello.")
    log = [driven(), user("a"), said("b"), greeted, said("c"), user("d"), begun(), ended()]
    assert context(read(*log)) == ["a", "/greet Ann", "d", "told"]
    assert context(read(*log, user("e"), begun(), ended())) == ["a", "/greet Ann", "d", "e", "told"]


def test_files_commands_skills_and_notices_stand_as_they_were_sent(read):
    files = [{"type": "file", "path": f"/p/{one}", "taggedFilesEntry": f"* /p/{one} (6 lines)"} for one in "ab"]
    picture = {"type": "file", "path": "/p/a.png", "mimeType": "image/png"}
    asked_for = {"toolCallId": "s1", "arguments": {"command": "ls"}}
    printed = {"isUserRequested": True, "success": False, "shellExecution": {"exitCode": 3}, "error": {"message": "no"}}
    log = [driven(), user("look", attachments=[*files, picture]), said("b"), ("tool.user_requested", asked_for)]
    log.append(("tool.execution_complete", asked_for | printed))
    log.append(("skill.invoked", {"name": "greet", "content": "Say hello."}))
    log.append(("skill.context_delivered_ref", {"source": "skill-greet", "prefix": "<skill>\n", "suffix": "</skill>"}))
    log.append(("hook.end", {"hookType": "postToolUse", "output": {"additionalContext": "Mind the style."}}))
    log.append(("session.mode_notice_delivered", {"content": "Plan mode is over."}))
    log.append(("hook.start", {"hookType": "preToolUse"}))
    log.append(("hook.end", {"hookType": "sessionStart", "output": {"additionalContext": "Welcome back."}}))
    first, *left = context(session := read(*log))
    assert (first, session.unlogged[0].name) == ("Welcome back.", "text that hooks add to tool calls")
    assert left[1:4] == ["<tagged_files> * /p/a (6 lines) * /p/b (6 lines) </tagged_files>", "/p/a.png", "b"]
    assert "(non-zero exit code). Command: ls Output: no </user" in left[4]
    assert left[5:] == ["<skill> Say hello.</skill>", "Plan mode is over."]
    assert [item.text for item in session.items if item.preview == "/p/a.png"] == ["Image file at path /p/a.png"]
    assert context(read(*log, begun(), ended())) == ["look", "told"]


def test_the_date_in_front_of_the_next_prompt_is_nothing_that_a_compaction_put_back(read):
    session = read(START, user("a"), begun(), ended(), user("b", transformedContent="<date>…</date>\n\nb"), said("c"))
    assert compactions(session)[0].restored == ()
    assert context(session) == ["a", "told", "<date>…</date>", "b", "c"]


def refused(call_id, error, told=None):
    metrics = {} if told is None else {"resultForLlmLength": told}
    data = {"toolCallId": call_id, "success": False, "error": {"message": error}, "toolTelemetry": {"metrics": metrics}}
    return ("tool.execution_complete", data)


def test_a_failed_tool_told_the_model_what_a_compaction_by_hand_writes_down(read):
    log = (driven(), user("a"), said("b", ("c1", "view")), refused("c1", "No such file", 21), said("c"))
    session = read(*log, begun(), *asked("sum it up", results=[("c1", "No such file in /p/a.")]), ended())
    (item,) = (item for item in session.items if item.kind is ItemKind.TOOL_RESULT)
    assert (item.text, item.preview, item.chars, item.error) == (*["No such file in /p/a."] * 2, 21, True)
    assert "what failed tools told the model" not in [one.name for one in session.unlogged]


@pytest.mark.parametrize(("told", "is_lacking"), [(12, False), (21, True), (None, True)])
def test_what_a_failed_tool_told_the_model_is_named_where_it_is_another_text(read, told, is_lacking):
    session = read(driven(), user("a"), said("b", ("c1", "view")), refused("c1", "No such file", told), said("c"))
    assert ("what failed tools told the model" in [one.name for one in session.unlogged]) is is_lacking
