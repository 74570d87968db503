from __future__ import annotations

from collections.abc import Iterator

import pytest

from inspector.ask.redact import redact
from inspector.llm.chat import Message
from inspector.llm.loop import Loop
from inspector.model.run import State
from inspector.rerun.column import Variant
from inspector.rerun.native import native_problem, paired, too_small
from inspector.rerun.preview import preview
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from tests.llm.compacting import SUMMARY, Compacting, compacting
from tests.made_session import sample
from tests.rerun.conftest import Case, case_of, ready
from tests.rerun.laboratory import SAMPLE, STRATEGIES, laboratory, run, trials


@pytest.fixture
def stub() -> Iterator[Compacting]:
    with compacting() as running:
        yield running


@pytest.fixture(scope="module")
def case() -> Case:
    return case_of(ready(sample(SAMPLE)), 1)


def variant(strategy: str, model: str, focus: str = "") -> Variant:
    return Variant(STRATEGIES.named(strategy), model, focus=focus)


def test_anthropic_writes_the_new_context_once(stub: Compacting, case: Case, loop: Loop, tmp_path) -> None:
    shared = laboratory(loop, Reruns(Library(tmp_path / "l.db")))
    wanted = trials(case, [variant("anthropic/compact", f"claude-x@{stub.address}", "ports")])
    seen = preview(shared, wanted[0])
    assert (seen.requests, seen.answered, seen.problem, len(stub.asked)) == (1, 0, "", 0)
    for _ in range(2):
        (done,) = run(shared, wanted)
        assert done is not None
        assert done.run.error == ""
        assert done.run.text == SUMMARY
    assert len(stub.asked) == 1
    assert done.run.usage is not None
    assert done.run.usage.output == 905
    assert "ports" in stub.asked[0]["context_management"]["edits"][0]["instructions"]
    blocks = [block["type"] for turn in stub.asked[0]["messages"] for block in turn["content"]]
    assert "tool_use" in blocks
    assert [piece.state for piece in done.run.slices if piece.slot == "summary"] == [State.PARAPHRASED]
    assert preview(shared, wanted[0]).answered == 1


def test_openai_keeps_what_it_sends_back(stub: Compacting, case: Case, loop: Loop) -> None:
    (done,) = run(laboratory(loop), trials(case, [variant("openai/compact", f"gpt-x@{stub.address}")]))
    assert done is not None
    assert (done.run.error, done.run.text) == ("", "")
    kept = [piece for piece in done.run.slices if piece.slot == "verbatim"]
    assert kept
    assert all(piece.item is not None and piece.state is State.VERBATIM for piece in kept)
    assert [piece.state for piece in done.run.slices if piece.slot == "summary"] == [State.OPAQUE]


@pytest.mark.parametrize("model", ["old", "limited", "cut", "small"])
def test_a_fault_is_no_column(stub: Compacting, case: Case, loop: Loop, model: str) -> None:
    (done,) = run(laboratory(loop), trials(case, [variant("anthropic/compact", f"{model}@{stub.address}")]))
    assert done is not None
    assert done.run.error
    assert done.run.text == ""


@pytest.mark.parametrize(
    ("strategy", "model", "words"),
    [
        ("anthropic/compact", "openai/gpt-5", "choose a model anthropic/…"),
        ("anthropic/compact", "command:cat", "choose a model anthropic/…"),
        ("openai/compact", "openai/gpt-5", "without a key"),
        ("codex/remote-v2", "openai/gpt-5", "Only Codex itself"),
    ],
)
def test_without_the_provider_or_its_key_there_is_no_column(
    case: Case, loop: Loop, monkeypatch: pytest.MonkeyPatch, strategy: str, model: str, words: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (trial,) = trials(case, [variant(strategy, model)])
    assert words in preview(laboratory(loop), trial).problem
    (done,) = run(laboratory(loop), [trial])
    assert done is not None
    assert words in done.run.error
    assert done.run.text == ""


def test_a_small_context_is_not_sent_to_anthropic(case: Case, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    (trial,) = trials(case, [variant("anthropic/compact", "anthropic/claude-opus-5")])
    assert "Anthropic compacts from 50,000 tokens on" in preview(laboratory(loop), trial).problem
    assert too_small("anthropic", "anthropic/claude-opus-5", 45_000) == ""


def test_secrets_in_calls_stay_here() -> None:
    secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    call = Message("assistant", f'{{"token": "{secret}"}}', "tool_call", "run", "1")
    (clean,) = redact([call]).messages
    assert secret not in clean.text
    assert (clean.part, clean.tool, clean.call_id) == ("tool_call", "run", "1")


def test_openai_takes_no_instructions(stub: Compacting, case: Case, loop: Loop) -> None:
    (trial,) = trials(case, [variant("openai/compact", f"gpt-x@{stub.address}", "ports")])
    assert preview(laboratory(loop), trial).problem == "OpenAI's compaction takes no instructions."
    assert stub.asked == []


def test_a_call_without_its_result_is_text() -> None:
    call, result = Message("assistant", "{}", "tool_call", "run", "1"), Message("user", "ok", "tool_result", "run", "1")
    assert paired([call, result]) == [call, result]
    assert [one.part for one in paired([call])] == ["text"]
    assert [one.part for one in paired([result, call])] == ["text", "text"]
    late = [call, Message("user", "stop"), Message("assistant", "yes"), result]
    assert {one.part for one in paired(late)} == {"text"}
    assert {one.part for one in paired([call, result, call, result])} == {"text"}


def test_a_server_by_its_address_is_asked() -> None:
    assert native_problem("anthropic", "m@http://127.0.0.1:1/v1") == ""
