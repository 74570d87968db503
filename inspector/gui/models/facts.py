"""The facts of one compaction as a tree: a row per group, below it a row per fact or claim of the summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.gui.language import number, tr
from inspector.gui.models.consequences import led_words
from inspector.gui.models.fact_listing import Listing
from inspector.gui.models.fact_words import claim_sentence, claim_tip, fault_word, missing_in, row_tip, sentence
from inspector.gui.models.shown import shown_meaning, shown_word, trace_words
from inspector.gui.models.verdicts import verdict_word
from inspector.gui.plain import tip
from inspector.impact.finding import Finding
from inspector.model.shown import Shown
from inspector.report.judged import GroupName, Judged
from inspector.survival.shares import KEPT
from inspector.wording.paths import from_folder
from inspector.workbench.groups import Group, ListedClaim, Row

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
TOP = 0
"""The internal id of a group's row; that of a row below it is the place of its group, counted from 1."""
JUDGED = Qt.ItemDataRole.UserRole
"""The fact of a row; None on that of a group or a claim."""
GROUP = Qt.ItemDataRole.UserRole + 1
"""The group of a row; None on that of a fact or a claim."""
DRAWN = Qt.ItemDataRole.UserRole + 2
"""What is drawn of a fact beside its verdict, as ``Drawn``."""
CLAIMED = Qt.ItemDataRole.UserRole + 3
"""The claim of a row, as ``ListedClaim``; None on that of a group or a fact."""
_UNFOLDED = frozenset(
    {GroupName.TO_PUT_BACK, GroupName.CLAIMED, GroupName.SAID, Shown.FETCHED, Shown.SAID_AGAIN, Shown.KNOWN}
)
_TEXTS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class Drawn(NamedTuple):
    """The words of a row as they are drawn; copied and read out are those of the log."""

    statement: str
    """With paths from the project's folder on."""
    led_to: str
    """What its loss led to, or what the work shows of it; "" as far as nothing is known."""
    missing: tuple[tuple[int, int], ...] = ()
    """Of one that stands there in part: the characters of the statement whose words are not there, half-open."""


class FactRows(QAbstractItemModel):
    """Groups in the order they are given; nothing is made for a row before it is drawn."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._led: Mapping[str, tuple[Finding, ...]] = {}
        self._put(Listing())

    def show(self, listing: Listing) -> None:
        """Put other facts in."""
        self.beginResetModel()
        self._put(listing)
        self.endResetModel()

    def _put(self, listing: Listing) -> None:
        self._groups, self.every, self._places = listing.groups, listing.listed, listing.places or {}
        self._sizes = tuple(len(one) for one in listing.groups)
        self._is_narrow, self._folder, self._traces = listing.is_narrow, listing.folder, listing.traces

    def tell(self, led: Mapping[str, tuple[Finding, ...]]) -> None:
        """Say what losses led to, by fact. It is known later than the facts, whose rows stay where they are."""
        if led == self._led:
            return
        self._led = led
        for top, size in enumerate(self._sizes):
            parent = self.index(top, 0)
            self.dataChanged.emit(self.index(0, 0, parent), self.index(size - 1, 0, parent))

    def group_sizes(self) -> tuple[int, ...]:
        """How many rows are in each group."""
        return self._sizes

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """The index of a row."""
        if row < 0 or column != 0:
            return QModelIndex()
        # Asked for every row when a group unfolds: nothing is looked at twice.
        if not parent.isValid():
            return self.createIndex(row, column, TOP) if row < len(self._sizes) else QModelIndex()
        if parent.internalId() != TOP:
            return QModelIndex()
        top = parent.row()
        return self.createIndex(row, column, top + 1) if row < self._sizes[top] else QModelIndex()

    def parent(self, index: Index | None = None) -> Any:
        """The head above a row; without an index, the object that owns the model."""
        if index is None:
            return super().parent()
        if not index.isValid() or index.internalId() == TOP:
            return QModelIndex()
        return self.createIndex(int(index.internalId()) - 1, 0, TOP)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Heads at the top, rows below a head, nothing below a row."""
        if not parent.isValid():
            return len(self._sizes)
        if parent.internalId() != TOP or parent.column():
            return 0
        return self._sizes[parent.row()]

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """One: a delegate paints a row in columns."""
        return 1

    def folded(self) -> frozenset[int]:
        """The groups that stay folded until someone looks; none of them where certain facts are asked for.

        Never what is to be put back, what is claimed without support, and what was entered; nor the sentences that
        stand there or stood there before.
        """
        if self._is_narrow or len(self._groups) == 1:
            return frozenset()
        return frozenset(place for place, one in enumerate(self._groups) if _folds(one, place))

    def find(self, key: str | None) -> QModelIndex:
        """The row of a fact or claim by its key; an invalid index while it is not listed."""
        place = self._places.get(key or "")
        return self.createIndex(place[1], 0, place[0]) if place else QModelIndex()

    def beside(self, key: str | None, step: int) -> Row | None:
        """What is listed before (-1) or after (1) a fact or claim; the first or last where that one is not listed."""
        if not self.every:
            return None
        place = self._places.get(key or "")
        if place is None:
            return self.every[0 if step > 0 else -1]
        here = sum(self._sizes[: place[0] - 1]) + place[1] + step
        return self.every[here] if 0 <= here < len(self.every) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row as one sentence, for copying and screen readers; the delegate takes the fact itself."""
        if not index.isValid():
            return None
        top = int(index.internalId())
        if top == TOP:
            return _group_data(self._groups[index.row()], role)
        judged = self._groups[top - 1].row(index.row())
        if isinstance(judged, ListedClaim):
            return _claim_data(judged, role)
        if role == JUDGED:
            return judged
        if role == DRAWN:
            return self._drawn(judged)
        if role == Qt.ItemDataRole.ToolTipRole:
            return row_tip(judged, self._led_to(judged))
        return sentence(judged, self._behind(judged)) if role in _TEXTS else None

    def _drawn(self, judged: Judged) -> Drawn:
        led, missing = self._behind(judged), missing_in(judged.fact.texts[0], judged.survival)
        statement = judged.fact.statement
        # Places in it are those of the words as they were said.
        return Drawn(statement if missing else from_folder(statement, self._folder), led, missing)

    def _behind(self, judged: Judged) -> str:
        return trace_words(self._traces.get(judged.fact.id)) or led_words(self._led_to(judged))

    def _led_to(self, judged: Judged) -> tuple[Finding, ...]:
        return () if judged.verdict in KEPT else self._led.get(judged.fact.id, ())


def _group_data(group: Group, role: int) -> Any:
    if role == GROUP:
        return group
    if role == Qt.ItemDataRole.ToolTipRole:
        return tip(group_meaning(group.name), verdict_counts(group))
    return f"{group_title(group.name)} {group_count(group)}" if role in _TEXTS else None


def _claim_data(claim: ListedClaim, role: int) -> Any:
    if role == CLAIMED:
        return claim
    if role == Qt.ItemDataRole.ToolTipRole:
        return claim_tip(claim.claim)
    return claim_sentence(claim.claim) if role in _TEXTS else None


def _folds(group: Group, place: int) -> bool:
    if group.is_annotated or group.name in _UNFOLDED:
        return False
    return group.name is not GroupName.UNDECIDED or place > 0


def group_title(name: GroupName | Shown) -> str:
    """What a listed group holds."""
    if isinstance(name, Shown):
        return shown_word(name)
    return {
        GroupName.TO_PUT_BACK: tr("To put back"),
        GroupName.CLAIMED: tr("Summary says, history does not"),
        GroupName.UNDECIDED: tr("Undecided"),
        GroupName.SAID: tr("What you said"),
        GroupName.EARLIER: tr("Gone earlier"),
        GroupName.DONE: tr("Done or withdrawn"),
        GroupName.FOLDED: tr("Pasted or short"),
        GroupName.SUPPORTED: tr("Summary says, history agrees"),
        GroupName.EVIDENCE: tr("The work"),
    }[name]


def group_meaning(name: GroupName | Shown) -> str:
    """What a group holds, in a sentence or two."""
    if isinstance(name, Shown):
        return shown_meaning(name)
    return {
        GroupName.TO_PUT_BACK: tr(
            "What the user said and a judge or you call lost or changed while it mattered. F7 goes from one to the "
            "next, and Export fixes has the words to put back."
        ),
        GroupName.CLAIMED: tr(
            "Claims of the summary that the history before it does not support, or contradicts. F7 comes to them after "
            "what is to be put back."
        ),
        GroupName.UNDECIDED: tr(
            "What a judge could not decide, and what nobody can look for because what is left cannot be read."
        ),
        GroupName.SAID: tr(
            "Your sentences in the order said, each with where its words stand behind the compaction; words that are "
            "missing are underlined. F7 goes from one that is not there to the next, and Export fixes has the words to "
            "put back."
        ),
        GroupName.EARLIER: tr("Sentences that did not stand in the context before this compaction either."),
        GroupName.DONE: tr("What no longer mattered, as a judge says: done, answered, withdrawn or replaced."),
        GroupName.FOLDED: tr(
            "Of the user's words those that look like output or code, and those too short to be looked for."
        ),
        GroupName.SUPPORTED: tr("Claims of the summary that the judge found supported by the history before it."),
        GroupName.EVIDENCE: tr(
            "What the work showed: first what failed, is open, or was used again behind the compaction."
        ),
    }[name]


def group_count(group: Group) -> str:
    """How many a group has; where the filter hides some, how many of them are listed."""
    listed = number(len(group))
    return listed if len(group) == group.size else tr("{n} of {all}").format(n=listed, all=number(group.size))


def verdict_counts(group: Group) -> str:
    """What became of the facts that are listed in a group, and what is wrong with claims: ``2 lost, 1 altered``."""
    counted = Counter(verdict_word(one.verdict) for one in group.facts)
    counted.update(fault_word(one.claim) for one in group.claims)
    return ", ".join(f"{number(n)} {word}" for word, n in counted.most_common())
