"""inspector simulate --chain: facts go generation by generation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.conftest import sample
from tests.llm.provider import Provider, provider

RULE = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/."
PAID = "anthropic/claude-sonnet-4-5"


@pytest.fixture
def server() -> Iterator[Provider]:
    with provider() as running:
        yield running


@pytest.fixture
def chain(inspector):
    def call(*args, strategy="claude-code/full", times=3):
        return inspector("simulate", sample("fading-rules"), "--strategy", strategy, "--chain", times, *args)

    return call


def test_a_model_writes_every_generation_from_the_one_before(chain, server):
    seen = []

    def script(messages):
        seen.append(messages[-1]["content"])
        return f"Generation {len(seen)}. {RULE if len(seen) == 1 else ''}"

    server.script = script
    ran = chain("--model", f"scripted@{server.address}", "--json")
    (told,) = ran.json["chains"]
    assert (told["selection"], told["wording"]) == ("close", ["ours"])
    assert [one["number"] for one in told["generations"]] == [1, 2, 3]
    assert "Generation 1." in seen[1] and "Generation 2." in seen[2]
    first, second, _ = told["generations"]
    assert RULE not in {fact["statement"] for fact in first["gone"]}
    (gone,) = [fact for fact in second["gone"] if fact["statement"] == RULE]
    assert gone["line"] and gone["kind"] == "constraint"
    assert (gone["verdict"], second["facts"][gone["id"]], second["unsure"][gone["id"]]) == (
        "not found", "undecided", "lost",
    )  # fmt: skip
    assert gone["id"] not in first["unsure"]
    assert (told["error"], first["cost"]) == (None, None)
    chain("--model", f"scripted@{server.address}", "--json")
    assert len(seen) == 3, "what was answered is not asked again"


def test_people_see_a_row_for_each_generation_and_what_it_loses(chain, server):
    ran = chain(strategy="codex/user-messages-only")
    rows, gone = ran.tables
    assert [row.split()[1] for row in rows[1:]] == ["1", "2", "3"]
    assert gone[0].split() == ["strategy", "generation", "line", "kind", "verdict", "loses"]
    assert gone[1].split()[1] == "1" and gone[1].split()[2].isdigit()
    assert "more findings of the work" in ran.err
    assert "Nothing new came in between." in ran.err and "counts what was not found as lost" in ran.err


def test_what_needs_a_model_says_so_and_the_others_run(inspector, chain):
    ran = chain("--strategy", "control/empty", "--json")
    needs, runs = ran.json["chains"]
    assert ran.status == 0
    assert needs["error"] == "Its summary needs a model." and needs["generations"] == []
    assert len(runs["generations"]) == 3
    alone = chain()
    assert alone.status == 4 and "--model" in alone.out


def test_all_generations_are_priced_before_the_first_is_sent(chain, server):
    told = chain("--model", PAID, "--dry-run", "--json").json
    one = chain("--model", PAID, "--dry-run", "--json", times=1).json
    (row,) = told["dry_run"]
    assert row["requests"] == 3 and row["usd"] > one["dry_run"][0]["usd"] > 0
    ran = chain("--model", PAID, "--budget", 0.001)
    assert ran.status == 5 and "Nothing was sent." in ran.err


def test_a_model_that_fails_ends_its_chain(chain, server):
    (told,) = chain("--model", f"unauthorised@{server.address}", "--json").json["chains"]
    assert len(told["generations"]) == 1 and "does not accept the key" in told["error"]


def test_where_no_model_could_be_asked_the_status_says_so_as_that_of_a_rerun(inspector, chain, server):
    refused = ("--model", f"unauthorised@{server.address}")
    assert chain(*refused).status == 4
    assert chain("--strategy", "control/empty", *refused).status == 4
    assert inspector("rerun", sample("fading-rules"), "--compaction", 1, "--strategy", "claude-code/full",
                     "--strategy", "control/empty", *refused).status == 4  # fmt: skip


def test_a_generation_that_loses_nothing_says_none(chain):
    rows = [row.split() for row in chain(strategy="control/none").out.splitlines()]
    assert [row[rows[0].index("change") - 2] for row in rows[1:]] == ["none", "none", "none"]


@pytest.mark.parametrize(
    "args",
    [
        ("--trigger", 0.5),
        ("--window", 1000),
        ("--prompt", "handoff"),
        ("--dry-run",),
        ("--compaction", 99),
        ("--compaction", 0),
        ("--model", "no model at all"),
    ],
)
def test_what_does_not_go_with_a_chain_is_wrong_usage(chain, args):
    assert chain(*args).status == 2


def test_options_of_a_chain_want_one(inspector):
    for args in (("--compaction", 1), ("--model", PAID)):
        ran = inspector("simulate", sample("fading-rules"), "--strategy", "codex/local", *args)
        assert ran.status == 2 and "--chain" in ran.err


def test_what_a_summary_carried_goes_in_the_words_in_which_it_was_first_said(inspector):
    log = ("simulate", sample("fading-rules"), "--strategy", "control/empty", "--chain", 1, "--compaction", 3)
    (told,) = inspector(*log, "--json").json["chains"]
    (one,) = [fact for fact in told["generations"][0]["gone"] if "small commit" in fact["statement"]]
    assert one["statement"] == "I'd prefer one small commit per feed" and one["line"]
    assert one["looked_for"] == "Commits may be kept small where it makes sense."
    _, gone = inspector(*log).tables
    (row,) = [line for line in gone if "small commit" in line]
    assert row.split()[2] == str(one["line"]) and row.endswith(one["looked_for"])
    assert gone[0].endswith("looked for")
    _, plain = inspector(*log[:-1], 1).tables
    assert plain[0].endswith("loses")
