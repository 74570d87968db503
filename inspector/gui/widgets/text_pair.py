"""Two texts side by side: which they are, how their difference is laid out, and the way from change to change."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, column, named, plain_label, row, splitter, tool_button
from inspector.gui.models.run_texts import AFTER, BEFORE, Layout, Pair
from inspector.gui.models.sheet import TextSheet
from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Theme
from inspector.gui.widgets.sheet_view import SheetView


class TextPair(QWidget):
    """Shows a ``Pair``; what is chosen it says by ``asked``."""

    asked = Signal()
    """Other texts, or another layout, are wanted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._pair: Pair | None = None
        self._change = -1
        self._guard = False
        self.first, self.second = QComboBox(), QComboBox()
        self.whole = QCheckBox(self.tr("whole context"))
        self.before, self.after = SheetView(theme), SheetView(theme)
        self._words = plain_label(wraps=False)
        self._layouts = QButtonGroup(self)
        self._steps = (
            tool_button("▲", lambda: self.step(-1), name=self.tr("Previous change")),
            tool_button("▼", lambda: self.step(1), name=self.tr("Next change")),
        )
        self._build()

    @property
    def layout_wanted(self) -> Layout:
        """How the difference is to be shown."""
        chosen = self._layouts.checkedButton()
        assert chosen is not None, "the group is exclusive, and one is checked from the start"
        return Layout(chosen.property("layout_name"))

    def set_layout_wanted(self, layout: Layout) -> None:
        """Show the difference in another way."""
        for button in self._layouts.buttons():
            if button.property("layout_name") == layout.value:
                button.setChecked(True)
        self.asked.emit()

    def keys(self) -> tuple[str, str]:
        """The keys of the left and the right text."""
        return str(self.first.currentData() or ""), str(self.second.currentData() or "")

    def show_choices(self, choices: Sequence[tuple[str, str]], keys: tuple[str, str]) -> None:
        """Offer these (key, title) and choose two of them; no one is told."""
        for box, key in ((self.first, keys[0]), (self.second, keys[1])):
            with QSignalBlocker(box):
                box.clear()
                for name, title in choices:
                    box.addItem(title, name)
                box.setCurrentIndex(max(box.findData(key), 0))

    def show_pair(self, pair: Pair) -> None:
        """Show other texts, from the top."""
        self._pair, self._change = pair, -1
        self.before.show_sheet(pair.before)
        self.before.show_marks(pair.marks[0])
        self.after.setVisible(pair.after is not None)
        if pair.after is not None:
            self.after.show_sheet(pair.after)
            self.after.show_marks(pair.marks[1])
        self._tell()

    def show_stream(self, title: str, text: str) -> None:
        """Show what a model has said so far on the right, its end in sight."""
        self._pair, self._change = None, -1
        sheet = TextSheet()
        sheet.add_title(title)
        sheet.add_text(AFTER, text)
        self.after.setVisible(True)
        self.after.show_sheet(sheet)
        bar = self.after.verticalScrollBar()
        bar.setValue(bar.maximum())
        self._tell()

    def step(self, by: int) -> bool:
        """Go to the next change or the one before; False where there is none in that direction."""
        pair = self._pair
        if pair is None or not pair.changes or not 0 <= self._change + by < len(pair.changes):
            return False
        self._change = self._change + by if self._change >= 0 else 0
        before, after = pair.changes[self._change]
        self._guard = True
        self.before.put_on_top(before)
        if pair.after is not None:
            self.after.put_on_top(after)
        self._guard = False
        self._tell()
        return True

    def swap(self) -> None:
        """Left becomes right."""
        keys = self.keys()
        for box, key in ((self.first, keys[1]), (self.second, keys[0])):
            with QSignalBlocker(box):
                box.setCurrentIndex(box.findData(key))
        self.asked.emit()

    def has_focus(self) -> bool:
        """Whether the keyboard is in one of the texts."""
        return self.before.hasFocus() or self.after.hasFocus()

    def _tell(self) -> None:
        pair = self._pair
        n = len(pair.changes) if pair is not None else 0
        if pair is None:
            words = ""
        elif self._change >= 0:
            words = self.tr("change {i} of {n}").format(i=number(self._change + 1), n=number(n))
        else:
            words = self.tr("1 change") if n == 1 else self.tr("{n} changes").format(n=number(n))
        if pair is not None and pair.is_cut:
            words = f"{words} · {self.tr('too long to compare word by word')}"
        self._words.setText(words)
        for button in self._steps:
            button.setEnabled(n > 0)

    def _follow(self, lead: SheetView, other: SheetView) -> None:
        """Scroll the other text to the line that stands level."""
        pair = self._pair
        if self._guard or pair is None or pair.after is None or pair.difference is None:
            return
        side = int(lead is self.after)
        at = lead.sheet.item_at(lead.firstVisibleBlock().position())
        starts, others = pair.difference.starts[side], pair.difference.starts[1 - side]
        line = max(bisect_right(starts, at[1]) - 1, 0) if at is not None else 0
        partner = round(pair.difference.partner(line, of_after=bool(side)))
        start = others[min(max(partner, 0), len(others) - 1)]
        place = other.sheet.place(BEFORE if side else AFTER, start, start + 1)
        self._guard = True
        other.put_on_top(place[0] if place is not None and partner > 0 else 0)
        self._guard = False

    def _build(self) -> None:
        sides = (self.tr("Left text"), self.tr("Right text"))
        for name, box in zip(sides, (self.first, self.second), strict=True):
            named(box, self.tr("{side} is of").format(side=name), name)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.setMinimumContentsLength(10)
            box.currentIndexChanged.connect(lambda _: self.asked.emit())
        swap = tool_button("⇄", self.swap, name=self.tr("Swap the texts"))
        titles = {
            Layout.WORDS: self.tr("words"),
            Layout.BLOCKS: self.tr("blocks"),
            Layout.UNIFIED: self.tr("unified"),
        }
        for layout, title in titles.items():
            button = tool_button(title)
            button.setAccessibleName(self.tr("Show the difference by {title}").format(title=title))
            button.setCheckable(True)
            button.setProperty("layout_name", layout.value)
            self._layouts.addButton(button)
        self._layouts.buttons()[0].setChecked(True)
        self._layouts.buttonClicked.connect(lambda _: self.asked.emit())
        self.whole.setToolTip(self.tr("Compare the new contexts as a whole, not the summaries alone"))
        self.whole.toggled.connect(lambda _: self.asked.emit())
        texts = (PlainLabel(self.tr("Texts:")), (self.first, 1), swap, (self.second, 1))
        ways = (*self._layouts.buttons(), self.whole, self._words, *self._steps)
        # Without a spacing of its own it would take that of the layout around it, which is none.
        head = row(None, *texts, *ways, margins=(6, 2, 6, 2), spacing=6)
        for view, name in zip((self.before, self.after), sides, strict=True):
            view.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            view.setAccessibleName(name)
        self.before.moved.connect(lambda: self._follow(self.before, self.after))
        self.after.moved.connect(lambda: self._follow(self.after, self.before))
        column(self, head, (splitter(self.before, self.after), 1), margins=FLUSH, spacing=0)
