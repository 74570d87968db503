"""Which model is asked, of a judge also in how many passes; with none named, how to come by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QWidget

from inspector.ask.ways import Way, commands_there
from inspector.gui.layouts import FLUSH, column, label_of, plain_label, row
from inspector.gui.models.judge_words import way_tip, ways_words
from inspector.gui.plain import tip

_LETTERS = 40
"""Letters of a model's name that can be seen."""
_ABREAST, _MOST = 4, 12
"""Buttons of models in a line, and in all."""


class JudgeChoice(QWidget):
    """Says what is chosen, once it is another; asks nobody."""

    edited = Signal()
    """The name is being typed: what is shown no longer fits it."""
    chosen = Signal()
    """A model and a number of passes stand there that were not chosen before."""

    def __init__(self, title: str = "", *, has_passes: bool = True) -> None:
        """``title`` stands beside the field: what the model is to do; "" for judging."""
        super().__init__()
        self._title = title or self.tr("&Judge")
        self.model, self.passes = QComboBox(), QComboBox()
        self.ways = plain_label(ways_words(), name=self.tr("How to come by a model"), selectable=True)
        self.note = plain_label(selectable=True)
        self.offered: dict[str, QPushButton] = {}
        self._told: tuple[str, int] | None = None
        """What was chosen last; None while a name is typed."""
        self._ways: dict[str, Way] = {}
        self._build()
        self.passes.setVisible(has_passes)

    def offer(self, known: Sequence[str], model: str, passes: int = 1, note: str = "") -> None:
        """Put in the models used before and the choice made last, without telling; ``note`` stands below."""
        for part in (self.model, self.passes):
            part.blockSignals(True)
        self.model.clear()
        self.model.addItems(list(dict.fromkeys(known)))
        for way in self._ways.values():
            self._list(way)
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

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops."""
        return [self.model, self.passes, *self.offered.values()]

    def _choose(self, model: str) -> None:
        self.model.setEditText(model)
        self._tell()

    def _edit(self) -> None:
        # A name that is typed anew is chosen again, also where it is the one that stood there.
        self._told = None
        self.edited.emit()

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
        self.model.setAccessibleName(self._title.replace("&", ""))
        self.passes.addItems([self.tr("1 pass"), self.tr("2 passes")])
        self.passes.setAccessibleName(self.tr("Passes"))
        self.passes.setToolTip(self.tr("Two: everything is read twice; what both readings find is sure."))
        line = self.model.lineEdit()
        assert line is not None, "it is editable"
        line.setPlaceholderText(self.tr("provider/model"))
        line.textEdited.connect(lambda _: self._edit())
        line.editingFinished.connect(self._tell)
        self.model.activated.connect(lambda _: self._tell())
        self.passes.activated.connect(lambda _: self._tell())
        top = row(None, label_of(self.model, self._title), self.model, self.passes, None)
        column(self, top, self.ways, self._offered(), self.note, margins=FLUSH)

    def _offered(self) -> QWidget:
        """A button for each of the commands that are at hand; ``add_ways`` brings more."""
        self._offers = QWidget()
        self._places = QGridLayout(self._offers)
        self._places.setContentsMargins(0, 0, 0, 0)
        self._places.setColumnStretch(_ABREAST, 1)
        self.add_ways(way for way in commands_there() if not way.cannot)
        return self._offers

    def add_ways(self, ways: Iterable[Way]) -> None:
        """Offer further models, each once: in the list of the field, and while none is named as buttons."""
        for way in ways:
            if way.name in self._ways:
                continue
            self._ways[way.name] = way
            self._list(way)
            if len(self.offered) >= _MOST:
                continue
            words = way.name.removeprefix("command:").replace("&", "&&")
            button = self.offered[way.name] = QPushButton(self.tr("Use {model}").format(model=words))
            button.setToolTip(tip(way_tip(way)))
            button.clicked.connect(lambda _=False, name=way.name: self._choose(name))
            place = len(self.offered) - 1
            self._places.addWidget(button, place // _ABREAST, place % _ABREAST)

    def _list(self, way: Way) -> None:
        """A row for a model in the list of the field, unless it has one; what is typed in the field stays."""
        typed = self.model.currentText()
        if self.model.findText(way.name, Qt.MatchFlag.MatchFixedString) < 0:
            self.model.addItem(way.name)
            self.model.setItemData(self.model.count() - 1, tip(way_tip(way)), Qt.ItemDataRole.ToolTipRole)
            self.model.setEditText(typed)
