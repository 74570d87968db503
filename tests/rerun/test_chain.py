from __future__ import annotations

import pytest

from inspector.errors import InspectorError
from inspector.model import FactKind, Verdict
from inspector.rerun.chain import chain, generations
from inspector.rerun.summarize import Recorded, SummaryAnswer
from tests.made_context import MadeContext, words

FADING = ("claude-code/2.1/fading-rules", 1)
RULES = (
    "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/.",
    "No new dependency: write the backoff yourself, tenacity must not come in.",
)


class Forgetful:
    """Says one rule fewer each time, and in the fourth generation all of them again."""

    def __init__(self) -> None:
        self.said = 0

    def answer(self, task):
        self.said += 1
        if self.said == 5:
            raise InspectorError("The provider is overloaded.")
        words = RULES if self.said == 4 else RULES[: max(0, 3 - self.said)]
        return SummaryAnswer("Work on tide feeds goes on. " + " ".join(words))


def spoken(facts) -> set[str]:
    return {fact.statement for fact in facts if fact.kind is FactKind.CONSTRAINT and fact.statement in RULES}


def made(cases, strategies, times, summarizer, name="claude-code/full"):
    case = cases[FADING]
    strategy = strategies.named(name)
    return list(generations(strategy, case.material, case.found, times, summarizer, strategies.named))


def test_facts_go_one_generation_after_another_and_come_back(cases, strategies):
    one, two, three, four = made(cases, strategies, 4, Forgetful())
    assert spoken(one.gone) == set()
    assert spoken(two.gone) == {RULES[1]}
    assert spoken(three.gone) == {RULES[0]}
    assert spoken(four.back) == set(RULES)
    assert [one.number, two.number, three.number, four.number] == [1, 2, 3, 4]


def test_every_fact_that_matters_is_in_one_number_of_each_generation(cases, strategies):
    found = made(cases, strategies, 3, Forgetful())
    sums = {one.kept + one.distorted + one.lost + one.unsure + one.undecided for one in found}
    assert len(sums) == 1 and sums.pop() > 0
    away = 0
    for one in found:
        away += len(one.gone) - len(one.back)
        held = [survival for survival in one.judged.shown if survival.live and survival.unsure is Verdict.LOST]
        assert one.lost + len(held) == away
    assert len({one.judged.run.id for one in found}) == 3


def test_what_the_rules_are_not_sure_of_is_not_called_lost(cases, strategies):
    one = made(cases, strategies, 1, None, "control/empty")[0]
    shown = {survival.fact: survival for survival in one.judged.shown}
    unsure = {fact.id for fact, sure in one.gone_surely() if not sure}
    assert unsure and all(shown[name].unsure is Verdict.LOST for name in unsure)
    assert one.unsure >= len(unsure) and one.lost == len(one.gone) - len(unsure)
    assert all(shown[name].verdict is Verdict.LOST for name in one.lost_facts)
    plain = [survival.verdict for survival in one.judged.survivals if survival.live]
    assert plain.count(Verdict.LOST) == len(one.gone), "shares go on counting them as lost"


def test_a_failure_ends_the_chain_with_its_reason(cases, strategies):
    found = made(cases, strategies, 9, Forgetful())
    assert len(found) == 5
    assert "overloaded" in found[-1].judged.run.error


def test_a_strategy_that_keeps_everything_loses_nothing(cases, strategies):
    found = made(cases, strategies, 3, None, "control/none")
    assert [len(one.gone) + one.lost for one in found] == [0, 0, 0]
    assert {one.judged.run.after.value for one in found} == {found[0].judged.run.after.value}


def test_each_generation_has_its_figures(cases, strategies):
    one = made(cases, strategies, 1, None, "control/empty")[0]
    told = {score.metric: score.value for score in one.scores}
    assert told["statements_kept"] == 0.0 and one.kept == 0


@pytest.fixture
def context():
    """Thirty requests, each with a result of two thousand tokens."""
    made = MadeContext()
    made.prompt("Go; never touch the tests.")
    for number in range(30):
        made.call(None)
        made.run(str(number), words(2_000, f"r{number}"))
    return made


def test_a_chain_compacts_its_own_output(context, strategies):
    done = list(chain(strategies.named("pi/current"), context.material(), 3, Recorded("Summary."), strategies.named))
    assert [one.run.changed for one in done] == [True, False, False]
    lossy = list(chain(strategies.named("codex/user-messages-only"), context.material(), 2, None, strategies.named))
    assert lossy[0].run.dropped and [piece.item for piece in lossy[1].run.slices] == [1]


def test_a_chain_keeps_to_the_fallback_once_a_result_was_refused(context, strategies):
    context.prompt("And now?")
    asked = []

    class Long:
        def answer(self, task):
            asked.append(task)
            return SummaryAnswer(words(90_000))

    done = list(chain(strategies.named("gemini/two-pass"), context.material(), 3, Long(), strategies.named))
    assert done[0].refused and not done[0].run.changed
    assert [one.run.spec.id for one in done] == ["gemini/two-pass", "gemini/truncate-only", "gemini/truncate-only"]
    assert len(asked) == 2, "both passes of the first time"
