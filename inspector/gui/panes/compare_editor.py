"""An editor of documents that are the user's own or built in: which one, its text, and what a check says of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from inspector.gui.layouts import FLUSH, Part, column, named, plain_label, row
from inspector.gui.theme import Theme
from inspector.gui.widgets.code_edit import CodeEdit

Button = tuple[QPushButton, str, Callable[[], object]]


class EditorPane(QWidget):
    """Base of the editors; it needs no session. A subclass loads, checks and keeps."""

    saved = Signal(str)
    """One of the user's own was kept, by its name."""

    def __init__(self, theme: Theme, name: str, title: str, text_title: str, which: QComboBox | None = None) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._theme = theme
        self.which = named(which or QComboBox(), title)
        self.message = plain_label(margins=(8, 2, 8, 2), selectable=True)
        self.editor = CodeEdit(theme, text_title)
        self.save, self.revert = QPushButton(), QPushButton()

    def shown_text(self) -> str | None:
        """The text of the document as it is kept; None where none is shown."""
        raise NotImplementedError

    def load(self) -> None:
        """Show the document that is chosen, as it is kept."""
        raise NotImplementedError

    def check(self) -> None:
        """Say what is wrong with what is typed, and what can be done with it."""
        raise NotImplementedError

    def keep(self) -> None:
        """Save what is typed as the user's own."""
        raise NotImplementedError

    def is_changed(self) -> bool:
        """Whether something was typed that is not kept."""
        shown = self.shown_text()
        return shown is not None and self.editor.toPlainText() != shown

    def choose(self, name: str) -> None:
        """Show another document, unless one is being changed."""
        place = self.which.findData(name)
        if place >= 0 and not self.is_changed():
            self.which.setCurrentIndex(place)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [self.which, self.editor]

    def focus_table(self) -> None:
        """Put the keyboard into the text."""
        self.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def say(self, words: str, role: str) -> None:
        """Say something below the text, in a colour of the theme."""
        self.message.setText(words)
        self._theme.tint(self.message, WindowText=role)

    def build(self, body: QWidget, more: tuple[Button, ...], beside: QWidget | None = None) -> None:
        """Lay out the head with its buttons, ``beside`` next to the choice, the body, and the message."""
        own: tuple[Button, ...] = (
            (self.revert, self.tr("Rever&t"), self.load),
            (self.save, self.tr("Save as my &own"), self.keep),
        )
        for button, words, act in (*own, *more):
            button.setText(words)
            button.clicked.connect(lambda _=False, act=act: act())
        choice: tuple[Part, ...] = ((self.which, 2),) if beside is None else ((self.which, 2), (beside, 1))
        head = row(None, *choice, *(button for button, _, _ in (*own, *more)), margins=(6, 2, 6, 2), spacing=6)
        column(self, head, (body, 1), self.message, margins=FLUSH, spacing=0)
        self.which.currentIndexChanged.connect(lambda _: self.load())
        self.editor.textChanged.connect(self.check)
        self._theme.changed.connect(self.check)
