"""inspector survival --judge: a real server on this machine has an opinion."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests.cli.conftest import sample
from tests.llm.provider import Provider, provider


@pytest.fixture
def server() -> Iterator[Provider]:
    with provider() as running:
        yield running


def _script(messages) -> str:
    if messages[0]["content"].startswith("You read what a user said"):
        told = {"n": 1, "kind": "given", "quote": "words that no one said"}
        return json.dumps(told)
    numbers = re.findall(r"^(\d+)\. ", messages[1]["content"].rpartition("Statements:")[2], re.MULTILINE)
    return "\n".join(json.dumps({"n": int(number), "verdict": "lost", "quote": ""}) for number in numbers)


def test_opinions_stand_beside_verdicts_and_change_none(inspector, codex, server) -> None:
    server.script = _script
    plain = inspector("survival", codex, "--compaction", 1, "--json").json["compactions"][0]
    ran = inspector("survival", codex, "--compaction", 1, "--json", "--judge", f"scripted@{server.address}")
    told = ran.json["compactions"][0]
    assert [{**fact, "opinion": None} for fact in told["facts"]] == [
        {**fact, "opinion": None} for fact in plain["facts"]
    ]
    opinions = [fact["opinion"] for fact in told["facts"] if fact["opinion"]]
    assert opinions
    assert {one["verdict"] for one in opinions} == {"lost"}
    assert {one["basis"] for one in opinions} == {"judged"}
    kept = [fact for fact in told["facts"] if fact["opinion"] and fact["verdict"] in ("verbatim", "reworded")]
    assert all(fact["opinion"]["agrees"] is False for fact in kept)


def test_differences_are_told_to_people_and_asked_for_once(inspector, codex, server) -> None:
    server.script = _script
    args = ("survival", codex, "--compaction", 1, "--judge", f"scripted@{server.address}")
    first = inspector(*args)
    assert "1 quote of the model found nowhere" in first.out
    assert "the model lost" in first.out
    asked = len(server.asked)
    assert inspector(*args).out.count("rules say") == first.out.count("rules say")
    assert len(server.asked) == asked


def test_what_the_judge_says_nothing_of_is_counted_and_differs_from_nothing(inspector, codex, server) -> None:
    server.script = lambda messages: "I would rather not say."
    ran = inspector("survival", codex, "--compaction", 1, "--judge", f"scripted@{server.address}")
    assert re.search(r"0 opinions, 0 differ, [1-9]\d* undecided", ran.out)
    assert "rules say" not in ran.out


def test_a_judge_that_fails_is_status_four(inspector, codex, server) -> None:
    ran = inspector("survival", codex, "--compaction", 1, "--judge", f"unauthorised@{server.address}")
    assert ran.status == 4
    assert "does not accept the key" in ran.err


def test_over_the_budget_nothing_is_asked(inspector, codex) -> None:
    ran = inspector("survival", codex, "--judge", "anthropic/claude-sonnet-4-5", "--budget", 0)
    assert ran.status == 5


PAID = "anthropic/claude-sonnet-4-5"


def test_what_the_judge_would_be_sent_and_cost_is_told_without_sending_it(inspector, codex) -> None:
    told = inspector("survival", codex, "--judge", PAID, "--dry-run", "--budget", 3, "--json").json
    assert [row["compaction"] for row in told["dry_run"]] == [1, 2]
    assert told["dry_run"][0]["requests"] == 2, "what was said, and what of it is left"
    first, second = told["dry_run"]
    assert first["usd"] > 0 and first["checked"] and first["input"] > 0 and PAID in first["destination"]
    assert second["requests"] == 1, "nobody said anything between the two; what was kept is looked for again"
    assert told["usd"] == pytest.approx(sum(row["usd"] for row in told["dry_run"]))
    assert told["budget"] == 3.0
    ran = inspector("survival", codex, "--judge", PAID, "--dry-run", "--budget", 3)
    assert ran.status == 0 and "price list of" in ran.out and "$3.00" in ran.out and "Nothing was sent." in ran.err


def test_before_it_is_asked_the_price_is_told_and_the_same_is_then_sent(inspector, codex, server) -> None:
    server.script = _script
    args = ("survival", codex, "--compaction", 1, "--judge", f"scripted@{server.address}")
    before = inspector(*args, "--dry-run", "--json").json["dry_run"][0]
    assert server.asked == []
    ran = inspector(*args)
    assert ran.err.index("its price is not in the list") < ran.err.index("Spent:")
    assert len(server.asked) == before["requests"]
    after = inspector(*args, "--dry-run", "--json").json["dry_run"][0]
    assert after["answered"] == after["requests"] == before["requests"]


def test_more_than_the_budget_sends_nothing_at_all(inspector, codex) -> None:
    ran = inspector("survival", codex, "--judge", PAID, "--budget", 0.01)
    assert ran.status == 5 and "Nothing was sent." in ran.err and "more than $0.01" in ran.err


def test_a_dry_run_without_a_judge_is_wrong_usage(inspector, codex) -> None:
    ran = inspector("survival", codex, "--dry-run")
    assert ran.status == 2 and "--judge" in ran.err


def test_what_a_summary_carried_differs_in_the_words_in_which_it_was_first_said(inspector, server) -> None:
    kept = '"reworded", "quote": "feeds"'
    server.script = lambda messages: _script(messages).replace('"lost", "quote": ""', kept)
    log = sample("fading-rules")
    ran = inspector("survival", log, "--compaction", 3, "--judge", f"scripted@{server.address}")
    (line,) = [line for line in ran.out.splitlines() if "rules say lost" in line and "small commit" in line]
    assert line.endswith(": I'd prefer one small commit per feed")


def test_a_judge_without_a_price_is_held_to_tokens(inspector, codex, server) -> None:
    server.script = _script
    args = ("survival", codex, "--compaction", 1, "--judge", f"scripted@{server.address}")
    dollars = inspector(*args, "--budget", 1)
    assert dollars.status == 5 and "--budget-tokens" in dollars.err
    few = inspector(*args, "--budget", 1, "--budget-tokens", 10)
    assert few.status == 5 and "more than 10. Nothing was sent." in few.err
    assert server.asked == []
    assert inspector(*args, "--budget", 1, "--budget-tokens", 1_000_000).status == 0
    assert server.asked
