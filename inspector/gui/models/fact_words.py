"""The words of a row of Review: a sentence, what of it is missing, who read it; a claim, and what is wrong with it."""

from __future__ import annotations

from inspector.gui.language import number, tr
from inspector.gui.models.consequences import kind_word as finding_word
from inspector.gui.models.verdicts import (
    CLAIM_SIGN,
    SUPPORTED_SIGN,
    fold_word,
    kind_word,
    reading_words,
    strength_word,
    verdict_meaning,
    verdict_word,
)
from inspector.gui.plain import tip
from inspector.impact.finding import Finding
from inspector.model import Claim, FactKind, Survival
from inspector.report.judged import Judged
from inspector.wording.verdicts import SIGNS
from inspector.workbench.groups import ListedClaim, Row


def said_at(judged: Judged) -> str:
    """Where a fact was said: ``#408``; "" for one from another session."""
    item = judged.quote.item
    return f"#{number(item)}" if item else ""


def reading_mark(row: Row) -> str:
    """What stands beside a row that only one of two readings by a judge found."""
    sure = row.claim.sure if isinstance(row, ListedClaim) else row.survival.sure
    return tr("1 of 2") if sure is False else ""


def kind_of(judged: Judged) -> str:
    """What a row is, in a word: why it is folded, or its kind; "" for a sentence of which no judge says more."""
    kind = "" if judged.fact.kind is FactKind.SAID else kind_word(judged.fact.kind)
    return fold_word(judged.fact.fold) or kind


def sentence(judged: Judged, led: str = "") -> str:
    """A row in words; ``led`` is what its loss led to, or what the work shows of it."""
    own = tr("entered by you") if judged.entered else ""
    parts = [
        f"{SIGNS[judged.verdict]} {verdict_word(judged.verdict)}",
        own,
        reading_words(judged.survival.sure),
        kind_of(judged),
        strength_word(judged.fact.strength),
        judged.fact.statement,
        missing_words(judged.fact.texts[0], judged.survival),
        led,
        tr("said in {item}").format(item=said_at(judged)) if said_at(judged) else "",
        "" if judged.is_live else tr("no longer mattered"),
    ]
    return ", ".join(part for part in parts if part)


def missing_in(text: str, survival: Survival) -> tuple[tuple[int, int], ...]:
    """Where the words that are missing stand in a sentence whose blanks are single ones."""
    found = []
    for start, end in survival.missing:
        before = " ".join(text[:start].split())
        at = len(before) + (1 if before and text[start - 1].isspace() else 0)
        found.append((at, at + len(" ".join(text[start:end].split()))))
    return tuple(found)


def missing_words(text: str, survival: Survival) -> str:
    """The words of a sentence that stands there in part and has not all of them; "" without any."""
    told = (" ".join(text[start:end].split()) for start, end in survival.missing)
    words = tr(" … ").join(told)
    return tr("not there: “{words}”").format(words=words) if words else ""


def row_tip(judged: Judged, led: tuple[Finding, ...] = ()) -> str:
    """The tooltip of a row. Words of a log are escaped: a tooltip would take them for markup."""
    survival = judged.survival
    missing = missing_words(judged.fact.texts[0], survival)
    lines = [judged.fact.statement, verdict_meaning(judged.verdict), survival.why, missing]
    lines += [f"{finding_word(one.kind)} #{number(one.item)}: {one.why}" for one in led]
    lines += [reading_words(survival.sure), judged.note]
    return tip(*lines)


def claim_sign(claim: Claim) -> str:
    """The sign of what is doubted, or of what is supported."""
    return SUPPORTED_SIGN if claim.kind == "supported" else CLAIM_SIGN


def claim_sentence(claim: Claim) -> str:
    """A claim with what is wrong with it and why, for copying and screen readers."""
    parts = (f"{claim_sign(claim)} {fault_word(claim)}: {quoted(claim)}", claim_why(claim), reading_words(claim.sure))
    return ", ".join(part for part in parts if part)


def quoted(claim: Claim) -> str:
    """The claim's words in one line."""
    return f"“{' '.join(claim.text.split())[:400]}”"


def claim_why(claim: Claim) -> str:
    """Why it is doubted, without the mark that ends a sentence, and the first item that says so."""
    first = f"#{number(claim.items[0])}" if claim.items else ""
    return " ".join(part for part in (claim.why.removesuffix("."), first) if part)


def claim_tip(claim: Claim) -> str:
    """The tooltip of a claim. Words of a log are escaped: a tooltip would take them for markup."""
    return tip(claim.text[:2000], claim.why, reading_words(claim.sure))


def fault_word(claim: Claim) -> str:
    """What is wrong with a claim, in a word."""
    return {"contradicted": tr("contradicted"), "supported": tr("supported")}.get(claim.kind, tr("unsupported"))
