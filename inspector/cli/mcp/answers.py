"""What the server answers, as text: counts with their basis, and words of the log with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from inspector.cli.mcp.quoting import Piece, clean, quoted
from inspector.cli.session import compaction_numbered, entered
from inspector.errors import UsageError
from inspector.model import Basis, Item, ItemKind, Origin, TokenCount
from inspector.report.document import ToldCompaction, ToldFact
from inspector.report.mend.choices import Decisions
from inspector.report.sentences import harm_counts, said_before
from inspector.wording.damage import damage_words, never_compacted
from inspector.wording.times import clock
from inspector.wording.units import counted, place
from inspector.wording.verdicts import verdict_meaning
from inspector.workbench.document import Document
from inspector.workbench.mending import checks_of, told_compactions

_AROUND = 300
"""Characters on each side of what was found."""
_NO_WORD, _LONGEST_NAME = re.compile(r"[^\w.:/-]"), 60
_SKIPPED = frozenset({ItemKind.EVENT})
_WHO = {Origin.HUMAN: "the user", Origin.AGENT: "the agent", Origin.TOOL: "a tool", Origin.HARNESS: "the program"}


def compactions_answer(document: Document) -> str:
    """Every compaction of a session with its sizes and how much of what was said stands there."""
    told = told_compactions(document, entered(document))
    session = document.session
    lines = [
        f"Session {Path(session.path).stem}, {counted(len(session.items), 'item')}. {damage_words(session)}".strip()
    ]
    lines += [_line(one) for one in told.values()]
    if not told:
        lines.append(never_compacted(bool(damage_words(session))))
    return "\n".join(lines)


def missing_answer(document: Document, number: int, budget: int, *, also_part: bool) -> str:
    """What the user said that does not stand there behind a compaction (0: the newest), word for word.

    Where a judge read it, what that calls lost or changed, and what the summary says without support. ``also_part``
    adds what stands there in part, and what was gone earlier.
    """
    number = compaction_numbered(document, number or len(document.compactions)).number
    told = told_compactions(document, entered(document))[number]
    if told.unjudged:
        said = [_said(fact) for fact in told.facts if fact.is_spoken and fact.group != "folded"]
        head = f"{_line(told)}\n{told.unjudged} What no longer stands there is not known; this is what the user said."
        return quoted(head, said, budget, "restore gives one of them by its id, find looks for words.")
    pieces = [_said(entry.fact, with_verdict=True) for entry in checks_of(told, Decisions()).restored]
    pieces += [
        Piece(f"claim of the summary · {one.why} · {place(one.line, one.item)} · {one.basis.value}", one.text)
        for one in told.claims
    ]
    rest = [fact for fact in told.facts if fact.group in ("part", "earlier")]
    head = f"{_line(told)}\n{said_before(told, 'The user')}"
    if also_part:
        pieces += [_said(fact, with_verdict=True) for fact in rest]
    elif rest:
        head += f" Those in part or gone earlier: also_part gives them ({len(rest):,})."
    return quoted(head, pieces, budget, "Ask again with a larger max_tokens, or restore one by its id.")


def find_answer(document: Document, words: str, budget: int) -> str:
    """Passages that hold the words, the user's own first, then the latest, and whether each stands in the context."""
    if not words.strip():
        raise UsageError("There is nothing to look for.", hint="Give a word, a name or a path.")
    here = _in_context(document)
    items = sorted(document.session.items, key=lambda item: (item.origin is not Origin.HUMAN, -item.number))
    found = [piece for item in items if (piece := _found(document, item, words, here))]
    head = f"{counted(len(found), 'item')} of the log {'holds' if len(found) == 1 else 'hold'} all of these words."
    return quoted(head, found, budget, "Ask for more words, or with a larger max_tokens; restore gives one whole.")


def restore_answer(document: Document, name: str, budget: int) -> str:
    """All of what a fact's id, or ``#`` and an item's number, stands for: the whole message that says it."""
    number, head = _item_of(document, name.strip())
    item = document.session.items[number - 1]
    text = document.text(number)
    stands = "it still stands in the context" if number in _in_context(document) else "it is no longer in the context"
    whole = Piece(f"{_who(item)} · {place(item.source.own_line, number)} · {stands}", text)
    return quoted(head, [whole], budget, "")


def _line(told: ToldCompaction) -> str:
    sizes = f"{_tokens(told.before)} before, {_tokens(told.after)} after"
    when = f" · {clock(told.time)}" if told.time else ""
    return f"Compaction {told.number}{when} · {told.trigger} · {sizes} · {harm_counts(told)}"


def _tokens(count: TokenCount) -> str:
    return "tokens not in this log" if count.value is None else f"{count.value:,} tokens ({count.basis.value})"


def _said(fact: ToldFact, *, with_verdict: bool = False) -> Piece:
    said = fact.said[0] if fact.said else None
    where = place(said.line, said.item) if said else "place not in this log"
    kind = fact.judged.kind.value if fact.judged else ""
    told = (verdict_meaning(fact.verdict), "" if fact.before else "gone earlier") if with_verdict else ()
    how = "" if fact.basis is Basis.COUNTED or not with_verdict else fact.basis.value
    parts = (f"id {fact.id}", kind, *told, where, how)
    return Piece(" · ".join(part for part in parts if part), said.text if said else fact.statement)


def _found(document: Document, item: Item, words: str, here: frozenset[int]) -> Piece | None:
    if item.kind in _SKIPPED or not item.chars:
        return None
    text = document.bodies.text(item)
    if _place(text, words) < 0:
        return None
    # Cleaned whole: a passage that begins in the middle of a key would give the rest of it away.
    text = clean(text)
    at = _place(text, words)
    if at < 0:
        return None
    start, end = max(0, at - _AROUND), min(len(text), at + len(words) + _AROUND)
    stands = "in the context" if item.number in here else "no longer in the context"
    shown = ("… " if start else "") + text[start:end].strip() + (" …" if end < len(text) else "")
    return Piece(f"#{item.number} · {_who(item)} · {place(item.source.own_line, item.number)} · {stands}", shown)


def _place(text: str, words: str) -> int:
    """Where the words stand in a text, else the first of them where all do; -1 where they do not."""
    lowered, sought = text.casefold(), words.casefold()
    at = lowered.find(sought)
    return at if at >= 0 else min(places) if min(places := [lowered.find(word) for word in sought.split()]) >= 0 else -1


def _in_context(document: Document) -> frozenset[int]:
    assert document.reconstruction is not None, "sessions are opened up to their verdicts"
    replay = document.reconstruction.replay
    return frozenset(entry.item for entry in replay.entries_at(len(document.session.ops) - 1))


def _who(item: Item) -> str:
    # A tool is named by whoever serves it: outside the marks only a bounded plain word may stand.
    named = f" ({_NO_WORD.sub('?', item.tool)[:_LONGEST_NAME]})" if item.tool else ""
    return f"{item.kind.value} of {_WHO[item.origin]}{named}"


def _item_of(document: Document, name: str) -> tuple[int, str]:
    """The item that a name stands for, and what is said of it. Raises UsageError."""
    if name.lstrip("#").isdigit() and 0 < int(name.lstrip("#")) <= len(document.session.items):
        return int(name.lstrip("#")), f"Item {name.lstrip('#')} of {len(document.session.items):,}."
    for told in reversed(told_compactions(document, entered(document)).values()):
        for fact in told.facts:
            if fact.id == name and (items := [*_items(fact)]):
                return items[0], f"{fact.kind.value.capitalize()} {fact.id}."
    raise UsageError(f"Nothing here is called {name!r}.", hint="missing gives ids, find gives numbers like #12.")


def _items(fact: ToldFact) -> Iterator[int]:
    return (one.item for one in fact.said if one.item is not None)
