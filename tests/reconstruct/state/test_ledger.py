"""The ledger: before, after, put back at once, later, twice, never; and never an accusation without evidence."""

import pytest

from inspector.model import Form
from inspector.reconstruct.state.nouns import Back, StateKind
from tests.claude_log import Call
from tests.state_log import compact, goes_on, log, made_call, only, states, states_in, told


def skills(made, *names):
    """A list of skills, put in by the harness."""
    content = "\n".join(f"- {name}: about {name}" for name in names)
    return made.attach("skill_listing", content, content=content, skillCount=len(names), isInitial=True)


def delta(made, kind, added=(), removed=(), what="Names"):
    """A list told by its changes."""
    return made.attach(kind, **{f"added{what}": list(added), f"removed{what}": list(removed), "readdedNames": []})


def test_a_list_of_skills_that_does_not_come_back_is_named(tmp_path):
    made = log()
    stood = skills(made, "tides", "charts:print")
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SKILLS) == {"tides": "never", "charts:print": "never"}
    assert state.unknown == ""
    assert only_line(tmp_path, state.of(StateKind.SKILLS)[0].before) == stood


def only_line(folder, item):
    """The line that an item stands in."""
    from inspector.read.open import open_log

    return open_log(folder / "made.jsonl").session.items[item - 1].source.line


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
    assert (thing.back, only_line(tmp_path, thing.after)) == (Back.LATER, again)
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


def test_a_tool_that_was_removed_before_did_not_stand(tmp_path):
    made = log()
    delta(made, "deferred_tools_delta", ["WebFetch", "mcp__sea__tide"])
    delta(made, "deferred_tools_delta", removed=["WebFetch"])
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.DEFERRED) == {}
    assert told(state, StateKind.MCP_TOOLS) == {"mcp__sea__tide": "never"}


def test_a_tool_that_the_harness_takes_off_afterwards_is_not_lost(tmp_path):
    made = log()
    delta(made, "deferred_tools_delta", ["WebFetch", "Monitor"])
    compact(made)
    goes_on(made)
    delta(made, "deferred_tools_delta", removed=["WebFetch"])
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.DEFERRED) == {"Monitor": "never"}


@pytest.mark.parametrize(
    ("attachment", "what", "kind"),
    [
        ("mcp_instructions_delta", "Names", StateKind.SERVERS),
        ("agent_listing_delta", "Types", StateKind.AGENTS),
        ("deferred_tools_delta", "Names", StateKind.DEFERRED),
    ],
)
def test_what_one_list_still_has_and_another_lacks_is_told_apart(tmp_path, attachment, what, kind):
    made = log()
    delta(made, attachment, ["pilot", "gauge"], what=what)
    compact(made)
    delta(made, attachment, ["gauge", "buoy"], what=what)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, kind) == {"pilot": "never", "gauge": "at once", "buoy": "new"}


def body(made, name, text):
    """The body of a skill, as its call brings it in."""
    said = f"Base directory for this skill: /home/mara/.claude/skills/{name}\n\n{text}"
    return made.tree({"type": "user", "message": {"role": "user", "content": said}, "isMeta": True})


def test_a_skill_body_comes_back_in_part(tmp_path):
    made = log()
    body(made, "tides", "High water first. " * 40)
    compact(made)
    made.attach("invoked_skills", skills=[{"name": "sea:tides", "path": "x", "content": "High water first. "}])
    goes_on(made)
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.SKILL)
    assert thing.back is Back.AT_ONCE
    assert thing.chars_after == 18 < thing.chars_before


def test_a_skill_loaded_again_by_the_agent_came_later_by_its_own_call(tmp_path):
    made = log()
    body(made, "tides", "High water first.")
    compact(made, summary="The skill tides was used.")
    goes_on(made)
    made.say(Call("Skill", {"skill": "sea:tides"}, "Launching skill: sea:tides"))
    body(made, "tides", "High water first.")
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.SKILL)
    assert (thing.back, thing.by_agent, thing.in_summary) == (Back.LATER, True, True)
    assert [(one.name, one.what) for one in state.followed] == [("tides", "loaded again by the agent")]


def test_open_tasks_stand_and_done_ones_do_not(tmp_path):
    made = log()
    made.say(made.todo(Read="done", Write="doing", Check="open"))
    compact(made, summary="Write is under way.")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Write": "never", "Check": "never"}
    assert [thing.in_summary for thing in state.of(StateKind.TODO)] == [True, False]


def test_a_list_of_tasks_that_came_back_is_the_whole_of_it(tmp_path):
    made = log()
    made.say(made.todo(Write="doing", Check="open"))
    compact(made)
    made.attach("todo_reminder", content=[{"content": "Check", "status": "in_progress"}], itemCount=1)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Check": "at once"}


def test_tasks_made_one_by_one_are_known_by_their_numbers(tmp_path):
    made = log()
    for number, subject in enumerate(("Write", "Check"), 1):
        made.say(Call("TaskCreate", {"subject": subject}, f"Task #{number} created successfully: {subject}"))
    made.say(Call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1 status"))
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Check": "never"}


def test_a_plan_comes_back_as_its_file(tmp_path):
    made = log()
    made.say(Call("ExitPlanMode", {"plan": "1. Add Brest"}, "User has approved your plan."))
    compact(made)
    made.attach("plan_file_reference", planFilePath="/home/mara/.claude/plans/brest.md", planContent="1. Add Brest")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.PLAN).back is Back.AT_ONCE


def test_a_plan_that_was_turned_down_did_not_stand(tmp_path):
    made = log()
    made.say(Call("ExitPlanMode", {"plan": "1. Add Brest"}, "The user doesn't want to proceed.", error=True))
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.PLAN) == {}


def test_a_plan_made_again_is_joined_to_the_one_that_was_gone(tmp_path):
    made = log()
    made.say(Call("ExitPlanMode", {"plan": "1. Add Brest"}, "User has approved your plan."))
    compact(made)
    goes_on(made)
    made.say(Call("ExitPlanMode", {"plan": "1. Look for Brest"}, "User has approved your plan."))
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.PLAN).back is Back.LATER
    assert [(one.kind, one.what) for one in state.followed] == [(StateKind.PLAN, "a plan was made again")]


def test_nested_rules_and_instruction_files_stand_by_their_paths(tmp_path):
    made = log()
    rule = {"path": "/home/mara/tidewatch/src/CLAUDE.md", "content": {"content": "Metres only."}}
    made.attach("nested_memory", **rule)
    made.attach("instructions", files=[{"path": "/home/mara/CLAUDE.md", "content": "Be brief."}])
    compact(made)
    made.attach("instructions", files=[{"path": "/home/mara/CLAUDE.md", "content": "Be brief."}])
    goes_on(made)
    made.attach("nested_memory", **rule)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.INSTRUCTIONS) == {
        "/home/mara/tidewatch/src/CLAUDE.md": "later",
        "/home/mara/CLAUDE.md": "at once",
    }


def launch(made, number, prompt):
    """A subagent started in the background."""
    words = f"Async agent launched successfully.\nagentId: {number} (internal ID)"
    made.say(Call("Agent", {"description": "Look", "prompt": prompt, "run_in_background": True}, words))


def notify(made, number):
    """The notice that a subagent has ended."""
    words = f"<task-notification>\n<task-id>{number}</task-id>\n<status>completed</status>\n</task-notification>"
    made.tree({"type": "user", "message": {"role": "user", "content": words}})


def test_a_subagent_under_way_is_told_again_and_one_that_ended_is_not_missed(tmp_path):
    made = log()
    launch(made, "a1b2", "Find Brest.")
    launch(made, "c3d4", "Find Le Havre.")
    launch(made, "e5f6", "Find Dieppe.")
    notify(made, "c3d4")
    compact(made)
    made.attach("task_status", taskId="a1b2", taskType="local_agent", status="running", description="Look")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.SUBAGENTS) == {"a1b2": "at once", "e5f6": "never"}


def test_an_agent_started_twice_is_joined(tmp_path):
    made = log()
    launch(made, "a1b2", "Find Brest.")
    compact(made)
    goes_on(made)
    launch(made, "f7a8", "Find Brest.")
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


def test_files_come_back_whole_in_part_or_as_a_name(tmp_path):
    made = log()
    made.files |= {"a.py": "a = 1\n", "b.py": "b = 2\n" * 9, "c.py": "c = 3\n", "d.py": "d = 4\n"}
    made.say(*(made.read(name) for name in ("a.py", "b.py", "c.py", "d.py")))
    compact(made)
    made.attach_file("a.py")
    place = f"{made.cwd}/b.py"
    part = {"filePath": place, "content": "b = 2\n", "numLines": 1, "startLine": 1, "totalLines": 9}
    made.attach("file", filename=place, content={"type": "text", "file": part})
    made.attach("compact_file_reference", filename=f"{made.cwd}/c.py")
    goes_on(made)
    (state,) = states(made, tmp_path)
    found = {thing.name.rpartition("/")[2]: (thing.back, thing.form) for thing in state.of(StateKind.FILES)}
    assert found == {
        "a.py": (Back.AT_ONCE, Form.WHOLE),
        "b.py": (Back.AT_ONCE, Form.SHORTENED),
        "c.py": (Back.AT_ONCE, Form.PLACEHOLDER),
        "d.py": (Back.NEVER, Form.WHOLE),
    }


def test_loaded_tools_are_named_and_what_became_of_them_is_not_told(tmp_path):
    made = log()
    compact(made, preCompactDiscoveredTools=["WebFetch"])
    goes_on(made)
    found = made.say(Call("ToolSearch", {"query": "select:WebFetch"}, "found"))
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.LOADED)
    assert (thing.back, thing.by_agent) == (Back.UNKNOWN, True)
    assert only_line(tmp_path, thing.after) == found - 1


def test_a_kept_message_still_holds_what_it_held(tmp_path):
    made = log()
    made.say("I look at the tables.")
    line = made.say(made.todo(Write="doing"))
    compact(made, kept=made.rows[line - 2 : line])
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Write": "kept"}


# What cannot be told ----------------------------------------------------------------------------------------


def test_a_log_without_attachments_accuses_nobody(tmp_path):
    made = log()
    made.rows.clear()
    made.human("Add Brest.")
    body(made, "tides", "High water first.")
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.SKILL).back is Back.UNKNOWN
    assert "does not log what it puts back" in state.unknown


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


def test_attachments_of_odd_shapes_end_nothing(tmp_path):
    made = log()
    for kind in (
        "skill_listing",
        "invoked_skills",
        "todo",
        "nested_memory",
        "deferred_tools_delta",
        "file",
        "task_status",
    ):
        made.attach(kind, names=7, skills="x", content=[3], path=None, addedNames={"a": 1}, taskId=[])
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert all(thing.kind in (StateKind.CWD, StateKind.PERMISSIONS) for thing in state.things)


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
