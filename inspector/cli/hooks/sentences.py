"""Which of a person's sentences the model no longer has, and how they are told to it: in their own words and order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from inspector.ask.redact import without_secrets
from inspector.measure.tokenizers.characters import guess
from inspector.model import Fact, Fold, Item, ItemKind, Origin, Zone
from inspector.reconstruct.after import ZoneText
from inspector.said.standing import not_whole
from inspector.said.statements import clean_texts, statements
from inspector.wording.units import place
from inspector.workbench.document import Document

_OF_THE_WORK = frozenset({ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT, ItemKind.REASONING, ItemKind.EVENT})
_OF_THE_AGENT = frozenset({ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.REASONING})
_COMPACTS = re.compile(r"/(?:compact|compress|summarize)\b")
_BASE = "base_instructions"
"""What comes with the agent carries nobody's words."""


def said(document: Document) -> tuple[Fact, ...]:
    """What the person said so far in a session, in order; the focus of a compaction is no rule of theirs."""
    return tuple(fact for fact in _statements(document) if fact.fold is None)


def _statements(document: Document) -> tuple[Fact, ...]:
    session, text = document.session, document.bodies.text
    typed = (item for item in session.items if item.detail != "command" or not _COMPACTS.search(text(item)))
    return statements(session, typed, text)


def gone(document: Document, summary: str | None = None) -> list[Fact]:
    """The sentences whose words do not stand, or not all of them, in what the model has now; those without any first.

    ``summary``: of a compaction that the log does not hold yet. What the model has then is that and the newest answer
    with all that came behind it, as Claude Code 2.1.332 keeps it.
    """
    items = _context(document)
    texts: list[ZoneText] = []
    if summary is not None:
        items = _newest_round(items)
        if document.session.items:
            texts.append(ZoneText(Zone.SUMMARY, document.session.items[-1], summary))
    texts += [ZoneText(Zone.KEPT, item, document.bodies.text(item)) for item in items if _is_looked_at(item)]
    found = list(not_whole(said(document), texts, frozenset(item.number for item in items)))
    is_settled = _settled(document, is_newer=summary is not None) if found else None
    if is_settled is not None:
        found = [(fact, in_part) for fact, in_part in found if not is_settled(fact)]
    return [fact for fact, in_part in found if not in_part] + [fact for fact, in_part in found if in_part]


def _settled(document: Document, *, is_newer: bool) -> Callable[[Fact], bool] | None:
    """Whether a person entered a sentence as there behind the newest compaction, or as taken back and not said since.

    Their word stands above what is counted; None where nothing was entered. ``is_newer``: there is a compaction behind
    those of the log, of which nobody entered anything yet.
    """
    # Only where something is missing: the library brings all that is kept.
    from inspector.cli.session import entered_verdicts

    judgements, last = entered_verdicts(document), len(document.compactions)
    there = {} if is_newer else judgements.entered_at(last)
    ended = judgements.ended_before(last + 1)
    if not there and not ended:
        return None
    from inspector.judge.earlier import last_item
    from inspector.survival.shares import KEPT

    ends = {one.number: last_item(one) for one in document.compactions}

    def is_settled(fact: Fact) -> bool:
        end = ends.get(ended.get(fact.id, 0), 0)
        return there.get(fact.id) in KEPT or max(quote.item for quote in fact.quotes) <= end

    return is_settled


def only_in_summaries(document: Document) -> list[Fact]:
    """The sentences whose own message an earlier compaction took out: a summary of them is all that may be left."""
    context, items = _context(document), document.session.items
    there = {item.number for item in context}
    # What they answered or remarked stands in the result of a call.
    results = {item.call_id for item in context if item.kind is ItemKind.TOOL_RESULT and item.call_id}
    there |= {item.number for item in items if item.origin is Origin.HUMAN and item.call_id in results}
    return [fact for fact in said(document) if not any(quote.item in there for quote in fact.quotes)]


def within(head: str, facts: Sequence[Fact], document: Document, budget: int) -> str:
    """Sentences with their lines, within so many tokens, in the order said; "" where there are none.

    The opening message is taken first, since agents' own budgets lose it first, then the newest; last what stands
    between two pastes of one message, which a program may have said. What does not fit is left out and counted.
    Secrets are taken out.
    """
    every = _statements(document)
    opening = min((fact.quotes[0].item for fact in every if fact.fold is None), default=0)
    pastes = defaultdict[int, list[int]](list)
    for fact in every:
        if fact.fold is Fold.PASTED:
            pastes[fact.quotes[0].item].append(fact.quotes[0].start)

    def rank(fact: Fact) -> tuple[bool, bool, int]:
        quote = fact.quotes[0]
        starts = pastes.get(quote.item, [quote.start])
        return quote.item != opening, min(starts) < quote.start < max(starts), -quote.item

    spent, taken = guess(head), list[Fact]()
    for fact in sorted(facts, key=rank):
        tokens = guess("\n".join(_lines(fact, document)))
        if spent + tokens <= budget:
            spent += tokens
            taken.append(fact)
    if not taken:
        return ""
    taken.sort(key=lambda fact: (fact.quotes[0].item, fact.quotes[0].start))
    clean = (replace(fact, texts=clean_texts(fact, document.text)) for fact in taken)
    lines = [head, *(line for fact in clean for line in _lines(fact, document))]
    if left_out := len(facts) - len(taken):
        lines.append(f"({left_out:,} more were left out: they do not fit into {budget:,} tokens.)")
    return without_secrets("\n".join(lines) + "\n")


def _context(document: Document) -> list[Item]:
    assert document.reconstruction is not None, "the document is advanced to its contexts"
    session, replay = document.session, document.reconstruction.replay
    last = len(session.ops) - 1
    # Of what was cleared nothing stands there.
    cleared = frozenset(replay.cleared_at(last))
    return [session.items[number - 1] for number in replay.items_at(last) if number not in cleared]


def _newest_round(items: Sequence[Item]) -> list[Item]:
    """The last answer of the model, with its calls, their results and what came behind."""
    start = len(items)
    while start and items[start - 1].kind not in _OF_THE_AGENT:
        start -= 1
    while start and (items[start - 1].kind in _OF_THE_AGENT or items[start - 1].origin is Origin.TOOL):
        start -= 1
    return list(items[start:])


def _is_looked_at(item: Item) -> bool:
    return item.kind not in _OF_THE_WORK and item.detail != _BASE


def _lines(fact: Fact, document: Document) -> Iterator[str]:
    item = document.session.items[fact.quotes[0].item - 1]
    first, *rest = fact.texts[0].strip().splitlines() or [""]
    asked = f" (asked: “{fact.question.text.strip()}”)" if fact.question else ""
    where = f" ({place(item.source.own_line, item.number)} of the log)"
    told = [f"- {first}", *(f"  {line}" for line in rest)]
    yield from told[:-1]
    yield f"{told[-1]}{asked}{where}"
