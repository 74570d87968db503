"""inspector survival: what every compaction did to the facts, and what its summary says without support."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from inspector.cli.facts_table import live_in, pairs_in, print_facts
from inspector.cli.judge_options import JudgeWanted, judge_options
from inspector.cli.output import SCHEMA, print_json, say
from inspector.cli.paths import PATH
from inspector.cli.session import Wanted, compaction_numbered, file_argument, json_option, opened, where
from inspector.cli.survey import batch_options, find_all, print_survey, run_survey
from inspector.cli.with_judge import judges, was_dry_run, was_dry_run_of_each
from inspector.errors import UsageError
from inspector.model import Again, Claim, Evidence, Fact, FactKind, Quote, Role, Source, Survival, Verdict
from inspector.report.survey import Survey, survey_json
from inspector.said.bank import ELSEWHERE, dump_bank, read_bank
from inspector.survival.outcome import ByJudge, Outcome
from inspector.survival.shares import GONE, shares
from inspector.verdicts.as_said import as_said, looked_for
from inspector.workbench.document import Document, Stage
from inspector.workbench.saving import save_text

NOT_MET = 1


@click.command("survival")
@file_argument
@json_option
@click.option("--compaction", type=int, help="Only this compaction.")
@click.option("--fail-under", "bounds", multiple=True, metavar="KIND=SHARE", help="Exit 1 where less was kept.")
@click.option("--save-facts", type=PATH, help="Write the facts that still mattered to a bank, for --facts.")
@click.option("--facts", "bank", type=PATH, help="Judge the facts of this bank instead of those found.")
@judge_options
@click.option("--all", "all_of_them", is_flag=True, help="List every path, number and name that the work showed, too.")
@batch_options
def command(
    wanted: Wanted,
    as_json: bool,
    all_of_them: bool,
    compaction: int | None,
    bounds: Sequence[str],
    save_facts: Path | None,
    bank: Path | None,
    judge: JudgeWanted,
    workers: int,
    dask: str | None,
    fresh: bool,
) -> int:
    """Show what became of every fact in every compaction, and what a judge found unsupported in the summary.

    A folder with many sessions gives a row for each, and survival by agent, version, trigger level and round.
    Shares are survival in text, not recall: what stands in the context may still be overlooked.
    """
    wanted_shares = [_bound(text) for text in bounds]
    if judge.asks and bank is not None:
        raise UsageError("--judge looks at what was said in the log, not at the facts of a bank.")
    found = find_all([wanted.path], wanted.agent) if wanted.path.is_dir() and not wanted.agent else ()
    if len(found) > 1:
        if compaction is not None or save_facts is not None or bank is not None:
            raise UsageError("--compaction, --save-facts and --facts are for one session, and this folder holds many.")
        with judges(judge) as reader:
            if was_dry_run_of_each(reader, [one.path for one in found], "", as_json):
                return 0
            survey = run_survey([wanted.path], found, "", workers, dask, fresh)
            if as_json:
                print_json({"schema": SCHEMA, **survey_json(survey)})
            else:
                print_survey(survey)
        return NOT_MET if _missed_in_all(survey, wanted_shares) else 0
    stage = Stage.RECONSTRUCT if bank else Stage.COMPARE
    with opened(wanted, stage, rules_only=judge.rules_only) as document, judges(judge) as reader:
        if compaction is not None:
            compaction_numbered(document, compaction)
        if was_dry_run(reader, document, compaction, as_json):
            return 0
        outcomes = _outcomes(document, bank, compaction)
        if save_facts is not None:
            _save(document, outcomes, save_facts)
        if as_json:
            print_json({"schema": SCHEMA, "compactions": (_outcome(document, outcome) for outcome in outcomes)})
        else:
            print_facts(document, outcomes, all_of_them or bank is not None)
    return NOT_MET if _missed(outcomes, wanted_shares) else 0


def _outcomes(document: Document, bank: Path | None, number: int | None) -> list[Outcome]:
    if bank is None:
        outcomes: Sequence[Outcome] = document.comparison or ()
    else:
        # Rules, for which a verdict that was kept does not wait.
        from inspector.verdicts.survival import judge_bank

        facts = read_bank(bank, document.session)
        outcomes = judge_bank(document.session, document.compactions, document.bodies.text, facts)
    return [outcome for outcome in outcomes if number is None or outcome.compaction.number == number]


def _save(document: Document, outcomes: Sequence[Outcome], path: Path) -> None:
    # A bank is of what has to survive: what was done at every compaction does not.
    facts = [fact for outcome in outcomes for fact, survival in pairs_in(outcome) if survival.live]
    save_text(path, dump_bank(document.session, facts).decode(), document.files)
    say(f"{len({fact.id for fact in facts})} facts were written to {path}.")


def _bound(text: str) -> tuple[str, float]:
    kind, _, share = text.partition("=")
    kinds = [kind.value for kind in FactKind]
    try:
        value = float(share)
    except ValueError:
        value = -1.0
    if kind not in kinds or not 0 <= value <= 1:
        raise UsageError(
            f"--fail-under {text} is not KIND=SHARE.", hint=f"A share is 0 to 1, a kind one of {', '.join(kinds)}."
        )
    return kind, value


def _missed(outcomes: Sequence[Outcome], bounds: Sequence[tuple[str, float]]) -> bool:
    """Whether any compaction kept a smaller share of a kind's live facts than asked; says which."""
    missed = False
    for outcome in outcomes:
        if bounds and outcome.note:
            say(f"Compaction {outcome.compaction.number} could not be judged, so no bound holds it.")
        by_kind = shares(live_in(outcome))
        for kind, bound in bounds:
            share = by_kind.get(kind)
            if share is not None and share.n and share.kept / share.n < bound:
                missed = True
                number = outcome.compaction.number
                what = f"{share.n} facts of kind {kind} that still mattered"
                say(f"Compaction {number} kept {share.kept} of {what}: less than {bound:.0%}.")
    return missed


def _missed_in_all(survey: Survey, bounds: Sequence[tuple[str, float]]) -> bool:
    """The same over all sessions together."""
    missed = False
    told = [kept for row in survey.rows for one in row.rounds if not one.unjudged for kept in one.kept]
    for kind, bound in bounds:
        n = sum(one.n for one in told if one.kind == kind)
        kept = sum(one.kept for one in told if one.kind == kind)
        if n and kept / n < bound:
            missed = True
            say(f"All sessions kept {kept} of {n} facts of kind {kind}: less than {bound:.0%}.")
    return missed


def _outcome(document: Document, outcome: Outcome) -> dict[str, object]:
    return {
        "number": outcome.compaction.number,
        "facts": [_fact(document, fact, survival) for fact, survival in pairs_in(outcome)],
        "unsupported": [_claim(document, claim) for claim in outcome.claims],
        "by_kind": _by_kind(outcome),
        "note": outcome.note or None,
        "judge": _judge(document, outcome.by_judge) if outcome.by_judge is not None else None,
    }


def _judge(document: Document, by_judge: ByJudge) -> dict[str, object]:
    """Who read the compaction, how far its words can be trusted, and which statements the rules alone found."""
    told = by_judge.judgement
    return {
        "model": told.model,
        "made": told.made,
        "passes": told.passes,
        "trust": asdict(told.trust),
        "notes": list(told.notes),
        "supported": [_claim(document, claim) for claim in by_judge.supported],
        "only_rules": [_fact(document, fact, survival) for fact, survival in by_judge.only_rules],
    }


def _by_kind(outcome: Outcome) -> dict[str, object]:
    """Shares of what still mattered, as --fail-under counts; ``done`` are the others, in none of these numbers."""
    done = Counter(fact.kind.value for fact, survival in pairs_in(outcome) if not survival.live)
    counts = {fact.id for fact, _ in live_in(outcome)}
    # Undecided facts are in no number, and a kind of which nothing mattered is told all the same.
    counted = [
        (fact, one if fact.id in counts else replace(one, verdict=Verdict.UNDECIDED)) for fact, one in pairs_in(outcome)
    ]
    return {kind: {**asdict(share), "done": done[kind]} for kind, share in shares(counted).items()}


def _fact(document: Document, fact: Fact, survival: Survival) -> dict[str, object]:
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "strength": fact.strength.value if fact.strength else None,
        "statement": as_said(fact, survival.verdict).statement,
        "looked_for": looked_for(fact, verdict=survival.verdict) or None,
        "live": survival.live,
        "quotes": [
            _quote(document, quote, text)
            for quote, text in zip(fact.quotes, fact.texts, strict=True)
            if quote != ELSEWHERE
        ],
        # Of one that a summary carries: how the log first has it.
        "first": _quote(document, fact.first.quote, fact.first.text) if fact.first else None,
        # A loss counts as one wherever this is read; that it was said again stands beside it.
        "verdict": Verdict.LOST.value if survival.verdict in GONE else survival.verdict.value,
        "restated": _again(document, survival.again) if survival.again else None,
        "matcher": survival.matcher or None,
        "basis": survival.basis.value,
        # Where the verdict is a judge's: what the rules say, and whether every reading found it.
        "ruled": survival.ruled.value if survival.ruled else None,
        "sure": survival.sure,
        # Of the rules: how likely a careful reader shares the verdict, and which one is held back for that.
        "confidence": survival.confidence,
        "unsure": survival.unsure.value if survival.unsure else None,
        "evidence": [_evidence(document, evidence) for evidence in survival.evidence],
        "nearest": _evidence(document, survival.nearest) if survival.nearest else None,
        "similarity": survival.similarity,
        "why": survival.why,
        "scope": fact.scope or None,
        "from_summary": fact.from_summary,
        "extractor": fact.extractor,
        **{role.value: _parts(document, fact, role) for role in Role},
    }


def _quote(document: Document, quote: Quote, text: str) -> dict[str, object]:
    """Words that were said; their line is null where that was in another session."""
    place = where(Source("") if quote == ELSEWHERE else document.item(quote.item).source)
    return {**place, **asdict(quote), "text": text}


def _passage(document: Document, found: Evidence | Again) -> dict[str, object]:
    """Words that stand there now."""
    place = where(document.item(found.item).source)
    return {**place, "text": found.text, "item": found.item, "start": found.start, "end": found.end}


def _evidence(document: Document, evidence: Evidence) -> dict[str, object]:
    return {"zone": evidence.zone.value, **_passage(document, evidence)}


def _parts(document: Document, fact: Fact, role: Role) -> list[dict[str, object]]:
    """What a decision turned down, chose or gave as its reason, in exact words."""
    return [_quote(document, part.quote, part.text) for part in fact.parts if part.role is role]


def _again(document: Document, again: Again) -> dict[str, object]:
    return {"by": again.by, **_passage(document, again)}


def _claim(document: Document, claim: Claim) -> dict[str, object]:
    return {
        "text": claim.text,
        **where(document.item(claim.quote.item).source),
        "type": claim.kind,
        "why": claim.why,
        "basis": claim.basis.value,
        "lines": [where(document.item(number).source)["line"] or number for number in claim.items],
        "sure": claim.sure,
    }
