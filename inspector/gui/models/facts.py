"""The facts of one compaction as a tree: a row per group, below it a row per fact or claim of the summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from PySide6.QtCore import QModelIndex, QObject, Qt

from inspector.gui.language import number, tr
from inspector.gui.models.aftermath import kind_word as finding_word
from inspector.gui.models.aftermath import led_words
from inspector.gui.models.claims import claim_sentence, claim_tip, fault_word
from inspector.gui.models.fact_listing import Listing
from inspector.gui.models.grouped import TOP, GroupedRows, Index
from inspector.gui.models.verdicts import (
    DIFFERS,
    SIGNS,
    kind_word,
    reading_words,
    rules_words,
    strength_word,
    verdict_meaning,
    verdict_word,
)  # fmt: skip
from inspector.gui.plain import tip
from inspector.impact.finding import Finding
from inspector.survival.shares import KEPT
from inspector.wording.paths import from_folder
from inspector.workbench.groups import Group, ListedClaim, Row
from inspector.workbench.review import GroupName, Judged

JUDGED = Qt.ItemDataRole.UserRole
"""The fact of a row; None on that of a group or a claim."""
GROUP = Qt.ItemDataRole.UserRole + 1
"""The group of a row; None on that of a fact or a claim."""
DRAWN = Qt.ItemDataRole.UserRole + 2
"""What is drawn of a fact beside its verdict, as ``Drawn``."""
CLAIMED = Qt.ItemDataRole.UserRole + 3
"""The claim of a row, as ``ListedClaim``; None on that of a group or a fact."""
_UNFOLDED = frozenset({GroupName.TO_PUT_BACK, GroupName.CLAIMED, GroupName.KEPT})
_TEXTS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class Drawn(NamedTuple):
    """The words of a row as they are drawn; copied and read out are those of the log."""

    statement: str
    """With paths from the project's folder on."""
    led_to: str
    """What its loss led to; "" as far as nothing is known."""


class FactRows(GroupedRows):
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
        self._groups, self._every, self._places = listing.groups, listing.listed, listing.places or {}
        self._sizes = tuple(len(one) for one in listing.groups)
        self._is_narrow, self._folder = listing.is_narrow, listing.folder

    def tell(self, led: Mapping[str, tuple[Finding, ...]]) -> None:
        """Say what losses led to, by fact. It is known later than the facts, whose rows stay where they are."""
        if led == self._led:
            return
        self._led = led
        for top, size in enumerate(self._sizes):
            parent = self.index(top, 0)
            self.dataChanged.emit(self.index(0, 0, parent), self.index(size - 1, 0, parent))

    def folded(self) -> frozenset[int]:
        """The groups that stay folded until someone looks. Never what is to be put back, is
        claimed without support, or has the user's words.

        None of them where certain facts are asked for.
        """
        if self._is_narrow or len(self._groups) == 1:
            return frozenset()
        return frozenset(place for place, one in enumerate(self._groups) if _folds(one, place))

    def size(self) -> int:
        """How many facts and claims are listed."""
        return len(self._every)

    def find(self, key: str | None) -> QModelIndex:
        """The row of a fact or claim by its key; an invalid index while it is not listed."""
        place = self._places.get(key or "")
        return self.row_at(*place) if place else QModelIndex()

    def beside(self, key: str | None, step: int) -> Row | None:
        """What is listed before (-1) or after (1) a fact or claim; the first or last where that one is not listed."""
        if not self._every:
            return None
        place = self._places.get(key or "")
        if place is None:
            return self._every[0 if step > 0 else -1]
        here = sum(self._sizes[: place[0] - 1]) + place[1] + step
        return self._every[here] if 0 <= here < len(self._every) else None

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
            return Drawn(from_folder(judged.said.statement, self._folder), led_words(self._led_to(judged)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return row_tip(judged, self._led_to(judged))
        return sentence(judged, self._led_to(judged)) if role in _TEXTS else None

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


def group_title(name: GroupName) -> str:
    """What a group holds."""
    return {
        GroupName.TO_PUT_BACK: tr("To put back"),
        GroupName.CLAIMED: tr("Summary says, history does not"),
        GroupName.NOT_SURE: tr("Not found, or not sure"),
        GroupName.UNDECIDED: tr("Undecided"),
        GroupName.KEPT: tr("Kept"),
        GroupName.DONE: tr("Done or withdrawn"),
        GroupName.SUPPORTED: tr("Summary says, history agrees"),
        GroupName.EVIDENCE: tr("More facts from the work"),
        GroupName.RULES_ALONE: tr("Found by the rules alone"),
    }[name]


def group_meaning(name: GroupName) -> str:
    """What a group holds, in a sentence or two."""
    return {
        GroupName.TO_PUT_BACK: tr(
            "What the user said and what was agreed, lost or changed while it mattered; then facts from the work "
            "that were lost and needed again later. F7 goes from one to the next, and Export fixes has the words to "
            "put back."
        ),
        GroupName.CLAIMED: tr(
            "Claims of the summary that the history before it does not support, or contradicts. F7 comes to them after "
            "what is to be put back."
        ),
        GroupName.NOT_SURE: tr(
            "Facts that the rules did not find after the compaction, or found changed, but not surely enough to call "
            "them lost. A judge can decide more of them."
        ),
        GroupName.UNDECIDED: tr("What could not be judged. It counts neither as kept nor as lost."),
        GroupName.KEPT: tr(
            "Still in the context, word for word or in other words: what the user said and what was agreed; then "
            "what failed in the work, is open, or was used again."
        ),
        GroupName.DONE: tr(
            "What the user said that no longer mattered: done, answered, withdrawn or replaced. Its loss does no harm."
        ),
        GroupName.SUPPORTED: tr("Claims of the summary that the judge found supported by the history before it."),
        GroupName.EVIDENCE: tr(
            "Outcomes, paths and commands from the work that were not needed after the compaction. All are "
            "counted in the line below."
        ),
        GroupName.RULES_ALONE: tr("The rules listed these as facts, but the judge did not. They are not counted."),
    }[name]


def group_count(group: Group) -> str:
    """How many a group has; where the filter hides some, how many of them are listed."""
    listed = number(len(group))
    return listed if len(group) == group.size else tr("{n} of {all}").format(n=listed, all=number(group.size))


def verdict_counts(group: Group) -> str:
    """What became of the facts that are listed in a group, and what is wrong with claims: ``2 lost, 1 altered``."""
    counted = Counter(judged_word(one) for one in group.facts)
    counted.update(fault_word(one.claim) for one in group.claims)
    return ", ".join(f"{number(n)} {word}" for word, n in counted.most_common())


def said_at(judged: Judged) -> str:
    """Where a fact was said: ``#408``; "" for one from another session."""
    item = judged.said.quote.item
    return f"#{number(item)}" if item else ""


def reading_mark(row: Row) -> str:
    """What stands beside a row that a judge read: ``≠`` where the rules say otherwise, ``1 of 2`` readings."""
    if isinstance(row, ListedClaim):
        return tr("1 of 2") if row.claim.sure is False else ""
    one = tr("1 of 2") if row.survival.sure is False else ""
    return " ".join(part for part in (DIFFERS if row.differs else "", one) if part)


def sentence(judged: Judged, led: tuple[Finding, ...] = ()) -> str:
    """A row in words; ``led`` is what its loss led to."""
    own = tr("entered by you") if judged.entered else ""
    parts = [
        f"{SIGNS[judged.verdict]} {judged_word(judged)}",
        own,
        rules_words(judged.survival),
        reading_words(judged.survival.sure),
        kind_word(judged.fact.kind),
        strength_word(judged.fact.strength),
        judged.said.statement,
        led_words(led),
        tr("said in {item}").format(item=said_at(judged)) if said_at(judged) else "",
        "" if judged.is_live else tr("no longer mattered"),
    ]
    return ", ".join(part for part in parts if part)


def judged_word(judged: Judged) -> str:
    """What became of a fact, in a word; of one that the rules hold back, that it was not found."""
    return verdict_word(judged.verdict, judged.survival.unsure if judged.is_held_back else None)


def row_tip(judged: Judged, led: tuple[Finding, ...] = ()) -> str:
    """The tooltip of a row. Words of a log are escaped: a tooltip would take them for markup."""
    survival = judged.survival
    meaning = "" if judged.is_held_back else verdict_meaning(judged.verdict)
    lines = [judged.said.statement, meaning, survival.why]
    lines += [f"{finding_word(one.kind)} #{number(one.item)}: {one.why}" for one in led]
    lines += [rules_words(survival), reading_words(survival.sure), judged.note]
    return tip(*lines)
