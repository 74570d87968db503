"""Facts and verdicts as a table: what people said first, then the evidence that failed, is open or was needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.cli.column import Column, figures, findings
from inspector.cli.output import line_or_item, print_below, print_line, print_table, say
from inspector.model import Fact, Role, Survival, Verdict
from inspector.said.bank import ELSEWHERE
from inspector.survival.outcome import Outcome, differs
from inspector.survival.shares import shares
from inspector.verdicts.as_said import looked_for
from inspector.wording.damage import damage_of, never_compacted
from inspector.wording.units import between
from inspector.wording.verdicts import WHAT_COUNTS, unlisted_words, verdict_word
from inspector.workbench.document import Document
from inspector.workbench.review import Judged, urgency

_COLUMNS = findings("kind", "verdict", text="statement")
_CLAIMS = findings("claim", text="text")
_SHARES = (
    Column("at"),
    Column("kind", key=True),
    *figures("facts", "kept", "distorted", "lost", "share", "interval"),
    Column("of those used again"),
)


_WORK = " inspector aftermath looks at the work that followed instead."


def print_facts(document: Document, outcomes: Sequence[Outcome], all_of_them: bool) -> None:
    """Print three tables: facts with their verdicts, unsupported claims, and what share of each kind was kept.

    Evidence that was kept, is undecided, or is nothing that failed, is open or was used again, only with
    ``all_of_them``.
    """
    print_table(_COLUMNS, _rows(document, outcomes, all_of_them))
    _print_more(_CLAIMS, list(_claim_rows(document, outcomes)))
    kept = list(_share_rows(outcomes))
    _print_more(_SHARES, kept)
    print_below(
        f"Compaction {one.compaction.number}: {one.note}{_WORK * one.is_unread}" for one in outcomes if one.note
    )
    print_below(_judges(outcomes))
    if kept:
        say(f"{WHAT_COUNTS} Shares are survival in text, not recall, with a 95 % interval.")
    if not document.compactions:
        say(never_compacted(bool(damage_of(document.session))))
    elif not any(outcome.facts for outcome in outcomes):
        say("No fact was found in what was compacted.")
    elif not all_of_them:
        _tell_unlisted(outcomes)


def _tell_unlisted(outcomes: Sequence[Outcome]) -> None:
    """How much of the evidence is left out; for several compactions in one sentence, since it is long."""
    unlisted = {one.compaction.number: sum(not Judged(*pair).is_news for pair in pairs_in(one)) for one in outcomes}
    more = sum(unlisted.values())
    if more:
        share = ", ".join(f"C{number} {n:,}" for number, n in unlisted.items() if n)
        of_each = f": {share}" if len(outcomes) > 1 else ""
        say(f"{unlisted_words(more)} (--all lists them){of_each}.")


def _print_more(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    if rows:
        print_line()
        print_table(columns, rows)


def _claim_rows(document: Document, outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    for outcome in outcomes:
        for claim in outcome.claims:
            where = _where(document, claim.quote.item)
            yield [_at(outcome), where, claim.kind, claim.text, claim.why]


def _share_rows(outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    for outcome in outcomes:
        for kind, share in shares(live_in(outcome)).items():
            if share.n:
                counts = (share.n, share.kept, share.distorted, share.lost)
                interval = between(share.low, share.high)
                row = [_at(outcome), kind, *map(str, counts)]
                used = f"{share.used_kept} of {share.used} kept" if share.used else ""
                yield [*row, f"{share.kept / share.n:.0%}", interval, used]


def _verdict(document: Document, survival: Survival) -> str:
    return verdict_word(survival.verdict, survival.unsure)


def _rows(document: Document, outcomes: Sequence[Outcome], all_of_them: bool) -> Iterator[list[str]]:
    for outcome in outcomes:
        for one in sorted((Judged(*pair) for pair in pairs_in(outcome)), key=urgency):
            fact, survival = one.fact, one.survival
            if not all_of_them and not one.is_news:
                continue
            said = one.said.quote
            yield [
                _at(outcome),
                "" if said == ELSEWHERE else _where(document, said.item),
                _kind(fact, survival),
                _verdict(document, survival),
                one.said.statement,
                " ".join([survival.why, *_looked_for(one), *_beside(fact), *_by(survival)]),
            ]


def _at(outcome: Outcome) -> str:
    return f"C{outcome.compaction.number}"


def _kind(fact: Fact, survival: Survival) -> str:
    """The kind, and whether it no longer mattered; what was taken back says so in its verdict."""
    done = not survival.live and survival.verdict is not Verdict.SUPERSEDED
    return f"{fact.kind.value}, done" if done else fact.kind.value


def _looked_for(one: Judged) -> list[str]:
    """The words that the verdict is about, where the statement shows those in which it was first said."""
    words = looked_for(one.fact, verdict=one.verdict)
    return [f"Looked for as it stood then: “{words}”."] if words else []


def _by(survival: Survival) -> list[str]:
    """What gave the verdict; of a judge's also what the rules say, and whether one reading alone found it."""
    told = [survival.matcher] if survival.matcher else []
    if differs(survival) and survival.ruled is not None:
        told.append(f"rules: {survival.ruled.value}")
    if survival.sure is False:
        told.append("one of two readings")
    return [f"({', '.join(told)})"] if told else []


def _judges(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Whose verdicts these are, where a model read a compaction."""
    for outcome in outcomes:
        by_judge = outcome.by_judge
        if by_judge is None:
            continue
        judgement, trust = by_judge.judgement, by_judge.judgement.trust
        alone = len(by_judge.only_rules)
        left = f"; {alone} found by the rules alone are left out (--json has them)" if alone else ""
        quotes = f"{trust.stood} of {trust.given} of its quotes and lines stand in the log"
        yield f"Compaction {outcome.compaction.number}: judged by {judgement.model}, {quotes}{left}."


def pairs_in(outcome: Outcome) -> list[tuple[Fact, Survival]]:
    """Each fact of an outcome with what became of it."""
    return list(zip(outcome.facts, outcome.survivals, strict=True))


def live_in(outcome: Outcome) -> list[tuple[Fact, Survival]]:
    """The facts that every share counts: those that still mattered, superseded and undecided ones aside.

    None where the text after could not be judged: of what was kept beside it, all would count as kept.
    """
    return [] if outcome.note else [pair for pair in pairs_in(outcome) if pair[1].live]


def _where(document: Document, item: int) -> str:
    return line_or_item(line_of(document, item), item)


def line_of(document: Document, item: int) -> int | None:
    """The line of the log that an item stands on."""
    return document.item(item).source.own_line


def _beside(fact: Fact) -> list[str]:
    """What was turned down and chosen, in words; a question stands in the statement."""
    told = [part for part in fact.parts if part.role is not Role.QUESTION]
    return [f"{part.role.value.capitalize()}: “{part.text}”." for part in told]
