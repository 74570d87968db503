from inspector.judge.nearest import nearest
from inspector.reconstruct.after import look_after
from inspector.said.standing import Context
from tests.talk import found

RULE = "never write outside the feeds folder"


def shown(summary):
    (one,) = found(("human", RULE), ("summary", summary))
    return nearest(
        one.facts[0], Context(look_after(one.segment.session, one.segment.compaction, one.segment.read).texts)
    )


def test_the_passage_that_shares_most_comes_first():
    first, *_ = shown("The parser was ported.\n\nThe feeds folder is where writes go.\n\nThe folder was read.")
    assert "feeds folder" in first


def test_the_very_words_are_among_them():
    assert any(RULE in text for text in shown(f"Ported.\n\nThey said: {RULE}."))


def test_where_nothing_comes_near_nothing_is_shown():
    assert shown("Ported.") == ()
