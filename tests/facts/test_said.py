import pytest
from inspector.facts.said import PLAN, said

from tests.talk import segment


def test_an_answer_stands_with_its_question():
    text = 'User has answered your questions: "Where should the key live?"="Settings page". Go on.'
    (candidate,) = said(segment(("ask", text), ("answer", "Settings page")))
    assert candidate.source == "answer"
    assert candidate.unit.text == '"Where should the key live?"="Settings page"'
    assert text[candidate.unit.start : candidate.unit.end] == candidate.unit.text


def test_an_answer_that_only_moves_on_says_nothing():
    assert list(said(segment(("ask", '"More?"="Next area"'), ("answer", "Next area")))) == []


@pytest.mark.parametrize(
    ("question", "answer", "said_something"),
    [
        ("Does the design of the tables look right?", "Looks good", False),
        ("Is the list of harbours complete so far?", "Yes", False),
        ("Does the design look right?", "Yes, but keep the moons", True),
        ("Where should the key live?", "Good harbour", True),
        ("Should the tables be public?", "Yes", True),
    ],
)
def test_an_answer_that_only_approves_what_was_laid_out_decides_nothing_itself(question, answer, said_something):
    found = list(said(segment(("ask", f': "{question}"="{answer}". Go on.'), ("answer", answer))))
    assert bool(found) is said_something


def test_what_a_recorder_left_of_a_secret_says_nothing():
    assert list(said(segment(("ask", ': "What is the key?"="REDACTED"'), ("answer", "REDACTED")))) == []


def test_pasted_lines_are_marked():
    candidates = said(segment(("human", "what is this?\n$ make\nERROR: failed\nERROR: again")))
    assert ["pasted" in candidate.features for candidate in candidates] == [False, True, True, True]


def test_what_stands_in_a_fence_is_pasted_unless_nothing_is_said_beside_it():
    fence = "```\nalways moor at the old pier\n```"
    beside = said(segment(("human", f"this is what the harbour office sent:\n{fence}")))
    assert ["pasted" in candidate.features for candidate in beside] == [False, True]
    assert ["pasted" in candidate.features for candidate in said(segment(("human", fence)))] == [False]


def test_a_plan_given_with_an_order_is_known_as_one():
    plan = "Implement the following plan:\n# Plan\n## Step 1\n- add the field\n## Step 2\n- keep the old reader"
    assert [PLAN in candidate.features for candidate in said(segment(("human", plan)))][:2] == [False, True]
    assert not any(
        PLAN in candidate.features for candidate in said(segment(("human", plan.replace("Implement", "I saw"))))
    )


@pytest.mark.parametrize("order", ["Review", "Read and compare", "Synthesize", "Проанализируй", "I saw"])
def test_a_text_handed_on_to_be_looked_at_is_no_plan(order):
    text = f"{order} the following plan:\n# Plan\n## Step 1\n- add the field\n## Step 2\n- keep the old reader"
    assert not any(PLAN in candidate.features for candidate in said(segment(("human", text))))


def test_a_long_message_without_i_or_you_is_known_as_passed_on():
    review = (
        "The reader drops the last line of a file without a newline at its end. This causes the count to be off by "
        "one. Consider flushing the buffer before the stream is closed."
    )
    passed_on = list(said(segment(("human", review))))
    assert all("impersonal" in one.features for one in passed_on)
    assert not any("impersonal" in one.features for one in said(segment(("human", f"I think so too. {review}"))))


def test_a_long_text_behind_a_short_line_is_known_as_passed_on():
    body = "\n".join(f"The {name} station keeps its own table of readings." for name in ("north", "south", "west")) * 12
    known = ["passed on" in one.features for one in said(segment(("human", f"read more:\n{body}")))]
    assert known[0] is False and all(known[1:]) and len(known) > 10
    assert not any("passed on" in one.features for one in said(segment(("human", "do this:\n- read\n- write"))))


def test_what_is_said_before_something_is_pasted_is_not_weighed_like_it():
    pasted = "\n".join(f"2026-01-27T22:41:{second:02} INFO tide {second} read" for second in range(20))
    told = list(said(segment(("human", f"please keep the old tides in the table\n\n{pasted}\n\nwhat is wrong there?"))))
    marked = {one.unit.text: "message pasted" in one.features for one in told}
    assert not marked["please keep the old tides in the table"] and marked["what is wrong there?"]


def test_what_is_pasted_from_the_agents_own_words_is_no_word_of_the_person():
    plan = "the reader opens every feed of the harbour once an hour and keeps the last two readings"
    message = f"i had a look at it again on the train. {plan.capitalize()}. please call the folder tides"
    found = {
        one.unit.text: "pasted" in one.features
        for one in said(segment(("agent", f"Here is how: {plan}."), ("human", message)))
    }
    assert [words for words, pasted in found.items() if pasted] == [f"{plan.capitalize()}."]


def test_a_message_of_another_assistant_is_no_word_of_the_person():
    message = (
        "look here\n\nTo answer your question: the feed is read once an hour and two readings are kept."
        " I suggest to read it every minute.\n\nplease do it every ten minutes"
    )
    pasted = [one.unit.text for one in said(segment(("human", message))) if "pasted" in one.features]
    assert len(pasted) == 2 and not any("ten minutes" in words for words in pasted)


def test_who_only_takes_an_option_says_what_the_option_says():
    options = "Two ways:\n\n1. Keep the readings in one file a harbour\n2. Keep them in a small database\n\nWhich one?"
    assert [one.unit.text for one in said(segment(("agent", options), ("human", "Option 2 seems best for me")))] == []
    more = said(segment(("agent", options), ("human", "Option 2, and call the table readings")))
    assert [one.unit.text for one in more] != []
