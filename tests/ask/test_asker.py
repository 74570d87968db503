from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FuturesTimeout
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b

import pytest

from inspector.ask.answers import InMemory, question_key
from inspector.ask.asker import Asker, asker_for
from inspector.ask.spending import SetPrice, Spending
from inspector.ask.stop import Stop
from inspector.errors import Cancelled, CannotRead, ModelFailed, OverBudget, UsageError
from inspector.llm.chat import Message
from inspector.llm.loop import Loop
from inspector.measure.price import Price
from inspector.model import Usage
from inspector.model.answer import AnswerState
from inspector.model.sent import Sent
from inspector.model.settings import Settings
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from tests.llm.provider import SUMMARY, Provider
from tests.rerun.laboratory import PATIENCE, model

QUESTION = (Message("user", "Summarise what was done. " * 10),)
EXPECTED = Usage(1_000, 0, 0, 100)


def asker(loop: Loop, server: Provider, name: str, spending: Spending | None = None, **more: object) -> Asker:
    made = asker_for(model(name, server.address), loop, InMemory(), spending or Spending(), patience=PATIENCE)
    # A price of its own: that of a server here is not known.
    return Asker(
        made.chat, loop, made.answers, lambda usage: Price((usage.output or 0) / 100, "today"), made.spending, **more
    )


def test_the_answer_is_kept_with_all_that_is_known_of_it(loop, server) -> None:
    asking = asker(loop, server, "small-1")
    answer = asking.ask(QUESTION, EXPECTED)
    assert (answer.text, answer.state, answer.served_as) == (SUMMARY, AnswerState.ANSWERED, "small-1")
    assert asking.answers.find(answer.key) == answer
    assert asking.cost(answer) == 0.12
    assert asking.spending.spent == 0.12


def test_settings_are_part_of_a_question_and_what_was_kept_without_any_is_found(loop, server) -> None:
    asking = asker(loop, server, "small-1")
    asking.ask(QUESTION, EXPECTED)
    warm = asking.set_to(Settings(temperature=0.5))
    assert warm.standing(QUESTION) is None
    assert [warm.ask(QUESTION, EXPECTED).text, asking.ask(QUESTION, EXPECTED).text] == [SUMMARY] * 2
    assert [request.get("temperature") for request in server.asked] == [None, 0.5]
    before = b'["m",[["user","a"]],0,4000]'
    assert question_key("m", [Message("user", "a")], 0, 4_000) == blake2b(before, digest_size=16).hexdigest()


def test_an_answer_is_kept_under_the_usual_limit_whatever_it_may_write(loop, server) -> None:
    asking = asker(loop, server, "small-1")
    first = asking.ask(QUESTION, EXPECTED, limit=64_000, keyed=4_000)
    assert server.asked[-1]["max_tokens"] == 64_000
    assert (
        asking.ask(QUESTION, EXPECTED, limit=4_000) == asking.ask(QUESTION, EXPECTED, limit=None, keyed=4_000) == first
    )
    assert server.count("small-1") == 1


@pytest.mark.parametrize(("cap", "limit"), [(None, 64_000), (2_000.0, 64_000), (1_000.0, 4_000)])
def test_under_a_cap_an_answer_may_be_longer_than_usual_only_where_half_of_it_pays_for_that(
    loop, server, cap, limit
) -> None:
    asking = asker(loop, server, "small-1", Spending(cap))
    asking.ask(QUESTION, EXPECTED, limit=64_000, keyed=4_000)
    assert server.asked[-1]["max_tokens"] == limit


def test_a_cut_answer_is_asked_again_only_where_that_is_wanted(loop, server) -> None:
    asking = asker(loop, server, "truncated")
    assert asking.ask(QUESTION, EXPECTED).finish == "length"
    asking.ask(QUESTION, EXPECTED)
    assert server.count("truncated") == 1
    replace(asking, retry=True).ask(QUESTION, EXPECTED)
    assert server.count("truncated") == 2


def test_a_setting_that_a_model_does_not_take_is_said(loop) -> None:
    for name, words in (("anthropic/claude-sonnet-4-5", "does not take seed 3"), ("command:cat", "cannot be told")):
        asking = asker_for(name, loop, InMemory(), Spending())
        asking.check()
        with pytest.raises(ModelFailed, match=words):
            asking.set_to(Settings(seed=3)).check()


def test_more_than_a_model_writes_is_not_asked_for(loop) -> None:
    asking = asker_for("openai/gpt-4o", loop, InMemory(), Spending())
    asking.set_to(Settings(max_output=16_384)).check()
    with pytest.raises(ModelFailed, match="writes at most 16,384 tokens, and 20,000 were asked for"):
        asking.set_to(Settings(max_output=20_000)).check()
    served = asker_for("gpt-4o@http://127.0.0.1:1/v1", loop, InMemory(), Spending())
    served.set_to(Settings(max_output=20_000)).check()


def test_a_price_that_the_user_names_stands_ahead_of_every_list(loop) -> None:
    here, far = "gpt-4o@http://127.0.0.1:1/v1", "house@http://models.example/v1"

    def price(name: str, *prices: SetPrice) -> float | None:
        return asker_for(name, loop, InMemory(), Spending(prices=prices)).price(Usage(900, 100, 0, 500)).dollars

    every, one = SetPrice("", 1.0, 2.0), SetPrice(far, 10.0, 20.0)
    assert price(far) is None
    assert price(far, every) == price(here, every) == pytest.approx(0.002)
    assert price(far, every, one) == pytest.approx(0.02)
    assert price(here, SetPrice("", 0.0, 0.0)) == 0.0
    assert price("openai/gpt-4o", every) == price("openai/gpt-4o"), "a provider has its list price"
    assert price("replay:there.jsonl", every) == 0.0


def test_an_answer_with_half_a_sign_in_it_is_kept_and_not_paid_for_twice(loop, server, tmp_path) -> None:
    server.script = lambda messages: "Never push \ud83d to main."
    with closing(Library(tmp_path / "library.sqlite")) as library:
        asking = replace(asker(loop, server, "scripted"), answers=Reruns(library))
        answer = asking.ask(QUESTION, EXPECTED)
        assert answer.text == "Never push \ufffd to main."
        assert asking.answers.find(answer.key) == answer and asking.ask(QUESTION, EXPECTED) == answer
    assert server.count("scripted") == 1


def test_what_is_sent_is_noted_first_with_what_was_taken_out_of_it(loop, server) -> None:
    noted: list[Sent] = []
    asking = replace(asker(loop, server, "small-1"), note=noted.append)
    question = (Message("user", "Use [redacted 1: web token] and [redacted 1: web token]. " * 2), *QUESTION)
    asking.ask(question, EXPECTED)
    asking.ask(question, EXPECTED)
    assert [(one.model, one.tokens, one.secrets) for one in noted] == [
        (f"small-1@{server.address}", 1_000, {"web token": 4})
    ], "what is answered from where it is kept is not sent"
    assert noted[0].to == server.address


def test_nothing_is_sent_that_cannot_be_noted(loop, server) -> None:
    def full(sent: Sent) -> None:
        raise CannotRead("The disk is full.")

    asking = replace(asker(loop, server, "small-1", Spending(1.0)), note=full)
    with pytest.raises(CannotRead):
        asking.ask(QUESTION, EXPECTED)
    assert server.asked == []
    assert replace(asking, note=None).ask(QUESTION, EXPECTED).text == SUMMARY, "what was promised was given back"


@pytest.mark.parametrize("kept", ["in memory", "in two programs"])
def test_who_asks_what_is_being_asked_waits_for_that_answer(loop, server, tmp_path, kept) -> None:
    path = tmp_path / "library.sqlite"
    begun = threading.Event()

    def script(messages: object) -> str:
        begun.set()
        time.sleep(0.3)
        return "Asked once."

    server.script = script
    with closing(Library(path)) as one, closing(Library(path)) as other:
        first = replace(
            asker(loop, server, "scripted"), answers=Reruns(one) if kept == "in two programs" else InMemory()
        )
        second = replace(first, answers=Reruns(other)) if kept == "in two programs" else first
        with ThreadPoolExecutor() as pool:
            earlier = pool.submit(first.ask, QUESTION, EXPECTED)
            assert begun.wait(20)
            later = pool.submit(second.ask, QUESTION, EXPECTED)
            assert earlier.result().text == later.result().text == "Asked once."
    assert server.count("scripted") == 1


def test_who_waits_for_an_answer_can_be_stopped(loop, server) -> None:
    asking, stop = asker(loop, server, "small-1"), Stop()
    key = question_key(asking.chat.name, QUESTION, 0, None)
    with asking.answers.turn(key, lambda: None), ThreadPoolExecutor() as pool:
        waiting = pool.submit(asking.ask, QUESTION, EXPECTED, stop=stop)
        with pytest.raises(FuturesTimeout):
            waiting.result(0.3)
        stop.now()
        assert isinstance(waiting.exception(20), Cancelled)
    with pytest.raises(Cancelled):
        asking.ask(QUESTION, EXPECTED, stop=stop)
    assert server.asked == []


@pytest.mark.parametrize("left", [False, True])
def test_what_is_stopped_before_its_turn_was_neither_sent_nor_paid_for(loop, server, left) -> None:
    noted: list[Sent] = []
    begun, stop, hold = threading.Event(), Stop(), threading.Event()
    server.script = lambda messages: begun.set() or (hold.wait(20) and "Late.")
    asking = replace(asker(loop, server, "scripted", Spending(1.0)), note=noted.append)
    if not left:
        asking.chat.queue.pause(60)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(asking.ask, QUESTION, EXPECTED, stop=stop)
        assert begun.wait(20 if left else 0.3) is left
        stop.now()
        assert isinstance(why := waiting.exception(20), Cancelled)
        hold.set()
    assert ("before it was asked" in why.message, len(noted), asking.spending.spent) == (not left, left, float(left))
    kept = asking.answers.find(question_key(asking.chat.name, QUESTION, 0, None))
    assert (kept.paid, asking.spending.promised, asking.spending.unknown) == (left, 0.0, 0)


def test_what_had_come_by_the_time_it_was_stopped_is_kept_and_the_server_hears_of_it(loop, server) -> None:
    asking, stop = asker(loop, server, "endless"), Stop()
    with pytest.raises(Cancelled):
        asking.ask(QUESTION, EXPECTED, hear=lambda piece: stop.now(), stop=stop)
    kept = asking.answers.find(question_key(asking.chat.name, QUESTION, 0, None))
    assert (kept.kind, kept.paid) == ("stopped", True) and kept.text.startswith("on and ")
    assert server.gone.wait(10), "the server still writes"


def test_over_the_budget_nothing_is_sent(loop, server) -> None:
    asking = asker(loop, server, "small-1", Spending(0.5))
    with pytest.raises(OverBudget):
        asking.ask(QUESTION, EXPECTED)
    assert server.asked == []


def test_what_is_kept_costs_nothing_again_even_when_the_purse_is_empty(loop, server) -> None:
    asking = asker(loop, server, "small-1", Spending(1.0))
    first = asking.ask(QUESTION, EXPECTED)
    asking.spending.cap = 0.0
    assert asking.ask(QUESTION, EXPECTED) == first
    assert server.count("small-1") == 1


def test_a_failure_without_a_charge_gives_the_money_back(loop, server) -> None:
    asking = asker(loop, server, "renamed", Spending(1.0))
    with pytest.raises(ModelFailed):
        asking.ask(QUESTION, EXPECTED)
    assert (asking.spending.spent, asking.spending.promised) == (0.0, 0.0)


def test_a_broken_answer_counts_as_spent_and_what_came_is_kept(loop, server) -> None:
    asking = asker(loop, server, "cut", Spending(1.0))
    with pytest.raises(ModelFailed):
        asking.ask(QUESTION, EXPECTED)
    assert asking.spending.spent == 1.0
    kept = asking.answers.find(question_key(asking.chat.name, QUESTION, 0, None))
    assert kept is not None
    assert (kept.state, kept.text, kept.paid) == (AnswerState.FAILED, "The user wants port 8443", True)


@pytest.mark.parametrize("name", ["refused", "error-text"])
@pytest.mark.parametrize(("retry", "times"), [(False, 1), (True, 2)])
def test_a_refusal_or_an_error_text_is_asked_again_only_on_request(loop, server, name, retry, times) -> None:
    asking = asker(loop, server, name, retry=retry)
    for _ in range(2):
        with pytest.raises(ModelFailed):
            asking.ask(QUESTION, EXPECTED)
    assert server.count(name) == times
    assert (asking.standing(QUESTION) is None) is retry


@pytest.mark.parametrize("name", ["empty", "blank"])
def test_an_empty_answer_is_paid_for_and_asked_again_the_next_time(loop, server, name) -> None:
    asking = asker(loop, server, name, Spending(10.0))
    for times in (1, 2):
        with pytest.raises(ModelFailed, match=r"answered with nothing\.$"):
            asking.ask(QUESTION, EXPECTED)
        assert (server.count(name), asking.spending.spent) == (times, float(times))
    kept = asking.answers.find(question_key(asking.chat.name, QUESTION, 0, None))
    assert kept is not None and (kept.state, kept.paid) == (AnswerState.FAILED, True)
    assert asking.standing(QUESTION) is None


def test_a_model_that_was_silent_once_answers_the_next_time(loop, server) -> None:
    said = iter(("", SUMMARY))
    server.script = lambda messages: next(said)
    asking = asker(loop, server, "scripted")
    with pytest.raises(ModelFailed):
        asking.ask(QUESTION, EXPECTED)
    assert asking.ask(QUESTION, EXPECTED).text == asking.ask(QUESTION, EXPECTED).text == SUMMARY
    assert server.count("scripted") == 2


def test_a_key_tells_apart_whom_what_which_repeat_and_how_long() -> None:
    other = (Message("system", QUESTION[0].text),)
    keys = {
        question_key("m", QUESTION, 0, None),
        question_key("n", QUESTION, 0, None),
        question_key("m", other, 0, None),
        question_key("m", QUESTION, 1, None),
        question_key("m", QUESTION, 0, 100),
    }
    assert len(keys) == 5


def test_only_what_is_sure_to_be_free_costs_nothing(loop) -> None:
    def price(name: str) -> float | None:
        return asker_for(name, loop, InMemory(), Spending()).price(EXPECTED).dollars

    assert price("replay:answers.jsonl") == 0.0
    assert price("any@http://127.0.0.1:1/v1") is None
    assert price("any@https://models.example.com/v1") is None
    assert price("command:some-cli") is None
    assert price("anthropic/claude-sonnet-4-5") is not None
    with pytest.raises(UsageError):
        price("")


def test_prices_of_the_list_are_not_those_of_whoever_serves_a_model_of_that_name(loop) -> None:
    used = Usage(1_000, 0, 0, 100)
    assert asker_for("anthropic/claude-sonnet-4-5", loop, InMemory(), Spending()).price(used).dollars
    served = asker_for("claude-sonnet-4-5@http://models.example/v1", loop, InMemory(), Spending())
    assert served.price(used).dollars is None
    listed = asker_for("claude-sonnet-4-5", loop, InMemory(), Spending()).price(used)
    for name in ("claude-sonnet-4-5@http://127.0.0.1:4000", "anthropic/claude-sonnet-4-5@http://localhost:4000/v1"):
        assert asker_for(name, loop, InMemory(), Spending()).price(used) == listed, "a gateway may ask the provider"
