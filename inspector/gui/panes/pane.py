"""What every pane has: its states, a banner, and the workbench signals that move it between them.

Rule: a pane hears the workbench and sets its selection; it never knows another pane.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QStackedLayout, QWidget

from inspector.errors import Cancelled
from inspector.gui.layouts import FLUSH, column
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import Banner, error_words
from inspector.gui.widgets.placeholder import Placeholder
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus
from inspector.workbench.stages import is_ready


class Pane(QWidget):
    """Base of all panes. A subclass builds ``body`` and overrides the ``on_…`` methods it needs."""

    needs = Stage.READ
    """The stage without which there is nothing to show."""
    wants = Signal(str)
    """Asks the window to bring a tab to the front."""
    listing: QAbstractItemView | None = None
    """What a person moves in by keys, and asks by the right button; None where there is nothing of that kind."""

    def __init__(self, bench: Bench, theme: Theme, name: str, title: str) -> None:
        super().__init__()
        self.bench, self.theme = bench, theme
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.banner = Banner(theme)
        self.placeholder = Placeholder(theme)
        self.body = QWidget()
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        self._stack.addWidget(self.placeholder)
        self._stack.addWidget(self.body)
        column(self, self.banner, (holder, 1), margins=FLUSH, spacing=0)

    def listen(self) -> None:
        """Connect to the workbench and show its document; the last line of a subclass's ``__init__``."""
        bench = self.bench
        bench.opening.connect(self._on_opening)
        bench.opened.connect(lambda _: self.settle())
        bench.closed.connect(lambda: self.settle())
        # What is open stays as it is shown.
        bench.failed.connect(lambda path, why: None if bench.document else self.settle())
        bench.advanced.connect(self._on_advanced)
        bench.selection.changed.connect(self._on_selection)
        self.theme.changed.connect(self.on_theme)
        self.settle()

    @property
    def document(self) -> Document | None:
        """The open document, once the stage this pane needs is ready."""
        document = self.bench.document
        return document if document is not None and is_ready(document, self.needs) else None

    def settle(self) -> None:
        """Show the state the document is in, of which nothing was shown before."""
        document = self.bench.document
        self.banner.hide()
        self.on_clear()
        if document is None:
            self.say(self.tr("Nothing open"), self.tr("Open a session log to see it here."))
        elif self.document is not None:
            self.show_body()
            self.on_document(document)
            self.on_selection(self.bench.selection.focus, Focus())
        elif document.failures:
            stage, why = next(iter(document.failures.items()))
            self.say(self.tr("Could not compute this"), error_words(why))
            self.placeholder.setProperty("stage", str(stage))
        else:
            self.say(self.tr("Working…"), self.tr("Shown as soon as it is ready."))

    def say(self, title: str, hint: str = "", *choices: tuple[str, Callable[[], object]]) -> None:
        """Show a state instead of the body, with a button for each choice."""
        self.placeholder.say(title, hint, *choices)
        self._stack.setCurrentWidget(self.placeholder)

    def show_body(self) -> None:
        """Show the body instead of a state."""
        self._stack.setCurrentWidget(self.body)

    def shows_body(self) -> bool:
        """Whether there is something to see."""
        return self._stack.currentWidget() is self.body

    def focus_list(self) -> None:
        """Put the keyboard into what is listed."""
        (self.listing if self.listing is not None and self.shows_body() else self).setFocus(
            Qt.FocusReason.ShortcutFocusReason
        )

    def set_context_actions(self, actions: list[QAction]) -> None:
        """What the right button offers on what is listed."""
        if self.listing is not None:
            self.listing.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
            self.listing.addActions(actions)

    def warn(self, why: Exception) -> None:
        """Put a failure in the banner with Reload as the way out."""
        self.banner.say(error_words(why), (self.tr("Reload"), self.bench.reload), role="error")

    def failed(self, why: Exception) -> None:
        """Say what went wrong, unless somebody stopped it."""
        if not isinstance(why, Cancelled):
            self.warn(why)

    def select(self, *, item: int | None, **parts: Any) -> None:
        """Select parts of the session as a person does here; where there is no item, the selected one stays."""
        self.bench.selection.select(**parts, **({} if item is None else {"item": item}))

    def on_clear(self) -> None:
        """Let go of everything of the document before."""

    def on_document(self, document: Document) -> None:
        """A document with the needed stage is there."""

    def on_stage(self, document: Document, stage: Stage) -> None:
        """A later stage became ready, or failed."""

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Something else is selected."""

    def on_theme(self) -> None:
        """Light became dark or the other way round."""
        self.update()

    def _on_opening(self, path: Path) -> None:
        if self.bench.document is None:
            self.say(self.tr("Reading {name}…").format(name=path.name))

    def _on_advanced(self, stage: Stage) -> None:
        document = self.bench.document
        if document is None:
            return
        if stage is self.needs or not is_ready(document, self.needs):
            self.settle()
        elif self.document is not None:
            self.on_stage(document, stage)

    def _on_selection(self, focus: Focus, before: Focus) -> None:
        if self.document is not None:
            self.on_selection(focus, before)
