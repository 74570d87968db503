import json
import re

import pytest

from inspector.resources import samples

KEYS = {
    "id", "kind", "statement", "words", "missing", "before", "judged", "entered", "fold", "question", "quotes",
    "evidence", "nearest", "why", "note", "value", "action", "used_again", "from_summary", "extractor", "earlier",
}  # fmt: skip
UTC = "All times must be stored in UTC; local time is for printing only."
SHARE = {"n", "kept", "distorted", "lost", "part", "absent", "used", "used_kept", "done"}


def test_survival_comes_with_the_contracts_keys(inspector, compacted):
    told = inspector("survival", compacted, "--json").json
    assert told["compactions"] and told["schema"] == 2
    for compaction in told["compactions"]:
        assert set(compaction) == {"number", "said", "facts", "unsupported", "by_kind", "note", "judge"}
        assert all(set(fact) == KEYS for fact in compaction["facts"])
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


def fading():
    (log,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    return log


def test_a_bound_that_was_not_met_ends_with_status_one(inspector):
    assert inspector("survival", fading(), "--fail-under", "1").status == 1
    assert inspector("survival", fading(), "--fail-under", "0").status == 0


def test_the_head_the_counts_and_the_bound_count_the_same_sentences(inspector):
    ran = inspector("survival", fading(), "--fail-under", "1", "--json")
    missed = re.findall(r"After compaction (\d+), (\d+) of (\d+) sentences stand there: less than 100%", ran.err)
    told = {one["number"]: one for one in ran.json["compactions"]}
    assert len(missed) == 3 and ran.status == 1
    for number, there, n in missed:
        said = told[int(number)]["said"]
        assert (said["there"], said["there"] + said["part"] + said["absent"]) == (int(there), int(n))
    for one in told.values():
        spoken = [fact for fact in one["facts"] if fact["kind"] == "said" and fact["fold"] is None]
        assert one["said"]["said"] == len(spoken)
        assert one["said"]["there"] == sum(fact["words"] == "there" for fact in spoken)
        assert one["said"]["earlier"] == sum(not fact["before"] for fact in spoken)
        for share in one["by_kind"].values():
            counted = share["kept"] + share["part"] + share["absent"]
            assert [share[key] for key in ("n", "distorted", "lost")] == [counted, None, None], "no judge read it"


def test_a_compaction_that_cannot_be_read_is_in_no_share_and_says_so_to_a_bound(inspector):
    (opaque,) = samples().glob("openai-api/responses/choir-archive/calls.jsonl")
    ran = inspector("survival", opaque, "--fail-under", "1")
    (told,) = inspector("survival", opaque, "--json").json["compactions"]
    assert told["note"] and {fact["words"] for fact in told["facts"]} <= {"unread", "there"}
    assert not any(share["n"] for share in told["by_kind"].values())
    assert ran.status == 0 and "Compaction 1 cannot be read," in ran.err and "interval" not in ran.out
    ran = inspector("survival", next(samples().glob("acp/1/attic/traffic.jsonl")), "--fail-under", "1")
    assert ran.status == 0 and "Compaction 2 cannot be read in full, so --fail-under is not applied to it." in ran.err


def test_what_is_there_in_part_names_the_words_that_are_not(inspector):
    facts = inspector("survival", fading(), "--compaction", 1, "--json").json["compactions"][0]["facts"]
    (part,) = [fact for fact in facts if fact["statement"].startswith("The poller loses readings")]
    assert (part["words"], part["missing"]) == ("part", ["whenever"]) and part["evidence"][0]["line"] == 93
    (pick,) = [fact for fact in facts if fact["question"]]
    assert "What should a feed do" in pick["question"]["text"]


@pytest.mark.parametrize("words", ["no bank", "[]", '{"schema": 9, "facts": []}'])
def test_a_bank_that_is_none_cannot_be_read_nor_can_one_that_is_absent(inspector, compacted, tmp_path, words):
    bank = tmp_path / "bank.json"
    assert inspector("survival", compacted, "--facts", bank).status == 3
    bank.write_text(words, "utf-8")
    ran = inspector("survival", compacted, "--facts", bank)
    assert ran.status == 3 and f"The fact bank {bank} " in ran.err


@pytest.mark.parametrize("bound", ["constraint=1.0", "often", "1.5"])
def test_a_bound_that_is_none_is_wrong_usage(inspector, compacted, bound):
    assert inspector("survival", compacted, "--fail-under", bound).status == 2


def test_saved_sentences_stand_where_they_stood(inspector, tmp_path):
    bank = tmp_path / "bank.json"
    first = inspector("survival", fading(), "--compaction", 1, "--save-facts", bank, "--json").json
    again = inspector("survival", fading(), "--compaction", 1, "--facts", bank, "--json").json
    known = {fact["id"]: fact for fact in first["compactions"][0]["facts"]}
    banked = again["compactions"][0]["facts"]
    assert banked and {fact["kind"] for fact in banked} == {"said"}, "what the work showed is no rule"
    assert all(known[one["id"]]["words"] == one["words"] for one in banked)
    assert all(known[one["id"]]["before"] == one["before"] for one in banked)
    assert first["compactions"][0]["said"] == again["compactions"][0]["said"]


def test_a_bank_may_be_a_text_with_a_sentence_a_line_and_holds_a_bound(inspector, tmp_path):
    bank = tmp_path / "keep.txt"
    bank.write_text(f"# ours\n{UTC}\nNever deploy.\n", "utf-8")
    asked = ("survival", fading(), "--facts", bank, "--fail-under", "1", "--compaction")
    kept, gone = inspector(*asked, 1), inspector(*asked, 2)
    assert kept.status == 0, "the other sentence was never said: that is no fault of the compaction"
    assert gone.status == 1 and "After compaction 2, 0 of 1 sentences stand there" in gone.err
    assert "in no context of this log: “Never deploy.”" in kept.err
    bank.write_text("Never deploy.", "utf-8")
    assert inspector(*asked, 1).status == 1, "a bank of which nothing ever stood there would hold no build to anything"


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
