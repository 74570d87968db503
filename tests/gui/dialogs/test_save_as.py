from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.gui.dialogs.save_as import save_as


@pytest.fixture
def asked(qtbot):
    """The dialog, and what it gave."""
    parent, told = QWidget(), []
    qtbot.addWidget(parent)
    yield save_as(parent, "Export", {"Picture": "png", "Drawing": "svg"}, "plot", told.append), told
    for dialog in parent.findChildren(QFileDialog):
        dialog.close()


def test_the_first_form_is_offered_and_the_suffix_follows_the_form(asked):
    dialog, _ = asked
    assert dialog.nameFilters() == ["Picture (*.png)", "Drawing (*.svg)"]
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave and dialog.defaultSuffix() == "png"
    assert dialog.selectedFiles()[0].endswith("plot.png")
    dialog.filterSelected.emit("Drawing (*.svg)")
    assert dialog.defaultSuffix() == "svg"


def test_what_is_chosen_is_told(asked, tmp_path):
    dialog, told = asked
    dialog.fileSelected.emit(str(tmp_path / "x.png"))
    assert told == [Path(tmp_path / "x.png")]
