"""What is said of a session without a compaction: that it has none, or how much was cleared in place instead."""

from __future__ import annotations

from inspector.model import ItemKind, Splice
from inspector.wording.damage import damage_of, never_compacted
from inspector.workbench.document import Document


def uncompacted(document: Document) -> str:
    """Why there is nothing to show of compactions, in a sentence."""
    return never_compacted(bool(damage_of(document.session)), len(document.edits), cleared(document))


def cleared(document: Document) -> int:
    """How many results were cleared in place by steps that are no compactions, each counted once."""
    if not document.edits:
        return 0
    # An edit that changed more than results has these in an operation of its own, ahead of the one that names it.
    masks = [op for op in document.session.ops if type(op) is Splice and op.mask]
    found = {item for op in masks if not op.compaction or op.compaction.kind == "edit" for item in op.mask}
    # Others put a shorter result in the place of one.
    gone = {item for edit in document.edits for item in edit.removed}
    return len(found | {item for item in gone if document.item(item).kind is ItemKind.TOOL_RESULT})
