from inspector.facts.merge import merge
from inspector.model import Fact, FactKind, Quote


def fact(words, item, **more):
    return Fact(
        id=f"{item}", kind=FactKind.TASK, statement=words, quotes=(Quote(item, 0, len(words)),), texts=(words,), **more
    )


def test_the_same_words_said_twice_are_one_fact_with_two_quotes():
    (one,) = merge([fact("run the tests", 1), fact("Run the tests!", 5)])
    assert [quote.item for quote in one.quotes] == [1, 5] and one.id == "1"


def test_what_a_summary_repeats_stays_apart_from_what_was_said():
    assert len(merge([fact("run the tests", 1), fact("run the tests", 5, from_summary=True)])) == 2
