"""The facts of one compaction as a tree: a row per kind, below it a row per fact."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from inspector.gui.language import number, tr
from inspector.gui.models.fact_listing import Listing
from inspector.gui.models.grouped import TOP, GroupedRows, Index
from inspector.gui.models.verdicts import (
    DIFFERS,
    SIGNS,
    kind_title,
    reading_words,
    rules_words,
    strength_word,
    verdict_meaning,
    verdict_word,
)  # fmt: skip
from inspector.gui.plain import tip
from inspector.model import Verdict
from inspector.workbench.review import Counts, Group, Judged

JUDGED = Qt.ItemDataRole.UserRole
"""The fact of a row; None on the row of a kind."""
GROUP = Qt.ItemDataRole.UserRole + 1
"""The kind of a row; None on the row of a fact."""


class FactRows(GroupedRows):
    """Groups in the order they are given; nothing is made for a row before it is drawn."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._put(Listing())

    def show(self, listing: Listing) -> None:
        """Put other facts in."""
        self.beginResetModel()
        self._put(listing)
        self.endResetModel()

    def _put(self, listing: Listing) -> None:
        self._groups, self._every, self._places = listing.groups, listing.listed, listing.places or {}
        self._sizes = tuple(len(one.facts) for one in listing.groups)
        self._is_narrow = listing.is_narrow

    def folded(self) -> frozenset[int]:
        """The groups that stay folded until someone looks: the rest of the evidence, and what the rules alone found.

        None of them where certain facts are asked for.
        """
        if self._is_narrow or len(self._groups) == 1:
            return frozenset()
        return frozenset(place for place, one in enumerate(self._groups) if one.kind is None)

    def size(self) -> int:
        """How many facts are listed."""
        return len(self._every)

    def find(self, fact: str | None) -> QModelIndex:
        """The row of a fact by its id; an invalid index while it is not listed."""
        place = self._places.get(fact or "")
        return self.row_at(*place) if place else QModelIndex()

    def beside(self, fact: str | None, step: int) -> Judged | None:
        """The fact listed before (-1) or after (1) another; the first or last where that one is not listed."""
        if not self._every:
            return None
        place = self._places.get(fact or "")
        if place is None:
            return self._every[0 if step > 0 else -1]
        here = sum(len(one.facts) for one in self._groups[: place[0] - 1]) + place[1] + step
        return self._every[here] if 0 <= here < len(self._every) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row as one sentence, for copying and screen readers; the delegate takes the fact itself."""
        if not index.isValid():
            return None
        top = int(index.internalId())
        if top == TOP:
            group = self._groups[index.row()]
            if role == GROUP:
                return group
            if role == Qt.ItemDataRole.ToolTipRole and group.rules_alone:
                return tr("The rules took this for statements, and the judge names none of it. It counts in no figure.")
            if role == Qt.ItemDataRole.ToolTipRole and group.held_back:
                return tr(
                    "What was not found after the compaction, or may say something else there, where fewer than three "
                    "careful readers in five would hold it against the summary. A judge can say more."
                )
            if role == Qt.ItemDataRole.ToolTipRole and group.kind is None:
                return tr(
                    "What the work showed and did without: outcomes, paths, numbers and names that nothing after the "
                    "compaction came back to; what failed or is open stands above. All count in the line below."
                )
            return group_line(group) if role in _TEXTS else None
        judged = self._groups[top - 1].facts[index.row()]
        if role == JUDGED:
            return judged
        if role == Qt.ItemDataRole.ToolTipRole:
            return row_tip(judged)
        return sentence(judged) if role in _TEXTS else None


_TEXTS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


def group_line(group: Group) -> str:
    """A kind with its counts: ``Constraints 6 · 2○ 1◆``."""
    return f"{group_title(group)} {group_counts(group)}"


def group_title(group: Group) -> str:
    """What a group holds."""
    if group.rules_alone:
        return tr("Found by the rules alone")
    if group.held_back:
        return tr("Not found, or not sure")
    if group.kind is None:
        return tr("More evidence, not used again")
    return kind_title(group.kind)


def group_counts(group: Group) -> str:
    """The counts of a group; of what was not found for sure, how many those are."""
    return number(len(group.facts)) if group.held_back else counts_line(group.counts)


def counts_line(counts: Counts) -> str:
    """Counts of one kind: how many still mattered, then what went wrong with how many."""
    signs = {
        Verdict.CONTRADICTED: counts.contradicted,
        Verdict.LOST: counts.lost,
        Verdict.ALTERED: counts.altered,
        Verdict.WEAKENED: counts.weakened,
        Verdict.UNDECIDED: counts.undecided,
    }
    harm = " ".join(f"{number(n)}{SIGNS[verdict]}" for verdict, n in signs.items() if n)
    parts = [number(counts.live), harm, tr("{n} done").format(n=number(counts.done)) if counts.done else ""]
    return " · ".join(part for part in parts if part)


def said_at(judged: Judged) -> str:
    """Where a fact was said: ``#408``; "" for one from another session."""
    item = judged.said.quote.item
    return f"#{number(item)}" if item else ""


def reading_mark(judged: Judged) -> str:
    """What stands beside a row that a judge read: ``≠`` where the rules say otherwise, ``1 of 2`` readings."""
    one = tr("1 of 2") if judged.survival.sure is False else ""
    return " ".join(part for part in (DIFFERS if judged.differs else "", one) if part)


def sentence(judged: Judged) -> str:
    """A row in words."""
    own = tr("entered by you") if judged.entered else ""
    parts = [
        f"{SIGNS[judged.verdict]} {judged_word(judged)}",
        own,
        rules_words(judged.survival),
        reading_words(judged.survival.sure),
        strength_word(judged.fact.strength),
        judged.said.statement,
        tr("said in {item}").format(item=said_at(judged)) if said_at(judged) else "",
        "" if judged.is_live else tr("no longer mattered"),
    ]
    return ", ".join(part for part in parts if part)


def judged_word(judged: Judged) -> str:
    """What became of a fact, in a word; of one that the rules hold back, that it was not found."""
    return verdict_word(judged.verdict, judged.survival.unsure if judged.is_held_back else None)


def row_tip(judged: Judged) -> str:
    """The tooltip of a row. Words of a log are escaped: a tooltip would take them for markup."""
    survival = judged.survival
    meaning = "" if judged.is_held_back else verdict_meaning(judged.verdict)
    lines = [judged.said.statement, meaning, survival.why]
    lines += [rules_words(survival), reading_words(survival.sure), judged.note]
    return tip(*lines)
