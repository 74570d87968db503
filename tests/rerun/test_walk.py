from dataclasses import replace

import pytest

from inspector.measure.calibrate import NOT_FITTED, Calibration
from inspector.model import Basis, ItemKind
from inspector.rerun.simulate import simulate
from inspector.rerun.strategy import Guard, Trigger, TriggerRule
from tests.made_context import MadeContext, words
from tests.rerun.simulated import session, simulated

FIT = Calibration(2.0, 1_000.0, 0.05, Basis.ESTIMATED, 20)


def test_without_a_compaction_the_context_only_grows(strategies):
    found = simulated(session(), strategies, "control/none")
    prompts = [step.prompt for step in found.steps]
    assert prompts == sorted(prompts) and len(prompts) == 20
    assert found.peak == prompts[-1] and found.prompts == sum(prompts)
    assert found.compactions == ()


def test_it_fires_at_the_trigger_and_starts_over(strategies):
    found = simulated(session(), strategies, "codex/user-messages-only", trigger=0.5)
    assert [fired.request for fired in found.compactions] == [step.number for step in found.steps if step.fired]
    assert len(found.compactions) == 1
    (fired,) = found.compactions
    assert fired.before >= 10_000 > fired.after
    assert found.peak < 10_000 + 1_100


@pytest.mark.parametrize(("share", "times"), [(0.25, 3), (0.5, 1), (0.95, 1), (1.0, 0)])
def test_the_lower_the_trigger_the_oftener_it_fires(share, times, strategies):
    assert len(simulated(session(), strategies, "codex/user-messages-only", trigger=share).compactions) == times


def test_prompts_are_on_the_providers_scale(strategies):
    plain = simulated(session(), strategies, "control/none").steps[-1].prompt
    assert simulated(session(), strategies, "control/none", calibration=FIT).steps[-1].prompt == 2 * plain + 1_000


def test_a_context_that_is_as_recorded_has_the_prompts_that_are_recorded(strategies):
    made = MadeContext()
    made.prompt("Go.")
    for number, prompt in enumerate((3_000, 4_600, None, 6_900)):
        made.call(prompt)
        made.run(str(number), words(1_000, f"r{number}"))
    made.compact()
    made.call(3_200)
    framed = replace(FIT, framing=50.0)
    steps = simulated(made, strategies, "control/none", calibration=framed).steps
    assert [step.prompt for step in steps if step.recorded][:3] == [3_000, 4_600, 6_900]
    assert steps[-1].prompt == 6_900 + 2 * 1_006 + 50, "what stood there still does, and all that came since"


def test_only_what_is_new_is_billed_while_the_front_stays(strategies):
    found = simulated(session(), strategies, "control/none")
    assert found.billed == found.steps[-1].prompt
    assert found.steps[0].reused == 0
    assert all(later.reused == step.prompt for step, later in zip(found.steps, found.steps[1:], strict=False))


def test_masking_at_every_request_pays_with_the_cache(strategies):
    masked = simulated(session(), strategies, "jetbrains/masking-10")
    whole = simulated(session(), strategies, "control/none")
    assert masked.peak < whole.peak
    assert masked.billed > whole.billed
    assert any("cache" in note for note in masked.notes)


def test_gemini_acts_within_the_loop_as_well(strategies):
    made = session()
    made.prompt("And now?")
    made.call(None)
    found = simulated(made, strategies, "gemini/truncate-only")
    assert any(step.fired and step.number < 21 for step in found.steps)


def test_an_agent_that_looks_at_its_last_request_fires_one_later(strategies):
    rule = TriggerRule(fixed=5_000)
    fired = {}
    for counter in ("usage_plus_estimate", "last_usage", "estimate"):
        strategy = replace(strategies.named("codex/user-messages-only"), trigger=Trigger((rule,), counter))
        library = session().library()
        fired[counter] = simulate(strategy, library, session().compactions(), NOT_FITTED, 20_000).compactions[0].request
    assert fired["last_usage"] == fired["usage_plus_estimate"] + 1
    assert fired["estimate"] == fired["usage_plus_estimate"]


def test_recorded_compactions_play_no_part(strategies):
    made = session(5)
    made.compact()
    made.add(ItemKind.ATTACHMENT, "a file put back")
    made.call(None)
    plain = session(5)
    plain.call(None)
    assert [step.prompt for step in simulated(made, strategies, "control/none").steps] == [
        step.prompt for step in simulated(plain, strategies, "control/none").steps
    ]


def test_a_context_that_fills_up_at_once_is_given_up_where_the_agent_does(strategies):
    made = session(12, size=9_000)
    free = replace(strategies.named("claude-code/full"), guard=Guard())
    never = simulate(free, made.library(), made.compactions(), NOT_FITTED, 10_000, trigger=0.5, find=strategies.named)
    found = simulated(made, strategies, "claude-code/full", window=10_000, trigger=0.5)
    assert len(found.compactions) == 3 < len(never.compactions)
    assert any("3 times in a row and stopped" in note for note in found.notes)
    assert not any("in a row" in note for note in never.notes)


def test_once_a_result_was_larger_gemini_only_shortens(strategies):
    made = MadeContext()
    for number in range(20):
        made.prompt(f"Step {number}.")
        made.call(None)
        made.run(str(number), words(1_000, f"r{number}"))
    made.compact(text=words(15_000))
    found = simulated(made, strategies, "gemini/two-pass", trigger=0.5)
    assert any("only gemini/truncate-only ran" in note for note in found.notes)
    assert all(fired.run.text == "" for fired in found.compactions)
