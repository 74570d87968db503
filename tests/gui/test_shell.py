from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.gui.shell import leave_drops_to_window
from inspector.gui.theme import Scheme


def test_colours_are_kept_for_the_next_time(window, theme):
    window.choose_scheme(Scheme.DARK)
    assert theme.dark and window.settings.text("window.scheme") == "dark"
    assert window.verbs["view.dark"].isChecked() and not window.verbs["view.light"].isChecked()


def test_the_way_to_models_is_made_once_and_closed_with_the_window(window):
    assert window.hang_up()
    assert window.asking is window.asking
    assert window.hang_up()


def test_a_field_leaves_what_is_dropped_on_it_to_the_window(qtbot):
    outer = QWidget()
    qtbot.addWidget(outer)
    field = QLineEdit(outer)
    assert field.acceptDrops()
    leave_drops_to_window(outer)
    assert not field.acceptDrops()
