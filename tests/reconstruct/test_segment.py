from inspector.model import FactKind
from inspector.reconstruct.segment import fact_id, find_segments, statement
from tests.talk import segments, session

TALK = session(("human", "x"))


def test_an_id_depends_on_what_was_said_and_where():
    one = fact_id(TALK, FactKind.TASK, 1, 0, "Fix  it")
    assert one == fact_id(TALK, FactKind.TASK, 1, 0, "fix it")
    assert one != fact_id(TALK, FactKind.TASK, 2, 0, "fix it")


def test_a_statement_is_one_line_without_marks():
    assert statement("- **Never**\n  push `main`.") == "Never push main."


def test_a_segment_is_what_came_since_the_compaction_before():
    first, second = segments(("human", "a"), ("summary", "S1"), ("human", "b"), ("agent", "c"), ("summary", "S2"))
    assert [item.text for item in first.items] == ["a"]
    assert [item.text for item in second.items] == ["b", "c"]
    assert first.summary is None and second.summary.text == "S1"


def test_a_summary_that_cannot_be_read_opens_no_segment():
    _, second = segments(("human", "a"), ("encrypted", "…"), ("human", "b"), ("summary", "S"))
    assert second.summary is None


def test_words_that_never_entered_the_context_belong_to_it_all_the_same():
    (only,) = segments(("ask", '"Which?"="Red"'), ("answer", "Red"), ("summary", "S"))
    assert [item.detail for item in only.items] == ["", "answer"]


def test_after_a_trim_the_next_item_is_the_first_of_its_segment():
    from inspector.model import Append, CompactionRecord, Item, ItemKind, Origin, Session, Source, Splice
    from inspector.reconstruct.compactions import find_compactions
    from inspector.reconstruct.replay import Replay

    here = Source("log", 1)
    items = tuple(
        Item(number, f"i{number}", ItemKind.USER, Origin.HUMAN, here, "x", 1, text="x") for number in range(1, 7)
    )
    cut, again = (CompactionRecord(name, here, "trim", readable=False) for name in "ab")
    added = [Append(number) for number in range(1, 7)]
    ops = (*added[:4], Splice((1, 2), (), 0, compaction=cut), *added[4:])
    # What is put back says nothing of where the second stands.
    for back in ((), (1,)):
        made = Session(
            id="s", agent="t", path="log", items=items, ops=(*ops, Splice((3, 4), back, 0, compaction=again))
        )
        _, second = find_segments(made, find_compactions(made, Replay(made)).all, lambda item: item.text or "")
        assert [item.number for item in second.items] == [5, 6]
