"""Facts × compactions: what became of every fact, and how that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from inspector.facts.found import Found, Liveness
from inspector.model import Basis, Compaction, Fact, Item, Role, Session, Survival, Verdict
from inspector.reconstruct.segment import Segment, find_segments
from inspector.verdicts.confidence import confidence
from inspector.verdicts.evidence import is_evidence, judge_evidence
from inspector.verdicts.matchers import MATCHERS, exact, normalised
from inspector.verdicts.matchers.matcher import Match, Matcher
from inspector.verdicts.outcome import Outcome
from inspector.verdicts.speech import Speech
from inspector.verdicts.usable import blacked_out, cut_short, judged_by, unusable
from inspector.verdicts.zones import After, look_after


def _go_on() -> None:
    """The check of who never stops the work."""


def survive(
    found: Found,
    matchers: Sequence[Matcher] = MATCHERS,
    check: Callable[[], object] = _go_on,
    speech: Speech | None = None,
) -> Outcome:
    """What one compaction did to the facts of its segment.

    ``check`` may raise to stop the work. ``speech`` for who judges many compactions of a session.
    """
    segment = found.segment
    after = look_after(segment.session, segment.compaction, segment.read, speech)
    note = unusable(segment, after)
    after = judged_by(after, note)
    survivals = judge_statements(found, after, note, matchers, check)
    evidence = []
    for place, survival in enumerate(judge_evidence(segment, found.evidence, after, note)):
        if not place % _OFTEN:
            check()
        evidence.append(survival)
    return Outcome(segment.compaction, (*found.facts, *found.evidence), (*survivals, *evidence), note=note)


def statements_of(found: Found) -> tuple[Survival, ...]:
    """What became of the statements alone, by the same rules; () where the context after cannot be judged."""
    segment = found.segment
    after = look_after(segment.session, segment.compaction, segment.read, None)
    note = unusable(segment, after)
    return () if note else judge_statements(found, judged_by(after, note))


_OFTEN = 64
"""Evidence facts between two checks: a millisecond or two."""


def judge_statements(
    found: Found,
    after: After,
    note: str = "",
    matchers: Sequence[Matcher] = MATCHERS,
    check: Callable[[], object] = _go_on,
) -> tuple[Survival, ...]:
    """What became of the facts of the human and those agreed with them, in their order."""
    decided = decide_each(found, after, note, matchers, check)
    return tuple(_survival(fact, found, matcher, match, after) for fact, matcher, match in decided)


def decide_each(
    found: Found,
    after: After,
    note: str = "",
    matchers: Sequence[Matcher] = MATCHERS,
    check: Callable[[], object] = _go_on,
) -> Iterator[tuple[Fact, str, Match]]:
    """Each fact of the human or agreed with them, the name of the matcher that decided it, and what it decided."""
    after.quoting = _quoting(found, after)
    for fact in found.facts:
        check()
        yield fact, *_decide(fact, found.live[fact.id], found.segment, after, note, matchers)


def _quoting(found: Found, after: After) -> float:
    """How much of what the human said the context after repeats word for word."""
    said = [fact for fact in found.facts if not fact.from_summary and fact.extractor == "statements"]
    if not said or not after.texts:
        return 0.0
    words = (exact.MATCHER, normalised.MATCHER)
    return sum(any(matcher.match(fact, after) for matcher in words) for fact in said) / len(said)


def _decide(
    fact: Fact, live: Liveness, segment: Segment, after: After, note: str, matchers: Sequence[Matcher]
) -> tuple[str, Match]:
    if live.superseded:
        return "supersede", Match(Verdict.SUPERSEDED, live.why)
    compared = _with_question(fact)
    for matcher in matchers:
        match = matcher.match(compared, after) if not note or matcher.name == "exact" else None
        if match is not None:
            return matcher.name, _sure(match, fact, segment, answers=compared is not fact)
    return "", Match(Verdict.UNDECIDED, note, basis=Basis.RECORDED)


def _sure(match: Match, fact: Fact, segment: Segment, *, answers: bool) -> Match:
    """A match as it is; "lost" only where nothing else explains that the words are not found."""
    if match.verdict is not Verdict.LOST:
        return match
    nearest = match.nearest or next(iter(match.evidence), None)
    if cut_short(segment):
        why = "Not found, but the log does not hold everything that was kept."
    elif answers and nearest is not None:
        # Of six such answers in one session two were lost; the others were told in other words.
        why = f"A short answer is mostly told in other words. {match.why}"
    else:
        return blacked_out(fact, match)
    return Match(Verdict.UNDECIDED, why, (), nearest, match.similarity)


def _with_question(fact: Fact) -> Fact:
    """A fact as it is compared: an answer whose question stands elsewhere with that, and with the option it chose."""
    told = {part.role: part.text for part in fact.parts}
    if Role.QUESTION not in told:
        return fact
    chosen = told.get(Role.CHOSEN)
    return replace(fact, texts=tuple(f'"{told[Role.QUESTION]}"="{chosen or text}"' for text in fact.texts))


def _survival(fact: Fact, found: Found, matcher: str, match: Match, after: After) -> Survival:
    live = found.live[fact.id]
    return Survival(
        fact=fact.id,
        compaction=found.segment.compaction.number,
        verdict=match.verdict,
        live=live.live,
        evidence=match.evidence,
        nearest=match.nearest,
        similarity=match.similarity,
        matcher=matcher,
        why=match.why,
        basis=match.basis,
        confidence=confidence(fact, live, matcher, match, after),
    )


def judge_bank(
    session: Session, compactions: Sequence[Compaction], read: Callable[[Item], str], facts: Sequence[Fact]
) -> tuple[Outcome, ...]:
    """What each compaction did to facts from a bank, all taken as live.

    A fact said in another session is known from the start, one of this session from where it was said.
    """
    return tuple(survive(found_in_bank(segment, facts)) for segment in find_segments(session, compactions, read))


def found_in_bank(segment: Segment, facts: Sequence[Fact]) -> Found:
    """The facts of a bank that were known by then, in the place of those that the segment holds."""
    last = segment.items[-1].number if segment.items else 0
    known = tuple(fact for fact in facts if fact.quotes[0].item <= last)
    said = tuple(fact for fact in known if not is_evidence(fact))
    live = {fact.id: Liveness(True, "From the fact bank.") for fact in said}
    return Found(segment, said, live, tuple(filter(is_evidence, known)))
