"""Settings of a request, folded behind a button: maximum output, temperature, effort, seed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QToolButton, QWidget

from inspector.model.settings import EFFORTS, Settings

_MOST_OUTPUT, _STEP = 1_000_000, 1_000
_UNSET = -0.1
"""Below the lowest temperature: shown as a word."""


class SettingsRows(QObject):
    """Rows of a form. What is left alone is the model's own and is not sent."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fold = QToolButton()
        self.max_output, self.temperature = QSpinBox(), QDoubleSpinBox()
        self.effort, self.seed = QComboBox(), QLineEdit()
        self._form = QFormLayout()
        self._allowed = True
        self._fill()

    def add_to(self, form: QFormLayout) -> None:
        """Put the rows into a form; all but the button are folded."""
        self._form = form
        form.addRow("", self.fold)
        for words, part in self._rows():
            form.addRow(words, part)
            part.setAccessibleName(words.replace("&", ""))
        self._show_rows()

    def settings(self) -> Settings:
        """What is entered."""
        temperature, seed = self.temperature.value(), self.seed.text().strip()
        return Settings(
            max_output=self.max_output.value() or None,
            temperature=None if temperature < 0 else round(temperature, 2),
            effort=str(self.effort.currentData()),
            seed=int(seed) if self.seed.hasAcceptableInput() and seed else None,
        )

    def show_settings(self, settings: Settings) -> None:
        """Enter settings; where there are any, the rows are open."""
        self.max_output.setValue(settings.max_output or 0)
        self.temperature.setValue(_UNSET if settings.temperature is None else settings.temperature)
        self.effort.setCurrentIndex(max(self.effort.findData(settings.effort), 0))
        self.seed.setText("" if settings.seed is None else str(settings.seed))
        self.fold.setChecked(bool(settings.given))

    def allow(self, wanted: bool) -> None:
        """Whether a model is asked at all; the rows are hidden where none is."""
        self._allowed = wanted
        self._show_rows()

    def _rows(self) -> tuple[tuple[str, QWidget], ...]:
        return (
            (self.tr("Ma&ximum output"), self.max_output),
            (self.tr("&Temperature"), self.temperature),
            (self.tr("E&ffort"), self.effort),
            (self.tr("See&d"), self.seed),
        )

    def _show_rows(self) -> None:
        is_open = self.fold.isChecked()
        self.fold.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        if self._form.indexOf(self.fold) < 0:
            return
        self._form.setRowVisible(self.fold, self._allowed)
        for _, part in self._rows():
            self._form.setRowVisible(part, self._allowed and is_open)

    def _fill(self) -> None:
        own = self.tr("the model's own")
        self.fold.setText(self.tr("Settings"))
        self.fold.setCheckable(True)
        self.fold.setAutoRaise(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.max_output.setRange(0, _MOST_OUTPUT)
        self.max_output.setSingleStep(_STEP)
        self.max_output.setGroupSeparatorShown(True)
        self.max_output.setSuffix(self.tr(" tokens"))
        self.max_output.setSpecialValueText(self.tr("as much as the model may write"))
        self.temperature.setRange(_UNSET, 2.0)
        self.temperature.setSingleStep(0.1)
        self.temperature.setValue(_UNSET)
        self.temperature.setSpecialValueText(own)
        self.effort.addItem(own, "")
        words = {"low": self.tr("low"), "medium": self.tr("medium"), "high": self.tr("high")}
        for effort in EFFORTS:
            self.effort.addItem(words[effort], effort)
        self.seed.setValidator(QIntValidator(self.seed))
        self.seed.setPlaceholderText(self.tr("none; or a whole number, for models that support a seed"))
        self.fold.toggled.connect(lambda _: self._show_rows())
        self.max_output.valueChanged.connect(lambda _: self.changed.emit())
        self.temperature.valueChanged.connect(lambda _: self.changed.emit())
        self.effort.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.seed.textChanged.connect(lambda _: self.changed.emit())
