from dataclasses import replace

import pytest

from inspector.gui.models.review_words import counts_words, figures_of, head_tip, head_words
from inspector.model import FactKind, Verdict
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import HUMAN_KINDS, judged
from inspector.workbench.worst import worst
from tests.made_facts import fact, judged_document, survival


def share_words(outcome, judgements):
    return figures_of(outcome, judgements, Progress()).shares


@pytest.fixture
def document():
    return judged_document()


def test_the_head_says_what_is_known_and_what_is_not_in_this_log(document):
    words = head_words(document, document.compactions[0])
    assert words.startswith("┊C1 of 2 · summary · auto")
    assert "model: not in this log" in words and "prompt: not in this log" in words and "40,000 → 12,000" in words
    assert "before: 40,000 tokens, as the log says" in head_tip(document, document.compactions[0])


def test_counts_tell_the_humans_words_from_evidence(document):
    said = counts_words(document.comparison[0], Judgements())
    assert said == "3 facts · 1 lost · 1 altered · 1 unsupported · 1 fact from the work: 1 not there"


def test_evidence_that_is_only_weakened_is_counted_as_elsewhere(document):
    outcome = document.comparison[0]
    (evidence,) = [one for one in judged(outcome, Judgements()) if one.fact.kind not in HUMAN_KINDS]
    judgements = Judgements()
    judgements.enter_verdict(evidence.fact.id, 1, Verdict.WEAKENED)
    assert counts_words(outcome, judgements).endswith("1 fact from the work: 0 not there, 1 weakened")


def test_shares_have_n_and_say_what_they_are_not_and_the_tooltip_has_intervals(document):
    words = share_words(document.comparison[0], Judgements())
    assert words.startswith("kept: constraints 50 % of 2 ·") and words.endswith("text survival, not recall")
    assert "findings" not in words
    told = figures_of(document.comparison[0], Judgements(), Progress()).all_shares
    assert "findings 0 % of 1" in told and "constraints 50 % of 2 [9–91 %]" in told


def test_the_shares_of_evidence_say_what_they_count(document):
    outcome = document.comparison[0]
    facts = tuple(replace(one, needed_later=one.id == "port") for one in outcome.facts)
    figures = figures_of(replace(outcome, facts=facts), Judgements(), Progress())
    assert "findings 0 % of 1 [0–79 %], of those used again 0 of 1" in figures.all_shares
    assert figures.all_shares.endswith("all facts from the work are counted")
    assert "used again" not in figures.shares and "evidence" not in figures.shares


def test_an_entered_verdict_counts(document):
    judgements = Judgements()
    judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert "constraints 100 % of 2" in share_words(document.comparison[0], judgements)


def test_what_stands_beside_a_text_that_cannot_be_read_is_no_share(document):
    opaque = replace(document.comparison[1], note="The summary cannot be read.")
    assert share_words(opaque, Judgements()) == "no share: it is not known what was lost here"
    judgements = Judgements()
    judgements.enter_verdict("pytest", 2, Verdict.REWORDED)
    assert "100 % of 1" in share_words(opaque, judgements)


def test_without_anything_judged_there_is_no_share(document):
    judgements = Judgements()
    judgements.enter_verdict("pytest", 2, Verdict.UNDECIDED)
    assert share_words(document.comparison[1], judgements).startswith("no share")
    assert "1 undecided" in counts_words(document.comparison[1], judgements)


def test_the_counts_of_the_line_are_those_of_what_stands_out(document):
    told = (
        ("a", Verdict.LOST),
        ("b", Verdict.LOST),
        ("c", Verdict.WEAKENED),
        ("d", Verdict.ALTERED),
        ("e", Verdict.CONTRADICTED),
    )
    said = tuple(fact(name, name, FactKind.TASK) for name, _ in told)
    seen = fact("seen", "make: failed", FactKind.FAILURE, needed_later=True)
    facts, verdicts = (*said, seen), (*(verdict for _, verdict in told), Verdict.LOST)
    outcome = replace(
        document.comparison[0],
        facts=facts,
        survivals=tuple(survival(one, 1, verdict) for one, verdict in zip(facts, verdicts, strict=True)),
    )
    assert {one.code: len(one.facts) for one in worst((outcome,), Judgements())} == {
        "contradicted": 1,
        "lost": 2,
        "changed": 2,
        "missed": 1,
    }
    line = counts_words(outcome, Judgements())
    assert "1 contradicted · 2 lost · 1 altered · 1 weakened" in line and "1 of these needed again" in line


def test_of_a_compaction_that_cannot_be_judged_nobody_says_that_nothing_was_lost(document):
    outcome = document.comparison[0]
    facts = (fact("rule", "no tabs", FactKind.CONSTRAINT), fact("seen", "make: failed", FactKind.FAILURE))
    told = tuple(
        survival(one, 1, verdict) for one, verdict in zip(facts, (Verdict.VERBATIM, Verdict.UNDECIDED), strict=True)
    )
    judged = replace(outcome, facts=facts, survivals=told, claims=())
    assert counts_words(judged, Judgements()).startswith("1 fact · 0 lost · 0 altered · 1 fact from the work: 0")
    unread = replace(judged, note="The summary cannot be read; only kept messages are judged.")
    assert counts_words(unread, Judgements()) == "1 fact · 1 fact from the work: 1 undecided"


def test_a_kind_that_only_a_drop_tells_of_is_not_in_this_log(document):
    one = document.compactions[0]
    made = replace(one, record=replace(one.record, kind="unknown", trigger="unknown"))
    assert "kind: not in this log · trigger: not in this log" in head_words(document, made)
