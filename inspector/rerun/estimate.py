"""How each agent guesses tokens: where it cuts depends on its own guess, not on what is true.

Sources: reference table of estimators; Codex core/src/context_manager, Gemini utils/tokenCalculation.ts, pi
compaction.ts estimateTokens, OpenCode and Cline as of 2026-08. Claude Code pads characters / 4 by a third.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from inspector.model.run import State
from inspector.rerun.view import AGENT_KINDS, ViewEntry

_LEFT_OUT = re.compile(r"\.\.\.\[truncated (\d+) chars\]\.\.\.")
Estimate = Callable[[Sequence[ViewEntry]], int]
"""Tokens of one message, given as its entries."""


def estimator(name: str, ratio: float = 1.0) -> Estimate:
    """The estimator of that name; ``provider`` is the tokenizer's count on the provider's scale."""
    if name == "provider":
        return lambda message: round(ratio * sum(entry.counted for entry in message))
    return _NAMED[name]


def message_sizes(entries: Sequence[ViewEntry], estimate: Estimate) -> list[tuple[int, int, int]]:
    """First place, place behind the last, and tokens of every message, in order."""
    sizes = []
    start = 0
    for _, group in groupby(entries, key=lambda entry: entry.message):
        message = list(group)
        sizes.append((start, start + len(message), estimate(message)))
        start += len(message)
    return sizes


def total(entries: Sequence[ViewEntry], estimate: Estimate) -> int:
    """Tokens of a context, message by message."""
    return sum(size for _, _, size in message_sizes(entries, estimate))


def chars(entries: Iterable[ViewEntry]) -> int:
    """Characters of a message: its texts, and the names of its tools."""
    return sum(len(entry.text) + (len(entry.tool) if entry.kind == "tool_call" else 0) for entry in entries)


def _chars4(message: Sequence[ViewEntry]) -> int:
    return math.ceil((chars(message) + 4_800 * _images(message)) / 4)


def _padded(message: Sequence[ViewEntry]) -> int:
    return math.ceil((chars(message) / 4 + 2_000 * _images(message)) * 4 / 3)


def bytes4(text: str) -> int:
    """Tokens of a text at four bytes each, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // 4)


def _bytes4(message: Sequence[ViewEntry]) -> int:
    return sum(bytes4(entry.text) for entry in message) + 1_844 * _images(message)


def _gemini(message: Sequence[ViewEntry]) -> int:
    tokens = 0.0
    for entry in message:
        plain = len(entry.text) if entry.text.isascii() else len(entry.text.encode("ascii", "ignore"))
        tokens += 0.25 * plain + 1.5 * (len(entry.text) - plain)
    return math.floor(tokens) + 3_000 * _images(message)


def _json3(message: Sequence[ViewEntry]) -> int:
    """Cline's: a message as it is stored, with its ids, and of the agent with model and cost; a result whole, of which
    the two ends are sent. Recorded with 3.0.65, 2026-11-27."""
    whole = [entry.text for entry in message if entry.state is State.VERBATIM]
    left_out = sum(int(found[1]) for text in whole for found in _LEFT_OUT.finditer(text))
    around = 220 if any(entry.kind in AGENT_KINDS for entry in message) else 80
    return math.ceil((chars(message) + left_out + around + 60 * len(message)) / 3)


def _images(message: Sequence[ViewEntry]) -> int:
    return sum(entry.images for entry in message)


_NAMED: dict[str, Estimate] = {
    "chars4": _chars4,
    "chars4x1.33": _padded,
    "bytes4": _bytes4,
    "gemini": _gemini,
    "json3": _json3,
}
