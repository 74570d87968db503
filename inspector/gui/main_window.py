"""The window: start page or perspective, menus, toolbar, status bar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from inspector.errors import InspectorError
from inspector.gui.actions import Actions
from inspector.gui.dialogs.fault import show_fault
from inspector.gui.executor import PoolExecutor, is_cancelled
from inspector.gui.follow import Following
from inspector.gui.judging import Judging
from inspector.gui.memory import Memory, restore
from inspector.gui.opener import Opener, dropped_path
from inspector.gui.perspectives import Perspectives
from inspector.gui.popups import Popups
from inspector.gui.start_page import StartPage, sample_menu
from inspector.gui.status_bar import StatusBar
from inspector.gui.theme import Scheme, Theme
from inspector.gui.toolbar import ToolBar
from inspector.gui.widgets.banner import Banner, error_words
from inspector.read.adapters import ADAPTERS
from inspector.store.library import Library
from inspector.store.settings import Settings
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.highlights import focus_of, neighbour
from inspector.workbench.samples import find_samples
from inspector.workbench.workspace import Workspace

if TYPE_CHECKING:
    from inspector.gui.asking import Asking
    from inspector.gui.review import Review
    from inspector.gui.trace import Trace
    from inspector.gui.widgets.filter_bar import FilterBar


class MainWindow(QMainWindow):
    """Drives the workbench; the verbs of the command table are its methods."""

    def __init__(
        self, bench: Bench, executor: PoolExecutor, theme: Theme, workspace: Workspace, settings: Settings
    ) -> None:
        super().__init__()
        self.bench, self.executor, self.theme = bench, executor, theme
        self.workspace, self.settings = workspace, settings
        self.library: Library | None = None
        """Where marks and entered windows are kept; None where they are not."""
        self.shows_fault = False
        self.finished = True
        """False once closing had to leave a job behind that did not stop."""
        self._trace: Trace | None = None
        self._asking: Asking | None = None
        self._restored: Document | None = None
        self._titles = {adapter.id: adapter.title for adapter in ADAPTERS}
        self.samples = find_samples()
        self.banner = Banner(theme)
        self.start = StartPage(theme, self.samples)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.start)
        self.status = StatusBar(bench, executor, theme)
        self.memory, self.opener, self.popups = Memory(self), Opener(self), Popups(self)
        self.following, self.judging = Following(self), Judging(self)
        self.verbs = Actions(self)
        self.recent_menu = QMenu(self.tr("Open recen&t"), self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.sample_menu = sample_menu(self.samples, self.opener.open, self)
        self.sample_menu.setTitle(self.tr("Open sa&mple"))
        self.sample_menu.setEnabled(bool(self.samples))
        self.perspectives = Perspectives(self, self._stack)
        self.toolbar = ToolBar(self)
        self._build()
        self._connect()
        self.memory.restore_window()
        self._show_start()

    @property
    def has_trace(self) -> bool:
        """Whether the perspective was built already; that happens with the first session."""
        return self._trace is not None

    @property
    def trace(self) -> Trace:
        """The perspective, built when it is first needed: plotting is most of the program's weight."""
        if self._trace is None:
            from inspector.gui.trace import Trace

            self._trace = Trace(self.bench, self.theme)
            self._stack.addWidget(self._trace)
            self.toolbar.build(self._trace)
            self.verbs.give_letters(*self._trace.lists())
            self._trace.transcript.shown_changed.connect(self._show_counts)
            self._trace.stands_out.followed.connect(self.perspectives.show_fact)
            self._trace.card.judge_asked.connect(self.judging.all)
            self._trace.lost.review_asked.connect(lambda: self.perspectives.show_tab("facts"))
            self.memory.restore_trace(self._trace)
            wanted = ["edit.copy", "edit.mark", "go.source", "go.next_like", "go.previous_like", "view.segment"]
            wanted += ["review.judge", "rerun.open"]
            self._trace.set_context_actions([self.verbs[name] for name in wanted])
            # The window takes what is dropped, wherever on it that is.
            for widget in [*self._trace.findChildren(QWidget), *self.toolbar.findChildren(QWidget)]:
                widget.setAcceptDrops(False)
        return self._trace

    @property
    def asking(self) -> Asking:
        """The way to models, made when one is first wanted."""
        if self._asking is None:
            from inspector.gui.asking import Asking

            self._asking = Asking(self)
        return self._asking

    @property
    def review(self) -> Review:
        """The second perspective, built when it is first looked at."""
        return self.perspectives.review

    @property
    def filter_bar(self) -> FilterBar:
        """The field of the toolbar."""
        return self.toolbar.filter_bar

    # Verbs

    def go_compaction(self, step: int) -> None:
        """Select the next compaction, or the one before."""
        document = self.bench.document
        target = neighbour(document, self.bench.selection.focus, step) if document else None
        if document and target:
            focus = focus_of(document, target)
            self.bench.selection.select(
                compaction=target.number, item=focus.item, request=focus.request, fact=None, claim=None
            )
        else:
            self.status.showMessage(self.tr("No further compaction in this direction."), 4000)

    def follow_trail(self) -> None:
        """Show every item about the selected fact or file, and nothing else; a second time all again."""
        self.perspectives.show("trace")
        if not self.trace.follow_trail():
            self.status.showMessage(self.tr("Neither a fact is selected nor an item that names a file."), 4000)

    def toggle_mark(self) -> None:
        """Mark the selected item, or take its mark away."""
        item = self.bench.selection.focus.item
        if item is not None:
            self.bench.toggle_mark(item)

    def step_out(self) -> None:
        """Close or clear one thing: the find bar, the range, the selection, the filter, what stands out."""
        if self.perspectives.step_out():
            return
        focus = self.bench.selection.focus
        if self.trace.transcript.hide_find() or self.trace.timeline.clear_range():
            return
        if (focus.item, focus.request, focus.compaction, focus.problem) != (None, None, None, None):
            self.bench.selection.select(item=None, request=None, compaction=None, problem=None, fact=None, claim=None)
        elif self.bench.filter.text:
            self.filter_bar.clear()
        else:
            self.trace.want_words(False)

    def stop(self) -> None:
        """Stop the work under way, every column that runs, and the judge."""
        self.executor.cancel()
        self._hang_up()

    def _hang_up(self) -> None:
        self.judging.stop()
        if self.perspectives.has_compare:
            self.perspectives.comparing.stop()

    def reveal(self) -> None:
        """Show the log's folder in the system's file manager."""
        if self.bench.document:
            path = Path(self.bench.document.session.path)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))

    def choose_scheme(self, scheme: Scheme) -> None:
        """Be light or dark, or follow the system, now and next time."""
        self.theme.choose(scheme)
        self.settings.put("window.scheme", str(scheme))
        self.verbs.refresh()

    def show_recent(self) -> None:
        """List the recent sessions on the start page anew."""
        self.start.show_recent(self.workspace.recent, self._titles)

    def toggle_full_screen(self) -> None:
        """The whole screen, or a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def default_layout(self) -> None:
        """Everything where it is the first time."""
        if self._trace:
            self._trace.default_layout()
            self._trace.want_words(True)

    # Qt

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember, stop what runs, let go of the log; at most two seconds."""
        try:
            self.memory.keep_view()
            self.memory.keep_window()
        finally:
            self.opener.stop()
            self.following.stop()
            self._hang_up()
            hung_up = self._asking is None or self._asking.close()
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
            self.opener.open(path)

    # What the workbench tells

    def _opened(self, document: Document) -> None:
        self.trace.set_problem_count(len(document.session.diagnostics))
        self.perspectives.show(self.perspectives.current)
        self.toolbar.show()
        session, agent = document.session, document.opened.adapter.title
        title = session.title or Path(session.path).name
        self.setWindowTitle(f"{_short(title)} — {agent} {session.version}".rstrip() + f" — {self.tr('Inspector')}")
        self._show_counts()
        self.verbs.refresh()

    def _closed(self) -> None:
        self.toolbar.hide()
        self._show_start()
        self.verbs.refresh()

    def _advanced(self, stage: Stage) -> None:
        document = self.bench.document
        if document is None:
            return
        failure = document.failures.get(stage)
        if failure is not None and not is_cancelled(failure):
            self._say_stage_failed(failure)
        if stage is Stage.RECONSTRUCT and document is not self._restored:
            self._restored = document
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
        self.setWindowTitle(self.tr("Inspector"))
        self.setAcceptDrops(True)
        self.setMinimumSize(640, 420)
        self.resize(1280, 860)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._stack, 1)
        self.setCentralWidget(centre)
        self.addToolBar(self.toolbar)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setStatusBar(self.status)
        self.verbs.fill(self.menuBar(), {"file.open_as": (self.recent_menu, self.sample_menu)})
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
        self.status.problems_asked.connect(lambda: self.perspectives.show_tab("problems"))
        self.status.cancel_asked.connect(self.stop)

    def _show_start(self) -> None:
        self.setWindowTitle(self.tr("Inspector"))
        self.show_recent()
        self._stack.setCurrentWidget(self.start)
        self.verbs.refresh()

    def _show_counts(self) -> None:
        document = self.bench.document
        shown = self.trace.transcript.shown() if document else None
        self.status.set_shown(shown)
        self.toolbar.show_count(shown, len(document.session.items) if document else 0)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for entry in self.workspace.recent:
            title = f"{_short(entry.title or Path(entry.path).name)}\t{self._titles.get(entry.agent, entry.agent)}"
            action = self.recent_menu.addAction(title.replace("&", "&&"))
            action.setToolTip(entry.path)
            action.setEnabled(Path(entry.path).exists())
            action.triggered.connect(lambda _=False, one=entry: self.opener.open(Path(one.path), one.agent))
        if not self.workspace.recent:
            self.recent_menu.addAction(self.tr("(none)")).setEnabled(False)


def _short(title: str, most: int = 60) -> str:
    """A title on one line that leaves room for the rest."""
    line = " ".join(title.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
