from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.ask.answers import InMemory
from inspector.ask.preview import total
from inspector.rerun.column import Variant
from inspector.rerun.experiment import Subject, Trial
from inspector.rerun.preview import preview
from tests.rerun.laboratory import PROMPTS, SAMPLE, STRATEGIES, laboratory, run, trials, variants


@pytest.fixture
def subject(cases) -> Subject:
    case = cases[SAMPLE, 1]
    return Subject(case.material, case.found)


def test_nothing_is_sent_and_everything_is_told(loop, server, subject) -> None:
    variant = Variant(STRATEGIES.named("codex/local"), "anthropic/claude-sonnet-4-5", "handoff")
    told = preview(laboratory(loop), Trial(subject, variant, PROMPTS.named("handoff")))
    assert (told.requests, told.answered, told.problem) == (1, 0, "")
    assert told.prompt == PROMPTS.named("handoff").label
    assert told.destination == "the provider anthropic"
    assert told.dollars is not None
    assert told.dollars > 0
    assert told.checked
    counted = sum(entry.counted for entry in subject.material.entries) * subject.material.calibration.ratio
    assert 0.7 * counted < told.input < 1.3 * counted + 2_000
    assert server.asked == []


def test_both_passes_of_a_strategy_are_told(loop, server, subject) -> None:
    (variant,) = variants(server.address, "small-1", strategy="gemini/two-pass")
    told = preview(laboratory(loop), Trial(subject, variant))
    assert (told.requests, told.dollars) == (2, None)
    assert told.prompt.startswith("structured@")
    assert ", critique@" in told.prompt


def test_what_is_kept_from_before_costs_nothing(loop, server, cases) -> None:
    answers = InMemory()
    wanted = trials(cases[SAMPLE, 1], variants(server.address, "small-1"))
    run(laboratory(loop, answers), wanted)
    told = preview(laboratory(loop, answers), wanted[0])
    assert (told.requests, told.answered) == (1, 1)


def test_a_variant_without_a_model_sends_nothing(loop, subject) -> None:
    told = preview(laboratory(loop), Trial(subject, Variant(STRATEGIES.named("control/empty"))))
    assert (told.requests, told.dollars, told.model) == (0, 0.0, "")


def test_a_context_over_the_window_is_named_with_the_ways_out(loop, subject) -> None:
    big = replace(subject.material.entries[0], kind="user_typed", text="word " * 260_000, item=None)
    large = replace(subject.material, entries=(*subject.material.entries, big))
    variant = Variant(STRATEGIES.named("claude-code/full@2.1.218"), "anthropic/claude-sonnet-4-5")
    told = preview(laboratory(loop), Trial(Subject(large, subject.found), variant))
    assert "tokens would be sent, and the model takes" in told.problem
    assert "a larger window" in told.hint


def test_a_total_with_an_unknown_price_is_unknown(loop, subject) -> None:
    told = preview(laboratory(loop), Trial(subject, Variant(STRATEGIES.named("control/empty"))))
    assert total([told, replace(told, dollars=0.25)]) == 0.25
    assert total([told, replace(told, dollars=None)]) is None


def test_the_new_context_comes_with_the_preview_where_one_can_be_told(loop, server, subject) -> None:
    free = preview(laboratory(loop), Trial(subject, Variant(STRATEGIES.named("own/head-tail"))))
    assert free.run is not None and free.run.slices
    (variant,) = variants(server.address, "small-1")
    asked = preview(laboratory(loop), Trial(subject, variant))
    assert asked.run is not None and "…" in asked.run.text
    assert server.asked == []
