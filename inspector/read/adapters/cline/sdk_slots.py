"""The messages in the context of an SDK session, and which of them the basic way of compaction keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import Item, ItemKind
from inspector.read.adapter import Record
from inspector.read.adapters.cline.blocks import Blocks
from inspector.read.values import as_dict, as_list, as_text

PROMPT, ANSWER, FINAL, RESULT = "prompt", "answer", "final", "result"


class Slot(NamedTuple):
    """A message in the context; a summary that is lost has no blocks."""

    blocks: Blocks
    role: str = ""
    is_kept: bool = False
    """Whether a basic compaction kept it before: then the next ones do."""


def role_of(message: Record) -> str:
    """What a message is: a prompt, results, an answer that calls tools, or the last of a turn, which calls none."""
    kinds = [as_text(as_dict(block).get("type")) for block in as_list(message.get("content"))]
    if message.get("role") == "assistant":
        return ANSWER if "tool_use" in kinds else FINAL
    if as_text(as_dict(message.get("metadata")).get("kind")) == "compaction_summary":
        return ""
    return RESULT if kinds and all(kind == "tool_result" for kind in kinds) else PROMPT


def basic(slots: Sequence[Slot], after: int, items: Sequence[Item]) -> list[Slot]:
    """What the basic way of compaction, which asks no model, leaves where ``after`` messages stay.

    Every prompt stays, then whatever an earlier one left, then the newest of the latest turn, then the last answers of
    turns before, the newest first. Prompts in a row become one message. Source: @cline/core 0.0.86, basic-compaction.
    """
    kept = {place for place, slot in enumerate(slots) if slot.role == PROMPT or slot.is_kept}
    for place in _candidates(slots):
        if _messages(slots, kept) >= after:
            break
        kept.add(place)
    return [_left(slots[place], items) for place in sorted(kept)]


def _candidates(slots: Sequence[Slot]) -> list[int]:
    """What may stay beside the prompts, first what stays soonest."""
    latest = max((place for place, slot in enumerate(slots) if slot.role == PROMPT), default=-1)
    tail = list(range(len(slots) - 1, latest, -1))
    finals, open_turn = [], True
    for place in range(latest, -1, -1):
        if slots[place].role == PROMPT:
            open_turn = True
        elif open_turn and slots[place].role == FINAL:
            finals.append(place)
            open_turn = False
    return tail + finals


def _messages(slots: Sequence[Slot], kept: set[int]) -> int:
    prompts = [slots[place].role == PROMPT for place in sorted(kept)]
    return sum(1 for index, prompt in enumerate(prompts) if not (prompt and index and prompts[index - 1]))


def _left(slot: Slot, items: Sequence[Item]) -> Slot:
    """What is left of a message: an answer loses its thinking."""
    if slot.role == PROMPT:
        return slot
    blocks = [block for block in slot.blocks if not block or items[block[0] - 1].kind is not ItemKind.REASONING]
    return Slot(blocks, slot.role, True)
