import tomllib

import pytest

KEYS = {"number", "rereads", "repeats", "violations", "restated", "asked_again", "loop", "cost"}


@pytest.fixture
def fading(samples):
    return samples / "claude-code" / "2.1" / "fading-rules"


def test_aftermath_comes_with_the_contracts_keys(inspector, fading):
    told = inspector("aftermath", fading, "--json").json
    assert told["schema"] == 1
    assert [one["number"] for one in told["compactions"]] == [1, 2, 3]
    for one in told["compactions"]:
        assert set(one) >= KEYS
        assert set(one["cost"]) >= {"tokens", "seconds", "usd"}
        assert one["loop"] is False


def test_the_planted_chain_stands_at_its_lines(inspector, fading):
    planted = tomllib.loads((fading / "case.toml").read_text("utf-8"))
    told = inspector("aftermath", fading, "--json").json["compactions"]
    (reread,) = told[0]["rereads"]
    (repeat,) = told[0]["repeats"]
    (violation,) = told[1]["violations"]
    (restated,) = told[1]["restated"]
    (chain,) = told[1]["chains"]
    assert (reread["path"], reread["line"]) == (planted["rereads"][0]["path"], planted["rereads"][0]["line"])
    assert (repeat["command"], repeat["line"]) == (planted["repeats"][0]["command"], planted["repeats"][0]["line"])
    assert violation["line"] == planted["chains"][0]["broken"]
    assert violation["fact"] and violation["action"] and violation["why"]
    assert restated["line"] == planted["chains"][0]["again"]
    assert {key: chain[key] for key in ("said", "lost", "broken", "again")} == {
        key: planted["chains"][0][key] for key in ("said", "lost", "broken", "again")
    }
    assert told[0]["cost"]["tokens"] == reread["tokens"] + repeat["tokens"]
    assert told[1]["cost"]["tokens"] is None
    assert told[0]["call"]["cache_write"] > 0
    assert told[0]["call"]["usd"] > 0
    # By a list of prices: nobody recorded it.
    assert (told[0]["call"]["basis"], told[0]["call"]["usd_basis"]) == ("recorded", "estimated")


def test_evidence_names_items_and_lines(inspector, fading):
    told = inspector("aftermath", fading, "--json", "--compaction", 2).json["compactions"]
    (one,) = told
    assert [place["line"] for place in one["violations"][0]["evidence"]] == [4, 173]


def test_the_table_is_for_people_and_the_sentences_say_why(inspector, fading):
    ran = inspector("aftermath", fading)
    assert "rule broken" in ran.out
    assert "173" in ran.out
    assert "was lost in compaction 2" in ran.out
    assert "had to say it again" in ran.out and not ran.err


def test_a_session_in_which_nothing_was_lost_says_so(inspector, samples):
    ran = inspector("aftermath", samples / "claude-code" / "2.1" / "clean")
    assert ran.status == 0
    assert "Nothing in the log shows that a loss had consequences." in ran.err


def test_where_no_loss_could_be_judged_that_is_said_too(inspector, samples):
    ran = inspector("aftermath", samples / "openai-api" / "responses" / "choir-archive" / "calls.jsonl")
    assert "had consequences; what was lost could not be judged." in ran.err


def test_a_compaction_that_is_not_there_is_wrong_usage(inspector, fading):
    assert inspector("aftermath", fading, "--compaction", 9).status == 2


def test_a_session_without_compactions_has_no_aftermath(inspector, samples):
    (log,) = (samples / "claude-code" / "2.0").glob("tiny/*.jsonl")
    ran = inspector("aftermath", log, "--json")
    assert ran.json["compactions"] == []
