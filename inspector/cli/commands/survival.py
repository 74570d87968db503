"""inspector survival: where all that was said stands after every compaction, and what a judge says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from inspector.cli.facts_table import Fates, earlier, print_facts
from inspector.cli.judge_options import JudgeWanted, judge_options
from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, print_json, say
from inspector.cli.paths import PATH
from inspector.cli.session import compaction_numbered, entered, opened, where
from inspector.cli.survey import batch_options, find_all, print_survey, run_survey
from inspector.cli.survival_brief import print_brief
from inspector.cli.with_judge import judges, was_dry_run, was_dry_run_of_each
from inspector.errors import UsageError
from inspector.model import Claim, Evidence, Fact, Judgement, Quote, Source
from inspector.report.judged import Judged
from inspector.report.survey import Survey, known_counts, survey_json
from inspector.said.bank import ELSEWHERE, dump_bank
from inspector.survival.outcome import Outcome
from inspector.survival.shares import NOT_WHOLE, SPOKEN, shares
from inspector.wording.fields import json_fields
from inspector.wording.units import counted, cut_short
from inspector.workbench.document import Document, Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import adopt, count, judged, untold
from inspector.workbench.saving import save_text
from inspector.workbench.wear import fates

NOT_MET = 1
_NAMED = 120
"""Characters of a sentence that is named on stderr."""


@click.command("survival")
@file_argument
@json_option
@click.option("--compaction", type=int, help="Only this compaction.")
@click.option(
    "--fail-under",
    "bound",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Exit 1 where less of what was said is there: word for word, or as a judge or you say.",
)
@click.option("--save-facts", type=PATH, help="Write what was said to a bank, for --facts.")
@click.option("--facts", "bank", type=PATH, help="Look for the sentences of this bank instead of those of the log.")
@judge_options
@click.option("--all", "all_of_them", is_flag=True, help="List every sentence, every claim and all of the work.")
@batch_options
def command(
    wanted: Wanted,
    as_json: bool,
    all_of_them: bool,
    compaction: int | None,
    bound: float | None,
    save_facts: Path | None,
    bank: Path | None,
    judge: JudgeWanted,
    workers: int,
    fresh: bool,
) -> int:
    """Show what you said that is not there after each compaction.

    At most a screen; with --all everything, as always of the sentences of a bank. That is exact, and says nothing of
    meaning: what is not there may be told in other words, or matter no longer. With --judge a model reads that too, and
    every quote of it is checked against the log.

    A bank is what --save-facts writes, or a .txt with a sentence a line. A folder with many sessions gives a row for
    each, and distributions by agent, version, trigger level and round.
    """
    if judge.asks and bank is not None:
        raise UsageError("--judge looks at what was said in the log, not at the facts of a bank.")
    found = find_all([wanted.path], wanted.agent) if wanted.path.is_dir() and not wanted.agent else ()
    if len(found) > 1:
        if compaction is not None or save_facts is not None or bank is not None:
            raise UsageError("--compaction, --save-facts and --facts are for one session, and this folder holds many.")
        with judges(judge) as reader:
            if was_dry_run_of_each(reader, [one.path for one in found], "", as_json):
                return 0
            survey = run_survey([wanted.path], found, "", workers, fresh)
            if as_json:
                print_json({"schema": SCHEMA, **survey_json(survey)})
            else:
                print_survey(survey)
        return NOT_MET if bound is not None and _missed_in_all(survey, bound) else 0
    stage = Stage.RECONSTRUCT if bank else Stage.COMPARE
    with opened(wanted, stage) as document, judges(judge) as reader:
        if compaction is not None:
            compaction_numbered(document, compaction)
        if was_dry_run(reader, document, compaction, as_json):
            return 0
        outcomes = _outcomes(document, bank, compaction)
        judgements = Judgements() if bank else entered(document)
        if save_facts is not None:
            _save(document, outcomes, save_facts)
        if as_json:
            known = fates(outcomes if bank else document.comparison or (), judgements)
            told = (_outcome(document, outcome, judgements, known) for outcome in outcomes)
            print_json({"schema": SCHEMA, "compactions": told})
        else:
            if bank is not None or all_of_them:
                print_facts(document, outcomes, judgements, bank.name if bank else "")
            else:
                print_brief(document, outcomes, judgements)
        if bank is not None:
            _tell_unheld(outcomes, bank.name)
    return NOT_MET if bound is not None and _missed(outcomes, judgements, bound, bank) else 0


def _tell_unheld(outcomes: Sequence[Outcome], name: str) -> None:
    """Say which sentences of a bank stood in no context: a mistyped one would be held to nothing for ever."""
    pairs = [pair for outcome in outcomes for pair in zip(outcome.facts, outcome.survivals, strict=True)]
    stood = {fact.id for fact, survival in pairs if survival.before or survival.verdict not in NOT_WHOLE}
    for fact in {fact.id: fact for fact, _ in pairs if fact.id not in stood}.values():
        say(f"Of {name}, in no context of this log: “{cut_short(fact.statement, _NAMED)}”")


def _outcomes(document: Document, bank: Path | None, number: int | None) -> list[Outcome]:
    if bank is None:
        outcomes = document.comparison or ()
    else:
        # Only a bank is looked for here; a session's own sentences come from the stage.
        from inspector.cli.bank import outcomes_of_bank

        outcomes = outcomes_of_bank(document, bank)
    return [outcome for outcome in outcomes if number is None or outcome.compaction.number == number]


def _save(document: Document, outcomes: Sequence[Outcome], path: Path) -> None:
    # A bank is of what has to stay: what was done at every compaction does not.
    pairs = (pair for outcome in outcomes for pair in zip(outcome.facts, outcome.survivals, strict=True))
    live = [fact for fact, survival in pairs if survival.live and fact.kind in SPOKEN and fact.fold is None]
    facts = [fact for fact in live if not _has_secret(document, fact)]
    save_text(path, dump_bank(document.session, facts).decode(), document.files)
    many = {fact.id for fact in facts}
    say(f"{counted(len(many), 'sentence')} {'was' if len(many) == 1 else 'were'} written to {path}.")
    if left := len({fact.id for fact in live} - many):
        say(f"Left out: {counted(left, 'sentence')} with a secret in {'it' if left == 1 else 'them'}.")


def _has_secret(document: Document, fact: Fact) -> bool:
    """Whether it is not for a bank, which is kept beside code: words with a hole in them would be found nowhere."""
    from inspector.ask.redact import without_secrets
    from inspector.said.statements import clean_texts

    texts = (*fact.texts, fact.question.text) if fact.question else fact.texts
    return clean_texts(fact, document.text) != tuple(fact.texts) or any(without_secrets(one) != one for one in texts)


def _missed(outcomes: Sequence[Outcome], judgements: Judgements, bound: float, bank: Path | None) -> bool:
    """Whether after any compaction a smaller share of what stood there before stands there than asked; says which.

    A bank of which nothing ever stood there is missed, too: it would hold every build to nothing.
    """
    missed, held = False, 0
    for outcome in outcomes:
        number = outcome.compaction.number
        rows = judged(outcome, judgements)
        if untold(outcome, rows):
            full = "" if outcome.note else " in full"
            say(f"Compaction {number} cannot be read{full}, so --fail-under is not applied to it.")
            continue
        told = count(rows)
        n = told.said - told.earlier - told.undecided
        held += n
        if n and told.there / n < bound:
            missed = True
            say(f"After compaction {number}, {_of(told.there, n)}: less than {bound:.0%}.")
    if outcomes and not held and not all(outcome.note for outcome in outcomes):
        which = "" if bank is None else f" of {bank.name}"
        say(f"No sentence{which} stood before a compaction, so that nothing was held to --fail-under.")
        return bank is not None
    return missed


def _missed_in_all(survey: Survey, bound: float) -> bool:
    """The same over all sessions together."""
    told = [kept for row in survey.rows for one in row.rounds if not one.unjudged for kept in one.kept]
    n, there = (sum(getattr(one, part) for one in told if one.kind in SPOKEN) for part in ("n", "kept"))
    unread = survey.unjudged + sum(bool(row.error) for row in survey.rows)
    if unread:
        say(f"{unread:,} of the compactions and sessions cannot be read, so --fail-under is not applied to them.")
    if n and there / n < bound:
        say(f"In all sessions {_of(there, n)}: less than {bound:.0%}.")
        return True
    return False


def _of(there: int, n: int) -> str:
    return f"{there:,} of {n:,} sentences stand there"


def _outcome(document: Document, outcome: Outcome, judgements: Judgements, known: Fates) -> dict[str, object]:
    rows = judged(outcome, judgements)
    return {
        "number": outcome.compaction.number,
        "said": known_counts(asdict(count(rows)), is_judged=outcome.judgement is not None),
        "facts": [_fact(document, one, known) for one in rows],
        "unsupported": [_claim(document, claim) for claim in outcome.claims],
        "by_kind": _by_kind(outcome, judgements),
        "note": outcome.note or None,
        "judge": _judge(document, outcome, outcome.judgement) if outcome.judgement is not None else None,
    }


def _judge(document: Document, outcome: Outcome, told: Judgement) -> dict[str, object]:
    """Who read the compaction, how far its words can be trusted, and what of the summary it found supported."""
    return {
        **json_fields(told, "model made passes follows"),
        "trust": asdict(told.trust),
        **json_fields(told, "partial notes"),
        "supported": [_claim(document, claim) for claim in outcome.supported],
    }


def _by_kind(outcome: Outcome, judgements: Judgements) -> dict[str, object]:
    """How what still mattered stands, by kind; ``done`` are the others, in none of these numbers."""
    done = Counter(one.fact.kind.value for one in judged(outcome, judgements) if not one.is_live)
    is_judged = outcome.judgement is not None
    told = (known_counts(asdict(share), is_judged=is_judged) for share in shares(adopt(outcome, judgements)).values())
    return {(kind := share.pop("kind")): {**share, "done": done[kind]} for share in told}


def _fact(document: Document, one: Judged, known: Fates) -> dict[str, object]:
    # Only what writes JSON of facts: the report's nouns are many.
    from inspector.survival.contract import standing_json

    fact, survival = one.fact, one.survival
    places = zip(fact.quotes, fact.texts, strict=True)
    return {
        **json_fields(fact, "id kind statement"),
        **standing_json(fact, survival, one.entered),
        "fold": fact.fold.value if fact.fold else None,
        "question": _quote(document, fact.question.quote, fact.question.text) if fact.question else None,
        "quotes": [_quote(document, quote, text) for quote, text in places if quote != ELSEWHERE],
        "evidence": [_evidence(document, evidence) for evidence in survival.evidence],
        "nearest": _evidence(document, survival.nearest) if survival.nearest else None,
        "why": survival.why,
        "earlier": [json_fields(cell, "compaction verdict live basis") for cell in earlier(one, known)],
        "note": one.note or None,
        **json_fields(fact, "value? action?"),
        "used_again": fact.needed_later,
        **json_fields(fact, "from_summary extractor"),
    }


def _quote(document: Document, quote: Quote, text: str) -> dict[str, object]:
    """Words that were said; their line is null where that was in another session."""
    place = where(Source("") if quote == ELSEWHERE else document.item(quote.item).source)
    return {**place, **json_fields(quote, "item start end"), "text": text}


def _evidence(document: Document, found: Evidence) -> dict[str, object]:
    """Words that stand there now."""
    place = where(document.item(found.item).source)
    return {"zone": found.zone.value, **place, **json_fields(found, "text item start end")}


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
