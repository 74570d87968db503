import json

import pytest

from inspector.judge.answer import read_answer
from inspector.model import FactKind, Strength, Verdict
from tests.judge.answers import answer, claim, said


def test_a_whole_answer_is_read():
    found = read_answer(answer([said("no pushing", "L12", strength="must")], [claim("all done", "contradicted", "L4")]))
    (one,) = found.statements
    assert (one.quote, one.label, one.kind, one.strength) == ("no pushing", "L12", FactKind.CONSTRAINT, Strength.MUST)
    assert (one.live, one.state, found.whole) == (True, Verdict.LOST, True)
    assert (found.claims[0].quote, found.claims[0].labels) == ("all done", ("L4",))


@pytest.mark.parametrize("around", ["```json\n{}\n```", "Here it is:\n{}\nI hope that helps."])
def test_what_stands_around_it_is_passed_over(around):
    assert read_answer(around.replace("{}", answer([said("a b c")]))).whole


@pytest.mark.parametrize(
    ("line", "label"), [(12, "L12"), ("L12", "L12"), ("[L12 user]", "L12"), ("#7", "#7"), (None, "")]
)
def test_a_line_is_read_however_it_is_written(line, label):
    assert read_answer(answer([said("x", line)])).statements[0].label == label


def test_an_answer_that_broke_off_gives_what_came_whole():
    cut = answer([said("first rule"), said("second rule")])[:-40]
    found = read_answer(cut)
    assert not found.whole and [one.quote for one in found.statements] == ["first rule"]


@pytest.mark.parametrize(
    "text",
    [
        "", "I would rather not.", "{", '{"statements": 3}', "[]", '{"statements": [1, null]}',
        "{" * 50_000, '{"n":' * 50_000, '{"statements":[' * 20_000,
    ],
)  # fmt: skip
def test_what_is_no_answer_gives_nothing_and_a_hostile_one_ends(text):
    assert read_answer(text).statements == ()


def test_words_in_another_language_are_no_verdict():
    (one,) = read_answer(answer([said("regel", kind="Vorschrift", state="verloren")])).statements
    assert one.kind is None and one.state is None


def test_lines_in_one_text_are_several_labels():
    told = json.dumps({"statements": [], "claims": [{"quote": "q", "verdict": "contradicted", "lines": "L40-L42, L7"}]})
    assert read_answer(told).claims[0].labels == ("L40", "L42", "L7")
