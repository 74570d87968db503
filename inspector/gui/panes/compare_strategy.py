"""Strategy documents: read one, change it, checked while it is typed, keep it as one's own."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QPushButton

from inspector.errors import InspectorError
from inspector.gui.language import tr
from inspector.gui.panes.compare_editor import EditorPane
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.strategy_box import StrategyBox
from inspector.rerun.library import Strategies
from inspector.rerun.strategy import Strategy
from inspector.workbench.strategy_files import StrategyText, check_text, find_text, save_text


class StrategyPane(EditorPane):
    """An editor of strategies."""

    wanted = Signal(object)
    """A column with this ``Strategy`` is to be added."""

    def __init__(self, theme: Theme, strategies: Strategies) -> None:
        self.box = StrategyBox(strategies)
        super().__init__(theme, "strategy", tr("Strategy"), tr("Strategy document"), self.box)
        self._shown: StrategyText | None = None
        self._valid: Strategy | None = None
        self.use = QPushButton()
        self.message.setAccessibleName(self.tr("Check of the document"))
        self.build(self.editor, ((self.use, self.tr("Add as a &column"), self._use),))
        self.show_strategies(strategies)

    def show_strategies(self, strategies: Strategies, chosen: str = "") -> None:
        """Offer these; the choice stays where it can."""
        chosen = chosen or str(self.which.currentData() or "")
        with QSignalBlocker(self.which):
            self.box.show_strategies(strategies)
            self.box.set_value(chosen)
        if self._shown is None or not self.is_changed() or self._shown.id == chosen:
            self.load()

    def shown_text(self) -> str | None:
        """As it is in its file."""
        return self._shown.text if self._shown is not None else None

    def keep(self) -> None:
        """Save what is typed as the user's own."""
        try:
            kept = save_text(self.editor.toPlainText())
        except InspectorError as why:
            self.say(error_words(why), "error")
            return
        self._shown = kept
        self.saved.emit(kept.id)
        self.check()
        self.say(self.tr("Kept as your own in {path}").format(path=kept.path), "good")

    def load(self) -> None:
        """Show the document that is chosen."""
        self._shown = find_text(str(self.which.currentData() or ""))
        self.editor.setPlainText(self._shown.text if self._shown else "")
        self.check()

    def check(self) -> None:
        """Say whether it can be run, or what is wrong in which line."""
        found = check_text(self.editor.toPlainText())
        self._valid = found.strategy
        self.editor.mark_line(found.line)
        changed = self.is_changed()
        self.save.setEnabled(found.strategy is not None and changed)
        self.use.setEnabled(found.strategy is not None)
        self.revert.setEnabled(changed)
        if found.strategy is None:
            self.say(found.message, "error")
            return
        needs = self.tr("needs no model") if found.strategy.llm == "none" else self.tr("needs a model")
        own = self.tr("yours") if self._shown is not None and self._shown.own else self.tr("built in")
        words = [self.tr("{id} can be run").format(id=found.strategy.id), needs]
        words.append(self.tr("changed, not kept yet") if changed else own)
        self.say(" · ".join(words), "text")

    def _use(self) -> None:
        if self._valid is not None:
            self.wanted.emit(self._valid)
