"""What stands around a compaction, and where nothing can be told of what came back."""

from inspector.reconstruct.state.nouns import Back, StateKind
from tests.state_log import body, compact, delta, goes_on, log, made_call, only, skills, states, states_in, told


def test_a_list_that_comes_with_the_next_prompt_comes_before_the_model_is_called(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made, trigger="manual")
    made.human("And Le Havre.")
    skills(made, "tides")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SKILLS) == {"tides": "at once"}


def test_a_log_without_attachments_accuses_nobody(tmp_path):
    made = log()
    made.rows, made.parent = [], None
    made.human("Add Brest.")
    body(made, "tides", "High water first.")
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.SKILL).back is Back.UNKNOWN
    assert "holds no attachments" in state.unknown


def test_a_log_that_ends_with_the_compaction_accuses_nobody(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.SKILLS).back is Back.UNKNOWN
    assert "ends before" in state.unknown


def test_a_damaged_line_accuses_nobody(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    skills(made, "tides")
    goes_on(made)
    lines = made.dump().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b"skill_listing" in line and n > 4)
    lines[place] = b'{"type": "attach\n'
    (tmp_path / "torn.jsonl").write_bytes(b"".join(lines))
    (state,) = states_in(tmp_path / "torn.jsonl")
    assert [thing.back for thing in state.of(StateKind.SKILLS)] == [Back.UNKNOWN]


def test_what_stood_before_a_history_that_is_elsewhere_is_not_told(tmp_path):
    made = log()
    made.rows.clear()
    compact(made)
    delta(made, "agent_listing_delta", ["pilot"], what="Types")
    goes_on(made)
    skills(made, "tides")
    (state,) = states(made, tmp_path)
    agents, listed = only(state, StateKind.AGENTS), only(state, StateKind.SKILLS)
    assert (agents.back, agents.before) == (Back.AT_ONCE, None)
    assert (listed.back, listed.before, listed.why) == (
        Back.UNKNOWN,
        None,
        "What stood before is not in this log.",
    )


def test_the_next_compaction_ends_what_came_later(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    goes_on(made)
    compact(made)
    skills(made, "tides")
    made.say(made_call("pwd"))
    first, second = states(made, tmp_path)
    assert told(first, StateKind.SKILLS) == {"tides": "never"}
    assert told(second, StateKind.SKILLS) == {"tides": "new"}
