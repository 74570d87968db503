"""What the user said as a table: each sentence, then what became of it in A, in B, and in the recorded summary."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from inspector.gui.language import number, tr
from inspector.gui.models.figures import short_line
from inspector.gui.models.table import RecordTable, TableColumn
from inspector.gui.models.verdicts import role, verdict_meaning, verdict_word
from inspector.gui.theme import Theme
from inspector.wording.verdicts import SIGNS
from inspector.workbench.contrast import SentenceRow

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
