"""What followed is joined to what was gone."""

import pytest

from inspector.reconstruct.state.nouns import Back, StateKind
from tests.claude_log import Call
from tests.state_log import body, compact, delta, goes_on, launch, log, only, skills, states


def test_a_plan_made_again_is_joined_to_the_one_that_was_gone(tmp_path):
    made = log()
    made.say(Call("ExitPlanMode", {"plan": "1. Add Brest"}, "User has approved your plan."))
    compact(made)
    goes_on(made)
    made.say(Call("ExitPlanMode", {"plan": "1. Look for Brest"}, "User has approved your plan."))
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.PLAN).back is Back.LATER
    assert [(one.kind, one.what) for one in state.followed] == [(StateKind.PLAN, "a plan was made again")]


def test_an_agent_started_twice_is_joined(tmp_path):
    made = log()
    launch(made, "a1b2", "Find the tides of Brest.")
    compact(made)
    goes_on(made)
    launch(made, "f7a8", "Find the tides of Brest.")
    (state,) = states(made, tmp_path)
    assert [(one.kind, one.what) for one in state.followed] == [
        (StateKind.SUBAGENTS, "started again with the same words")
    ]


def test_a_skill_refused_as_unknown_is_joined_to_the_list_that_was_gone(tmp_path):
    made = log()
    skills(made, "tides", "charts")
    compact(made)
    goes_on(made)
    made.say(Call("Skill", {"skill": "charts"}, "<tool_use_error>Unknown skill: charts</tool_use_error>", error=True))
    (state,) = states(made, tmp_path)
    assert [(one.name, one.what) for one in state.followed] == [("charts", "unknown skill")]


def test_a_tool_refused_as_unknown_is_joined_to_the_list_that_was_gone(tmp_path):
    made = log()
    delta(made, "deferred_tools_delta", ["mcp__sea__tide"])
    compact(made)
    goes_on(made)
    refusal = "<tool_use_error>Error: No such tool available: mcp__sea__tide</tool_use_error>"
    made.say(Call("mcp__sea__tide", {}, refusal, error=True))
    (state,) = states(made, tmp_path)
    assert [(one.kind, one.what) for one in state.followed] == [(StateKind.MCP_TOOLS, "unknown tool")]


@pytest.mark.parametrize("own", [True, False])
def test_a_skill_loaded_again_by_the_agent_came_later_by_its_own_call_and_by_a_person_not(tmp_path, own):
    made = log()
    body(made, "tides", "High water first.")
    compact(made, summary="The skill tides was used.")
    goes_on(made)
    call = Call("Skill", {"skill": "sea:tides"}, "Launching skill: sea:tides")
    made.say(call) if own else made.human("<command-name>/tides</command-name>")
    body(made, "tides", "High water first.")
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.SKILL)
    assert (thing.back, thing.by_agent, thing.in_summary) == (Back.LATER, own, True)
    assert [(one.name, one.what) for one in state.followed] == [("tides", "loaded again by the agent")] * own


def test_a_refusal_of_what_was_put_back_is_joined_to_nothing(tmp_path):
    made = log()
    skills(made, "charts")
    compact(made)
    skills(made, "charts")
    goes_on(made)
    made.say(Call("Skill", {"skill": "charts"}, "<tool_use_error>Unknown skill: charts</tool_use_error>", error=True))
    (state,) = states(made, tmp_path)
    assert state.followed == ()


_OTHERS = [("Find the tides of Brest.", "Find Brest and Le Havre."), ("REDACTED", "REDACTED")]


@pytest.mark.parametrize(("first", "second"), _OTHERS, ids=["another task", "words that were taken out"])
def test_another_task_and_one_that_nobody_can_read_are_no_second_start(first, second, tmp_path):
    made = log()
    launch(made, "a1b2", first)
    compact(made)
    goes_on(made)
    launch(made, "f7a8", second)
    (state,) = states(made, tmp_path)
    assert state.followed == ()
