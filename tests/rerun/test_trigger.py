import pytest

from inspector.rerun.material import Limits
from inspector.rerun.strategy import Count, Fraction, Trigger, TriggerRule
from inspector.rerun.trigger import Moment, fires, lowest, things
from tests.made_context import MadeContext

LIMITS = Limits(200_000)


@pytest.mark.parametrize(
    ("name", "window", "at"),
    [
        ("claude-code/full", 200_000, 167_000),
        ("claude-code/full", 1_000_000, 967_000),
        ("claude-code/full@2.1.20", 200_000, 155_000),
        ("codex/local", 272_000, 244_800),
        ("gemini/two-pass", 1_048_576, 524_288),
        ("opencode/v1", 200_000, 168_000),
        ("opencode/v2", 200_000, 168_000),
        ("cline/agentic", 200_000, 162_000),
        ("cline/legacy-half", 200_000, 160_000),
        ("cline/legacy-half", 128_000, 98_000),
        ("cline/legacy-half", 1_000_000, 960_000),
        ("pi/current", 200_000, 183_617),
        ("copilot/cli", 128_000, 102_400),
        ("anthropic/compact", 1_000_000, 150_000),
    ],
)
def test_agents_act_where_their_sources_say(name, window, at, strategies):
    assert lowest(strategies.named(name).trigger, Limits(window)) == at


def test_without_a_window_only_fixed_numbers_are_known(strategies):
    assert lowest(strategies.named("codex/local").trigger, Limits(None)) is None
    assert lowest(strategies.named("anthropic/compact").trigger, Limits(None)) == 150_000


def test_a_threshold_fires_at_it_and_not_below():
    trigger = Trigger(any=(TriggerRule(fraction=Fraction(0.5)),))
    assert not fires(trigger, Moment(99_999, ()), LIMITS)
    assert fires(trigger, Moment(100_000, ()), LIMITS) == "100,000 tokens reach 100,000"


def test_a_gap_fires_after_its_minutes():
    trigger = Trigger(any=(TriggerRule(gap=60),))
    assert not fires(trigger, Moment(10, (), idle=3_599), LIMITS)
    assert fires(trigger, Moment(10, (), idle=3_600), LIMITS) == "60 minutes without a request"


def test_before_a_turn_means_when_the_human_has_spoken():
    trigger = Trigger(any=("always",), phase="pre_turn")
    assert not fires(trigger, Moment(1, (), prompted=False), LIMITS)
    assert fires(trigger, Moment(1, (), prompted=True), LIMITS)


def test_events_rounds_and_others_are_counted():
    made = MadeContext()
    made.prompt("One.")
    made.run("a", "ok")
    made.run("b", "ok")
    entries = made.material().entries
    assert things("events", entries) == 5
    assert things("rounds", entries) == 2
    assert things("others", entries) == 4
    trigger = Trigger(any=(TriggerRule(count=Count("events", 4)),))
    assert fires(trigger, Moment(1, entries), LIMITS) == "5 events exceed 4"


def test_an_overflow_is_over_the_window():
    trigger = Trigger(any=("overflow", "manual"))
    assert not fires(trigger, Moment(200_000, ()), LIMITS)
    assert fires(trigger, Moment(200_001, ()), LIMITS) == "over the window of 200,000"
