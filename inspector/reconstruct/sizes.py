"""How large the context was on both sides of a compaction, and whether it is smaller than it was.

The last prompt lacks what was answered and read since, so a record that counts the context is the better figure for
the size before. Whether it counts the context is seen by what the log bears out: such a figure is the last prompt and
what came in behind it. A figure far above that counts something else (all that a session ever used, another thread's
context), and one below it leaves something out (the system prompt, the tools) or is of another call; the prompt is then
the better one. Where no prompt tells anything a record stands, unless the first prompt after it is larger: nobody
knows then whether the context grew or the record leaves something out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.model import Append, Basis, Compaction, Item, Operation, Session, TokenCount

FREED_ENOUGH = 0.1
_CHARS_A_TOKEN = 4
_DENSEST = 2
"""Characters a token of dense text: what came in is at most this many tokens."""
_IMAGE = 2_000
_SLACK_SHARE, _SLACK = 0.1, 2_000
"""What agents guess, and what is sent and not logged, may make up this much of a prompt, or this many tokens."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What came into the context between a call and a compaction: characters, pictures, and the call's own output."""

    chars: int = 0
    images: int = 0
    output: int = 0

    @property
    def tokens(self) -> int:
        """About how many tokens that is."""
        return self.output + self.chars // _CHARS_A_TOKEN

    @property
    def most(self) -> int:
        """As many tokens as it can be."""
        return self.output + self.chars // _DENSEST + self.images * _IMAGE


def grown(session: Session, ops: Sequence[Operation], request: int | None) -> Growth:
    """What some operations appended; the answer of ``request`` among it counts as the log counts it."""
    call = session.requests[request] if request is not None else None
    output = call.usage.output if call is not None and call.usage is not None else None
    answer: Iterable[int] = ()
    if call is not None and output is not None and call.first_item and call.last_item:
        answer = range(call.first_item, call.last_item + 1)
    came: list[Item] = [session.items[op.item - 1] for op in ops if type(op) is Append and op.item not in answer]
    return Growth(sum(item.chars for item in came), sum(item.images for item in came), output or 0)


def counts_the_context(told: int, prompt: int, came: Growth) -> bool:
    """Whether what a record says of the size before is the last prompt and what came in behind it."""
    return prompt < told <= prompt + came.most + max(_SLACK, _SLACK_SHARE * prompt)


def size_before(told: int | None, prompt: int | None, came: Growth, after: int | None) -> TokenCount:
    """The size before a compaction, from its record or the last prompt."""
    if prompt is None:
        value = None if told is not None and after is not None and after > told else told
    else:
        value = told if told is not None and counts_the_context(told, prompt, came) else prompt
    return TokenCount(value, Basis.RECORDED, error=0)


def outcome_by_size(compaction: Compaction, came: Growth, behind: Growth) -> str:
    """Inflated, ineffective, or "" where it freed enough or nobody knows.

    What came in before the compaction belongs to the size before it, and what came in behind it not to what it left.
    """
    before, after = compaction.before.value, compaction.after.value
    if before is None or after is None:
        return "inflated" if compaction.freed is not None and compaction.freed < 0 else ""
    if compaction.record.reported_before != before:
        before += came.tokens
    if after - behind.tokens > before:
        return "inflated"
    return "ineffective" if before - after < FREED_ENOUGH * before else ""
