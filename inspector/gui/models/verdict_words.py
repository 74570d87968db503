"""A verdict in words, for the card."""

from __future__ import annotations

from inspector.gui.language import number, tr
from inspector.gui.models.fact_words import missing_words
from inspector.gui.models.figures import short_line, time_of_day
from inspector.gui.models.verdicts import (
    judged_by,
    verdict_basis,
    verdict_word,
    zone_title,
)  # fmt: skip
from inspector.model import Basis, Evidence, Survival, Zone
from inspector.report.judged import Judged
from inspector.wording.verdicts import SIGNS
from inspector.workbench.document import Document

MOST_WORDS = 400
MOST_PLACES = 3
"""Where it was said, at most."""


def said(document: Document, judged: Judged) -> str:
    """The first half: who said it where and when, in what words."""
    fact = judged.fact
    lines = []
    places = tuple(zip(fact.quotes, fact.texts, strict=True))
    for quote, words in places[:MOST_PLACES]:
        if not 0 < quote.item <= len(document.session.items):
            lines.append(tr("in another session: “{words}”").format(words=short_line(words, MOST_WORDS)))
            continue
        item = document.item(quote.item)
        when = time_of_day(item.time) if item.time else tr("time not in this log")
        who = document_words(item.kind.value)
        lines.append(f"#{number(item.number)} {who}, {when}: “{short_line(words, MOST_WORDS)}”")
    more = len(places) - MOST_PLACES
    if more > 0:
        lines.append(tr("and {n} more").format(n=number(more)))
    if fact.from_summary:
        lines.append(tr("quoted from the summary of an earlier compaction"))
    return "\n".join(lines)


def document_words(kind: str) -> str:
    """Whose words an item of a kind holds, in short."""
    return {"user": tr("user"), "summary": tr("summary"), "tool_result": tr("result")}.get(kind, kind.replace("_", " "))


def looked(judged: Judged, zones: tuple[Zone, ...]) -> str:
    """The second half: the zones that were searched, what stands there or came closest, and the words that do not."""
    survival = judged.survival
    where = ", ".join(zone_title(zone) for zone in zones) or tr("nothing that can be read")
    if survival.evidence:
        found = "; ".join(_passage(evidence) for evidence in survival.evidence[:3])
        missing = missing_words(judged.fact.texts[0], survival)
        words = tr("{where} — found: {found}").format(where=where, found=found)
        return f"{words}\n{missing}" if missing else words
    if survival.nearest is not None:
        return tr("{where} — nearest: {near}").format(where=where, near=_passage(survival.nearest))
    return tr("{where} — nothing with its words").format(where=where)


def basis_words(document: Document, judged: Judged) -> str:
    """How the verdict in force is known: of a judge's, which model said so."""
    model = judged_by(document.judgements.get(judged.survival.compaction))
    if judged.basis is Basis.JUDGED and model:
        return model
    return tr("basis: {basis}").format(basis=verdict_basis(judged.basis))


def standing_words(document: Document, survival: Survival) -> str:
    """Where the words themselves stand, beside what a judge says of them; "" where one of the two is not known."""
    if survival.basis is not Basis.JUDGED:
        return ""
    exact = (one.survivals for one in document.exact or () if one.compaction.number == survival.compaction)
    counted = next((one for survivals in exact for one in survivals if one.fact == survival.fact), None)
    if counted is None:
        return ""
    return tr("counted: {sign} {word}").format(sign=SIGNS[counted.verdict], word=verdict_word(counted.verdict))


def _passage(evidence: Evidence) -> str:
    return f"“{short_line(evidence.text, MOST_WORDS)}” {zone_title(evidence.zone)} #{number(evidence.item)}"
