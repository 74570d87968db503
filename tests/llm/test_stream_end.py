"""Whether an answer is through, in every protocol that litellm speaks differently. A real server, no stand-in."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Any

import pytest
from aiohttp import ClientSession

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure, Message, Reply, hear_out
from inspector.llm.litellm_chat import LitellmChat
from inspector.model import Usage
from tests.llm.protocols import CUT
from tests.llm.provider import SUMMARY, Provider, run

QUESTION = (Message("user", "Summarise: " + "we did this and that. " * 20),)
BASES = {
    "anthropic/{}": "",
    "ollama_chat/{}": "",
    "ollama/{}": "",
    "gemini/gemini-{}": "/v1beta",
    "triton/{}": "/{}/generate",
}


class Native(LitellmChat):
    """A provider's own protocol, spoken to a server on this machine."""

    def _request(self, *asked: Any) -> dict[str, Any]:
        return {**super()._request(*asked), "model": self.model}


def ask(server: Provider, model: str, base: str) -> Reply:
    return run(hear_out(Native(model, server.address.removesuffix("/v1") + base), QUESTION))


@pytest.mark.parametrize(("model", "base"), BASES.items())
def test_an_answer_that_ended_is_taken_whatever_the_protocol(server, model, base) -> None:
    reply = ask(server, model.format("small"), base.format("small"))
    assert reply.text == SUMMARY
    if "triton" not in model:
        assert reply.ending.finish == "stop"
        assert reply.ending.usage == Usage(180, 0, 0, 12, reply.ending.usage.reasoning)


@pytest.mark.parametrize(("model", "base"), BASES.items())
def test_an_answer_that_was_cut_is_not_taken_for_whole(server, model, base) -> None:
    with pytest.raises(ModelFailed) as caught:
        ask(server, model.format(CUT), base.format(CUT))
    assert (caught.value.kind, caught.value.paid) == (Failure.CUT, True)
    assert caught.value.partial == SUMMARY


def openai(server: Provider, model: str) -> Reply:
    return run(hear_out(LitellmChat(model, server.address), QUESTION))


def test_a_server_that_gives_no_reason_but_says_that_it_is_done_is_believed(server) -> None:
    reply = openai(server, "done-without-a-reason")
    assert (reply.text, reply.ending.finish, reply.ending.usage) == (SUMMARY, "", None)


def test_the_word_done_in_an_answer_ends_nothing(server) -> None:
    with pytest.raises(ModelFailed) as caught:
        openai(server, "says-done")
    assert caught.value.kind == Failure.CUT
    assert caught.value.partial == "A stream ends with\ndata: [DONE]"


def test_an_answer_in_one_piece_is_an_answer_with_its_ending_and_use(server) -> None:
    reply = openai(server, "in-one-piece")
    assert (reply.text, reply.ending.finish, reply.ending.model) == (SUMMARY, "length", "small-1")
    assert reply.ending.usage == Usage(80, 100, 0, 12, None)
    assert "cut at its limit" in reply.notes[0]


@pytest.mark.parametrize("cut", [False, True])
def test_no_connection_of_a_closed_loop_is_left_open(server, cut) -> None:
    for model, base in BASES.items():
        with suppress(ModelFailed):
            ask(server, model.format(CUT if cut else "small"), base.format(CUT if cut else "small"))
    openai(server, "small-1")
    assert [one for one in gc.get_objects() if isinstance(one, ClientSession) and not one.closed] == []
