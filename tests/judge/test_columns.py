import json

import pytest

from inspector.errors import Unanswered
from inspector.judge.columns import judge_columns
from inspector.model import Verdict
from inspector.rerun.compared import stand_in
from tests.made_columns import Script, contexts, run_of, texts_in

GOOD, BAD = "Edit nothing outside feeds. Times are stored in UTC.", "The rules were lifted. It was deployed."


def say(text):
    """The first sentence carries every statement; in the bad text it denies them."""
    words = text.split(". ")[0]
    letter = "C" if text == BAD else "R"
    claims = [{"quote": "It was deployed.", "verdict": "unsupported"}] if text == BAD else []
    return {"verdicts": {str(n): [words, letter] for n in range(1, 30)}, "claims": claims}


def verdicts(judgement):
    return {survival.verdict for survival in judgement.survivals}


def test_each_text_gets_its_own_verdicts_in_the_order_of_the_columns(scene):
    segment, statements = scene
    script = Script(say)
    good, bad, empty = judge_columns(segment, statements, contexts(segment, GOOD, BAD, ""), script, model="m")
    assert verdicts(good) == {Verdict.REWORDED} and not good.claims
    assert verdicts(bad) == {Verdict.CONTRADICTED}
    assert [claim.text for claim in bad.claims] == ["It was deployed."]
    assert verdicts(empty) == {Verdict.LOST} and not empty.notes
    assert len(script.asked) == 1 and len(texts_in(script.asked[0][0])) == 2, "one without a text is not asked about"
    assert good.model == "m" and (good.trust.given, good.trust.stood) == (29, 29)


def test_nothing_in_the_question_tells_whose_a_text_is(scene):
    segment, statements = scene
    runs = [run_of(GOOD, "own/secret-name"), run_of(BAD, "control/inverted")]
    script = Script(say)
    judge_columns(segment, statements, [stand_in(run, segment) for run in runs], script)
    for name in ("own/secret-name", "secret-name", "control/", "inverted", "1:own", "recorded"):
        assert name not in script.asked[0][0][1].text


def test_the_order_hangs_on_what_the_texts_say_and_the_same_is_asked_the_same(scene):
    segment, statements = scene
    texts = [f"Text {number} says that times are stored in UTC." for number in range(6)]
    first, second = Script(say), Script(say)
    judge_columns(segment, statements, contexts(segment, *texts), first)
    judge_columns(segment, statements, contexts(segment, *reversed(texts)), second)
    assert first.asked == second.asked
    assert list(texts_in(first.asked[0][0]).values()) not in (texts, texts[::-1])


def test_a_second_reading_has_another_order_and_where_they_differ_is_undecided(scene):
    segment, statements = scene
    texts = [f"Text {number} says that times are stored in UTC." for number in range(6)]

    class Fickle(Script):
        def __call__(self, messages, nth):
            self.say = say if nth == 0 else lambda text: {"verdicts": {"1": [text[:12], "W"], **_rest(text)}}
            return super().__call__(messages, nth)

    script = Fickle(say)
    found = judge_columns(segment, statements, contexts(segment, *texts), script, passes=2)
    orders = [list(texts_in(messages).values()) for messages, _ in script.asked]
    assert sorted(orders[0]) == sorted(orders[1]) and orders[0] != orders[1]
    first, *others = found[0].survivals
    assert first.verdict is Verdict.UNDECIDED and "reworded, weakened" in first.why and first.sure is False
    assert {(one.verdict, one.sure) for one in others} == {(Verdict.REWORDED, True)}


def _rest(text):
    return {str(number): [text, "R"] for number in range(2, 30)}


def test_texts_that_say_the_same_are_asked_about_once(scene):
    segment, statements = scene
    script = Script(say)
    one, other = judge_columns(segment, statements, contexts(segment, GOOD, GOOD), script)
    assert list(texts_in(script.asked[0][0])) == ["A"]
    assert [survival.verdict for survival in one.survivals] == [survival.verdict for survival in other.survivals]


def test_more_texts_than_fit_are_asked_about_in_several_requests_with_the_same_statements(scene):
    segment, statements = scene
    texts = [f"Text {number} says that times are stored in UTC." for number in range(10)]
    script = Script(say)
    found = judge_columns(segment, statements, contexts(segment, *texts), script)
    assert [len(texts_in(messages)) for messages, _ in script.asked] == [8, 2]
    assert len({question.split("=== TEXTS ===")[0].split("\n", 1)[1] for question in script.questions}) == 1
    assert all(verdicts(one) == {Verdict.REWORDED} for one in found)


def test_a_text_without_an_answer_is_undecided_and_says_so(scene):
    segment, statements = scene
    good, bad = judge_columns(
        segment, statements, contexts(segment, GOOD, BAD), Script(lambda text: None if text == BAD else say(text))
    )
    assert verdicts(good) == {Verdict.REWORDED}
    assert verdicts(bad) == {Verdict.UNDECIDED} and "nothing of this text" in bad.notes[0]


def test_statements_without_an_answer_are_undecided_and_counted(scene):
    segment, statements = scene
    half = len(statements) // 2

    def some(text):
        return {"verdicts": {str(number): [GOOD[:20], "R"] for number in range(1, half + 1)}}

    (found,) = judge_columns(segment, statements, contexts(segment, GOOD), Script(some))
    undecided = [survival for survival in found.survivals if survival.verdict is Verdict.UNDECIDED]
    assert len(undecided) == len(statements) - half == found.trust.undecided
    assert found.notes == (f"The judge says nothing of {len(statements) - half} of {len(statements)} statements "
                           "in this text.",)  # fmt: skip


def test_an_answer_that_cannot_be_read_is_asked_to_be_written_again(scene):
    segment, statements = scene
    asked = []

    def mends(messages, nth):
        asked.append(messages)
        return "I would say:" if len(asked) == 1 else json.dumps({"texts": {"A": say(GOOD)}})

    (found,) = judge_columns(segment, statements, contexts(segment, GOOD), mends)
    assert verdicts(found) == {Verdict.REWORDED}
    assert '{"texts":{"A"' in asked[1][0].text and "I would say:" in asked[1][1].text


def test_an_answer_that_stays_unreadable_leaves_all_undecided(scene):
    segment, statements = scene
    (found,) = judge_columns(segment, statements, contexts(segment, GOOD), lambda messages, nth: "No.")
    assert verdicts(found) == {Verdict.UNDECIDED}
    assert "not the JSON" in found.notes[0]


def test_every_question_is_written_down_before_the_first_is_missed(scene):
    segment, statements = scene
    asked = []

    def unanswered(messages, nth):
        asked.append(nth)
        raise Unanswered("Not yet.")

    texts = [f"Text {number} says that times are stored in UTC." for number in range(10)]
    with pytest.raises(Unanswered):
        judge_columns(segment, statements, contexts(segment, *texts), unanswered, passes=2)
    assert asked == [0, 0, 1, 1]
