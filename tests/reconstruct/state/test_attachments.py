"""A made log for each kind of attachment that Claude Code writes."""

import pytest

from inspector.model import Form
from inspector.reconstruct.state.nouns import Back, StateKind
from tests.claude_log import Call
from tests.state_log import body, compact, delta, goes_on, launch, log, notify, only, states, told


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


def test_a_tool_that_was_removed_before_did_not_stand(tmp_path):
    made = log()
    delta(made, "deferred_tools_delta", ["WebFetch", "mcp__sea__tide"])
    delta(made, "deferred_tools_delta", removed=["WebFetch"])
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.DEFERRED) == {}
    assert told(state, StateKind.MCP_TOOLS) == {"mcp__sea__tide": "never"}


def test_a_skill_body_comes_back_in_part(tmp_path):
    made = log()
    body(made, "tides", "High water first. " * 40)
    compact(made)
    made.attach("invoked_skills", skills=[{"name": "sea:tides", "path": "x", "content": "High water first. "}])
    goes_on(made)
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.SKILL)
    assert thing.back is Back.AT_ONCE
    assert thing.chars_after == 17 < thing.chars_before


def test_a_plan_comes_back_as_its_file(tmp_path):
    made = log()
    made.say(Call("ExitPlanMode", {"plan": "1. Add Brest"}, "User has approved your plan."))
    compact(made)
    made.attach("plan_file_reference", planFilePath="/home/mara/.claude/plans/brest.md", planContent="1. Add Brest")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.PLAN).back is Back.AT_ONCE


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


def test_a_body_that_comes_back_with_its_folder_is_as_long_as_it_was(tmp_path):
    made = log()
    body(made, "tides", "High water first.")
    content = "Base directory for this skill: /home/mara/.claude/skills/tides\n\nHigh water first."
    compact(made)
    made.attach("invoked_skills", skills=[{"name": "tides", "path": "userSettings:tides", "content": content}])
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.SKILL).chars_before == only(state, StateKind.SKILL).chars_after == 17


def test_a_skill_that_comes_back_without_its_body_is_a_name_alone(tmp_path):
    made = log()
    body(made, "tides", "High water first.")
    compact(made)
    made.attach("invoked_skills", skills=[{"name": "tides", "path": "userSettings:tides"}])
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert (only(state, StateKind.SKILL).form, only(state, StateKind.SKILL).chars_after) == (Form.PLACEHOLDER, None)
