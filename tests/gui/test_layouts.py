import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QSizePolicy, QWidget

from inspector.gui.layouts import (
    choice_box,
    column,
    focus_next,
    link_label,
    plain_label,
    restore_sizes,
    restore_states,
    row,
    save_states,
    splitter,
    tool_button,
)
from inspector.gui.theme import Scheme


def test_parts_stand_below_and_beside_each_other_with_their_shares(qtbot):
    holder, first, second, third = (QWidget() for _ in range(4))
    qtbot.addWidget(holder)
    box = column(holder, row(None, first, None, second, spacing=7), (third, 4), margins=(1, 2, 3, 4))
    assert holder.layout() is box and box.stretch(1) == 4 and box.getContentsMargins() == (1, 2, 3, 4)
    inner = box.itemAt(0).layout()
    assert inner.count() == 3 and inner.stretch(1) == 1 and inner.spacing() == 7


def test_links_take_the_colour_of_another_theme(theme, qtbot):
    label = link_label("Places")
    qtbot.addWidget(label)
    label.setText('<a href="1">#1</a>')
    label.show()
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        theme.choose(scheme)
        QApplication.processEvents()
        drawn = label.grab().toImage()
        colours = {drawn.pixelColor(x, y).name() for x in range(drawn.width()) for y in range(drawn.height())}
        assert theme.role("link").name() in colours


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
    # From elsewhere it begins at an end.
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


def test_borders_between_parts_are_put_back_as_they_were_and_never_beyond(qtbot):
    parts = splitter((QWidget(), 1), (QWidget(), 2), vertical=True, sizes=(100, 200))
    qtbot.addWidget(parts)
    assert parts.orientation() is Qt.Orientation.Vertical and not parts.childrenCollapsible()
    parts.show()
    parts.resize(10, parts.height() + 300 - sum(parts.sizes()))
    first, second = parts.sizes()
    assert abs(2 * first - second) <= 3
    assert restore_sizes(parts, [100, 200])
    for odd in (None, [1], [1, 2, 3], ["1", 2], [True, 2]):
        assert not restore_sizes(parts, odd)
    assert parts.sizes() == [100, 200]
    restore_sizes(parts, [200, 100])
    assert parts.sizes() == [200, 100]


def test_words_of_a_log_are_never_markup(qtbot):
    label = plain_label("<b>x</b>", name="Said", selectable=True, narrows=True, bold=True)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText and label.accessibleName() == "Said"
    assert label.font().bold() and label.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored


def test_what_is_read_out_is_the_tooltip_where_none_is_given(qtbot):
    pressed = []
    sign = tool_button("✕", lambda: pressed.append(1), name="Close")
    word = tool_button("Why", name="Say why", tip="Why (Ctrl+Y)", flat=False)
    for button in (sign, word):
        qtbot.addWidget(button)
        button.click()
    assert (sign.toolTip(), word.toolTip(), word.accessibleName()) == ("Close", "Why (Ctrl+Y)", "Say why")
    assert pressed == [1] and sign.autoRaise() and not word.autoRaise()


def test_a_choice_is_told_once_it_is_another(qtbot):
    told = []
    box = choice_box("Which", {"One": 1, "Two": 2}, lambda: told.append(box.currentData()))
    qtbot.addWidget(box)
    box.setCurrentIndex(1)
    assert told == [2] and box.accessibleName() == "Which"
