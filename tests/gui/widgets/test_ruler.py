import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.gui.models.rows import KINDS
from inspector.gui.widgets.ruler import Ruler, RulerTick, most_frequent
from inspector.model import ItemKind


@pytest.fixture
def ruler(qtbot, theme):
    made = Ruler(theme)
    qtbot.addWidget(made)
    made.resize(16, 200)
    made.show()
    return made


def test_a_click_goes_to_the_row_at_that_height(ruler, qtbot):
    ruler.show_rows(np.zeros(1_000, np.int64), ())
    with qtbot.waitSignal(ruler.jumped) as caught:
        qtbot.mouseClick(ruler, Qt.MouseButton.LeftButton, pos=QPoint(8, 100))
    assert caught.args[0] == pytest.approx(500, abs=10)


def test_each_height_has_the_colour_of_what_is_there(ruler, theme):
    kinds = np.repeat([KINDS.index(ItemKind.USER), KINDS.index(ItemKind.TOOL_RESULT)], 5_000)
    ruler.show_rows(kinds, [RulerTick(5_000, "compaction")])
    image = ruler.grab().toImage()
    assert image.pixelColor(8, 50).name() == theme.kind("user").name()
    assert image.pixelColor(8, 150).name() == theme.kind("tool_result").name()
    assert image.pixelColor(1, 100).name() == theme.role("compaction").name()


def test_an_empty_list_has_no_places(ruler, qtbot):
    ruler.show_rows(np.zeros(0, np.int64), ())
    with qtbot.assertNotEmitted(ruler.jumped):
        qtbot.mouseClick(ruler, Qt.MouseButton.LeftButton, pos=QPoint(8, 100))


def test_the_most_frequent_kind_wins_and_compactions_do_not_count():
    assert most_frequent(np.array([-1, -1, 3, 2, 3])) == 3
    assert most_frequent(np.array([-1])) is None
