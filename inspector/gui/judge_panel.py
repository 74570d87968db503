"""From the wish to judge compactions to what that sends: worked out, shown, and sent once the user lets it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal

from inspector.ask.spending import SetPrice
from inspector.errors import Cancelled
from inspector.gui.asking import Asking
from inspector.gui.models.judge_words import judged_already
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.judge_choice import JudgeChoice
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.llm.keys import find_keyring
from inspector.measure.models import find_model
from inspector.secrets.find import find_secrets
from inspector.store.settings import Settings
from inspector.workbench.bench import Bench
from inspector.workbench.document import Stage
from inspector.workbench.judge_runs import JudgeRuns, dry_run, number_of
from inspector.workbench.judging import chain_of
from inspector.workbench.model_runs import Outgoing

_USUAL = "token: password = secret key; auth -p user | log in, sign, code, path/value, https://host"
"""What nearly every request has some of: what looks for secrets is made when a text first has such words."""
_MODEL, _PASSES = "judge.model", "judge.passes"


class JudgePanel(QObject):
    """Stands between the commands and the runs; nothing leaves before Send."""

    finished = Signal()
    """The panel is gone: the keyboard is wanted elsewhere."""
    capped = Signal()

    def __init__(self, bench: Bench, theme: Theme, settings: Settings, asking: Asking, runs: JudgeRuns) -> None:
        super().__init__(asking)
        self._bench, self._settings, self._asking, self._runs = bench, settings, asking, runs
        self.view, self.choice = SendingPanel(theme), JudgeChoice()
        self._numbers: tuple[int, ...] = ()
        self._is_offered = False
        """Whether this time the servers on this machine were asked for their models."""
        self._shown: tuple[str, int, bool] | None = None
        """The model and the passes of which it is shown what they would send, and whether what was no use is put again.
        """
        self.view.put_above(self.choice)
        self.view.allowed.connect(self._allowed)
        self.view.refused.connect(self._refused)
        self.view.capped.connect(self._capped)
        self.view.priced.connect(self._priced)
        self.choice.edited.connect(self._unsettle)
        self.choice.chosen.connect(self._work)
        bench.judgements.made.connect(lambda _: self._renew())
        bench.advanced.connect(lambda stage: self._renew() if stage is Stage.COMPARE else None)
        bench.opened.connect(lambda _: self.hide())
        bench.closed.connect(self.hide)

    def ask(self, numbers: tuple[int, ...]) -> None:
        """Show what judging these compactions would send; nothing is sent by that."""
        document = self._bench.document
        if document is None or not numbers:
            return
        self._numbers = numbers
        used = self._asking.used()
        model = self._settings.text(_MODEL) or next(iter(used), "")
        passes = 2 if self._settings.number(_PASSES, 1) == 2 else 1
        self.choice.offer(self._asking.known(), model, passes, judged_already(document, numbers))
        self._is_offered = False
        self._work()

    def hide(self) -> None:
        """Nobody asks any more."""
        self._numbers, self._shown = (), None
        self.view.hide()

    def _work(self) -> None:
        document, numbers, (model, passes) = self._bench.document, self._numbers, self.choice.value()
        if document is None or not numbers:
            return
        self._shown = None
        if not model:
            words = self.tr("Name a model. Nothing is sent before you have seen what.")
            self.view.say(words, self._asking.models.spending.cap)
            self.view.show()
            self.choice.model.setFocus(Qt.FocusReason.OtherFocusReason)
            self._offer_servers()
            return
        chain, models = chain_of(document, self._bench.judgements), self._asking.models
        again = self._runs.asks_again(numbers)
        self.view.prepare()

        def arrived(outgoing: tuple[Outgoing, ...]) -> None:
            if self._numbers == numbers and self.choice.value() == (model, passes):
                self._shown = (model, passes, again)
                self.view.show_outgoing(outgoing, models.spending.cap, self._about(outgoing))
                self._offer_servers()

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled) and self._numbers == numbers:
                self.view.say(error_words(why))
                self._offer_servers()

        self._bench.executor.run(
            "what is judged",
            lambda progress: dry_run(models, chain, numbers, model, passes, progress, retry=again),
            arrived,
            failed,
        )

    def _renew(self) -> None:
        """A verdict was entered, or a reading came: what is followed, and so what would be sent, may be another."""
        if self._numbers and self.choice.value()[0]:
            self._work()

    def _about(self, outgoing: Sequence[Outgoing]) -> str:
        """What is read beside what was wanted, and what of the sending cannot be shown yet."""
        first = sorted({one.compaction for one in outgoing} - {*self._numbers})
        named = ", ".join(f"┊C{number}" for number in first)
        new = sum(one.answered < one.requests for one in outgoing)
        words = (
            self.tr("Read first, as the rest builds on it: {named}.").format(named=named) if first else "",
            self.tr("Each later request is sent with the statements found by the one before it.") if new > 1 else "",
            self.tr("Doubtful verdicts, or an answer in another form, are asked about once more.") if new else "",
        )
        return " ".join(filter(None, words))

    def _offer_servers(self) -> None:
        """Once a request is shown: what is needed to ask them takes longer to load than the request to work out."""
        if not self._is_offered:
            self._is_offered = True
            self._asking.offer_servers(self.choice)

    def _unsettle(self) -> None:
        self._shown = None
        self.view.send.setEnabled(False)

    def _allowed(self, keys: tuple[str, ...]) -> None:
        if self._shown is None:
            return
        model, passes, again = self._shown
        self._asking.remember(model)
        self._settings.put(_MODEL, model)
        self._settings.put(_PASSES, passes)
        self.hide()
        self._runs.run([number_of(key) for key in keys], model, passes, retry=again)
        self.finished.emit()

    def _refused(self) -> None:
        self.hide()
        self.finished.emit()

    def _priced(self, _: str, into: float, out: float) -> None:
        """What the user says that the judge costs; what is shown is worked out anew."""
        if self._shown is not None:
            self._asking.models.set_price(SetPrice(self._shown[0], into, out))
            self._work()

    def _capped(self, dollars: float) -> None:
        self._asking.models.spending.cap = dollars
        self.capped.emit()


def warm_up() -> None:
    """Make what the first preview would wait for, once a process; may be called on any thread."""
    find_secrets(_USUAL)
    find_keyring()
    # Any model that has a price: the list of them is read whole.
    find_model("openai/gpt-5")
