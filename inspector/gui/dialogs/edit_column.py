"""What a column runs: strategy, model, prompt, repeats, settings. Checked as it is entered; sends nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from inspector.gui.dialogs.choose_model import ModelForm, keep_height
from inspector.gui.layouts import column
from inspector.gui.widgets.model_choice import WORDS, ModelChoice
from inspector.gui.widgets.settings_rows import SettingsRows
from inspector.gui.widgets.strategy_box import StrategyBox
from inspector.model.settings import UNSET
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.library import Strategies
from inspector.rerun.prompts import RECORDED, Prompts
from inspector.rerun.strategy import Strategy

_MOST_REPEATS = 20


class ColumnDialog(ModelForm):
    """Gives a ``Variant`` by ``chosen``; what cannot be run cannot be chosen."""

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
        exists: bool = True,
    ) -> None:
        choice = ModelChoice(known, has_words=has_words)
        super().__init__(self.tr("Change column") if exists else self.tr("Add column"), choice, parent)
        self._strategies, self._variant, self._prompts = strategies, variant, prompts
        self.strategy = StrategyBox(strategies)
        self.prompt, self.focus, self.repeats = QComboBox(), QLineEdit(), QSpinBox()
        self.kind, self.model = choice.kind, choice.model
        self.settings = SettingsRows()
        self.settings.setParent(self)
        self._fill(prompts, has_prompt)
        self._build()
        self._show(variant)
        self._changed()

    def entered(self) -> Variant:
        """What is entered."""
        strategy = self._strategies.all[self.strategy.value()]
        free = strategy.llm == "none"
        return replace(
            self._variant,
            strategy=strategy,
            model="" if free else self.choice.name(),
            prompt="" if free else str(self.prompt.currentData() or ""),
            focus=self.focus.text().strip() if self._takes_focus(strategy) else "",
            repeats=1 if self._is_free(strategy) else self.repeats.value(),
            settings=UNSET if self._is_free(strategy) else self.settings.settings(),
        )

    def focus_part(self, part: str) -> None:
        """Put the keyboard where something is to be changed: model, prompt, or anything else."""
        model = self.model if self.model.isEnabled() else self.kind
        places = {"model": model, "prompt": self.prompt, "focus": self.focus}
        places.get(part, self.strategy).setFocus()

    def _is_free(self, strategy: Strategy) -> bool:
        """Whether no model is asked."""
        return strategy.llm == "none" or self.kind.currentData() == WORDS

    def _takes_focus(self, strategy: Strategy) -> bool:
        """Whether what is asked has a place for it: words of an agent are sent as they are."""
        name = str(self.prompt.currentData() or "")
        prompt = self._prompts.all.get(name)
        plain = name == RECORDED or (prompt is not None and prompt.plain)
        return strategy.llm != "none" and self.kind.currentData() != WORDS and not plain

    def _changed(self) -> None:
        variant = self.entered()
        free = variant.strategy.llm == "none"
        kind = self.kind.currentData()
        self._about.setText(f"{variant.strategy.title}. {' '.join(variant.strategy.about.split())}")
        self.choice.allow(not free)
        for part in (self.prompt, self.repeats):
            part.setEnabled(not free and kind != WORDS)
        self.settings.allow(not self._is_free(variant.strategy))
        self.focus.setEnabled(self._takes_focus(variant.strategy))
        wanted = variant.strategy.summarize
        own = wanted.focus if wanted is not None else ""
        self.focus.setPlaceholderText(own or self.tr("nothing in particular; such as: the schema and every rule on it"))
        self._say(*self._checked(variant))

    def _checked(self, variant: Variant) -> tuple[str, bool]:
        """What a model's name leads to, and whether it leads anywhere. Never the key itself."""
        if variant.strategy.llm == "none":
            return self.tr("This strategy needs no model and sends nothing."), True
        words, good = self.choice.checked()
        if not good or variant.model == RECORDED_WORDS:
            return words, good
        secrets = self.tr("Secrets are redacted. Before the first send you see which, and can let one through.")
        return f"{words} · {secrets}", True

    def _show(self, variant: Variant) -> None:
        self.strategy.set_value(variant.strategy.id)
        self.prompt.setCurrentIndex(max(self.prompt.findData(variant.prompt), 0))
        self.repeats.setValue(variant.repeats)
        self.focus.setText(variant.focus)
        self.settings.show_settings(variant.settings)
        self.choice.show_name(variant.model)

    def _fill(self, prompts: Prompts, has_prompt: bool) -> None:
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
        keep_height(self._about)
        self._form.addRow(self.tr("&Strategy"), self.strategy)
        self.strategy.setAccessibleName(self.tr("Strategy"))
        self._form.addRow("", self._about)
        self.choice.add_to(self._form)
        rows = (
            (self.tr("&Prompt"), self.prompt),
            (self.tr("Pr&eserve"), self.focus),
            (self.tr("&Repeats"), self.repeats),
        )
        for words, part in rows:
            self._form.addRow(words, part)
            part.setAccessibleName(words.replace("&", ""))
        self.settings.add_to(self._form)
        self._form.addRow("", self._check)
        column(self, self._form, None, self._buttons)
        self.resize(640, 480)
        self.choice.changed.connect(self._changed)
        self.settings.changed.connect(self._changed)
        for box in (self.strategy, self.prompt):
            box.currentIndexChanged.connect(lambda _: self._changed())
        self.focus.textChanged.connect(lambda _: self._changed())
