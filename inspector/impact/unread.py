"""What the work behind a compaction shows of each fact before it, where nobody can read what the compaction left.

Nothing is called lost here. Behind such a compaction (Codex's since it is remote, Cursor's, those of the providers'
own) a fact can be *shown known*: the agent named it, or worked on that file, before it was said or read again; *fetched
again*: it was read, run or printed again first; *contradicted* by an action; *said again* by the human; or *never
tested*, which is most often all there is to say. What stayed in the context as it was is *kept*.

What a call writes into a file shows little: the file may have been read, or put back. Only the agent's own words count,
and the file that it works on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from inspector.impact.losses import SAID, holds_words
from inspector.impact.rules import rules_of
from inspector.impact.scene import Scene
from inspector.impact.violations import asked_for
from inspector.model import Compaction, Fact, Item, ItemKind, Origin
from inspector.read.tools import ToolKind, tool_kind

_LEAST = 6
"""Characters of a value that can be told from a chance likeness."""
_FETCHES = frozenset({ToolKind.READ, ToolKind.SEARCH, ToolKind.FETCH})
_CHANGES = frozenset({ToolKind.EDIT, ToolKind.CREATE})
_WORDS = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING})
_RAN = frozenset({"ran", "passed", "failed"})
_TOUCHED = frozenset({"edited", "created", "read"})
_TOLD = frozenset({ItemKind.TOOL_RESULT, ItemKind.ATTACHMENT, ItemKind.INSTRUCTIONS})


class Shown(StrEnum):
    """What the work afterwards shows of a fact."""

    KEPT = "kept"
    KNOWN = "shown known"
    FETCHED = "fetched again"
    CONTRADICTED = "contradicted"
    SAID_AGAIN = "said again"
    UNTESTED = "never tested"


@dataclass(frozen=True, slots=True)
class Trace:
    """One fact, by its id, behind one compaction; ``item`` shows it, None where nothing does."""

    fact: str
    shown: Shown
    item: int | None = None


class _After(NamedTuple):
    item: Item
    text: str
    lowered: str


def traces(scene: Scene, compaction: Compaction) -> tuple[Trace, ...]:
    """Of every fact that stood before a compaction what the work behind it shows, up to the next compaction."""
    outcome = scene.outcomes.get(compaction.number)
    if outcome is None:
        return ()
    start = scene.start(compaction.number)
    later = [scene.start(one.number) for one in scene.compactions if one.number > compaction.number]
    items = scene.items_between(start, min(later, default=scene.end))
    after = [_After(item, text, text.casefold()) for item in items if (text := scene.read(item))]
    stayed = frozenset((*compaction.kept, *compaction.restored))
    return tuple(_trace(scene, fact, after, stayed, start) for fact in outcome.facts)


def counts(found: Iterable[Trace]) -> dict[str, int]:
    """How many facts have each trace, all in order."""
    told = Counter(one.shown for one in found)
    return {shown.value: told[shown] for shown in Shown}


def is_unread(scene: Scene, compaction: Compaction) -> bool:
    """Whether nobody can read what a compaction left."""
    outcome = scene.outcomes.get(compaction.number)
    return outcome is not None and bool(outcome.note) and compaction.record.kind != "edit"


def _trace(scene: Scene, fact: Fact, after: Sequence[_After], stayed: frozenset[int], start: int) -> Trace:
    if any(quote.item in stayed for quote in fact.quotes):
        return Trace(fact.id, Shown.KEPT, fact.quotes[-1].item)
    if fact.kind in SAID:
        told = (_broken(scene, fact, start), *(_of_words(scene, fact, one) for one in after))
        return next(filter(None, told), Trace(fact.id, Shown.UNTESTED))
    value = fact.value.casefold()
    if len(value) < _LEAST or value.isdigit() or fact.extractor == "numbers":
        return Trace(fact.id, Shown.UNTESTED)
    return next(filter(None, (_of_value(fact, value, one) for one in after)), Trace(fact.id, Shown.UNTESTED))


def _of_words(scene: Scene, fact: Fact, one: _After) -> Trace | None:
    """What an item shows of words of the human."""
    item = one.item
    if item.chars < len(fact.texts[0]) // 2 or not holds_words(scene, item, fact.texts[0]):
        return None
    if item.kind is ItemKind.USER:
        return Trace(fact.id, Shown.SAID_AGAIN, item.number) if item.origin is Origin.HUMAN else None
    if item.kind in _TOLD:
        return Trace(fact.id, Shown.FETCHED, item.number)
    return Trace(fact.id, Shown.KNOWN, item.number) if item.kind in _WORDS else None


def _of_value(fact: Fact, value: str, one: _After) -> Trace | None:
    """What an item shows of a path, a command, an error or a number."""
    if value not in one.lowered:
        return None
    item = one.item
    if item.kind is ItemKind.USER and item.origin is Origin.HUMAN:
        return Trace(fact.id, Shown.SAID_AGAIN, item.number)
    if item.kind in _TOLD:
        return Trace(fact.id, Shown.FETCHED, item.number)
    if item.kind in _WORDS:
        return Trace(fact.id, Shown.KNOWN, item.number)
    if item.kind is not ItemKind.TOOL_CALL or value not in item.preview.casefold():
        return None
    kind = tool_kind(item.tool)
    if kind in _FETCHES or (kind is ToolKind.RUN and fact.action in _RAN):
        return Trace(fact.id, Shown.FETCHED, item.number)
    return Trace(fact.id, Shown.KNOWN, item.number) if kind in _CHANGES and fact.action in _TOUCHED else None


def _broken(scene: Scene, fact: Fact, start: int) -> Trace | None:
    """The first action against a rule that was kept to before."""
    said = fact.quotes[0].item
    for rule in rules_of(fact.texts[0]) if said > 0 else ():
        since = [act for act in scene.acts if act.step.item.number > said]
        if any(rule.broken(act) for act in since if act.step.item.number < start):
            continue
        act = next(
            (one for one in since if one.step.item.number >= start and not one.step.failed and rule.broken(one)), None
        )
        if act is not None and not asked_for(scene, said, rule, act):
            return Trace(fact.id, Shown.CONTRADICTED, act.step.item.number)
    return None
