import pytest

from inspector.gui.widgets.item_list import ItemHead, ItemList
from inspector.workbench.document import Stage
from tests.made_session import long_session


@pytest.fixture
def items(qtbot, theme):
    made = ItemList(theme)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.rows.show(long_session(3_000).advanced(Stage.RECONSTRUCT))
    made.rows.place()
    made.grab()
    return made


@pytest.fixture
def chosen(items):
    heard = []
    items.chosen.connect(heard.append)
    return heard


def test_going_to_a_row_is_told_and_stays_within_the_list(items, chosen):
    for row in (5, -3, 10_000):
        items.go(row)
    assert chosen == [5, 0, items.rows.rowCount() - 1]


def test_a_row_is_marked_and_brought_into_sight_without_telling(items, chosen):
    items.mark(2_500)
    assert items.currentIndex().row() == 2_500 and chosen == []
    assert items.viewport().rect().contains(items.visualRect(items.currentIndex()))
    items.mark(-1)
    assert not items.currentIndex().isValid()


def test_without_rows_there_is_nowhere_to_go(qtbot, theme):
    made = ItemList(theme)
    qtbot.addWidget(made)
    made.go(3)
    assert not made.currentIndex().isValid()


def test_letters_find_no_row(items, chosen):
    items.keyboardSearch("i")
    assert chosen == []


def test_the_head_is_one_line_and_draws_with_and_without_times(items, theme, qtbot):
    head = ItemHead(items, theme)
    qtbot.addWidget(head)
    head.resize(600, head.height())
    with_time = head.grab().toImage()
    items.painter.with_time = False
    assert head.grab().toImage() != with_time and head.sizeHint().height() == head.height()


def test_the_current_row_stays_in_sight_when_the_list_gets_lower_and_one_out_of_sight_stays_there(items):
    items.show()
    items.go(12)
    items.resize(600, 120)
    assert items.viewport().rect().contains(items.visualRect(items.currentIndex()))
    items.verticalScrollBar().setValue(1_000)
    items.resize(600, 100)
    assert items.verticalScrollBar().value() == 1_000
