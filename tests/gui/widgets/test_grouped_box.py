import pytest
from PySide6.QtCore import Qt

from inspector.gui.widgets.grouped_box import GroupedBox, strategy_groups
from tests.made_runs import strategies


@pytest.fixture
def box(qtbot):
    made = GroupedBox()
    qtbot.addWidget(made)
    made.offer(strategy_groups(strategies()))
    return made


def rows(box):
    return [(box.itemText(row), box.itemData(row), box.model().item(row).isEnabled()) for row in range(box.count())]


def test_every_strategy_stands_below_the_agent_that_it_is_of(box):
    told = rows(box)
    headings = [name for name, data, _ in told if data is None]
    assert headings[0] == "Ours" and headings[-1].startswith("Controls") and "Claude Code" in headings
    assert not any(enabled for _, data, enabled in told if data is None), "a heading cannot be chosen"
    assert sorted(data for _, data, _ in told if data) == sorted(strategies().all)
    assert not any("/" in name for name, data, _ in told if data), "titles, not ids"


def test_each_has_a_line_of_what_it_is_and_says_whether_it_needs_a_model(box):
    line = box.itemData(box.findData("codex/local"), Qt.ItemDataRole.AccessibleTextRole)
    assert line == "Codex, local compaction · needs a model"


def test_the_keyboard_steps_over_headings_and_what_is_chosen_stays(box, qtbot):
    box.set_value("codex/user-messages-only")
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.value().startswith(("codex/", "copilot/"))
    before = box.value()
    box.set_value("no/such")
    box.offer(strategy_groups(strategies()))
    assert box.value() == before
