"""All harm of a session as table columns: what was lost or changed while it mattered, and claims without support."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.table import TableColumn
from inspector.gui.models.verdicts import CLAIM_SIGN, SIGNS, kind_word, role, strength_word, verdict_word
from inspector.model import Claim
from inspector.survival.shares import SPOKEN
from inspector.wording.paths import from_folder
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import Judged, harm, judged

WHAT = 5
"""The column of the words."""


@dataclass(frozen=True, slots=True)
class Harm:
    """A fact that was harmed, or a claim, at one compaction; one of the two is None."""

    compaction: int
    judged: Judged | None = None
    claim: Claim | None = None
    place: int = 0
    """Of a claim among those of its compaction."""
    folder: str = ""
    """The project's, from which on paths are drawn; "" where the log does not tell."""

    @property
    def item(self) -> int | None:
        """Where it was said."""
        if self.judged is not None:
            return self.judged.said.quote.item or None
        return self.claim.quote.item if self.claim else None

    @property
    def is_of_work(self) -> bool:
        """Whether it is evidence from the work."""
        return self.judged is not None and self.judged.fact.kind not in SPOKEN


def harms(document: Document, judgements: Judgements) -> tuple[Harm, ...]:
    """All that F7 walks through: the human's words ahead, then claims of summaries, then what the work showed."""
    found: list[Harm] = []
    for outcome in document.comparison or ():
        number = outcome.compaction.number
        facts = {one.fact.id: one for one in judged(outcome, judgements)}
        for focus in harm(outcome, judgements):
            if focus.claim is not None:
                found.append(Harm(number, None, outcome.claims[focus.claim], focus.claim))
            elif focus.fact is not None:
                found.append(Harm(number, facts[focus.fact], folder=document.session.cwd))
    return tuple(sorted(found, key=_group))


def _group(one: Harm) -> int:
    if one.judged is None:
        return 1
    return 2 if one.is_of_work else 0


def none_words(document: Document) -> tuple[str, str]:
    """A title and a line for a session in which no harm was found: what that means."""
    outcomes = document.comparison or ()
    unjudged = {outcome.compaction.number: outcome.note for outcome in outcomes if outcome.note}
    if not outcomes:
        return tr("Nothing was lost"), tr("Nothing was compacted, as far as this log shows.")
    whys = "\n".join(dict.fromkeys(unjudged.values()))
    if len(unjudged) == len(outcomes):
        return tr("No loss can be told"), whys
    kept = tr("Every fact that still mattered was kept, as far as it could be judged. Text survival, not recall.")
    unsure = sum(one.unsure is not None and one.live for outcome in outcomes for one in outcome.survivals)
    if unsure:
        kept = tr(
            "Facts not found or perhaps changed, but not surely enough to call them lost: {n}. "
            "Review lists them, and a judge can decide more."
        ).format(n=number(unsure))
    if unjudged:
        names = ", ".join(f"┊C{number}" for number in unjudged)
        kept = f"{kept}\n{tr('Not judged: {names}. {whys}').format(names=names, whys=whys)}"
    return tr("No loss is sure") if unsure else tr("No losses found"), kept


def columns(color: Callable[[str], object]) -> tuple[TableColumn, ...]:
    """The columns; ``color`` gives that of a role."""
    return (
        TableColumn("", _sign, _word, color=lambda one: color(role(one.judged.verdict) if one.judged else "warning")),
        TableColumn(tr("Verdict"), _word, _word),
        TableColumn(tr("Kind"), _kind, _kind),
        TableColumn(tr("Compaction"), lambda one: f"┊C{one.compaction}", lambda one: one.compaction),
        TableColumn(
            tr("Said"), lambda one: f"#{number(one.item)}" if one.item else "", lambda one: one.item, right=True
        ),
        TableColumn(tr("What"), _what, _what, drawn=lambda one: from_folder(_what(one), one.folder)),
    )


def _sign(one: Harm) -> str:
    return SIGNS[one.judged.verdict] if one.judged else CLAIM_SIGN


def _word(one: Harm) -> str:
    if one.judged is not None:
        return verdict_word(one.judged.verdict)
    return tr("contradicted") if one.claim is not None and one.claim.kind == "contradicted" else tr("unsupported")


def _kind(one: Harm) -> str:
    if one.judged is None:
        return tr("claim")
    fact = one.judged.fact
    return " ".join(part for part in (kind_word(fact.kind), strength_word(fact.strength)) if part)


def _what(one: Harm) -> str:
    if one.judged is None:
        return " ".join(one.claim.text.split())[:500] if one.claim else ""
    said = " ".join(one.judged.said.statement.split())[:500]
    if not one.judged.survival.evidence:
        return said
    now = " ".join(one.judged.survival.evidence[0].text.split())[:300]
    return tr("{said} → now “{now}”").format(said=said, now=now)
