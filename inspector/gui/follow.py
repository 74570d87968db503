"""Following a log while its agent writes it: looked at every second, read again when it tells something new."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.errors import CannotRead, cause
from inspector.gui.language import number
from inspector.gui.layouts import plain_label
from inspector.gui.models.compactions import change_in_tokens
from inspector.gui.opener import Opener
from inspector.gui.perspectives import Perspectives
from inspector.gui.shell import Shell
from inspector.workbench.document import Document, Stage
from inspector.workbench.follow import Change, Follower

EVERY = 1000
"""Milliseconds between two looks."""
QUIET = 3
"""Looks without a change after which what was appended is read, though it tells of no compaction."""


class Following(QObject):
    """On or off. Selection, filter, range and place in the list stay as they are over each reading."""

    changed = Signal()

    def __init__(self, shell: Shell, opener: Opener, perspectives: Perspectives) -> None:
        super().__init__(shell)
        self._shell, self._opener, self._perspectives = shell, opener, perspectives
        self._follower: Follower | None = None
        self._known: int | None = None
        self._place: tuple[int, bool] | None = None
        self._due = self._at_end = self._is_new = self._is_gone = False
        self._waiting = self._quiet = 0
        self._began = 0.0
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self.look)
        self.label = plain_label(name=self.tr("Follow"), margins=(0, 0, 8, 0), wraps=False)
        self.label.hide()
        shell.status.addPermanentWidget(self.label)
        shell.bench.opened.connect(self._opened)
        shell.bench.closed.connect(self.stop)
        shell.bench.advanced.connect(self._advanced)

    @property
    def on(self) -> bool:
        """Whether the log is followed."""
        return self._follower is not None

    def toggle(self) -> None:
        """Follow the open session's log, or no longer."""
        if self.on:
            self.stop()
        else:
            self.start()

    def start(self) -> None:
        """Follow the open session's log; what was written since it was read counts as new."""
        document = self._shell.bench.document
        if document is None:
            return
        try:
            self._follower = Follower(Path(document.session.path))
        except CannotRead as why:
            self._shell.banner.say(f"{why.message} {why.hint}".strip(), role="error")
            return
        self._due, self._waiting, self._quiet = True, 0, 0
        self._timer.start()
        self._turn(on=True)

    def stop(self) -> None:
        """No longer follow."""
        self._timer.stop()
        self._follower, self._known, self._place = None, None, None
        self._at_end = self._is_gone = False
        self._turn(on=False)

    def _turn(self, *, on: bool) -> None:
        self._shell.bench.is_followed = on
        if self._perspectives.has_trace:
            self._perspectives.trace.card.refresh()
        self._tell()

    def look(self) -> None:
        """Look at the log once, and read it again where that is due."""
        if self._follower is None:
            return
        try:
            change = self._follower.poll()
        except (CannotRead, OSError) as why:
            self._miss(cause(why))
            return
        if self._is_gone:
            self._is_gone = False
            self._shell.banner.hide()
        if change is not None:
            if change.rewritten:
                self._tell_rewritten(change)
            self._waiting += change.lines
            self._due = self._due or change.due
            self._quiet = 0
        elif self._waiting:
            self._quiet += 1
        # A reading under way goes first: it would be thrown away.
        is_busy = "document" in self._shell.executor.busy()
        if (self._due or self._quiet >= QUIET) and not is_busy:
            self._read()
        self._tell()

    def _miss(self, why: str) -> None:
        """Say once that the log is gone: one that is rotated or saved anew is back in a moment."""
        if not self._is_gone:
            self._is_gone = True
            words = self.tr("{why} What was read stays; the log is followed again once it is back.").format(why=why)
            self._shell.banner.say(words, (self.tr("Stop following"), self.stop), role="warning")

    def _tell_rewritten(self, change: Change) -> None:
        emptied = self.tr("The log was emptied: what is shown is what it held. What is written now is read.")
        begun = self.tr("The log was begun anew: it is read from its beginning, what it held before is gone.")
        self._shell.banner.say(begun if change.due else emptied, role="warning")

    def _read(self) -> None:
        assert self._follower is not None, "read only while following"
        document = self._shell.bench.document
        if document is None:
            return
        self._known = len(document.compactions) if document.reconstruction is not None else self._known
        bar = self._perspectives.trace.transcript.list.verticalScrollBar()
        self._place = (bar.value(), bar.value() >= bar.maximum())
        self._due, self._waiting, self._quiet = False, 0, 0
        self._follower.was_read()
        self._began = time.monotonic()
        self._opener.reload()

    def _opened(self, document: Document) -> None:
        if self._follower is not None and Path(document.session.path) != self._follower.path:
            self.stop()

    def _advanced(self, stage: Stage) -> None:
        document = self._shell.bench.document
        if stage is Stage.CONSEQUENCES and self._follower is not None and not self._is_new:
            self._follower.found_nothing(time.monotonic() - self._began)
        if stage is Stage.CONSEQUENCES and self._at_end:
            # The card above takes its room only now.
            QTimer.singleShot(0, self._shell, self._to_end)
        if not self.on or stage is not Stage.RECONSTRUCT or document is None:
            return
        # Once all panes have heard it too.
        QTimer.singleShot(0, self._shell, self._put_back)
        new = len(document.compactions) - self._known if self._known is not None else 0
        self._known = len(document.compactions)
        self._is_new = new > 0
        if new > 0:
            self._announce(document)

    def _announce(self, document: Document) -> None:
        """Say that a compaction happened, for as long as nobody looked at it."""
        last = document.compactions[-1]
        words = self.tr("The context was just compacted: ┊C{n}, {change}.")
        words = words.format(n=number(last.number), change=change_in_tokens(last))

        def review() -> None:
            self._shell.banner.hide()
            self._shell.bench.selection.select(compaction=last.number)
            self._perspectives.begin_review()

        self._shell.banner.say(words, (self.tr("Review it"), review), role="accent")

    def _put_back(self) -> None:
        """The list where it was; at its new end where it stood at the end and nothing is selected."""
        place, self._place = self._place, None
        if place is None or not self._perspectives.has_trace:
            return
        value, at_end = place
        self._at_end = at_end and self._shell.bench.selection.focus.item is None
        if self._at_end:
            self._to_end()
        else:
            self._perspectives.trace.transcript.list.verticalScrollBar().setValue(value)

    def _to_end(self) -> None:
        self._perspectives.trace.transcript.list.scrollToBottom()

    def _tell(self) -> None:
        self.label.setVisible(self.on)
        waiting = self.tr(" · {n} lines to read").format(n=number(self._waiting)) if self._waiting else ""
        self.label.setText(f"◉ {self.tr('following')}{waiting}")
        self.changed.emit()
