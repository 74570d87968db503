"""The card above the plot: how the session ended, and what followed its compactions, each part a link to its place."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, link_label, row, tool_button
from inspector.gui.models.card_words import FIX, JUDGE, REVIEW, ROWS, CardRow, Line, Part, fitted, rows
from inspector.gui.models.compactions import none_words
from inspector.gui.plain import PlainLabel, tip
from inspector.gui.theme import Theme
from inspector.workbench.bench import Bench
from inspector.workbench.card import card
from inspector.workbench.document import Document, Stage
from inspector.workbench.highlights import highlights

_ABOVE, _BETWEEN, _PADDING, _GAP, _SIDES = 4, 1, 4, 8, 24
_BESIDE = " · "
_NOTHING = CardRow("", ())
_STAGES = (Stage.RECONSTRUCT, Stage.COUNT, Stage.COMPARE, Stage.CONSEQUENCES)


class _Row(QWidget):
    """One row of the card: a sign, what is said with its links, a note, and what can be done at the right."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.sign = PlainLabel()
        self.sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.said, self.next = link_label(name), link_label(tr("What to do next"))
        self.said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.note = PlainLabel()
        theme.tint(self.note, WindowText="muted")
        row(self, self.sign, (self.said, 1), self.note, self.next, margins=FLUSH, spacing=_GAP)

    def room(self, width: int) -> int:
        """Pixels for what is said where the row has ``width`` of them."""
        taken = [part.width() for part in (self.sign, self.next)] + [self.note.sizeHint().width()]
        return width - sum(taken) - 3 * _GAP


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
        self._wanted, self._is_squeezed = True, False
        self._rows: tuple[CardRow, ...] = ()
        self._targets: list[Part] = []
        name = tr("How it ended, and what followed its compactions")
        self.setAccessibleName(name)
        self.rows = tuple(_Row(theme, name) for _ in range(1 + ROWS))
        for label in (label for one in self.rows for label in (one.said, one.next)):
            # Not at once: what a link leads to may fill the label anew that is still telling of it.
            label.linkActivated.connect(self.follow, Qt.ConnectionType.QueuedConnection)
        self.fold = tool_button("▾", self.toggle, name=tr("Fold the card"), tip=tr("Fold to one line (Esc)"))
        lines = column(None, *self.rows, spacing=_BETWEEN)
        both = row(self, (lines, 1), self.fold, margins=(8, _ABOVE, 4, _ABOVE), spacing=4)
        both.setAlignment(self.fold, Qt.AlignmentFlag.AlignTop)
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
        self._write()

    @property
    def is_whole(self) -> bool:
        """Whether all of it shows now."""
        return self._wanted and not self._is_squeezed

    def squeeze(self, is_low: bool) -> None:
        """Fold it as long as there is no room below it, until somebody unfolds it all the same."""
        self._is_squeezed = is_low
        self._write()

    def toggle(self) -> None:
        """Fold it, or unfold it again."""
        wanted, self._is_squeezed = not self.is_whole, False
        self.wanted = wanted

    def height_of(self, rows: int) -> int:
        """Pixels that so many of its rows take."""
        return rows * (self.fontMetrics().lineSpacing() + _PADDING + _BETWEEN) - _BETWEEN + 2 * _ABOVE

    def most(self) -> int:
        """Pixels of all that is wanted of it."""
        return self.height_of(len(self.rows) if self._wanted else 1)

    def text(self) -> str:
        """All that it says, a line each, without the links."""
        return "\n".join(one.text() for one in self._rows)

    def refresh(self) -> None:
        """Say what is known by now."""
        document, judgements = self._bench.document, self._bench.judgements
        if document is None:
            self._rows = ()
        else:
            found = highlights(document, judgements)
            told, none = card(document, judgements), none_words(document)
            self._rows = rows(told, found, unjudged(document), none, is_followed=self._bench.is_followed)
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
        metrics = self.fontMetrics()
        height = metrics.lineSpacing() + _PADDING
        shown = self._rows if self.is_whole else self._rows[:1]
        self.fold.setText("▾" if self.is_whole else "▸")
        acting = max((metrics.horizontalAdvance(_words(one.actions)) for one in shown), default=0)
        for place, line in enumerate(self.rows):
            told = shown[place] if place < len(shown) else _NOTHING
            line.setVisible(self.is_whole or not place)
            line.setFixedHeight(height)
            line.sign.setFixedWidth(metrics.horizontalAdvance("● "))
            # Actions begin below each other; what has none takes their room.
            line.next.setFixedWidth(acting + 2 if told.actions else 0)
            self._fill(line, told)
        self.setToolTip(tip(self.text()))
        self.setFixedHeight(self.height_of(len(self.rows) if self.is_whole else 1))

    def _fill(self, line: _Row, told: CardRow) -> None:
        line.sign.setText(told.sign)
        self._theme.tint(line.sign, WindowText=told.role)
        line.note.setText(told.note)
        line.said.setText(self._said(line, told.said))
        line.said.setAccessibleDescription(told.text())
        line.next.setText(_BESIDE.join(map(self._part, told.actions)))
        for part, filled in ((line.said, told.said), (line.next, told.actions)):
            # What holds no link is no place for the keyboard to stop at.
            linked = any(one.to or one.verb for one in filled)
            part.setFocusPolicy(Qt.FocusPolicy.StrongFocus if linked else Qt.FocusPolicy.NoFocus)

    def _said(self, line: _Row, said: Line) -> str:
        metrics = self.fontMetrics()
        room = max(line.room(self.width() - self.fold.sizeHint().width() - _SIDES), 100)

        def elided(words: str, width: int) -> str:
            return metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, width)

        return "".join(map(self._part, fitted(said, metrics.horizontalAdvance, elided, room)))

    def _part(self, part: Part) -> str:
        words = escape(part.words).replace("  ", " &nbsp;")
        if part.strong:
            words = f"<b>{words}</b>"
        if not part.to and not part.verb:
            return words
        self._targets.append(part)
        colour = self._theme.role("link").name()
        return f'<a href="{len(self._targets) - 1}" style="color:{colour}; text-decoration:none">{words}</a>'


def _words(parts: Line) -> str:
    return _BESIDE.join(part.words for part in parts)


def unjudged(document: Document) -> int:
    """How many compactions a model could judge, where it judged none; 0 before the consequences are known."""
    if document.judgements or document.consequences is None:
        return 0
    return sum(not one.note for one in document.comparison or ())
