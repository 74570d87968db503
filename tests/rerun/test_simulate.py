from inspector.model import Usage
from inspector.rerun.simulate import summary_tokens
from tests.made_context import words
from tests.rerun.simulated import session, simulated


def test_a_summary_that_nobody_writes_has_a_length_and_says_so(strategies):
    made = session()
    found = simulated(made, strategies, "cursor/self-summary", trigger=0.5)
    assert summary_tokens(strategies.named("cursor/self-summary"), made.library(), made.compactions()) == 1_000
    assert found.compactions
    assert all(fired.after == 1_000 and fired.run.error for fired in found.compactions)
    assert any("1,000 tokens long" in note for note in found.notes)


def test_a_summary_is_as_long_as_those_of_the_session_were(strategies):
    made = session()
    made.compact(text=words(300))
    made.call(None)
    assert summary_tokens(strategies.named("codex/local"), made.library(), made.compactions()) == 300


def test_what_is_lost_by_the_end_is_told(strategies):
    empty = simulated(session(), strategies, "codex/token-budget", trigger=0.5)
    whole = simulated(session(), strategies, "control/none")
    n = sum(whole.fates.values())
    assert whole.fates["in context"] == n > 0
    assert empty.fates["dropped"] > 0 and sum(empty.fates.values()) == n


def test_requests_that_would_not_fit_are_counted(strategies):
    found = simulated(session(), strategies, "control/none", window=15_000)
    assert found.over == 5
    assert any("5 requests would not fit" in note for note in found.notes)


def test_without_a_window_nothing_on_it_can_fire_and_it_is_said(strategies):
    found = simulated(session(), strategies, "codex/local", window=None)
    assert found.compactions == ()
    assert any("window is not known" in note for note in found.notes)


def test_a_model_without_a_price_has_no_cost(strategies):
    assert simulated(session(), strategies, "control/none").cost is None


def test_a_price_says_of_how_many_requests_it_leaves_out_what_the_model_wrote(strategies):
    made = session(3)
    for draft in made.build.drafts:
        draft.model, draft.usage = "claude-opus-4-5", Usage(input=5_000, output=90)
    whole = simulated(made, strategies, "control/none")
    made.build.drafts[1].usage = Usage(input=5_000)
    part = simulated(made, strategies, "control/none")
    assert whole.cost > part.cost > 0
    assert not any("the model wrote" in note for note in whole.notes)
    assert any("for 1 of 3 requests; the price leaves it out" in note for note in part.notes)
