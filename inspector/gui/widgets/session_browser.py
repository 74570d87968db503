"""The sessions of this machine, or of a folder: by project and latest first, or by what went wrong."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHeaderView, QPushButton, QStackedWidget, QTreeWidgetItem, QWidget

from inspector.gui.language import ago, exact, number
from inspector.gui.layouts import FLUSH, choice_box, column, named, plain_label, row, search_field
from inspector.gui.models.session_lines import (
    COLUMNS,
    LATEST,
    SORTS,
    WORST,
    Line,
    by_project,
    fitting,
    in_order,
    looked_words,
    project_names,
    says_nothing,
    told_apart,
)
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.judge_offer import JudgeOffer
from inspector.gui.widgets.session_lists import PARTS, SessionList

_DATA = Qt.ItemDataRole.UserRole
_PAUSE = 150
"""Milliseconds for which lines that come in are gathered before they are drawn."""
_SHARE = 10
"""Drawing takes at most one part in so many of the time."""
SHOWN = 30
"""Sessions that are shown at first: projects are unfolded until there are so many."""
_UNREADABLE = "\0unreadable"
_NAMES = [one.name for one in COLUMNS]
_LAST = 1 + _NAMES.index("last")
_FIRST = {"removed", "loops", "losses", "ending"}
"""Columns that stand only where some session has something to say in them."""


class SessionBrowser(QWidget):
    """Asks by signals; whoever looks for sessions hands them over in batches."""

    open_asked = Signal(Path, str)
    """(path, adapter's id)."""
    beside_asked = Signal(Path, str)
    """To be opened in a window of its own, beside this one."""
    drawing = Signal()
    """All of it is about to be drawn anew."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: dict[Path, Line] = {}
        self._by, self._largest_first = LATEST, True
        self._unfolded: set[str] = set()
        self._folded: set[str] = set()
        self._busy = self._touched = False
        self._at: Path | None = None
        self.heading = plain_label(wraps=False, bold=True)
        self.note = plain_label(wraps=False)
        theme.tint(self.note, WindowText="muted")
        self.machine = QPushButton(self.tr("All on this machine"))
        self.search = named(search_field(self.tr("Search: title, words, agent, path")), self.tr("Search the sessions"))
        # A log dropped here is to be opened, not searched for.
        self.search.setAcceptDrops(False)
        self.search.setMinimumWidth(190)
        self.search.textChanged.connect(lambda _: self._draw())
        self.sort = choice_box(self.tr("Order"), dict(SORTS), self._chosen_sort)
        self.losses = QPushButton(self.tr("Find what is missing"))
        self.losses.setToolTip(
            self.tr(
                "Look, on this machine, which sentences of the user's the compactions of the sessions shown left out."
            )
        )
        self.again = QPushButton(self.tr("Look again"))
        self.tree = _tree(theme)
        self.tree.itemActivated.connect(self._activated)
        self.tree.currentItemChanged.connect(lambda now, before: self._touch())
        self.tree.itemExpanded.connect(lambda one: self._fold(one, folded=False))
        self.tree.itemCollapsed.connect(lambda one: self._fold(one, folded=True))
        self.tree.customContextMenuRequested.connect(self._offer)
        self.tree.header().sectionClicked.connect(self._sort_by_section)
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._soon.timeout.connect(self._draw)
        theme.changed.connect(self._draw)
        first = row(None, self.heading, self.note, None, self.machine, self.again, spacing=10)
        second = row(None, (self.search, 1), self.sort, self.losses, spacing=10)
        self._nothing, self.clear = plain_label(wraps=False), QPushButton(self.tr("Clear the search"))
        self.clear.clicked.connect(self.search.clear)
        self.sample = QPushButton(self.tr("Open a sample"))
        self._stack = QStackedWidget()
        for page in (self.tree, self._empty_page()):
            self._stack.addWidget(page)
        self.offer = JudgeOffer()
        column(self, first, second, self.offer, (self._stack, 1), margins=FLUSH, spacing=8)
        self.begin(None)

    def _empty_page(self) -> QWidget:
        page = QWidget()
        said = row(None, None, self._nothing, self.clear, None, spacing=10)
        column(page, None, said, row(None, None, self.sample, None), None, None, spacing=10)
        return page

    def begin(self, folder: Path | None, *, keep: bool = False) -> None:
        """Show that sessions are looked for under a folder, None for this machine; ``keep`` those there meanwhile."""
        self.folder = folder
        self._busy = True
        if not keep:
            self._lines = {}
            self._unfolded, self._folded = set(), set()
            self._touched = False
        self.heading.setText(self.tr("Sessions on this machine") if folder is None else str(folder))
        self.machine.setVisible(folder is not None)
        self._draw()

    def add(self, lines: Iterable[Line]) -> None:
        """Take up lines, new or known better; drawn at once where nothing was, else soon."""
        was_empty = not self._lines
        self._lines |= {line.found.path: line for line in lines}
        if was_empty:
            self._draw()
        elif not self._soon.isActive():
            self._soon.start()

    def finish(self, only: Iterable[Path] | None = None) -> None:
        """Nothing more comes; ``only`` these are still there."""
        self._busy = False
        if only is not None:
            kept = set(only)
            self._lines = {path: line for path, line in self._lines.items() if path in kept}
        self._draw()
        if self._by == LATEST and not self.search.text().strip():
            self._keep_unfolded()

    def _keep_unfolded(self) -> None:
        """What stands unfolded once all is there stays so, whatever comes in ahead of it."""
        groups = (self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount()))
        self._unfolded |= {group.data(0, _DATA) for group in groups if group and group.isExpanded()}

    def stop(self) -> None:
        """Draw nothing any more."""
        self._soon.stop()

    def lines(self) -> list[Line]:
        """What is shown or folded, in order."""
        return in_order(fitting(self._lines.values(), self.search.text()), self._by, self._largest_first)

    def unjudged(self) -> list[Line]:
        """Sessions shown in which nobody looked for what is missing."""
        return [line for line in self.lines() if not line.error and not line.is_judged]

    def sort_by(self, name: str, largest_first: bool = True) -> None:
        """Order by a column, the worst first, or by project."""
        self._by, self._largest_first = name, largest_first
        self.sort.blockSignals(True)
        self.sort.setCurrentIndex(self.sort.findData(name))
        self.sort.blockSignals(False)
        self._draw()

    def show_worst(self) -> None:
        """Missing sentences were found: the worst come first, unless a person chose an order of their own."""
        if self._by == LATEST and any(one.figures and one.figures.losses for one in self._lines.values()):
            self.sort_by(WORST)

    # Drawing

    def _draw(self) -> None:
        self._soon.stop()
        self.drawing.emit()
        begun = time.monotonic()
        self._by_id = {one.figures.session: one for one in self._lines.values() if one.figures and one.figures.session}
        # Until somebody chose a row, the first one is at hand, whatever comes in.
        bar, self._at = self.tree.verticalScrollBar(), self.current() if self._touched else None
        place = bar.value()
        shown = self.lines()
        self.tree.blockSignals(True)
        self.tree.setUpdatesEnabled(False)
        self.tree.clear()
        apart = told_apart(shown)
        if self._by == LATEST:
            self._draw_projects(shown, apart)
        else:
            self.tree.addTopLevelItems([self._row(line, apart) for line in shown])
        self._choose_columns(shown)
        self._go_back_to(self._at)
        bar.setValue(place)
        self.tree.setUpdatesEnabled(True)
        self.tree.blockSignals(False)
        self._say(shown)
        # Where drawing takes long, what comes in waits longer for it.
        self._soon.setInterval(max(_PAUSE, int((time.monotonic() - begun) * 1000 * _SHARE)))

    def _draw_projects(self, shown: Sequence[Line], apart: dict[Path, str]) -> None:
        self._rows = 0
        groups = by_project(shown)
        names = project_names([path for path, _ in groups])
        for path, lines in groups:
            title = names[path] or self.tr("No project named in the log")
            self._group(path, title, path, lines, apart)
        unreadable = [line for line in shown if line.error]
        if unreadable:
            self._group(_UNREADABLE, self.tr("Cannot be read"), "", unreadable, apart)

    def _group(self, key: str, title: str, where: str, lines: Sequence[Line], apart: dict[Path, str]) -> None:
        group = QTreeWidgetItem([f"{title}  ·  {number(len(lines))}", *[""] * len(COLUMNS)])
        font = QFont(self.tree.font())
        font.setBold(True)
        group.setFont(0, font)
        group.setText(_LAST, ago(lines[0].found.last))
        group.setTextAlignment(_LAST, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        group.setData(0, _DATA, key)
        group.setToolTip(0, tip(where))
        self.tree.addTopLevelItem(group)
        if self._is_unfolded(key) or any(one.found.path == self._at for one in lines):
            group.addChildren([self._row(line, apart) for line in lines])
            group.setExpanded(True)
            self._rows += len(lines)
        else:
            # Rows that nobody sees are made when somebody wants to.
            group.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)

    def _is_unfolded(self, key: str) -> bool:
        if self.search.text().strip() or key in self._unfolded:
            return True
        return self._rows < SHOWN and key not in self._folded

    def _row(self, line: Line, apart: dict[Path, str]) -> QTreeWidgetItem:
        found = line.found
        mark = f" · {apart[found.path]}" if found.path in apart else ""
        words = f"{line.title}{mark}"
        before = self._before(line)
        words += f"  ↳ {before.title}" if before else ""
        words = f"{words} – {line.error}" if line.error else words
        words += f"  “{line.first_words}”" if line.first_words else ""
        made = QTreeWidgetItem([words, *("" if line.error else one.text(line) for one in COLUMNS)])
        for place, one in enumerate(COLUMNS, 1):
            if one.right:
                made.setTextAlignment(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if one.name == "ending" and says_nothing(made.text(place)):
                made.setForeground(place, self._theme.role("muted"))
        made.setData(0, _DATA, line)
        if mark:
            made.setData(0, PARTS, (line.title, mark))
        made.setToolTip(0, tip(line.error, line.title, line.first_words, str(found.path)))
        made.setToolTip(1, tip(line.project))
        made.setToolTip(_LAST, exact(found.last))
        if line.error:
            self.tree.mute(made)
        return made

    def _before(self, line: Line) -> Line | None:
        """The session that this one came from, where it is in the list."""
        wanted = line.figures.continues if line.figures else ()
        return next((self._by_id[one] for one in wanted if one in self._by_id), None)

    def _choose_columns(self, shown: Sequence[Line]) -> None:
        if self._lines and not shown:
            # A search without a hit changes no column.
            return
        for place, one in enumerate(COLUMNS, 1):
            is_empty = (
                one.name in _FIRST and one.name != self._by and all(says_nothing(one.text(line)) for line in shown)
            )
            self.tree.setColumnHidden(place, is_empty or (one.name == "project" and self._by == LATEST))
        self.tree.setRootIsDecorated(self._by == LATEST)
        header = self.tree.header()
        at = 1 + _NAMES.index(self._by) if self._by in _NAMES else 0 if self._by == "title" else -1
        header.setSortIndicatorShown(at >= 0)
        if at >= 0:
            order = Qt.SortOrder.DescendingOrder if self._largest_first else Qt.SortOrder.AscendingOrder
            header.setSortIndicator(at, order)

    def _go_back_to(self, path: Path | None) -> None:
        rows = [self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount())]
        every = [child for group in rows if group for child in (group, *map(group.child, range(group.childCount())))]
        wanted = next((one for one in every if _path(one) == path is not None), None)
        first = next((one for one in every if _path(one) is not None), None)
        chosen = wanted or first
        if chosen is not None:
            self.tree.setCurrentItem(chosen)

    def _say(self, shown: Sequence[Line]) -> None:
        total = len(self._lines)
        if not total:
            words = self.tr("Looking…") if self._busy else self.tr("No sessions found.")
        elif len(shown) < total:
            words = self.tr("{n} of {total} sessions").format(n=number(len(shown)), total=number(total))
        else:
            words = self.tr("1 session") if total == 1 else self.tr("{n} sessions").format(n=number(total))
        self.note.setText(words)
        is_empty = not total and not self._busy
        wanted = " ".join(self.search.text().split())
        none = self.tr("No session matches “{words}”.").format(words=wanted)
        self._nothing.setText(looked_words(self.folder) if is_empty else none)
        self.clear.setVisible(not is_empty)
        self.sample.setVisible(is_empty)
        self._stack.setCurrentIndex(int(is_empty or bool(total and not shown)))
        self.again.setEnabled(not self._busy)
        self.losses.setEnabled(not self._busy and any(not one.error and not one.is_judged for one in shown))
        self.offer.show_for(shown, busy=self._busy)

    # What a person does

    def current(self) -> Path | None:
        """The path of the session at hand."""
        return _path(self.tree.currentItem())

    def _touch(self) -> None:
        # Drawing is silent: only a person moves it otherwise.
        self._touched = True

    def _activated(self, chosen: QTreeWidgetItem) -> None:
        line = chosen.data(0, _DATA)
        if isinstance(line, Line):
            self.open_asked.emit(line.found.path, line.found.agent)
        else:
            chosen.setExpanded(not chosen.isExpanded())

    def _fold(self, group: QTreeWidgetItem, *, folded: bool) -> None:
        if group.parent() is not None or self.search.text().strip():
            # A session has nothing below it. What a search unfolds says nothing about what a person wants to see.
            return
        key = group.data(0, _DATA)
        (self._folded if folded else self._unfolded).add(key)
        (self._unfolded if folded else self._folded).discard(key)
        if not folded and not group.childCount():
            shown = self.lines()
            wanted = dict(by_project(shown)) | {_UNREADABLE: [line for line in shown if line.error]}
            apart = told_apart(shown)
            group.addChildren([self._row(line, apart) for line in wanted.get(key, ())])

    def _chosen_sort(self) -> None:
        name = self.sort.currentData()
        if name:
            self.sort_by(name)

    def _sort_by_section(self, section: int) -> None:
        name = COLUMNS[section - 1].name if section else "title"
        first = COLUMNS[section - 1].largest_first if section else False
        self.sort_by(name, not self._largest_first if name == self._by else first)

    def _offer(self, at: QPoint) -> None:
        chosen = self.tree.itemAt(at)
        line = chosen.data(0, _DATA) if chosen is not None else None
        if isinstance(line, Line):
            found, before = line.found, self._before(line)
            verbs = {
                self.tr("Open"): lambda: self.open_asked.emit(found.path, found.agent),
                self.tr("Open in a window of its own"): lambda: self.beside_asked.emit(found.path, found.agent),
            }
            if before is not None:
                there = before.found
                verbs[self.tr("Open the one it came from")] = lambda: self.open_asked.emit(there.path, there.agent)
            self.tree.pop_up(at, verbs)


def _tree(theme: Theme) -> SessionList:
    tree = SessionList(theme, 1 + len(COLUMNS))
    tree.setAccessibleName(tree.tr("Sessions"))
    tree.setIndentation(18)
    tree.setHeaderHidden(False)
    tree.setHeaderLabels([tree.tr("Session"), *(one.title for one in COLUMNS)])
    titles = tree.headerItem()
    for place, one in enumerate(COLUMNS, 1):
        titles.setToolTip(place, one.tip)
        if one.right:
            titles.setTextAlignment(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    tree.header().setSectionsClickable(True)
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    return tree


def _path(one: QTreeWidgetItem | None) -> Path | None:
    line = one.data(0, _DATA) if one is not None else None
    return line.found.path if isinstance(line, Line) else None
