from dataclasses import replace

import pytest

from inspector.gui.models.verdict_words import looked, said
from inspector.gui.widgets.verdict_card import VerdictCard
from inspector.model import Quote, Verdict, Zone
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged
from tests.made_facts import HOSTILE, NEAR, exact_document, judged_document, session

ZONES = (Zone.SUMMARY, Zone.KEPT)


@pytest.fixture
def document():
    return judged_document()


@pytest.fixture
def facts(document):
    return {one.fact.id: one for one in judged(document.comparison[0], Judgements())}


@pytest.fixture
def card(theme, qtbot):
    made = VerdictCard(theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_with_nothing_selected_it_says_what_to_do(card):
    assert "F7" in card.text() and not card.note.isEnabled() and not card.source.isVisible()


def test_where_and_when_it_was_said_is_one_half(document, facts):
    words = said(document, facts["outside"])
    assert words.startswith("#2 user, ") and words.endswith("“never edit outside auth/.”")


def test_what_was_searched_and_what_came_nearest_is_the_other(facts):
    assert looked(facts["outside"], ZONES).startswith("summary, kept items — nearest: “Summary of the work”")
    assert "found: “tests run with pytest”" in looked(facts["pytest"], ZONES)
    assert looked(facts["port"], ()) == "nothing that can be read — nothing with its words"


def test_many_places_are_shortened_and_other_sessions_named(document, facts):
    one = facts["outside"]
    quotes = (Quote(0, 0, 0), *(Quote(2, 0, 5) for _ in range(4)))
    words = said(document, replace(one, fact=replace(one.fact, quotes=quotes, texts=("x",) * 5)))
    assert words.startswith("in another session: “x”") and words.endswith("and 2 more")


def test_the_model_that_gave_a_verdict_is_named_and_beside_it_where_the_words_stand(card, document, facts):
    card.show_fact(document, facts["retry"], ZONES)
    assert "Looked for its words. · judged by reader" in card.text() and "counted:" not in card.text()
    exact = exact_document().comparison
    named = {"Retry twice on 401.": "retry", "never edit outside auth/.": "outside"}
    document.exact = (
        replace(
            exact[0],
            survivals=tuple(
                replace(one, fact=named.get(fact.statement, fact.id))
                for fact, one in zip(exact[0].facts, exact[0].survivals, strict=True)
            ),
        ),
    )
    card.show_fact(document, facts["retry"], ZONES)
    assert card.text().startswith("◆ altered") and "judged by reader · counted: ◧ in part" in card.text()
    card.show_fact(document, facts["outside"], ZONES)
    assert card.text().startswith("○ lost") and "counted: □ not there" in card.text()


def test_without_a_judge_it_says_what_is_missing_and_that_it_was_counted(card):
    document = exact_document(session(NEAR))
    found = {one.fact.statement: one for one in judged(document.comparison[0], Judgements())}
    card.show_fact(document, found["Retry twice on 401."], ZONES)
    assert card.text().startswith("◧ in part · Retry twice on 401.") and "not there: “twice”" in card.text()
    assert "the client should retry on 401" in card.text() and "basis: counted: compared exactly" in card.text()
    card.show_fact(document, found["I would like small commits."], ZONES)
    assert card.text().startswith("□ not there · ") and "nearest: “" in card.text() and "lost" not in card.text()


def test_a_claims_reason_stands_under_why_and_not_under_where_it_was_looked_for(card, document, facts):
    (claim,) = document.comparison[0].claims
    card.show_fact(document, facts["outside"], ZONES)
    card.show_claim(document, claim)
    assert card.verdicts.currentText() == "as found", "nothing stays of the fact before"
    assert card._lines["looked"].text() == "the whole history before it"
    assert card._lines["why"].text().startswith(f"{claim.why} · judged by reader")


def test_a_choice_is_told_and_the_judged_verdict_stays_named(card, document, facts, qtbot):
    card.show_fact(document, facts["outside"], ZONES)
    assert card.verdicts.itemText(0) == "as found: lost"
    with qtbot.waitSignal(card.entered) as caught:
        card.verdicts.activated.emit(card.verdicts.findData("reworded"))
    assert caught.args == [Verdict.REWORDED]
    with qtbot.waitSignal(card.entered) as caught:
        card.verdicts.activated.emit(0)
    assert caught.args == [None]
    card.show_fact(document, replace(facts["outside"], entered=Verdict.REWORDED), ZONES)
    assert card.verdicts.currentData() == "reworded"


def test_every_verdict_can_be_chosen(card):
    offered = [card.verdicts.itemData(place) for place in range(card.verdicts.count())]
    assert offered == ["", *Verdict]
    assert card.verdicts.itemText(card.verdicts.findData("contradicted")) == "⇄ contradicted"


def test_a_note_is_told_with_its_fact_when_one_moves_on(card, document, facts, qtbot):
    card.show_fact(document, facts["outside"], ZONES)
    qtbot.keyClicks(card.note, "why")
    with qtbot.waitSignal(card.noted) as caught:
        card.show_fact(document, facts["retry"], ZONES)
    assert caught.args == ["outside", "why"]
    qtbot.keyClicks(card.note, "x")
    with qtbot.waitSignal(card.noted) as caught:
        card.say_nothing()
    assert caught.args == ["retry", "x"]


def test_showing_the_same_fact_again_leaves_what_is_being_written(card, document, facts, qtbot):
    card.show_fact(document, facts["outside"], ZONES)
    qtbot.keyClicks(card.note, "half a wor")
    card.show_fact(document, facts["outside"], ZONES)
    assert card.note.text() == "half a wor"


def test_a_fact_that_no_longer_mattered_says_so(card, document, facts):
    card.show_fact(document, facts["commits"], ZONES)
    assert "no longer mattered here" in card.text()


def test_words_of_a_log_stay_words(card, document, facts):
    one = facts["outside"]
    card.show_fact(document, replace(one, fact=replace(one.fact, statement=HOSTILE, texts=(HOSTILE,))), ZONES)
    assert "<img src=" in card.text()
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QLabel

    holding = [label for label in card.findChildren(QLabel) if "<img" in label.text()]
    assert holding and all(label.textFormat() is Qt.TextFormat.PlainText for label in holding)


def test_wrapped_lines_have_their_whole_height_even_where_only_the_least_is_given(card, document, facts, qtbot):
    from PySide6.QtWidgets import QLabel

    card.show_fact(
        document, replace(facts["outside"], survival=replace(facts["outside"].survival, why="why " * 120)), ZONES
    )
    card.resize(500, card.minimumSizeHint().height())
    card.show()
    (why,) = [label for label in card.findChildren(QLabel) if label.text().startswith("why why")]
    qtbot.waitUntil(lambda: why.minimumHeight() >= why.heightForWidth(why.width()) > 3 * why.fontMetrics().height())
    qtbot.waitUntil(lambda: card.minimumSizeHint().height() > why.minimumHeight())


def test_a_long_title_takes_its_room_from_no_other_line(card, document, facts, qtbot):
    fact = replace(facts["outside"].fact, statement="never edit this " * 20)
    card.show_fact(document, replace(facts["outside"], fact=fact), ZONES)
    card.resize(500, card.minimumSizeHint().height())
    card.show()
    title = card._title
    qtbot.waitUntil(lambda: title.minimumHeight() >= title.heightForWidth(title.width()) > title.fontMetrics().height())
