"""The line at the bottom: the worst problem, what is shown, how it was counted, what is being worked on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QStatusBar, QWidget

from inspector.gui.executor import PoolExecutor
from inspector.gui.language import number, tr
from inspector.gui.layouts import named, row, tool_button
from inspector.gui.models.figures import cost_words
from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Theme
from inspector.model import Severity
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage

_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_ROLE = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "accent"}


class StatusBar(QStatusBar):
    """Shows; the two things to press are the problems and Cancel."""

    problems_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, bench: Bench, executor: PoolExecutor, theme: Theme) -> None:
        super().__init__()
        self._bench, self._theme = bench, theme
        self._shown: int | None = None
        self.setSizeGripEnabled(False)
        tip = self.tr("Show the problems of this log")
        self.problems = tool_button("", self.problems_asked.emit, name=self.tr("Problems"), tip=tip)
        self.counts, self.work = named(PlainLabel(), self.tr("Items")), named(PlainLabel(), self.tr("Work"))
        self.tokenizer = named(PlainLabel(), self.tr("Tokens counted with"))
        self.cost = named(PlainLabel(), self.tr("What the session cost"))
        self.spent = named(PlainLabel(), self.tr("Money spent on reruns"))
        self.spent.hide()
        self._bar = named(QProgressBar(textVisible=False), self.tr("Progress"))
        self._bar.setMaximumWidth(140)
        tip = self.tr("Stop this work; what is ready stays")
        self._cancel = tool_button(self.tr("Cancel"), self.cancel_asked.emit, tip=tip, flat=False)
        right = QWidget()
        row(right, self.work, self._bar, self._cancel, margins=(14, 0, 6, 0))
        # A message takes the place of this as a whole; single widgets would shine through it.
        left = QWidget()
        row(left, self.problems, self.counts, margins=(4, 0, 0, 0))
        self.addWidget(left)
        # Left to Qt, the message is written over it.
        self.messageChanged.connect(lambda text: left.setVisible(not text))
        for widget in (self.cost, self.spent, self.tokenizer, right):
            self.addPermanentWidget(widget)
        executor.progressed.connect(self._progressed)
        executor.busy_changed.connect(self._busy)
        self._executor = executor
        self._is_asking = False
        bench.opened.connect(lambda _: self.refresh())
        bench.closed.connect(self.refresh)
        bench.advanced.connect(lambda _: self.refresh())
        bench.marked.connect(lambda _: self.refresh())
        theme.changed.connect(self.refresh)
        self._busy("", False)
        self.refresh()

    def show_spent(self, words: str) -> None:
        """What reruns have cost; "" while they have cost nothing."""
        self.spent.setText(words)
        self.spent.setVisible(bool(words))

    def show_asking(self, is_asking: bool) -> None:
        """Whether a model is being asked, which no job of the window's own tells."""
        self._is_asking = is_asking
        self._busy("", False)

    def set_shown(self, shown: int | None) -> None:
        """How many items the list shows; None while that is not known."""
        self._shown = shown
        self.refresh()

    def refresh(self) -> None:
        """Say what is true now."""
        document = self._bench.document
        for widget in (self.problems, self.counts, self.tokenizer):
            widget.setVisible(document is not None)
        text, tip = ("", "") if document is None else cost_words(document.bill)
        self.cost.setText(text)
        self.cost.setToolTip(tip)
        self.cost.setVisible(bool(text))
        if document is not None:
            self._problems(document)
            self._counts(document)
            text, tip = tokenizer_words(document)
            self.tokenizer.setText(text)
            self.tokenizer.setToolTip(tip)

    def _problems(self, document: Document) -> None:
        found = document.session.diagnostics
        worst = next((level for level in _ORDER if any(one.severity is level for one in found)), None)
        # The colour says what the words say, too.
        self._theme.tint(self.problems, ButtonText=_ROLE[worst] if worst else "good")
        count = sum(one.severity is worst for one in found)
        words = {
            None: self.tr("Log read in full"),
            Severity.ERROR: self.tr("{n} unreadable places") if count != 1 else self.tr("1 unreadable place"),
            Severity.WARNING: self.tr("{n} warnings") if count != 1 else self.tr("1 warning"),
            Severity.NOTE: self.tr("{n} notes") if count != 1 else self.tr("1 note"),
        }[worst]
        self.problems.setText("● " + words.format(n=number(count)))

    def _counts(self, document: Document) -> None:
        parts = [self.tr("{n} items").format(n=number(len(document.session.items)))]
        if self._shown is not None and self._bench.filter.text:
            parts.append(self.tr("{n} shown").format(n=number(self._shown)))
        if self._bench.marks:
            parts.append(self.tr("{n} marked").format(n=number(len(self._bench.marks))))
        self.counts.setText(" · ".join(parts))

    def _busy(self, slot: str, busy: bool) -> None:
        running = bool(self._executor.busy())
        for widget in (self._bar, self._cancel):
            widget.setVisible(running or self._is_asking)
        self._bar.setRange(0, 0)
        idle = self.tr("Asking a model…") if self._is_asking else self.tr("idle")
        self.work.setText(self.tr("Working…") if running else idle)

    def _progressed(self, slot: str, fraction: float, words: str) -> None:
        self._bar.setRange(0, 100 if fraction > 0 else 0)
        self._bar.setValue(round(fraction * 100))
        self.work.setText(f"{words} {round(fraction * 100)} %" if fraction > 0 else words)


def tokenizer_words(document: Document) -> tuple[str, str]:
    """How tokens are known, in two words; and in a sentence what counted them, and how far it is off here."""
    if document.tally is None:
        failed = document.failures.get(Stage.COUNT)
        if failed is not None:
            return tr("not counted"), str(failed)
        return tr("counting…"), tr("Tokens of the items are being counted.")
    name, fit = document.tally.counts.tokenizer, document.tally.calibration
    if fit.error is None:
        tip = tr("Counted with {name}; this log records too little to say how far that is off.")
        return tr("tokens estimated"), tip.format(name=name)
    percent = max(1, round(fit.error * 100))
    tip = tr(
        "Counted with {name} and scaled by {ratio} to the prompts that this log records: "
        "of {n} requests nine in ten are within {percent} %."
    )
    return tr("tokens estimated"), tip.format(name=name, ratio=f"{fit.ratio:.2f}", n=fit.n, percent=percent)
