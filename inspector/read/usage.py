"""Usage as logs tell it: under names of their own, or as LiteLLM hands it on, whichever provider answered.

Source of the latter: BerriAI/litellm types/utils.py (Usage), and real logs of OpenHands and mini-swe-agent; checked
2026-11-20.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.model import Usage
from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_int


def usage_in(told: Record, names: Sequence[str]) -> Usage | None:
    """Tokens under their names: input beside the cache, read from it, written to it, output, reasoning.

    Zeros throughout stand for a request that told nothing.
    """
    counts = [as_int(told.get(name)) for name in names]
    return Usage(*counts) if any(counts) else None


def response_usage(row: Record) -> Usage | None:
    """Tokens in a response's ``usage``, of chat completions or of the Responses API; None where it tells nothing."""
    details = as_dict(row.get("prompt_tokens_details") or row.get("input_tokens_details"))
    written = as_dict(row.get("completion_tokens_details") or row.get("output_tokens_details"))
    read = as_int(row.get("cache_read_input_tokens"))
    return disjoint(
        as_int(row.get("prompt_tokens", row.get("input_tokens"))),
        as_int(details.get("cached_tokens")) if read is None else read,
        as_int(row.get("cache_creation_input_tokens")),
        as_int(row.get("completion_tokens", row.get("output_tokens"))),
        as_int(written.get("reasoning_tokens")),
    )


def without(prompt: int | None, *cached: int | None) -> int | None:
    """The prompt's tokens from no cache, where its count includes those from one; None where it is not told."""
    return None if prompt is None else max(0, prompt - sum(part or 0 for part in cached))


def disjoint(
    prompt: int | None, read: int | None, write: int | None, output: int | None, reasoning: int | None
) -> Usage | None:
    """Parts that add up to what was sent. Zeros throughout stand for a request that told nothing.

    The prompt includes what was read from a cache; what was written to it only in later versions. Seen in real
    logs: a prompt of 7,064, 7,060 of it read, with 9,549 written, and 16,609 read the next time. Where less than
    the written part is left, it cannot have been counted in.
    """
    if not prompt and not output:
        return None
    if prompt is None:
        return Usage(None, read, write, output, reasoning)
    fresh = max(0, prompt - (read or 0))
    return Usage(fresh - write if write and fresh >= write else fresh, read, write, output, reasoning)
