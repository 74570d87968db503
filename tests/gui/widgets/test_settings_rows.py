import pytest
from PySide6.QtWidgets import QFormLayout, QWidget

from inspector.gui.dialogs.edit_column import SettingsRows
from inspector.model.settings import UNSET, Settings


@pytest.fixture
def rows(qtbot):
    place = QWidget()
    qtbot.addWidget(place)
    form, made = QFormLayout(place), SettingsRows()
    made.setParent(place)
    made.add_to(form)
    place.show()
    yield made
    place.close()


def test_what_is_left_alone_is_not_set(rows):
    assert rows.settings() == UNSET
    assert not rows.max_output.isVisible() and rows.fold.isVisible()


@pytest.mark.parametrize(
    "settings",
    [
        UNSET,
        Settings(max_output=64_000),
        Settings(temperature=0.0),
        Settings(temperature=0.7, effort="high", seed=0),
        Settings(seed=-5),
    ],
)
def test_what_is_shown_is_entered_and_opens_the_rows(rows, settings):
    rows.show_settings(settings)
    assert rows.settings() == settings
    assert rows.seed.isVisible() is bool(settings.given)


def test_words_are_no_seed(rows, qtbot):
    rows.fold.click()
    with qtbot.waitSignal(rows.changed):
        qtbot.keyClicks(rows.seed, "ab12-")
    assert rows.settings().seed == 12


def test_nothing_of_them_is_shown_where_no_model_is_asked(rows):
    rows.show_settings(Settings(effort="low"))
    rows.allow(False)
    assert not rows.effort.isVisible() and not rows.fold.isVisible()
    rows.allow(True)
    assert rows.effort.isVisible() and rows.settings().effort == "low"
