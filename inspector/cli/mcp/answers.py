"""What the server answers, as text: counts with their basis, and words of the log with their lines."""

from __future__ import annotations

from pathlib import Path

from inspector.cli.mcp.held import Held, name_of
from inspector.cli.mcp.quoting import Piece, plain, quoted
from inspector.cli.session import compaction_numbered
from inspector.errors import UsageError
from inspector.model import Basis, Item, ItemKind, Origin, TokenCount
from inspector.report.mend.choices import Decisions
from inspector.report.sentences import harm_counts, said_before
from inspector.report.told import ToldCompaction, ToldFact
from inspector.secrets.find import part_of
from inspector.wording.damage import damage_words
from inspector.wording.times import clock
from inspector.wording.units import counted, place
from inspector.wording.verdicts import verdict_meaning
from inspector.workbench.document import Document, uncompacted
from inspector.workbench.mending import checks_of

_AROUND = 300
"""Characters on each side of what was found."""
_DIGITS = 10
_SPOKEN = frozenset({ItemKind.USER, ItemKind.ASSISTANT})
_WHO = {Origin.HUMAN: "the user", Origin.AGENT: "the agent", Origin.TOOL: "a tool", Origin.HARNESS: "the program"}


def compactions_answer(held: Held) -> str:
    """Every compaction of a session with its sizes and how much of what was said stands there."""
    told, session = held.told(), held.document.session
    lines = [f"Session {plain(name_of(session.id, Path(session.path)))}, {counted(len(session.items), 'item')}."]
    if damaged := damage_words(session):
        lines.append(damaged)
    lines += [_line(one) for one in told.values()]
    if not told:
        lines.append(uncompacted(held.document))
    return "\n".join(lines)


def missing_answer(held: Held, number: int, budget: int, *, also_part: bool) -> str:
    """What the user said that does not stand there behind a compaction (0: the newest), word for word.

    Where a judge read it, what that calls lost or changed, and what the summary says without support. ``also_part``
    adds what stands there in part, and what was gone earlier.
    """
    document = held.document
    asked = compaction_numbered(document, number or len(document.compactions), "list_compactions lists them.")
    told = held.told()[asked.number]
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
    damaged = damage_words(document.session)
    head = f"{_line(told)}\n{damaged}\n{said_before(told)}" if damaged else f"{_line(told)}\n{said_before(told)}"
    if also_part:
        pieces += [_said(fact, with_verdict=True) for fact in rest]
    elif rest:
        head += f" Those in part or gone earlier: also_part gives them ({len(rest):,})."
    return quoted(head, pieces, budget, "Ask again with a larger max_tokens, or restore one by its id.")


def find_answer(held: Held, words: str, budget: int) -> str:
    """Passages that hold the words, the user's own first, then the latest, and whether each stands in the context."""
    if not words.strip():
        raise UsageError("There is nothing to look for.", hint="Give a word, a name or a path.")
    here, sought = _in_context(held.document), words.casefold()
    places = [(item, at) for item in held.sought if (at := _place(held.folded(item), sought)) is not None]
    head = f"{counted(len(places), 'item')} of the log {'holds' if len(places) == 1 else 'hold'} all of these words."
    if held.behind:
        head += f" What the last {counted(held.behind, 'line')} hold was not looked through."
    found = (_found(held.document, item, at, len(words), here) for item, at in places)
    rest = "Ask for more words, or with a larger max_tokens; restore gives one whole."
    return quoted(head, found, budget, rest, len(places))


def restore_answer(held: Held, name: str, budget: int) -> str:
    """All of what a fact's id, or ``#`` and an item's number, stands for: the whole message that says it."""
    document = held.document
    number, head = _item_of(held, name.strip())
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


def _place(text: str, sought: str) -> int | None:
    """Where words stand in a text, next to each other or else the first of them; None where one does not."""
    at = text.find(sought)
    if at >= 0:
        return at
    places = [text.find(word) for word in sought.split()]
    return min(places) if places and min(places) >= 0 else None


def _found(document: Document, item: Item, at: int, length: int, here: frozenset[int]) -> Piece:
    text = document.bodies.text(item)
    start, end = max(0, at - _AROUND), min(len(text), at + length + _AROUND)
    stands = "in the context" if item.number in here else "no longer in the context"
    shown = ("… " if start else "") + part_of(text, start, end, every=True).strip() + (" …" if end < len(text) else "")
    return Piece(f"#{item.number} · {_who(item)} · {place(item.source.own_line, item.number)} · {stands}", shown)


def _in_context(document: Document) -> frozenset[int]:
    assert document.reconstruction is not None, "sessions are opened up to their verdicts"
    replay = document.reconstruction.replay
    return frozenset(entry.item for entry in replay.entries_at(len(document.session.ops) - 1))


def _who(item: Item) -> str:
    named = f" ({plain(item.tool)})" if item.tool else ""
    who = _WHO[item.origin]
    return who if item.kind in _SPOKEN else f"{item.kind.value.replace('_', ' ')} by {who}{named}"


def _item_of(held: Held, name: str) -> tuple[int, str]:
    """The item that a name stands for, and what is said of it. Raises UsageError."""
    number, items = name.lstrip("#"), len(held.document.session.items)
    if number.isascii() and number.isdigit() and len(number) < _DIGITS and 0 < int(number) <= items:
        return int(number), f"Item {number} of {items:,}."
    for told in reversed(held.told().values()):
        for fact in told.facts:
            if fact.id == name and (said := [one.item for one in fact.said if one.item is not None]):
                return said[0], f"{fact.kind.value.capitalize()} {fact.id}."
    raise UsageError(f"Nothing here is called {name[:80]!r}.", hint="missing gives ids, find gives numbers like #12.")
