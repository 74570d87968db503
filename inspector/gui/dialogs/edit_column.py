"""What a column runs: strategy, model, prompt, what to preserve, repeats. Checked as it is entered; sends nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.widgets.model_choice import WORDS, ModelChoice
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.library import Strategies
from inspector.rerun.prompts import RECORDED, Prompts
from inspector.rerun.strategy import Strategy

_MOST_REPEATS = 20


class ColumnDialog(QDialog):
    """Gives a ``Variant`` by ``chosen``; what cannot be run cannot be chosen."""

    chosen = Signal(object)

    def __init__(
        self,
        variant: Variant,
        strategies: Strategies,
        prompts: Prompts,
        known: Sequence[str],
        parent: QWidget | None = None,
        *,
        has_words: bool = True,
        has_prompt: bool = False,
    ) -> None:
        super().__init__(parent)
        self._strategies, self._variant = strategies, variant
        self.setWindowTitle(self.tr("What the column runs"))
        self.strategy, self.prompt, self.focus = QComboBox(), QComboBox(), QLineEdit()
        self.choice = ModelChoice(known, has_words=has_words, parent=self)
        self.kind, self.model = self.choice.kind, self.choice.model
        self.repeats = QSpinBox()
        self._about, self._check = QLabel(), QLabel()
        self._prompts = prompts
        self._fill(prompts, has_prompt)
        self._build()
        self._show(variant)
        self._changed()

    def variant(self) -> Variant:
        """What is entered."""
        strategy = self._strategies.all[str(self.strategy.currentData())]
        free = strategy.llm == "none"
        return replace(
            self._variant,
            strategy=strategy,
            model="" if free else self.choice.name(),
            prompt="" if free else str(self.prompt.currentData() or ""),
            focus=self.focus.text().strip() if self._takes_focus(strategy) else "",
            repeats=1 if free or self.kind.currentData() == WORDS else self.repeats.value(),
        )

    def focus_part(self, part: str) -> None:
        """Put the keyboard where something is to be changed: model, prompt, or anything else."""
        model = self.model if self.model.isEnabled() else self.kind
        places = {"model": model, "prompt": self.prompt, "focus": self.focus}
        places.get(part, self.strategy).setFocus()

    def words(self) -> str:
        """What is said about the entries."""
        return self._check.text()

    def _takes_focus(self, strategy: Strategy) -> bool:
        """Whether what is asked has a place for it: words of an agent are sent as they are."""
        name = str(self.prompt.currentData() or "")
        prompt = self._prompts.all.get(name)
        plain = name == RECORDED or (prompt is not None and prompt.plain)
        return strategy.llm != "none" and self.kind.currentData() != WORDS and not plain

    def _changed(self) -> None:
        variant = self.variant()
        free = variant.strategy.llm == "none"
        kind = self.kind.currentData()
        self._about.setText(f"{variant.strategy.title}. {' '.join(variant.strategy.about.split())}")
        self.choice.allow(not free)
        for part in (self.prompt, self.repeats):
            part.setEnabled(not free and kind != WORDS)
        self.focus.setEnabled(self._takes_focus(variant.strategy))
        wanted = variant.strategy.summarize
        own = wanted.focus if wanted is not None else ""
        self.focus.setPlaceholderText(own or self.tr("nothing in particular; such as: the schema and every rule on it"))
        words, good = self._checked(variant)
        self._check.setText(words)
        self._check.setAccessibleName(words)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(good)

    def _checked(self, variant: Variant) -> tuple[str, bool]:
        """What a model's name leads to, and whether it leads anywhere. Never the key itself."""
        if variant.strategy.llm == "none":
            return self.tr("This strategy needs no model and sends nothing."), True
        words, good = self.choice.checked()
        if not good or variant.model == RECORDED_WORDS:
            return words, good
        secrets = self.tr("secrets are taken out; which, and whether one may go, is asked before the first send")
        return f"{words} · {secrets}", True

    def _show(self, variant: Variant) -> None:
        self.strategy.setCurrentIndex(self.strategy.findData(variant.strategy.id))
        self.prompt.setCurrentIndex(max(self.prompt.findData(variant.prompt), 0))
        self.repeats.setValue(variant.repeats)
        self.focus.setText(variant.focus)
        self.choice.show_name(variant.model)

    def _fill(self, prompts: Prompts, has_prompt: bool) -> None:
        for strategy in self._strategies.all.values():
            needs = "" if strategy.llm == "none" else self.tr(" · needs a model")
            self.strategy.addItem(f"{strategy.id}{needs}", strategy.id)
        self.prompt.addItem(self.tr("the one that fits the strategy"), "")
        if has_prompt:
            self.prompt.addItem(self.tr("the agent's own, from this log"), RECORDED)
        for prompt in prompts.all.values():
            self.prompt.addItem(f"{prompt.name}  ({prompt.title})", prompt.name)
        self.repeats.setRange(1, _MOST_REPEATS)

    def _build(self) -> None:
        for box in (self.strategy, self.prompt):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(30)
        for label in (self._about, self._check):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setMinimumHeight(label.fontMetrics().lineSpacing() * 3)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow(self.tr("&Strategy"), self.strategy)
        self.strategy.setAccessibleName(self.tr("Strategy"))
        self._form.addRow("", self._about)
        self.choice.add_to(self._form)
        rows = (
            (self.tr("&Prompt"), self.prompt),
            (self.tr("Pr&eserve"), self.focus),
            (self.tr("&Repeats"), self.repeats),
            ("", self._check),
        )
        for words, part in rows:
            self._form.addRow(words, part)
            if words:
                part.setAccessibleName(words.replace("&", ""))
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addStretch(1)
        column.addWidget(self._buttons)
        self.resize(640, 480)
        self.choice.changed.connect(self._changed)
        for box in (self.strategy, self.prompt):
            box.currentIndexChanged.connect(lambda _: self._changed())
        self.focus.textChanged.connect(lambda _: self._changed())

    def _accept(self) -> None:
        self.chosen.emit(self.variant())
        self.accept()
