"""All that F7 walks through as table columns: what is not there, lost or changed, and claims without support."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.claims import fault_word
from inspector.gui.models.table import TableColumn
from inspector.gui.models.verdicts import CLAIM_SIGN, SIGNS, kind_word, role, strength_word, verdict_word
from inspector.model import Claim
from inspector.wording.paths import from_folder
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import Judged, harm, judged


@dataclass(frozen=True, slots=True)
class Harm:
    """A sentence that is not there, lost or changed, or a claim, at one compaction; one of the two is None."""

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
            return self.judged.quote.item or None
        return self.claim.quote.item if self.claim else None


def harms(document: Document, judgements: Judgements) -> tuple[Harm, ...]:
    """All that F7 walks through: what was lost or changed ahead, then claims of summaries, then what is not there."""
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
    return 0 if one.judged.is_harm else 2


def none_words(document: Document) -> tuple[str, str]:
    """A title and a line for a session in which there is nothing to list: what that means."""
    outcomes = document.comparison or ()
    unread = {outcome.compaction.number: outcome.note for outcome in outcomes if outcome.note}
    if not outcomes:
        return tr("Nothing to put back"), tr("Nothing was compacted, as far as this log shows.")
    whys = "\n".join(dict.fromkeys(unread.values()))
    if len(unread) == len(outcomes):
        return tr("What is missing cannot be determined"), whys
    there = tr("Every sentence of the user's that stood there before a compaction stands there behind it, or in part.")
    if any(outcome.judgement for outcome in outcomes):
        there = tr("Nothing of what the user said is missing, lost or changed. Text survival, not recall.")
    if unread:
        names = ", ".join(f"┊C{number}" for number in unread)
        there = f"{there}\n{tr('Not read: {names}. {whys}').format(names=names, whys=whys)}"
    return tr("Nothing to put back"), there


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
    return fault_word(one.claim) if one.claim is not None else ""


def _kind(one: Harm) -> str:
    if one.judged is None:
        return tr("claim")
    fact = one.judged.fact
    return " ".join(part for part in (kind_word(fact.kind), strength_word(fact.strength)) if part)


def _what(one: Harm) -> str:
    if one.judged is None:
        return " ".join(one.claim.text.split())[:500] if one.claim else ""
    said = one.judged.fact.statement[:500]
    if not one.judged.survival.evidence:
        return said
    now = " ".join(one.judged.survival.evidence[0].text.split())[:300]
    return tr("{said} → now “{now}”").format(said=said, now=now)
