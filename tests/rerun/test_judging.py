from __future__ import annotations

import pytest

from inspector.ask import windows
from inspector.ask.answers import InMemory
from inspector.ask.asker import Asker, asker_for
from inspector.ask.spending import Spending
from inspector.ask.stop import Stop
from inspector.ask.windows import window_of
from inspector.errors import ModelFailed, OverBudget
from inspector.judge.chain import Chain, NotYetRead
from inspector.measure.price import Price
from inspector.measure.tokenizer import default_tokenizer
from inspector.rerun.judging import HANDED_ON, Judging, judge_all
from tests.judge.answers import answer, claim, said
from tests.rerun.laboratory import PATIENCE, model
from tests.talk import segments

FOLLOWED = '{"followed":[{"n":1,"live":true,"evidence":"","state":"lost"}],"statements":[],"claims":[]}'
RULE = "never write outside the feeds folder"
SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
TWO = segments(
    ("human", f"{RULE}, the key is {SECRET}"),
    ("summary", "Short."),
    ("human", f"again: {RULE}"),
    ("summary", "Shorter."),
)


@pytest.fixture
def server(server):
    server.script = lambda messages: answer([said(RULE)])
    return server


def judging(loop, server, name="scripted", cap=None, price=0.0, passes=1, **more) -> Judging:
    made = asker_for(model(name, server.address), loop, InMemory(), Spending(cap), patience=PATIENCE, **more)
    # A price of its own, for each question.
    return Judging(Asker(made.chat, loop, made.answers, lambda _: Price(price, "today"), made.spending, **more), passes)


def test_what_is_shown_before_is_what_is_sent(loop, server):
    judge = judging(loop, server)
    (before,) = judge.preview(Chain(TWO), (1,))
    assert (before.requests, before.answered, server.asked) == (1, 0, [])
    judge.read(TWO[0])
    (request,) = server.asked
    assert [one["content"] for one in request["messages"]] == [one.text for one in before.sent[0].messages]
    (after,) = judge.preview(Chain(TWO), (1,))
    assert (after.requests, after.answered, after.input) == (1, 1, 0)


def test_secrets_are_taken_out_and_what_stands_around_them_is_still_found(loop, server):
    judge = judging(loop, server)
    server.script = lambda messages: answer([said("the key is [redacted 1: GitHub token]", kind="given")])
    found = judge.read(TWO[0])
    assert SECRET not in str(server.asked) and judge.preview(Chain(TWO), (1,))[0].secrets
    assert [fact.texts[0] for fact in found.facts] == ["the key is"]


def test_two_passes_are_two_requests_and_both_are_shown_before(loop, server):
    judge = judging(loop, server, passes=2)
    assert judge.preview(Chain(TWO), (1,))[0].requests == 2
    judge.read(TWO[0])
    assert server.count("scripted") == 2


def test_what_goes_on_from_one_that_fails_waits_for_it(loop, server):
    judge = judging(loop, server)
    server.script = lambda messages: FOLLOWED if "Shorter" in messages[1]["content"] else ""
    seen = []
    result = judge_all(judge, Chain(TWO), done=seen.append)
    assert isinstance(result.failed[1], ModelFailed) and isinstance(result.failed[2], NotYetRead)
    assert seen == [] == result.waiting and not result.open and "compaction 1" in result.failed[2].message


def test_each_goes_on_from_the_one_before_it_and_one_alone_takes_those_along(loop, server):
    judge = judging(loop, server)
    first = answer([said(RULE, state="reworded", evidence="Short.")])
    server.script = lambda messages: FOLLOWED if "FOLLOWED" in messages[0]["content"] else first
    before = judge.preview(Chain(TWO), (2,))
    assert [one.id for one in before] == ["1", "2"] and server.asked == []
    chain, seen = Chain(TWO), []
    result = judge_all(judge, chain, (2,), seen.append)
    assert [one.compaction for one in result.found] == [1, 2] == [one.compaction for one in seen]
    assert result.found[1].follows == 1 and f"1. [L1 constraint] {RULE}" in str(server.asked[1])
    assert judge.preview(chain, (2,))[0].answered == 1 and server.count("scripted") == 2


def test_until_the_first_is_read_what_it_hands_on_is_counted(loop, server):
    first, second = judging(loop, server, price=1.0).preview(Chain(TWO))
    shown = sum(default_tokenizer().count_many([one.text for one in second.sent[0].messages]))
    assert second.input == shown + HANDED_ON and (first.dollars, second.dollars) == (1.0, 1.0)


def test_a_budget_that_is_reached_midway_keeps_what_came(loop, server):
    judge = judging(loop, server, cap=1.5, price=1.0)
    result = judge_all(judge, Chain(TWO))
    assert len(result.found) == 1 and len(result.failed) == 1
    assert isinstance(next(iter(result.failed.values())), OverBudget) and judge.asker.spending.spent == 1.0
    judge.asker.spending.cap = None
    again = judge_all(judge, Chain(TWO))
    assert len(again.found) == 2 and server.count("scripted") == 2, "the first is not paid for again"


def test_stopped_before_it_began_asks_nothing(loop, server):
    stop = Stop()
    stop.now()
    result = judge_all(judging(loop, server), Chain(TWO), stop=stop)
    assert (result.found, result.open, result.failed, server.asked) == ([], {}, {}, [])


def test_an_unreadable_summary_is_told_in_the_preview(loop, server):
    (hidden,) = segments(("human", RULE), ("encrypted", "…"))
    (seen,) = judging(loop, server).preview(Chain((hidden,)))
    assert seen.requests == 0 and "summary is encrypted" in seen.problem


def test_the_window_of_a_listed_model_is_known_wherever_it_is_served():
    assert window_of("anthropic/claude-sonnet-4-5") == window_of("claude-sonnet-4-5@http://127.0.0.1:1/v1") == 200_000
    assert window_of("my-own-model") is None


def test_an_answer_that_nobody_can_read_is_kept_and_asked_again_the_next_time(loop, server):
    judge = judging(loop, server)
    server.script = lambda messages: "I would rather not."
    with pytest.raises(ModelFailed, match="not the JSON"):
        judge.read(TWO[0])
    kept = judge.asker.answers._kept.values()
    assert [one.text for one in kept] == ["I would rather not."] * 2 and all(one.paid for one in kept)
    server.script = lambda messages: answer([said(RULE)])
    assert len(judge.read(TWO[0]).facts) == 1


LONG = segments(
    ("human", RULE),
    *(("human", f"Part {place}: {' '.join(f'word{number}' for number in range(900))}.") for place in range(12)),
    ("summary", "Short."),
)


@pytest.mark.parametrize("listed", [True, False])
def test_a_small_window_is_read_in_parts_whether_the_server_lists_it_or_only_refuses(loop, server, monkeypatch, listed):
    monkeypatch.setattr(windows, "_known", {})
    server.window, server.asked = 8_192, []
    server.models = (200, {"data": [{"id": "scripted", **({"max_model_len": 8_192} if listed else {})}]})
    fate = answer([{"n": 1, "live": True, "state": "lost", "evidence": ""}])
    server.script = lambda messages: fate if "=== STATEMENTS" in str(messages) else answer(said_in(messages))
    found = judging(loop, server).read(LONG[0])
    assert [fact.texts[0] for fact in found.facts] == [RULE]
    assert any("parts, which fit the model's window" in note for note in found.notes)
    refused = [one for one in server.asked if server.is_too_large(one)]
    assert len(refused) == (0 if listed else 1) and len(server.asked) > 4


def said_in(messages):
    return [said(RULE)] if RULE in messages[-1]["content"] else []


def test_a_reading_of_which_nothing_stands_is_not_kept_and_asked_anew(loop, server):
    judge = judging(loop, server)
    server.script = lambda messages: answer([], [claim("It shipped.")])
    with pytest.raises(ModelFailed, match="none could be found"):
        judge.read(TWO[0])
    server.script = lambda messages: answer([said(RULE)])
    assert [fact.texts[0] for fact in judge.read(TWO[0]).facts] == [RULE]
