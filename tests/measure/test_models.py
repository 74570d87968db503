from __future__ import annotations

import pytest

from inspector.measure import models
from inspector.measure.litellm_table import FourRates, Row, rows
from inspector.measure.models import Model, Rates, find_model, longest_answer

LONG_DIFFER = {"claude-sonnet-4-5", "claude-sonnet-4-5-20250929"}
"""Their maker has served them with a million tokens at these rates, and does so no longer; litellm has today's."""
WINDOWS_DIFFER = {"gpt-5.1-codex", "gpt-5.1-codex-mini", "gpt-5.1-codex-max"}
"""Of 400,000 tokens 272,000 are a prompt's, as litellm has it of their siblings."""


@pytest.mark.parametrize(
    ("name", "window", "input_price"),
    [
        ("claude-3-opus-20240229", 200_000, 15),
        ("claude-sonnet-4-20250514", 200_000, 3),
        ("anthropic/claude-opus-4-20250514", 200_000, 15),
        ("claude-opus-4-1-20250805", 200_000, 15),
        ("claude-opus-4-5-20251101", 200_000, 5),
        ("claude-opus-4.8", 1_000_000, 5),
        ("claude-opus-5", 1_000_000, 5),
        ("claude-opus-5-5", 1_000_000, 4),
        ("claude-sonnet-4-5-20250929[1m]", 1_000_000, 3),
        ("claude-haiku-4-5-20251001", 200_000, 1),
        ("claude-fable-5", 1_000_000, 10),
        ("gpt-5", 272_000, 1.25),
        ("gpt-5-codex", 272_000, 1.25),
        ("gpt-5.2-codex", 272_000, 1.75),
        ("gpt-5.4", 1_050_000, 2.5),
        ("gpt-5.6-sol", 922_000, 4),
        ("gemini-2.5-flash", 1_048_576, 0.3),
        ("gemini-3-pro-preview", 1_048_576, 2),
    ],
)
def test_models_of_real_logs_are_on_the_list(name, window, input_price) -> None:
    model = find_model(name)
    assert model is not None
    assert (model.window, model.rates.input) == (window, input_price)


def test_nothing_of_the_large_table_is_read_for_a_model_of_the_list(monkeypatch) -> None:
    read = []
    monkeypatch.setattr(models, "rows", lambda: read.append(1) or {})
    find_model.cache_clear()
    assert find_model("claude-opus-5") and not read
    assert find_model("nobody-knows-it") is None and read


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", (3.3, 16.5)),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", (3.3, 16.5)),
        ("bedrock/anthropic.claude-opus-4-5-20251101-v1:0", (5, 25)),
        ("vertex_ai/claude-sonnet-4-5@20250929", (3, 15)),
        ("azure/gpt-4o", (2.5, 10)),
        ("azure/eu/gpt-4o-2024-08-06", (2.75, 11)),
        ("deepseek/deepseek-chat", (0.28, 0.42)),
        ("mistral/mistral-large-latest", (0.5, 1.5)),
        ("mistral-large-latest", (0.5, 1.5)),
    ],
)
def test_whoever_serves_a_model_has_a_price_of_their_own_as_litellm_lists_it(name, plain) -> None:
    model = find_model(name)
    assert model is not None and model.checked.startswith("litellm ")
    assert (model.rates.input, model.rates.output) == plain
    assert model.window and longest_answer(name) == model.longest


def test_a_gateway_without_a_price_of_its_own_has_that_of_the_list() -> None:
    assert find_model("house/gateway/gpt-4o") == find_model("gpt-4o")
    assert find_model("anthropic/claude-opus-5") == find_model("claude-opus-5")


def _known_to_both() -> list[tuple[str, Model, Row]]:
    """What litellm lists under the makers' own names, with our entry for it."""
    listed = [(name, row) for name, row in rows().items() if name.removeprefix("gemini/").count("/") == 0]
    both = [(name, find_model(name.rsplit("/", 1)[-1]), row) for name, row in listed]
    return [(name, own, row) for name, own, row in both if own and own.checked[:1] == "2" and row.rates[0]]


def test_our_list_and_litellms_table_agree_on_every_model_that_both_know() -> None:
    both = _known_to_both()
    assert len(both) > 60
    assert [name for name, own, row in both if not _same(own.rates, row.rates)] == []
    assert {name for name, own, row in both if not _same_tiers(own.above, row.above)} == LONG_DIFFER
    assert {name for name, own, row in both if row.window not in (own.window, *own.windows)} == WINDOWS_DIFFER


def _same(own: Rates, listed: FourRates) -> bool:
    """Of the parts that both know; what only one knows is no contradiction."""
    parts = zip((own.input, own.output, own.cache_read, own.cache_write), listed, strict=True)
    return all(ours == pytest.approx(theirs, abs=0.006) for ours, theirs in parts if None not in (ours, theirs))


def _same_tiers(own: tuple[tuple[int, Rates], ...], listed: tuple[tuple[int, FourRates], ...]) -> bool:
    return len(own) == len(listed) and all(a == b and _same(x, y) for (a, x), (b, y) in zip(own, listed, strict=True))


def test_how_long_an_answer_may_be_is_known_for_models_that_are_sold_today() -> None:
    assert longest_answer("anthropic/claude-sonnet-4-5") == longest_answer("claude-sonnet-4-5-20250929") == 64_000
    assert longest_answer("openai/gpt-4o") == 16_384
    assert longest_answer("claude-opus-4.8") == 128_000, "the dot of another spelling"
    assert longest_answer("nobody-knows-it") is None


@pytest.mark.parametrize("name", ["<synthetic>", "", "gpt-5-unheard-of", "my-claude-opus-5"])
def test_an_unknown_model_is_not_guessed(name) -> None:
    assert find_model(name) is None
