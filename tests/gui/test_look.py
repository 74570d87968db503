import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from inspector.gui.look import look
from inspector.gui.theme import Scheme


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
