"""From the wish to run a column to what it sends: worked out, shown, and sent once the user lets it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from inspector.errors import Cancelled
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.rerun.column import Column, ColumnState
from inspector.workbench.bench import Bench
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Progress
from inspector.workbench.judged_columns import JUDGE, JudgedColumns, Sitting, dry_run
from inspector.workbench.model_runs import ModelRuns, Outgoing
from inspector.workbench.run_columns import RunColumns

T = TypeVar("T")


class ColumnSending(QObject):
    """Stands between the columns and the panel; nothing leaves without ``RunColumns.allow``."""

    finished = Signal()
    """The panel is gone: the keyboard is wanted elsewhere."""
    capped = Signal()
    closed = Signal()
    """The panel gave back its room."""

    def __init__(
        self, bench: Bench, runs: RunColumns, models: ModelRuns, judging: JudgedColumns, panel: SendingPanel
    ) -> None:
        super().__init__(panel)
        self._judging, self._judge = judging, ""
        self._sittings: tuple[Sitting, ...] = ()
        self._bench, self._runs, self._models, self._panel = bench, runs, models, panel
        self._asked: tuple[str, ...] = ()
        runs.consent_asked.connect(self.ask)
        panel.allowed.connect(self._allowed)
        panel.refused.connect(self._refused)
        panel.fit_chosen.connect(lambda key, fit: self._change(key, fit=fit))
        panel.secret_let.connect(self._let)
        panel.capped.connect(self._capped)

    def look(self) -> None:
        """Show what the column at hand would send, or every column that asks a model; nothing is sent by that."""
        runs = self._runs
        picked = runs.get(runs.picked)
        columns = [picked] if picked is not None and picked.variant.asks_model else runs.columns
        keys = tuple(one.key for one in columns if one.variant.asks_model and one.state is not ColumnState.RUNNING)
        if keys:
            runs.ask_consent(keys)
        else:
            self._panel.prepare()
            self._panel.say(self.tr("No column asks a model: nothing would be sent."))

    def ask(self, keys: tuple[str, ...]) -> None:
        """Work out what columns would send on each compaction, and show it."""
        runs, models, strategies = self._runs, self._models, self._runs.strategies
        wanted = [(ready, one) for key in keys if (one := runs.get(key)) is not None for ready in runs.readies(key)]
        if not wanted:
            self.hide()
            return
        again = {key for key in keys if runs.asks_again(key)}

        def look(at: tuple[Ready, Column]) -> tuple[Outgoing, ...]:
            ready, one = at
            return (models.dry_run(ready, one.key, one.variant, strategies, retry=one.key in again),)

        self._work_out(keys, wanted, look)

    def ask_judge(self, model: str) -> None:
        """Work out what a judge of all columns would be sent and cost, and show it."""
        models = self._models
        self._runs.refuse()
        self._sittings, self._judge = self._judging.sittings(), model
        self._work_out((JUDGE,), self._sittings, lambda sitting: dry_run(models, sitting, model))

    def _work_out(self, keys: tuple[str, ...], of: Sequence[T], look: Callable[[T], tuple[Outgoing, ...]]) -> None:
        """Look in the background at what each of these would send, and show it if it is still asked for then."""
        here = self._runs.ready
        self._asked = keys
        self._panel.prepare()

        def work(progress: Progress) -> tuple[Outgoing, ...]:
            made: list[Outgoing] = []
            for place, one in enumerate(of):
                progress.report(place / len(of), "")
                made += look(one)
            return tuple(made)

        def arrived(outgoing: tuple[Outgoing, ...]) -> None:
            if self._asked == keys and self._runs.ready is here:
                self._panel.show_outgoing(outgoing, self._models.spending.cap)

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled):
                self._panel.say(error_words(why))

        self._bench.executor.run("what is sent", work, arrived, failed)

    def hide(self) -> None:
        """Another session: nobody asks any more."""
        self._asked, self._sittings = (), ()
        if not self._panel.isHidden():
            self._panel.hide()
            self.closed.emit()

    def _allowed(self, keys: tuple[str, ...]) -> None:
        sittings = self._sittings
        self.hide()
        if keys == (JUDGE,):
            self._judging.run(self._judge, sittings)
        else:
            self._runs.allow(keys)
        self.finished.emit()

    def _refused(self) -> None:
        self._runs.refuse()
        self.hide()
        self.finished.emit()

    def _let(self, key: str, mark: str, is_let: bool) -> None:
        column = self._runs.get(key)
        if column is not None:
            keep = column.variant.keep | {mark} if is_let else column.variant.keep - {mark}
            self._change(key, keep=keep)

    def _change(self, key: str, **parts: Any) -> None:
        """Another way to send the same; the columns ask anew, since the request is another."""
        column = self._runs.get(key)
        if column is not None:
            self._runs.change(key, replace(column.variant, **parts))

    def _capped(self, dollars: float) -> None:
        self._models.spending.cap = dollars
        self.capped.emit()
