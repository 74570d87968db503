from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure, Message, Reply, hear_out
from inspector.llm.models import open_chat
from inspector.model import Usage
from tests.llm.compacting import COMPACTED, SUMMARY, Compacting, compacting
from tests.llm.provider import run


@pytest.fixture(scope="module")
def stub() -> Iterator[Compacting]:
    with compacting() as running:
        yield running


def asked(stub: Compacting, model: str, provider: str, instructions: str = "") -> Reply:
    messages = [Message("user", "Use port 8443."), Message("user", instructions, "compaction", provider)]
    return run(hear_out(open_chat(f"{model}@{stub.address}"), messages, 900))


def test_anthropic_gives_its_summary_and_all_iterations_are_paid(stub: Compacting) -> None:
    reply = asked(stub, "claude-x", "anthropic", "Keep ports.")
    assert reply.text == SUMMARY
    assert reply.ending.usage == Usage(60_300, 7, 2, 905)
    assert stub.asked[-1]["context_management"]["edits"][0]["instructions"] == "Keep ports."
    assert stub.asked[-1]["max_tokens"] == 900


def test_openai_gives_its_items_as_they_are(stub: Compacting) -> None:
    reply = asked(stub, "gpt-x", "openai")
    assert json.loads(reply.text)[-1] == COMPACTED
    assert reply.ending.usage == Usage(900, 100, 0, 50)


@pytest.mark.parametrize(
    ("model", "provider", "kind", "words", "paid"),
    [
        ("old", "anthropic", Failure.REJECTED, "context_management not supported", False),
        ("limited", "anthropic", Failure.LIMITED, "slow down", False),
        ("cut", "anthropic", Failure.CUT, "broke off", True),
        ("small", "anthropic", Failure.NOT_COMPACTED, "without a compaction: it compacts from 50,000", True),
        ("failed", "anthropic", Failure.NOT_COMPACTED, "its compaction failed", True),
        ("limited", "openai", Failure.LIMITED, "slow down", False),
        ("cut", "openai", Failure.CUT, "broke off", True),
        ("small", "openai", Failure.NOT_COMPACTED, "without a compaction", True),
    ],
)
def test_each_fault_is_one_sentence(
    stub: Compacting, model: str, provider: str, kind: Failure, words: str, paid: bool
) -> None:
    with pytest.raises(ModelFailed) as failed:
        asked(stub, model, provider)
    assert (failed.value.kind, failed.value.paid) == (kind, paid)
    assert words in failed.value.message
    assert failed.value.message.count(". ") == 0


def test_nobody_there_is_told(stub: Compacting) -> None:
    with pytest.raises(ModelFailed) as failed:
        messages = [Message("user", "x"), Message("user", "", "compaction", "anthropic")]
        run(hear_out(open_chat("m@http://127.0.0.1:9/v1"), messages))
    assert failed.value.kind == Failure.UNREACHABLE
