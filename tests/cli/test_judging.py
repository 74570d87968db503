"""--judge on the command line: a real server on this machine reads what was lost, or a file takes its place."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.cli.conftest import sample
from tests.generate import write_claude_log
from tests.judge.answers import answer, claim, said

NEW = "Below -3 m or above 12 m nothing of ours is real."
TEXT = "don't run the live tests"
PAID = "anthropic/claude-sonnet-4-5"
LOG = sample("fading-rules")
_UNDER_WAY = 9
"""The question that a killed run had asked last."""


def found_in(messages):
    """One rule where it was said, and nothing elsewhere."""
    return answer([said(TEXT, "L43", strength="must")] if "(pytest -m live), they" in messages[1]["content"] else [])


@pytest.fixture
def server(server):
    server.script = found_in
    return server


def judge(server, name="scripted"):
    return ("--judge", f"{name}@{server.address}")


def spoken(told):
    return [fact for fact in told["facts"] if fact["extractor"] == "judge"]


def test_its_verdicts_lead_and_what_it_does_not_name_keeps_where_it_stands(inspector, server):
    ran = inspector("survival", LOG, "--compaction", 1, "--json", *judge(server))
    (told,) = ran.json["compactions"]
    (fact,) = spoken(told)
    assert (fact["judged"]["verdict"], fact["words"], fact["quotes"][0]["line"]) == ("lost", None, 43)
    assert told["judge"]["model"].startswith("scripted@") and told["judge"]["trust"]["stood"] == 1
    assert (fact["earlier"], told["judge"]["follows"], told["said"]["altered"]) == ([], None, 0)
    exact = [fact for fact in told["facts"] if fact["extractor"] == "said"]
    assert exact and all(fact["words"] and fact["judged"] is None for fact in exact)
    (rest,) = [one["statement"] for one in exact if TEXT in one["statement"]]
    assert "(pytest -m live), they" in rest, "of the sentence it quotes a part, and the rest nobody read"


def test_what_it_found_is_there_later_and_the_same_is_not_asked_twice(inspector, server):
    for _ in range(2):
        inspector("survival", LOG, "--compaction", 1, *judge(server))
    later = inspector("survival", LOG, "--json").json["compactions"][0]
    assert spoken(later) and len(server.asked) == 1


@pytest.mark.parametrize("command", [("consequences",), ("mend", "--compaction", 1, "--as", "pins")])
def test_what_losses_led_to_and_what_puts_them_back_follow_the_judge(inspector, server, command):
    name, *rest = command
    ran = inspector(name, LOG, *rest, *judge(server))
    assert ran.status == 0 and len(server.asked) == (3 if name == "consequences" else 1)
    if name == "mend":
        assert TEXT in ran.out


def test_a_report_follows_the_judge(inspector, server, tmp_path):
    out = tmp_path / "r.json"
    inspector("report", LOG, "-o", out, *judge(server))
    assert len(server.asked) == 3 and "judged" in out.read_text()


def test_a_folder_is_judged_session_by_session(inspector, server, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_bytes(LOG.read_bytes())
    ran = inspector("survival", tmp_path, *judge(server))
    assert ran.status == 0 and len(server.asked) == 3, "both logs ask the same"


def test_the_shares_of_a_folder_are_the_judges(inspector, server, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(LOG.read_bytes())
    (tmp_path / "b.jsonl").write_bytes(sample("tiny").read_bytes())

    def facts(ran):
        rounds = [one for row in ran.json["rows"] for one in row["rounds"]]
        return [kept["n"] for one in rounds for kept in one["kept"] if kept["kind"] == "constraint"]

    before = facts(inspector("survival", tmp_path, "--json"))
    after = facts(inspector("survival", tmp_path, "--json", *judge(server)))
    assert after != before and after == [1], "one constraint, in the compaction that had it"


def test_a_judge_that_fails_is_status_four_and_what_is_exact_stands(inspector, server, tmp_path):
    ran = inspector("survival", LOG, "--compaction", 1, "--json", *judge(server, "unauthorised"))
    assert ran.status == 4 and "does not accept the key" in ran.err
    for name in ("r.md", "r.xml"):
        assert inspector("report", LOG, "-o", tmp_path / name, *judge(server, "unauthorised")).status == 4
        assert (tmp_path / name).is_file()
    assert ran.json["compactions"][0]["judge"] is None


@pytest.mark.parametrize("options", [("--budget", 0.01), ("--budget", 0)])
def test_over_the_budget_nothing_is_sent(inspector, options):
    ran = inspector("survival", LOG, "--judge", PAID, *options)
    assert ran.status == 5 and "Nothing was sent." in ran.err


def test_a_dry_run_tells_what_would_be_sent_and_sends_nothing(inspector):
    told = inspector("survival", LOG, "--judge", PAID, "--passes", 2, "--dry-run", "--budget", 3, "--json").json
    assert [row["compaction"] for row in told["dry_run"]] == [1, 2, 3]
    assert {row["requests"] for row in told["dry_run"]} == {2}
    assert told["usd"] == pytest.approx(sum(row["usd"] for row in told["dry_run"])) and told["budget"] == 3.0
    ran = inspector("survival", LOG, "--judge", PAID, "--dry-run")
    assert ran.status == 0 and "price list of" in ran.out and "Nothing was sent." in ran.err


def answer_file(path, questions, script):
    lines = []
    for line in questions.read_text().splitlines():
        asked = json.loads(line)
        choice = {"message": {"content": script(asked["body"]["messages"])}, "finish_reason": "stop"}
        lines.append(json.dumps({"custom_id": asked["custom_id"], "response": {"body": {"choices": [choice]}}}))
    path.write_text("\n".join(lines))


def test_through_files_until_nothing_is_open(inspector, tmp_path):
    questions, answers = tmp_path / "q.jsonl", tmp_path / "a.jsonl"
    args = ("survival", LOG, "--json", "--judge", PAID, "--requests-to", questions)
    first = inspector(*args)
    assert first.status == 0 and len(questions.read_text().splitlines()) == 1
    assert "1 question about 1 compaction. To be asked behind it: 2 later compactions." in first.err
    assert all(one["judge"] is None for one in first.json["compactions"])

    def script(messages):
        if messages[0]["content"].startswith("A first reader"):
            return json.dumps({"statements": [{"n": 1, "evidence": "", "state": "lost"}]})
        if "FOLLOWED" in messages[0]["content"]:
            return answer([])
        return answer([said(TEXT, "L43", state="reworded", evidence="words that stand nowhere")])

    answer_file(answers, questions, lambda messages: script(messages)[:-9])
    assert "1: The answer that was brought is not the JSON" in inspector(*args, "--answers-from", answers).err
    answer_file(answers, questions, script)
    second = inspector(*args, "--answers-from", answers)
    early = spoken(second.json["compactions"][0])[0]
    assert early["judged"]["verdict"] == "undecided" and questions.read_text(), "a doubtful verdict is asked once more"
    assert ": 1 answer." in second.err
    for _ in range(3):
        answer_file(answers, questions, script)
        last = inspector(*args, "--answers-from", answers)
    assert last.status == 0 and questions.read_text() == "" and "Every question is answered" in last.err
    assert spoken(last.json["compactions"][0])[0]["judged"]["verdict"] == "lost"


def test_answers_alone_send_nothing_and_say_what_is_open(inspector, tmp_path):
    answers = tmp_path / "a.jsonl"
    answers.write_text('{"custom_id": "other", "response": {"body": {"choices": [{"message": {"content": "Hi."}}]}}}')
    ran = inspector("survival", LOG, "--compaction", 1, "--judge", PAID, "--answers-from", answers)
    assert ran.status == 0 and "Still open: 1 question about 1 compaction" in ran.err


def test_claims_are_listed_with_the_lines_that_decide_them(inspector, server):
    words = "This session is being continued from a previous conversation"
    server.script = lambda messages: answer([said(TEXT, "L43")], [claim(words, "contradicted", "L43")])
    told = inspector("survival", LOG, "--compaction", 1, "--json", *judge(server)).json["compactions"][0]
    assert [(one["type"], one["lines"], one["basis"]) for one in told["unsupported"]] == [
        ("contradicted", [43], "judged")
    ]


def test_people_are_told_whose_verdicts_they_read_and_where_all_else_stands(inspector, server):
    rule = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/."
    times = "All times must be stored in UTC; local time is for printing only."
    told = [said(words, "L4", state="verbatim", evidence=words) for words in (rule, times)]
    gone = [{"n": n, "live": True, "evidence": "", "state": "lost"} for n in (1, 2)]
    follow = json.dumps({"followed": gone, "statements": [said(NEW, "L9999")], "claims": []})
    server.script = lambda messages: follow if "FOLLOWED" in messages[0]["content"] else answer(told)
    ran = inspector("survival", LOG, "--compaction", 2, "--all", *judge(server))
    assert "Read first, as compaction 2 builds on it: C1." in ran.err
    assert "Compaction 2: judged by scripted@" in ran.out and "log, 1 of them elsewhere than said" in ran.out
    assert re.search(r"constraint +lost +Never edit anything", ran.out)
    assert f"Read by {judge(server)[1]}: 3 lost." in ran.out
    assert re.search(r"C2 +118 +in part +Now the flag for impossible levels\.", ran.out), "the judge did not name it"


@pytest.mark.parametrize(
    ("model", "says"), [("cut", "broke off"), ("refusal-words", "refused"), ("empty", "answered with nothing")]
)
def test_what_is_no_answer_ends_in_a_sentence_and_the_rules_stand(inspector, server, model, says):
    ran = inspector("survival", LOG, "--compaction", 1, "--json", *judge(server, model))
    assert ran.status == 4 and says in ran.err and "Traceback" not in ran.err
    assert ran.json["compactions"][0]["judge"] is None


def test_an_empty_answer_is_never_kept_and_one_that_breaks_off_speaks_for_what_it_names_alone(inspector, server):
    server.script = lambda messages: "  "
    assert inspector("survival", LOG, "--compaction", 1, *judge(server)).status == 4
    server.script = lambda messages: answer([said(TEXT, "L43")]).removesuffix("}")
    told = inspector("survival", LOG, "--compaction", 1, *judge(server))
    assert told.status == 0 and ", whose answer could be read in part only: " in told.out
    assert "- [x] not there" in inspector("mend", LOG, "--compaction", 1).out
    first = len(server.asked) + 1
    server.script = lambda messages: "Sure." if len(server.asked) == first else answer([said(TEXT, "L43")])
    told = inspector("survival", LOG, "--compaction", 1, "--retry", *judge(server))
    assert told.status == 0 and len(server.asked) == first + 1 and "in part only" not in told.out


@pytest.mark.parametrize("ended", ["length", "stop"])
def test_a_cut_answer_that_is_written_again_is_half_until_it_is_asked_for_once_more(inspector, server, ended):
    def cut(messages):
        is_mending = "nothing added, nothing left out" in messages[0]["content"]
        server.finish = "stop" if is_mending else ended
        return answer([said(TEXT, "L43")])[: None if is_mending else -1]

    server.script, run = cut, ("survival", LOG, "--compaction", 1, *judge(server))
    for _ in range(2):
        told = inspector(*run)
        assert ", whose answer could be read in part only: 1 lost" in told.out and "(--retry)" in told.err
    server.finish, server.script = "stop", found_in
    assert "in part only" not in inspector(*run, "--retry").out and len(server.asked) == 3


def test_what_was_found_in_a_log_whose_summary_is_another_now_is_left_out_and_said(inspector, server, tmp_path):
    log, words = tmp_path / LOG.name, "The poller of tidewatch loses readings when an agency answers slowly"
    log.write_bytes(LOG.read_bytes())
    server.script = lambda messages: answer([said(TEXT, "L43", state="reworded", evidence=words)])
    inspector("survival", log, "--compaction", 1, *judge(server))
    log.write_bytes(LOG.read_bytes().replace(words.encode(), words.upper().encode()))
    told = inspector("survival", log, "--compaction", 1)
    assert "about compaction 1 is not of this log as it is now" in told.err and "Read by" not in told.out


def test_a_session_of_twenty_compactions_that_was_killed_pays_for_no_answer_twice(inspector, server, tmp_path):
    log, hold = tmp_path / "twenty.jsonl", threading.Event()
    write_claude_log(log, turns=60, compactions=20, words=("never", "write", "feeds", "port", "parser", "tide"))
    follows = json.dumps({"followed": [], "statements": [], "claims": []})

    def script(messages):
        if len(server.asked) == _UNDER_WAY:
            hold.wait(60)
        first = answer([said("Never change the files under vendor/0.")])
        return follows if "FOLLOWED" in messages[0]["content"] else first

    server.script = script
    args = [sys.executable, "-m", "inspector", "survival", str(log), *judge(server)]
    running = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ})
    try:
        answered(Path(os.environ["INSPECTOR_HOME"]) / "data" / "library.sqlite", _UNDER_WAY - 1)
    finally:
        running.kill()
        running.wait()
        hold.set()
    ran = inspector("survival", log, *judge(server))
    assert ran.status == 0 and "Compaction 20: " in ran.err
    asked = [json.dumps(one["messages"]) for one in server.asked]
    times = [asked.count(one) for one in dict.fromkeys(asked)]
    assert times[: _UNDER_WAY - 1] == [1] * (_UNDER_WAY - 1) and times[_UNDER_WAY:] == [1] * (20 - _UNDER_WAY)


def answered(path: Path, times: int) -> None:
    """Wait until a library holds so many judgements."""
    for _ in range(600):
        if path.exists():
            with closing(sqlite3.connect(path)) as library, suppress(sqlite3.OperationalError):
                if library.execute("SELECT count(*) FROM judgements").fetchone()[0] >= times:
                    return
        threading.Event().wait(0.1)
    raise AssertionError("not so many judgements were kept")
