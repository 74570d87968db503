"""The checklist of a review as a table: what may have to be put back, with a box to tick and words to change."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from inspector.gui.language import number, tr
from inspector.gui.models.shown import shown_word
from inspector.gui.models.table import RECORD, Index, RecordTable, TableColumn
from inspector.gui.models.verdicts import kind_word, role, verdict_word
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.model.shown import Shown
from inspector.report.mend.checklist import Checklist, Entry
from inspector.report.mend.choices import Choice
from inspector.wording.verdicts import SIGNS

BACK, VERDICT, KIND, SAID, WORDS = range(5)
_LONGEST = 500

_PLAIN = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_FLAGS = {BACK: _PLAIN | Qt.ItemFlag.ItemIsUserCheckable, WORDS: _PLAIN | Qt.ItemFlag.ItemIsEditable}


class ChecklistRows(RecordTable):
    """A row a sentence. It changes nothing itself: what a person does is told, and shown once it was decided."""

    decided = Signal(str, str, str)
    """(fact id, choice, words)"""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        titles = tr("Put back"), tr("Verdict"), tr("Kind"), tr("Said"), tr("Words")
        super().__init__([TableColumn(title, partial(_text, column)) for column, title in enumerate(titles)], parent)
        self._theme = theme

    def show_checks(self, checks: Checklist | None) -> None:
        """Show these entries; the same ones with other decisions keep selection and place."""
        entries = checks.entries if checks else ()
        same = [one.fact.id for one in entries] == [one.fact.id for one in self.records]
        if same and entries:
            self._records = list(entries)
            self.dataChanged.emit(self.index(0, 0), self.index(len(entries) - 1, WORDS))
        else:
            self.show(entries)

    def row_of(self, fact: str | None) -> int:
        """The row of a fact by its id, or -1."""
        return self.find(lambda entry: entry.fact.id == fact)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The box can be ticked, the words changed."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        # Selecting asks it of every row.
        return _FLAGS.get(index.column(), _PLAIN)

    def data(self, index: Index, role_: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        entry, column = super().data(index, RECORD), index.column()
        if entry is None:
            return None
        if role_ == Qt.ItemDataRole.CheckStateRole and column == BACK:
            return Qt.CheckState.Unchecked if entry.choice is Choice.ACCEPT else Qt.CheckState.Checked
        if role_ == Qt.ItemDataRole.EditRole and column == WORDS:
            return entry.text or entry.said
        if role_ == Qt.ItemDataRole.ToolTipRole:
            return tip(said_words(entry), entry.fact.why)
        if role_ == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_text(column, entry)}, {choice_word(entry.choice)}" if column == BACK else _text(column, entry)
        if role_ == Qt.ItemDataRole.ForegroundRole:
            if entry.choice is Choice.ACCEPT:
                return self._theme.role("muted")
            return self._theme.role(role(entry.fact.verdict)) if column == VERDICT else None
        return super().data(index, role_)

    def setData(self, index: Index, value: Any, role_: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell what a person wants."""
        if not index.isValid():
            return False
        entry = self.record(index.row())
        if role_ == Qt.ItemDataRole.CheckStateRole and index.column() == BACK:
            back = Qt.CheckState(value) is Qt.CheckState.Checked
            self.decided.emit(entry.fact.id, str(Choice.RESTORE if back else Choice.ACCEPT), "")
            return True
        if role_ == Qt.ItemDataRole.EditRole and index.column() == WORDS:
            words = str(value).strip()
            is_edit = bool(words) and words != entry.said
            self.decided.emit(entry.fact.id, str(Choice.EDIT if is_edit else Choice.RESTORE), words)
            return True
        return False


def choice_word(choice: Choice) -> str:
    """What was decided, in words."""
    return {
        Choice.ACCEPT: tr("left as it is"),
        Choice.RESTORE: tr("put back as said"),
        Choice.EDIT: tr("put back in your words"),
    }[choice]


def said_words(entry: Entry) -> str:
    """The words and what stands there now."""
    now = entry.fact.found[0].text if entry.fact.found else ""
    said = " ".join(entry.said.split())
    return tr("{said} → now “{now}”").format(said=said, now=" ".join(now.split())) if now else said


def _text(column: int, entry: Entry) -> str:
    fact = entry.fact
    if column == BACK:
        return tr("edited") if entry.choice is Choice.EDIT else ""
    if column == VERDICT and entry.shown:
        return shown_word(Shown(entry.shown)).lower()
    if column == VERDICT:
        return f"{SIGNS[fact.verdict]} {verdict_word(fact.verdict)}"
    if column == KIND:
        return kind_word(fact.kind)
    if column == SAID:
        item = fact.said[0].item if fact.said else None
        return f"#{number(item)}" if item else ""
    return " ".join((entry.text or entry.said).split())[:_LONGEST]
