"""A document's items as a filter and a list see them: with their tokens, their segment, their mark and their file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from inspector.errors import LogChanged
from inspector.model import Append, Compaction, Item, ItemKind, Session
from inspector.read.tools import path_argument
from inspector.read.values import as_dict, as_text
from inspector.workbench.consequences import signs
from inspector.workbench.document import Document
from inspector.workbench.filter import Filter
from inspector.workbench.filter_terms import ItemView
from inspector.workbench.item_tokens import tokens_of

_LOSSES = ("lost", "repeated", "fact")
_NOTHING: frozenset[str] = frozenset()
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)


def segment_starts(session: Session, compactions: Sequence[Compaction]) -> tuple[int, ...]:
    """For each compaction, in order, the number of the first item that came after it.

    An item's segment is the number of entries not above its own number.
    """
    last, starts, op_index = 0, [], 0
    for compaction in compactions:
        for op in session.ops[op_index : compaction.op]:
            if type(op) is Append:
                last = max(last, op.item)
        op_index = max(op_index, compaction.op)
        starts.append(last + 1)
    return tuple(starts)


def view_items(document: Document, wanted: Filter, marks: frozenset[int] = frozenset()) -> list[ItemView]:
    """All items in order, with what ``wanted`` asks for; words are looked for in whole texts, read back when tested."""
    starts = segment_starts(document.session, document.compactions)
    paths = find_paths(document) if wanted.uses("path") else {}
    known = signs(document) if asks_for_losses(wanted) else {}
    searched = wanted.uses("words")
    return [
        ItemView(
            item,
            tokens_of(document, item.number).value if document.tally else None,
            bisect_left(starts, item.number + 1),
            item.number in marks,
            paths.get(item.number, ""),
            known.get(item.number, _NOTHING),
            _reader(document, item) if searched else None,
        )
        for item in document.session.items
    ]


def asks_for_losses(wanted: Filter) -> bool:
    """Whether a filter can be answered only once the consequences are known."""
    return any(map(wanted.uses, _LOSSES))


def _reader(document: Document, item: Item) -> Callable[[], str]:
    return lambda: document.bodies.text(item)


def find_paths(document: Document) -> Mapping[int, str]:
    """By item number, the file that each tool call names, and its result with it. Reads every call's arguments."""
    paths: dict[int, str] = {}
    by_call: dict[tuple[str, str], str] = {}
    for item in document.session.items:
        if item.kind is ItemKind.TOOL_CALL:
            path = named_path(_arguments(document, item))
            if path:
                paths[item.number] = by_call[item.thread, item.call_id] = path
        elif item.kind is ItemKind.TOOL_RESULT and item.call_id:
            path = by_call.get((item.thread, item.call_id), "")
            if path:
                paths[item.number] = path
    return paths


def path_of(document: Document, number: int) -> str:
    """The file that one call, or the call behind a result, names; "" for other items."""
    item = document.item(number)
    if item.kind is ItemKind.TOOL_RESULT and item.call_id:
        calls = (
            other
            for other in reversed(document.session.items[: number - 1])
            if other.kind is ItemKind.TOOL_CALL and (other.thread, other.call_id) == (item.thread, item.call_id)
        )
        item = next(calls, item)
    return named_path(_arguments(document, item)) if item.kind is ItemKind.TOOL_CALL else ""


def _arguments(document: Document, item: Item) -> Any:
    if item.text is not None:
        return item.text
    try:
        return document.bodies.value(item.source)
    except LogChanged:
        return None


def named_path(arguments: Any) -> str:
    """The file that a call's arguments name, or ""; JSON in a string and patches are looked into."""
    if isinstance(arguments, str):
        if arguments.lstrip().startswith("{"):
            try:
                return named_path(orjson.loads(arguments))
            except orjson.JSONDecodeError:
                return ""
        patched = _PATCHED.search(arguments)
        return patched[1].strip() if patched else ""
    named = path_argument(arguments)
    if named:
        return named
    for key in ("input", "patch", "command"):
        patched = _PATCHED.search(as_text(as_dict(arguments).get(key)))
        if patched:
            return patched[1].strip()
    return ""
