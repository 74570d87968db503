"""How the window talks to models: one budget, one place for answers, and threads that wait for them."""

from __future__ import annotations

from PySide6.QtCore import QObject
from shiboken6 import isValid

from inspector.ask.ways import Way, servers_there
from inspector.gui.executor import PoolExecutor
from inspector.gui.models.pair_words import spent_words
from inspector.gui.status_bar import StatusBar
from inspector.gui.widgets.judge_choice import JudgeChoice
from inspector.rerun.column import RECORDED_WORDS
from inspector.rerun.prompts import FOLDER, Prompts, load_prompts
from inspector.store.folders import find_folders
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from inspector.store.settings import Settings
from inspector.workbench.bench import Bench
from inspector.workbench.model_runs import ModelRuns

THREADS = 8
"""For questions to models: they wait, they do not work."""
_USED = "rerun.models"
_MOST = 10


class Asking(QObject):
    """Made when a model is first wanted, for a rerun or as a judge."""

    def __init__(
        self, bench: Bench, settings: Settings, library: Library | None, status: StatusBar, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bench, self._settings, self._status = bench, settings, status
        self.reruns = Reruns(library) if library is not None else None
        self.pool = PoolExecutor(self, THREADS)
        self.pool.busy_changed.connect(lambda slot, busy: status.show_asking(bool(self.pool.busy())))
        self.models = ModelRuns(prompts, self.reruns)

    def used(self) -> list[str]:
        """The models that were named last, the latest first."""
        used = self._settings.values.get(_USED)
        return [str(name) for name in used] if isinstance(used, list) else []

    def known(self) -> list[str]:
        """Those, then the models of the session."""
        document = self._bench.document
        return [*self.used(), *(document.session.models if document else ())]

    def remember(self, model: str) -> None:
        """Put a model at the head of those that were named."""
        if model != RECORDED_WORDS:
            self._settings.put(_USED, [model, *(name for name in self.used() if name != model)][:_MOST])

    def offer_servers(self, choice: JudgeChoice) -> None:
        """Put the models of servers on this machine into a choice of models, too; none there is no failure."""

        def arrived(found: list[Way]) -> None:
            # A dialog may be closed by then.
            if isValid(choice):
                choice.add_ways(found)

        self._bench.executor.run("local models", lambda progress: servers_there(), arrived, lambda _: None)

    def tell_spent(self) -> None:
        """Say in the status bar what was spent, once anything was."""
        some = self.models.spent or self.models.unpriced
        self._status.show_spent(spent_words(self.models) if some else "")

    def close(self) -> bool:
        """Hang up; False where something did not stop."""
        finished = self.pool.close()
        self.models.close()
        return finished


def prompts() -> Prompts:
    """The built-in prompts and the user's own, as they are now."""
    return load_prompts(find_folders().config / FOLDER)
