import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from inspector.gui.popups import PreferencesDialog
from inspector.gui.theme import Scheme
from inspector.model import Basis
from inspector.store.cache import Cache


@pytest.fixture
def preferences(qtbot):
    def make(window):
        dialog = PreferencesDialog(window.bench, window.theme, window.choose_scheme)
        qtbot.addWidget(dialog)
        return dialog

    return make


def test_colours_are_in_force_at_once_and_kept(window, preferences, theme):
    dialog = preferences(window)
    dialog.scheme.setCurrentIndex(dialog.scheme.findData(Scheme.DARK))
    assert theme.dark
    assert window.settings.text("window.scheme") == "dark"


def test_the_window_of_the_model_is_the_sessions_and_can_be_taken_back(opened, preferences):
    dialog = preferences(opened)
    known = opened.bench.document.measurement.window.limit
    dialog.window_size.setValue(128_000)
    limit = opened.bench.document.measurement.window.limit
    assert (limit.value, limit.basis) == (128_000, Basis.ENTERED)
    assert preferences(opened).window_size.value() == 128_000
    dialog.window_size.setValue(0)
    assert opened.bench.document.measurement.window.limit == known


def test_without_a_session_there_is_no_window_to_set(window, preferences):
    assert not preferences(window).window_size.isEnabled()


def test_clearing_the_cache_forgets_what_was_counted(window, preferences, tmp_path):
    window.bench.cache = Cache(tmp_path / "cache.sqlite")
    window.bench.cache.remember_counts("t", {b"key": 5})
    preferences(window).clear_cache()
    assert window.bench.cache.find_counts("t", [b"key"]) == {}
    window.bench.cache.close()


def test_enter_in_a_field_closes_the_dialog_and_clears_nothing(opened, preferences, qtbot):
    dialog = preferences(opened)
    dialog.show()
    others = [button for button in dialog.findChildren(QPushButton) if "Close" not in button.text()]
    pressed = []
    for button in others:
        button.clicked.connect(lambda: pressed.append("something"))
    qtbot.keyClick(dialog.window_size, Qt.Key.Key_Return)
    assert len(others) == 2 and not pressed and not dialog.isVisible()
