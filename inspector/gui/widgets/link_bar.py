"""A line or a few above the plot, each part a link to its place, that a person can put away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from inspector.gui.layouts import link_label, row, tool_button


class LinkBar(QFrame):
    """Hidden while there is nothing to say, and once a person has put it away."""

    def __init__(
        self, title: str, hiding: str, above: int, parent: QWidget | None = None, *, closes: bool = True
    ) -> None:
        """``title`` and ``hiding`` are read out for the text and the button; ``above`` is the free room in pixels.

        One that does not close by itself belongs to the one above it.
        """
        super().__init__(parent)
        self._wanted = True
        self._text = link_label(title)
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._text.linkActivated.connect(self.follow)
        hide = tool_button("✕", self.toggle, name=hiding, tip=self.tr("Hide (Esc)"))
        if not closes:
            hide.hide()
        line = row(self, (self._text, 1), hide, margins=(10, above, 4, above))
        line.setAlignment(hide, Qt.AlignmentFlag.AlignTop)

    @property
    def wanted(self) -> bool:
        """Whether it shows when there is something to say."""
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self._show()

    def keep_room(self, lines: int) -> None:
        """Have the height of so many lines whatever is said, so that nothing below moves when it comes to be known."""
        self._text.setMinimumHeight(lines * self._text.fontMetrics().lineSpacing())
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def toggle(self) -> None:
        """Hide it, or show it again."""
        self.wanted = not self._wanted

    def has_words(self) -> bool:
        """Whether there is something to say."""
        raise NotImplementedError

    def follow(self, link: str) -> None:
        """Go where a link leads."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Keep the ground a shade apart from the plot in either theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self.setAutoFillBackground(True)

    def _show(self) -> None:
        self.setVisible(self._wanted and self.has_words())
