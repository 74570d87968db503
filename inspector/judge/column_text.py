"""What one of several columns left: the text it wrote, and what of a judge's answer about it can be seen to hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.judge.answer import ClaimAnswer
from inspector.judge.columns_answer import ColumnStatement
from inspector.judge.copy import new_words
from inspector.judge.places import find_evidence
from inspector.model import Basis, Claim, Evidence, Fact, ItemKind, Origin, Quote, Survival, Verdict, Zone
from inspector.reconstruct.after import After, ZoneText, look_after
from inspector.reconstruct.segment import Segment
from inspector.survival.shares import KEPT
from inspector.text.normalise import normalise

FRAME = frozenset({"ack", "continue", "notice"})
"""Details of items that a strategy puts around what it keeps: they tell nothing of the work."""
AS_TEXT = "tail"
"""Detail of an item that holds kept messages as one text."""
_TELLING = 4
"""Words that cannot stand somewhere by chance."""
Statement = tuple[Fact, Survival]
"""What was said, and whether it mattered at the recorded compaction: of the survival, that alone is used."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnText:
    """A context after a compaction, taken apart into what was written and what was kept."""

    compaction: int
    text: str
    """What was written, as a judge sees it; "" where nothing was."""
    wrote: After
    kept: After
    summary: After
    """Of what was written the summary alone, without what was pinned or put back beside it."""

    @property
    def is_read(self) -> bool:
        """Whether there is a text for a judge to read."""
        return bool(self.text)


def column_text(segment: Segment, said: frozenset[str]) -> ColumnText:
    """What a column left. ``said`` are the lines that people and agents said before, of ``copy.lines_said``."""
    after = look_after(segment.session, segment.compaction, segment.read)
    kept = frozenset(segment.compaction.kept)
    wrote: list[ZoneText] = []
    others: list[ZoneText] = []
    for text in after.texts:
        item = text.item
        # Agents write kept prompts out again as new items: those are still the human's own messages.
        if item.number in kept or item.detail == AS_TEXT or item.origin is Origin.HUMAN:
            others.append(text)
        elif item.detail not in FRAME and text.zone is not Zone.INSTRUCTIONS:
            wrote.append(text)
    words = "\n\n".join(filter(None, (new_words(text, said) for text in wrote)))
    summary = [text for text in wrote if text.item.kind is ItemKind.SUMMARY]
    both = _only(after, wrote), _only(after, others)
    return ColumnText(segment.compaction.number, words, *both, _only(after, summary))


def _only(after: After, texts: Iterable[ZoneText]) -> After:
    return after.with_texts(tuple(texts))


def survival(column: ColumnText, statement: Statement, said: ColumnStatement | None) -> Survival:
    """What became of a statement in a column, as far as plain sight bears out what a judge says of it."""
    fact, known = statement
    if known.verdict is Verdict.SUPERSEDED:
        return _survival(column, statement, Verdict.SUPERSEDED, None, known.why)
    own = _kept_message(column, fact)
    if own is not None:
        return _survival(column, statement, Verdict.VERBATIM, own, "Its own words stand in a message that was kept.")
    if not column.is_read:
        return _survival(column, statement, Verdict.LOST, None, "Nothing was written, and its message is gone.")
    return _in_text(column, column.wrote, statement, said)


def alone(column: ColumnText, statement: Statement, said: ColumnStatement | None) -> Survival:
    """What became of a statement in the summary alone, whatever else of the context holds it."""
    _, known = statement
    if known.verdict is Verdict.SUPERSEDED:
        return _survival(column, statement, Verdict.SUPERSEDED, None, known.why)
    words = said.words if said is not None else ""
    if words and not find_evidence(words, column.summary) and find_evidence(words, column.wrote):
        why = "The words that the judge names were pinned or put back; of the summary it says nothing."
        return _survival(column, statement, Verdict.UNDECIDED, None, why)
    return _in_text(column, column.summary, statement, said)


def _in_text(column: ColumnText, text: After, statement: Statement, said: ColumnStatement | None) -> Survival:
    """A statement in what was written, or in a part of it."""
    fact, _ = statement
    if said is None or said.state is None:
        return _survival(column, statement, Verdict.UNDECIDED, None, "The judge says nothing of it.")
    same = find_evidence(fact.texts[0], text) if _is_telling(fact) else None
    if said.state is Verdict.LOST:
        if same is not None:
            why = "The judge called it lost, but its words stand there."
            return _survival(column, statement, Verdict.UNDECIDED, same, why)
        return _survival(column, statement, Verdict.LOST, None, "The judge finds it nowhere.")
    evidence = find_evidence(said.words, text) if said.words else None
    if said.state in KEPT:
        evidence = same or evidence
    if evidence is None:
        why = f"The judge called it {said.state.value}, but the words that are to carry it stand nowhere."
        return _survival(column, statement, Verdict.UNDECIDED, None, why)
    verdict = said.state
    if verdict in KEPT:
        verbatim = normalise(fact.texts[0]) in normalise(evidence.text)
        verdict = Verdict.VERBATIM if verbatim else Verdict.REWORDED
    return _survival(column, statement, verdict, evidence, "The judge names these words.")


def claims(column: ColumnText, told: Iterable[ClaimAnswer], lines: dict[str, int]) -> tuple[list[Claim], int]:
    """The claims whose words stand in the text, in its order, and how many stand nowhere.

    ``lines`` lead from a label to its item. A claim that is called contradicted without a passage that shows it is
    told as unsupported: nobody could check more.
    """
    found: dict[tuple[int, int, int], Claim] = {}
    dropped = 0
    for one in told:
        place = find_evidence(one.quote, column.wrote)
        if place is None:
            dropped += 1
            continue
        items = tuple(dict.fromkeys(lines[label] for label in one.labels if label in lines))
        claim = Claim(
            compaction=column.compaction,
            quote=Quote(place.item, place.start, place.end),
            text=place.text,
            kind="contradicted" if one.verdict == "contradicted" and items else "unsupported",
            why=one.why,
            basis=Basis.JUDGED,
            items=items,
        )
        found.setdefault((place.item, place.start, place.end), claim)
    return [found[key] for key in sorted(found)], dropped


def _kept_message(column: ColumnText, fact: Fact) -> Evidence | None:
    """A kept message that has the fact's words: its own, or one that repeats them."""
    quote = fact.quotes[0]
    if quote.item in column.kept.kept:
        return Evidence(Zone.KEPT, quote.item, quote.start, quote.end, fact.texts[0])
    return find_evidence(fact.texts[0], column.kept) if _is_telling(fact) else None


def _is_telling(fact: Fact) -> bool:
    return len(normalise(fact.texts[0]).split()) >= _TELLING


def _survival(column: ColumnText, statement: Statement, verdict: Verdict, found: Evidence | None, why: str) -> Survival:
    fact, known = statement
    decided = verdict is not Verdict.UNDECIDED
    return Survival(
        fact=fact.id,
        compaction=column.compaction,
        verdict=verdict,
        live=known.live and verdict is not Verdict.SUPERSEDED,
        evidence=(found,) if found is not None and decided else (),
        nearest=None if decided else found,
        why=why,
        basis=Basis.JUDGED,
    )
