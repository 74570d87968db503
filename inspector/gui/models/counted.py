"""Tokens of single items as the views show them: on the provider's scale, or not counted yet."""

from __future__ import annotations

from inspector.model import ContextEntry, TokenCount
from inspector.workbench.document import Document
from inspector.workbench.item_tokens import entry_tokens, tokens_of


def count_of(document: Document, item: int) -> TokenCount | None:
    """Tokens of an item. None while nothing is counted; a value of None where nothing can be."""
    return None if document.tally is None else tokens_of(document, item)


def count_of_entry(document: Document, entry: ContextEntry) -> TokenCount | None:
    """Tokens that an item takes in a context; None while nothing is counted."""
    return None if document.tally is None else entry_tokens(document, entry)
