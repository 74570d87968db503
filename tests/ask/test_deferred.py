import json

import pytest

from inspector.ask.answers import InMemory
from inspector.ask.asker import Asker, asker_for
from inspector.ask.deferred import Questions, bring
from inspector.ask.spending import Spending
from inspector.errors import Unanswered
from inspector.llm.chat import Message
from inspector.llm.loop import Loop
from inspector.model import Usage

QUESTION = (Message("user", "What was lost?"),)
EXPECTED = Usage(10, 0, 0, 10)


def asker(loop, answers, questions) -> Asker:
    return asker_for("openai/gpt-5", loop, answers, Spending(), questions=questions)


def answered(key, text="Nothing.", finish="stop"):
    choice = {"message": {"content": text}, "finish_reason": finish}
    return json.dumps({"custom_id": key, "response": {"body": {"choices": [choice], "model": "gpt-5"}}})


def bring_lines(tmp_path, answers, *lines):
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines))
    return bring(path, answers, "openai/gpt-5")


def test_a_question_is_written_down_once_and_its_answer_is_found_by_it(tmp_path):
    answers, questions = InMemory(), Questions()
    with Loop() as loop:
        asking = asker(loop, answers, questions)
        for _ in range(2):
            with pytest.raises(Unanswered):
                asking.ask(QUESTION, EXPECTED, limit=50)
        (line,) = questions.text.splitlines()
        brought = bring_lines(tmp_path, answers, answered(json.loads(line)["custom_id"]))
        assert (brought.taken, brought.failed) == (1, ())
        assert asking.ask(QUESTION, EXPECTED, limit=50).text == "Nothing."
        with pytest.raises(Unanswered):
            asking.ask(QUESTION, EXPECTED, nth=1, limit=50)
    assert len(questions.lines) == 2, "a second reading is another question"


def test_nothing_is_promised_or_marked_as_sent_for_what_is_written_down():
    answers, questions = InMemory(), Questions()
    with Loop() as loop:
        asking = asker(loop, answers, questions)
        with pytest.raises(Unanswered):
            asking.ask(QUESTION, EXPECTED)
    (key,) = questions.lines
    assert answers.find(key) is None and asking.spending.promised == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (answered("k", ""), "nothing"),
        (answered("k", "I'm sorry, but I can't help with that."), "refused"),
        (answered("k", "x", "content_filter"), "refused"),
        (json.dumps({"custom_id": "k", "error": {"message": "Overloaded."}}), "Overloaded."),
        ("{", "no answer"),
    ],
)
def test_what_is_no_answer_is_not_kept_and_said(tmp_path, line, why):
    answers = InMemory()
    brought = bring_lines(tmp_path, answers, line)
    assert brought.taken == 0 and why in brought.failed[0] and answers.find("k") is None


def test_a_cut_answer_says_so(tmp_path):
    answers = InMemory()
    bring_lines(tmp_path, answers, answered("k", "Half an ans", "length"))
    assert "cut" in answers.find("k").notes[0]
