"""While a model is waited for: how long by now, in one line that is written over; elsewhere now and then a line."""

from __future__ import annotations

import sys

from inspector.cli.output import harmless, say

_EVERY = 30
"""Seconds between two lines where none can be written over."""


def show_wait(words: str, seconds: float) -> None:
    """Say who is waited for and how long by now, every second; "" when it is over, which leaves no trace of it."""
    told = f"{words}: {seconds:.0f} s" if words else ""
    if sys.stderr.isatty():
        print(f"\r{harmless(told)}\x1b[K\r" if told else "\r\x1b[K", end="", file=sys.stderr, flush=True)
    elif seconds >= _EVERY and seconds % _EVERY < 1:
        say(f"Waiting for {told}.")
