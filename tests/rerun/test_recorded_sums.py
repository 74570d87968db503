import pytest

from inspector.measure.calibrate import Calibration
from inspector.model import Basis, Usage
from tests.made_context import MadeContext, words
from tests.rerun.simulated import session, simulated

MODEL = "claude-opus-4-5"


def priced(made: MadeContext, *usages: Usage) -> MadeContext:
    for draft, usage in zip(made.build.drafts, usages, strict=False):
        draft.model, draft.usage = MODEL, usage
    return made


def test_a_strategy_that_never_fires_costs_what_an_uncompacted_session_does(strategies):
    # The log's cache was warm before the session began, and lost what it held once: neither can be simulated.
    usages = [Usage(10, 900, 90, 40), Usage(10, 0, 2_100, 40), Usage(10, 2_100, 1_000)]
    found = simulated(priced(session(3), *usages), strategies, "control/none")
    assert found.compactions == () and found.cost > 0
    recorded = found.recorded
    assert (recorded.prompts, recorded.billed, recorded.peak) == (found.prompts, found.billed, found.peak)
    assert recorded.cost == pytest.approx(found.cost)
    assert (recorded.compactions, recorded.summaries_left_out) == (0, 0)


def test_the_recorded_compactions_take_effect_in_the_recorded_session_alone(strategies):
    made = MadeContext()
    made.prompt("Go.")
    for number, prompt in enumerate((3_000, 4_600, 6_900)):
        made.call(prompt)
        made.run(str(number), words(1_000, f"r{number}"))
    made.compact()
    made.call(3_200)
    fit = Calibration(2.0, 1_000.0, 0.05, Basis.ESTIMATED, 20)
    found = simulated(made, strategies, "control/none", calibration=fit)
    assert found.recorded.prompts == 3_000 + 4_600 + 6_900 + 3_200
    assert found.prompts > found.recorded.prompts
    assert (found.recorded.compactions, found.recorded.summaries_left_out) == (1, 1)
    assert any("1 of its summaries cost to write is not in this log" in note for note in found.notes)


def test_what_a_strategy_clears_is_not_cleared_in_the_recorded_session(strategies):
    masked = simulated(session(), strategies, "jetbrains/masking-10")
    whole = simulated(session(), strategies, "control/none")
    assert masked.recorded == whole.recorded
    assert masked.peak < masked.recorded.peak == whole.peak


def test_the_basis_is_said_beside_the_numbers(strategies):
    notes = simulated(session(), strategies, "control/none").notes
    (told,) = [
        note for note in notes if note.startswith("Simulations and the recorded session are computed in the same way")
    ]
    assert "a cache that is empty at first" in told and "really billed may differ" in told
