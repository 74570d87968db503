"""What is sent of settings, to a real server on this machine; and which are refused before anything is."""

from __future__ import annotations

import pytest

from inspector.llm.chat import Message, hear_out
from inspector.llm.litellm_chat import LitellmChat
from inspector.llm.litellm_settings import parameters, refused_settings
from inspector.model.settings import UNSET, Settings
from tests.llm.provider import Provider, run
from tests.llm.test_stream_end import Native

QUESTION = (Message("user", "Summarise: " + "we did this and that. " * 20),)
ALL = Settings(max_output=9_000, temperature=0.5, effort="low", seed=7)


def sent(server: Provider, chat: LitellmChat, limit: int | None = None) -> dict[str, object]:
    run(hear_out(chat, QUESTION, limit))
    return server.asked[-1]


def test_a_server_is_sent_what_is_set_and_nothing_else(server) -> None:
    told = sent(server, LitellmChat("small-1", server.address, ALL), 9_000)
    assert (told["max_tokens"], told["temperature"], told["reasoning_effort"], told["seed"]) == (9_000, 0.5, "low", 7)
    told = sent(server, LitellmChat("small-1", server.address))
    assert not {"max_tokens", "temperature", "reasoning_effort", "seed"} & told.keys()


def test_an_effort_reaches_a_server_under_a_name_that_is_known_not_to_think(server) -> None:
    assert sent(server, LitellmChat("gpt-4o", server.address, Settings(effort="high")))["reasoning_effort"] == "high"


@pytest.mark.parametrize(
    ("model", "base", "where"),
    [
        (
            "anthropic/claude-sonnet-4-5",
            "",
            lambda told: told["thinking"] == {"type": "enabled", "budget_tokens": 1024},
        ),
        ("anthropic/claude-opus-5-5", "", lambda told: told["output_config"] == {"effort": "low"}),
        (
            "gemini/gemini-2.5-pro",
            "/v1beta",
            lambda told: told["generationConfig"]["thinkingConfig"]["thinkingBudget"] == 1024,
        ),
    ],
)
def test_an_effort_is_sent_as_each_provider_names_it(server, model, base, where) -> None:
    chat = Native(model, server.address.removesuffix("/v1") + base, Settings(effort="low"))
    assert where(sent(server, chat, 9_000))


@pytest.mark.parametrize(
    ("model", "settings", "words"),
    [
        ("anthropic/claude-sonnet-4-5", Settings(seed=7), "does not take seed 7"),
        ("openai/gpt-4o", Settings(effort="low"), "does not take effort low"),
        ("athropic/claude-sonnet-5", Settings(effort="low"), "No provider is known"),
        ("openai/gpt-4o", Settings(effort="low", temperature=0.5), "does not take effort low."),
        ("openai/gpt-5", Settings(temperature=0.5), "does not take temperature 0.5"),
        ("anthropic/claude-opus-5-5", Settings(temperature=0.5, seed=1), "temperature 0.5 and seed 1"),
        ("gpt-5.4", Settings(temperature=0.5, effort="low"), "takes no temperature but 1 together with an effort"),
        ("claude-sonnet-4-5", Settings(temperature=0.5, effort="low"), "takes no temperature but 1 together"),
        ("anthropic/claude-sonnet-4-5", Settings(max_output=500, effort="low"), "may think for 1,024 of its 500"),
    ],
)
def test_what_a_model_does_not_take_is_said_and_not_dropped(model, settings, words) -> None:
    assert words in refused_settings(model, "", settings)


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("openai/gpt-5", Settings(effort="low", seed=7, max_output=128_000)),
        ("gpt-5.4", Settings(temperature=0.5)),
        ("anthropic/claude-sonnet-4-5", Settings(temperature=0.5, max_output=64_000)),
        ("anthropic/claude-sonnet-4-5", Settings(temperature=1, effort="low")),
        ("mistral/mistral-large-latest", Settings(seed=7)),
        ("gemini/gemini-2.5-pro", Settings(seed=7, temperature=0.5, effort="high")),
        ("a-provider/nobody-knows", UNSET),
    ],
)
def test_what_a_model_takes_is_not_refused(model, settings) -> None:
    assert refused_settings(model, "", settings) == ""


def test_only_a_server_knows_what_it_takes() -> None:
    assert refused_settings("gpt-4o", "http://127.0.0.1:1/v1", ALL) == ""
    assert parameters(ALL) == {"temperature": 0.5, "reasoning_effort": "low", "seed": 7}
