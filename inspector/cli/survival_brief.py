"""The first answer of the command survival: at most a screen."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from inspector.cli.facts_table import LOOKED_AT, at, head, line_of, tells_nothing
from inspector.cli.output import Column, labels, line_or_item, print_below, print_line, print_table, say
from inspector.model import Verdict
from inspector.survival.outcome import Outcome
from inspector.wording.units import counted, cut_short
from inspector.wording.verdicts import how_to_judge, verdict_word
from inspector.workbench.document import Document
from inspector.workbench.judged import Judged
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
    told = [(outcome, judged(outcome, judgements)) for outcome in outcomes]
    heads = [head(outcome, rows) for outcome, rows in told if rows]
    if len(heads) > _HEADS:
        print_line(f"The last {_HEADS} of {len(heads)} compactions:")
    for words in heads[-_HEADS:]:
        print_line(words)
    # What the last compaction left out matters most, so it is what is seen where not all can be.
    missing = [(outcome, one) for outcome in reversed(outcomes) for one in to_put_back(outcome, judgements)]
    most = max(shutil.get_terminal_size(_SCREEN).lines - _BESIDE, _FEWEST)
    used = [(outcome, one) for outcome, rows in reversed(told) for one in rows if _was_needed(one)]
    _print(_SAID, document, missing[:most])
    _print(_WORK, document, used[:_USED])
    notes: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.note:
            words = f"{outcome.note}{LOOKED_AT * outcome.is_unread}"
            notes.setdefault(words, []).append(str(outcome.compaction.number))
    several = "Each of compactions"
    print_below(f"{several if n[1:] else 'Compaction'} {', '.join(n)}: {words}" for words, n in notes.items())
    _tell_rest(document, outcomes, missing[most:], used[_USED:])


def _was_needed(one: Judged) -> bool:
    return not one.is_spoken and one.verdict is Verdict.ABSENT and one.fact.needed_later


def _print(columns: Sequence[Column], document: Document, found: Sequence[tuple[Outcome, Judged]]) -> None:
    if found:
        print_line()
        print_table(columns, (_row(document, outcome, one) for outcome, one in found))


def _row(document: Document, outcome: Outcome, one: Judged) -> list[str]:
    word = verdict_word(one.verdict) if one.is_spoken else one.fact.kind.value
    short = cut_short(" ".join(one.fact.statement.split()), _LONGEST)
    item = one.quote.item
    return [at(outcome), line_or_item(line_of(document, item), item) if item else "", word, short]


def _tell_rest(document: Document, outcomes: Sequence[Outcome], *left: Sequence[object]) -> None:
    """What is not shown, what it means that words are not there, and how to have it read."""
    if tells_nothing(document, outcomes):
        return
    said, used = map(len, left)
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
