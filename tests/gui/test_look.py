import re

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.look import look
from inspector.gui.theme import Scheme


def test_every_colour_of_the_sheet_is_one_of_the_theme(theme):
    used = set(re.findall(r"#[0-9a-f]{6}", look(theme.role)))
    known = {theme.role(name).name() for name in ("text", "muted", "faint", "line", "base", "raised", "hover")}
    known |= {theme.role(name).name() for name in ("pressed", "accent", "selection")}
    assert used == known


def test_the_sheet_is_whole(theme, qapp, capfd):
    sheet = look(theme.role)
    assert sheet.count("{") == sheet.count("}") and "{{" not in sheet
    qapp.setStyleSheet(sheet)
    assert "parse" not in capfd.readouterr().err


def test_a_view_that_is_shown_takes_the_colours_of_another_theme(theme, qapp, qtbot):
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.show()
    theme.choose(Scheme.DARK)
    qapp.processEvents()
    assert view.palette().color(QPalette.ColorRole.Base).name() == theme.role("base").name()


def test_buttons_are_of_one_height_and_a_selected_tab_has_the_accent(theme, qtbot):
    bar, first, second = QTabBar(), QPushButton("Run all"), QPushButton("Cancel")
    for widget in (bar, first, second):
        qtbot.addWidget(widget)
    assert first.sizeHint().height() == second.sizeHint().height()
    bar.addTab("Reader")
    bar.resize(bar.sizeHint())
    picture = bar.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, picture.height() - 1).name() == theme.role("accent").name()


@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK, Scheme.CONTRAST])
def test_fields_for_numbers_look_like_the_others_and_a_disabled_one_does_not_look_enabled(qtbot, theme, scheme):
    theme.choose(scheme)
    shown = QWidget()
    qtbot.addWidget(shown)
    shown.setStyleSheet(look(theme.role))
    fields = (QLineEdit(), QSpinBox(), QDoubleSpinBox())
    off = (QLineEdit(), QSpinBox())
    box = QVBoxLayout(shown)
    for field in (*fields, *off):
        box.addWidget(field)
        field.setEnabled(field in fields)
    shown.setFocusProxy(off[0])
    shown.resize(300, 200)
    shown.show()
    qtbot.waitExposed(shown)

    def is_drawn(field, y, role):
        drawn, wanted = QColor(field.grab().toImage().pixel(field.width() // 2, y)), theme.role(role)
        return abs(drawn.lightness() - wanted.lightness()) <= 2

    assert [is_drawn(field, 0, "line") for field in (*fields[1:], *off)] == [True] * 4
    assert [is_drawn(field, 3, "base") for field in fields] == [True] * 3
    assert [is_drawn(field, 3, "raised") for field in off] == [True] * 2
    assert fields[1].height() - fields[0].height() <= 3


@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK, Scheme.CONTRAST])
def test_the_current_row_of_a_box_to_choose_from_can_be_read(qtbot, qapp, theme, scheme):
    theme.choose(scheme)
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["MMMMMM", "IIIIII"])
    box.show()
    box.showPopup()
    qapp.processEvents()
    rows = [box.view().visualRect(box.model().index(place, 0)) for place in range(2)]
    picture = box.view().viewport().grab().toImage()
    for rect in rows:
        lights = [
            picture.pixelColor(x, y).lightness()
            for x in range(rect.left() + 2, min(rect.right(), 60))
            for y in range(rect.top() + 2, rect.bottom() - 1)
        ]
        assert max(lights) - min(lights) > 100
    grounds = [picture.pixelColor(rect.right() - 3, rect.center().y()).name() for rect in rows]
    assert grounds[0] != grounds[1], "which row is the current one is seen"
    box.hidePopup()
