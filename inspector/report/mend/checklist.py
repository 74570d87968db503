"""The checklist of a review: the human's words that may have to be put back, and what is to be done about each.

Where a judge read the compaction, or the reviewer says so: what was lost or changed. Else what is not there. Never what
the work showed: that something failed or was done may be otherwise by now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspector.measure.tokenizers.characters import guess
from inspector.model import FactKind
from inspector.reconstruct.compactions import UNDONE
from inspector.report.mend.choices import Choice
from inspector.report.told import ToldClaim, ToldCompaction, ToldFact, ToldWork
from inspector.report.work import work_words
from inspector.survival.shares import RULES

_LASTING = RULES | {FactKind.DECISION, FactKind.GIVEN, FactKind.SAID}
_ALL_THERE = "Nothing has to be put back: what stood there before the compaction still does."
_FAILED = "Nothing has to be put back: the compaction failed, and nothing was removed."
_UNDONE = "Nothing has to be put back: the session went back to a point before the compaction."
_EARLIER = "Nothing has to be put back: of what was said nothing stood there before the compaction either."
_NOTHING_SAID = "Nothing was said before the compaction that could be looked for; what is pasted or short is not."
NOT_CHOSEN = "Nothing is put back: none of these is ticked."


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
        """What goes back, word for word as it was said, never a paraphrase of ours; "" for what is left as it is."""
        if self.choice is Choice.ACCEPT:
            return ""
        if self.choice is Choice.EDIT:
            return self.words.strip()
        return self.said

    @property
    def said(self) -> str:
        """The words as they were said, whatever was decided."""
        return (self.fact.said[0].text if self.fact.said else self.fact.statement).strip()

    @property
    def told(self) -> str:
        """The same, and behind what was picked what was asked: an answer alone says little."""
        question = self.fact.question
        return f"{self.text} (asked: “{question.text.strip()}”)" if question and self.text else self.text

    @property
    def is_edited(self) -> bool:
        """Whether other words go back than were said."""
        return self.choice is Choice.EDIT and self.text != self.said

    @property
    def is_lasting(self) -> bool:
        """Whether it may be said again after every later compaction: a task, as a judge has it, is done by then."""
        return self.fact.kind in _LASTING

    @property
    def is_rule(self) -> bool:
        """Whether it binds from now on, as a judge says, and not only for the work at hand."""
        return self.fact.kind in RULES


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything to decide about one compaction. Wherever words of a sentence are missing, there is an entry."""

    compaction: int
    entries: tuple[Entry, ...]
    """In the order said."""
    claims: tuple[ToldClaim, ...]
    """What the summary says without support, as a judge says."""
    summary: str | None
    unjudged: str = ""
    """Why what is left cannot be read; "" where it can."""
    work: ToldWork | None = None
    """What the work shows, where nobody can read what was left."""
    groups: frozenset[str] = frozenset()
    """In which lists of a report the human's words stand, but for those folded."""
    outcome: str = ""

    @property
    def shown(self) -> str:
        """That in a sentence; "" where somebody can read what was left."""
        return work_words(self.work) if self.work is not None else ""

    @property
    def nothing(self) -> str:
        """Why there is nothing to put back, where there is not."""
        if self.outcome in ("failed", UNDONE):
            return _FAILED if self.outcome == "failed" else _UNDONE
        if self.restored:
            return "What has to be put back does not belong here: the repaired summary holds it."
        if self.unjudged:
            why = (
                f"{self.shown} No words of the user were needed again."
                if self.shown
                else "What no longer stands there is not known."
            )
            return f"{self.unjudged} {why}"
        if self.entries:
            return NOT_CHOSEN
        return _EARLIER if self.groups == {"earlier"} else _ALL_THERE if self.groups else _NOTHING_SAID

    @property
    def restored(self) -> tuple[Entry, ...]:
        """What goes back, each wording once."""
        return tuple({entry.text: entry for entry in reversed(self.entries) if entry.text}.values())[::-1]

    @property
    def is_accused(self) -> bool:
        """Whether a judge or the reviewer says of all that goes back that it was lost or changed."""
        return all(entry.fact.harm for entry in self.restored)

    @property
    def tokens(self) -> int:
        """How many tokens the words that go back have, by their characters."""
        return tokens_of(self.restored)


def tokens_of(entries: Iterable[Entry]) -> int:
    """How many tokens the words of some entries have, by their characters."""
    return sum(guess(entry.text) for entry in entries)


def checklist(
    compaction: ToldCompaction,
    choices: Mapping[str, Choice] | None = None,
    edits: Mapping[str, str] | None = None,
    *,
    with_kept: bool = False,
) -> Checklist:
    """What may have to be put back with what was decided, by fact id.

    What nobody decided on is put back where its words are not there, or a judge calls it lost or changed; what stands
    there in part, and what a judge that read the compaction does not name, is offered and left as it is. Where nobody
    can read what is left, it is the human's words that the work shows to have been needed again. ``with_kept`` adds all
    else that the human said and that still matters: the next compaction may drop it.
    """
    needed = {one.fact: one.shown for one in compaction.work.needed} if compaction.work is not None else {}

    def is_missing(fact: ToldFact) -> bool:
        return fact.harm or (fact.absent and (compaction.partial or not compaction.judge)) or fact.id in needed

    def is_offered(fact: ToldFact) -> bool:
        kept = with_kept and fact.group not in ("done", "folded")
        return fact.is_spoken and (is_missing(fact) or fact.group in ("absent", "part") or kept)

    there = compaction.facts if compaction.outcome != UNDONE else ()
    facts = sorted(filter(is_offered, there), key=lambda fact: fact.place)
    first = {fact.id: Choice.RESTORE if with_kept or is_missing(fact) else Choice.ACCEPT for fact in facts}
    return Checklist(
        compaction.number,
        tuple(_entries(facts, {**first, **(choices or {})}, edits or {}, needed)),
        compaction.claims,
        compaction.summary,
        compaction.unjudged,
        compaction.work,
        frozenset(fact.group for fact in compaction.facts if fact.is_spoken) - {"folded"},
        compaction.outcome,
    )


def _entries(
    facts: Iterable[ToldFact], choices: Mapping[str, Choice], edits: Mapping[str, str], shown: Mapping[str, str]
) -> Iterable[Entry]:
    for fact in facts:
        choice = Choice.EDIT if fact.id in edits else choices[fact.id]
        yield Entry(fact, choice, edits.get(fact.id, ""), shown.get(fact.id, ""))
