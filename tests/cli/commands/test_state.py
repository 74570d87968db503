"""inspector state: a table for people, JSON by the contract, and no word against a log that does not tell."""

from tests.state_log import compact, goes_on, log, skills


def test_the_table_names_what_did_not_come_back(inspector, tmp_path):
    made = log()
    skills(made, "tides", "charts")
    compact(made)
    goes_on(made)
    (tmp_path / "made.jsonl").write_bytes(made.dump())
    ran = inspector("state", tmp_path / "made.jsonl")
    assert ran.status == 0
    assert "not put back" in ran.out and "2 skills: tides, charts" in ran.out
    assert "Not in this log:" in ran.out


def test_json_is_one_object_a_compaction(inspector, samples):
    told = inspector("state", samples / "claude-code" / "2.1" / "fading-rules", "--json", "--compaction", 2).json
    assert (told["schema"], told["agent"]) == (2, "claude-code")
    (one,) = told["compactions"]
    assert one["number"] == 2 and one["unknown"] is None
    assert inspector("state", samples / "claude-code" / "2.1" / "fading-rules").out.count("plan") == 1
    assert {thing["kind"] for thing in one["things"]} >= {"restored files", "working directory"}


def test_a_session_that_was_never_compacted_has_none_and_a_damaged_log_is_not_held_against_anybody(inspector, samples):
    ran = inspector("state", samples / "claude-code" / "2.0" / "tiny")
    assert ran.status == 0 and "never compacted" in ran.err
    ran = inspector("state", samples / "claude-code" / "2.1" / "damaged")
    assert "not put back" not in ran.out
    assert "Part of the log cannot be read." in ran.out
