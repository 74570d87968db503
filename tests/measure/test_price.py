from __future__ import annotations

import pytest

from inspector.measure.price import price_of
from inspector.model import Usage


def test_each_part_of_the_usage_has_its_own_price() -> None:
    price = price_of("claude-opus-4-5", Usage(1_000_000, 1_000_000, 1_000_000, 1_000_000, 500_000))
    assert price.dollars == pytest.approx(5 + 0.5 + 6.25 + 25)
    assert price.checked


def test_a_part_without_a_price_leaves_the_whole_unknown() -> None:
    assert price_of("gpt-5-pro", Usage(input=10, cache_read=10, output=0)).dollars is None
    assert price_of("gpt-5-pro", Usage(input=1_000_000, output=0)).dollars == pytest.approx(15)


@pytest.mark.parametrize(
    ("model", "least", "before", "above"),
    [
        ("claude-sonnet-4-5", 200_000, (3, 15, 0.3, 3.75), (6, 22.5, 0.6, 7.5)),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000, (3.3, 16.5, 0.33, 4.125), (6.6, 24.75, 0.66, 8.25)),
        ("gemini/gemini-2.5-pro", 200_000, (1.25, 10, 0.125, 0), (2.5, 15, 0.25, 0)),
        ("gpt-5.4", 272_000, (2.5, 15, 0.25, 0), (5, 22.5, 0.5, 0)),
    ],
)
def test_a_prompt_above_the_threshold_makes_the_whole_request_dear_its_cached_tokens_counted(
    model, least, before, above
) -> None:
    read, written = 1_000, 500 if before[3] else 0
    at = Usage(least - read - written, read, written, 10_000)
    over = Usage(least - read - written + 1, read, written, 10_000)

    def whole(usage: Usage, rates: tuple[float, ...]) -> float:
        parts = (usage.input, usage.output, usage.cache_read, usage.cache_write)
        return sum(tokens * rate for tokens, rate in zip(parts, rates, strict=True)) / 1e6

    assert price_of(model, at).dollars == pytest.approx(whole(at, before))
    assert price_of(model, over).dollars == pytest.approx(whole(over, above))


def test_no_usage_and_no_model_are_unknown_not_free() -> None:
    assert price_of("claude-opus-4-5", Usage()).dollars is None
    assert price_of("house-model", Usage(input=5, output=1)).dollars is None


def test_one_half_of_a_call_has_no_price_that_could_pass_for_the_whole() -> None:
    assert price_of("claude-opus-4-5", Usage(10, 900, 40)).dollars is None
    assert price_of("claude-opus-4-5", Usage(output=500)).dollars is None


def test_a_server_of_ones_own_is_on_no_list() -> None:
    assert price_of("gpt-4o", Usage(1, 0, 0, 1)).dollars
    assert price_of("gpt-4o@http://models.example/v1", Usage(1, 0, 0, 1)).dollars is None


@pytest.mark.parametrize("address", ["http://127.0.0.1:4000", "https://localhost/v1", "http://[::1]:4000/v1"])
def test_a_server_on_this_machine_may_ask_the_provider_whose_model_it_names(address) -> None:
    used = Usage(1_000, 0, 0, 100)
    assert price_of(f"openai/gpt-4o@{address}", used) == price_of(f"gpt-4o@{address}", used) == price_of("gpt-4o", used)
    assert price_of(f"house-model@{address}", used).dollars is None
