from dataclasses import replace

import pytest

from inspector.gui.widgets.after_column import AfterColumn
from tests.made_facts import judged_document


@pytest.fixture
def column(theme, qtbot):
    made = AfterColumn(theme)
    qtbot.addWidget(made)
    made.show_claims(judged_document().comparison[0].claims)
    made.show()
    return made


def test_claims_have_a_heading_with_their_number(column):
    assert column.title.isVisible() and column.title.text() == "⚠ not supported by the history (1)"


def test_the_heading_is_true_of_what_is_contradicted_too(column):
    (claim,) = judged_document().comparison[0].claims
    column.show_claims((replace(claim, kind="contradicted"),))
    assert "nowhere" not in f"{column.title.text()} {column.claims.accessibleName()}"


def test_without_claims_neither_heading_nor_list_is_there(column):
    column.show_claims(())
    assert not column.title.isVisible() and not column.claims.isVisible()


def test_moving_to_a_claim_is_told_and_marking_one_is_not(column, qtbot):
    with qtbot.assertNotEmitted(column.claim_chosen):
        column.mark_claim(0)
        column.mark_claim(None)
    with qtbot.waitSignal(column.claim_chosen) as caught:
        column.claims.setCurrentIndex(column.rows.index(0))
    assert caught.args == [0]
