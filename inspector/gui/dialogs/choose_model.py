"""Which model is asked something: checked as it is entered, and nothing is sent by that."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import column
from inspector.gui.plain import PlainLabel
from inspector.gui.widgets.model_choice import ModelChoice


class ModelForm(QDialog):
    """A form with the rows of a model, what its name leads to, and Ok where that is somewhere."""

    chosen = Signal(object)
    """What was entered when Ok was pressed."""
    priced = Signal(object)
    """Before it, the ``SetPrice`` of a server's model, where one was entered."""

    def __init__(self, title: str, choice: ModelChoice, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.choice = choice
        choice.setParent(self)
        self._about, self._check = PlainLabel(wrap=True), PlainLabel(wrap=True)
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self._ok = self._buttons.button(buttons.Ok)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        keep_height(self._check)

    def words(self) -> str:
        """What is said about the entries."""
        return self._check.text()

    def entered(self) -> object:
        """What ``chosen`` gives."""
        raise NotImplementedError

    def _say(self, words: str, good: bool) -> None:
        self._check.setText(words)
        self._check.setAccessibleName(words)
        self._ok.setEnabled(good)

    def _accept(self) -> None:
        price = self.choice.set_price()
        if price is not None:
            self.priced.emit(price)
        self.chosen.emit(self.entered())
        self.accept()


class ChooseModel(ModelForm):
    """Gives a model's name by ``chosen``; one that leads nowhere cannot be chosen."""

    def __init__(self, title: str, about: str, who: str, known: Sequence[str], parent: QWidget | None = None) -> None:
        """``who`` is what the model does, as the title of a field: ``Who judges``."""
        super().__init__(title, ModelChoice(known, has_words=False, who=who), parent)
        self._about.setText(about)
        self._ok.setText(self.tr("Show &what is sent…"))
        self.choice.add_to(self._form)
        self._form.addRow("", self._check)
        column(self, self._about, self._form, None, self._buttons)
        self.resize(600, 340)
        self.choice.changed.connect(self._changed)
        if known:
            self.choice.show_name(known[0])
        self._changed()
        self.choice.model.setFocus()

    def entered(self) -> str:
        """The model's name."""
        return self.choice.name()

    def _changed(self) -> None:
        self.choice.allow(True)
        self._say(*self.choice.checked())


def choose_judge(known: Sequence[str], parent: QWidget | None = None) -> ChooseModel:
    """Which model judges the columns of a comparison."""
    about = tr(
        "One model reads what every column has written, without knowing whose it is, and says what became of each "
        "statement and which claims nothing supports. Controls among the columns, which have to come last, show "
        "what its verdicts are worth. What is sent, and what that would cost, is shown before."
    )
    return ChooseModel(tr("Judge columns"), about, tr("Who &judges"), known, parent)


def keep_height(label: QLabel) -> None:
    """Room for three lines whatever it says, so that nothing below it jumps."""
    label.setMinimumHeight(label.fontMetrics().lineSpacing() * 3)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
