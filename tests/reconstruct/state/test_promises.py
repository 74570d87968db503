"""What the manual says against what came back, and what an agent's log can show."""

from inspector.model import Form
from inspector.reconstruct.state.nouns import Back, State, StateKind, Thing
from inspector.reconstruct.state.promises import Held, held, hidden, promise


def state(kind, *backs, form=Form.WHOLE, chars=100):
    """A ledger with a thing for each outcome."""
    things = tuple(
        Thing(kind, str(place), back, 1, 2, chars_before=chars, form=form) for place, back in enumerate(backs)
    )
    return State(1, things, ())


def judged(kind, *backs, **more):
    return held("claude-code", state(kind, *backs, **more), kind)


def test_a_plan_that_is_said_to_come_back_and_does_not_is_told():
    assert judged(StateKind.PLAN, Back.AT_ONCE) is Held.AS_SAID
    assert judged(StateKind.PLAN, Back.NEVER) is Held.OTHERWISE
    assert judged(StateKind.PLAN, Back.UNKNOWN) is Held.UNKNOWN


def test_nothing_is_held_against_the_manual_where_it_says_nothing():
    assert judged(StateKind.SKILLS, Back.NEVER) is Held.SILENT
    assert held("codex", state(StateKind.PLAN, Back.NEVER), StateKind.PLAN) is Held.SILENT


def test_skill_bodies_beyond_the_budget_may_be_left_out():
    assert judged(StateKind.SKILL, Back.NEVER, chars=2_000) is Held.OTHERWISE
    assert judged(StateKind.SKILL, Back.NEVER, chars=90_000) is Held.UNKNOWN


def test_nested_rules_are_expected_to_be_gone():
    assert judged(StateKind.INSTRUCTIONS, Back.LATER) is Held.AS_SAID
    assert judged(StateKind.INSTRUCTIONS, Back.AT_ONCE) is Held.UNKNOWN


def test_more_than_five_files_are_more_than_is_said():
    assert judged(StateKind.FILES, *[Back.AT_ONCE] * 5) is Held.AS_SAID
    assert judged(StateKind.FILES, *[Back.AT_ONCE] * 6) is Held.OTHERWISE
    assert judged(StateKind.FILES, Back.NEVER) is Held.UNKNOWN


def test_each_agents_log_says_what_it_never_shows():
    assert StateKind.SKILLS in hidden("gemini") and StateKind.TODO not in hidden("gemini")
    assert hidden("an agent of which that is not known") == ()
    assert promise("pi", StateKind.PLAN).comes_back is None
