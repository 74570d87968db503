"""The parts of the message that carries a summary: what the model wrote, and what the program put around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.model import ItemKind
from inspector.read.adapter import Record
from inspector.read.values import as_text

_TODO = "\n\n## TODO List\n"
Section = tuple[ItemKind, Any, str, str, bool]
"""Kind, value, pointer, detail, and whether the value is a part of what stands there."""


def sections(record: Record) -> Iterator[Section]:
    """In the order in which they were sent; blanks between them belong to the earlier one."""
    sent, own = record.get("contextSummary"), record.get("summary")
    if isinstance(own, dict) and not sent:
        own, sent, pointer = own.get("content"), None, "/summary/content"
    else:
        pointer = "/summary"
    if not isinstance(sent, str) or not sent:
        if own not in (None, "", []):
            yield ItemKind.SUMMARY, own, pointer, "compact_summary", False
        return
    words = as_text(own).strip()
    start = sent.find(words) if words else -1
    if start < 0:
        yield ItemKind.SUMMARY, sent, "/contextSummary", "compact_summary", False
        return
    before, behind = sent[:start], sent[start + len(words) :]
    said, todo, listed = words.rpartition(_TODO)
    if before.strip():
        yield ItemKind.ATTACHMENT, before, "/contextSummary", "summary_frame", True
    if not todo:
        said = words
    yield ItemKind.SUMMARY, said if said != own else own, pointer, "compact_summary", said != own
    if todo:
        yield ItemKind.ATTACHMENT, f"{todo}{listed}", "/contextSummary", "todo_list", True
    if behind.strip():
        yield ItemKind.ATTACHMENT, behind, "/contextSummary", "context_recovery", True
