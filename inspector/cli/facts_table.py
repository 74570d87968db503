"""All that stands or does not after a compaction, as a table: what the user said, then what the work showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from inspector.cli.output import Column, figures, findings, line_or_item, print_below, print_line, print_table, say
from inspector.model import Basis, Evidence, Fold, Survival, Trust
from inspector.reconstruct.compactions import UNDONE, WENT_BACK
from inspector.report.judged import GroupName, Judged
from inspector.said.bank import ELSEWHERE
from inspector.survival.outcome import Outcome
from inspector.survival.shares import SPOKEN, shares
from inspector.wording.units import cut_short, place
from inspector.wording.verdicts import NOT_LOST, reader_words, verdict_word
from inspector.workbench.document import Document, uncompacted
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import adopt, judged, urgency
from inspector.workbench.wear import fates

_WORDS = findings("where it stands", text="words")
_JUDGED = findings("kind", "verdict", text="words")
_CLAIMS = findings("claim", text="text")
_SHARES = (
    Column("at"),
    Column("kind", key=True),
    *figures("counted", "there", "changed", "lost", "not there"),
    Column("of those used again"),
)
LOOKED_AT = " inspector consequences looks at the work that followed instead."
_GROUPS = {
    GroupName.UNDECIDED: "undecided",
    GroupName.NOT_THERE: "absent",
    GroupName.PART: "part",
    GroupName.KEPT: "there",
    GroupName.EARLIER: "earlier",
    GroupName.DONE: "done",
}
"""Those that count as said, by the names that reports have for them."""
_NEAREST = 200
Fates = Mapping[str, tuple[Survival, ...]]
"""What became of what was said at every compaction, by fact."""


def print_facts(
    document: Document, outcomes: Sequence[Outcome], judgements: Judgements | None = None, bank: str = ""
) -> None:
    """How much of what was said stands there, then each sentence, the claims that a judge doubts, and the work."""
    told = [(outcome, _in_order(outcome, judgements or Judgements())) for outcome in outcomes]
    known = fates(document.comparison or outcomes, judgements or Judgements())
    heads = [head(outcome, rows, bank) for outcome, rows in told if rows]
    for words in heads:
        print_line(words)
    shown = [(outcome, one) for outcome, rows in told for one in rows]
    if heads and shown:
        print_line()
    with_kinds = any(_kind(one) for _, one in shown)
    columns = _JUDGED if with_kinds else _WORDS
    print_table(columns, (_row(document, outcome, one, known, with_kinds) for outcome, one in shown))
    _print_more(_CLAIMS, list(_claim_rows(document, outcomes)))
    _print_more(_SHARES, list(_share_rows(outcomes, judgements or Judgements())))
    print_below(
        f"Compaction {one.compaction.number}: {one.note}{LOOKED_AT * one.is_unread}" for one in outcomes if one.note
    )
    print_below(_judges(outcomes))
    if any(one.is_missing for _, one in shown):
        say(NOT_LOST)
    tells_nothing(document, outcomes)


def tells_nothing(document: Document, outcomes: Sequence[Outcome]) -> bool:
    """Whether there is nothing to list, which is then said."""
    if not document.compactions:
        say(uncompacted(document))
        return True
    if any(outcome.facts for outcome in outcomes):
        return False
    failed = "The compaction failed: nothing was removed, so nothing could be lost."
    say("Nothing was said before a compaction that could be looked for." if outcomes else failed)
    return True


def head(outcome: Outcome, rows: Sequence[Judged], bank: str = "") -> str:
    """How much of what was said before a compaction, or is in a bank, stands there, in a sentence or two."""
    # Only what prints it: sentences bring all that reports are made of.
    from inspector.report.sentences import ENTERED, said_words

    groups = Counter(_GROUPS[one.group] for one in rows if one.group in _GROUPS)
    groups[ENTERED] = sum(one.group is GroupName.KEPT and one.entered is not None for one in rows)
    harms = [one.verdict for one in rows if one.is_harm]
    is_read = any(one.survival.basis is Basis.JUDGED for one in rows)
    found = outcome.judgement
    judge = reader_words(found.model, is_partial=found.partial) if found and is_read else ""
    at, is_unread = outcome.compaction.number, bool(outcome.note)
    told = said_words(at, groups, harms, "You", judge=judge, is_unread=is_unread, bank=bank)
    return f"{told} {WENT_BACK}" if outcome.compaction.outcome == UNDONE else told


def _in_order(outcome: Outcome, judgements: Judgements) -> list[Judged]:
    order = tuple(GroupName)
    return sorted(judged(outcome, judgements), key=lambda one: (order.index(one.group), not one.leads, urgency(one)))


def _print_more(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    if rows:
        print_line()
        print_table(columns, rows)


def _claim_rows(document: Document, outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    for outcome in outcomes:
        for claim in outcome.claims:
            yield [at(outcome), _where(document, claim.quote.item), claim.kind, claim.text, claim.why]


def _share_rows(outcomes: Sequence[Outcome], judgements: Judgements) -> Iterator[list[str]]:
    """By kind, where a judge named kinds, and of the work; how sentences stand says the head."""
    for outcome in outcomes:
        for kind, share in shares(adopt(outcome, judgements)).items():
            if share.n and kind != "said":
                counts = (share.n, share.kept, share.distorted, share.lost, share.part + share.absent)
                used = f"{share.used_kept} of {share.used} there" if share.used else ""
                yield [at(outcome), kind, *map(str, counts), used]


def _row(document: Document, outcome: Outcome, one: Judged, known: Fates, with_kinds: bool) -> list[str]:
    said = one.quote
    place = "" if said == ELSEWHERE else _where(document, said.item)
    labels = [_kind(one)] if with_kinds else []
    word = verdict_word(one.verdict)
    return [
        at(outcome),
        place,
        *labels,
        word,
        one.fact.statement,
        " ".join((*_why(document, one), *_earlier(one, known))),
    ]


def at(outcome: Outcome) -> str:
    """Which compaction, in two letters."""
    return f"C{outcome.compaction.number}"


def _kind(one: Judged) -> str:
    """The kind, as a judge or the work has it, and whether it no longer mattered."""
    if one.fact.kind not in SPOKEN or one.survival.basis is Basis.JUDGED:
        done = one.group is GroupName.DONE and not one.is_live
        return f"{one.fact.kind.value}, done" if done else one.fact.kind.value
    return ""


def _why(document: Document, one: Judged) -> Iterator[str]:
    """What is missing of it and what comes nearest; of a judge's verdict its reason."""
    survival, fact = one.survival, one.fact
    if survival.missing:
        missing = ", ".join(fact.texts[0][start:end] for start, end in survival.missing)
        yield f"Not there: {' '.join(missing.split())}."
    elif survival.nearest is None or survival.basis is Basis.JUDGED:
        yield survival.why
    if survival.nearest is not None:
        yield _nearest(document, survival.nearest)
    if fact.question is not None:
        yield f"Asked: “{' '.join(fact.question.text.split())}”."
    if not survival.before and fact.kind in SPOKEN:
        yield "It did not stand there before either."
    if one.group is GroupName.FOLDED:
        yield f"Not counted: {'short' if fact.fold is Fold.SHORT else 'pasted'}."
    if survival.sure is False:
        yield "(one of two readings)"
    if one.note:
        yield f"Note: {one.note}"


def earlier(one: Judged, known: Fates) -> Iterator[Survival]:
    """What became of it at the compactions before this one."""
    return (cell for cell in known.get(one.fact.id, ()) if cell.compaction < one.survival.compaction)


def _earlier(one: Judged, known: Fates) -> Iterator[str]:
    """The same in words, where a model or a person said any of it: what is counted is each compaction's own."""
    cells = list(earlier(one, known))
    if any(cell.basis is not Basis.COUNTED for cell in cells):
        words = (f"C{cell.compaction} {verdict_word(cell.verdict)}{'' if cell.live else ', done'}" for cell in cells)
        yield f"Earlier: {'; '.join(words)}."


def _nearest(document: Document, near: Evidence) -> str:
    short = cut_short(" ".join(near.text.split()), _NEAREST)
    return f"Nearest, {place(document.session.line(near.item), near.item)}: “{short}”."


def _judges(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Whose verdicts these are, where a model read a compaction."""
    for outcome in outcomes:
        if outcome.judgement is not None:
            held = trust_words(outcome.judgement.trust)
            yield f"Compaction {outcome.compaction.number}: judged by {outcome.judgement.model}, {held}."


def trust_words(trust: Trust) -> str:
    """How much of what a judge quotes stands in the log, and where."""
    moved = f", {trust.moved} of them elsewhere than said" if trust.moved else ""
    return f"{trust.stood} of {trust.given} quotes stand in the log{moved}"


def _where(document: Document, item: int) -> str:
    return line_or_item(document.session.line(item), item)
