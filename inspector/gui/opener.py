"""Opening from the window: files, folders, drops, recent ones, and what is said while and when it does not work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from inspector.errors import AmbiguousFormat, Cancelled, InspectorError, UnknownFormat
from inspector.gui.dialogs.fault import show_fault
from inspector.gui.dialogs.open_as import OpenAsDialog
from inspector.gui.looking import SLOT, Looking
from inspector.gui.memory import Memory, capture
from inspector.gui.models.session_lines import Line
from inspector.gui.shell import Shell
from inspector.gui.start_page import StartPage
from inspector.gui.widgets.banner import error_words
from inspector.read.discover import Found, discover_each, places
from inspector.read.limits import TooLarge, lift
from inspector.wording.damage import damage_words
from inspector.workbench.document import Document

_PATTERNS = "*.jsonl *.json *.ndjson *.traj *.log *.md *.db *.sqlite *.sqlite3 *.vscdb *.gz *.zst *.zip"
SLOW = 300
"""Milliseconds after which opening says that it goes on."""


class Opener(QObject):
    """Everything between a person's wish for a session and the workbench's ``open``."""

    problems_asked = Signal()

    def __init__(self, shell: Shell, memory: Memory, start: StartPage) -> None:
        super().__init__(shell)
        self._shell, self._memory, self._start = shell, memory, start
        self._bench = shell.bench
        self._path = Path()
        self._agent, self._alone = "", False
        self._kept: dict[str, Any] | None = None
        self._slow = QTimer(self, singleShot=True, interval=SLOW)
        self._slow.timeout.connect(self._say_slow)
        self._bench.opening.connect(self._opening)
        self._bench.opened.connect(self._opened)
        self._bench.failed.connect(self._failed)
        self._bench.closed.connect(shell.banner.hide)
        start.open_asked.connect(self.open)
        start.open.clicked.connect(self.ask_file)
        start.folder.clicked.connect(self.ask_folder)
        start.recent.locate_asked.connect(self.locate)
        start.recent.forget_asked.connect(self.forget)
        browser = start.browser
        browser.drawing.connect(shell.executor.priority.begin)
        browser.again.clicked.connect(lambda: self.look_around(browser.folder))
        browser.machine.clicked.connect(lambda: self.look_around())
        browser.losses.clicked.connect(self._find_losses)
        self.looking = Looking(shell)
        self.looking.arrived.connect(self._arrived)
        self.looking.finished.connect(self._looked)
        self._arrived_paths: set[Path] | None = None
        self._is_judging = False
        """Whether what runs looks for what is missing, not for sessions."""

    def open(self, path: Path, agent: str = "", *, alone: bool = False, before: Sequence[Path] = ()) -> None:
        """Open a log in the background; the start page or the session before stays until it is there."""
        self._memory.keep_view()
        self._kept = None
        self._shell.executor.cancel(SLOT)
        self._agent, self._alone = agent, alone
        self._bench.open(path, agent=agent, alone=alone, before=before)

    def open_joined(self) -> None:
        """Open the session again, as one with those that it goes on from."""
        document = self._bench.document
        if document is None:
            return
        path, agent = Path(document.session.path), document.session.agent

        def found(before: tuple[Path, ...]) -> None:
            if before:
                self.open(path, agent, before=before)
            else:
                words = self.tr("No log on this machine has what stands before {name}.").format(name=path.name)
                self._shell.banner.say(words, role="warning")

        self._shell.executor.run(
            SLOT,
            lambda progress: self.looking.index.before(document, progress.check),
            found,
            lambda why: self._failed(path, why),
        )

    def reload(self) -> None:
        """Read the same log again and look at it the same way."""
        if self._bench.document:
            self._kept = capture(self._bench)
            self._bench.reload()

    def view_for(self, document: Document) -> dict[str, Any]:
        """How a document that was just opened is to be looked at: as before a reload, or as last time."""
        kept, self._kept = self._kept, None
        return kept or self._shell.workspace.view(document.view_name)

    def was_seen(self, document: Document) -> bool:
        """Whether it is known how a document is to be looked at: it was open before."""
        return bool(self._kept or self._shell.workspace.view(document.view_name))

    def close(self) -> None:
        """Put the session away and show the start page."""
        self._memory.keep_view()
        self._bench.close()
        self.look_around(self._start.browser.folder)

    def stop(self) -> None:
        """No more words about an opening; the window closes."""
        self._slow.stop()
        self._start.browser.stop()
        self.looking.index.keep()

    def look_around(self, folder: Path | None = None) -> None:
        """Look for sessions below a folder, or on this machine, in the background."""
        again = self._start.browser.folder == folder
        self._start.begin(folder, keep=again)
        self._arrived_paths, self._is_judging = set(), False
        self.looking.look(folder)

    def open_folder(self, folder: Path) -> None:
        """Open the session that a folder is or holds; of several, list them."""
        self._memory.keep_view()

        def opened(sessions: list[Found]) -> None:
            if len(sessions) == 1:
                self.open(sessions[0].path, sessions[0].agent)
            elif sessions:
                if self._bench.document:
                    self._bench.close()
                self.look_around(folder)
            else:
                words = self.tr("No session was found below {folder}.").format(folder=folder)
                choose = self.tr("Choose another…")
                self._shell.banner.say(words, (choose, self.ask_folder), role="error")

        self._shell.executor.run(
            SLOT, lambda progress: list(islice(discover_each([folder], check=progress.check), 2)), opened
        )

    def ask_file(self) -> None:
        """Ask for a log."""
        self.ask_path(self.open)

    def ask_folder(self) -> None:
        """Ask for a folder of sessions, or one that makes up a session."""
        self.ask_path(self.open_folder, folder=True)

    def ask_agent(self, path: Path | None = None, why: Exception | None = None) -> None:
        """Ask for a log, unless it is known, and for the agent that wrote it; the error that led here says who fits."""
        if path is None:
            self.ask_path(self.ask_agent)
            return
        likely = why.choices if isinstance(why, UnknownFormat) else ()
        message = why.message if isinstance(why, InspectorError) else ""
        dialog = OpenAsDialog(path, message, likely, self._shell)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.open(path, dialog.agent()))
        dialog.open()

    def locate(self, missing: str) -> None:
        """Ask where a recent session went."""

        def found(path: Path) -> None:
            self._shell.workspace.forget(missing)
            self.open(path)

        self.ask_path(found)

    def forget(self, path: str) -> None:
        """Take a session out of the recent ones."""
        self._shell.workspace.forget(path)
        self.show_recent()

    def show_recent(self) -> None:
        """List the recent sessions on the start page anew."""
        self._start.show_recent(self._shell.workspace.recent)

    def reveal(self) -> None:
        """Show the log's folder in the system's file manager."""
        if self._bench.document:
            path = Path(self._bench.document.session.path)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))

    def _opening(self, path: Path) -> None:
        self._path = path
        self._shell.banner.hide()
        self._slow.start()

    def _say_slow(self) -> None:
        words = self.tr("Reading {name}…").format(name=self._path.name)
        self._shell.banner.say(words, (self.tr("Cancel"), self._bench.cancel), role="accent")

    def _opened(self, document: Document) -> None:
        self._slow.stop()
        self._shell.banner.hide()
        words = damage_words(document.session)
        if words:
            self._shell.banner.say(words, (self.tr("Show problems"), self.problems_asked.emit))

    def _failed(self, path: Path, why: Exception) -> None:
        self._slow.stop()
        self._shell.banner.hide()
        self._kept = None
        if self._bench.document is None:
            self.look_around(self._start.browser.folder)
        self._say_failed(path, why)

    def _say_failed(self, path: Path, why: Exception) -> None:
        """Put in the banner why a log did not open, with the ways out that there are."""
        ways: list[tuple[str, Callable[[], object]]] = []
        role = "error"
        if isinstance(why, Cancelled):
            words, role = self.tr("Opening {name} was stopped.").format(name=path.name), "warning"
        elif isinstance(why, UnknownFormat):
            ways.append((self.tr("Open as…"), lambda: self.ask_agent(path, why)))
            # The hint of these names the command line's way; the buttons are the window's.
            words = why.message if isinstance(why, AmbiguousFormat) or why.choices else error_words(why)
        elif isinstance(why, TooLarge):
            ways.append((self.tr("Open anyway"), lambda: self._open_large(path, Path(why.path))))
            words, role = why.message, "warning"
        elif isinstance(why, InspectorError):
            words = error_words(why)
        else:
            words = self.tr("{name} could not be opened. This is a bug in Inspector.").format(name=path.name)
            ways.append((self.tr("Show report"), lambda: show_fault(self._shell, why)))
        self._shell.banner.say(words, *ways, (self.tr("Choose another…"), self.ask_file), role=role)

    def _open_large(self, path: Path, large: Path) -> None:
        """Open a session of which one file is above a bound."""
        lift(large)
        self.open(path, self._agent, alone=self._alone)

    def _find_losses(self) -> None:
        lines = self._start.browser.unjudged()
        self._start.browser.begin(self._start.browser.folder, keep=True)
        self._is_judging = True
        self.looking.find_losses(lines)

    def _arrived(self, lines: list[Line]) -> None:
        if self._arrived_paths is not None:
            self._arrived_paths |= {line.found.path for line in lines}
        self._start.browser.add(lines)

    def _looked(self, whole: bool) -> None:
        """All was told: what did not come again is gone. After a stop, nobody knows."""
        arrived, self._arrived_paths = self._arrived_paths, None
        self._start.browser.finish(arrived if whole else None)
        judged, self._is_judging = self._is_judging and whole, False
        if judged:
            self._start.browser.show_worst()

    def _folder(self) -> Path | None:
        """Where a file dialog starts: beside the open or last opened log, else where an agent keeps its own."""
        if self._bench.document:
            return Path(self._bench.document.session.path).parent
        near = [Path(entry.path).parent for entry in self._shell.workspace.recent]
        kept = [folder for place in places() for folder in place.folders]
        return next((folder for folder in near + kept if folder.is_dir()), None)

    def ask_path(self, chosen: Callable[[Path], object], *, folder: bool = False) -> None:
        """Show the dialog for a log, or for a folder that makes up a session; ``chosen`` gets the path."""
        dialog = QFileDialog(self._shell, self.tr("Open folder") if folder else self.tr("Open session log"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFile)
        if not folder:
            logs = self.tr("Session logs ({patterns})").format(patterns=_PATTERNS)
            dialog.setNameFilters([logs, self.tr("All files (*)")])
        start = self._folder()
        if start is not None:
            dialog.setDirectory(str(start))
        dialog.fileSelected.connect(lambda path: chosen(Path(path)))
        dialog.open()


def dropped_path(mime: QMimeData) -> Path | None:
    """The file or folder being dragged; None when it is something else."""
    paths = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
    return Path(paths[0]) if paths else None
