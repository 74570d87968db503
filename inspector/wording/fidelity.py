"""Fidelity in two words: how truly a strategy picks what stays, and whose prompt asks for the summary.

A strategy may pick as its agent does and ask with a template of ours: then its selection is exact, its wording ours.
"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.model.run import Selection, Wording

WHAT_THEY_SAY = (
    "Selection says how closely a strategy selects what to keep as the agent that it is named after does; wording says "
    "whose prompt asks for the summary."
)
UNTIL_CHOSEN = "Where a strategy asks for a summary, the wording is ours unless --prompt names another prompt."
_SELECTION = {
    Selection.EXACT: ("exact", "what stays is picked by the rules of its source, step by step"),
    Selection.CLOSE: ("close", "what stays is picked by its rules as far as they are known; details differ"),
    Selection.STAND_IN: ("stand-in", "the agent's own way is not public; this is the nearest that can be run"),
    Selection.OWN: ("own", "it follows no agent"),
}
_WORDING = {
    Wording.AGENT: ("the agent's own", "its prompt word for word, from the log or from where it is installed"),
    Wording.OURS: ("ours", "a template that ships with this program, not the agent's prompt"),
    Wording.YOURS: ("yours", "a prompt of your own"),
}


def selection_word(selection: Selection | str) -> str:
    """How truly a strategy picks what stays, in a word."""
    return _SELECTION[Selection(selection)][0]


def selection_meaning(selection: Selection | str) -> str:
    """The same in a sentence."""
    return _SELECTION[Selection(selection)][1]


def wording_words(wordings: Iterable[Wording]) -> str:
    """Whose words asked, in a word or two; "none" where nothing was asked."""
    return ", ".join(dict.fromkeys(_WORDING[one][0] for one in wordings)) or "none"


def wording_meaning(wording: Wording) -> str:
    """The same in a sentence."""
    return _WORDING[wording][1]
