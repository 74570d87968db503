from tests.talk import found


def test_facts_of_one_segment_are_known_to_the_next_under_the_same_id():
    first, second = found(
        ("human", "never edit the billing module"),
        ("summary", '1. Primary Request and Intent:\n   - The user said: "never edit the billing module"'),
        ("human", "please add a test"),
        ("summary", "x"),
    )
    carried = [fact for fact in second.facts if fact.from_summary]
    assert [fact.id for fact in carried] == [first.facts[0].id]


def test_a_session_without_compactions_has_no_facts_to_lose():
    assert found(("human", "never edit the billing module")) == []
