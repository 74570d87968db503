import json

from inspector.judge.columns_answer import read_columns
from inspector.model import Verdict

COLUMN = {
    "verdicts": {"1": ["the port", "R"], "2": ["", "L"]},
    "claims": [{"quote": "It runs.", "verdict": "unsupported"}],
}


def test_an_answer_is_read_by_letter_and_number():
    told = read_columns(json.dumps({"texts": {"A": COLUMN}}))
    assert told.whole
    assert (told.texts["A"].verdicts[1].state, told.texts["A"].verdicts[1].words) == (Verdict.REWORDED, "the port")
    assert told.texts["A"].verdicts[2].state is Verdict.LOST
    assert [claim.quote for claim in told.texts["A"].claims] == ["It runs."]


def test_words_around_it_and_other_forms_of_a_verdict_are_taken():
    forms = {"1": ["C", "the opposite"], "2": "L", "3": {"words": "half of it", "state": "weakened"}, "x": "R"}
    answer = json.dumps({"a": {"verdicts": forms, "claims": ["All is done."]}})
    told = read_columns(f"Here it is:\n{answer}\nDone.").texts["A"]
    assert {number: (said.state, said.words) for number, said in told.verdicts.items()} == {
        1: (Verdict.CONTRADICTED, "the opposite"),
        2: (Verdict.LOST, ""),
        3: (Verdict.WEAKENED, "half of it"),
    }
    assert (told.claims[0].quote, told.claims[0].verdict) == ("All is done.", "unsupported")


def test_what_is_no_verdict_is_none():
    told = read_columns(json.dumps({"texts": {"A": {"verdicts": {"1": ["words", "maybe"], "2": 7, "3": []}}}}))
    assert [said.state for said in told.texts["A"].verdicts.values()] == [None, None, None]


def test_of_an_answer_that_broke_off_the_whole_texts_are_read():
    broken = json.dumps({"texts": {"A": COLUMN, "B": COLUMN}})[:-40]
    told = read_columns(broken)
    assert not told.whole
    assert list(told.texts) == ["A"] and told.texts["A"].verdicts[2].state is Verdict.LOST


def test_prose_is_no_answer():
    assert read_columns("I cannot tell.") == read_columns("{}")
    assert not read_columns("[]").texts
