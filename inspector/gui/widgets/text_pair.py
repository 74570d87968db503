"""Two texts side by side, and what they rest on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget

from inspector.gui.layouts import FLUSH, column, row, splitter
from inspector.gui.models.run_texts import TEXT, MarkedText
from inspector.gui.models.sheet import TextSheet
from inspector.gui.plain import OneLine
from inspector.gui.theme import Theme
from inspector.gui.widgets.sheet_view import SheetView

_LEAST = 8
"""Lines of each text that are seen at least."""


class TextPair(QWidget):
    """Shows two texts with their marks."""

    asked = Signal()
    """The summaries alone, or the whole new contexts, are wanted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.whole, self.held = QCheckBox(self.tr("whole context")), OneLine()
        self.before, self.after = SheetView(theme), SheetView(theme)
        self._texts: tuple[MarkedText, ...] = ()
        self.whole.setToolTip(self.tr("Show the new contexts as a whole, not the summaries alone"))
        self.whole.toggled.connect(lambda _: self.asked.emit())
        self.held.setAccessibleName(self.tr("How much of the context could be summarized again"))
        theme.tint(self.held, WindowText="muted")
        for view, name in ((self.before, self.tr("Text of A")), (self.after, self.tr("Text of B"))):
            view.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            view.setAccessibleName(name)
            view.setMinimumHeight(view.fontMetrics().lineSpacing() * (_LEAST + 1))
        head = row(None, (self.held, 1), self.whole, margins=(10, 0, 10, 2), spacing=10)
        column(self, head, (splitter(self.before, self.after), 1), margins=FLUSH, spacing=0)

    def show_texts(self, one: MarkedText, other: MarkedText) -> None:
        """Show other texts, from the top."""
        self._texts = (one, other)
        for view, told in zip((self.before, self.after), self._texts, strict=True):
            view.show_sheet(told.sheet)
            view.show_marks(told.marks)

    def show_stream(self, side: int, title: str, text: str) -> None:
        """Show what a model has said so far as A, or as B for side 1, its end in sight."""
        view = self.after if side else self.before
        sheet = TextSheet()
        sheet.add_title(title)
        sheet.add_text(TEXT, text)
        view.show_sheet(sheet)
        bar = view.verticalScrollBar()
        bar.setValue(bar.maximum())

    def show_sentence(self, fact: str) -> None:
        """Bring into sight where each text has a sentence; a text without it stays where it is."""
        for view, told in zip((self.before, self.after), self._texts, strict=False):
            view.stress(fact)
            place = next((mark.start for mark in told.marks if mark.key == fact), None)
            if place is not None:
                view.bring(place)
