"""How many tokens an item takes, on the provider's scale."""

from __future__ import annotations

from inspector.measure.contexts import PLACEHOLDER_TOKENS
from inspector.model import Basis, ContextEntry, Form, TokenCount
from inspector.workbench.document import Document

_NOT_COUNTED = TokenCount(None, Basis.ESTIMATED)


def tokens_of(document: Document, number: int) -> TokenCount:
    """Tokens of one item on the provider's scale; value None before they are counted and where they cannot be."""
    tally = document.tally
    if tally is None:
        return _NOT_COUNTED
    counted = tally.counts.of(number)
    if counted.value is None:
        return TokenCount(None, Basis.ESTIMATED, counted.tokenizer)
    return tally.calibration.tokens(counted.value, counted.tokenizer)


def entry_tokens(document: Document, entry: ContextEntry) -> TokenCount:
    """Tokens that an item takes in a context, where a cleared result is one short sentence."""
    whole = tokens_of(document, entry.item)
    if entry.form is not Form.PLACEHOLDER or whole.value is None:
        return whole
    assert document.tally is not None, "there was a number"
    counted = min(PLACEHOLDER_TOKENS, document.tally.counts.of(entry.item).value or 0)
    return document.tally.calibration.tokens(counted, whole.tokenizer)
