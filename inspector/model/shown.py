"""The answers to what the work shows of a fact; apart, so that naming them imports nothing that looks for them."""

from __future__ import annotations

from enum import StrEnum


class Shown(StrEnum):
    """What the work afterwards shows of a fact."""

    KEPT = "kept"
    KNOWN = "shown known"
    FETCHED = "fetched again"
    SAID_AGAIN = "said again"
    UNTESTED = "never tested"


ORDER = (Shown.FETCHED, Shown.SAID_AGAIN, Shown.KNOWN, Shown.KEPT, Shown.UNTESTED)
"""In which they are told: what had to be had again first, what nobody can tell last."""
NEEDED = (Shown.FETCHED, Shown.SAID_AGAIN)
"""Those of which something was needed that was not at hand: words of the human may be put back."""
