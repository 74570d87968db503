"""The card above the plot: how the session ended, and what its losses led to, each part a link to its place."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import link_label, row, tool_button
from inspector.gui.models.card_words import FIX, JUDGE, REVIEW, ROWS, Line, Part, fitted, lines, plain
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.workbench.bench import Bench
from inspector.workbench.card import card
from inspector.workbench.document import Document, Stage
from inspector.workbench.highlights import highlights

_ABOVE = 4
_STAGES = (Stage.RECONSTRUCT, Stage.COUNT, Stage.COMPARE, Stage.AFTERMATH)


class SessionCard(QFrame):
    """Four lines from the first paint, so that nothing moves when they fill; folded it is the first of them."""

    judge_asked = Signal()
    """Every compaction is to be judged."""
    judge_one_asked = Signal(int)
    """The compaction of a finding is to be judged."""
    review_asked = Signal(object)
    """A fact or claim is to be reviewed: the parts of the selection to make."""
    fix_asked = Signal(object)
    """What mends a loss is to be exported: the parts of the selection to make."""

    def __init__(self, bench: Bench, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._theme = bench, theme
        self._wanted = True
        self._lines: tuple[Line, ...] = ()
        self._targets: list[Part] = []
        name = tr("How it ended, and what losses led to")
        self.setAccessibleName(name)
        self._text = link_label(name)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._text.linkActivated.connect(self.follow)
        self.fold = tool_button("▾", self.toggle, name=tr("Fold the card"), tip=tr("Fold to one line (Esc)"))
        line = row(self, (self._text, 1), self.fold, margins=(10, _ABOVE, 4, _ABOVE))
        line.setAlignment(self.fold, Qt.AlignmentFlag.AlignTop)
        for told in (bench.opened, bench.judgements.made):
            told.connect(lambda _: self.refresh())
        bench.advanced.connect(lambda stage: self.refresh() if stage in _STAGES else None)
        for changed in (bench.closed, bench.judgements.loaded):
            changed.connect(self.refresh)
        theme.changed.connect(self._write)
        self.refresh()

    @property
    def wanted(self) -> bool:
        """Whether all of it shows, and not the first line alone."""
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self.fold.setText("▾" if wanted else "▸")
        self._write()

    def toggle(self) -> None:
        """Fold it, or unfold it again."""
        self.wanted = not self._wanted

    def text(self) -> str:
        """All that it says, a line each, without the links."""
        return "\n".join(map(plain, self._lines))

    def refresh(self) -> None:
        """Say what is known by now."""
        document, judgements = self._bench.document, self._bench.judgements
        if document is None:
            self._lines = ()
        else:
            self._lines = lines(card(document, judgements), highlights(document, judgements), unjudged(document))
        self._write()

    def follow(self, link: str) -> None:
        """Select where a link leads, or ask for what it does."""
        part = self._targets[int(link)]
        if part.verb == JUDGE and part.to:
            self.judge_one_asked.emit(part.to["compaction"])
        elif part.verb == JUDGE:
            self.judge_asked.emit()
        elif part.verb == REVIEW:
            self.review_asked.emit(part.to)
        elif part.verb == FIX:
            self.fix_asked.emit(part.to)
        else:
            self._bench.selection.select(**part.to)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the lines anew."""
        super().resizeEvent(event)
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the ground a shade apart from the plot in either theme; take another font's height."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self.setAutoFillBackground(True)
        elif event.type() is QEvent.Type.FontChange:
            self._write()

    def _write(self) -> None:
        self._targets = []
        shown = self._lines if self._wanted else self._lines[:1]
        self._text.setText("<br>".join(self._markup(line) for line in shown))
        self._text.setToolTip(tip(self.text()))
        self._text.setAccessibleDescription(self.text())
        rows = 1 + ROWS if self._wanted else 1
        height = max(self._text.fontMetrics().lineSpacing() * rows, self.fold.sizeHint().height())
        self.setFixedHeight(height + 2 * _ABOVE + 2)

    def _markup(self, line: Line) -> str:
        metrics = self._text.fontMetrics()
        room = max(self.width() - self.fold.sizeHint().width() - 30, 100)

        def elided(words: str, width: int) -> str:
            return metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, width)

        return "".join(map(self._part, fitted(line, metrics.horizontalAdvance, elided, room)))

    def _part(self, part: Part) -> str:
        words = escape(part.words).replace("  ", " &nbsp;")
        if not part.to and not part.verb:
            return words
        self._targets.append(part)
        colour = self._theme.role("link").name()
        return f'<a href="{len(self._targets) - 1}" style="color:{colour}; text-decoration:none">{words}</a>'


def unjudged(document: Document) -> int:
    """How many compactions a model could judge, where it judged none; 0 before the aftermath is known."""
    if document.judgements or document.aftermath is None:
        return 0
    return sum(not one.note for one in document.comparison or ())
