"""What holds at the connection: with a real server that sends its callers on, and a second one they must not reach."""

from __future__ import annotations

import pytest

from inspector.errors import ModelFailed
from inspector.llm import guard
from inspector.llm.chat import Failure, Message, hear_out
from inspector.llm.guard import Guarded, Patience, Queue
from inspector.llm.litellm_chat import LitellmChat
from inspector.llm.wire import raised_here
from tests.llm.provider import SUMMARY, provider, run

QUESTION = (Message("user", "Summarise: " + "we did this and that. " * 20),)


def asked(model, server):
    return run(
        hear_out(Guarded(LitellmChat(model, server.address), Patience(5.0, 5.0, 3, 0.001, 1.0), Queue()), QUESTION)
    )


def test_a_redirect_to_another_host_is_not_followed_and_says_where_it_leads(server) -> None:
    with provider() as other:
        server.elsewhere = f"{other.address}/chat/completions?key=abc"
        with pytest.raises(ModelFailed) as caught:
            asked("elsewhere", server)
        assert other.asked == [] and server.count("elsewhere") == 1
    why = caught.value
    assert why.kind == Failure.REDIRECTED and other.address.removesuffix("/v1") in why.message
    assert "abc" not in why.message and "name it yourself" in why.hint


def test_a_redirect_on_the_same_host_asks_the_same_again(server) -> None:
    server.elsewhere = f"{server.address}/more/chat/completions"
    assert asked("moved", server).text == SUMMARY
    first, second = (request["messages"] for request in server.asked if request["model"] == "moved")
    assert first == second


def test_a_server_that_redirects_to_itself_for_ever_is_left(server) -> None:
    server.elsewhere = f"{server.address}/chat/completions"
    with pytest.raises(ModelFailed, match="over and over"):
        asked("elsewhere", server)
    assert server.count("elsewhere") <= 5


def test_offline_holds_at_the_connection_whatever_the_address_was_taken_for(server, monkeypatch) -> None:
    run(hear_out(LitellmChat("small-1", server.address), QUESTION))
    import httpx

    monkeypatch.setattr(guard, "ALLOW_REQUESTS", False)
    with pytest.raises(ModelFailed, match="may not leave"):
        httpx.get("http://harbour.example.org/")
    assert httpx.get(server.address.replace("127.0.0.1", "localhost") + "/models").status_code != 307


def test_a_server_that_does_not_take_the_call_is_not_waited_for_as_a_model_is() -> None:
    import httpx

    given = []

    def take(request: httpx.Request) -> httpx.Response:
        given.append(request.extensions["timeout"])
        return httpx.Response(200)

    for wanted in (None, 3_600.0, 2.0):
        with httpx.Client(transport=httpx.MockTransport(take), timeout=wanted) as client:
            client.get("http://127.0.0.1:1/v1")
    assert [(one["connect"], one["read"]) for one in given] == [(10.0, None), (10.0, 3_600.0), (2.0, 2.0)]


def test_what_was_raised_is_found_below_what_a_library_made_of_it() -> None:
    own = ModelFailed("It redirects.", kind=Failure.REDIRECTED)
    try:
        try:
            raise own
        except ModelFailed as why:
            raise ConnectionError("Connection error.") from why
    except ConnectionError as wrapped:
        assert raised_here(wrapped) is own
    assert raised_here(ConnectionError("Connection error.")) is None
