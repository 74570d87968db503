"""The list of a server's models, from a real server on this machine."""

from __future__ import annotations

import time

import pytest

from inspector.errors import ModelFailed, UsageError
from inspector.llm import guard, server_models
from inspector.llm.chat import Failure
from inspector.llm.server_models import names
from tests.llm.provider import KEY


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"object": "list", "data": [{"id": "b"}, {"id": "a/x:7b"}, {"id": "b"}]}, ("b", "a/x:7b")),
        ({"models": [{"name": "a"}, {"model": "b"}, {"size": 3}, {"name": 5}, {"name": "two\nlines"}]}, ("a", "b")),
        (["a", "b"], ("a", "b")),
    ],
)
def test_names_stand_in_the_servers_order_each_once_whatever_form_the_list_has(server, body, found) -> None:
    server.models = (200, body)
    assert names(server.address) == names(f"{server.address}/") == found


def test_the_key_of_servers_is_sent_and_no_providers(server, monkeypatch) -> None:
    server.models = (200, {"data": [{"id": "a"}]})
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-providers")
    monkeypatch.delenv("INSPECTOR_API_KEY", raising=False)
    names(server.address)
    assert server.headers["Authorization"] is None
    monkeypatch.setenv("INSPECTOR_API_KEY", "mine")
    names(server.address)
    assert server.headers["Authorization"] == "Bearer mine"


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (401, {"error": "no"}, Failure.NO_KEY, "wants a key"),
        (404, {"error": f"no such page for {KEY}"}, Failure.NO_MODEL, "404"),
        (200, {"data": []}, Failure.UNREADABLE, "listed no model"),
        (200, "a text", Failure.UNREADABLE, "listed no model"),
    ],
)
def test_what_gives_no_list_says_so_in_a_sentence_with_a_way_out(server, status, body, kind, words, monkeypatch):
    monkeypatch.setenv("INSPECTOR_API_KEY", KEY)
    server.models = (status, body)
    with pytest.raises(ModelFailed, match=words) as caught:
        names(server.address)
    assert caught.value.kind == kind and caught.value.hint
    assert KEY not in caught.value.message


def test_a_server_that_hangs_is_left_in_time(server, monkeypatch) -> None:
    monkeypatch.setattr(server_models, "PATIENCE", 0.2)
    server.models = (0, None)
    started = time.monotonic()
    with pytest.raises(ModelFailed, match="no list within"):
        names(server.address)
    assert time.monotonic() - started < 2


def test_no_server_and_no_address_are_told_apart(monkeypatch) -> None:
    with pytest.raises(ModelFailed, match=r"no connection to http://127\.0\.0\.1:9/v1/models"):
        names("http://127.0.0.1:9/v1")
    for address in ("", "127.0.0.1:80", "ftp://127.0.0.1", "http://"):
        with pytest.raises(UsageError, match="no server's address"):
            names(address)
    with pytest.raises(UsageError, match="password"):
        names("http://me:secret@127.0.0.1/v1")


def test_nothing_leaves_this_machine_where_it_may_not(monkeypatch) -> None:
    monkeypatch.setattr(guard, "ALLOW_REQUESTS", False)
    with pytest.raises(ModelFailed, match="may not leave"):
        names("http://models.example/v1")


def test_the_list_is_not_fetched_from_another_host(server) -> None:
    server.models = (307, None)
    server.elsewhere = "http://127.0.0.2:1/v1/models"
    with pytest.raises(ModelFailed) as caught:
        names(server.address)
    assert caught.value.kind == Failure.REDIRECTED
