"""Facts and verdicts as a table: what people said first, then the evidence that failed, is open or was needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.cli.output import Column, print_table, say
from inspector.compare.bank import ELSEWHERE
from inspector.compare.intervals import KEPT, shares
from inspector.compare.survival import Outcome
from inspector.model import Fact, Role, Survival, Verdict
from inspector.report.wording import counted, used_again
from inspector.workbench.document import Document
from inspector.workbench.review import HUMAN_KINDS, Judged, is_telling, urgency

_COLUMNS = (
    Column("compaction", right=True),
    Column("line", right=True),
    Column("kind"),
    Column("verdict"),
    Column("live"),
    Column("by"),
    Column("statement", wide=True),
    Column("why", wide=True),
)


def print_facts(document: Document, outcomes: Sequence[Outcome], all_of_them: bool) -> None:
    """Print facts with their verdicts, unsupported claims, and what share of each kind was kept.

    Evidence that was kept, is undecided, or is nothing that failed, is open or was used again, only with
    ``all_of_them``.
    """
    print_table(_COLUMNS, _rows(document, outcomes, all_of_them))
    for outcome in outcomes:
        number = outcome.compaction.number
        folded = 0 if all_of_them else sum(_folded(*pair) for pair in pairs_in(outcome))
        if folded:
            what = "kept, undecided, or neither failed, open nor used again in the calls that followed"
            say(f"Compaction {number}: {counted(folded, 'more fact')} that the work showed, {what} (--all lists them).")
        if outcome.note:
            say(f"Compaction {number}: {outcome.note}")
        for claim in outcome.claims:
            say(f"Compaction {number}, {claim.kind} {claim.subject}: {claim.text} ({claim.why})")
        for kind, share in shares(live_in(outcome)).items():
            if share.n:
                between = f"95 % interval {share.low:.0%} to {share.high:.0%}; text survival, not recall"
                what = "that still mattered" if kind in HUMAN_KINDS else "that the work showed"
                kept = f"{share.kept} of the {share.n} {what} were kept ({between}){used_again(share)}"
                say(f"Compaction {number}, {kind}: {kept}.")
    if not document.compactions:
        say("This session was never compacted, as far as its log tells.")


def _verdict(document: Document, survival: Survival) -> str:
    again = survival.again
    return f"restated, line {line_of(document, again.item) or '–'}" if again else survival.verdict.value


def _rows(document: Document, outcomes: Sequence[Outcome], all_of_them: bool) -> Iterator[list[str]]:
    for outcome in outcomes:
        for one in sorted((Judged(*pair) for pair in pairs_in(outcome)), key=urgency):
            fact, survival = one.fact, one.survival
            if not all_of_them and _folded(fact, survival):
                continue
            place = one.said.quote
            line = None if place == ELSEWHERE else line_of(document, place.item)
            yield [
                str(outcome.compaction.number),
                str(line) if line else "",
                fact.kind.value,
                _verdict(document, survival),
                "live" if survival.live else "done" if survival.verdict is not Verdict.SUPERSEDED else "",
                survival.matcher,
                one.said.statement,
                " ".join([survival.why, *_beside(fact)]),
            ]


def _folded(fact: Fact, survival: Survival) -> bool:
    """Whether a fact is evidence that was not missed, or of which nothing is known."""
    settled = survival.verdict in KEPT or survival.verdict is Verdict.UNDECIDED
    return fact.kind not in HUMAN_KINDS and (settled or not is_telling(fact))


def pairs_in(outcome: Outcome) -> list[tuple[Fact, Survival]]:
    """Each fact of an outcome with what became of it."""
    return list(zip(outcome.facts, outcome.survivals, strict=True))


def live_in(outcome: Outcome) -> list[tuple[Fact, Survival]]:
    """The facts that every share counts: those that still mattered, superseded and undecided ones aside.

    None where the text after could not be judged: of what was kept beside it, all would count as kept.
    """
    return [] if outcome.note else [pair for pair in pairs_in(outcome) if pair[1].live]


def line_of(document: Document, item: int) -> int | None:
    """The line of the log that an item stands on."""
    return document.item(item).source.line


def _beside(fact: Fact) -> list[str]:
    """What was turned down and chosen, in words; a question stands in the statement."""
    told = [part for part in fact.parts if part.role is not Role.QUESTION]
    return [f"{part.role.value.capitalize()}: “{part.text}”." for part in told]
