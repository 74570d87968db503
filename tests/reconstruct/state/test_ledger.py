"""The ledger: before, after, put back at once, later, twice, never."""

from inspector.reconstruct.state.nouns import Back, StateKind
from tests.state_log import compact, delta, goes_on, line_of, log, only, skills, states, told


def test_a_list_of_skills_that_does_not_come_back_is_named(tmp_path):
    made = log()
    stood = skills(made, "tides", "charts:print")
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SKILLS) == {"tides": "never", "charts:print": "never"}
    assert state.unknown == ""
    assert line_of(tmp_path, state.of(StateKind.SKILLS)[0].before) == stood


def test_a_list_put_back_at_once_is_not_called_lost(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    skills(made, "tides")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SKILLS) == {"tides": "at once"}


def test_a_list_put_back_with_the_next_prompt_came_later(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    goes_on(made)
    made.human("And Le Havre.")
    again = skills(made, "tides")
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.SKILLS)
    assert (thing.back, line_of(tmp_path, thing.after)) == (Back.LATER, again)
    assert not thing.by_agent


def test_a_list_put_in_twice_is_counted(tmp_path):
    made = log()
    skills(made, "tides")
    compact(made)
    skills(made, "tides")
    goes_on(made)
    skills(made, "tides")
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.SKILLS).times == 2


def test_a_tool_that_the_harness_takes_off_afterwards_is_not_lost(tmp_path):
    made = log()
    delta(made, "deferred_tools_delta", ["WebFetch", "Monitor"])
    compact(made)
    goes_on(made)
    delta(made, "deferred_tools_delta", removed=["WebFetch"])
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.DEFERRED) == {"Monitor": "never"}


def test_a_kept_message_still_holds_what_it_held(tmp_path):
    made = log()
    made.say("I look at the tables.")
    line = made.say(made.todo(Write="doing"))
    compact(made, kept=made.rows[line - 2 : line])
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Write": "kept"}


def test_a_summary_names_a_thing_only_as_a_word_of_its_own(tmp_path):
    made = log()
    skills(made, "tide", "charts", "go")
    compact(made, summary="The tides and charts; go on.")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert [thing.name for thing in state.of(StateKind.SKILLS) if thing.in_summary] == ["charts"]
