"""Putting a report together from what the stages above found."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.impact.look import Consequences
from inspector.measure.bill import bill_of
from inspector.measure.composition import Composition
from inspector.measure.curve import Curve, Floats
from inspector.measure.window import Window, limit_at
from inspector.model import (
    Basis,
    Claim,
    Compaction,
    Evidence,
    FactKind,
    Quote,
    Session,
    TokenCount,
)
from inspector.reconstruct.compactions import moved
from inspector.reconstruct.state.nouns import State
from inspector.report.document import Card, Consequence, Figure, Problem, Report
from inspector.report.headlines import headlines, risk
from inspector.report.judged import Judged
from inspector.report.silences import silences
from inspector.report.state import rows
from inspector.report.told import Passage, ToldClaim, ToldCompaction, ToldFact
from inspector.report.told_work import told_work
from inspector.said.bank import ELSEWHERE
from inspector.said.statements import clean_texts
from inspector.survival.contract import missing_in, ruling_on, words_of
from inspector.survival.outcome import Outcome
from inspector.survival.shares import SPOKEN, Share, shares
from inspector.wording.compactions import growth_words, sentences
from inspector.wording.damage import damage_words

MEANINGS = {
    Basis.RECORDED: "The log says so.",
    Basis.COUNTED: "Computed exactly from what the log holds; where words stand, and no more.",
    Basis.ESTIMATED: "Counted with a stand-in tokenizer and scaled to the recorded usage of this session.",
    Basis.INFERRED: "Deduced from what the log holds; read the lines before you rely on it.",
    Basis.JUDGED: "A language model said so.",
    Basis.ENTERED: "The reviewer said so.",
}
_KIND_NAMES = [kind.value for kind in FactKind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Everything a report is made of. What was not computed is None or empty."""

    session: Session
    agent_title: str
    compactions: Sequence[Compaction]
    edits: int
    text: Callable[[int], str]
    """The whole text of an item, by number. May raise LogChanged."""
    curve: Curve
    window: Window
    composition: Composition | None
    outcomes: Mapping[int, Outcome]
    """By number of the compaction."""
    judged: Mapping[int, Sequence[Judged]]
    """By number of the compaction: its facts, in any order."""
    reviewed: frozenset[int]
    states: Mapping[int, State]
    """By number of the compaction: what the agent's program had put into the context."""
    followed: Mapping[int, Consequences]
    """By number of the compaction: what came after; none where nobody looked."""
    consequences: tuple[Consequence, ...] | None
    made: str
    by: str


def write_up(sources: Sources) -> Report:
    """The report of one session, nothing redacted yet. Raises LogChanged."""
    compactions = tuple(_compaction(sources, compaction) for compaction in sources.compactions)
    session = sources.session
    problems = tuple(
        Problem(one.severity.value, one.code, one.message, one.source.own_line if one.source else None)
        for one in session.diagnostics
    )
    return Report(
        card=_card(sources, compactions),
        figure=_figure(sources),
        compactions=compactions,
        problems=problems,
        damaged=damage_words(session),
        silent=tuple(silences(session)),
        bases=tuple((basis.value, words) for basis, words in MEANINGS.items() if basis in _bases(compactions)),
        consequences=sources.consequences,
        made=sources.made,
        by=sources.by,
    )


def _card(sources: Sources, compactions: Sequence[ToldCompaction]) -> Card:
    session, window = sources.session, sources.window
    known = [value for value in sources.curve.prompt.tolist() if not math.isnan(value)]
    return Card(
        title=session.title or session.id,
        id=session.id,
        agent=session.agent,
        agent_title=sources.agent_title,
        version=session.version,
        models=session.models,
        path=session.path,
        cwd=session.cwd,
        started=session.started,
        ended=session.ended,
        items=len(session.items),
        requests=len(sources.curve.request),
        compactions=len(compactions),
        edits=sources.edits,
        peak=TokenCount(int(max(known)) if known else None, Basis.RECORDED),
        limit=window.limit,
        threshold=window.threshold,
        window_why=window.why,
        cost=bill_of(session),
        headlines=headlines(sources.consequences or (), compactions),
    )


def _compaction(sources: Sources, compaction: Compaction) -> ToldCompaction:
    record, number = compaction.record, compaction.number
    outcome, state = sources.outcomes.get(number), sources.states.get(number)
    counts = moved(compaction)
    limit = limit_at(sources.session, sources.window, compaction.request_before)
    before = compaction.before.value
    facts = tuple(sorted((_fact(sources, one) for one in sources.judged.get(number, ())), key=risk))
    return ToldCompaction(
        number=number,
        line=record.source.own_line,
        item=compaction.item or None,
        time=record.time,
        kind=record.kind,
        trigger=record.trigger,
        status=record.status,
        outcome=compaction.outcome,
        basis=record.basis,
        before=compaction.before,
        after=compaction.after,
        reported_before=record.reported_before,
        reported_after=record.reported_after,
        share=before / limit if before and limit else None,
        seconds=record.seconds,
        removed=counts.removed,
        kept=counts.kept,
        inserted=counts.inserted,
        model=record.model,
        summary=sources.text(record.summary) if record.summary is not None and record.readable else None,
        summary_line=_line(sources, record.summary),
        notes=tuple(filter(None, (growth_words(compaction), *sentences(record)))),
        unjudged=outcome.note if outcome else "",
        judge=outcome.judgement.model if outcome and outcome.judgement else "",
        facts=facts,
        claims=tuple(_claim(sources, claim) for claim in outcome.claims) if outcome else (),
        # Where only what was kept can be looked at, every share would be one.
        shares=() if outcome and outcome.note else _shares(sources.judged.get(number, ())),
        state=rows(sources.session, [state]) if state else (),
        state_unknown=state.unknown if state else "",
        reviewed=number in sources.reviewed,
        work=told_work(sources.session, sources.followed.get(number), outcome.facts if outcome else ()),
    )


def _shares(judged: Sequence[Judged]) -> tuple[Share, ...]:
    """By the verdicts in force, of what still mattered."""
    pairs = [(one.fact, replace(one.survival, verdict=one.verdict)) for one in judged if one.is_live]
    found = sorted(shares(pairs).values(), key=lambda share: _KIND_NAMES.index(share.kind))
    return tuple(share for share in found if share.n)


def _at(sources: Sources, quote: Quote, text: str) -> Passage:
    """Words with their place; without one where another session said them."""
    return Passage(text, *((None, None) if quote == ELSEWHERE else (quote.item, _line(sources, quote.item))))


def _fact(sources: Sources, one: Judged) -> ToldFact:
    fact, survival = one.fact, one.survival
    said = clean_texts(fact, sources.text) if fact.kind in SPOKEN else fact.texts
    return ToldFact(
        id=fact.id,
        kind=fact.kind,
        statement=fact.statement if said == fact.texts else " ".join(said[0].split()),
        verdict=one.verdict,
        basis=one.basis,
        live=one.is_live,
        harm=one.is_harm,
        absent=one.is_missing,
        leads=one.leads,
        news=one.is_news,
        words=words_of(survival),
        missing=missing_in(fact, survival),
        before=survival.before,
        fold=fact.fold,
        question=_at(sources, fact.question.quote, fact.question.text) if fact.question else None,
        said=tuple(_at(sources, quote, text) for quote, text in zip(fact.quotes, said, strict=True)),
        found=tuple(_passage(sources, evidence) for evidence in survival.evidence),
        nearest=_passage(sources, survival.nearest) if survival.nearest else None,
        why=survival.why,
        judged=ruling_on(fact, survival),
        entered=one.entered,
        note=one.note,
    )


def _passage(sources: Sources, evidence: Evidence) -> Passage:
    return Passage(evidence.text, evidence.item, _line(sources, evidence.item), evidence.zone.value)


def _claim(sources: Sources, claim: Claim) -> ToldClaim:
    return ToldClaim(
        kind=claim.kind,
        text=claim.text,
        why=claim.why,
        line=_line(sources, claim.quote.item),
        item=claim.quote.item,
        basis=claim.basis,
    )


def _line(sources: Sources, item: int | None) -> int | None:
    return sources.session.items[item - 1].source.own_line if item else None


def _figure(sources: Sources) -> Figure:
    curve, composition = sources.curve, sources.composition
    numbers = tuple(int(number) for number in curve.number)
    calls = [sources.session.requests[index].op for index in curve.request]
    marks = []
    for compaction in sources.compactions:
        place = bisect_left(calls, compaction.op)
        before = numbers[place - 1] if place else (numbers[0] - 1 if numbers else 0)
        marks.append((compaction.number, before + 0.5))
    bands: tuple[tuple[float, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    if composition is not None and composition.requests.tolist() == curve.request.tolist():
        kinds = (*composition.kinds, "unlogged")
        columns = [*composition.tokens.T, composition.unlogged]
        bands = tuple(tuple(0.0 if math.isnan(value) else value for value in column.tolist()) for column in columns)
    return Figure(
        numbers,
        _known(curve.prompt),
        _known(curve.cache_read),
        _known(curve.output),
        kinds,
        bands,
        tuple(marks),
    )


def _known(values: Floats) -> tuple[int | None, ...]:
    return tuple(None if math.isnan(value) else int(value) for value in values.tolist())


def _bases(compactions: Sequence[ToldCompaction]) -> set[Basis]:
    """Those that appear; recorded and estimated always do, in the curve and the counts."""
    found = {Basis.RECORDED, Basis.ESTIMATED}
    for one in compactions:
        found |= {one.basis, one.before.basis, one.after.basis}
        found |= {fact.basis for fact in one.facts} | {claim.basis for claim in one.claims}
        found |= {one.work.basis} if one.work is not None else set()
    return found
