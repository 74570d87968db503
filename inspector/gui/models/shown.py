"""What the work shows behind a compaction that nobody can read, as a tree: a head for each answer, its facts below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QFont

from inspector.gui.language import number, tr
from inspector.gui.models.after import item_line
from inspector.gui.models.grouped import TOP, GroupedRows, Index
from inspector.gui.plain import tip
from inspector.model.shown import Shown
from inspector.workbench.document import Document
from inspector.workbench.shown import aftermath_at, shown_groups

if TYPE_CHECKING:
    from inspector.impact.under_way import UnderWay

ROW = Qt.ItemDataRole.UserRole
"""The row; None on a head."""
_FOLDED = frozenset({Shown.KEPT, Shown.UNTESTED})


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One line: a fact with the item that shows something of it, or the work that was under way."""

    words: str
    item: int | None
    """None where nothing shows it."""
    tip: str
    fact: str | None = None
    """Id; None where it is the work."""
    said: int | None = None
    """Where it was said first; None for what another session said."""


@dataclass(frozen=True, slots=True)
class ShownHead:
    """What its rows have in common, and whether they stay folded until somebody looks."""

    title: str
    rows: tuple[ShownRow, ...]
    is_folded: bool = False
    tip: str = ""


def shown_heads(document: Document, compaction: int) -> tuple[ShownHead, ...]:
    """The work that was under way, then the facts by what the work shows of them; empty where that was not asked."""
    followed = aftermath_at(document, compaction)
    work = followed.under_way if followed is not None else None
    first = (_work_head(document, work),) if work is not None else ()
    groups = (
        ShownHead(
            shown_word(group.shown),
            tuple(
                ShownRow(
                    " ".join(one.fact.statement.split()),
                    one.item,
                    _tip(document, one.fact.statement, one.item),
                    one.fact.id,
                    one.fact.quotes[0].item or None,
                )
                for one in group.facts
            ),
            group.shown in _FOLDED,
            shown_meaning(group.shown),
        )
        for group in shown_groups(document, compaction)
    )
    return (*first, *groups)


def _work_head(document: Document, work: UnderWay) -> ShownHead:
    went = {True: tr("went on"), False: tr("stopped"), None: tr("cannot be determined")}[work.went_on]
    said = " ".join(work.words(document.session).split())
    quoted = tr("“{said}”").format(said=said)
    rows = (
        ShownRow(quoted, work.request, _tip(document, quoted, None), None, work.request),
        ShownRow(work.why, work.item, _tip(document, work.why, work.item), None, work.request),
    )
    meaning = tr("The human's last words before the compaction, and whether the agent went on with the work by itself.")
    return ShownHead(tr("The work under way {went}").format(went=went), rows, tip=meaning)


def _tip(document: Document, words: str, item: int | None) -> str:
    place = tr("shown by {item}").format(item=item_line(document.item(item))) if item else ""
    return "\n".join(part for part in (words, place) if part)


def shown_word(shown: Shown) -> str:
    """What the work shows, in two words."""
    return {
        Shown.FETCHED: tr("Fetched again"),
        Shown.SAID_AGAIN: tr("Said again"),
        Shown.KNOWN: tr("Still known"),
        Shown.KEPT: tr("Kept"),
        Shown.UNTESTED: tr("Never tested"),
    }[shown]


def shown_meaning(shown: Shown) -> str:
    """What that means, in a sentence."""
    return {
        Shown.FETCHED: tr(
            "The same lines were read again, or the same check was run again though nothing was changed."
        ),
        Shown.SAID_AGAIN: tr("The user said it again."),
        Shown.KNOWN: tr("The agent named it, or worked on the file, before it appeared in the context again."),
        Shown.KEPT: tr("It stayed in the context, as it was or in what stayed there."),
        Shown.UNTESTED: tr("Nothing tells whether it is known. That does not mean that it was lost."),
    }[shown]


def work_words(document: Document, compaction: int, fact: str) -> str:
    """What the work shows of one fact, with the item; "" where nothing was asked, or nothing tells."""
    followed = aftermath_at(document, compaction)
    trace = next((one for one in followed.unread if one.fact == fact), None) if followed is not None else None
    if trace is None or trace.item is None:
        return ""
    words = tr("the work shows: {word}, #{n}; basis: inferred")
    return words.format(word=shown_word(trace.shown).lower(), n=number(trace.item))


class ShownRows(GroupedRows):
    """Words on the left, the item that shows it on the right."""

    _columns = 2

    def __init__(self, color: Callable[[str], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._color = color
        self._heads: tuple[ShownHead, ...] = ()

    def show(self, heads: Sequence[ShownHead]) -> None:
        """Put others in."""
        self.beginResetModel()
        self._heads = tuple(heads)
        self._sizes = tuple(len(head.rows) for head in heads)
        self.endResetModel()

    def folded(self) -> frozenset[int]:
        """What was kept, and what nobody can tell."""
        return frozenset(place for place, head in enumerate(self._heads) if head.is_folded)

    def find(self, fact: str | None) -> QModelIndex:
        """The row of a fact by its id; an invalid index where there is none."""
        places = ((top, row, one) for top, head in enumerate(self._heads, 1) for row, one in enumerate(head.rows))
        found = next(((top, row) for top, row, one in places if fact is not None and one.fact == fact), None)
        return self.row_at(*found) if found else QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid():
            return None
        top = int(index.internalId())
        if top == TOP:
            muted = role == Qt.ItemDataRole.ForegroundRole and index.column()
            return self._color("muted") if muted else _head_data(self._heads[index.row()], index.column(), role)
        row = self._heads[top - 1].rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(row.tip)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color("accent") if index.column() else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.words} {place_words(row)}".strip()
        if role == Qt.ItemDataRole.DisplayRole:
            return place_words(row) if index.column() else row.words
        return None


def place_words(row: ShownRow) -> str:
    """Where a row leads: ``→ #535``; "" where nothing shows it."""
    return f"→ #{number(row.item)}" if row.item else ""


def _head_data(head: ShownHead, column: int, role: int) -> Any:
    if role == Qt.ItemDataRole.DisplayRole:
        is_of_work = all(row.fact is None for row in head.rows)
        return head.title if not column else "" if is_of_work else number(len(head.rows))
    if role == Qt.ItemDataRole.ToolTipRole:
        return tip(head.tip)
    if role == Qt.ItemDataRole.FontRole and not column:
        bold = QFont()
        bold.setBold(True)
        return bold
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{head.title} {number(len(head.rows))}"
    if role == Qt.ItemDataRole.TextAlignmentRole and column:
        return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    return None
