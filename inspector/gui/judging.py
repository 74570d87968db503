"""What the window does about judges: asks what to judge, shows what that sends, tells how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.gui.models.judge_words import ended_words
from inspector.gui.perspectives import REVIEW, Perspectives
from inspector.gui.shell import Shell, leave_drops_to_window
from inspector.gui.widgets.banner import error_words
from inspector.workbench.document import Stage
from inspector.workbench.jobs import Progress
from inspector.workbench.stages import is_ready

if TYPE_CHECKING:
    from inspector.gui.judge_panel import JudgePanel
    from inspector.workbench.judge_runs import JudgeRuns

_PARTS = "inspector.gui.judge_panel"


class JudgeCommands(QObject):
    """The verbs of judging. What they need is loaded and made when a judge is first wanted."""

    def __init__(self, shell: Shell, perspectives: Perspectives) -> None:
        super().__init__(shell)
        self._shell, self._perspectives = shell, perspectives
        self.runs: JudgeRuns | None = None
        self.panel: JudgePanel | None = None
        self._was_running = self._is_wanted = False
        """Whether a model is at work, as last told; whether all is to be judged once it is known what is not there."""
        shell.bench.opening.connect(lambda _: self._want(False))
        shell.bench.advanced.connect(lambda stage: self._want(self._is_wanted))

    @property
    def is_running(self) -> bool:
        """Whether a compaction is being read."""
        return self.runs is not None and self.runs.is_running

    def this(self) -> None:
        """Show what judging the compaction at hand would send."""
        self._perspectives.show(REVIEW)
        number = self._perspectives.review.compaction()
        self._ask(() if number is None else (number,))

    def all(self) -> None:
        """Show what judging every compaction would send."""
        self._perspectives.show(REVIEW)
        document = self._shell.bench.document
        found = document.extraction if document is not None else None
        self._ask(tuple(one.segment.compaction.number for one in found or ()))

    def all_once_known(self) -> None:
        """The same of the session that is just being opened, as soon as it is known what is not there."""
        self._want(True)

    def _want(self, wanted: bool) -> None:
        document = self._shell.bench.document
        is_known = wanted and document is not None and is_ready(document, Stage.COMPARE)
        self._is_wanted = wanted and not is_known
        if is_known:
            self.all()

    def stop(self) -> None:
        """Hang up; what was found stays."""
        if self.runs is not None:
            self.runs.stop()

    def _ask(self, numbers: tuple[int, ...]) -> None:
        document = self._shell.bench.document

        def ask() -> None:
            if document is self._shell.bench.document:
                self._made().ask(numbers)

        if _PARTS in sys.modules:
            ask()
        else:
            self._load(ask)

    def _load(self, then: Callable[[], None]) -> None:
        """Load the code off this thread, which takes a fifth of a second."""

        def load(progress: Progress) -> None:
            import_module(_PARTS)

        self._shell.executor.run("judge parts", load, lambda _: then())

    def _made(self) -> JudgePanel:
        if self.panel is None:
            from inspector.gui.judge_panel import JudgePanel
            from inspector.workbench.judge_runs import JudgeRuns

            shell = self._shell
            asking = shell.asking
            self.runs = JudgeRuns(shell.bench, asking.models, asking.pool, shell.library)
            self.runs.changed.connect(self._tell)
            self.panel = JudgePanel(shell.bench, shell.theme, shell.settings, asking, self.runs)
            self.panel.finished.connect(self._perspectives.focus)
            self.panel.capped.connect(asking.tell_spent)
            self._perspectives.review.put_judge(self.panel.view, [*self.panel.choice.stops()], self.runs)
            leave_drops_to_window(self.panel.view)
        return self.panel

    def _tell(self) -> None:
        shell, runs = self._shell, self.runs
        assert runs is not None, "it tells of itself"
        shell.asking.tell_spent()
        if self._was_running and not runs.is_running and runs.course.wanted:
            shell.status.showMessage(ended_words(runs.course, len(runs.failed)), 8000)
        self._was_running = runs.is_running
        if runs.unkept is not None:
            shell.banner.say(error_words(runs.unkept))
        shell.verbs.refresh()
