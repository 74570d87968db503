"""Both halves of a verdict: what was looked for, and where; and the place for the user's own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QWidget,
)  # fmt: skip

from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, link_label, named, plain_label, row, tool_button
from inspector.gui.models.fact_words import fault_word
from inspector.gui.models.shown import shown_word
from inspector.gui.models.verdict_words import MOST_WORDS, basis_words, looked, said, standing_words
from inspector.gui.models.verdicts import (
    CLAIM_SIGN,
    fold_word,
    judged_by,
    legend_word,
    question_words,
    reading_words,
    role,
    strength_word,
    verdict_meaning,
    verdict_word,
)
from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Theme
from inspector.model import Claim, Verdict, Zone
from inspector.report.judged import Judged
from inspector.wording.verdicts import SIGNS
from inspector.workbench.consequences import traces_at
from inspector.workbench.document import Document

_TALL = 10_000


class VerdictCard(QWidget):
    """Shows one fact or one claim. What is entered is said by signals."""

    entered = Signal(object)
    """A verdict, or None for as judged."""
    noted = Signal(str, str)
    """A fact's id and the note written on it."""
    source_asked = Signal()
    item_asked = Signal(int)
    """An item that supports or refutes a claim, or shows something of a fact, is to be shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._judged: Judged | None = None
        self._sign, self._title = PlainLabel(), plain_label(selectable=True, narrows=True, bold=True)
        self._lines = {key: plain_label(selectable=True, narrows=True) for key in ("said", "looked", "why")}
        self._lines["lines"] = link_label(self.tr("Related items"))
        self.verdicts = named(QComboBox(), self.tr("Your verdict"))
        self.note = named(QLineEdit(placeholderText=self.tr("A note on this fact")), self.tr("Note"))
        self.source = tool_button("", self.source_asked.emit)
        self.source.setAccessibleName(self.tr("Go to where it was said"))
        self._names: list[QLabel] = []
        self._own = QWidget()
        self._build()
        self.say_nothing()

    def show_fact(self, document: Document, judged: Judged, zones: tuple[Zone, ...]) -> None:
        """Show a fact with both halves of its verdict."""
        if self._judged is None or self._judged.fact.id != judged.fact.id:
            self._tell_note()
        self._judged = judged
        fact, survival = judged.fact, judged.survival
        trace = traces_at(document, survival.compaction).get(fact.id)
        shows = (trace.item,) if trace is not None and trace.item is not None else ()
        self._sign.setText(SIGNS[judged.verdict])
        heading = [
            verdict_word(judged.verdict),
            strength_word(fact.strength),
            fold_word(fact.fold),
            fact.statement[:MOST_WORDS],
        ]
        self._title.setText(" · ".join(part for part in heading if part))
        self._title.setToolTip(verdict_meaning(judged.verdict))
        self._lines["said"].setText(said(document, judged))
        self._lines["looked"].setText(looked(judged, zones))
        parts = [
            survival.why,
            tr("the work shows: {word}, inferred").format(word=shown_word(trace.shown).lower()) if trace else "",
            question_words(fact),
            basis_words(document, judged),
            reading_words(survival.sure),
            standing_words(document, survival),
        ]
        if judged.entered:
            was = tr("found {word}, entered {own}")
            parts.append(was.format(word=verdict_word(survival.verdict), own=verdict_word(judged.entered)))
        if not judged.is_live:
            parts.append(tr("no longer mattered here"))
        self._lines["why"].setText(" · ".join(part for part in parts if part))
        self._show_names(shows)
        self._show_own(judged)
        item = judged.quote.item
        self.source.setText(tr("Go to #{n} (F4)").format(n=number(item)))
        self.source.setVisible(bool(item))
        self._recolour()

    def show_claim(self, document: Document, claim: Claim) -> None:
        """Show a claim of the summary."""
        self._tell_note()
        self._judged = None
        self._sign.setText(CLAIM_SIGN)
        self._title.setText(f"{fault_word(claim)} · {' '.join(claim.text.split())[:MOST_WORDS]}")
        self._title.setToolTip("")
        self._lines["said"].setText(tr("in the summary #{n}").format(n=number(claim.quote.item)))
        self._lines["looked"].setText(tr("the whole history before it"))
        why = (claim.why, judged_by(document.judgements.get(claim.compaction)), reading_words(claim.sure))
        self._lines["why"].setText(" · ".join(part for part in why if part))
        self._show_names(claim.items)
        self._disown()
        self.source.setText(tr("Go to #{n} (F4)").format(n=number(claim.quote.item)))
        self.source.setVisible(True)
        self._recolour()

    def _show_names(self, items: Sequence[int] = ()) -> None:
        """The names of the lines; that of the items only where there are any, each of which leads to its place."""
        links = " · ".join(f'<a href="{item}">#{number(item)}</a>' for item in items)
        self._lines["lines"].setText(links)
        self._lines["lines"].setVisible(bool(items))
        for key, name in zip(self._lines, self._names, strict=True):
            name.setVisible(key != "lines" or bool(items))

    def say_nothing(self, *, is_all_there: bool = False, is_undone: bool = False) -> None:
        """Nothing is selected; ``is_all_there`` where F7 goes to nothing of the compaction, ``is_undone`` where the
        session went back to a point before it."""
        self._tell_note()
        self._judged = None
        self._sign.setText("")
        words = self.tr("Choose a row to see where its words stand. F7 goes to the next one that is not there.")
        if is_all_there:
            words = self.tr(
                "No sentence that stood there before is wholly missing here; where a part is, its words are "
                "underlined. Choose a row to see where its words stand."
            )
        if is_undone:
            words = self.tr("The session went back to a point before it, so what it removed was there again.")
        self._title.setText(words)
        self._title.setToolTip("")
        for label in self._lines.values():
            label.setText("")
        self._lines["lines"].hide()
        for name in self._names:
            name.hide()
        self._disown()
        self.source.hide()

    def text(self) -> str:
        """All it says."""
        return "\n".join((self._sign.text() + " " + self._title.text(), *(one.text() for one in self._lines.values())))

    def focus_verdict(self) -> None:
        """Put the keyboard into the choice of a verdict and open it."""
        if self._judged is not None:
            self.verdicts.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.verdicts.showPopup()

    def focus_note(self) -> None:
        """Put the keyboard into the note."""
        if self._judged is not None:
            self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the room that wrapped lines need at the new width."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """The same when a text has changed."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return handled

    def _fit(self) -> None:
        # A splitter asks for the least height only, and that of a wrapped label is one line.
        for label in (self._title, *self._lines.values()):
            label.setMinimumHeight(_height(label) if label.text() else 0)

    def _show_own(self, judged: Judged) -> None:
        self._own.setEnabled(True)
        place = self.verdicts.findData(str(judged.entered) if judged.entered else "")
        self.verdicts.setCurrentIndex(max(place, 0))
        word = verdict_word(judged.survival.verdict)
        self.verdicts.setItemText(0, self.tr("as found: {word}").format(word=word))
        if not self.note.isModified() and self.note.text() != judged.note:
            self.note.setText(judged.note)

    def _disown(self) -> None:
        """There is nothing that the user could say something of."""
        self._own.setEnabled(False)
        self.note.clear()
        self.verdicts.setCurrentIndex(0)
        self.verdicts.setItemText(0, self.tr("as found"))

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(self.fontMetrics().averageCharWidth() * 2)
        titles = {"said": self.tr("said"), "looked": self.tr("searched in"), "why": self.tr("why")}
        titles["lines"] = self.tr("related items")
        for line, (key, title) in enumerate(titles.items()):
            name = PlainLabel(title)
            name.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            self._theme.tint(name, WindowText="muted")
            self._names.append(name)
            grid.addWidget(name, line, 0)
            grid.addWidget(self._lines[key], line, 1)
        grid.setColumnStretch(1, 1)
        links = self._lines["lines"]
        links.setWordWrap(True)
        links.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        links.linkActivated.connect(lambda item: self.item_asked.emit(int(item)))
        top = row(None, self._sign, (self._title, 1), self.source)
        column(self, top, grid, self._own, margins=(10, 4, 10, 4), spacing=3)
        self._build_own()

    def _build_own(self) -> None:
        self.verdicts.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.verdicts.addItem(self.tr("as found"), "")
        for verdict in Verdict:
            self.verdicts.addItem(f"{SIGNS[verdict]} {legend_word(verdict)}", str(verdict))
        self.verdicts.activated.connect(self._chose)
        self.note.editingFinished.connect(self._tell_note)
        names = PlainLabel(self.tr("your verdict")), PlainLabel(self.tr("note"))
        row(self._own, names[0], self.verdicts, names[1], (self.note, 1), margins=FLUSH)

    def _chose(self, place: int) -> None:
        said = self.verdicts.itemData(place)
        self.entered.emit(Verdict(said) if said else None)

    def _tell_note(self) -> None:
        """A note is written where one stops writing it, also by moving on to another fact."""
        if self._judged is not None and self.note.isModified():
            self.note.setModified(False)
            self.noted.emit(self._judged.fact.id, self.note.text())

    def _recolour(self) -> None:
        self._theme.tint(self._sign, WindowText=role(self._judged.verdict) if self._judged else "warning")


def _height(label: QLabel) -> int:
    """The room that its words need at its width. The label itself never says less than the least it was given."""
    if label.textFormat() is Qt.TextFormat.RichText:
        return label.fontMetrics().lineSpacing()
    room = QRect(0, 0, label.width(), _TALL)
    return label.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, label.text()).height()
