"""Which model answers probe questions from each new context, and grades the answers blind; sends nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from inspector.gui.widgets.model_choice import ModelChoice


class ProbeDialog(QDialog):
    """Gives a model's name by ``chosen``; one that leads nowhere cannot be chosen."""

    chosen = Signal(str)

    def __init__(self, known: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.head())
        self.choice = ModelChoice(known, has_words=False, parent=self)
        about, self._check = QLabel(), QLabel()
        about.setText(self.about())
        for label in (about, self._check):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._check.setMinimumHeight(self._check.fontMetrics().lineSpacing() * 3)
        self._check.setAlignment(Qt.AlignmentFlag.AlignTop)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.choice.add_to(form)
        form.addRow("", self._check)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self._buttons.button(buttons.Ok).setText(self.tr("Show &what is sent…"))
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(about)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(self._buttons)
        self.resize(600, 340)
        self.choice.changed.connect(self._changed)
        if known:
            self.choice.show_name(known[0])
        self._changed()
        self.choice.model.setFocus()

    def head(self) -> str:
        """The title."""
        return self.tr("Ask probe questions")

    def about(self) -> str:
        """What is done with the model."""
        return self.tr(
            "One model answers the same questions from each new context alone: recall, artifacts, continuation and "
            "decisions. Then it grades the answers without knowing which column gave them. What is sent, and what "
            "that would cost, is shown before."
        )

    def words(self) -> str:
        """What is said about the entries."""
        return self._check.text()

    def _changed(self) -> None:
        self.choice.allow(True)
        words, good = self.choice.checked()
        self._check.setText(words)
        self._check.setAccessibleName(words)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(good)

    def _accept(self) -> None:
        self.chosen.emit(self.choice.name())
        self.accept()
