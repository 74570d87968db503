"""Looking through many sessions in the background: found first, then read one after the other, told in batches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.gui.executor import raise_fault
from inspector.gui.language import number, tr
from inspector.gui.models.session_lines import Line
from inspector.gui.shell import Shell
from inspector.read.discover import discover_each
from inspector.workbench.document import Stage
from inspector.workbench.jobs import Progress
from inspector.workbench.kept_lines import KeptLines
from inspector.workbench.session_index import SessionIndex

SLOT = "discover"
AT_ONCE = 0.1
"""Seconds of work between two batches; the first line is told as soon as it is found."""
READ_AHEAD = 64_000_000
"""Bytes above which a log is read only when somebody opens it, or looks for what is missing."""


class Looking(QObject):
    """One search at a time; what an older one still tells is dropped."""

    arrived = Signal(object)
    """A list of lines, new or known better than before."""
    finished = Signal(bool)
    """Nothing more comes: all was told, or it was stopped."""
    _batch = Signal(int, object)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shell = shell
        self.index = SessionIndex(shell.bench.cache)
        self.lines = KeptLines(shell.bench.cache)
        self._ticket = 0
        self._batch.connect(self._hear)
        shell.bench.advanced.connect(self._note)

    def look(self, folder: Path | None = None) -> None:
        """Look under a folder, or where each agent keeps its sessions."""
        paths = [folder] if folder else []

        def work(progress: Progress, told: _Batches) -> None:
            found = []
            for one in discover_each(paths, check=progress.check, looker=self.lines):
                found.append(one)
                told.add(Line(one, self.index.known(one)))
            told.flush()
            self.lines.keep()
            unknown = [one for one in found if self.index.known(one) is None and (one.bytes or 0) <= READ_AHEAD]
            for done, one in enumerate(sorted(unknown, key=lambda one: one.last, reverse=True)):
                progress.report(done / len(unknown), _reading(done, len(unknown)))
                told.add(Line(one, self.index.look(one)))

        self._run(work)

    def find_losses(self, lines: Sequence[Line]) -> None:
        """Look which sentences the compactions of these sessions left out."""

        def work(progress: Progress, told: _Batches) -> None:
            for done, line in enumerate(lines):
                progress.report(done / len(lines), _judging(done, len(lines)))
                told.add(Line(line.found, self.index.find_losses(line.found, progress.check)))

        self._run(work)

    def _run(self, work: Callable[[Progress, _Batches], None]) -> None:
        self._ticket += 1
        ticket = self._ticket

        def whole(progress: Progress) -> None:
            told = _Batches(lambda batch: self._batch.emit(ticket, batch))
            try:
                work(progress, told)
            finally:
                told.flush()
                self.index.keep()

        self._shell.executor.run(SLOT, whole, lambda _: self.finished.emit(True), self._failed)

    def _failed(self, why: Exception) -> None:
        self.finished.emit(False)
        raise_fault(why)

    def _hear(self, ticket: int, batch: Iterable[Line]) -> None:
        if ticket == self._ticket:
            self.arrived.emit(batch)

    def _note(self, stage: Stage) -> None:
        document = self._shell.bench.document
        if stage is Stage.COMPARE and document is not None:
            self._shell.executor.run("note", lambda progress: self.index.note(document), lambda _: None)


class _Batches:
    """Lines gathered until some time has passed."""

    def __init__(self, tell: Callable[[list[Line]], None]) -> None:
        self._tell = tell
        self._lines: list[Line] = []
        self._due = 0.0

    def add(self, line: Line) -> None:
        """One more; told with those before it once it is time."""
        self._lines.append(line)
        if time.monotonic() >= self._due:
            self.flush()

    def flush(self) -> None:
        """Tell what is there."""
        if self._lines:
            self._tell(self._lines)
            self._lines = []
        self._due = time.monotonic() + AT_ONCE


def _reading(done: int, of: int) -> str:
    return tr("Reading {done} of {n} sessions").format(done=number(done + 1), n=number(of))


def _judging(done: int, of: int) -> str:
    return tr("Looking for what is missing: {done} of {n} sessions").format(done=number(done + 1), n=number(of))
