"""The checklist of a review as a table: what may have to be put back, with a box to tick and words to change."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from inspector.gui.language import number, tr
from inspector.gui.models.shown import shown_word
from inspector.gui.models.verdicts import kind_word, role, verdict_word
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.model.shown import Shown
from inspector.report.mend.checklist import Checklist, Entry
from inspector.report.mend.choices import Choice
from inspector.wording.verdicts import SIGNS

Index = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole
BACK, VERDICT, KIND, SAID, WORDS = range(5)
_NOWHERE = QModelIndex()
_LONGEST = 500

_PLAIN = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_FLAGS = {BACK: _PLAIN | Qt.ItemFlag.ItemIsUserCheckable, WORDS: _PLAIN | Qt.ItemFlag.ItemIsEditable}


class ChecklistRows(QAbstractTableModel):
    """A row a sentence. It changes nothing itself: what a person does is told, and shown once it was decided."""

    decided = Signal(str, str, str)
    """(fact id, choice, words)"""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: tuple[Entry, ...] = ()

    def show(self, checks: Checklist | None) -> None:
        """Show these entries; the same ones with other decisions keep selection and place."""
        entries = checks.entries if checks else ()
        same = [one.fact.id for one in entries] == [one.fact.id for one in self._entries]
        if same and entries:
            self._entries = entries
            self.dataChanged.emit(self.index(0, 0), self.index(len(entries) - 1, WORDS))
            return
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def row_of(self, fact: str | None) -> int:
        """The row of a fact by its id, or -1."""
        return next((row for row, one in enumerate(self._entries) if one.fact.id == fact), -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many there are to decide."""
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Box, verdict, kind, place, words."""
        return 0 if parent.isValid() else 5

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The box can be ticked, the words changed."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        # Selecting asks it of every row.
        return _FLAGS.get(index.column(), _PLAIN)

    def data(self, index: Index, role_: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or index.row() >= len(self._entries):
            return None
        entry, column = self._entries[index.row()], index.column()
        if role_ == ENTRY:
            return entry
        if role_ == Qt.ItemDataRole.CheckStateRole and column == BACK:
            return Qt.CheckState.Unchecked if entry.choice is Choice.ACCEPT else Qt.CheckState.Checked
        if role_ == Qt.ItemDataRole.DisplayRole:
            return _text(entry, column)
        if role_ == Qt.ItemDataRole.EditRole and column == WORDS:
            return entry.text or entry.said
        if role_ == Qt.ItemDataRole.ToolTipRole:
            return tip(said_words(entry), entry.fact.why)
        if role_ == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_text(entry, column)}, {choice_word(entry.choice)}" if column == BACK else _text(entry, column)
        if role_ == Qt.ItemDataRole.ForegroundRole:
            if entry.choice is Choice.ACCEPT:
                return self._theme.role("muted")
            return self._theme.role(role(entry.fact.verdict)) if column == VERDICT else None
        return None

    def setData(self, index: Index, value: Any, role_: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell what a person wants."""
        if not index.isValid():
            return False
        entry = self._entries[index.row()]
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

    def headerData(self, section: int, orientation: Qt.Orientation, role_: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal or role_ != Qt.ItemDataRole.DisplayRole:
            return None
        return (tr("Put back"), tr("Verdict"), tr("Kind"), tr("Said"), tr("Words"))[section]


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


def _text(entry: Entry, column: int) -> str:
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
