"""A claim of a summary in words: what is wrong with it, and why."""

from __future__ import annotations

from inspector.gui.language import number, tr
from inspector.gui.models.verdicts import CLAIM_SIGN, SUPPORTED_SIGN, reading_words
from inspector.gui.plain import tip
from inspector.model import Claim


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
