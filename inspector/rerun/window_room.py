"""What may be sent to a model of a window, and the failure of a record that is larger."""

from __future__ import annotations

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure

_RESERVE = 0.05
"""Of a window, for what counting gets wrong."""


def room(window: int, answer: int) -> int:
    """Tokens that may be sent."""
    return max(0, int(window * (1 - _RESERVE)) - answer)


def too_large(tokens: int, allowed: int) -> ModelFailed:
    """The failure of a record over the window, with the ways out."""
    return ModelFailed(
        f"About {tokens:,} tokens would be sent, and the model takes {allowed:,} beside its answer.",
        kind=Failure.OVERFLOW,
        hint="Choose a model with a larger window, or a strategy that clears results first.",
    )
