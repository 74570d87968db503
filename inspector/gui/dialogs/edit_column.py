"""What a column runs: strategy, model, prompt, settings. Checked as it is entered; sends nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from inspector.errors import InspectorError
from inspector.gui.language import number, tr
from inspector.gui.layouts import column
from inspector.gui.plain import PlainLabel
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.grouped_box import GroupedBox, strategy_groups
from inspector.gui.widgets.judge_choice import JudgeChoice
from inspector.llm.models import key_of, open_chat
from inspector.measure.models import find_model
from inspector.model.settings import EFFORTS, UNSET, Settings
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.library import Strategies
from inspector.rerun.prompts import RECORDED, Prompts


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
        """``has_words``: the recorded summary can be read; ``has_prompt``: the log holds what asked for it."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("What is compared"))
        self._strategies, self._variant, self._prompts = strategies, variant, prompts
        self.strategy, self.prompt, self.focus = GroupedBox(), QComboBox(), QLineEdit()
        self.model = JudgeChoice(self.tr("&Model"), has_passes=False)
        self.settings = SettingsRows()
        self.settings.setParent(self)
        self._about, self.check = PlainLabel(wrap=True), PlainLabel(wrap=True)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self._ok = self._buttons.button(buttons.Ok)
        self.strategy.offer(strategy_groups(strategies))
        self._fill(prompts, has_prompt)
        self._build()
        words = [RECORDED_WORDS] if has_words else []
        self.model.offer([*known, *words], variant.model or next(iter(known), ""))
        self._show(variant)
        self._changed()

    def entered(self) -> Variant:
        """What is entered."""
        strategy = self._strategies.all[self.strategy.value()]
        free = strategy.llm == "none"
        model = "" if free else self.model.value()[0]
        asks = model not in ("", RECORDED_WORDS)
        return replace(
            self._variant,
            strategy=strategy,
            model=model,
            prompt="" if free else str(self.prompt.currentData() or ""),
            focus=self.focus.text().strip() if asks and self._takes_focus() else "",
            settings=self.settings.settings() if asks else UNSET,
        )

    def _takes_focus(self) -> bool:
        """Whether what is asked has a place for it: words of an agent are sent as they are."""
        name = str(self.prompt.currentData() or "")
        prompt = self._prompts.all.get(name)
        return name != RECORDED and (prompt is None or not prompt.plain)

    def _changed(self) -> None:
        variant = self.entered()
        free = variant.strategy.llm == "none"
        self._about.setText(" ".join(variant.strategy.about.split()))
        for part in (self.model, self.prompt):
            self._form.setRowVisible(part, not free)
        self.settings.allow(variant.asks_model)
        self.prompt.setEnabled(variant.model != RECORDED_WORDS)
        self._form.setRowVisible(self.focus, variant.asks_model and self._takes_focus())
        wanted = variant.strategy.summarize
        own = wanted.focus if wanted is not None else ""
        self.focus.setPlaceholderText(own or self.tr("nothing in particular; such as: the schema and every rule on it"))
        words, good = (self.tr("Asks no model and sends nothing."), True) if free else leads_to(variant.model)
        self.check.setText(words)
        self.check.setAccessibleName(words)
        self._ok.setEnabled(good)

    def _show(self, variant: Variant) -> None:
        self.strategy.set_value(variant.strategy.id)
        self.prompt.setCurrentIndex(max(self.prompt.findData(variant.prompt), 0))
        self.focus.setText(variant.focus)
        self.settings.show_settings(variant.settings)

    def _fill(self, prompts: Prompts, has_prompt: bool) -> None:
        self.prompt.addItem(self.tr("the one that fits the strategy"), "")
        if has_prompt:
            self.prompt.addItem(self.tr("the agent's own, from this log"), RECORDED)
        for prompt in prompts.all.values():
            self.prompt.addItem(f"{prompt.name}  ({prompt.title})", prompt.name)

    def _build(self) -> None:
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label in (self._about, self.check):
            # Room for three lines whatever it says, so that nothing below it jumps.
            label.setMinimumHeight(label.fontMetrics().lineSpacing() * 3)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.prompt.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        rows = (
            (self.tr("&Strategy"), self.strategy),
            ("", self._about),
            ("", self.model),
            (self.tr("&Prompt"), self.prompt),
            (self.tr("Pr&eserve"), self.focus),
        )
        for words, part in rows:
            self._form.addRow(words, part)
            if words:
                part.setAccessibleName(words.replace("&", ""))
        self.settings.add_to(self._form)
        self._form.addRow("", self.check)
        column(self, self._form, None, self._buttons)
        self.resize(640, 460)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        for box in (self.strategy, self.prompt):
            box.currentIndexChanged.connect(lambda _: self._changed())
        self.model.model.currentTextChanged.connect(lambda _: self._changed())
        self.settings.changed.connect(self._changed)
        self.focus.textChanged.connect(lambda _: self._changed())

    def _accept(self) -> None:
        self.chosen.emit(self.entered())
        self.accept()


def leads_to(model: str) -> tuple[str, bool]:
    """What a model's name leads to, and whether it leads anywhere. Never the key itself."""
    if model == RECORDED_WORDS:
        return tr("The summary in the log is used as it is; nothing is sent."), True
    if not model:
        return tr("Name a model. Nothing is sent before you have seen what."), False
    try:
        chat = open_chat(model)
    except InspectorError as why:
        return error_words(why), False
    known = find_model(model)
    size = known.window if known else None
    window = tr("window {n} tokens").format(n=number(size)) if size else tr("window not known")
    to = tr("sent to {destination}").format(destination=chat.destination)
    secrets = tr("Secrets are taken out; before anything is sent you see which.")
    return f"{to} · {key_of(chat)} · {window} · {secrets}", True


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
