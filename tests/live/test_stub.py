"""The server over its own door: every interface asked by HTTP, whole and as a stream."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from live.script import Act, Answer, read
from live.stub import Stub
from live.wire import Body, Piece
from live.wires import WIRES

ASKED: dict[str, tuple[str, Body]] = {
    "messages": ("/v1/messages?beta=true", {"system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}]}),
    "completions": ("/v1/chat/completions", {"messages": [{"role": "user", "content": "Hello"}]}),
    "responses": ("/v1/responses", {"instructions": "Be brief.", "input": [{"role": "user", "content": "Hello"}]}),
    "gemini": ("/v1beta/models/m:generateContent", {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}),
}
ANSWER = Answer("I read it.", (read("a.log"),), "Think first.")


@pytest.fixture(params=list(WIRES))
def stub(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stub]:
    def kind(body: Body) -> str:
        return "compaction" if "Sum up" in json.dumps(body) else "main"

    def tool(act: Act) -> tuple[str, Body | str]:
        return "read", {"path": act.path}

    made = Stub(WIRES[request.param], kind, tool, 1_000, tmp_path)
    yield made
    made.close()


def ask(stub: Stub, streamed: bool = False, **more: object) -> str:
    name = next(name for name, wire in WIRES.items() if wire is stub.wire)
    path, body = ASKED[name]
    if streamed:
        path, body = path.replace(":generate", ":streamGenerate"), body | {"stream": True}
    request = urllib.request.Request(stub.address + path, json.dumps(body | more).encode())
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(answer.read().decode())


def test_an_answer_has_words_thought_and_call(stub: Stub) -> None:
    stub.plan("main", [ANSWER])
    told = ask(stub)
    assert "I read it." in told and "Think first." in told and "a.log" in told


def test_a_stream_says_the_same(stub: Stub) -> None:
    stub.plan("main", [ANSWER])
    told = ask(stub, streamed=True)
    assert told.startswith(("data: ", "event: "))
    assert "I read it." in told and "Think first." in told and "a.log" in told


def test_requests_are_kept_word_for_word_and_told_apart(stub: Stub) -> None:
    stub.plan("compaction", [Answer("A summary.")])
    ask(stub)
    assert "A summary." in ask(stub, metadata="Sum up")
    assert [one.kind for one in stub.sent] == ["main", "compaction"]
    assert Piece("user", "Hello") in list(stub.wire.pieces(stub.sent[0].body))
    assert [path.name for path in sorted(stub.folder.iterdir())] == ["001-main.json", "002-compaction.json"]


def test_a_failing_answer_is_an_error_with_its_words(stub: Stub) -> None:
    stub.plan("main", [Answer("no room for this context", status=400)])
    with pytest.raises(urllib.error.HTTPError) as failed:
        ask(stub)
    assert failed.value.code == 400 and "no room" in failed.value.read().decode()
    assert stub.sent[0].status == 400


def test_a_prompt_is_told_as_full_as_the_scenario_says(stub: Stub) -> None:
    stub.plan("main", [Answer("Full.", filled=0.9)])
    ask(stub)
    assert stub.sent[0].prompt == 900
    ask(stub)
    assert 0 < stub.sent[1].prompt < 100


def test_it_settles_when_nothing_is_asked(stub: Stub) -> None:
    assert stub.settle(0.1, 5)
    assert not stub.settle(0.1, 0.4, since=0)
    ask(stub)
    assert stub.settle(0.1, 5, since=0)
