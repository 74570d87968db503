import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from inspector.gui.layouts import column, focus_next, restore_states, row, save_states


def test_parts_stand_below_and_beside_each_other_with_their_shares(qtbot):
    holder, first, second, third = (QWidget() for _ in range(4))
    qtbot.addWidget(holder)
    box = column(holder, row(None, first, None, second, spacing=7), (third, 4), margins=(1, 2, 3, 4))
    assert holder.layout() is box and box.stretch(1) == 4 and box.getContentsMargins() == (1, 2, 3, 4)
    inner = box.itemAt(0).layout()
    assert inner.count() == 3 and inner.stretch(1) == 1 and inner.spacing() == 7


@pytest.fixture
def fields(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    made = [QLineEdit(), QPushButton("x"), QLineEdit(), QLineEdit()]
    column(holder, *made)
    made[2].hide()
    holder.show()
    holder.activateWindow()
    qtbot.waitUntil(holder.isActiveWindow)
    return holder, made


def test_the_keyboard_goes_round_what_can_be_seen(fields):
    holder, (first, second, _, fourth) = fields
    first.setFocus()
    seen = []
    for step in (1, 1, 1, -1):
        focus_next(holder, fields[1], step)
        seen.append(holder.focusWidget())
    assert seen == [second, fourth, first, fourth]


def test_from_elsewhere_it_begins_at_an_end(fields):
    holder, (first, second, _, fourth) = fields
    first.setFocus()
    focus_next(holder, (second, fourth), 1)
    assert holder.focusWidget() is second
    first.setFocus()
    focus_next(holder, (second, fourth), -1)
    assert holder.focusWidget() is fourth


class Remembering(QWidget):
    state = None

    def save_state(self):
        return {"a": 1}

    def restore_state(self, state):
        self.state = state


def test_panes_are_remembered_by_name_and_what_is_odd_is_left(qtbot):
    pane, plain = Remembering(), QWidget()
    for widget in (pane, plain):
        qtbot.addWidget(widget)
        widget.setObjectName(type(widget).__name__)
    assert save_states((pane, plain)) == {"Remembering": {"a": 1}}
    for odd in (None, ["x"], {"Remembering": 3}):
        restore_states((pane, plain), odd)
    assert pane.state is None
    restore_states((pane, plain), {"Remembering": {"a": 2}, "QWidget": {}})
    assert pane.state == {"a": 2}
