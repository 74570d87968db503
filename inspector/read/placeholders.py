"""Output tokens that were noted before an answer was whole.

Claude Code writes a row as soon as one of its blocks is there, and until 2.1.6x with the usage that the answer began
with: 1 to 30 tokens, whatever was written then. Such a row names no stop reason. Its number may still be whole, where
the row was written late enough; it is believed unless the words that stand there need more. In a hundred logs 8,700 of
9,200 such answers whose rows all told the same number held a placeholder, and 4 of 3,000 with a stop reason looked
like one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.model import Item, ItemKind, Severity
from inspector.read.build import Builder

_WRITTEN = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL})
_CHARACTERS = 8
"""Of a token, at most: fewer tokens than this gives cannot have been written."""
_CALL = 27
"""Tokens that a call takes beside its arguments, and reasoning at least whose text is not there."""


def is_placeholder(output: int, characters: int, blocks: int = 0) -> bool:
    """Whether so many tokens cannot hold so many characters and ``blocks`` calls or sealed thoughts."""
    return output < characters / _CHARACTERS + _CALL * blocks


def leave_out_placeholders(build: Builder) -> None:
    """Say of every answer without a stop reason whose output is a placeholder that its output is not in the log."""
    found = 0
    for draft in build.drafts:
        usage = draft.usage
        if draft.stop or usage is None or usage.output is None or draft.first_item is None or draft.last_item is None:
            continue
        items = build.items[draft.first_item - 1 : draft.last_item]
        if is_placeholder(usage.output, *_size(item for item in items if item.thread == draft.thread)):
            draft.usage = replace(usage, output=None, reasoning=None)
            found += 1
    if found:
        message = f"What the model wrote is not counted in this log for {found} of {len(build.drafts)} requests."
        build.problem(Severity.NOTE, "output-not-counted", message)


def _size(items: Iterable[Item]) -> tuple[int, int]:
    """Characters that the model wrote among some items, and its calls and sealed thoughts."""
    written = [item for item in items if item.kind in _WRITTEN]
    sealed = sum(item.kind is ItemKind.REASONING and not item.chars for item in written)
    calls = sum(item.kind is ItemKind.TOOL_CALL for item in written)
    return sum(item.chars for item in written), calls + sealed
