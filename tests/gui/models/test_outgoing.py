from dataclasses import replace

import pytest

from inspector.ask.redact import Secret
from inspector.gui.models.outgoing import detail_words, price_words, request_sheet, secret_words, total_words
from inspector.model.settings import Settings
from inspector.rerun.prompts import load_prompts
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import ready_of, strategies, variant


@pytest.fixture
def dry_run(qapp):
    models = ModelRuns(load_prompts)
    yield lambda model, **more: models.dry_run(
        ready_of(), "H", variant("own/pinned-facts", model, **more), strategies()
    )
    models.close()


def test_money_tokens_and_the_date_of_the_prices_are_said(dry_run):
    out = dry_run("anthropic/claude-sonnet-4-5", repeats=3)
    words = total_words((out,))
    assert words.startswith("Before sending: 3 requests") and "Nothing has left this machine" in words
    assert f"prices of {out.price.checked}" in words and "$" in price_words(out)
    assert "anthropic" in detail_words(out) and "3 repeats" in detail_words(out)


def test_settings_are_said(dry_run):
    out = dry_run("anthropic/claude-sonnet-4-5", settings=Settings(max_output=9_000, temperature=0.5))
    assert "max output 9,000, temperature 0.5" in detail_words(out)


def test_an_unknown_price_is_no_price(dry_run, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "not-a-real-one")
    out = dry_run("command:cat")
    assert price_words(out) == "price not known before it answers; a subscription may cover it"
    assert "budget cannot be enforced" in detail_words(out)
    both = total_words((out, dry_run("anthropic/claude-sonnet-4-5")))
    assert "not on the price list" in both


def test_the_price_is_told_without_a_key_too_and_that_it_is_missing(dry_run, monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    out = dry_run("anthropic/claude-sonnet-4-5")
    assert price_words(out).startswith("≈ $") and price_words(out).endswith(" · no key")
    words = total_words((out, out))
    assert "≈ $" in words and words.count("without a key: ANTHROPIC_API_KEY is not set") == 1
    here = dry_run("command:cat")
    assert "Before sending: 1 request," in total_words((out, here))


def test_recorded_answers_are_free_and_a_server_here_has_no_known_price(dry_run):
    assert price_words(dry_run("m@http://127.0.0.1:9/v1")) == "a server on this machine: its price is not in the list"
    assert price_words(dry_run("replay:answers.jsonl")) == "free of charge"


def test_the_whole_request_can_be_read(dry_run):
    out = dry_run("command:cat")
    text = request_sheet(out).text
    assert all(message.text.split("\n")[0] in text for message in out.sent[0].messages)


def test_what_cannot_be_sent_says_so(dry_run):
    out = replace(dry_run("command:cat"), trouble="Too large.")
    assert (price_words(out), detail_words(out)) == ("cannot be sent", "Too large.")
    assert total_words((out,)) == "Nothing can be sent as it is."


def test_secrets_in_words(qapp):
    assert secret_words(Secret(1, "GitHub token", "ghp_… (40 characters)", 2)) == (
        "GitHub token · ghp_… (40 characters) · 2 times · taken out"
    )
