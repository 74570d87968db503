"""The checklist of a review: what was lost or changed, by risk, and what is to be done about each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspector.model import FactKind, Verdict
from inspector.report.document import ToldClaim, ToldCompaction, ToldFact, ToldWork
from inspector.report.mend.choices import Choice
from inspector.report.work import work_words
from inspector.survival.shares import SPOKEN

_RULES = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})
_LASTING = _RULES | {FactKind.DECISION, FactKind.GIVEN}
_NOT_KNOWN_LOST = frozenset({Verdict.VERBATIM, Verdict.REWORDED, Verdict.UNDECIDED})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the checklist."""

    fact: ToldFact
    choice: Choice = Choice.RESTORE
    words: str = ""
    """For an edited entry."""
    shown: str = ""
    """What the work shows of it, where nobody can read what the compaction left."""

    @property
    def text(self) -> str:
        """What goes back; "" for an accepted loss.

        Of the human the quoted words themselves, never a paraphrase of ours. Of the work what it showed: the quoted
        command alone would not say how it ended.
        """
        if self.choice is Choice.ACCEPT:
            return ""
        if self.choice is Choice.EDIT:
            return self.words.strip()
        said = self.fact.said[0].text if self.fact.said and self.is_human else self.fact.statement
        return said.strip()

    @property
    def is_human(self) -> bool:
        """Whether it is the human's words, or agreed with them."""
        return self.fact.kind in SPOKEN

    @property
    def is_lasting(self) -> bool:
        """Whether it may be said again after every later compaction: a task will be done by then."""
        return self.fact.kind in _LASTING

    @property
    def is_rule(self) -> bool:
        """Whether it binds from now on, not only for the work at hand."""
        return self.fact.kind in _RULES


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything to decide about one compaction."""

    compaction: int
    entries: tuple[Entry, ...]
    """By risk."""
    claims: tuple[ToldClaim, ...]
    """What the summary says without support."""
    summary: str | None
    unjudged: str = ""
    """Why little or nothing could be judged; "" where all could."""
    work: ToldWork | None = None
    """What the work shows, where nobody can read what was left."""

    @property
    def shown(self) -> str:
        """That in a sentence; "" where somebody can read what was left."""
        return work_words(self.work) if self.work is not None else ""

    @property
    def nothing(self) -> str:
        """Why there is nothing to put back, where there is not."""
        if self.restored:
            return "What has to be put back does not belong here: the repaired summary holds it."
        if self.unjudged:
            why = (
                f"{self.shown} No words of the user were needed again." if self.shown else "What it lost is not known."
            )
            return f"{self.unjudged} {why}"
        return "Nothing has to be put back."

    @property
    def restored(self) -> tuple[Entry, ...]:
        """What goes back, each wording once."""
        return tuple({entry.text: entry for entry in reversed(self.entries) if entry.text}.values())[::-1]


def checklist(
    compaction: ToldCompaction,
    choices: Mapping[str, Choice] | None = None,
    edits: Mapping[str, str] | None = None,
    *,
    with_kept: bool = False,
) -> Checklist:
    """The harms of a compaction with what was decided, by fact id; what nobody decided on is restored.

    Where nobody can read what it left, those are the human's words that were fetched again or said again.
    ``with_kept`` adds the rules that still hold and were kept, or are undecided: the next compaction may lose those.
    """
    needed = {one.fact: one.shown for one in compaction.work.needed} if compaction.work is not None else {}
    facts = [*compaction.harms, *(one for one in compaction.facts if one.id in needed and one.kind in SPOKEN)]
    facts = list(dict.fromkeys(facts))
    if with_kept:
        known = {one.id for one in facts}
        facts += [
            one
            for one in compaction.facts
            if one.live and one.kind in _RULES and one.verdict in _NOT_KNOWN_LOST and one.id not in known
        ]
    return Checklist(
        compaction.number,
        tuple(_entries(facts, choices or {}, edits or {}, needed)),
        compaction.claims,
        compaction.summary,
        compaction.unjudged,
        compaction.work,
    )


def _entries(
    facts: Iterable[ToldFact], choices: Mapping[str, Choice], edits: Mapping[str, str], shown: Mapping[str, str]
) -> Iterable[Entry]:
    for fact in facts:
        choice = Choice.EDIT if fact.id in edits else choices.get(fact.id, Choice.RESTORE)
        yield Entry(fact, choice, edits.get(fact.id, ""), shown.get(fact.id, ""))
