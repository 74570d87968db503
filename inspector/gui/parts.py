"""The parts of the window that the commands act on, and what has to be there for them to be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from inspector.gui.follow import Following
from inspector.gui.judging import JudgeCommands
from inspector.gui.navigation import Navigation
from inspector.gui.opener import Opener
from inspector.gui.perspectives import Perspectives
from inspector.gui.popups import Popups
from inspector.gui.shell import Shell
from inspector.gui.windows import Windows
from inspector.workbench.bench import Bench
from inspector.workbench.session_index import goes_on

if TYPE_CHECKING:
    from inspector.gui.comparing import Comparing
    from inspector.gui.review import Review
    from inspector.gui.trace import Trace
    from inspector.workbench.run_columns import RunColumns


# Without slots: Qt refers weakly to what it calls a method of.
@dataclass(frozen=True)
class WindowParts:
    """Made by the window once all of them stand."""

    shell: Shell
    opener: Opener
    perspectives: Perspectives
    navigation: Navigation
    popups: Popups
    following: Following
    judging: JudgeCommands
    windows: Windows

    @property
    def bench(self) -> Bench:
        """The workbench."""
        return self.shell.bench

    @property
    def trace(self) -> Trace:
        """The first perspective; built by asking for it, as the others are."""
        return self.perspectives.trace

    @property
    def review(self) -> Review:
        """The second perspective."""
        return self.perspectives.review

    @property
    def comparing(self) -> Comparing:
        """The third perspective with its verbs."""
        return self.perspectives.comparing

    @property
    def runs(self) -> RunColumns:
        """The columns of the third perspective."""
        return self.comparing.runs

    def tab(self, name: str) -> Callable[[], None]:
        """The way to a tab, whatever perspective it is in."""
        return partial(self.perspectives.show_tab, name)

    def toggle_full_screen(self) -> None:
        """The whole screen, or a window again."""
        self.shell.setWindowState(self.shell.windowState() ^ Qt.WindowState.WindowFullScreen)

    def stop(self) -> None:
        """Stop the work under way, every column that runs, and the judge."""
        self.shell.executor.cancel()
        self.judging.stop()
        if self.perspectives.has_compare:
            self.comparing.view.stop_all()

    def is_busy(self) -> bool:
        """Whether something is being worked on."""
        compares = self.perspectives.has_compare and self.comparing.view.is_running
        return bool(self.shell.executor.busy()) or self.judging.is_running or compares

    def has_session(self) -> bool:
        """Whether a session is open."""
        return self.bench.document is not None

    def goes_on(self) -> bool:
        """Whether the session goes on from another log, and is not yet one with it."""
        document = self.bench.document
        return document is not None and not document.session.before and goes_on(document)

    def has_item(self) -> bool:
        """Whether an item is selected."""
        return self.has_session() and self.bench.selection.focus.item is not None

    def has_compactions(self) -> bool:
        """Whether there is a compaction to go to."""
        return self.bench.document is not None and bool(self.bench.document.compactions)

    def has_erosion(self) -> bool:
        """Whether erosion is shown."""
        return self.bench.document is not None and self.bench.document.erodes

    def is_measured(self) -> bool:
        """Whether the plot is there."""
        return self.bench.document is not None and self.bench.document.measurement is not None

    def can_report(self) -> bool:
        """Whether all is known that a report needs."""
        document = self.bench.document
        return document is not None and document.measurement is not None and document.comparison is not None

    def has_verdicts(self) -> bool:
        """Whether facts were judged."""
        return self.bench.document is not None and bool(self.bench.document.comparison)

    def has_fact(self) -> bool:
        """Whether a fact is selected."""
        return self.has_verdicts() and self.bench.selection.focus.fact is not None

    def has_columns(self) -> bool:
        """Whether a compaction stands ready to be run again."""
        return self.has_session() and self.perspectives.has_compare and self.runs.ready is not None

    def has_column(self) -> bool:
        """Whether something is at hand that can be run."""
        return self.has_columns() and self.runs.get(self.comparing.view.key_at_hand()) is not None

    def has_due(self) -> bool:
        """Whether one of the two that are compared has no result yet."""
        return self.has_columns() and self.comparing.view.run.isEnabled()

    def has_answers(self) -> bool:
        """Whether a model has answered for what is at hand, or failed to for money, and may be asked once more."""
        return self.has_columns() and self.runs.can_ask_again(self.comparing.view.key_at_hand())
