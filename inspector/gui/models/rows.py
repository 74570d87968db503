"""The rows of the transcript: items in order of the log with the compactions between them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt

from inspector.gui.language import number, tr
from inspector.gui.models import compactions as compaction_words
from inspector.gui.models.figures import count_of, time_of_day, tokens
from inspector.model import Append, Compaction, Item, ItemKind, Origin, Session
from inspector.workbench.document import Document

Index = QModelIndex | QPersistentModelIndex
Keys = NDArray[np.int64]


def kind_word(item: Item) -> str:
    """The short word for a kind in a row; what the harness injected has another one than what a person wrote."""
    return tr("harness") if is_injected(item) else _words()[item.kind]


def is_injected(item: Item) -> bool:
    """Whether a user message is the harness's and not a person's."""
    return item.kind is ItemKind.USER and item.origin is not Origin.HUMAN


def kind_words() -> tuple[str, ...]:
    """All short words, to make room for the widest."""
    return (*_words().values(), tr("harness"))


@cache
def _words() -> dict[ItemKind, str]:
    return {
        ItemKind.INSTRUCTIONS: tr("instruct"),
        ItemKind.SUMMARY: tr("summary"),
        ItemKind.USER: tr("user"),
        ItemKind.ASSISTANT: tr("agent"),
        ItemKind.REASONING: tr("think"),
        ItemKind.TOOL_CALL: tr("call"),
        ItemKind.TOOL_RESULT: tr("result"),
        ItemKind.ATTACHMENT: tr("attach"),
        ItemKind.EVENT: tr("event"),
    }


def anchor(session: Session, compaction: Compaction) -> int:
    """The item in front of which a compaction's row stands: the first that is new with it or comes after it."""
    new = [compaction.record.summary] if compaction.record.summary is not None else list(compaction.inserted)
    for op in session.ops[compaction.op : compaction.op + 200]:
        if type(op) is Append:
            new.append(op.item)
            break
    if compaction.request_after is not None:
        first = session.requests[compaction.request_after].first_item
        new += [first] if first is not None and not new else []
    return min(new, default=len(session.items) + 1)


class TranscriptRows(QStringListModel):
    """Items and compactions as uniform rows. Qt itself knows how many there are: a list asks that for every row.

    Each row has a key that only grows: ``2 × item`` for an item, and ``2 × anchor - 1`` for a compaction. So a
    row is found by one binary search, and filtering is one boolean index.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self._keys: Keys = np.zeros(0, np.int64)
        self._compactions: dict[int, list[Compaction]] = {}
        self._passing: NDArray[np.bool_] | None = None
        self._partners: dict[int, int] = {}
        # By item number; number 0 is nobody's.

    def show(self, document: Document | None) -> None:
        """Show another document, unfiltered."""
        self.document = document
        self._passing = None
        items = document.session.items if document else ()
        self._partners = partners(items)
        self.place()

    def restrict(self, passing: Iterable[bool] | None) -> None:
        """Show only the items marked True, one mark an item; None shows all. Compactions always stay."""
        self._passing = None if passing is None else np.fromiter(passing, np.bool_)
        self.place()

    def is_restricted(self) -> bool:
        """Whether a filter is in force."""
        return self._passing is not None

    def items_shown(self) -> int:
        """How many items pass the filter."""
        return int(np.count_nonzero(self._keys % 2 == 0))

    def item(self, row: int) -> Item | None:
        """The item of a row; None for a compaction."""
        key = int(self._keys[row])
        return None if key % 2 or self.document is None else self.document.session.items[key // 2 - 1]

    def compactions(self, row: int) -> tuple[Compaction, ...]:
        """The compactions of a row; none for an item. More than one where nothing came between."""
        key = int(self._keys[row])
        return tuple(self._compactions[(key + 1) // 2]) if key % 2 else ()

    def row_of(self, item: int) -> int:
        """The row of an item, or -1 while the filter hides it."""
        row = self.nearest(item)
        return row if row < len(self._keys) and self._keys[row] == 2 * item else -1

    def nearest(self, item: int) -> int:
        """The row of an item or the first one behind it; may be one past the last row."""
        return int(np.searchsorted(self._keys, 2 * item))

    def row_of_compaction(self, wanted: int) -> int:
        """The row that shows a compaction, or -1."""
        for place, found in self._compactions.items():
            if any(compaction.number == wanted for compaction in found):
                return int(np.searchsorted(self._keys, 2 * place - 1))
        return -1

    def partner(self, item: int) -> int | None:
        """The result of a call, or the call of a result."""
        return self._partners.get(item)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """The row as one sentence, for copying and for screen readers; the delegate paints it in columns."""
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.sentence(index.row())
        return None

    def sentence(self, row: int) -> str:
        """What a row says, as text."""
        item = self.item(row)
        if item is None:
            return "; ".join(compaction_line(found) for found in self.compactions(row))
        count = count_of(self.document, item.number) if self.document else None
        parts = [number(item.number), kind_word(item), item.tool, item.preview or tr("(empty)")]
        if item.error:
            parts.insert(2, tr("▲ error"))
        if count is not None:
            parts.append(tr("{n} tokens").format(n=tokens(count)))
        if item.time:
            parts.append(time_of_day(item.time))
        return ", ".join(part for part in parts if part)

    def place(self) -> None:
        """Put items and compactions in their rows, once more where more of them are known."""
        self._keys, self._compactions = self._placed()
        # Tells of a reset, too; what a row says is asked of ``data``.
        self.setStringList([""] * len(self._keys))

    def _placed(self) -> tuple[Keys, dict[int, list[Compaction]]]:
        if self.document is None:
            return np.zeros(0, np.int64), {}
        session = self.document.session
        numbers = np.arange(1, len(session.items) + 1, dtype=np.int64)
        shown = numbers if self._passing is None else numbers[self._passing]
        compactions: dict[int, list[Compaction]] = {}
        for compaction in self.document.compactions:
            compactions.setdefault(anchor(session, compaction), []).append(compaction)
        cuts = np.array(sorted(compactions), np.int64) * 2 - 1
        return np.sort(np.concatenate([shown * 2, cuts])), compactions


def compaction_line(compaction: Compaction) -> str:
    """The row of a compaction: ``┊C2 auto · 164,213 → ≈31.4k``."""
    words = [f"{compaction_words.name(compaction)} {compaction_words.cause(compaction)}".rstrip()]
    words.append(compaction_words.change(compaction))
    if compaction_words.is_guessed(compaction):
        words.append(tr("inferred from the drop"))
    if compaction.outcome != "ok":
        words.append(compaction.outcome)
    return " · ".join(words)


def partners(items: Iterable[Item]) -> dict[int, int]:
    """Calls and their results, both ways, by item number. A call that is answered twice has its first answer."""
    calls: dict[tuple[str, str], int] = {}
    found: dict[int, int] = {}
    for item in items:
        if not item.call_id:
            continue
        key = (item.thread, item.call_id)
        if item.kind is ItemKind.TOOL_CALL:
            calls[key] = item.number
        elif item.kind is ItemKind.TOOL_RESULT and key in calls:
            call = calls[key]
            if call not in found:
                found[call] = item.number
            found[item.number] = call
    return found
