from dataclasses import replace

import pytest

from inspector.gui.models.review_words import counts_words, figures_of, head_tip, head_words
from inspector.model import FactKind, Verdict
from inspector.wording.verdicts import NOT_LOST
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.worst import worst
from tests.made_facts import exact_document, fact, judged_document, survival


def more_words(outcome, judgements):
    return figures_of(outcome, judgements, Progress()).more


@pytest.fixture
def document():
    return judged_document()


def test_the_head_says_what_is_known_and_what_is_not_in_this_log(document):
    words = head_words(document, document.compactions[0])
    assert words.startswith("┊C1 of 2 · summary · auto")
    assert "model: not in this log" in words and "prompt: not in this log" in words and "40,000 → 12,000" in words
    assert "before: 40,000 tokens, as the log says" in head_tip(document, document.compactions[0])


def test_the_head_line_without_a_judge_says_where_words_stand():
    document = exact_document()
    first, second = document.comparison
    words = "You said 4 things before compaction 1. None stands there word for word, 1 in part, 3 do not."
    assert counts_words(first, Judgements()) == words
    assert counts_words(second, Judgements()).endswith(
        "before compaction 2. None stands there word for word, 4 did not before either."
    )


def test_one_thing_is_told_as_one():
    document = exact_document()
    outcome = document.comparison[0]
    one, two = (fact(name, name, FactKind.SAID) for name in ("one", "two"))

    def told(*verdicts):
        pairs = list(zip((one, two), verdicts, strict=False))
        survivals = tuple(survival(said, 1, verdict) for said, verdict in pairs)
        return counts_words(replace(outcome, facts=tuple(said for said, _ in pairs), survivals=survivals), Judgements())

    assert told(Verdict.VERBATIM) == "You said 1 thing before compaction 1. 1 stands there word for word."
    assert told(Verdict.VERBATIM, Verdict.ABSENT).endswith("1 stands there word for word, 1 does not.")
    assert told(Verdict.UNDECIDED).endswith(" Of 1 nobody can tell.")
    assert told() == "You said nothing before compaction 1 that can be looked for."


def test_a_list_of_what_is_not_there_is_headed_by_what_that_does_not_mean():
    document = exact_document()
    assert more_words(document.comparison[0], Judgements()) == NOT_LOST
    there = fact("there", "no tabs", FactKind.SAID)
    gone = fact("seen", "make: failed", FactKind.FAILURE)
    kept = replace(
        document.comparison[0],
        facts=(there, gone),
        survivals=(survival(there, 1, Verdict.VERBATIM), survival(gone, 1, Verdict.ABSENT)),
    )
    assert more_words(kept, Judgements()) == "", "of the work nobody said anything"


def test_what_a_judge_says_comes_first(document):
    said = counts_words(document.comparison[0], Judgements())
    words = "You said 3 things before compaction 1, and 1 that no longer matters. 1 lost, 1 altered, 1 stands there."
    assert said == f"{words} The summary says 1 thing that the history does not."


def test_shares_have_n_and_say_what_they_are_not_and_the_tooltip_has_the_work(document):
    words = more_words(document.comparison[0], Judgements())
    assert words == (
        "kept in the text, as judged: constraints 50 % of 2 · decisions 0 % of 1 · not what a model recalls"
    )
    assert "findings" not in words
    told = figures_of(document.comparison[0], Judgements(), Progress()).every
    assert told.endswith("There, of what the work showed: findings 0 % of 1")


def test_the_shares_of_the_work_say_what_was_used_again(document):
    outcome = document.comparison[0]
    facts = tuple(replace(one, needed_later=one.id == "port") for one in outcome.facts)
    figures = figures_of(replace(outcome, facts=facts), Judgements(), Progress())
    assert "findings 0 % of 1, of those used again 0 of 1" in figures.every
    assert "used again" not in figures.more


def test_an_entered_verdict_counts(document):
    judgements = Judgements()
    judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert "constraints 100 % of 2" in more_words(document.comparison[0], judgements)


def test_what_stands_beside_a_text_that_cannot_be_read_is_no_share(document):
    opaque = replace(document.comparison[1], note="The summary cannot be read.")
    assert more_words(opaque, Judgements()) == ""
    judgements = Judgements()
    judgements.enter_verdict("pytest", 2, Verdict.REWORDED)
    assert "100 % of 1" in more_words(opaque, judgements)


def test_what_is_undecided_is_in_no_share(document):
    judgements = Judgements()
    judgements.enter_verdict("pytest", 2, Verdict.UNDECIDED)
    assert more_words(document.comparison[1], judgements) == ""
    assert "1 undecided" in counts_words(document.comparison[1], judgements)


def test_the_counts_of_the_line_are_those_of_what_stands_out(document):
    told = (
        ("a", Verdict.LOST),
        ("b", Verdict.LOST),
        ("c", Verdict.WEAKENED),
        ("d", Verdict.ALTERED),
        ("e", Verdict.CONTRADICTED),
    )
    facts = tuple(fact(name, name, FactKind.TASK) for name, _ in told)
    verdicts = tuple(verdict for _, verdict in told)
    outcome = replace(
        document.comparison[0],
        facts=facts,
        survivals=tuple(survival(one, 1, verdict) for one, verdict in zip(facts, verdicts, strict=True)),
    )
    assert {one.code: len(one.facts) for one in worst((outcome,), Judgements())} == {
        "contradicted": 1,
        "lost": 2,
        "changed": 2,
    }
    assert "1 contradicted, 2 lost, 1 altered, 1 weakened" in counts_words(outcome, Judgements())


def test_a_kind_that_only_a_drop_tells_of_is_not_in_this_log(document):
    one = document.compactions[0]
    made = replace(one, record=replace(one.record, kind="unknown", trigger="unknown"))
    assert "kind: not in this log · trigger: not in this log" in head_words(document, made)
