"""What a report says of a session, of its curve and of each compaction, from what the stages found."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from inspector.measure.bill import bill_of
from inspector.measure.curve import Floats
from inspector.measure.window import limit_at
from inspector.model import (
    Basis,
    Claim,
    Compaction,
    Evidence,
    FactKind,
    Quote,
    TokenCount,
)
from inspector.reconstruct.compactions import moved
from inspector.reconstruct.state.nouns import State
from inspector.report.document import Card, Consequence, Figure
from inspector.report.headlines import headlines, risk
from inspector.report.judged import Judged
from inspector.report.state import rows
from inspector.report.told import Passage, ToldClaim, ToldCompaction, ToldFact
from inspector.report.told_work import told_work
from inspector.said.bank import ELSEWHERE
from inspector.said.statements import clean_texts
from inspector.survival.contract import missing_in, ruling_on, words_of
from inspector.survival.shares import SPOKEN, Share, shares
from inspector.wording.compactions import growth_words, sentences
from inspector.workbench.consequences import consequences_at
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged, outcome_at, untold

MEANINGS = {
    Basis.RECORDED: "The log says so.",
    Basis.COUNTED: "Computed exactly from what the log holds; where words stand, and no more.",
    Basis.ESTIMATED: "Counted with a stand-in tokenizer and scaled to the recorded usage of this session.",
    Basis.INFERRED: "Deduced from what the log holds; read the lines before you rely on it.",
    Basis.JUDGED: "A language model said so.",
    Basis.ENTERED: "The reviewer said so.",
}
_KIND_NAMES = [kind.value for kind in FactKind]


def card_of(
    document: Document, agent_title: str, compactions: Sequence[ToldCompaction], followed: Sequence[Consequence]
) -> Card:
    """The session in a few lines; ``followed`` is what came of its losses, as far as somebody looked."""
    assert document.measurement is not None, "advanced at least to measuring"
    session, curve, window = document.session, document.measurement.curve, document.measurement.window
    known = [value for value in curve.prompt.tolist() if not math.isnan(value)]
    return Card(
        title=session.title or session.id,
        id=session.id,
        agent=session.agent,
        agent_title=agent_title,
        version=session.version,
        models=session.models,
        path=session.path,
        cwd=session.cwd,
        started=session.started,
        ended=session.ended,
        items=len(session.items),
        requests=len(curve.request),
        compactions=len(compactions),
        edits=len(document.edits),
        peak=TokenCount(int(max(known)) if known else None, Basis.RECORDED),
        limit=window.limit,
        threshold=window.threshold,
        window_why=window.why,
        cost=bill_of(session),
        headlines=headlines(followed, compactions),
    )


def told_compaction(
    document: Document, compaction: Compaction, state: State | None, judgements: Judgements
) -> ToldCompaction:
    """One compaction with all that is known of it. Raises LogChanged."""
    assert document.measurement is not None, "advanced at least to measuring"
    record, number = compaction.record, compaction.number
    outcome = outcome_at(document, number)
    judged_facts = judged(outcome, judgements) if outcome is not None else ()
    unjudged = untold(outcome, judged_facts) if outcome is not None else ""
    counts = moved(compaction)
    limit = limit_at(document.session, document.measurement.window, compaction.request_before)
    before = compaction.before.value
    facts = tuple(sorted((_fact(document, one) for one in judged_facts), key=risk))
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
        summary=document.text(record.summary) if record.summary is not None and record.readable else None,
        summary_line=document.session.line(record.summary),
        notes=tuple(filter(None, (growth_words(compaction), *sentences(record)))),
        unjudged=unjudged,
        judge=outcome.judgement.model if outcome and outcome.judgement else "",
        partial=bool(outcome and outcome.judgement and outcome.judgement.partial),
        facts=facts,
        claims=tuple(_claim(document, claim) for claim in outcome.claims) if outcome else (),
        # Where only what was kept can be looked at, every share would be one.
        shares=() if unjudged else _shares(judged_facts),
        state=rows(document.session, [state]) if state else (),
        state_unknown=state.unknown if state else "",
        reviewed=outcome is not None and judgements.is_reviewed(number),
        work=told_work(document.session, consequences_at(document, number), outcome.facts if outcome else ()),
    )


def _shares(facts: Sequence[Judged]) -> tuple[Share, ...]:
    """By the verdicts in force, of what still mattered."""
    pairs = [(one.fact, replace(one.survival, verdict=one.verdict)) for one in facts if one.is_live]
    found = sorted(shares(pairs).values(), key=lambda share: _KIND_NAMES.index(share.kind))
    return tuple(share for share in found if share.n)


def _at(document: Document, quote: Quote, text: str) -> Passage:
    """Words with their place; without one where another session said them."""
    return Passage(text, *((None, None) if quote == ELSEWHERE else (quote.item, document.session.line(quote.item))))


def _fact(document: Document, one: Judged) -> ToldFact:
    fact, survival = one.fact, one.survival
    said = clean_texts(fact, document.text) if fact.kind in SPOKEN else fact.texts
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
        question=_at(document, fact.question.quote, fact.question.text) if fact.question else None,
        said=tuple(_at(document, quote, text) for quote, text in zip(fact.quotes, said, strict=True)),
        at=fact.quotes[0].start if fact.quotes else 0,
        found=tuple(_passage(document, evidence) for evidence in survival.evidence),
        nearest=_passage(document, survival.nearest) if survival.nearest else None,
        why=survival.why,
        judged=ruling_on(fact, survival),
        entered=one.entered,
        note=one.note,
    )


def _passage(document: Document, evidence: Evidence) -> Passage:
    return Passage(evidence.text, evidence.item, document.session.line(evidence.item), evidence.zone.value)


def _claim(document: Document, claim: Claim) -> ToldClaim:
    return ToldClaim(
        kind=claim.kind,
        text=claim.text,
        why=claim.why,
        line=document.session.line(claim.quote.item),
        item=claim.quote.item,
        basis=claim.basis,
    )


def figure_of(document: Document) -> Figure:
    """The token curve; its bands need the count."""
    assert document.measurement is not None, "advanced at least to measuring"
    curve, composition = document.measurement.curve, document.tally.composition if document.tally else None
    numbers = tuple(int(number) for number in curve.number)
    calls = [document.session.requests[index].op for index in curve.request]
    marks = []
    for compaction in document.compactions:
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
        numbers=numbers,
        prompt=_known(curve.prompt),
        cache_read=_known(curve.cache_read),
        output=_known(curve.output),
        kinds=kinds,
        bands=bands,
        marks=tuple(marks),
    )


def _known(values: Floats) -> tuple[int | None, ...]:
    return tuple(None if math.isnan(value) else int(value) for value in values.tolist())


def bases_of(compactions: Sequence[ToldCompaction]) -> tuple[tuple[str, str], ...]:
    """Those that appear, with what each means; recorded and estimated always do, in the curve and the counts."""
    found = {Basis.RECORDED, Basis.ESTIMATED}
    for one in compactions:
        found |= {one.basis, one.before.basis, one.after.basis}
        found |= {fact.basis for fact in one.facts} | {claim.basis for claim in one.claims}
        found |= {one.work.basis} if one.work is not None else set()
    return tuple((basis.value, words) for basis, words in MEANINGS.items() if basis in found)
