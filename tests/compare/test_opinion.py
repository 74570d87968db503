from __future__ import annotations

import json

import pytest

from inspector.compare.opinion import second_opinion
from inspector.compare.survival import survive
from inspector.model import Basis, Verdict, Zone
from tests.talk import found

SUMMARY = "The user forbids any change of the database. Logs go to stderr."


@pytest.fixture
def case():
    (one,) = found(
        ("human", "Never touch the database. Always write logs to stderr, never to stdout. Use port 8443 only."),
        ("agent", "Done."),
        ("summary", SUMMARY),
    )
    return one, survive(one)


def telling(case, **told):
    """A model with an opinion on each statement that holds a word."""
    one, outcome = case
    listed = [fact for fact, survival in zip(outcome.facts, outcome.survivals, strict=True) if survival.live]
    listed = [fact for fact in listed if fact.id in {said.id for said in one.facts}]
    lines = [
        {"n": number, **dict(zip(("verdict", "quote"), opinion, strict=True))}
        for number, fact in enumerate(listed, 1)
        for word, opinion in told.items()
        if word in fact.statement
    ]
    asked: list[str] = []

    def ask(messages) -> str:
        asked.append("\n".join(message.text for message in messages))
        return "\n".join(map(json.dumps, lines))

    return ask, asked


def by_word(case, opinions, word):
    name = next(fact.id for fact in case[1].facts if word in fact.statement)
    return next(one for one in opinions if one.fact == name)


def test_an_opinion_stands_beside_the_verdict_of_the_rules_with_its_words(case) -> None:
    ask, asked = telling(case, database=("reworded", "forbids any change of the\ndatabase"), port=("lost", ""))
    opinions = second_opinion(*case, ask)
    kept = by_word(case, opinions, "database")
    assert (kept.judged, kept.basis) == (Verdict.REWORDED, Basis.JUDGED)
    assert (kept.evidence[0].zone, kept.evidence[0].text) == (Zone.SUMMARY, "forbids any change of the database")
    lost = by_word(case, opinions, "port")
    assert (lost.judged, lost.ruled, lost.agrees) == (Verdict.LOST, Verdict.LOST, True)
    assert SUMMARY in asked[0]


def test_a_fact_is_not_kept_on_words_that_are_not_there(case) -> None:
    ask, _ = telling(case, port=("verbatim", "Use port 8443 only."))
    opinion = by_word(case, second_opinion(*case, ask), "port")
    assert (opinion.judged, opinion.agrees, opinion.evidence) == (Verdict.UNDECIDED, False, ())
    assert "not there" in opinion.why


def test_the_rules_verdict_is_not_touched_and_a_difference_is_seen(case) -> None:
    ask, _ = telling(case, database=("lost", ""), logs=("verbatim", "Logs go to stderr."))
    opinions = second_opinion(*case, ask)
    for opinion in opinions:
        survival = next(one for one in case[1].survivals if one.fact == opinion.fact)
        assert opinion.ruled is survival.verdict
    database = by_word(case, opinions, "database")
    assert database.agrees is (database.ruled is Verdict.LOST)


@pytest.mark.parametrize("answer", ["", "no idea", '{"n": 99, "verdict": "lost"}', '{"n": 1, "verdict": "fine"}', "{"])
def test_what_an_answer_says_nothing_of_is_undecided(case, answer) -> None:
    opinions = second_opinion(*case, lambda messages: answer)
    assert len(opinions) > 1
    assert {(one.judged, one.why) for one in opinions} == {(Verdict.UNDECIDED, "The model says nothing of it.")}


def test_a_statement_gets_one_opinion(case) -> None:
    line = '{"n": 1, "verdict": "lost", "quote": ""}'
    opinions = second_opinion(*case, lambda messages: f"{line}\n{line.replace('lost', 'verbatim')}")
    assert len({one.fact for one in opinions}) == len(opinions) > 1
    assert [one.judged for one in opinions].count(Verdict.LOST) == 1


def test_an_answer_over_several_lines_with_other_marks_is_read(case) -> None:
    answer = '```json\n{\n  "n": "1",\n  "verdict": "Reworded",\n  "quote": "**logs** go to `stderr`"\n}\n```'
    opinion = second_opinion(*case, lambda messages: answer)[0]
    assert opinion.judged is Verdict.REWORDED
    assert opinion.evidence[0].text == "Logs go to stderr"
