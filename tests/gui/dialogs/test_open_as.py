from pathlib import Path

from inspector.gui.dialogs.open_as import OpenAsDialog
from inspector.read.adapters import ADAPTERS

IDS = [adapter.id for adapter in ADAPTERS]


def test_every_agent_is_a_choice_and_the_likely_ones_are_marked_and_first(qtbot):
    last = IDS[-1]
    dialog = OpenAsDialog(Path("/x/log.jsonl"), "two fit", [last])
    qtbot.addWidget(dialog)
    assert sorted(dialog.choices()) == sorted(IDS)
    assert dialog.choices()[0] == dialog.agent() == last
    assert [dialog.list.item(row).text().endswith("fits") for row in range(len(IDS))] == [True] + [False] * (
        len(IDS) - 1
    )


def test_where_every_agent_is_as_likely_none_is_marked(qtbot):
    dialog = OpenAsDialog(Path("/x/log.jsonl"), "none fits", IDS)
    qtbot.addWidget(dialog)
    assert dialog.choices() == IDS
    assert not any(dialog.list.item(row).text().endswith("fits") for row in range(len(IDS)))


def test_an_agent_that_nobody_knows_is_not_offered(qtbot):
    dialog = OpenAsDialog(Path("/x/log.jsonl"), "", ["from-the-future"])
    qtbot.addWidget(dialog)
    assert sorted(dialog.choices()) == sorted(IDS)
