"""The window: its parts made and joined, and what it does itself — closing, drops, the title."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from inspector.errors import Cancelled, InspectorError
from inspector.gui.closing import Closing
from inspector.gui.commands import menus
from inspector.gui.dialogs.fault import show_fault
from inspector.gui.executor import PoolExecutor
from inspector.gui.follow import Following
from inspector.gui.grown import Grown
from inspector.gui.judging import JudgeCommands
from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, column
from inspector.gui.memory import Memory, restore
from inspector.gui.navigation import Navigation
from inspector.gui.opener import Opener, dropped_path
from inspector.gui.parts import WindowParts
from inspector.gui.perspectives import TRACE, Perspectives
from inspector.gui.popups import Popups
from inspector.gui.shell import Shell
from inspector.gui.start_page import StartPage, sample_menu
from inspector.gui.theme import Theme
from inspector.gui.toolbar import ToolBar
from inspector.gui.widgets.banner import error_words
from inspector.gui.windows import Windows
from inspector.read.adapters import title_of
from inspector.store.settings import Settings
from inspector.wording.units import cut_short
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.samples import find_samples
from inspector.workbench.session_index import goes_on, is_cut, may_have_earlier
from inspector.workbench.workspace import Workspace

_MOST = 60
"""Letters of a session's title in the window's own and in menus."""


class MainWindow(Shell):
    """The shell with everything in it; nothing but the start of the program knows it whole."""

    def __init__(
        self, bench: Bench, executor: PoolExecutor, theme: Theme, workspace: Workspace, settings: Settings
    ) -> None:
        super().__init__(bench, executor, theme, workspace, settings)
        self.finished = True
        """False once closing had to leave a job behind that did not stop."""
        self._restored: Document | None = None
        self._closing = Closing(self)
        self._stack = QStackedWidget()
        self.samples = find_samples()
        self.start = StartPage(theme, self.samples)
        self._stack.addWidget(self.start)
        self.memory = Memory(self)
        self.opener = Opener(self, self.memory, self.start)
        self.recent_menu = QMenu(self.tr("Open recen&t"), self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.sample_menu = sample_menu(self.samples, self.opener.open, self)
        self.sample_menu.setTitle(self.tr("Open sa&mple"))
        self.sample_menu.setEnabled(bool(self.samples))
        self.toolbar = ToolBar(self, (self.recent_menu, self.sample_menu))
        self.perspectives = Perspectives(self, self.toolbar, self._stack)
        self.navigation = Navigation(self, self.toolbar, self.perspectives)
        self.popups = Popups(self, self.perspectives)
        self.following = Following(self, self.opener, self.perspectives)
        self.earlier = Earlier(self, self.opener)
        self.grown = Grown(self, self.opener, self.following)
        self.windows = Windows(self, self.opener)
        self.start.browser.beside_asked.connect(self.windows.open_beside)
        self.judging = JudgeCommands(self, self.perspectives)
        self.start.browser.offer.asked.connect(self._open_to_judge)
        self._parts = WindowParts(
            self,
            self.opener,
            self.perspectives,
            self.navigation,
            self.popups,
            self.following,
            self.judging,
            self.windows,
        )
        self._build()
        self._connect()
        self.memory.restore_window()
        self._show_start()

    # Qt

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember, stop what runs, let go of the log; at most two seconds. A question under way is asked about."""
        if not self._closing.may_close():
            event.ignore()
            return
        try:
            self.memory.keep_view()
            self.memory.keep_window(self.perspectives.save_state())
        finally:
            self.opener.stop()
            self.following.stop()
            self.grown.stop()
            self._parts.stop()
            hung_up = self.hang_up()
            self.finished = self.executor.close() and hung_up
            if self.finished and self.bench.document:
                self.bench.document.close()
            super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A file or folder may be dropped anywhere."""
        path = dropped_path(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.status.showMessage(self.tr("Drop to open {name}").format(name=path.name))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The file went away again."""
        self.status.clearMessage()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        self.status.clearMessage()
        path = dropped_path(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            (self.opener.open_folder if path.is_dir() else self.opener.open)(path)

    # What the workbench tells

    def _opened(self, document: Document) -> None:
        self.perspectives.trace.set_problem_count(len(document.session.diagnostics))
        # What is new begins with its card; what was open before goes on where it was left.
        self.perspectives.show(self.perspectives.current if self.opener.was_seen(document) else TRACE)
        self.toolbar.show()
        session, agent = document.session, document.opened.adapter.title
        title = _short(session.title or Path(session.path).name)
        if session.before:
            title = self.tr("{title} ({n} logs as one)").format(title=title, n=number(1 + len(session.before)))
        self.setWindowTitle(f"{title} — {agent} {session.version}".rstrip() + f" — {self.tr('Inspector')}")
        self.perspectives.show_counts()
        self.verbs.refresh()

    def _open_to_judge(self, path: Path, agent: str) -> None:
        self.opener.open(path, agent)
        self.judging.all_once_known()

    def _closed(self) -> None:
        self.toolbar.hide()
        self._show_start()

    def _advanced(self, stage: Stage) -> None:
        document = self.bench.document
        if document is None:
            return
        failure = document.failures.get(stage)
        if failure is not None and not isinstance(failure, Cancelled):
            self._say_stage_failed(failure)
        if stage is Stage.RECONSTRUCT and document is not self._restored:
            self._restored = document
            if not document.compactions:
                # Nothing to review or to compare: what the log can show is here.
                self.perspectives.to_trace()
            restore(self.bench, self.opener.view_for(document))
            self.memory.opened(document)
        self.verbs.refresh()

    def _say_stage_failed(self, why: Exception) -> None:
        if isinstance(why, InspectorError):
            self.banner.say(error_words(why), (self.tr("Reload"), self.opener.reload))
            return
        words = self.tr("Could not compute a part of the session; the rest stands. This is a bug in Inspector.")
        self.banner.say(words, (self.tr("Show report"), lambda: show_fault(self, why)), role="error")

    # Parts

    def _build(self) -> None:
        self.setAcceptDrops(True)
        self.setMinimumSize(640, 420)
        self.resize(1280, 860)
        centre = QWidget()
        column(centre, self.banner, (self._stack, 1), margins=FLUSH, spacing=0)
        self.setCentralWidget(centre)
        self.addToolBar(self.toolbar)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setStatusBar(self.status)
        self.verbs.fill(menus(self._parts), self.menuBar(), {"file.open_as": (self.recent_menu, self.sample_menu)})
        self.verbs.give_letters(self.start, only=frozenset({"help.keys"}))

    def _connect(self) -> None:
        bench, refresh = self.bench, self.verbs.refresh
        bench.opened.connect(self._opened)
        bench.closed.connect(self._closed)
        bench.advanced.connect(self._advanced)
        bench.filtered.connect(lambda _: refresh())
        bench.marked.connect(lambda _: refresh())
        bench.judgements.made.connect(lambda _: refresh())
        bench.judgements.loaded.connect(refresh)
        self.perspectives.changed.connect(lambda _: refresh())
        bench.selection.changed.connect(lambda now, before: refresh())
        self.executor.busy_changed.connect(lambda slot, busy: refresh())
        for asked in (self.status.problems_asked, self.opener.problems_asked):
            asked.connect(lambda: self.perspectives.show_tab("problems"))
        self.status.cancel_asked.connect(self._parts.stop)

    def _show_start(self) -> None:
        self.setWindowTitle(self.tr("Inspector"))
        self.opener.show_recent()
        self._stack.setCurrentWidget(self.start)
        self.verbs.refresh()

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for entry in self.workspace.recent:
            title = f"{_short(entry.title or Path(entry.path).name)}\t{title_of(entry.agent)}"
            action = self.recent_menu.addAction(title.replace("&", "&&"))
            action.setToolTip(entry.path)
            action.setEnabled(Path(entry.path).exists())
            action.triggered.connect(lambda _=False, one=entry: self.opener.open(Path(one.path), one.agent))
        if not self.workspace.recent:
            self.recent_menu.addAction(self.tr("(none)")).setEnabled(False)


def _short(title: str) -> str:
    """A title on one line that leaves room for the rest."""
    return cut_short(" ".join(title.split()), _MOST)


_SLOT = "earlier"


class Earlier(QObject):
    """Names the session that the open one came from, where its log is on this machine, once compactions are known."""

    def __init__(self, shell: Shell, opener: Opener) -> None:
        super().__init__(shell)
        self._shell, self._opener = shell, opener
        shell.bench.advanced.connect(self._advanced)

    def _advanced(self, stage: Stage) -> None:
        document = self._shell.bench.document
        if stage is not Stage.RECONSTRUCT or document is None or not may_have_earlier(document):
            return
        index = self._opener.looking.index
        self._shell.executor.run(
            _SLOT, lambda progress: index.earlier(document), lambda path: self._say(document, path)
        )

    def _say(self, document: Document, path: Path | None) -> None:
        # What is wrong with this log is said first.
        if path is None or document is not self._shell.bench.document or self._shell.banner.isVisible():
            return
        first = next(iter(document.compactions), None)
        if first is not None and is_cut(first):
            words = self.tr("The context before compaction ┊C1 is not in this log, but in {name}.")
        else:
            words = self.tr("This session came from another one on this machine: {name}.")
        ways = [(self.tr("Open it"), lambda: self._opener.open(path))]
        if goes_on(document):
            ways.append((self.tr("Open as one"), self._opener.open_joined))
        self._shell.banner.say(words.format(name=path.name), *ways, role="accent")
