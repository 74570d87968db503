"""What a summary says without support in the history, or against it, as a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.gui.language import tr
from inspector.gui.models.verdicts import CLAIM_SIGN, SUPPORTED_SIGN
from inspector.gui.plain import tip
from inspector.model import Claim

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ClaimRows(QAbstractListModel):
    """One row a claim, in the order that is given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._claims: tuple[Claim, ...] = ()
        self._judged = 0

    def show(self, claims: Sequence[Claim], judged: int | None = None) -> None:
        """Put other claims in; from the place ``judged`` on stand those that the rules alone doubt, None for none."""
        self.beginResetModel()
        self._claims = tuple(claims)
        self._judged = len(self._claims) if judged is None else judged
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many."""
        return 0 if parent.isValid() else len(self._claims)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """A claim in words."""
        if not index.isValid() or index.row() >= len(self._claims):
            return None
        claim = self._claims[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            sign = SUPPORTED_SIGN if claim.kind == "supported" else CLAIM_SIGN
            word = claim_word(claim)
            if index.row() >= self._judged:
                word = tr("by the rules alone: {word}").format(word=word)
            return f"{sign} {word}: “{' '.join(claim.text.split())[:400]}”"
        if role == Qt.ItemDataRole.ToolTipRole:
            # A tooltip would take words of a log for markup.
            return tip(claim.text[:2000], claim.why)
        return None


def claim_word(claim: Claim) -> str:
    """What a claim is about, as far as that is told, and what is wrong with it."""
    subject = claim_subject(claim)
    words = {"contradicted": tr("contradicted"), "supported": tr("supported")}.get(claim.kind, tr("unsupported"))
    return f"{subject}, {words}" if subject else words


def claim_subject(claim: Claim) -> str:
    """What a claim is about; "" where a judge, who names no subject, doubts it."""
    return {
        "approval": tr("approval"),
        "completion": tr("finished work"),
        "number": tr("number"),
        "name": tr("name"),
        "quotation": tr("quotation"),
        "authorship": tr("authorship"),
    }.get(claim.subject, claim.subject)
