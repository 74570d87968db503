"""What calls, prompts and notices of a Claude Code log say of the harness's state."""

from inspector.reconstruct.state.nouns import Back, StateKind
from tests.claude_log import Call
from tests.state_log import compact, goes_on, launch, line_of, log, only, states, told


def test_a_plan_that_was_turned_down_did_not_stand(tmp_path):
    made = log()
    made.say(Call("ExitPlanMode", {"plan": "1. Add Brest"}, "The user doesn't want to proceed.", error=True))
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.PLAN) == {}


def test_teams_and_output_styles_have_names(tmp_path):
    made = log()
    made.say(Call("TeamCreate", {"team_name": "harbours"}, "Team created."))
    made.attach("output_style", style="Explanatory")
    compact(made)
    made.attach("output_style", style="Explanatory")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TEAM) == {"harbours": "never"}
    assert told(state, StateKind.STYLE) == {"Explanatory": "at once"}


def test_a_style_that_is_not_told_again_stands_in_the_system_prompt_for_all_that_is_known(tmp_path):
    made = log()
    made.attach("output_style", style="Explanatory")
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.STYLE) == {"Explanatory": "not told"}


def test_loaded_tools_are_named_and_what_became_of_them_is_not_told(tmp_path):
    made = log()
    compact(made, preCompactDiscoveredTools=["WebFetch"])
    goes_on(made)
    found = made.say(Call("ToolSearch", {"query": "select:WebFetch"}, "found"))
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.LOADED)
    assert (thing.back, thing.by_agent) == (Back.UNKNOWN, True)
    assert line_of(tmp_path, thing.after) == found - 1


def test_a_plan_that_was_begun_with_an_empty_context_stands_in_the_prompt(tmp_path):
    made = log()
    made.human("Implement the following plan:\n\n1. Add Brest")
    made.rows[-1]["planContent"] = "1. Add Brest"
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert (only(state, StateKind.PLAN).back, only(state, StateKind.PLAN).chars_before) == (Back.NEVER, 12)


def test_a_notice_that_an_agent_goes_on_does_not_end_it(tmp_path):
    made = log()
    launch(made, "a1b2", "Find Brest.")
    words = "<task-notification>\n<task-id>a1b2</task-id>\n<status>running</status>\n</task-notification>"
    made.tree({"type": "user", "message": {"role": "user", "content": words}})
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SUBAGENTS) == {"a1b2": "never"}


def test_agents_that_were_stopped_all_at_once_are_not_missed_and_later_ones_are(tmp_path):
    made = log()
    launch(made, "a1b2", "Find Brest.")
    made.tree({"type": "system", "subtype": "agents_killed", "content": "2 agents were stopped"})
    launch(made, "c3d4", "Find Le Havre.")
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SUBAGENTS) == {"c3d4": "never"}
