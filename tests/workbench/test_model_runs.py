from dataclasses import replace

import pytest

from inspector.ask.cost import SetPrice, price_for
from inspector.ask.stop import Stop
from inspector.errors import Cancelled, ModelFailed, OverBudget
from inspector.llm.models import open_chat
from inspector.model import Usage
from inspector.model.settings import Settings
from inspector.rerun.prompts import load_prompts
from inspector.workbench.jobs import Progress
from inspector.workbench.model_runs import ModelRuns
from tests.llm.compacting import SUMMARY, compacting
from tests.llm.provider import provider
from tests.made_runs import ready_of, record, strategies, variant


@pytest.fixture
def models():
    made = ModelRuns(load_prompts)
    yield made
    made.close()


def test_what_would_be_sent_is_known_before_anything_is(models):
    wanted = variant("own/pinned-facts", "anthropic/claude-sonnet-4-5", repeats=3)
    out = models.dry_run(ready_of(), "H", wanted, strategies())
    assert "anthropic" in out.destination and out.trouble == ""
    assert out.tokens == 3 * sum(one.expected.input for one in out.sent) > 0
    assert out.price.dollars > 0 and out.price.checked
    assert models.spent == 0.0


def test_where_the_key_comes_from_is_said_and_never_the_key(models, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-real-one-0123456789")
    out = models.dry_run(ready_of(), "H", variant("own/guided", "anthropic/claude-sonnet-4-5"), strategies())
    assert "ANTHROPIC_API_KEY in the environment" in out.credentials
    assert "0123456789" not in f"{out}"


def test_a_key_that_nobody_has_is_told_and_not_taken_for_a_trouble_of_the_request(models, monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    wanted = variant("own/guided", "anthropic/claude-sonnet-4-5")
    out = models.dry_run(ready_of(), "H", wanted, strategies())
    assert "ANTHROPIC_API_KEY is not set" in out.keyless and out.trouble == "" and not out.can_be_sent
    for model in ("command:cat", "m@http://127.0.0.1:9/v1", "m@http://models.example/v1"):
        assert models.dry_run(ready_of(), "H", replace(wanted, model=model), strategies()).can_be_sent


def test_a_context_over_the_window_is_named_and_not_sent(models, monkeypatch):
    from inspector.rerun import experiment

    small = replace(experiment.find_model("claude-sonnet-4-5"), window=16_000)
    monkeypatch.setattr(experiment, "find_model", lambda name: small)
    wanted = variant("codex/local", "anthropic/claude-sonnet-4-5")
    out = models.dry_run(ready_of(), "H", wanted, strategies())
    assert "tokens would be sent" in out.trouble and "a larger window" in out.trouble and not out.can_be_sent


def test_a_server_of_ones_own_has_no_known_price_here_or_far():
    used = Usage(1000, 0, 0, 100)
    assert price_for(open_chat("m@http://127.0.0.1:8080/v1"), used).dollars is None
    assert price_for(open_chat("gpt-5@http://models.example/v1"), used).dollars is None
    assert price_for(open_chat("command:cat"), used).dollars is None
    assert price_for(open_chat("anthropic/claude-sonnet-4-5"), used).dollars > 0


def test_an_answer_becomes_a_run_with_its_model_prompt_and_words(models, tmp_path):
    said = []
    wanted = record(tmp_path / "answers.jsonl", ready_of(), variant("own/pinned-facts"))
    progress = Progress(lambda fraction, words: said.append(words))
    (result,) = models(ready_of(), wanted, strategies(), progress, Stop())
    run = result.compared.run
    assert run.spec.model == wanted.model and run.spec.prompt.startswith("structured@")
    assert "tidewatch" in run.text and said[-1].strip() == run.text
    assert run.cost == 0.0 and result.score("statements_kept").value is not None


def test_a_failure_keeps_its_hint(models, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    with pytest.raises(ModelFailed) as caught:
        models(ready_of(), variant("own/guided", f"replay:{empty}"), strategies(), Progress(), Stop())
    assert caught.value.hint


def test_a_provider_is_never_reached_from_here(models, monkeypatch):
    wanted = variant("own/guided", "anthropic/claude-sonnet-4-5")
    with pytest.raises(ModelFailed, match="may not leave this machine"):
        models(ready_of(), wanted, strategies(), Progress(), Stop())


def test_the_cap_stops_before_anything_is_sent(models):
    models.spending.cap = 0.0001
    wanted = variant("own/guided", "anthropic/claude-sonnet-4-5")
    with pytest.raises(Exception, match="It was not sent"):
        models(ready_of(), wanted, strategies(), Progress(), Stop())
    assert models.spent == 0.0


def test_what_was_stopped_is_not_asked(models, tmp_path):
    stop = Stop()
    stop.now()
    wanted = record(tmp_path / "answers.jsonl", ready_of(), variant("own/guided"))
    with pytest.raises(Cancelled):
        models(ready_of(), wanted, strategies(), Progress(), stop)


def test_a_refusal_is_shown_as_answered_and_asked_again_only_on_request(models):
    with provider() as server:
        server.script = lambda messages: "I'm sorry, but I can't help with that request."
        wanted = variant("own/guided", f"scripted@{server.address}")
        for retry, times in ((False, 1), (False, 1), (True, 2)):
            with pytest.raises(ModelFailed):
                models(ready_of(), wanted, strategies(), Progress(), Stop(), retry=retry)
            assert server.count("scripted") == times
        assert models.dry_run(ready_of(), "H", wanted, strategies()).answered == 1
        assert models.dry_run(ready_of(), "H", wanted, strategies(), retry=True).answered == 0


def test_a_server_here_says_why_it_has_no_price_and_runs_all_the_same(models):
    with provider() as server:
        wanted = variant("own/guided", f"small-1@{server.address}")
        out = models.dry_run(ready_of(), "H", wanted, strategies())
        assert out.price.dollars is None and out.unpriced == "a server on this machine: its price is not in the list"
        models(ready_of(), wanted, strategies(), Progress(), Stop())
    assert (models.spent, models.unpriced) == (0.0, 1)


def test_a_price_that_the_user_sets_holds_from_then_on_and_under_the_cap(models):
    wanted = variant("own/guided", "m@http://127.0.0.1:9/v1")
    assert models.dry_run(ready_of(), "H", wanted, strategies()).price.dollars is None
    models.set_price(SetPrice(wanted.model, 1.0, 10.0))
    out = models.dry_run(ready_of(), "H", wanted, strategies())
    (sending,) = out.sent
    assert out.price.dollars == pytest.approx((sending.expected.input + 10 * sending.expected.output) / 1e6)
    models.set_price(SetPrice(wanted.model, 1e6, 1e6))
    assert models.spending.prices == (SetPrice(wanted.model, 1e6, 1e6),)
    with pytest.raises(OverBudget, match="It was not sent"):
        models(ready_of(), wanted, strategies(), Progress(), Stop())


def test_a_setting_that_a_model_does_not_take_is_told_before_anything_is_sent(models):
    wanted = replace(variant("own/guided", "anthropic/claude-sonnet-4-5"), settings=Settings(seed=7))
    out = models.dry_run(ready_of(), "H", wanted, strategies())
    assert "does not take seed 7" in out.trouble and not out.can_be_sent


def test_a_pause_that_a_provider_wants_is_known_of_its_model_alone(models):
    assert models.waits("m@http://127.0.0.1:1/v1") is None
    models.asker("m@http://127.0.0.1:1/v1").chat.queue.pause(30, "It limits the rate of requests.")
    wait = models.waits("m@http://127.0.0.1:1/v1")
    assert wait.why == "It limits the rate of requests." and 29 < wait.seconds <= 30
    models.asker("n@http://127.0.0.1:2/v1")
    assert models.waits("n@http://127.0.0.1:2/v1") is None


def test_a_providers_own_compaction_is_asked_for_in_the_window_too_and_is_no_stand_in(models):
    with compacting() as server:
        wanted = variant("anthropic/compact", f"claude-x@{server.address}")
        out = models.dry_run(ready_of(), "H", wanted, strategies())
        assert not server.asked and out.requests == 1 and out.sent[0].purpose == "compaction"
        (result,) = models(ready_of(), wanted, strategies(), Progress(lambda fraction, words: None), Stop())
        assert result.compared.run.text == SUMMARY and len(server.asked) == 1
    elsewhere = variant("anthropic/compact", "openai/gpt-5")
    assert "choose a model anthropic/" in models.dry_run(ready_of(), "H", elsewhere, strategies()).trouble


def test_without_a_key_a_providers_own_compaction_says_so(models, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    out = models.dry_run(ready_of(), "H", variant("anthropic/compact", "anthropic/claude-opus-4-5"), strategies())
    assert "ANTHROPIC_API_KEY" in out.keyless and not out.can_be_sent
