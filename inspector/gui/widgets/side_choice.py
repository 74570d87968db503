"""One of the two that are compared: a box to choose it from, and a line of what it is and took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from inspector.gui.layouts import FLUSH, column, named, row, tool_button
from inspector.gui.models.pair_words import brief, column_title, side_words
from inspector.gui.plain import OneLine, PlainLabel
from inspector.gui.widgets.grouped_box import Entry, GroupedBox
from inspector.rerun.column import Column
from inspector.rerun.prompts import RECORDED as RECORDED_PROMPT
from inspector.rerun.prompts import Prompts
from inspector.workbench.contrast import RECORDED, Told
from inspector.workbench.experiments import Ready
from inspector.workbench.run_columns import RunColumns

COLUMN, PROMPT = "column", "prompt"
_BETWEEN = ":"


class SideChoice(QWidget):
    """Shows what it is told; what is chosen it says."""

    chosen = Signal(str, str)
    """COLUMN with a key, PROMPT with a name, or "" for something that is not listed."""
    taken = Signal()
    """Commands are about this side from now on."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label, self.key = label, RECORDED
        self.is_at_hand = False
        self.box, self.about = (
            named(GroupedBox(), self.tr("What is compared as {label}").format(label=label)),
            OneLine(),
        )
        self.box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.menu = tool_button("⋯", name=self.tr("What can be done with {label}").format(label=label))
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        head = row(None, PlainLabel(label), (self.box, 1), self.menu, margins=FLUSH, spacing=6)
        self.about.setContentsMargins(18, 0, 0, 0)
        column(self, head, self.about, margins=FLUSH, spacing=2)
        self.box.activated.connect(lambda _: self._tell())
        for part in (self.box, self.menu):
            part.installEventFilter(self)

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """What can be done with a side."""
        self.menu.addActions(list(actions))

    def show_side(self, ready: Ready, runs: RunColumns, prompts: Prompts, told: Mapping[str, Told], key: str) -> None:
        """Offer what there is, and say what stands here; ``told`` has what columns keep, by key."""
        self.key = key
        used = {one.variant.prompt for one in runs.columns}
        own = [RECORDED_PROMPT] if ready.own_prompt() is not None else []

        def entry(cell: Column | None, at: str) -> Entry:
            more = brief(told.get(at), cell)
            return Entry(
                f"{COLUMN}{_BETWEEN}{at}", column_title(cell), more, cell.variant.strategy.about if cell else ""
            )

        columns = [one for one in runs.columns if one.variant.strategy.llm != "none"]
        free = [one for one in runs.columns if one.variant.strategy.llm == "none"]
        names = [name for name in (*own, *prompts.all) if name not in used]
        self.box.offer(
            {
                "": [entry(None, RECORDED), *(entry(one, one.key) for one in columns)],
                self.tr("Prompts, not run yet"): [self._prompt(name, prompts) for name in names],
                self.tr("Without a model"): [entry(one, one.key) for one in free if not one.is_control],
                self.tr("Controls"): [entry(one, one.key) for one in free if one.is_control],
                self.tr("Answers from before"): [entry(one, one.key) for one in runs.from_before],
                self.tr("Something else"): [Entry(_BETWEEN, self.tr("Another strategy, model or prompt…"))],
            }
        )
        self.box.set_value(f"{COLUMN}{_BETWEEN}{key}")
        self.tell(ready, runs)

    def tell(self, ready: Ready, runs: RunColumns) -> None:
        """Say how far what stands here is, and what it took."""
        cell = runs.get(self.key)
        self.about.say(side_words(ready, cell, runs.waits(cell) if cell is not None else None))

    def let_go(self) -> None:
        """Commands are about the other side."""
        self.is_at_hand = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Who turns to this side means it with the commands that follow."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.MouseButtonPress):
            self.is_at_hand = True
            self.taken.emit()
        return super().eventFilter(watched, event)

    def _prompt(self, name: str, prompts: Prompts) -> Entry:
        if name == RECORDED_PROMPT:
            return Entry(f"{PROMPT}{_BETWEEN}{name}", self.tr("the agent's own prompt"), self.tr("from this log"))
        prompt = prompts.all[name]
        return Entry(f"{PROMPT}{_BETWEEN}{name}", name, prompt.title, prompt.about)

    def _tell(self) -> None:
        kind, _, value = str(self.box.currentData(Qt.ItemDataRole.UserRole) or "").partition(_BETWEEN)
        before = f"{COLUMN}{_BETWEEN}{self.key}"
        if f"{kind}{_BETWEEN}{value}" != before:
            # What is shown is what is compared, and that changes only once it is taken up.
            self.box.set_value(before)
            self.chosen.emit(kind, value)
