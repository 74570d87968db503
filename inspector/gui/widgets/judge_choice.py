"""Which model judges, and in how many passes; with none named, how to come by one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.gui.models.judge_words import commands_there, ways_words
from inspector.gui.plain import PlainLabel

_LETTERS = 40
"""Letters of a model's name that can be seen."""


class JudgeChoice(QWidget):
    """Says what is chosen, once it is another; asks nobody."""

    edited = Signal()
    """The name is being typed: what is shown no longer fits it."""
    chosen = Signal()
    """A model and a number of passes stand there that were not chosen before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model, self.passes = QComboBox(), QComboBox()
        self.ways, self.note = PlainLabel(), PlainLabel()
        self.commands: dict[str, QPushButton] = {}
        self._told = ("", 1)
        self._build()

    def offer(self, known: Sequence[str], model: str, passes: int, note: str) -> None:
        """Put in the models used before and the choice made last, without telling; ``note`` stands below."""
        for part in (self.model, self.passes):
            part.blockSignals(True)
        self.model.clear()
        self.model.addItems(list(dict.fromkeys(known)))
        self.model.setEditText(model)
        self.passes.setCurrentIndex(passes - 1)
        for part in (self.model, self.passes):
            part.blockSignals(False)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._told = self.value()
        self._show_ways()

    def value(self) -> tuple[str, int]:
        """The model's name, "" for none, and the number of passes."""
        return self.model.currentText().strip(), self.passes.currentIndex() + 1

    def focus_model(self) -> None:
        """Put the keyboard where a model is named."""
        self.model.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops."""
        return [self.model, self.passes, *self.commands.values()]

    def _choose(self, model: str) -> None:
        self.model.setEditText(model)
        self._tell()

    def _tell(self) -> None:
        self._show_ways()
        if self.value() != self._told:
            self._told = self.value()
            self.chosen.emit()

    def _show_ways(self) -> None:
        named = bool(self.value()[0])
        for part in (self.ways, self._offers):
            part.setVisible(not named)

    def _build(self) -> None:
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.setMinimumContentsLength(_LETTERS)
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.model.setAccessibleName(self.tr("Model that judges"))
        self.passes.addItems([self.tr("1 pass"), self.tr("2 passes")])
        self.passes.setAccessibleName(self.tr("Passes"))
        self.passes.setToolTip(self.tr("Two: everything is read twice; what both readings find is sure."))
        line = self.model.lineEdit()
        assert line is not None, "it is editable"
        line.setPlaceholderText(self.tr("provider/model"))
        line.textEdited.connect(lambda _: self.edited.emit())
        line.editingFinished.connect(self._tell)
        self.model.activated.connect(lambda _: self._tell())
        self.passes.activated.connect(lambda _: self._tell())
        for label in (self.ways, self.note):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.ways.setText(ways_words())
        self.ways.setAccessibleName(self.tr("How to come by a model"))
        top = QHBoxLayout()
        title = PlainLabel(self.tr("&Judge"))
        title.setBuddy(self.model)
        for part in (title, self.model, self.passes):
            top.addWidget(part)
        top.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(top)
        column.addWidget(self.ways)
        column.addWidget(self._offered())
        column.addWidget(self.note)

    def _offered(self) -> QWidget:
        """A button for each of the commands that are at hand."""
        self._offers = QWidget()
        row = QHBoxLayout(self._offers)
        row.setContentsMargins(0, 0, 0, 0)
        for program, name in commands_there(shutil.which).items():
            button = self.commands[program] = QPushButton(self.tr("Use {program}").format(program=program))
            button.setToolTip(name)
            button.clicked.connect(lambda _=False, name=name: self._choose(name))
            row.addWidget(button)
        row.addStretch(1)
        return self._offers
