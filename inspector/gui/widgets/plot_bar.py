"""The line above the token plot: what it stacks, what runs across, its colours, and how its height is known."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QWidget

from inspector.gui.layouts import choice_box, plain_label, row
from inspector.gui.models.series import Axis, Stack
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Legend


class PlotBar(QWidget):
    """Gives a ``Stack`` and an ``Axis``; knows no session."""

    changed = Signal()
    """Another stack or axis."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.legend, self._words = Legend(theme), plain_label(margins=(10, 0, 0, 0), wraps=False)
        stacks = {self.tr("by kind"): Stack.KIND, self.tr("by cache"): Stack.CACHE}
        self._stack = choice_box(self.tr("Stacked by"), stacks, self.changed.emit)
        axes = {self.tr("x: request"): Axis.REQUEST, self.tr("x: time"): Axis.TIME}
        self._axis = choice_box(self.tr("Across"), axes, self.changed.emit)
        self._lay_out()

    def stack(self) -> Stack:
        """What is stacked."""
        # Qt hands a member of a StrEnum back as a plain string.
        return Stack(self._stack.currentData())

    def axis(self) -> Axis:
        """What runs to the right."""
        return Axis(self._axis.currentData())

    def offer_times(self, known: bool) -> None:
        """Whether time can run to the right."""
        entries = self._axis.model()
        # An entry of a combo box can only be disabled through its model.
        assert isinstance(entries, QStandardItemModel), "the model a combo box makes for itself"
        entries.item(self._axis.findData(Axis.TIME)).setEnabled(known)
        if not known:
            self._axis.setCurrentIndex(self._axis.findData(Axis.REQUEST))

    def tell(self, words: str) -> None:
        """Say how the height is known."""
        self._words.setText(words)

    def words(self) -> str:
        """What it says about that."""
        return self._words.text()

    def state(self) -> dict[str, Any]:
        """What is chosen."""
        return {"stack": str(self.stack()), "axis": str(self.axis())}

    def restore(self, state: dict[str, Any]) -> None:
        """Choose what was chosen; what cannot be chosen is left as it is."""
        for choice, key, of in ((self._stack, "stack", Stack), (self._axis, "axis", Axis)):
            if state.get(key) in list(of):
                choice.setCurrentIndex(choice.findData(of(state[key])))

    def _lay_out(self) -> None:
        title = plain_label(self.tr("Prompt tokens"), margins=(0, 0, 6, 0), wraps=False)
        chosen = (title, self._stack, self._axis)
        line = row(self, *chosen, (self.legend, 1), self._words, margins=(6, 2, 6, 2), spacing=0)
        line.insertSpacing(len(chosen), 8)
