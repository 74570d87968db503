import pytest
from inspector.facts.agreed import agreed

from tests.talk import segment

OPTIONS = (
    "Two ways:\n\n**A) Store it in the metadata file** of the run\n"
    "**B) Keep a separate index file** beside it\n\nWhich one?"
)


def rules(*said):
    return [(next(iter(candidate.features)), candidate.unit.text) for candidate in agreed(segment(*said))]


def test_a_bare_letter_makes_the_option_a_decision():
    assert rules(("agent", OPTIONS), ("human", "B")) == [
        ("option chosen", "**B) Keep a separate index file** beside it")
    ]


def test_a_reply_with_words_of_its_own_decides_by_itself():
    assert rules(("agent", OPTIONS), ("human", "B, but put the index into the cache folder please")) == []


def test_a_choice_in_a_few_words_takes_the_option_and_a_but_does_not():
    chosen = [("option chosen", "**A) Store it in the metadata file** of the run")]
    assert rules(("agent", OPTIONS), ("human", "A is fine, log the size")) == chosen
    assert rules(("agent", OPTIONS), ("human", "yes, let's go with A")) == chosen
    assert rules(("agent", OPTIONS), ("human", "Option A: the metadata file")) == chosen
    assert rules(("agent", OPTIONS), ("human", "A, but without the size")) == []


def test_an_option_under_a_heading_is_what_stands_there():
    text = (
        "### Option A: Ledger\n- One line for each reading\n- Sorted by the hour of day\n\n"
        "### Option B: Cards\n- One card for each gauge\n\nWhich one?"
    )
    assert rules(("agent", text), ("human", "Option A: Ledger")) == [
        ("option chosen", "One line for each reading"),
        ("option chosen", "Sorted by the hour of day"),
    ]


def test_an_accepted_offer_is_a_decision_and_a_refused_one_is_none():
    offer = "Want me to remove the unused loader from the package?"
    assert rules(("agent", offer), ("human", "yes")) == [("offer accepted", offer)]
    assert rules(("agent", offer), ("human", "no, leave it")) == []


PROPOSAL = (
    "Here is what I found: the rows are read twice.\n\n**Scope for now:** Move the rows into a ledger. "
    "The gauges stay where they are.\n\nWant me to go ahead with that approach right away?"
)
POINTS = [
    ("proposal accepted", "**Scope for now:** Move the rows into a ledger."),
    ("proposal accepted", "The gauges stay where they are."),
]


def test_the_points_of_an_accepted_proposal_are_decisions_and_the_question_that_points_back_is_none():
    assert rules(("agent", PROPOSAL), ("human", "yes")) == POINTS
    assert rules(("agent", PROPOSAL), ("human", "okay move the rows into the ledger then")) == POINTS


def test_an_order_to_go_ahead_takes_a_proposal_that_asks_nothing():
    told = PROPOSAL[: PROPOSAL.index("Want me")]
    assert rules(("agent", told), ("human", "go ahead with it")) == POINTS
    assert rules(("agent", told), ("human", "yes")) == []


def test_a_proposal_that_is_put_off_changed_cut_or_answered_with_a_question_decides_nothing():
    replies = (
        "sounds good, let's do it tomorrow",
        "ok, but leave the ledger in the old folder",
        "yes, only the rows",
        "yes, without the gauges",
        "good idea, what would happen to the gauges?",
        "no, the rows are fine",
        "hmm, show me the reader first",
    )
    offer = "Should I move the rows of last year into a ledger of their own?"
    for reply in replies:
        assert rules(("agent", PROPOSAL), ("human", reply)) == [], reply
        assert rules(("agent", offer), ("human", reply)) == [], reply


def test_a_yes_to_another_question_does_not_take_the_report_before_it():
    report = "**Scope of the move:** All rows are in the ledger.\n\nWant me to delete the old files of last year too?"
    assert rules(("agent", report), ("human", "yes, delete them")) == [
        ("offer accepted", "Want me to delete the old files of last year too?")
    ]


def test_a_number_chooses_from_the_last_list():
    text = (
        "What you asked for:\n1. a loader for the rows\n2. a reader for the gauges\n\n"
        "I can do next:\n1. write the loader with its tests\n2. design the ledger without code\n"
    )
    assert rules(("agent", text), ("human", "okay do 2 first")) == [("option chosen", "design the ledger without code")]


def test_a_question_under_the_chosen_option_is_no_part_of_it():
    text = (
        "### Option A: Cards\n- One card for each gauge\n\n### Option B: Ledger\nOne line for each hour.\n\n"
        "Which one do you want?"
    )
    assert rules(("agent", text), ("human", "go with option B")) == [("option chosen", "One line for each hour.")]


def test_what_speaks_for_and_against_the_chosen_option_is_no_part_of_it():
    text = (
        "### Option A: Cards\n- One card for each gauge\n\n### Option B: Ledger\n- One line for each hour\n"
        "- **Pros:** a small change only\n- **Cons**: no sorting by port\n\nWhich one?"
    )
    assert rules(("agent", text), ("human", "go with option B")) == [("option chosen", "One line for each hour")]


def test_an_approved_plan_binds_where_it_forbids_or_demands():
    plan = (
        "User has approved your plan."
        + " " * 300
        + "\n## Steps\n- Create the new module file\n- Never change the wire format here\n"
    )
    assert rules(("plan", plan)) == [("plan approved", "Never change the wire format here")]


def test_a_number_picks_from_the_offers_at_the_end_and_not_from_a_list_above():
    text = (
        "The plan:\n\n1. ✅ Merge the gauge reader (done)\n2. Sort the rows by the hour\n\n"
        "Would you like me to:\n1. **Repair the loader** by adding the missing columns?\n2. Skip it on small files?"
    )
    assert rules(("agent", text), ("human", "1")) == [
        ("option chosen", "**Repair the loader** by adding the missing columns?")
    ]


def test_what_the_agent_thinks_is_better_is_decided_by_a_plain_yes():
    text = (
        "The ledger is lower-level, the cards come with a reader of their own.\n\n"
        "For our case I think **the ledger is the better choice** since it needs no second file. "
        "We'd keep the hours in a column of their own.\n\nWant me to go ahead and build it?"
    )
    taken = [words for _, words in rules(("agent", text), ("human", "Yes. Please"))]
    assert "For our case I think **the ledger is the better choice** since it needs no second file." in taken
    assert "We'd keep the hours in a column of their own." in taken
    assert rules(("agent", text), ("human", "Yes, but use the cards")) == []


def test_a_yes_to_one_of_two_offers_does_not_say_which():
    one = "Want me to go on with the checks of the tide gauges?"
    assert rules(("agent", one), ("human", "yes")) == [("offer accepted", one)]
    assert rules(("agent", "Want me to go on with the checks or to start the loader first?"), ("human", "yes")) == []


CARDS = "Which one?\n\n1. Draw the tides on a chart of their own\n2. Print a card for each gauge and name the parser\n"


@pytest.mark.parametrize(
    ("reply", "is_chosen"),
    [
        ("2", True),
        ("2.", True),
        ("2. sounds good", True),
        ("2) please", True),
        ("2, the one with the cards", True),
        ("2. Print a card for each gauge", True),
        ("2. Print cards, name parsers, PDF", True),
        ("2. the card for each gauge", True),
        ("option 2: the cards", True),
        ("2. that one, please", True),
        ("2. let's go with the second", True),
        ("2) definitely!", True),
        ("2. why?", False),
        ("2. not this", False),
        ("2. the parser name is wrong", False),
        ("2) rename the parser", False),
        ("2: draw it in blue", False),
    ],
)
def test_what_is_said_under_a_number_takes_the_entry_only_where_it_says_no_more(reply, is_chosen):
    chosen = [("option chosen", "Print a card for each gauge and name the parser")]
    assert rules(("agent", CARDS), ("human", reply)) == (chosen if is_chosen else [])
