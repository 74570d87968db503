from inspector.ask.answers import InMemory
from inspector.model.answer import AnswerState, RawAnswer


def test_an_answer_is_found_by_its_key_and_a_later_one_takes_its_place():
    kept = InMemory()
    assert kept.find("k") is None
    for state in (AnswerState.ASKED, AnswerState.ANSWERED):
        kept.put(RawAnswer(key="k", state=state, model="m", asked=""))
    assert kept.find("k").state is AnswerState.ANSWERED
