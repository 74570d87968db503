import re

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QTabBar

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
