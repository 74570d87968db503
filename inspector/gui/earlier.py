"""Naming the session that the open one came from, where its log is on this machine."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from inspector.gui.opener import Opener
from inspector.gui.shell import Shell
from inspector.workbench.document import Document, Stage
from inspector.workbench.session_index import goes_on, is_cut, may_have_earlier

_SLOT = "earlier"


class Earlier(QObject):
    """Looks for it once the compactions are known, off the window's thread."""

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
