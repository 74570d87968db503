"""What Codex 0.171 was seen to send, as small rollouts: models that work in code, failed calls, made-up results."""

from __future__ import annotations

import json

import pytest

from inspector.measure.window import find_window, limit_at
from inspector.model import Form, ItemKind, Origin
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.unlogged import not_in_log
from tests.codex_log import (
    PREFIX,
    THREAD,
    call,
    compacted,
    event,
    header,
    item,
    message,
    output,
    row,
    says,
    tokens,
    turn,
    usage,
)

BASE = "You mend boats.\n"
DRIVEN = {"cli_version": "0.171.0", "base_instructions": {"text": BASE}}
TOOLS = {"type": "additional_tools", "role": "developer", "tools": [{"type": "custom", "name": "exec"}]}
TOLD = json.dumps(TOOLS["tools"][0], separators=(",", ":"))
TURN = event("task_started", turn_attribution={"turn_id": "t"}, model_context_window=57_000)
BARE = event("task_started", model_context_window=57_000)
END = event("task_complete")
SEALED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA" * 40}


def kinds(entry: dict, *names: str) -> dict:
    return entry | {"internal_chat_message_metadata_passthrough": {"content_item_kinds": list(names)}}


def base_again() -> dict:
    return kinds(message("developer", BASE), "model.base_instructions")


def response(entry: dict) -> dict:
    return row("response_item", entry)


def spent(sent: int, response_id: str) -> dict:
    return row("token_usage_record", {"thread_id": THREAD, "response_id": response_id, "usage": tokens(sent, out=5)})


def failed(words: str) -> dict:
    return event("task_complete", turn_id="t9", error={"message": words})


def coded() -> list[dict]:
    """The beginning of a session of a model that works in code."""
    return [header(**DRIVEN), TURN, response(TOOLS), response(base_again()), turn("m"), says("user", "Mend it.")]


# What stands in front --------------------------------------------------------------------------------------------


def test_tools_are_first_and_base_instructions_stand_once(log):
    read = log(*coded(), says("assistant", "Yes."), spent(50, "r1"))
    assert read.seen_by(0) == [TOLD, BASE, "Mend it."]
    assert [(it.kind, it.detail) for it in read.session.items[:2]] == [
        (ItemKind.INSTRUCTIONS, "base_instructions"),
        (ItemKind.INSTRUCTIONS, "tools"),
    ]
    assert "unknown-record" not in read.codes


def test_tools_and_base_instructions_stand_once_behind_a_compaction(log):
    kept = [TOOLS, base_again(), message("user", "Mend it."), message("user", f"{PREFIX} s")]
    read = log(*coded(), says("assistant", "Yes."), compacted(*kept, text=f"{PREFIX} s"))
    assert read.context() == [TOLD, BASE, "Mend it.", f"{PREFIX} s"]


def test_other_tools_in_a_new_history_take_the_place_of_those_before(log):
    other = TOOLS | {"tools": [{"type": "custom", "name": "sail"}]}
    read = log(*coded(), compacted(other, base_again(), message("user", "Mend it."), SEALED))
    assert [text for text in read.context() if "custom" in text] == ['{"type":"custom","name":"sail"}']
    assert read.context()[1] == BASE


def test_a_model_that_does_not_work_in_code_has_no_tools_in_its_history(log):
    read = log(*coded(), compacted(base_again(), message("user", "Mend it."), SEALED))
    assert read.context() == [BASE, "Mend it.", ""]


def test_another_models_base_instructions_in_a_new_history_take_the_place_of_the_headers(log):
    other = kinds(message("developer", "You sail boats."), "model.base_instructions")
    prompt = message("user", "Mend it.")
    there = [*coded(), compacted(TOOLS, other, prompt, SEALED)]
    assert log(*there).context() == [TOLD, "You sail boats.", "Mend it.", ""]
    assert log(*there, compacted(prompt, SEALED)).context() == [BASE, "Mend it.", ""]


def test_tools_outside_of_the_history_are_named_although_those_of_another_model_are_known(log):
    there = [*coded(), says("assistant", "Yes."), compacted(message("user", "Mend it."), SEALED)]
    assert "tool definitions" not in [one.name for one in not_in_log(log(*there).session)]
    read = log(*there, says("user", "And?"), says("assistant", "No."))
    assert "tool definitions" in [one.name for one in not_in_log(read.session)]


def test_a_changed_setting_is_sent(log):
    changed = item("configuration_update", id="x", reasoning={"effort": "high"})
    read = log(*coded(), changed, says("assistant", "Yes."))
    assert read.seen_by(0)[-1] == '{"type":"configuration_update","reasoning":{"effort":"high"}}'
    assert read.codes == []


def test_other_developer_messages_stay(log):
    read = log(*coded(), response(kinds(message("developer", "Be brief."), "multi_agent.mode_instructions")))
    assert read.context()[-1] == "Be brief."


# Work done in code -----------------------------------------------------------------------------------------------


def test_commands_and_changes_of_a_script_are_known_and_not_sent(log):
    script = item("custom_tool_call", name="exec", input="await tools.apply_patch(p)", call_id="c1")
    ran = {"type": "CommandExecution", "id": "e1", "command": ["/bin/bash", "-lc", "make"], "status": "failed"}
    ran |= {"exit_code": 2, "aggregated_output": "no rule"}
    change = {"update": {"type": "update", "unified_diff": "@@ -1 +1 @@"}}
    patched = {"type": "FileChange", "id": "e2", "changes": change, "status": "completed", "stdout": "ok"}
    done = [event("item_completed", item=ran), event("item_completed", item=patched)]
    printed = item("custom_tool_call_output", call_id="c1", output="done")
    read = log(*coded(), script, *done, printed)
    inner = [it for it in read.session.items if it.detail == "in_code"]
    assert [(it.tool, it.error) for it in inner] == [
        ("exec_command", False),
        ("exec_command", True),
        ("apply_patch", False),
        ("apply_patch", False),
    ]
    assert "no rule" not in read.context()
    assert read.context()[-2:] == ["await tools.apply_patch(p)", "done"]


def test_the_same_events_beside_direct_calls_are_mirrors(log):
    ran = {"type": "CommandExecution", "id": "c1", "command": ["ls"], "status": "completed"}
    read = log(header(**DRIVEN), TURN, says("user", "a"), call(), event("item_completed", item=ran), output("b"))
    assert [it.tool for it in read.session.items if it.kind is ItemKind.TOOL_CALL] == ["exec_command"]


# Whose words -----------------------------------------------------------------------------------------------------


def test_parts_that_the_harness_made_are_not_the_humans(log):
    notice = kinds(message("user", "picture left out"), "images.preparation_error")
    given = kinds(message("user", "put in"), "unknown")
    own = kinds(message("user", "Mine."), "user.text")
    read = log(header(**DRIVEN), TURN, *map(response, (notice, given, own)))
    assert [it.origin for it in read.session.items[1:]] == [Origin.HARNESS, Origin.HARNESS, Origin.HUMAN]


def test_words_of_a_hook_and_of_an_interruption_are_no_instructions(log):
    hook = kinds(message("developer", "From a script."), "hooks.additional_context")
    stop = kinds(message("developer", "<turn_aborted>It was stopped.</turn_aborted>"), "generic.turn_aborted")
    read = log(header(**DRIVEN), TURN, *map(response, (hook, stop)))
    found = [(it.kind, it.detail) for it in read.session.items[1:]]
    assert found == [(ItemKind.ATTACHMENT, "hook"), (ItemKind.ATTACHMENT, "reminder")]


def test_a_prompt_cut_in_its_middle_is_shortened(log):
    parts = ["Mend the", "…2600 tokens truncated…", "boat."]
    content = [{"type": "input_text", "text": text} for text in parts]
    cut = {"type": "message", "role": "user", "id": "p1", "content": content}
    whole = cut | {"content": [{"type": "input_text", "text": "Mend the old boat. " * 500}]}
    read = log(header(**DRIVEN), response(whole), compacted(cut, SEALED))
    assert read.compactions[0].notes == ("The prompt of line 2 stays without its middle: 38 of 9,500 characters.",)
    entry = next(one for one in Replay(read.session).entries_at(99) if read.session.items[one.item - 1].chars > 20)
    assert entry.form is Form.SHORTENED


# Compactions that failed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kind"),
    [("Error running remote compact task: the window is full", "native"), ("There is high demand.", "summary")],
)
def test_a_run_without_a_turn_that_fails_is_a_failed_compaction_by_hand(log, words, kind):
    read = log(*coded(), says("assistant", "Yes."), END, BARE, failed(words), TURN, turn(), says("user", "And?"))
    assert [(c.kind, c.trigger, c.status, c.reason) for c in read.compactions] == [(kind, "manual", "failed", words)]
    assert read.context()[-1] == "And?"


def test_the_error_may_stand_in_an_event_of_its_own(log):
    words = "Error running remote compact task: the stream ended"
    rows = [header(), BARE, turn(), says("user", "a"), says("assistant", "b"), END, BARE]
    read = log(*rows, event("error", message=words), END)
    assert [(c.kind, c.status, c.reason) for c in read.compactions] == [("native", "failed", words)]


def test_a_turn_that_fails_before_its_settings_failed_to_compact_ahead_of_its_prompt(log):
    rows = [*coded(), says("assistant", "Yes."), END, TURN, says("user", "Go on."), failed("There is high demand.")]
    read = log(*rows)
    record = read.compactions[0]
    assert (record.trigger, record.status) == ("auto", "failed")
    assert [read.text(number) for number in record.shown] == [TOLD, BASE, "Mend it.", "Yes."]


def test_a_turn_that_fails_behind_its_settings_is_no_compaction(log):
    rows = [*coded(), says("assistant", "Yes."), END, TURN, turn(), says("user", "Go on."), failed("Overloaded.")]
    assert log(*rows).compactions == []


@pytest.mark.parametrize("end", [failed("The window is full."), event("turn_aborted", reason="interrupted")])
def test_an_answer_that_breaks_off_is_no_compaction_though_its_count_is_repeated(log, end):
    begun = [*coded(), says("assistant", "Yes."), spent(900, "r1"), usage(900, out=5), END, TURN, turn()]
    assert log(*begun, says("user", "Go on."), usage(900, out=5), end).compactions == []


@pytest.mark.parametrize(("filled", "listed"), [(900, []), (250_000, [("summary", "auto")])])
def test_a_turn_that_fails_behind_a_tool_failed_to_compact_where_the_window_was_filled(log, filled, listed):
    begun = [*coded(), call(), spent(filled, "r1"), output("x"), usage(filled, out=5)]
    read = log(*begun, usage(filled, out=5), failed("The stream ended."))
    assert [(one.kind, one.trigger) for one in read.compactions] == listed


def test_a_compaction_by_hand_may_be_interrupted_and_a_command_of_the_user_is_none(log):
    stopped = event("turn_aborted", turn_id="t3", reason="interrupted")
    read = log(*coded(), says("assistant", "Yes."), END, BARE, stopped)
    assert [(c.trigger, c.status, c.reason) for c in read.compactions] == [("manual", "failed", "interrupted")]
    assert log(*coded(), says("assistant", "Yes."), END, TURN, stopped).compactions == []


# Calls of the summarizer that were refused -----------------------------------------------------------------------


def refused(times: int, apart: str = "") -> list[dict]:
    """A compaction by hand whose summarizer was asked so often; each call gives the last count once more."""
    stamps = [{"timestamp": f"2026-07-20T21:00:{at:02}.000Z"} if apart else FAST[at] for at in range(times)]
    repeated = [usage(900, out=5) | stamp for stamp in stamps]
    return [BARE, *repeated, says("assistant", "S."), spent(700, "r2"), usage(700, out=5, so_far=900)]


FAST = [{"timestamp": f"2026-07-20T21:00:00.{at}00Z"} for at in range(9)]


def asked(log, times: int, apart: str = "", *more: dict):
    begun = [header(**DRIVEN), TURN, turn("m"), says("user", "One."), says("user", "Two."), *more]
    begun += [says("assistant", "Yes."), spent(900, "r1"), usage(900, out=5), END]
    text = f"{PREFIX}\nS."
    new = compacted(message("user", "Two."), message("user", text), text=text, compaction_response_id="r2")
    read = log(*begun, *refused(times, apart), new, END)
    return read, read.compactions[-1]


@pytest.mark.parametrize(("times", "more"), [(3, []), (4, [call(), output("x")])])
def test_each_refusal_for_length_drops_the_oldest_item_and_a_result_with_its_call(log, times, more):
    read, record = asked(log, times, "", *more)
    assert record.attempts == times
    assert [read.text(number) for number in record.shown] == [BASE, "Yes."]


def test_one_call_was_shown_everything(log):
    assert asked(log, 1)[1].shown is None


def test_calls_with_pauses_between_them_may_have_broken_off(log):
    record = asked(log, 3, "seconds")[1]
    assert (record.attempts, record.shown, len(record.notes)) == (3, None, 1)


def test_repeated_counts_of_other_versions_tell_nothing(log):
    rows = [header(), BARE, says("user", "a"), says("assistant", "b"), usage(9), *[usage(9)] * 3]
    record = log(*rows, compacted(message("user", "a"), message("user", f"{PREFIX} s"), text=f"{PREFIX} s")).compactions
    assert (record[0].attempts, record[0].shown) == (None, None)


def test_an_empty_summary_takes_nothing_out_and_says_whose_words_stand_for_it(log):
    rows = [*coded(), says("assistant", "Sails are up."), spent(900, "r1"), END, BARE, spent(700, "r2")]
    text = f"{PREFIX}\nSails are up."
    new = compacted(message("user", "Mend it."), message("user", text), text=text, compaction_response_id="r2")
    read = log(*rows, new)
    op = next(at for at, it in enumerate(read.session.ops) if getattr(it, "compaction", None))
    assert read.context(op - 1)[-1] == "Sails are up."
    assert "answered nothing" in read.compactions[0].notes[0]


def test_the_usage_of_the_summarizer_is_not_the_size_before(log):
    told = {"response_id": "r2", "usage": tokens(700, out=5)}
    rows = [*coded(), says("assistant", "Yes."), spent(900, "r1"), END, BARE, spent(700, "r2")]
    new = compacted(message("user", "Mend it."), SEALED, latest_token_usage_record=told, compaction_response_id="r2")
    assert log(*rows, new).compactions[0].reported_before is None


# Made up and put in ----------------------------------------------------------------------------------------------


def test_a_call_that_nothing_answered_is_sent_with_a_result(log):
    rows = [*coded(), call("c1"), call("c2"), output("found", "c2"), says("user", "Next."), says("assistant", "Yes.")]
    assert log(*rows).context()[-6:] == ['{"cmd":"ls"}', "aborted", '{"cmd":"ls"}', "found", "Next.", "Yes."]


def test_a_result_that_comes_late_takes_the_place_of_the_one_made_up(log):
    rows = [*coded(), call("c1"), says("user", "Next."), output("found", "c1")]
    assert log(*rows).context()[-3:] == ['{"cmd":"ls"}', "Next.", "found"]


def test_versions_that_were_not_driven_make_up_nothing(log):
    read = log(header(), says("user", "a"), call("c1"), says("user", "b"))
    assert read.context() == ["a", '{"cmd":"ls"}', "b"]


REVIEWED = event("item_completed", item={"type": "ExitedReviewMode"})


@pytest.mark.parametrize("around", [lambda put: [put], lambda put: [TURN, REVIEWED, put, END]])
def test_what_a_client_puts_in_between_two_runs_or_behind_a_review_opens_no_request(log, around):
    put = around(response(kinds(message("assistant", "As said."), "unknown")))
    rows = [*coded(), says("assistant", "Yes."), spent(50, "r1"), END, *put, TURN, turn(), says("user", "b")]
    read = log(*rows, says("assistant", "c"), spent(60, "r2"))
    assert [request.id for request in read.session.requests] == ["r1", "r2"]
    assert read.seen_by(1)[-2:] == ["As said.", "b"]


# Windows ---------------------------------------------------------------------------------------------------------


def test_a_window_that_shrinks_is_named_with_the_one_before(log):
    wide, narrow = (event("task_started", model_context_window=size) for size in (950_000, 258_400))
    info = {"last_token_usage": tokens(410_000), "total_token_usage": tokens(410_000)}
    first = event("token_count", info=info | {"model_context_window": 950_000})
    rows = [header(), wide, turn(), says("user", "a"), says("assistant", "b"), first, END, narrow, says("user", "c")]
    text = f"{PREFIX} s"
    read = log(*rows, compacted(message("user", "a"), message("user", text), text=text), says("assistant", "d"))
    later = log(
        *rows, compacted(message("user", "a"), message("user", text), text=text), says("assistant", "d"), usage(9)
    )
    assert "950,000" in read.compactions[0].notes[0]
    window = find_window(later.session)
    assert window.limit.value == 258_400
    assert "950,000" in window.why
    assert [limit_at(read.session, window, at) for at in (0, 1, None)] == [950_000, 258_400, 258_400]


# What leaves no row ----------------------------------------------------------------------------------------------


def thought(sent: int, reasoning: int, response_id: str) -> dict:
    told = tokens(sent, out=reasoning + 5) | {"reasoning_output_tokens": reasoning}
    return row("token_usage_record", {"thread_id": THREAD, "response_id": response_id, "usage": told})


@pytest.mark.parametrize(
    ("before", "reasoning", "asked", "is_less"), [(900, 0, 700, True), (900, 0, 950, False), (900, 300, 700, False)]
)
def test_a_summarizer_that_was_sent_less_than_the_agent_was_not_shown_all(log, before, reasoning, asked, is_less):
    answer = [BARE, says("assistant", "s"), spent(asked, "r2")]
    new = compacted(
        TOOLS, base_again(), message("user", f"{PREFIX} s"), text=f"{PREFIX} s", compaction_response_id="r2"
    )
    read = log(*coded(), says("assistant", "Yes."), thought(before, reasoning, "r1"), END, *answer, new)
    assert any("was not shown all" in note for note in read.compactions[0].notes) is is_less


def test_a_model_whose_tools_stand_outside_of_the_history_tells_nothing_by_its_size(log):
    start = [header(**DRIVEN), TURN, turn("m"), says("user", "Mend it."), says("assistant", "Yes."), spent(900, "r1")]
    new = compacted(message("user", f"{PREFIX} s"), text=f"{PREFIX} s", compaction_response_id="r2")
    read = log(*start, END, BARE, says("assistant", "s"), spent(700, "r2"), new)
    assert not any("was not shown all" in note for note in read.compactions[0].notes)


@pytest.mark.parametrize(
    ("rows", "is_told"),
    [
        ([event("turn_aborted", reason="interrupted")], True),
        ([failed("bad request")], True),
        ([says("assistant", "Yes."), event("turn_aborted", reason="interrupted")], False),
        ([TURN, END], True),
        ([END], False),
        ([call("c"), output("aborted by user after 2s", "c"), event("turn_aborted")], False),
    ],
)
def test_runs_that_end_before_an_answer_are_named_since_their_requests_leave_no_row(log, rows, is_told):
    assert ("unanswered" in log(*coded(), *rows).codes) is is_told


def test_a_compaction_by_hand_whose_program_was_ended_has_failed(log):
    read = log(*coded(), says("assistant", "Yes."), END, BARE, usage(50), TURN, turn("m"), says("user", "And?"), END)
    (record,) = read.compactions
    assert (record.status, record.trigger, record.notes[0][:14]) == ("failed", "manual", "Its run has no")


@pytest.mark.parametrize("rows", [[BARE, says("user", "And?")], [TURN], [BARE, END]])
def test_other_runs_that_were_cut_off_are_no_compactions(log, rows):
    assert log(*coded(), says("assistant", "Yes."), END, *rows, TURN, says("user", "Now?"), END).compactions == []
