from tests.talk import found


def test_what_was_said_before_an_earlier_compaction_is_still_looked_for():
    first, second = found(
        ("human", "Never push to main."), ("summary", "x"), ("human", "Keep the old table."), ("summary", "y")
    )
    assert [fact.statement for fact in first.facts] == ["Never push to main."]
    assert [fact.statement for fact in second.facts] == ["Never push to main.", "Keep the old table."]


def test_what_was_said_again_later_is_the_same_sentence_with_another_place():
    first, second = found(
        ("human", "Never push to main."), ("summary", "x"), ("human", "never push to main"), ("summary", "y")
    )
    assert [len(one.facts[0].quotes) for one in (first, second)] == [1, 2]
    assert first.facts[0].id == second.facts[0].id
