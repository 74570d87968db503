from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.ask.answers import InMemory
from inspector.ask.asker import asker_for
from inspector.ask.sending import secrets_of
from inspector.ask.spending import Spending
from inspector.errors import ModelFailed
from inspector.llm.chat import Failure
from inspector.llm.loop import Loop
from inspector.measure.tokenizers.characters import Characters
from inspector.model import ItemKind, Origin
from inspector.rerun.model_summarizer import AskingOptions, DryRun, ModelSummarizer, RequestWriter
from inspector.rerun.prompts import load_prompts, parse_prompt
from inspector.rerun.strategy import Summarize
from inspector.rerun.summarize import SummaryTask
from inspector.rerun.view import ViewEntry
from tests.llm.provider import SUMMARY, Provider
from tests.rerun.laboratory import PATIENCE, model

PROMPTS = load_prompts()
SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"

OWN = parse_prompt("own", "{#- form: messages plain -#}\n=== record\n=== user\nGo.")


def entry(text: str, number: int = 1, kind: str = "tool_output") -> ViewEntry:
    return ViewEntry(number, kind, ItemKind.TOOL_RESULT, Origin.TOOL, text, len(text) // 4, tool="run", round=number)


def task(*entries: ViewEntry, purpose: str = "draft", **wanted: object) -> SummaryTask:
    return SummaryTask(Summarize(sections=("goal", "next"), **wanted), purpose, entries)  # type: ignore[arg-type]


def writer(**choice: object) -> RequestWriter:
    return RequestWriter(PROMPTS, AskingOptions(**choice), Characters())  # type: ignore[arg-type]


def summarizer(loop: Loop, server: Provider, name: str = "small-1", **choice: object) -> ModelSummarizer:
    asker = asker_for(model(name, server.address), loop, InMemory(), Spending(), patience=PATIENCE)
    return ModelSummarizer(writer(**choice), asker)


@pytest.mark.parametrize(
    ("asked", "choice", "name"),
    [
        (task(), {}, "structured"),
        (task(previous="anchored"), {}, "anchored"),
        (task(purpose="verify"), {}, "critique"),
        (task(), {"prompt": PROMPTS.named("handoff")}, "handoff"),
        (task(purpose="verify"), {"prompt": PROMPTS.named("handoff")}, "critique"),
        (task(purpose="verify"), {"prompt": PROMPTS.named("critique")}, "critique"),
        (task(), {"prompt": OWN}, "own"),
        (task(purpose="verify"), {"prompt": OWN}, "critique"),
    ],
)
def test_the_prompt_fits_the_task_where_none_is_chosen(asked, choice, name) -> None:
    assert writer(**choice).prompt_for(asked).name == name


def test_without_a_chosen_prompt_the_strategys_own_sections_are_asked_for() -> None:
    text = writer().sending(task(entry("x"))).messages[-1].text
    assert "## Goal" in text
    assert "## Next steps" in text
    assert "## Decisions" not in text


def test_secrets_leave_before_it_is_sent_and_are_listed(loop, server) -> None:
    asking = summarizer(loop, server)
    answer = asking.answer(task(entry(f"token {SECRET} used")))
    assert answer is not None
    assert answer.text == SUMMARY
    assert SECRET not in str(server.asked)
    assert "[redacted 1: GitHub token]" in server.asked[0]["messages"][-1]["content"]
    assert asking.notes == ["1 secrets were taken out before it was sent."]


LARGE = tuple(entry(f"{number} " + "word " * 2_000, number) for number in range(8))


def test_a_record_over_the_window_is_named_before_anything_is_sent(loop, server) -> None:
    asking = summarizer(loop, server, window=12_000)
    with pytest.raises(ModelFailed, match="About 2") as caught:
        asking.answer(task(*LARGE))
    assert caught.value.hint in asking.notes
    assert server.asked == []


def test_only_the_summary_of_an_answer_with_thoughts_is_kept(loop, server) -> None:
    assert summarizer(loop, server, "thinking").answer(task(entry("x"))).text == SUMMARY


def test_a_rehearsal_sends_nothing_and_knows_what_would_be(loop, server) -> None:
    dry_run = DryRun(writer(prompt=parse_prompt("p", "Say it. {{ draft }}")))
    answer = dry_run.answer(task(entry(f"x {SECRET}.")))
    assert answer is not None
    (sending,) = dry_run.sent
    assert sending.prompt.startswith("p@")
    assert [secret.kind for secret in secrets_of(dry_run.sent)] == ["GitHub token"]
    assert SECRET not in sending.messages[-1].text
    assert sending.expected.input == sum(Characters().count_many([message.text for message in sending.messages]))


def test_calibration_makes_the_estimate_the_providers() -> None:
    asked = task(entry("word " * 1_000))
    plain = writer().sending(asked).expected.input
    assert replace(writer(), ratio=2.0).sending(asked).expected.input == pytest.approx(2 * plain, rel=0.01)


@pytest.mark.parametrize(
    ("choice", "wanted", "limit", "kept_under"),
    [
        ({}, {}, None, 4_000),
        ({"longest": 64_000}, {}, 64_000, 4_000),
        ({"longest": 64_000, "window": 20_000}, {}, 18_000, 4_000),
        ({"longest": 2_000, "window": 20_000}, {}, 2_000, 4_000),
        ({"longest": 64_000}, {"out": 8_000}, 8_000, 8_000),
        ({"longest": 64_000, "max_output": 900}, {"out": 8_000}, 900, 900),
    ],
)
def test_an_answer_may_be_as_long_as_is_set_or_as_the_model_writes_and_the_window_holds(
    choice, wanted, limit, kept_under
) -> None:
    sending = writer(**choice).sending(task(entry("The port is 8443. " * 30), **wanted))
    assert sending.kept_under == kept_under
    assert sending.limit is None if limit is None else limit - 1_000 < (sending.limit or 0) <= limit + 1_000
    assert (sending.expected.output or 0) <= kept_under


def test_a_text_that_ends_at_its_limit_is_no_summary_and_says_what_to_raise(loop, server) -> None:
    asking = summarizer(loop, server, "truncated")
    with pytest.raises(ModelFailed, match="was cut at its limit after 12 tokens") as caught:
        asking.answer(task(entry("The port is 8443.")))
    assert (caught.value.kind, caught.value.partial) == (Failure.LENGTH, SUMMARY)
    assert "--max-output" in caught.value.hint and asking.failure is caught.value
    assert asking.notes == [caught.value.hint]
