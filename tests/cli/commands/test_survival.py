import json
import re
from collections import Counter

import pytest

from inspector.resources import samples
from tests.claude_log import ClaudeLog

KEYS = {"id", "kind", "strength", "statement", "live", "quotes", "verdict", "matcher", "basis", "evidence"}
SHARE = {"n", "kept", "distorted", "lost", "low", "high", "used", "used_kept", "done"}


def test_survival_comes_with_the_contracts_keys(inspector, compacted):
    told = inspector("survival", compacted, "--json").json
    assert told["compactions"]
    for compaction in told["compactions"]:
        assert {"number", "facts", "unsupported", "by_kind"} <= set(compaction)
        assert all(set(fact) >= KEYS for fact in compaction["facts"])
        assert all(set(share) == SHARE for share in compaction["by_kind"].values())


def test_quotes_are_found_at_the_line_they_name(inspector, compacted):
    lines = compacted.read_text("utf-8").splitlines()
    for compaction in inspector("survival", compacted, "--json").json["compactions"]:
        for fact in compaction["facts"]:
            for quote in fact["quotes"]:
                start = json.dumps(quote["text"].split("\n")[0][:30], ensure_ascii=False)[1:-1]
                assert start in lines[quote["line"] - 1]


def test_one_compaction_can_be_asked_for(inspector, compacted):
    told = inspector("survival", compacted, "--compaction", 1, "--json").json
    assert [compaction["number"] for compaction in told["compactions"]] == [1]


def test_a_bound_that_was_not_met_ends_with_status_one(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    assert inspector("survival", fading, "--fail-under", "constraint=1.0").status == 1
    assert inspector("survival", fading, "--fail-under", "constraint=0").status == 0


def test_shares_and_bounds_count_the_same_facts(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    ran = inspector("survival", fading, "--fail-under", "constraint=1.0", "--json")
    missed = re.findall(r"Compaction (\d+) kept (\d+) of (\d+) facts of kind constraint that still mattered", ran.err)
    told = {one["number"]: one for one in ran.json["compactions"]}
    assert missed and ran.status == 1
    for number, kept, n in missed:
        share = told[int(number)]["by_kind"]["constraint"]
        assert (share["kept"], share["n"]) == (int(kept), int(n))
    for one in told.values():
        for kind, share in one["by_kind"].items():
            live = [fact for fact in one["facts"] if fact["kind"] == kind and fact["live"]]
            judged = [fact for fact in live if fact["verdict"] not in ("superseded", "undecided")]
            assert share["n"] == len(judged) == share["kept"] + share["distorted"] + share["lost"]
            assert share["done"] == sum(fact["kind"] == kind and not fact["live"] for fact in one["facts"])


def test_a_compaction_that_cannot_be_judged_is_in_no_share_and_says_so_to_a_bound(inspector):
    (opaque,) = samples().glob("openai-api/responses/choir-archive/calls.jsonl")
    ran = inspector("survival", opaque, "--fail-under", "constraint=1.0")
    (told,) = inspector("survival", opaque, "--json").json["compactions"]
    assert told["note"] and any(fact["live"] for fact in told["facts"])
    assert not any(share["n"] for share in told["by_kind"].values())
    assert ran.status == 0 and "Compaction 1 could not be judged" in ran.err and "interval" not in ran.out


def test_what_a_decision_turned_down_is_told_with_its_line(inspector, tmp_path):
    log = ClaudeLog(
        "5d0c2c8e-2222-4f0b-8f37-6b1f4e2d7a90", "/home/mara/tides", "2.1.219", "main", "2026-03-02T09:00:00"
    )
    log.human("where do the readings go?")
    log.say("Two ways:\n\n**A) Store them in the metadata file**\n**B) Keep a separate index**\n\nWhich one?")
    line = log.human("I'd go with B) for the harbour runs, because the metadata file is rewritten by the mirror")
    log.say("Done.")
    log.compact("Summary:\n1. The readings were looked at.")
    path = tmp_path / "5d0c2c8e-2222-4f0b-8f37-6b1f4e2d7a90.jsonl"
    path.write_bytes(log.dump())
    facts = inspector("survival", path, "--json").json["compactions"][0]["facts"]
    (fact,) = [fact for fact in facts if fact["rejected"]]
    assert [part["text"] for part in fact["rejected"]] == ["**A) Store them in the metadata file**"]
    assert [part["text"] for part in fact["chosen"]] == ["**B) Keep a separate index**"]
    assert [(part["text"], part["line"]) for part in fact["reason"]] == [
        ("because the metadata file is rewritten by the mirror", line)
    ]
    assert "Rejected: “**A) Store them" in inspector("survival", path).out.replace("\n", " ")


@pytest.mark.parametrize("words", ["no bank", "[]", '{"schema": 9, "facts": []}'])
def test_a_bank_that_is_none_cannot_be_read_nor_can_one_that_is_absent(inspector, compacted, tmp_path, words):
    bank = tmp_path / "bank.json"
    assert inspector("survival", compacted, "--facts", bank).status == 3
    bank.write_text(words, "utf-8")
    ran = inspector("survival", compacted, "--facts", bank)
    assert ran.status == 3 and "fact bank" in ran.err


def test_a_bound_that_is_none_is_wrong_usage(inspector, compacted):
    assert inspector("survival", compacted, "--fail-under", "constraint=often").status == 2


def test_saved_facts_are_judged_again_with_the_same_verdicts(inspector, compacted, tmp_path):
    bank = tmp_path / "bank.json"
    first = inspector("survival", compacted, "--compaction", 1, "--save-facts", bank, "--json").json
    again = inspector("survival", compacted, "--compaction", 1, "--facts", bank, "--json").json
    known = {fact["id"]: fact["verdict"] for fact in first["compactions"][0]["facts"]}
    assert known
    exact = {fact["id"]: fact["verdict"] for fact in again["compactions"][0]["facts"] if fact["matcher"] == "exact"}
    assert exact and exact.items() <= known.items()


def test_a_bank_of_a_log_counts_what_the_log_counts_and_doubts_nothing(inspector, tmp_path):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    bank = tmp_path / "bank.json"
    first = inspector("survival", fading, "--compaction", 1, "--save-facts", bank, "--json").json["compactions"]
    again = inspector("survival", fading, "--compaction", 1, "--facts", bank, "--json").json["compactions"]
    unsure = Counter(fact["kind"] for fact in first[0]["facts"] if fact["live"] and fact["unsure"])
    counts = [{kind: share["n"] for kind, share in one[0]["by_kind"].items() if share["n"]} for one in (first, again)]
    assert unsure and {kind: n + unsure[kind] for kind, n in counts[0].items()} == counts[1]


def test_of_the_five_findings_of_the_codex_sample_two_survive_once_and_none_twice(inspector, samples):
    case = samples / "codex" / "0.150" / "auth-refresh"
    told = inspector("survival", case, "--facts", case / "facts.json", "--json").json["compactions"]
    kept = [{fact["id"] for fact in one["facts"] if fact["verdict"] in ("verbatim", "reworded")} for one in told]
    lost = [{fact["id"] for fact in one["facts"] if fact["verdict"] == "lost"} for one in told]
    assert kept == [{"call", "test"}, set()]
    assert lost == [{"place", "callers", "regression"}, {"place", "call", "test", "callers", "regression"}]


def test_saved_facts_never_take_the_place_of_the_log(inspector, compacted, tmp_path):
    log = tmp_path / compacted.name
    log.write_bytes(compacted.read_bytes())
    ran = inspector("survival", log, "--save-facts", log)
    assert ran.status == 2 and "is a log" in ran.err
    assert log.read_bytes() == compacted.read_bytes()


def test_a_budget_without_a_model_to_ask_is_refused(inspector, codex) -> None:
    ran = inspector("survival", codex, "--budget", "1")
    assert ran.status == 2 and "--judge" in ran.err


@pytest.mark.parametrize("command", ["survival", "compactions", "tokens", "show"])
def test_where_a_log_has_no_lines_a_pointer_says_where(inspector, command):
    found = samples() / "cline" / "3.26" / "summarized-task"
    told = inspector(command, found, "--json").json
    places = [one for one in _places(told) if one["line"] is None]
    assert places and all(one["pointer"] for one in places)


def _places(told):
    if isinstance(told, dict):
        if "line" in told and "pointer" in told:
            yield told
        told = list(told.values())
    if isinstance(told, list):
        for inner in told:
            yield from _places(inner)
