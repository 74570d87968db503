"""The ledger in words, and as JSON."""

from inspector.read.open import open_log
from inspector.report.state import below, rows, state_json
from tests.claude_log import Call
from tests.state_log import body, compact, goes_on, launch, log, skills, states


def told(made, folder):
    """Session and ledger of a made log."""
    found = states(made, folder)
    return open_log(folder / "made.jsonl").session, found


def test_what_is_gone_is_counted_named_and_said_to_be_gone(tmp_path):
    made = log()
    skills(made, "tides", "charts", "pilots", "buoys")
    compact(made, summary="The skill tides was used.")
    goes_on(made)
    session, found = told(made, tmp_path)
    (row,) = [row for row in rows(session, found) if row.kind == "skills"]
    assert (row.back, row.is_gone) == ("not put back", True)
    assert row.what == "4 skills: tides, charts, pilots and 1 more"
    assert row.how == "the summary names 1 of them"


def test_what_came_in_part_says_how_much(tmp_path):
    made = log()
    body(made, "tides", "High water first.")
    compact(made)
    made.attach("invoked_skills", skills=[{"name": "tides", "content": "High"}])
    goes_on(made)
    session, found = told(made, tmp_path)
    (row,) = [row for row in rows(session, found) if row.kind == "skill bodies"]
    assert row.how.endswith("4 characters, 17 before")


def test_the_reason_of_a_whole_compaction_is_said_once(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    session, found = told(made, tmp_path)
    (row,) = [row for row in rows(session, found) if row.kind == "skills"]
    assert (row.back, row.why, row.is_gone) == ("cannot be determined", "", False)
    assert below(session, found)[0].startswith("C1. What did not come back cannot be told. The log ends")


def test_kinds_that_the_log_lacks_and_kinds_that_it_never_shows_are_two_sentences(tmp_path):
    made = log()
    compact(made)
    goes_on(made)
    session, found = told(made, tmp_path)
    never, missing = below(session, found)
    assert never == "This agent's log does not show: tools."
    assert missing.startswith("Not in this log: skills, ") and "working directory" not in missing


def test_an_agent_started_twice_has_a_row_of_its_own(tmp_path):
    made = log()
    launch(made, "a1b2", "Find the tides of Brest.")
    compact(made)
    goes_on(made)
    launch(made, "c3d4", "Find the tides of Brest.")
    session, found = told(made, tmp_path)
    (row,) = [row for row in rows(session, found) if row.back == "done again"]
    assert (row.kind, row.what, row.is_gone) == ("subagents under way", "Find the tides of Brest.", True)
    assert row.how.startswith("started again with the same words at line")


def test_json_has_lines_on_both_sides_and_null_for_what_is_not_known(tmp_path):
    made = log()
    line = skills(made, "tides")
    compact(made)
    goes_on(made)
    refused = Call("Skill", {"skill": "tides"}, "<tool_use_error>Unknown skill: tides</tool_use_error>", error=True)
    at = made.say(refused)
    session, (state,) = told(made, tmp_path)
    found = state_json(session, state)
    (thing,) = [one for one in found["things"] if one["kind"] == "skills"]
    assert (thing["back"], thing["before"]["line"]) == ("never", line)
    assert thing["after"] == {"item": None, "line": None, "chars": None, "form": None, "value": None, "by": None}
    assert [(one["what"], one["line"]) for one in found["followed"]] == [("unknown skill", at)]
