"""Every fault of a provider ends in a stated outcome. A real server on this machine, no stand-in for litellm."""

from __future__ import annotations

import subprocess
import sys
from contextlib import aclosing

import pytest
from openai import AsyncOpenAI, OpenAIError

from inspector.errors import ModelFailed
from inspector.llm import guard
from inspector.llm.chat import Ending, Failure, Message, Reply, hear_out
from inspector.llm.guard import Guarded, Patience, Queue
from inspector.llm.litellm_chat import LitellmChat, _begins, provider_of
from inspector.model import Usage
from tests.llm.provider import KEY, SUMMARY, WORDS, Provider, run

QUESTION = (Message("system", "You hand over work."), Message("user", "Summarise: " + "we did this and that. " * 20))
PATIENCE = Patience(first=5.0, between=5.0, tries=3, pause=0.001, longest=1.0)


def asked(server: Provider, model: str, patience: Patience = PATIENCE) -> Reply:
    chat = Guarded(LitellmChat(model, server.address), patience, Queue())
    return run(hear_out(chat, QUESTION))


def failed(server: Provider, model: str, patience: Patience = PATIENCE) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        asked(server, model, patience)
    assert caught.value.exit_code == 4
    assert KEY not in caught.value.message + caught.value.hint
    return caught.value


def test_text_comes_in_pieces_and_then_what_was_used_with_cached_tokens_apart(server) -> None:
    heard: list[str] = []

    async def listen() -> Reply:
        return await hear_out(LitellmChat("small-1", server.address), QUESTION, 50, heard.append)

    reply = run(listen())
    assert heard == list(WORDS)
    assert reply.text == SUMMARY
    assert reply.ending == Ending("stop", Usage(80, 100, 0, 12, None), "small-1", reply.seconds)
    assert reply.notes == ()
    sent = server.asked[-1]
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert sent["max_tokens"] == 50


@pytest.mark.parametrize(
    ("model", "kind", "words", "tries"),
    [
        ("unauthorised", Failure.NO_KEY, "does not accept the key", 1),
        ("forbidden", Failure.FORBIDDEN, "may not use this model", 1),
        ("renamed", Failure.NO_MODEL, "has no model renamed@", 1),
        ("limited-for-long", Failure.LIMITED, "It was tried 3 times.", 3),
        ("limited-for-an-hour", Failure.LIMITED, "limits the rate", 1),
        ("internal", Failure.UNAVAILABLE, "failed (Internal error)", 3),
        ("overloaded", Failure.UNAVAILABLE, "overloaded or down", 3),
        ("overflow", Failure.OVERFLOW, "does not fit the window", 1),
        ("bad-request", Failure.REJECTED, "temperature must be at most 2", 1),
        ("empty", Failure.EMPTY, "answered with nothing", 1),
        ("blank", Failure.EMPTY, "answered with nothing", 1),
        ("refused", Failure.REFUSED, "filter", 1),
        ("refusal-field", Failure.EMPTY, "answered with nothing", 1),
        ("refusal-words", Failure.REFUSED, "I can't help with that request", 1),
        ("error-text", Failure.ERROR_TEXT, "prompt is too long", 1),
        ("cut", Failure.CUT, "broke off after 24 characters", 1),
        ("without-end", Failure.CUT, "without an ending", 1),
        ("malformed", Failure.CUT, "broke off", 1),
        ("error-event", Failure.CUT, "The server had an error", 1),
    ],
)
def test_a_fault_has_its_kind_and_is_tried_again_only_where_that_pays_nothing_twice(
    server, model, kind, words, tries
) -> None:
    why = failed(server, model)
    assert (why.kind, server.count(model)) == (kind, tries)
    assert words in why.message
    assert why.hint


@pytest.mark.parametrize("model", ["limited", "internal-once"])
def test_a_fault_that_passes_is_waited_out(server, model) -> None:
    assert asked(server, model).text == SUMMARY
    assert server.count(model) == 2


def test_what_the_provider_wants_waited_is_told_where_it_is_too_long(server) -> None:
    assert failed(server, "limited-for-an-hour").again_in == 3600


@pytest.mark.parametrize(("model", "partial"), [("cut", "The user wants port 8443"), ("stall", "The user ")])
def test_what_had_come_of_a_broken_answer_is_kept_and_said_to_be_charged(server, model, partial) -> None:
    why = failed(server, model, Patience(first=5.0, between=0.05))
    assert (why.partial, why.paid) == (partial, True)


def test_a_server_that_never_answers_is_given_up(server) -> None:
    why = failed(server, "hang", Patience(first=0.05))
    assert (why.kind, why.partial) == (Failure.SILENT, "")
    assert server.count("hang") == 1, "it may be charged for, so it is not tried again"


def test_a_slow_answer_is_waited_for(server) -> None:
    assert asked(server, "drip", Patience(first=5.0, between=5.0)).text == SUMMARY


def test_a_refused_connection_names_the_address() -> None:
    with pytest.raises(ModelFailed) as caught:
        run(hear_out(LitellmChat("any", "http://127.0.0.1:9/v1"), QUESTION))
    assert caught.value.kind == Failure.UNREACHABLE
    assert "http://127.0.0.1:9/v1" in caught.value.message


def test_without_a_key_it_is_said_where_to_put_one(monkeypatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(OpenAIError) as caught:
        AsyncOpenAI()
    why = caught.value
    # As litellm passes it on.
    why.status_code = 500
    told = LitellmChat("gpt-4o").failed(why, "", "")
    assert told.kind == Failure.NO_KEY and "Set OPENAI_API_KEY" in told.hint


def test_a_host_that_is_not_reached_is_no_failure_of_the_provider() -> None:
    why = RuntimeError("Cannot connect to host api.mistral.ai:443 ssl:default")
    why.status_code = 500
    told = LitellmChat("mistral/mistral-large").failed(why, "", "")
    assert told.kind == Failure.UNREACHABLE and told.hint == "Check the network."


@pytest.mark.parametrize(
    ("model", "note"),
    [
        ("truncated", "The answer was cut at its limit of tokens."),
        ("longer", "The answer is longer than what it was asked about."),
        ("other-model", "The provider answered as small-2-turbo."),
        ("no-usage", "The provider did not say what was used."),
    ],
)
def test_an_answer_that_is_odd_is_taken_with_a_note(server, model, note) -> None:
    reply = asked(server, model)
    assert note in reply.notes
    assert reply.text.startswith(SUMMARY)


def test_usage_that_no_one_reported_is_unknown_and_not_counted_up_here(server) -> None:
    assert asked(server, "no-usage").ending.usage is None


def test_hanging_up_reaches_the_server(server) -> None:
    async def listen_a_little() -> None:
        async with aclosing(LitellmChat("endless", server.address).ask(QUESTION)) as stream:
            async for _ in stream:
                return

    run(listen_a_little())
    assert server.gone.wait(10), "the server went on writing"


def test_no_paid_provider_can_be_asked_from_a_test() -> None:
    assert guard.ALLOW_REQUESTS is False
    with pytest.raises(ModelFailed) as caught:
        run(hear_out(LitellmChat("openai/gpt-5"), QUESTION))
    assert caught.value.kind == Failure.NOT_ALLOWED


def test_the_provider_is_told_by_the_name() -> None:
    assert [provider_of(name) for name in ("anthropic/claude-x", "claude-x", "gpt-x", "gemini/g")] == [
        "anthropic",
        "anthropic",
        "openai",
        "gemini",
    ]


def test_a_program_that_ends_while_a_model_is_asked_complains_of_nothing(server) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _ENDS_EARLY, server.address], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == (f"{SUMMARY}\n", "", 0)


_FIRST = """
import sys, time
from inspector.llm.chat import Message, hear_out
from inspector.llm.litellm_chat import LitellmChat
from inspector.llm.loop import Loop

began = time.monotonic()
with Loop() as loop:
    reply = loop.submit(hear_out(LitellmChat("small-1", sys.argv[1]), [Message("user", "Summarise: " * 20)])).result()
    print(reply.seconds, time.monotonic() - began)
"""


def test_what_the_library_does_before_it_first_asks_is_no_time_of_the_model(server) -> None:
    command = [sys.executable, "-c", _FIRST, server.address]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    took, whole = map(float, told.split())
    assert 0 < took < whole / 3


_ENDS_EARLY = """
import asyncio, sys, threading
from inspector.llm.chat import Message, hear_out
from inspector.llm.litellm_chat import LitellmChat
from inspector.llm.loop import Loop

heard = threading.Event()

async def ask(model):
    chat = LitellmChat(model, sys.argv[1])
    return await hear_out(chat, [Message("user", "Summarise: " + "we did this. " * 20)], None, lambda _: heard.set())

async def ask_on():
    try:
        await ask("stall")
    finally:
        left.append(asyncio.create_task(ask("stall")))
        await asyncio.sleep(0)

left = []
with Loop() as loop:
    print(loop.submit(ask("small-1")).result().text)
    heard.clear()
    loop.submit(ask_on())
    heard.wait()
"""


def test_an_answer_that_says_the_same_over_and_over_is_an_answer(server) -> None:
    assert asked(server, "repeats").text == "- " * 300


def test_an_address_begins_a_sentence_as_it_is() -> None:
    assert _begins("http://127.0.0.1:8080/v1") == "http://127.0.0.1:8080/v1"
    assert _begins("the provider openai") == "The provider openai"
