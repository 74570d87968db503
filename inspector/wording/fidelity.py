"""Fidelity in two words: how truly a strategy picks what stays, and whose prompt asks for the summary.

A strategy may pick as its agent does and ask with a template of ours: then what stays is exact, and the prompt ours.
"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.model.run import Selection, Wording

STAYS, WHOSE = "what stays", "whose prompt"
"""The heads of the columns that hold these words."""
WHAT_THEY_SAY = (
    "What stays: how closely a strategy picks it as the agent that it is named after does. Exact follows the rules of "
    "its source, close as far as they are known; stand-in is the nearest to a way that is not public; own follows no "
    "agent."
)
UNTIL_CHOSEN = "Where a strategy asks for a summary, the prompt is ours unless --prompt names another."
_SELECTION = {
    Selection.EXACT: "exact",
    Selection.CLOSE: "close",
    Selection.STAND_IN: "stand-in",
    Selection.OWN: "own",
}
_WORDING = {Wording.AGENT: "the agent's own", Wording.OURS: "ours", Wording.YOURS: "yours"}


def selection_word(selection: Selection | str) -> str:
    """How truly a strategy picks what stays, in a word."""
    return _SELECTION[Selection(selection)]


def wording_words(wordings: Iterable[Wording]) -> str:
    """Whose prompt asked, in a word or two; "none" where nothing was asked."""
    return ", ".join(dict.fromkeys(_WORDING[one] for one in wordings)) or "none"
