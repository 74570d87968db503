from __future__ import annotations

import pytest

from inspector.ask import windows
from inspector.ask.windows import learn_window, tell_window, window_of
from inspector.measure.models import find_model


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch) -> None:
    monkeypatch.setattr(windows, "_known", {})


@pytest.mark.parametrize(
    ("entry", "tokens"),
    [
        ({"id": "m", "max_model_len": 8_192}, 8_192),
        ({"id": "m", "meta": {"n_ctx_train": 32_768}}, 32_768),
        ({"id": "m", "max_context_length": 131_072, "loaded_context_length": 4_096}, 4_096),
        # One that a server is started with has whatever name it is called by.
        ({"id": "/models/m.gguf", "meta": {"n_ctx": 2_048, "n_ctx_train": 32_768}}, 2_048),
        ({"id": "m"}, None),
    ],
)
def test_a_servers_window_is_the_one_that_it_lists(server, entry, tokens) -> None:
    server.models = (200, {"data": [entry]})
    assert window_of(f"m@{server.address}") == tokens


def test_a_server_is_asked_once_and_one_that_is_not_there_tells_nothing(server) -> None:
    name = f"m@{server.address}"
    server.models = (200, {"data": [{"id": "m", "max_model_len": 8_192}]})
    assert window_of(name) == 8_192
    server.models = (500, {})
    assert window_of(name) == 8_192
    assert window_of("m@http://127.0.0.1:9/v1") is None


@pytest.mark.parametrize(
    "words",
    [
        "the request exceeds the available context size (8192 tokens), try increasing it",
        "This model's maximum context length is 8,192 tokens. However, your messages have 20,000.",
        "Requested tokens (20000) exceed context window of 8192",
    ],
)
def test_an_error_that_tells_the_window_is_believed_once(words) -> None:
    name = "m@http://127.0.0.1:9/v1"
    assert learn_window(name, words) and window_of(name) == 8_192
    assert not learn_window(name, words)
    assert not learn_window(name, "the request is too large")


def test_what_the_person_says_comes_first_and_a_list_knows_the_rest() -> None:
    assert window_of("anthropic/claude-sonnet-4-5") == find_model("claude-sonnet-4-5").window
    tell_window("anthropic/claude-sonnet-4-5", 50_000)
    assert window_of("anthropic/claude-sonnet-4-5") == 50_000
    assert window_of("command:claude -p --model claude-sonnet-4-5") == find_model("claude-sonnet-4-5").window
