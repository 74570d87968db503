"""The state of other agents: Codex's sections, instruction files, skills and to-do lists."""

from dataclasses import replace

import orjson
import pytest

from inspector.model import ItemKind, Origin, Source
from inspector.reconstruct.state.nouns import Back, StateKind
from inspector.reconstruct.state.sections import mentions
from tests.codex_log import call, compacted, header, lines, message, says, tokens, turn
from tests.made_session import MadeSession
from tests.state_log import only, states_in, told

SKILLS = "<skills_instructions>\n- tides: when the sea rises\n- charts:print: on paper\n</skills_instructions>"
RULES = "<permissions instructions>`sandbox_mode` is `workspace-write`.</permissions instructions>"
PLACE = "<environment_context><cwd>/home/mara</cwd></environment_context>"


def codex(folder, *after):
    """A session that is compacted to ``after``, with what its harness had put in first."""
    path = folder / "rollout-2026-04-02T09-00-00-0199.jsonl"
    plan = orjson.dumps({"plan": [{"step": "Read", "status": "completed"}, {"step": "Write", "status": "pending"}]})
    path.write_bytes(
        lines(
            header(),
            turn(),
            says("developer", RULES + SKILLS),
            says("user", PLACE),
            says("user", "Add Brest."),
            call("p1", "update_plan", plan.decode()),
            tokens(9_000),
            compacted(*after, text="Brest is added."),
            turn(),
            says("assistant", "Going on."),
            tokens(4_000),
        )
    )
    return states_in(path)


def test_sections_of_one_message_are_told_apart_and_what_is_left_out_is_named(tmp_path):
    (state,) = codex(tmp_path, message("developer", RULES), message("user", "Brest is added."))
    assert told(state, StateKind.SKILLS) == {"tides": "never", "charts:print": "never"}
    assert only(state, StateKind.PERMISSIONS).back in (Back.KEPT, Back.AT_ONCE)
    assert only(state, StateKind.CWD).back is Back.NEVER
    assert told(state, StateKind.TODO) == {"Write": "never"}


def test_an_agent_of_codex_started_again_is_joined(tmp_path):
    path = tmp_path / "rollout-2026-04-02T09-00-00-0199.jsonl"
    start = '{"agent_type":"explorer","message":"Find the tides of Brest."}'
    path.write_bytes(
        lines(
            header(),
            turn(),
            says("user", "Add Brest."),
            call("s1", "spawn_agent", start),
            tokens(9_000),
            compacted(message("user", "Brest is added."), text="Brest is added."),
            turn(),
            says("assistant", "Going on."),
            call("s2", "spawn_agent", start),
            tokens(4_000),
        )
    )
    (state,) = states_in(path)
    assert [(one.name, one.what) for one in state.followed] == [
        ("Find the tides of Brest.", "started again with the same words")
    ]


def test_a_section_that_stands_twice_is_counted(tmp_path):
    both, summary = message("developer", RULES + SKILLS), message("user", "Brest is added.")
    (state,) = codex(tmp_path, both, summary, both)
    assert {thing.times for thing in state.of(StateKind.SKILLS)} == {2}
    assert told(state, StateKind.SKILLS)["tides"] != "never"


@pytest.mark.parametrize("agent", ["gemini", "opencode", "kimi", "pi", "openhands"])
def test_injected_texts_and_skills_are_known_by_what_adapters_call_them(agent):
    made = MadeSession()
    made.add(ItemKind.INSTRUCTIONS, "You are <b_c>not</b_c> a tide.", Origin.HARNESS, detail="system_prompt")
    made.add(ItemKind.INSTRUCTIONS, "# Rules", Origin.HARNESS, detail="agents_md")
    made.add(ItemKind.ATTACHMENT, "<name>tides</name>", Origin.HARNESS, detail="skill")
    document = made.document()
    found = [(one.kind, one.name) for one in mentions(document.session, document.bodies)]
    assert found == [
        (StateKind.INSTRUCTIONS, "system prompt"),
        (StateKind.INSTRUCTIONS, "agents md"),
        (StateKind.SKILL, "tides"),
    ]


def test_a_skill_is_called_what_its_record_calls_it(tmp_path):
    names = ["github", "docker"]
    recall = {"extras": {"microagent_knowledge": [{"name": name, "content": f"About {name}."} for name in names]}}
    path = tmp_path / "trajectory.json"
    path.write_bytes(orjson.dumps(recall))
    made = MadeSession(str(path))
    for _ in range(2):
        made.add(ItemKind.ATTACHMENT, "x", Origin.HARNESS, detail="skill")
    document = made.document()
    items = tuple(
        replace(item, text=None, source=Source(str(path), pointer=f"/extras/microagent_knowledge/{place}/content"))
        for place, item in enumerate(document.session.items)
    )
    found = mentions(replace(document.session, items=items), document.bodies)
    assert [one.name for one in found] == names


def test_a_list_and_files_that_stand_behind_a_summary_are_put_back():
    made = MadeSession()
    made.add(
        ItemKind.ATTACHMENT, "\n\n## TODO List\n  [pending] Knead\n  [done] Weigh", Origin.HARNESS, detail="todo_list"
    )
    made.add(ItemKind.ATTACHMENT, "File:\n\n## /p/rye.md\n\n```\nx\n```", Origin.HARNESS, detail="restored_file")
    document = made.document()
    found = [(one.kind, one.name, one.drop) for one in mentions(document.session, document.bodies)]
    assert found == [
        (StateKind.TODO, "Knead", False),
        (StateKind.TODO, "Weigh", True),
        (StateKind.FILES, "/p/rye.md", False),
    ]
