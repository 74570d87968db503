from dataclasses import replace

from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote, Zone
from tests.talk import compactions, read, session


def test_zones_are_kept_apart():
    made = session(("human", "first"), ("human", "keep me"), ("summary", "S one"), keep=1)
    after = look_after(made, compactions(made)[0], read)
    assert [(text.zone, text.text) for text in after.texts] == [(Zone.KEPT, "keep me"), (Zone.SUMMARY, "S one")]


def test_a_summary_that_cannot_be_read_is_no_text():
    made = session(("human", "first"), ("encrypted", "gAAAA"))
    assert look_after(made, compactions(made)[0], read).texts == ()


def test_a_text_without_sentences_is_cut_into_passages_that_can_be_read():
    text = "tide " * 2_000
    made = session(("human", "first"), ("summary", text))
    passages = look_after(made, compactions(made)[0], read).passages
    assert max(len(passage.text) for passage in passages) <= 1_200
    assert "".join(passage.text for passage in passages) == text.strip()


def test_instructions_that_were_kept_are_a_zone_of_their_own():
    made = session(("human", "first"), ("instructions", "Never squash."), ("summary", "S one"), keep=1)
    (one,) = compactions(made)
    assert {(text.zone, text.text) for text in look_after(made, one, read).texts} == {
        (Zone.INSTRUCTIONS, "Never squash."),
        (Zone.SUMMARY, "S one"),
    }


def test_an_answer_is_kept_with_the_result_it_stands_in():
    said = (("human", "first"), ("ask", '"Which?"="Only b"'), ("answer", "Only b"), ("summary", "S one"))
    for keep, kept in ((1, True), (0, False)):
        made = session(*said, keep=keep)
        (one,) = compactions(made)
        assert (3 in look_after(made, one, read).kept) is kept


def test_a_plan_is_a_long_item_and_a_remark_is_not():
    made = session(("human", "Draw the tides."), ("human", "- Draw one more tide.\n" * 200), ("summary", "S one"))
    after = look_after(made, compactions(made)[0], read)
    facts = (
        Fact(id="f", kind=FactKind.TASK, statement="s", quotes=(Quote(number, 0, 1),), texts=("s",))
        for number in (1, 2)
    )
    assert [after.is_long(fact) for fact in facts] == [False, True]


def test_a_prompt_that_comes_with_the_agent_carries_nobodys_words():
    made = session(("human", "first"), ("instructions", "Never squash."), ("summary", "S one"), keep=1)
    items = tuple(replace(item, detail="base_instructions") if item.number == 2 else item for item in made.items)
    own = replace(made, items=items)
    assert [text.zone for text in look_after(own, compactions(own)[0], read).texts] == [Zone.SUMMARY]
