"""From the wish to run columns, or to have them judged, to what that sends: shown, and sent once the user lets it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from inspector.ask.spending import SetPrice
from inspector.errors import Cancelled
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.judge_choice import JudgeChoice
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.workbench.bench import Bench
from inspector.workbench.jobs import Progress
from inspector.workbench.judged_columns import JUDGE, JudgedColumns, Sitting, dry_run, with_controls
from inspector.workbench.model_runs import ModelRuns, Outgoing
from inspector.workbench.run_columns import RunColumns


class ColumnSending(QObject):
    """Stands between the columns and the panel; nothing leaves without ``RunColumns.allow``."""

    finished = Signal()
    """The panel is gone: the keyboard is wanted elsewhere."""
    capped = Signal()
    named = Signal(str)
    """A model was named as a judge, and may be asked."""

    def __init__(
        self, bench: Bench, runs: RunColumns, models: ModelRuns, judging: JudgedColumns, panel: SendingPanel
    ) -> None:
        super().__init__(panel)
        self._bench, self._runs, self._models, self._judging, self._panel = bench, runs, models, judging, panel
        self._asked: tuple[str, ...] = ()
        self._sitting: Sitting | None = None
        self._shown = ("", 1)
        """The judge and the passes of which it is shown what they would send."""
        self.choice = JudgeChoice(self.tr("Judge"))
        panel.put_above(self.choice)
        runs.consent_asked.connect(self.ask)
        panel.allowed.connect(self._allowed)
        panel.refused.connect(self._refused)
        panel.capped.connect(self._capped)
        panel.priced.connect(self._priced)
        self.choice.edited.connect(lambda: panel.send.setEnabled(False))
        self.choice.chosen.connect(self._price_judge)

    def ask(self, keys: tuple[str, ...]) -> None:
        """Work out what columns would send, and show it."""
        runs, models, strategies, ready = self._runs, self._models, self._runs.strategies, self._runs.ready
        wanted = [one for key in keys if (one := runs.get(key)) is not None]
        if not wanted or ready is None:
            self.hide()
            return
        again = {key for key in keys if runs.asks_again(key)}
        self.choice.hide()

        def look() -> tuple[Outgoing, ...]:
            return tuple(
                models.dry_run(ready, one.key, one.variant, strategies, retry=one.key in again) for one in wanted
            )

        self._work_out(keys, look)

    def ask_judge(self, known: tuple[str, ...], model: str) -> None:
        """Show what a judge of the two columns would be sent and cost, and let another one be named."""
        self._runs.refuse()
        self._sitting = self._judging.sitting()
        if self._sitting is None:
            self._panel.prepare()
            self._panel.say(self.tr("One of the two has no result that could be read. Run it first."))
            return
        self.choice.offer(known, model)
        self.choice.show()
        self._price_judge()

    def _price_judge(self) -> None:
        sitting, (model, passes) = self._sitting, self.choice.value()
        if sitting is None:
            return
        self._panel.prepare()
        if not model:
            self._asked = (JUDGE,)
            self._panel.say(self.tr("Name a model. Nothing is sent before you have seen what."))
            self.choice.model.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._shown = (model, passes)
        strategies, again = self._runs.strategies, self._judging.asks_again

        def look() -> tuple[Outgoing, ...]:
            return dry_run(self._models, with_controls(sitting, strategies), model, passes, retry=again)

        self._work_out((JUDGE,), look)

    def _work_out(self, keys: tuple[str, ...], look: Callable[[], tuple[Outgoing, ...]]) -> None:
        """Look in the background at what these would send, and show it if it is still asked for then."""
        here, shown = self._runs.ready, self._shown
        self._asked = keys
        self._panel.prepare()

        def work(progress: Progress) -> tuple[Outgoing, ...]:
            progress.check()
            return look()

        def arrived(outgoing: tuple[Outgoing, ...]) -> None:
            if keys == (JUDGE,) and self.choice.value() != shown:
                # Another name is being typed: what is shown next is for that one.
                return
            if self._asked == keys and self._runs.ready is here and self._shown == shown:
                self._panel.show_outgoing(outgoing, self._models.spending.cap)

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled) and self._asked == keys:
                self._panel.say(error_words(why))

        self._bench.executor.run("what is sent", work, arrived, failed)

    def hide(self) -> None:
        """Another session or compaction: nobody asks any more."""
        self._asked, self._sitting = (), None
        self._panel.hide()

    def _allowed(self, keys: tuple[str, ...]) -> None:
        sitting, (model, passes) = self._sitting, self._shown
        self.hide()
        if keys == (JUDGE,) and sitting is not None:
            self.named.emit(model)
            self._judging.run(model, passes, sitting)
        else:
            self._runs.allow(keys)
        self.finished.emit()

    def _refused(self) -> None:
        self._runs.refuse()
        self.hide()
        self.finished.emit()

    def _priced(self, key: str, into: float, out: float) -> None:
        """What the user says that a model costs; what is shown is worked out anew."""
        column = self._runs.get(key)
        model = self._shown[0] if key == JUDGE else column.variant.model if column is not None else ""
        self._models.set_price(SetPrice(model, into, out))
        if key == JUDGE:
            self._price_judge()
        else:
            self.ask(self._asked)

    def _capped(self, dollars: float) -> None:
        self._models.spending.cap = dollars
        self.capped.emit()
