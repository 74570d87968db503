"""What the user said, below the two texts: which sentences are listed, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QWidget

from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, plain_label, row, tool_button, ways
from inspector.gui.models.figures import short_line
from inspector.gui.models.table import RECORD, RecordTable, TableColumn
from inspector.gui.models.verdicts import role, verdict_meaning, verdict_word
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import KeepsColour, RowTable
from inspector.wording.verdicts import SIGNS
from inspector.workbench.contrast import SentenceRow, Show

_LEAST = 6
"""Sentences that are seen at least."""
_VERDICT, _AROUND = "⇄ contradicted 20/20", 24
"""The longest verdict, and pixels left and right of it."""


class SentenceList(QWidget):
    """A row for each sentence, a verdict for each text. Shows what it is told; what is chosen it says."""

    chosen = Signal(object)
    """The user went to a sentence, a ``SentenceRow``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.facts = RunFacts(theme, self)
        self.table = RowTable(self.tr("What you said, in each text"))
        self.count = plain_label(wraps=False, narrows=True)
        self.shows = {
            Show.ALL: tool_button(self.tr("All")),
            Show.DIFFERENT: tool_button(self.tr("Different in A and B")),
            Show.NOT_WHOLE: tool_button(self.tr("Not whole in A or B")),
        }
        self._rows: Sequence[SentenceRow] = ()
        self._sides: tuple[str, str] = ("", "")
        self._columns: Sequence[tuple[str, str]] = ()
        self._fact: str | None = None
        self._is_marking = False
        """While the current row follows the selection, and not the user."""
        self._build(theme)

    def show_rows(
        self, rows: Sequence[SentenceRow], sides: tuple[str, str], columns: Sequence[tuple[str, str]]
    ) -> None:
        """Put sentences in: ``sides`` are the keys of A and B, ``columns`` the key and title of each text."""
        self._rows, self._sides, self._columns = rows, sides, columns
        self._fill()

    def show_value(self) -> Show:
        """Which sentences are listed."""
        return next(show for show, button in self.shows.items() if button.isChecked())

    def mark(self, fact: str | None) -> None:
        """Make a sentence the current row; none where it is not listed."""
        self._fact = fact
        place = self.facts.row_of(fact) if fact is not None else -1
        self._is_marking = True
        if place >= 0:
            self.table.setCurrentIndex(self.facts.index(place, 0))
        else:
            self.table.selectionModel().clear()
        self._is_marking = False

    def step(self, by: int) -> bool:
        """Go to the next sentence that differs, or the one before; whether there was one."""
        rows, here = self.facts.records, self.facts.row_of(self._fact)
        places = range(here + 1, len(rows)) if by > 0 else range((here if here >= 0 else len(rows)) - 1, -1, -1)
        found = next((rows[place] for place in places if rows[place].differs(self._sides)), None)
        if found is not None:
            self.chosen.emit(found)
        return found is not None

    def step_row(self, by: int, *, from_end: bool = False) -> None:
        """The next sentence of the list, or the one before; ``from_end`` the first, or the last."""
        rows = self.facts.records
        end = -1 if by > 0 else len(rows)
        place = (end if from_end else self.facts.row_of(self._fact)) + by
        if 0 <= place < len(rows):
            self.chosen.emit(rows[place])

    def copy_words(self) -> str:
        """The sentence at hand with its verdicts, while the keyboard is here; else ""."""
        found = self.table.currentIndex().data(RECORD) if self.table.hasFocus() else None
        if found is None:
            return ""
        return "\n".join((found.fact.statement, *(cell_words(found, key, name) for key, name in self._columns)))

    def resizeEvent(self, event: object) -> None:
        """Names of columns have other room."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._size_up()

    def _fill(self) -> None:
        show = self.show_value()
        listed = [one for one in self._rows if one.passes(show, self._sides)]
        self.facts.show_rows(listed, self._columns)
        other = sum(one.differs(self._sides) for one in self._rows)
        words = self.tr("{n} of {all} sentences · {other} different in A and B")
        self.count.setText(words.format(n=number(len(listed)), all=number(len(self._rows)), other=number(other)))
        self.mark(self._fact)

    def _moved(self, index: QModelIndex) -> None:
        found = index.data(RECORD) if index.isValid() and not self._is_marking else None
        if found is not None and found.fact.id != self._fact:
            self.chosen.emit(found)

    def _stepped(self, now: QModelIndex, before: QModelIndex) -> None:
        # A table that is turned to makes its first row the current one: that is no choice.
        if before.isValid():
            self._moved(QModelIndex(now))

    def _size_up(self) -> None:
        """Verdicts take what they need, the sentences the rest."""
        header, columns = self.table.horizontalHeader(), range(1, self.facts.columnCount())
        least = self.fontMetrics().horizontalAdvance(_VERDICT) + _AROUND
        most = self.table.viewport().width() // (2 * len(columns)) if columns else 0
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for place in columns:
            header.resizeSection(place, max(least, min(header.sectionSizeHint(place) + _AROUND // 2, most)))

    def _build(self, theme: Theme) -> None:
        self.table.setModel(self.facts)
        self.table.setItemDelegate(KeepsColour(self.table))
        theme.tint_selection(self.table)
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.setMinimumHeight(self.table.height_of(_LEAST))
        ways(*self.shows.values())
        self.shows[Show.ALL].setChecked(True)
        bar = row(None, *self.shows.values(), (self.count, 1), margins=(6, 0, 6, 0), spacing=2)
        column(self, bar, (self.table, 1), margins=FLUSH, spacing=0)
        self.facts.modelReset.connect(self._size_up)
        self.table.selectionModel().currentChanged.connect(self._stepped)
        # With the press, not the release: rows may be filled in anew between the two.
        self.table.pressed.connect(self._moved)
        for button in self.shows.values():
            button.clicked.connect(lambda _=False: self._fill())


_LONGEST, _SHORT = 500, 160


class RunFacts(RecordTable):
    """One row a sentence, a ``SentenceRow``, and one column for each text that is compared."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._theme = theme

    def show_rows(self, rows: Sequence[SentenceRow], columns: Sequence[tuple[str, str]]) -> None:
        """Put other sentences in, and the key and title of each column."""
        self.show(rows, (_said_column(), *(self._verdicts(*column) for column in columns)))

    def row_of(self, fact: str | None) -> int:
        """The row of a sentence, or -1."""
        return self.find(lambda row: row.fact.id == fact)

    def _verdicts(self, key: str, title: str) -> TableColumn:
        def color(row: SentenceRow) -> QColor | None:
            verdict = row.verdict(key)
            return None if verdict is None else QColor(self._theme.role(role(verdict)))

        def told(row: SentenceRow) -> str:
            return "" if row.verdict(key) is None else cell_words(row, key, title)

        return TableColumn(title, lambda row: sign_words(row, key), about=title, color=color, tip=told, spoken=told)


def _said_column() -> TableColumn:
    def drawn(row: SentenceRow) -> str:
        item, said = row.fact.quotes[0].item, " ".join(row.fact.statement[:_LONGEST].split())
        return f"#{number(item)}  {said}" if item else said

    def spoken(row: SentenceRow) -> str:
        item = row.fact.quotes[0].item
        return f"{row.fact.statement[:_LONGEST]}, {tr('item {n}').format(n=number(item)) if item else ''}"

    title = tr("What you said, in the order said")
    return TableColumn(title, drawn, about=title, tip=lambda row: row.fact.statement, spoken=spoken)


def sign_words(row: SentenceRow, key: str) -> str | None:
    """A verdict with its sign; how many answers agree where they do not all; None for no result."""
    verdict = row.verdict(key)
    if verdict is None:
        return None
    found = [survival.verdict for survival in row.columns[key]]
    same = found.count(verdict)
    words = f"{SIGNS[verdict]} {verdict_word(verdict)}"
    return words if same == len(found) else f"{words} {same}/{len(found)}"


def cell_words(row: SentenceRow, key: str, title: str) -> str:
    """What became of a sentence in a column, and how that is known."""
    verdict = row.verdict(key)
    if verdict is None:
        return tr("{title}: no result").format(title=title)
    survival = next(one for one in row.columns[key] if one.verdict is verdict)
    found = (
        tr("found: “{text}”").format(text=short_line(survival.evidence[0].text, _SHORT)) if survival.evidence else ""
    )
    near = tr("nearest: “{text}”").format(text=short_line(survival.nearest.text, _SHORT)) if survival.nearest else ""
    parts = (f"{title}: {verdict_word(verdict)}, {verdict_meaning(verdict)}", survival.why, found or near)
    return ". ".join(part.rstrip(".") for part in parts if part)
