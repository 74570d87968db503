"""The first answer of the command survival: at most a screen."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from inspector.cli.facts_table import LOOKED_AT, at, head, tells_nothing
from inspector.cli.output import Column, labels, line_or_item, print_below, print_line, print_table, say
from inspector.model import Verdict
from inspector.report.judged import Judged
from inspector.survival.outcome import Outcome
from inspector.wording.units import counted, cut_short
from inspector.wording.verdicts import how_to_judge, verdict_word
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged, to_put_back

_PLACE = (Column("at"), Column("line", right=True, key=True))
_SAID = (*_PLACE, *labels("where it stands"), Column("you said", wide=True))
_WORK = (*_PLACE, *labels("kind"), Column("the work showed, not there, and used again", wide=True))
_HEADS = 3
_FEWEST = 6
_USED = 2
_BESIDE = 18
"""Lines of a terminal that all but the sentences take, each head on two."""
_SCREEN = (80, 24)
_LONGEST = 160
_MEANING = "Not read by a model: words that are not there may be told in other words, or matter no longer."


def print_brief(document: Document, outcomes: Sequence[Outcome], judgements: Judgements) -> None:
    """How much of what was said stands there, what does not, and what of the work was used again and is not there."""
    told = [outcome for outcome in outcomes if outcome.facts]
    if len(told) > _HEADS:
        print_line(f"The last {_HEADS} of {len(told)} compactions:")
    for outcome in told[-_HEADS:]:
        print_line(head(outcome, judged(outcome, judgements)))
    is_told = bool(judgements.facts()) or any(outcome.judgement for outcome in outcomes)

    def listed(*, harms: bool) -> Iterator[tuple[Outcome, Judged]]:
        # What the last compaction left out matters most, so it is what is seen where not all can be.
        rows = ((outcome, one) for outcome in reversed(outcomes) for one in to_put_back(outcome, judgements))
        return ((outcome, one) for outcome, one in rows if one.is_harm is harms)

    # What a judge or the person calls lost or changed leads.
    missing = chain(listed(harms=True) if is_told else (), listed(harms=False))
    most = max(shutil.get_terminal_size(_SCREEN).lines - _BESIDE, _FEWEST)
    used = ((outcome, one) for outcome in reversed(told) for one in judged(outcome, judgements) if _was_needed(one))
    _print(_SAID, document, islice(missing, most))
    _print(_WORK, document, islice(used, _USED))
    notes: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.note:
            words = f"{outcome.note}{LOOKED_AT * outcome.is_unread}"
            notes.setdefault(words, []).append(str(outcome.compaction.number))
    several = "Each of compactions"
    print_below(f"{several if n[1:] else 'Compaction'} {', '.join(n)}: {words}" for words, n in notes.items())
    # The rest is counted as it comes: of a long session it would fill memory.
    _tell_rest(document, outcomes, sum(1 for _ in missing), sum(1 for _ in used))


def _was_needed(one: Judged) -> bool:
    return not one.is_spoken and one.verdict is Verdict.ABSENT and one.fact.needed_later


def _print(columns: Sequence[Column], document: Document, found: Iterable[tuple[Outcome, Judged]]) -> None:
    if found := list(found):
        print_line()
        print_table(columns, (_row(document, outcome, one) for outcome, one in found))


def _row(document: Document, outcome: Outcome, one: Judged) -> list[str]:
    word = verdict_word(one.verdict) if one.is_spoken else one.fact.kind.value
    short = cut_short(" ".join(one.fact.statement.split()), _LONGEST)
    item = one.quote.item
    return [at(outcome), line_or_item(document.session.line(item), item) if item else "", word, short]


def _tell_rest(document: Document, outcomes: Sequence[Outcome], said: int, used: int) -> None:
    """What is not shown, what it means that words are not there, and how to have it read."""
    if tells_nothing(document, outcomes):
        return
    claims = sum(len(outcome.claims) for outcome in outcomes)
    parts = [
        counted(said, "more sentence") if said else "",
        f"{used:,} more of the work" if used else "",
        f"{counted(claims, 'claim')} of the summaries that the history does not support" if claims else "",
    ]
    say(f"--all lists {', '.join([*filter(None, parts), 'and all else' if any(parts) else 'everything'])}.")
    if not any(outcome.judgement for outcome in outcomes):
        say(_MEANING)
        say(how_to_judge("FILE"))
