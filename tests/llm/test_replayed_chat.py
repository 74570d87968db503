from __future__ import annotations

import asyncio
from dataclasses import asdict

import orjson
import pytest

from inspector.errors import CannotRead, ModelFailed
from inspector.llm.chat import Ending, Failure, Message, hear_out
from inspector.llm.replayed_chat import ReplayedChat, question_key
from inspector.model import Usage

QUESTION = (Message("user", "Summarise what was done with the parser."),)


def test_a_recorded_answer_comes_again_word_for_word(tmp_path) -> None:
    cassette = tmp_path / "answers.jsonl"
    ending = Ending("stop", Usage(10, 0, 0, 5), "served-as")
    line = {"question": question_key(QUESTION), "pieces": ["The parser ", "was mended.\n"], "ending": asdict(ending)}
    rows = [orjson.dumps({**line, **other}) for other in ({"ending": 3}, {"question": "another"}, {})]
    cassette.write_bytes(b"\n".join((b'5\n{"question": 1}\n\xff', *rows, b"")))
    again = asyncio.run(hear_out(ReplayedChat(cassette), QUESTION))
    assert (again.text, again.ending) == ("The parser was mended.\n", ending)


def test_what_was_never_recorded_is_said_to_be_so(tmp_path) -> None:
    cassette = tmp_path / "answers.jsonl"
    cassette.write_text("")
    with pytest.raises(ModelFailed) as caught:
        asyncio.run(hear_out(ReplayedChat(cassette), QUESTION))
    assert caught.value.kind == Failure.NOT_RECORDED


@pytest.mark.parametrize("content", [None, "{not json\n"])
def test_a_cassette_that_cannot_be_read_is_named(tmp_path, content) -> None:
    cassette = tmp_path / "answers.jsonl"
    if content is not None:
        cassette.write_text(content)
    with pytest.raises(CannotRead, match=r"answers\.jsonl"):
        asyncio.run(hear_out(ReplayedChat(cassette), QUESTION))
