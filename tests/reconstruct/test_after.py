from dataclasses import replace

from inspector.model import ItemKind, Verdict
from inspector.reconstruct.after import look_after, look_before
from inspector.workbench.document import Stage
from tests.made_session import MadeSession
from tests.talk import read, segments, session


def looked(look, *talk, keep=0):
    segment = segments(*talk, keep=keep)[-1]
    return look(segment.session, segment.compaction, read)


def told(after):
    return [(text.zone.value, text.text) for text in after.texts]


TALK = (("instructions", "Be brief."), ("human", "a b"), ("tool", "output"), ("agent", "c d"), ("summary", "In short."))


def test_after_it_there_is_the_summary_and_what_was_kept_but_no_result_of_a_tool():
    after = looked(look_after, *TALK, keep=2)
    assert told(after) == [("kept", "c d"), ("summary", "In short.")] and after.kept == {3, 4}


def test_before_it_there_is_all_that_was_said_and_a_text_that_holds_words_of_the_person():
    assert told(looked(look_before, *TALK)) == [("instructions", "Be brief."), ("kept", "a b"), ("kept", "c d")]
    talk = (("harness", "<skill/> a b"), ("answer", "a b"), ("harness", "x"), *TALK[-2:])
    assert told(looked(look_before, *talk)) == [("kept", "<skill/> a b"), ("kept", "c d")]


def test_the_agents_own_prompt_carries_nobodys_words():
    segment = segments(*TALK)[0]
    items = (replace(segment.session.items[0], detail="base_instructions"), *segment.session.items[1:])
    before = look_before(replace(segment.session, items=items), segment.compaction, read)
    assert told(before) == [("kept", "a b"), ("kept", "c d")]


def test_a_summary_that_cannot_be_read_has_no_text():
    assert told(looked(look_after, ("human", "a b"), ("encrypted", "gAAAA"))) == []


def test_an_answer_inside_a_result_that_was_kept_was_kept():
    talk = (("human", "a b"), ("ask", '"Which one?"="This"'), ("answer", "This"), ("agent", "c"), ("summary", "x"))
    assert 3 in looked(look_after, *talk, keep=2).kept
    assert len(session(*talk).items) == 5


def test_what_was_said_inside_a_result_does_not_stand_there_once_that_was_cleared():
    made = MadeSession()
    result = made.add(ItemKind.TOOL_RESULT, "User: never the red one of them", call_id="q")
    made.add(ItemKind.USER, "never the red one of them", detail="answer", call_id="q", enter=False)
    made.clear(result)
    made.call(900)
    made.compact(keep=(result,))
    (outcome,) = made.advanced(Stage.COMPARE).comparison
    assert [(one.verdict, one.before) for one in outcome.survivals] == [(Verdict.ABSENT, False)]
