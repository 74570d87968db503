"""What stands out in a session: the few places that a person who opens it after a failed run wants first."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.model import Basis, Compaction, Form, ItemKind
from inspector.report.judged import Judged
from inspector.workbench.cursor import focus_of
from inspector.workbench.document import Document
from inspector.workbench.item_views import segment_starts
from inspector.workbench.judgements import Judgements
from inspector.workbench.selection import Focus
from inspector.workbench.unseen import jumps
from inspector.workbench.worst import worst

SHARE = 0.15
"""Part of the last context from which one item is worth a word."""
BAD = ("failed", "inflated", "loop", "ineffective")


@dataclass(frozen=True, slots=True)
class Highlight:
    """One of them, as data; the doors put it into words."""

    code: str
    """contradicted, lost, changed, absent, claims, unseen, compaction, outcome, errors, errors_after, big_item,
    unreadable."""
    focus: Focus
    """Where to go; the first place where there are several."""
    amount: float = 0
    """Tokens freed, a number of things, or a share from 0 to 1: see ``code``."""
    word: str = ""
    """The outcome, or the tool of the item."""
    basis: Basis = Basis.RECORDED
    rules: int = 0
    """Of facts: how many are constraints."""
    elsewhere: int = 0
    """Of facts: how many there are at compactions that no highlight names."""


def highlights(document: Document, judgements: Judgements | None = None) -> tuple[Highlight, ...]:
    """What is known to stand out so far, the most telling first; grows as stages become ready.

    A reviewer's verdicts count instead of those that were judged, as they do in the review.
    """
    kinds = (_claims, _outcomes, _unseen, _largest, _errors, _big_items, _unreadable)
    return (*_harm(document, judgements or Judgements()), *(one for find in kinds for one in find(document)))


def _harm(document: Document, judgements: Judgements) -> list[Highlight]:
    """What was lost or changed while it mattered, where that was worst."""
    return [
        Highlight(one.code, one.focus, len(one.facts), str(one.compaction), _basis(one.facts), one.rules, one.elsewhere)
        for one in worst(document.comparison or (), judgements)
    ]


def _basis(facts: Sequence[Judged]) -> Basis:
    """A person's word, a judge's, or what is counted: the weakest of them."""
    found = {one.basis for one in facts}
    return next(basis for basis in (Basis.JUDGED, Basis.COUNTED, Basis.ENTERED) if basis in found)


def _claims(document: Document) -> list[Highlight]:
    worst = max(document.comparison or (), key=lambda outcome: len(outcome.claims), default=None)
    if worst is None or not worst.claims:
        return []
    number = worst.compaction.number
    focus = Focus(compaction=number, claim=0, item=worst.claims[0].quote.item)
    return [Highlight("claims", focus, len(worst.claims), str(number), worst.claims[0].basis)]


def _outcomes(document: Document) -> list[Highlight]:
    found = []
    for word in BAD:
        hit = [one for one in document.compactions if one.outcome == word]
        if hit:
            found.append(Highlight("outcome", focus_of(document, hit[0]), len(hit), word, hit[0].record.basis))
    return found


def _unseen(document: Document) -> list[Highlight]:
    """Where most joined the context that the log does not show."""
    largest = max(jumps(document), key=lambda one: one.tokens, default=None)
    if largest is None:
        return []
    word = str(document.session.requests[largest.request].number)
    return [Highlight("unseen", Focus(request=largest.request), largest.tokens, word, Basis.ESTIMATED)]


def _largest(document: Document) -> list[Highlight]:
    freed = [(one.freed, one) for one in document.compactions if one.freed is not None and one.outcome not in BAD]
    if not freed:
        return []
    amount, largest = max(freed, key=lambda pair: pair[0])
    return [Highlight("compaction", focus_of(document, largest), amount, str(largest.number), largest.record.basis)]


def _errors(document: Document) -> list[Highlight]:
    results = (item for item in document.session.items if item.kind is ItemKind.TOOL_RESULT)
    errors = [item for item in results if item.error and not item.thread]
    if not errors:
        return []
    starts = segment_starts(document.session, document.compactions)
    after = [item for item in errors if starts and item.number >= starts[-1]]
    if after:
        return [Highlight("errors_after", Focus(item=after[0].number), len(after), str(len(starts)))]
    return [Highlight("errors", Focus(item=errors[0].number), len(errors))]


def _big_items(document: Document) -> list[Highlight]:
    """The item that takes most of the last context; the same text read twice counts together."""
    if document.tally is None or document.reconstruction is None or not len(document.tally.composition.requests):
        return []
    request = int(document.tally.composition.requests[-1])
    entries = document.reconstruction.replay.entries_at(document.session.requests[request].op - 1)
    counts = document.tally.counts
    weights: Counter[int] = Counter()
    for entry in entries:
        if entry.form is not Form.PLACEHOLDER and counts.known[entry.item - 1]:
            weights[entry.item] = int(counts.tokens[entry.item - 1])
    whole = float(np.nansum([document.tally.composition.tokens[-1].sum(), document.tally.composition.unlogged[-1]]))
    if not weights or whole <= 0:
        return []
    item, tokens = weights.most_common(1)[0]
    share = tokens * document.tally.calibration.ratio / whole
    if share < SHARE:
        return []
    said = document.item(item)
    return [Highlight("big_item", Focus(item=item), share, said.tool or said.kind.replace("_", " "), Basis.ESTIMATED)]


def _unreadable(document: Document) -> list[Highlight]:
    opaque = [one for one in document.compactions if one.outcome == "opaque"]
    return [Highlight("unreadable", focus_of(document, opaque[0]), len(opaque))] if opaque else []


def neighbour(document: Document, focus: Focus, step: int) -> Compaction | None:
    """The compaction before (-1) or after (1) what is selected; from its own place where one is selected."""
    found = document.compactions
    if not found:
        return None
    if focus.compaction is not None:
        place = focus.compaction - 1 + step
        return found[place] if 0 <= place < len(found) else None
    passed = _passed(document, focus)
    place = passed if step > 0 else passed - 1
    return found[place] if 0 <= place < len(found) else None


def _passed(document: Document, focus: Focus) -> int:
    """How many compactions lie before what is selected."""
    if focus.item is not None:
        return bisect_right(segment_starts(document.session, document.compactions), focus.item)
    if focus.request is not None:
        op = document.session.requests[focus.request].op
        return sum(one.op < op for one in document.compactions)
    return 0
