"""What a family of findings gives: one thing that happened after a compaction, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Basis


class Kind(StrEnum):
    """What happened."""

    REREAD = "reread"
    """A file was read again whose content had been in the context."""
    REPEAT = "repeat"
    """A command, a search or an edit was done again."""
    RETRY = "retry"
    """What had been rejected, undone or had failed was tried again."""
    ASKED = "asked"
    """A question was asked again that had been answered."""
    MISTAKE = "mistake"
    """A call failed on what had been known: the same error, or a file that counts as not read."""
    SAID = "said"
    """The human said a sentence again that the context no longer held."""
    BROKEN = "broken"
    """A rule that the context no longer held was broken, as a judge reads it."""
    LOOP = "loop"
    """The same files read after compaction upon compaction, or compactions without work between them."""


class Sure(StrEnum):
    """How sure a finding is, surest first."""

    CERTAIN = "certain"
    """The same bytes, or the same words."""
    LIKELY = "likely"
    """The same in all that was compared; another reason is possible."""
    POSSIBLE = "possible"
    """Worth a look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What something took. None where the log does not tell."""

    tokens: int | None = None
    """Counted tokens of calls and results."""
    seconds: float | None = None
    """From the answer of the model to the result, by the log's clock."""
    dollars: float | None = None
    """By list price: results as input, calls as output."""
    basis: Basis = Basis.ESTIMATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that happened after a compaction. ``item`` is the place to show, ``evidence`` all it rests on."""

    kind: Kind
    compaction: int
    item: int
    subject: str
    """The path, command, question or words it is about."""
    why: str
    """One sentence: what was compared, and what was found."""
    sure: Sure
    evidence: tuple[int, ...]
    """Item numbers, in order of the log; the first is what it goes back to."""
    fact: str = ""
    """Id of the fact it hangs on; "" where it hangs on none."""
    said: int | None = None
    """The item where that fact was first said."""
    named: int | None = None
    """The item where the human named it after the compaction. What they wanted with it is for a reader to tell, so it
    is told for a look, and counts neither in sentences nor in sums."""
    text: str = ""
    """The words of fact or question; of a mistake the error."""
    cost: Cost | None = None
    basis: Basis = Basis.INFERRED
