import pytest
from inspector.text.units import split
from inspector.verdicts.claims import find_claims
from inspector.verdicts.claims_of_lists import listed_messages

from inspector.reconstruct.segment import summary_of
from tests.worked import claims, kinds, ran, segment

SAID = (
    ("human", "Commit and push to the server"),
    ran("git push", "done"),
    ("human", "The line is still there"),
    ran("git log", "abc"),
)
TWICE = '6. All user messages:\n- "Commit and push to the server"\n- "Commit and push to the server" [second time]\n'


def test_a_message_listed_more_often_than_it_was_said_is_contradicted():
    assert claims(TWICE, *SAID) == [("quotation", "contradicted", "Listed 2 times; the user wrote it once.")]


def test_a_message_that_was_said_again_may_be_listed_again():
    assert kinds(TWICE, *SAID, ("human", "commit and push to the server!"), ran("git push")) == []


def test_where_the_last_message_is_not_in_the_log_it_may_be_the_second():
    assert kinds(TWICE, *SAID, ("agent", "Pushed."), trigger="auto") == []


def test_the_sentences_of_one_bullet_are_one_message():
    text = '6. All user messages:\n- "Fix it. Then push."\n- go on\n'
    first, second = listed_messages(split(text), text)
    assert (first.words, first.whole.text, first.last.text) == (
        "fix it. then push",
        '"Fix it. Then push."',
        'Then push."',
    )
    assert second.words == ""


MANY = tuple(turn for place in range(8) for turn in (("human", f"please look at part {place}"), ran(f"cat {place}")))
ONE = '6. All user messages:\n- "please look at part 3"\n\n7. Pending tasks:\n- none\n'


def test_a_list_of_all_messages_that_leaves_most_out_is_shown_whole():
    of = segment(*MANY, summary=ONE)
    (claim,) = find_claims(of, summary_of(of.session, of.compaction))
    assert claim.text == ONE[: ONE.index("\n\n")]
    assert claim.why == "Lists 1 of the 8 messages that the user wrote."


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        (ONE, MANY[:14]),
        (ONE.replace("All user", "Last user"), MANY),
        (ONE.replace("- none", "- all"), (*MANY[:12], *(("human", "ok"),) * 9)),
        ("6. All user messages:\n\n7. Pending tasks:\n- none\n", MANY),
    ],
)
def test_few_messages_bare_answers_and_other_lists_may_be_short(summary, said):
    assert kinds(summary, *said) == []
