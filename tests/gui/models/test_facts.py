from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt

from inspector.gui.models.fact_listing import Listing, listing_of
from inspector.gui.models.facts import GROUP, JUDGED, FactRows, counts_line, row_tip, said_at, sentence
from inspector.model import Said, Verdict
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import Judged, ReviewFilter, count, group, judged
from tests.made_facts import HOSTILE, OUTSIDE, PYTEST, fact, judged_document, many, survival


@pytest.fixture
def facts():
    return judged(judged_document().comparison[0], Judgements())


@pytest.fixture
def rows(facts, qapp):
    made = FactRows()
    made.show(listing_of(group(facts, ReviewFilter(), frozenset())))
    return made


def test_it_is_a_sound_model(rows, qtmodeltester):
    qtmodeltester.check(rows)


def test_kinds_hold_their_facts(rows):
    assert rows.rowCount() == 4 and rows.size() == 5
    top = rows.index(0, 0)
    assert top.data().startswith("Constraints 2 · 1○") and top.data(GROUP).kind == "constraint"
    assert rows.rowCount(top) == 2
    first = rows.index(0, 0, top)
    assert first.data(JUDGED).fact.id == "outside" and rows.parent(first) == top
    assert rows.rowCount(first) == 0 and not rows.parent(top).isValid()


def test_a_fact_is_found_by_its_id(rows):
    assert rows.find("retry").data(JUDGED).fact.id == "retry"
    assert not rows.find("nobody").isValid() and not rows.find(None).isValid()


def test_neighbours_run_on_over_kinds_and_end_at_the_ends(rows):
    assert rows.beside("outside", 1).fact.id == "pytest"
    assert rows.beside("pytest", 1).fact.id == "commits"
    assert rows.beside("outside", -1) is None and rows.beside("port", 1) is None
    assert rows.beside(None, 1).fact.id == "outside" and rows.beside(None, -1).fact.id == "port"
    rows.show(Listing())
    assert rows.beside(None, 1) is None


def test_counts_say_what_went_wrong_with_their_signs(facts):
    assert counts_line(count(facts)) == "4 · 2○ 1◆ · 1 done"
    turned = replace(facts[0], entered=Verdict.CONTRADICTED)
    assert counts_line(count([turned, *facts[1:]])) == "4 · 1⇄ 1○ 1◆ · 1 done"


def test_a_row_is_a_sentence_for_those_who_do_not_see_it(facts):
    said = sentence(facts[0])
    assert said.startswith("○ lost") and "must" in said and "#2" in said
    assert "no longer mattered" in sentence(facts[3])
    assert "entered by you" in sentence(Judged(OUTSIDE, facts[0].survival, Verdict.REWORDED))


def test_words_of_a_log_are_no_markup_in_a_tooltip():
    one = fact("x", HOSTILE)
    words = row_tip(Judged(one, survival(one, 1, Verdict.LOST)))
    assert "<img" not in words and "&lt;img" in words


def test_fifty_thousand_facts_are_listed_without_making_a_row_for_each(qapp):
    document = judged_document()
    rows = FactRows()
    rows.show(listing_of(group(judged(many(document, 50_000)[0], Judgements()), ReviewFilter(), frozenset())))
    assert rows.size() == 50_000
    last = rows.index(rows.rowCount() - 1, 0)
    assert rows.index(rows.rowCount(last) - 1, 0, last).data(Qt.ItemDataRole.DisplayRole)
    assert rows.index(10**6, 0, last) == QModelIndex()


def test_a_carried_fact_that_was_lost_is_told_as_it_was_first_said():
    carried = replace(OUTSIDE, first=Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement))
    lost, kept = (Judged(carried, survival(carried, 1, verdict)) for verdict in (Verdict.LOST, Verdict.VERBATIM))
    assert PYTEST.statement in sentence(lost) and said_at(lost) == f"#{PYTEST.quotes[0].item}"
    assert OUTSIDE.statement in sentence(kept)
