"""The first perspective: the plot on top, items and their texts below, tables in the drawer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from inspector.gui.layouts import FLUSH, column, named, restore_states, save_states, splitter
from inspector.gui.panes.compactions import CompactionsPane
from inspector.gui.panes.consequences import ConsequencesPane
from inspector.gui.panes.context import ContextPane
from inspector.gui.panes.pane import Pane
from inspector.gui.panes.problems import ProblemsPane
from inspector.gui.panes.raw import RawPane
from inspector.gui.panes.reader import ReaderPane
from inspector.gui.panes.requests import RequestsPane
from inspector.gui.panes.timeline import TimelinePane
from inspector.gui.panes.transcript import TranscriptPane
from inspector.gui.session_card import SessionCard
from inspector.gui.theme import Theme
from inspector.workbench.bench import Bench
from inspector.workbench.trail import trail

_ROWS = (3, 5, 2)
_COLUMNS = (1, 1)
_SEEN = 3
"""Whole rows of a table that are seen wherever there is room for them."""
_READABLE = 120
"""Pixels of list and texts that are seen in any window: the card and the plot give way to them."""


class Trace(QWidget):
    """Places the panes; they talk through the workbench alone."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("trace")
        self._bench = bench
        self.card = SessionCard(bench, theme, self)
        self.timeline = TimelinePane(bench, theme)
        self.transcript = TranscriptPane(bench, theme)
        self.reader, self.context, self.raw = ReaderPane(bench, theme), ContextPane(bench, theme), RawPane(bench, theme)
        self.consequences = ConsequencesPane(bench, theme)
        self.compactions = CompactionsPane(bench, theme)
        self.requests = RequestsPane(bench, theme)
        self.problems = ProblemsPane(bench, theme)
        self._tables = (self.consequences, self.compactions, self.requests, self.problems)
        self._tabs = _tabs(self.tr("Item and context"), (self.reader, self.context, self.raw))
        self._drawer = _tabs(self.tr("Drawer"), self._tables)
        self._middle = splitter(self.transcript, self._tabs)
        rows = zip((self.timeline, self._middle, self._drawer), _ROWS, strict=True)
        # The drawer has its own switch.
        self._rows = splitter(*rows, vertical=True)
        for part in (self._rows, self._drawer):
            part.installEventFilter(self)
        column(self, self.card, (self._rows, 1), margins=FLUSH, spacing=0)
        for pane in self.panes():
            pane.wants.connect(self.show_tab)
        self.transcript.find_bar.found.connect(self._show_hit)
        self.default_layout()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The room changed, also by the card or the drawer: share it out before the panes do."""
        if watched is self._rows and event.type() is QEvent.Type.Resize:
            self._hold_rows()
        elif watched is self._drawer and event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._squeeze()
            self._hold_rows()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the card folds first."""
        super().resizeEvent(event)
        self._squeeze()

    def _squeeze(self) -> None:
        is_low = self.height() < self.card.most() + self.timeline.most() + self._least_below()
        if is_low is not self._is_low:
            self._is_low = is_low
            self.card.squeeze(is_low)

    _is_low = False

    def _least_below(self) -> int:
        """Pixels below the plot that are seen in any window."""
        drawer = 0 if self._drawer.isHidden() else _tab_height(self._drawer) + self.consequences.height_of(1)
        return _READABLE + drawer + 2 * self._rows.handleWidth()

    def _hold_rows(self) -> None:
        """The plot keeps its height while list and texts are seen; of the rest some rows of the context come first.

        Then some of the open drawer.
        """
        self.timeline.give_way(self._rows.height() - self._least_below())
        beside = self._rows.height() - 2 * self._rows.handleWidth() - self.timeline.minimumHeight()
        bar = self.requests.table.horizontalScrollBar().sizeHint().height()
        least = _tab_height(self._drawer) + self.consequences.height_of(1)
        most = _tab_height(self._drawer) + self.consequences.height_of(_SEEN) + bar
        middle = _tab_height(self._tabs) + self.context.height_of(_SEEN)
        drawer = max(least, min(most, beside - middle))
        self._drawer.setMinimumHeight(drawer)
        self._middle.setMinimumHeight(max(least, min(middle, beside - drawer)))

    def panes(self) -> tuple[Pane, ...]:
        """All panes, in the order in which F6 goes round."""
        return (
            self.timeline, self.transcript, self.reader, self.context, self.raw,
            self.consequences, self.compactions, self.requests, self.problems,
        )  # fmt: skip

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands: the plot and everything that is a list."""
        return (self.timeline, self.transcript, *self._tables, self.context)

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front, and the drawer with it where it is there."""
        self._bring_up(name)
        for table in self._tables:
            if table.objectName() == name:
                self._drawer.show()
                table.focus_list()

    def _bring_up(self, name: object) -> None:
        for pane in self.panes():
            if pane.objectName() == name:
                # The one that does not hold it lets it be.
                self._tabs.setCurrentWidget(pane)
                self._drawer.setCurrentWidget(pane)

    def _show_hit(self, item: int) -> None:
        """Show what was found in the tab that is open, or in the reader where that one cannot."""
        front = self._tabs.currentWidget()
        if front is self.raw:
            self.raw.show_hit()
        elif front is self.context and not self.context.has_hit(item, self._bench.sought):
            self._tabs.setCurrentWidget(self.reader)

    def focus_front(self) -> None:
        """Put the keyboard where one goes on reading."""
        self.transcript.focus_list()

    def follow_trail(self) -> bool:
        """Show every item about the selected fact or file, or all again; whether there is something to follow."""
        document = self._bench.document
        text = trail(document, self._bench.selection.focus) if document is not None else ""
        if text:
            self._bench.set_filter("" if self._bench.filter.text == text else text)
        return bool(text)

    def turn_reader(self) -> None:
        """Show the item rendered, or as it stands in the log; in the reader, wherever one was."""
        self._tabs.setCurrentWidget(self.reader)
        self.reader.toggle_rendered()

    def toggle_drawer(self) -> None:
        """Show the drawer, or put it away; the focus does not stay in what is hidden."""
        if not self._drawer.isHidden() and self._drawer.isAncestorOf(self.focusWidget() or self):
            self.transcript.focus_list()
        self._drawer.setVisible(self._drawer.isHidden())

    def drawer_shown(self) -> bool:
        """Whether the drawer is open."""
        return not self._drawer.isHidden()

    def set_problem_count(self, count: int) -> None:
        """Say on the tab how many problems there are."""
        title = self.tr("Problems ({n})").format(n=count) if count else self.tr("Problems")
        self._drawer.setTabText(self._drawer.indexOf(self.problems), title)

    def focus_pane(self, step: int) -> None:
        """Move the focus to the next or previous pane that can be seen."""
        shown = [pane for pane in self.panes() if pane.isVisible()]
        focus = self.focusWidget()
        start = -1 if step > 0 else 0
        here = next((place for place, pane in enumerate(shown) if focus and pane.isAncestorOf(focus)), start)
        target = shown[(here + step) % len(shown)]
        if target is self.timeline:
            self.timeline.plot.setFocus()
        elif target.listing is not None:
            target.focus_list()
        else:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if not target.hasFocus() and not target.isAncestorOf(self.focusWidget() or self):
                target.focusNextChild()

    def default_layout(self) -> None:
        """Everything where it is the first time."""
        height, width = max(self.height(), 600), max(self.width(), 900)
        self._rows.setSizes([height * part // sum(_ROWS) for part in _ROWS])
        self._middle.setSizes([width * part // sum(_COLUMNS) for part in _COLUMNS])
        self._drawer.show()
        self._tabs.setCurrentIndex(0)
        self._drawer.setCurrentIndex(0)

    def save_state(self) -> dict[str, Any]:
        """Sizes, tabs and what the panes remember; JSON."""
        return {
            "rows": bytes(self._rows.saveState().toBase64().data()).decode(),
            "middle": bytes(self._middle.saveState().toBase64().data()).decode(),
            "tab": self._tabs.currentWidget().objectName(),
            "drawer_tab": self._drawer.currentWidget().objectName(),
            "drawer": self.drawer_shown(),
            "card": self.card.wanted,
            "panes": save_states(self.panes()),
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """What ``save_state`` gave; anything missing or odd leaves the default."""
        self._rows.restoreState(_bytes(state.get("rows")))
        self._middle.restoreState(_bytes(state.get("middle")))
        for name in (state.get("tab"), state.get("drawer_tab")):
            self._bring_up(name)
        self._drawer.setVisible(state.get("drawer") is not False)
        self.card.wanted = state.get("card") is not False
        restore_states(self.panes(), state.get("panes"))


def _tabs(name: str, panes: Iterable[QWidget]) -> QTabWidget:
    tabs = named(QTabWidget(documentMode=True), name)
    for pane in panes:
        tabs.addTab(pane, pane.accessibleName())
    return tabs


def _tab_height(tabs: QTabWidget) -> int:
    """Pixels of the tabs and the line below them."""
    return tabs.tabBar().sizeHint().height() + 1


def _bytes(text: object) -> QByteArray:
    return QByteArray.fromBase64(text.encode()) if isinstance(text, str) else QByteArray()
