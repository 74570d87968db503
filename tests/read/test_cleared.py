"""What a log says of results that were cleared in place."""

from inspector.read.cleared import cleared_notes


def test_it_says_how_much_was_cleared_and_where_it_cannot_say_which():
    assert cleared_notes((4, 7), 20_000) == ("By the log 20,000 tokens were cleared.",)
    assert cleared_notes((), None) == ("Which results were cleared is not in this log.",)
    assert len(cleared_notes((), 900)) == 2
    assert cleared_notes((4,), None) == ()
