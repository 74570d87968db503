"""What stands around a boundary row: in another order, later, stripped of its flags, or not at all."""

from __future__ import annotations

import json

import pytest

from inspector.cli.main import run
from inspector.model import ItemKind, Origin
from inspector.reconstruct.replay import Replay
from tests.read_back import compactions

VERSION = "2.1.332"
SUMMARY = "This session is being continued from a previous conversation that ran out of context. Never ship on Fridays."


def previews(session, numbers):
    return [session.items[number - 1].preview for number in numbers]


def sent(session, place=-1):
    return previews(session, Replay(session).items_at(session.requests[place].op - 1))


def attach(log, words, kind="file"):
    rendered = [{"content": f"<system-reminder>{words}</system-reminder>"}]
    return log.row("attachment", attachment={"type": kind}, rendered=rendered, version=VERSION)


def reminders(*words):
    return [f"<system-reminder>{word}</system-reminder>" for word in words]


def test_rows_between_boundary_and_summary_open_the_new_context(log):
    log.says("old")
    log.answers("ok", prompt=150_000)
    log.boundary()
    attach(log, "rules", "instructions")
    attach(log, "Friday", "date")
    log.summary(SUMMARY)
    log.answers("going on", prompt=20_000)
    session = log.read()
    (found,) = compactions(session)
    assert previews(session, found.removed) == ["old", "ok"]
    assert sent(session) == [*reminders("rules", "Friday"), SUMMARY]


def test_a_kept_row_that_is_written_behind_the_summary_is_kept(log):
    log.says("old")
    kept = log.answers("kept answer")
    log.boundary(preservedMessages={"uuids": [kept, "u9"]})
    log.summary()
    log.row("user", uuid="u9", message={"role": "user", "content": "kept later"})
    log.answers("going on")
    session = log.read()
    (found,) = compactions(session)
    assert (found.record.status, found.record.notes) == ("ok", ())
    assert sent(session)[1:] == ["kept answer", "kept later"]


def test_a_fork_behind_a_compaction_holds_its_kept_rows_and_calls_no_model_with_them(log):
    log.boundary(preservedMessages={"uuids": ["k1", "k2"]})
    log.summary()
    log.row("user", uuid="k1", message={"role": "user", "content": "kept prompt"})
    usage = {"input_tokens": 3, "output_tokens": 9}
    message = {"id": "m", "model": "claude-opus-5", "role": "assistant", "usage": usage}
    log.row("assistant", uuid="k2", message=message | {"content": [{"type": "text", "text": "kept answer"}]})
    log.says("next")
    log.answers("forked answer")
    session = log.read()
    (found,) = compactions(session)
    assert found.record.status == "ok"
    assert [request.number for request in session.requests] == [1]
    assert sent(session)[1:] == ["kept prompt", "kept answer", "next"]


def test_reminders_behind_a_compaction_are_sent_ahead_of_summary_and_words(log, capsys):
    log.says("old")
    log.answers("ok")
    log.boundary(trigger="manual")
    log.summary(SUMMARY)
    log.says("<command-name>/compact</command-name><command-args>keep the port</command-args>")
    attach(log, "a.py")
    log.says("next")
    attach(log, "Friday", "date")
    log.answers("going on")
    session = log.read()
    (found,) = compactions(session)
    assert sent(session)[:3] == [*reminders("a.py", "Friday"), SUMMARY]
    assert sent(session)[-1] == "next"
    assert previews(session, found.restored) == reminders("a.py", "Friday")
    assert run(["context", str(log.path), "--after", "1", "--json"]) == 0
    left = [entry["text"] for entry in json.loads(capsys.readouterr().out)["entries"]]
    assert left[:3] == [*reminders("a.py", "Friday"), SUMMARY]
    assert "next" not in left


def test_a_focus_stands_with_the_compaction_that_it_was_given_to(log):
    log.says("old")
    log.answers("ok")
    log.boundary(trigger="manual")
    log.summary()
    log.says("<command-name>/compact</command-name><command-args>keep the port</command-args>")
    log.answers("going on")
    log.says("<command-name>/compact</command-name><command-args>and the rule</command-args>")
    log.row("system", subtype="local_command", version=VERSION,
            content="<local-command-stderr>Error during compaction: no answer</local-command-stderr>")  # fmt: skip
    log.boundary(trigger="manual")
    log.summary()
    found = compactions(log.read())
    assert [one.record.focus for one in found] == ["keep the port", "and the rule", ""]


_WHY = "API Error: 500", "Request was aborted.", "You've hit your limit"
_FAILED = [f"<local-command-stderr>Error during compaction: {why}</local-command-stderr>" for why in _WHY]


@pytest.mark.parametrize("told", [*_FAILED, "<local-command-stdout>Compaction canceled.</local-command-stdout>"])
def test_a_failed_compaction_is_found_in_a_row_of_the_system_and_stays_in_the_context(log, told):
    log.says("go")
    log.answers("ok")
    log.says("<command-name>/compact</command-name><command-args></command-args>")
    log.row("system", subtype="local_command", content=told, version=VERSION)
    log.says("next")
    log.answers("on")
    session = log.read()
    (found,) = compactions(session)
    assert (found.record.status, found.removed, found.record.reason) == ("failed", (), told)
    assert told in sent(session)


def test_a_failed_and_a_good_compaction_are_two(log):
    log.says("go")
    log.answers("ok", prompt=150_000)
    log.says("<command-name>/compact</command-name><command-args></command-args>")
    log.says("<local-command-stderr>Error: Compaction canceled.</local-command-stderr>")
    log.compacts(trigger="manual")
    log.answers("on", prompt=20_000)
    found = [(one.record.status, one.record.trigger) for one in compactions(log.read())]
    assert found == [("failed", "manual"), ("ok", "manual")]


def test_two_compactions_without_a_request_between_tell_their_own_sizes(log):
    log.says("old")
    log.answers("ok", prompt=22_500)
    log.compacts(trigger="manual", preTokens=22_518, postTokens=2_900)
    log.compacts(trigger="manual", preTokens=3_093, postTokens=2_800)
    log.answers("on", prompt=22_700)
    found = compactions(log.read())
    assert [(one.record.reported_before, one.record.reported_after) for one in found] == [
        (22_518, 2_900),
        (3_093, 2_800),
    ]


def test_a_summary_that_stands_on_the_line_before_its_boundary_is_one_compaction_with_it(log):
    log.says("old")
    log.answers("ok", prompt=150_000)
    log.summary(SUMMARY)
    log.boundary(postTokens=20_100)
    log.answers("on", prompt=20_000)
    session = log.read()
    (found,) = compactions(session)
    assert (found.record.trigger, found.record.reported_before, found.record.reported_after) == (
        "auto",
        150_000,
        20_100,
    )
    assert previews(session, [found.record.summary]) == [SUMMARY]
    assert sent(session) == [SUMMARY]


@pytest.mark.parametrize("of_prompts", ["promptSource", "permissionMode"])
def test_a_person_may_type_what_a_summary_begins_with(log, of_prompts):
    log.says(SUMMARY, **{of_prompts: "typed"})
    log.answers("As you say.")
    session = log.read()
    assert (compactions(session), session.items[0].origin) == ((), Origin.HUMAN)


@pytest.mark.parametrize("gone", ["flag", "boundary", "both"])
def test_a_summary_stripped_of_its_flags_is_one_and_nobodys_word(log, gone):
    log.says("old")
    log.answers("ok", prompt=150_000)
    if gone == "flag":
        log.boundary()
    log.says(SUMMARY, **({"isCompactSummary": True} if gone == "boundary" else {}))
    log.answers("on", prompt=20_000)
    session = log.read()
    (found,) = compactions(session)
    assert found.outcome == "ok"
    item = session.items[found.record.summary - 1]
    assert (item.kind, item.origin) == (ItemKind.SUMMARY, Origin.HARNESS)


def test_prompts_whose_parent_was_never_written_follow_the_row_before_them(log):
    log.says("old")
    log.answers("ok", prompt=150_000)
    log.compacts(trigger="manual")
    for number in (1, 2):
        log.says(f"next {number}", parentUuid=f"phantom {number}")
        log.answers(f"answer {number}")
    session = log.read()
    assert len(compactions(session)) == 1
    assert sent(session)[1:] == ["next 1", "answer 1", "next 2"]


def test_rows_written_again_without_a_parent_stand_once_behind_their_compaction(log):
    log.says("old")
    log.answers("ok", prompt=150_000)
    log.compacts()
    log.says("kept on")
    log.answers("answered")
    log.rows += [row | {"parentUuid": None} for row in log.rows]
    log.says("branch prompt")
    log.answers("last", prompt=31_000)
    session = log.read()
    assert len(compactions(session)) == 1
    assert sent(session)[1:] == ["kept on", "answered", "branch prompt"]
    assert session.items[-2].origin is Origin.HUMAN


def test_a_command_stamped_earlier_than_its_compaction_stands_where_it_is_written(log):
    log.says("old")
    log.answers("ok", prompt=88_200)
    log.boundary(trigger="manual", preTokens=91_233, postTokens=15_800, durationMs=61_000)
    log.summary(SUMMARY)
    early = "2026-02-01T09:49:00.000Z"
    log.says("<command-name>/compact</command-name><command-args>keep the port</command-args>", timestamp=early)
    log.says("<local-command-stdout>Compacted</local-command-stdout>")
    log.answers("on", prompt=24_100)
    session = log.read()
    (found,) = compactions(session)
    assert (found.record.trigger, found.before.value, found.after.value) == ("manual", 91_233, 24_100)
    assert (found.record.reported_before, found.record.reported_after, found.record.seconds) == (91_233, 15_800, 61.0)
    commands = [item for item in session.items if item.detail == "command"]
    assert [(item.origin, "keep the port" in item.preview) for item in commands] == [(Origin.HUMAN, True)]


def test_a_log_that_begins_with_a_boundary_claims_nothing_of_what_stood_before(log):
    log.boundary(preTokens=159_900)
    log.summary(SUMMARY)
    log.says("next")
    log.answers("on", prompt=24_100)
    (found,) = compactions(log.read())
    assert (found.removed, found.kept) == ((), ())
    assert found.record.notes == ("The history before it is not in this log.",)


def test_a_subagents_own_compaction_tells_the_last_prompt_and_the_records_figure_apart(log):
    log.says("delegated", isSidechain=True, agentId="a1")
    log.answers("ok", prompt=30_029, isSidechain=True, agentId="a1")
    log.row("system", subtype="compact_boundary", isSidechain=True, agentId="a1",
            compactMetadata={"trigger": "auto", "preTokens": 190_411})  # fmt: skip
    log.says(SUMMARY, isCompactSummary=True, isSidechain=True, agentId="a1")
    log.answers("on", prompt=197_548, isSidechain=True, agentId="a1")
    (found,) = compactions(log.read())
    assert (found.before.value, found.after.value, found.outcome) == (30_029, 197_548, "inflated")
    assert found.record.reported_before == 190_411
