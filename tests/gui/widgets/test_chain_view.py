from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.models.erosion import TRACK
from inspector.gui.widgets.chain_view import ChainView
from inspector.workbench.chains import chains
from inspector.workbench.review import HUMAN_KINDS
from tests.made_runs import ready_of, strategies


@pytest.fixture(scope="module")
def chain():
    return list(chains(ready_of().document, strategies(), "cline/legacy-half", 1, 3))[-1]


@pytest.fixture
def view(qtbot, theme):
    made = ChainView(theme)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_curves_figures_and_facts_are_of_one_chain(view, chain):
    view.show_chain(chain)
    curves = view.plot.getPlotItem().listDataItems()
    shares = [link.human.kept / link.human.n for link in chain.links]
    assert len(curves) == 2 and list(curves[0].getData()[1]) == shares
    assert view.rows.rowCount() == 3 and len(view.chips()) == 2
    assert view.plot.accessibleDescription().count("generation") == 3
    assert "not recall" in view.plot.getAxis("bottom").labelText


def test_the_humans_words_are_listed_first_and_what_goes_on_demand(view, chain):
    view.show_chain(chain)
    human = view.facts.rowCount()
    view.which.setCurrentIndex(1)
    rules = view.facts.rowCount()
    view.which.setCurrentIndex(2)
    assert rules < human < view.facts.rowCount() == len(chain.erosion.tracks)
    view.which.setCurrentIndex(3)
    assert view.facts.rowCount() == sum(len(link.generation.gone) for link in chain.links)


def test_the_fact_at_hand_stays_when_others_are_listed(view, chain):
    view.show_chain(chain)
    view.which.setCurrentIndex(2)
    going = next(one for one in chain.erosion.tracks if one.first_loss == 3)
    told = []
    view.picked.connect(told.append)
    view.grid.set_current(view.facts.row_of(going.fact.id), 5)
    assert [one.fact.id for one in told] == [going.fact.id]
    view.which.setCurrentIndex(3)
    assert view.grid.current().row() == view.facts.row_of(going.fact.id)
    assert len(told) == 1


def test_it_follows_a_fact_and_picks_nothing_by_that(view, chain):
    view.show_chain(chain)
    told = []
    view.picked.connect(told.append)
    fact = view.facts.index(4, 0).data(TRACK).fact.id
    view.follow(fact)
    assert view.grid.current().row() == 4
    view.follow(None)
    assert not view.grid.current().isValid() and told == []


def test_the_statement_takes_what_is_left_and_gives_it_back(view, chain):
    view.show_chain(chain)
    QApplication.processEvents()
    header, right = view.grid.left.horizontalHeader(), view.grid.right
    needed = sum(right.horizontalHeader().sectionSize(place) for place in range(4, 7))
    wide = header.sectionSize(1)
    assert right.viewport().width() >= needed
    assert view.minimumSizeHint().width() < 700
    view.resize(700, 600)
    QApplication.processEvents()
    assert header.sectionSize(1) == wide - 300 and right.viewport().width() >= needed


def test_arrows_lead_from_a_statement_to_its_verdicts(view, chain, qtbot):
    view.show_chain(chain)
    view.grid.set_current(0, 3)
    view.grid.left.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.keyClick(view.grid.left, Qt.Key.Key_Right)
    assert view.grid.current().column() == 4


def test_none_is_empty(view, chain):
    view.show_chain(chain)
    view.show_chain(None)
    assert view.rows.rowCount() == view.facts.rowCount() == 0 and view.chips() == []
    assert view.plot.getPlotItem().listDataItems() == []


def test_a_list_without_rows_says_why(view, chain):
    work = tuple(one for one in chain.erosion.tracks if one.fact.kind not in HUMAN_KINDS)
    assert work
    view.show_chain(replace(chain, erosion=replace(chain.erosion, tracks=work)))
    assert view.empty.isVisible() and not view.grid.isVisible()
    assert f"{len(work)} of other kinds were found before" in view.empty.text()
    view.which.setCurrentIndex(2)
    assert view.grid.isVisible() and not view.empty.isVisible()
