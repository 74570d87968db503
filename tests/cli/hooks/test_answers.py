import json
import re

import pytest

from inspector.cli.hooks.sentences import said
from inspector.resources import samples
from inspector.store.cache import Cache
from inspector.store.library import Library, session_name
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.cli.hooks.conftest import written
from tests.impact.conftest import RULE, new_story, ruled


def words(ran):
    """What joins the context."""
    return json.loads(ran.out)["hookSpecificOutput"]["additionalContext"]


def test_the_summarizer_is_given_what_only_summaries_still_hold_with_its_lines(feed, payload, noted, story_log):
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(story_log)))
    assert ran.out.startswith("The user said this earlier in the session.")
    assert f"- {RULE} (line 2 of the log)" in ran.out and "to the summarizer" in noted()


def test_before_the_first_compaction_it_is_given_nothing(feed, payload, noted, fading, tmp_path):
    log = tmp_path / "answers.jsonl"
    log.write_bytes(b"".join(fading.read_bytes().splitlines(keepends=True)[:91]))
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(log)))
    assert (ran.status, ran.out) == (0, "") and "stands there itself" in noted()
    cleared = {"type": "content-replacement", "replacements": [{"toolUseId": "toolu_01puVb7mJEAK9WmiVP4JokQQ"}]}
    log.write_bytes(log.read_bytes() + json.dumps(cleared).encode())
    assert "tenacity must not come in" in feed("PreCompact", payload("PreCompact", transcript_path=str(log))).out


def test_the_focus_of_a_compaction_is_no_rule_of_the_users(feed, payload, tmp_path):
    told = ruled(new_story())
    told.command("/compact", "", "only the port numbers matter here")
    told.cut("- The poller was mended.")
    told.say("I go on.")
    log = written(told, tmp_path / "focus.jsonl")
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(log)))
    assert RULE in ran.out and "port numbers" not in ran.out


def test_secrets_stay_out_of_what_is_put_back(feed, payload, tmp_path):
    told = new_story()
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"[:36]
    told.human(f"Never print the token {token} anywhere.")
    told.say("I will not.")
    told.cut("- The poller was mended.")
    told.say("I go on.")
    log = written(told, tmp_path / "token.jsonl")
    ran = feed("SessionStart", payload("SessionStart", source="compact", transcript_path=str(log)))
    assert token not in ran.out and "Never print the token [redacted 1" in words(ran)


def test_what_it_may_take_is_held(feed, payload):
    ran = feed("PreCompact", payload("PreCompact"), "--budget", "90")
    assert "were left out" in ran.out and len(ran.out) < 500


def test_what_stands_between_two_pastes_is_the_first_to_be_left_out(feed, payload, tmp_path):
    told = new_story()
    told.human("Mend the poller.")
    told.say("I do.")
    told.human("Keep the old table of the tides, please.")
    told.human("$ make\n$ make test\n\nThe harbour was built in four steps.\nIt is as the tide has it.\n\n$ make\n$ ls")
    told.cut("- Something else.")
    log = str(written(told, tmp_path / "pastes.jsonl"))
    ran = feed("SessionStart", payload("SessionStart", source="compact", transcript_path=log), "--budget", "62")
    assert "Keep the old table" in words(ran) and "harbour was built" not in words(ran) and "left out" in words(ran)


def test_behind_a_compaction_nothing_is_printed_and_what_is_missing_is_written_down(feed, payload, noted):
    ran = feed("PostCompact", payload("PostCompact", compact_summary="What was done."))
    assert (ran.status, ran.out) == (0, "") and "of yours not there word for word" in noted()


def test_what_is_not_there_is_put_back_with_its_lines_and_accuses_nobody(feed, payload, story_log):
    ran = feed("SessionStart", payload("SessionStart", source="compact", transcript_path=str(story_log)))
    told = json.loads(ran.out)["hookSpecificOutput"]
    assert told["hookEventName"] == "SessionStart"
    assert RULE in told["additionalContext"] and "(line 2 of the log)" in told["additionalContext"]
    assert "it does not stand, or not whole, in the context now" in told["additionalContext"]
    assert "lost" not in told["additionalContext"] and "dropped" not in told["additionalContext"]
    document = read(story_log)
    (rule,) = [fact.id for fact in said(document) if fact.texts[0] == RULE]
    library = Library.default()
    library.set_verdict(session_name(document.session), rule, 1, "reworded")
    library.close()
    again = feed("SessionStart", payload("SessionStart", source="compact", transcript_path=str(story_log)))
    assert RULE not in again.out, "the person said that it is there"


def test_the_opening_message_is_put_back_first_then_the_newest_as_far_as_they_fit(feed, payload):
    start = payload("SessionStart", source="compact")
    ran = feed("SessionStart", start, "--budget", "220", "--patience", "60")
    told = json.loads(ran.out)["hookSpecificOutput"]["additionalContext"]
    assert "Before you start, the ground rules:" in told and "Revert that and keep flagged readings" in told
    assert "just keep it in one small module" not in told and "more were left out" in told
    whole = json.loads(feed("SessionStart", start, "--patience", "60").out)["hookSpecificOutput"]["additionalContext"]
    lines = [int(line) for line in re.findall(r"\(line (\d+) of the log\)", whole)]
    assert lines == sorted(lines) and len(whole) < 4 * 2_000, "in the order said"


def test_a_pick_is_put_back_with_what_was_asked(feed, payload):
    ran = feed("SessionStart", payload("SessionStart", source="compact"), "--patience", "60")
    assert (
        "Keep the value and set flag Q3 (asked: “A gauge sometimes reports"
        in json.loads(ran.out)["hookSpecificOutput"]["additionalContext"]
    )


def test_a_start_of_another_kind_is_left_alone(feed, payload, noted):
    ran = feed("SessionStart", payload("SessionStart", source="startup"))
    assert (ran.status, ran.out) == (0, "") and "startup" in noted()


def test_a_log_that_would_keep_the_agent_waiting_is_left_alone(feed, payload, tmp_path, noted):
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as out:
        out.truncate(1 << 30)
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(huge)))
    assert (ran.status, ran.out) == (0, "") and "1,073,741,824 bytes" in noted()


def gemini(event, log, **more):
    """A payload of Gemini CLI, as 0.61.0 sends it."""
    told = {"session_id": "9f1c", "transcript_path": str(log), "cwd": "/home/mara/tidewatch"}
    return told | {"hook_event_name": event, "timestamp": "2026-11-20T10:00:00.000Z"} | more


@pytest.fixture
def snapshot():
    """A session of Gemini CLI with a compaction."""
    (log,) = samples().glob("gemini/*/state-snapshot/*.json*")
    return log


def test_gemini_is_given_it_in_the_first_request_behind_a_compaction(feed, snapshot, noted):
    document = read(snapshot)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    first = document.text(document.compactions[-1].inserted[0])
    messages = [{"role": "user", "content": first}, {"role": "user", "content": "Go on."}]
    asked = gemini("BeforeModel", snapshot, llm_request={"model": "g", "messages": messages})
    ran = feed("BeforeModel", asked, "--agent", "gemini")
    request = json.loads(ran.out)["hookSpecificOutput"]["llm_request"]["messages"]
    assert request[:2] == messages and "Earlier in this session the user said" in request[2]["content"]
    assert "put back" in noted()
    assert feed("BeforeModel", asked, "--agent", "gemini").out == "" and "looked at before" in noted()


VERSIONS = [("2.1.999", True), ("2.1.300", True), ("", True), ("2.2.0", False), ("3.0.1", False)]


@pytest.mark.parametrize(("version", "answered"), VERSIONS)
def test_an_agent_newer_than_what_was_read_is_told_nothing(feed, payload, tmp_path, fading, noted, version, answered):
    log = tmp_path / "newer.jsonl"
    log.write_bytes(re.sub(rb'"version": ?"[^"]*"', f'"version":"{version}"'.encode(), fading.read_bytes()))
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(log)))
    assert ran.status == 0 and bool(ran.out) is answered
    assert answered or "is newer than 2.1" in noted()
