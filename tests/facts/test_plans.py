import json

from inspector.facts.agreed import agreed
from inspector.facts.plans import has_phases

from tests.talk import read, segment

PHASES = (
    "The plan in short:\n\n**Phase 1 — Measure**\nRecord how long each gauge takes. This shows where time goes.\n\n"
    "**Phase 2 — Limits**\nSet the limit to three gauges in the tests. Expected: half of the time.\n\n"
    "**Phase 3 — Ledger**\nOnly if Phase 1 shows slow reads: write the rows into a ledger.\n"
)
STEPS = [
    "Record how long each gauge takes.",
    "Set the limit to three gauges in the tests.",
]
APPROVED = "User has approved your plan. You can now start coding." + " " * 300


def words(*said):
    return [candidate.unit.text for candidate in agreed(segment(*said))]


def test_an_order_to_carry_out_a_plan_makes_its_steps_decisions():
    assert has_phases(PHASES)
    assert words(("agent", PHASES), ("human", "review the plan and begin execution")) == STEPS


def test_a_plan_is_ordered_also_after_more_was_asked_of_it_but_not_after_it_was_refused():
    order = ("human", "now implement the plan")
    assert words(("agent", PHASES), ("human", "Mention the rain gauges as well"), ("agent", "Added."), order) == STEPS
    assert words(("agent", PHASES), ("human", "no, that is too much"), ("agent", "Understood."), order) == []


def test_a_plan_that_is_only_talked_about_decides_nothing():
    assert words(("agent", PHASES), ("human", "how long would the plan take?")) == []
    assert words(("agent", PHASES), ("human", "Let us look at it tomorrow")) == []


def test_of_a_proposed_plan_the_assumptions_bind():
    plan = (
        "<proposed_plan>\n# Ledger of readings\n\n## Key changes\n- Write the rows:\n  - one for each gauge\n\n"
        "## Test plan\n- Rows come out sorted by hour\n\n## Assumptions and defaults\n"
        "- The first version is read-only.\n</proposed_plan>"
    )
    assert words(("agent", plan), ("human", "Implement the plan.")) == ["The first version is read-only."]


def test_an_approved_plan_binds_where_it_settles_things():
    plan = (
        "## Changes\n- Create the new module file\n- The old reader may be in use elsewhere, leave it for now\n\n"
        "## Decisions\n- One file for each day of readings\n"
    )
    expected = ["One file for each day of readings"]
    assert words(("plan", APPROVED + "\n" + plan)) == expected


def test_a_plan_that_stands_in_its_call_alone_is_quoted_there():
    plan = 'Build a "ledger".\n\n## Rules\n- Never change the "wire" format\n- Create the module file\n'
    said = (("plan call", json.dumps({"plan": plan})), ("plan", "Plan approved! Exited plan mode."))
    (found,) = agreed(segment(*said))
    assert found.unit.text == 'Never change the "wire" format'
    assert read(found.item)[found.unit.start : found.unit.end] == 'Never change the \\"wire\\" format'


def test_a_plan_that_was_not_approved_binds_nothing():
    call = ("plan call", json.dumps({"plan": "## Rules\n- Never change the wire format here\n"}))
    assert words(call, ("plan", "The plan was sent back.")) == []


WRITTEN = "# Plan: a ledger\n\n## Steps\n- Write the loader file\n\n## Rollout\n1. Each step is a commit of its own.\n"


def test_of_a_plan_that_was_written_to_a_file_the_order_takes_what_holds_for_all_steps():
    file = ("write", json.dumps({"file_path": "ledger.md", "content": WRITTEN}))
    done = ("agent", "The plan is in ledger.md.")
    assert words(file, done, ("human", "execute the plan")) == ["Each step is a commit of its own."]
    assert words(file, done, ("human", "nice, thank you")) == []
    notes = ("write", json.dumps({"file_path": "notes.md", "content": WRITTEN.replace("# Plan: a", "# A")}))
    assert words(notes, done, ("human", "execute the plan")) == []


def test_a_plan_that_the_human_brings_is_not_one_of_the_agent():
    brought = "Implement the following plan:\n\n" + "- Sort the rows of the ledger by hour\n" * 12
    assert words(("agent", PHASES), ("human", brought)) == []
