import json
from dataclasses import replace

from inspector.report.cost import bill_json
from inspector.report.reporters.json import REPORTER, SCHEMA
from inspector.workbench.batch import look_at_session, survey_of


def test_a_session_is_told_with_the_contracts_keys(report):
    told = json.loads(REPORTER.session(report))
    assert told["schema"] == SCHEMA == 2 and told["card"]["compactions"] == 2
    first = told["compactions"][0]
    assert first["number"] == 1 and first["before"] == {
        "value": first["before"]["value"], "basis": "recorded", "tokenizer": "", "error": first["before"]["error"],
    }  # fmt: skip
    assert first["by_kind"]["constraint"] == {
        "n": 2, "kept": 1, "distorted": 0, "lost": 1, "part": 0, "absent": 0, "used": 0, "used_kept": 0,
    }  # fmt: skip
    assert first["judge"] == "reader" and {fact["words"] for fact in first["facts"] if fact["judged"]} == {None}
    assert [fact["verdict"] for fact in first["facts"] if fact["harm"]] == ["lost", "altered"]
    assert told["consequences"] is None, "the consequences were not looked at"


def test_half_a_character_does_not_end_it(hostile):
    assert "\ud800" in json.loads(REPORTER.session(hostile))["card"]["title"]


def test_sessions_are_rows_with_distributions_by_name(samples):
    (log,) = samples.glob("claude-code/*/fading-rules/*.jsonl")
    told = json.loads(REPORTER.survey(survey_of([look_at_session(str(log))])))
    assert set(told["distributions"]) == {"agent", "version", "trigger level", "round"}
    assert [group["name"] for group in told["distributions"]["round"]] == ["1", "2", "3"]
    assert told["rows"][0]["agent"] == "claude-code" and len(told["rows"][0]["rounds"]) == 3


def test_the_cost_of_the_calls_is_as_the_command_line_tells_it(report):
    paid = replace(report.card.cost, recorded=0.5, recorded_calls=7)
    cost = json.loads(REPORTER.session(replace(report, card=replace(report.card, cost=paid))))["card"]["cost"]
    assert cost == bill_json(paid)
    assert (cost["usd"], cost["basis"], cost["list_price"]["basis"]) == (0.5, "recorded", None)


def test_without_a_judge_each_sentence_says_where_its_words_stand_and_which_are_missing(exact):
    facts = {fact["statement"]: fact for fact in json.loads(REPORTER.session(exact))["compactions"][0]["facts"]}
    assert {words: fact["words"] for words, fact in facts.items()} == {
        "never edit outside auth/.": "there", "Retry twice on 401.": "part",
        "use pytest, not unittest.": "absent", "I would like small commits.": "absent",
    }  # fmt: skip
    assert facts["Retry twice on 401."]["missing"] == ["twice"]
    assert all(fact["before"] and fact["judged"] is None and fact["entered"] is None for fact in facts.values())
