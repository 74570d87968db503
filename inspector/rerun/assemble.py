"""Assemble: the parts of a new context in the order the strategy names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from inspector.model import ItemKind, Origin, Quote
from inspector.model.run import State
from inspector.rerun.select import Chosen
from inspector.rerun.strategy import Select, Strategy
from inspector.rerun.view import ViewEntry, written
from inspector.secrets.find import part_of

ACK = "Understood. I go on from this summary."
NUDGE = "Go on with the work where it stopped; ask only where something is unclear."


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that may go into a new context."""

    chosen: Chosen
    summary: tuple[ViewEntry, ...] = ()
    pins: tuple[ViewEntry, ...] = ()
    extract: tuple[ViewEntry, ...] = ()
    restored: tuple[ViewEntry, ...] = ()


def assemble(strategy: Strategy, parts: Parts) -> list[ViewEntry]:
    """The entries of the new context, each with its slot."""
    chosen = parts.chosen
    tail: Iterable[ViewEntry] = chosen.tail
    if strategy.select.tail_as == "text":
        tail = _as_text(chosen.tail, strategy.select)
    by_slot: dict[str, Iterable[ViewEntry]] = {
        "system": chosen.system,
        "head": chosen.head,
        "verbatim": chosen.verbatim,
        "pins": parts.pins,
        "summary": parts.summary,
        "extract": parts.extract,
        "notice": (made(chosen.notice, "notice"),) if chosen.notice else (),
        "tail": tail,
        "restored": parts.restored,
        "ack": (made(ACK, "ack", ItemKind.ASSISTANT),) if strategy.continue_.ack and parts.summary else (),
        "continue": (made(NUDGE, "continue"),) if strategy.continue_.nudge else (),
        "body": _in_order((*chosen.head, *chosen.verbatim, *chosen.tail, *parts.summary)),
    }
    return [replace(entry, slot=slot) for slot in strategy.assemble for entry in by_slot[slot]]


def made(text: str, slot: str, noun: ItemKind = ItemKind.ATTACHMENT) -> ViewEntry:
    """An entry of the strategy's own words."""
    kind = "assistant" if noun is ItemKind.ASSISTANT else "wrapped"
    return replace(written(text, State.SYNTHETIC, (), f"assemble: {slot}", kind=kind), noun=noun)


def summary_entries(text: str, span: Sequence[ViewEntry], role: str, *, opaque: bool) -> tuple[ViewEntry, ...]:
    """The summary as an entry, sourced by what it was made from; none where there is no text and none is sealed."""
    if not text and not opaque:
        return ()
    state = State.OPAQUE if opaque else State.PARAPHRASED
    origin = Origin.AGENT if role == "assistant" else Origin.HARNESS
    sources = tuple(quote for entry in span for quote in entry.sources)
    return (replace(written(text, state, sources, "summarize"), origin=origin),)


def _in_order(entries: Iterable[ViewEntry]) -> list[ViewEntry]:
    """Entries where they stood; a summary where what it was made from stood."""

    def place(entry: ViewEntry) -> int:
        if entry.item is not None:
            return entry.item
        return min((quote.item for quote in entry.sources), default=0)

    return sorted(entries, key=place)


def _as_text(tail: Sequence[ViewEntry], wanted: Select) -> list[ViewEntry]:
    """A kept tail as one text: words of a message that are no message any more."""
    if not tail:
        return []
    lines, sources, cut = [], [], False
    for entry in tail:
        longest = wanted.tool_output_chars if entry.kind == "tool_output" else None
        text = entry.text if longest is None else part_of(entry.text, 0, longest)
        cut = cut or len(text) < len(entry.text)
        name = entry.kind.replace("_", " ")
        lines.append(f"[{name}{' ' + entry.tool if entry.tool else ''}]: {text}")
        if entry.item is not None:
            sources.append(Quote(entry.item, 0, len(text)))
    why = "assemble: kept as text" + (", results cut" if cut else "")
    # Nothing is paraphrased, but no message stands there as it was.
    return [written("\n\n".join(lines), State.TRUNCATED, tuple(sources), why)]
