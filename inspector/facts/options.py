"""Options that were put to a person: of which one was chosen, the others are turned down.

Either a question tool gave them, or a message of the agent lists them by letters or numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

import orjson

from inspector.facts.agreed import LABEL, chosen_labels, is_bare
from inspector.facts.exchanges import Exchange, exchanges, moves_on
from inspector.facts.rejection import Rejection, in_item, reason_of, units_of, words_in
from inspector.model import Item, ItemKind, Part, Quote, Role
from inspector.reconstruct.segment import Segment
from inspector.text.phrases import says
from inspector.text.units import Unit, split

_MOST = 4
_LONGEST = 600
"""Characters of a message that chooses."""
_ASKED = 600
"""Characters in front of options, or at the end of a message, in which it asks for one."""


def rejected(segment: Segment) -> Iterator[Rejection]:
    """What was turned down by choosing another option, in order of the messages that choose."""
    calls = {item.call_id: item for item in segment.items if item.kind is ItemKind.TOOL_CALL and item.call_id}
    spoken = exchanges(segment)
    # What they asked for themselves, or chose in one menu, is not turned down by another that they answer otherwise.
    taken = frozenset(exchange.text.strip() for exchange in spoken)
    for exchange in spoken:
        if len(exchange.text) <= _LONGEST:
            found = of_answer(segment, exchange, calls, taken) or of_reply(segment, exchange)
            if found is not None:
                yield found


def of_answer(
    segment: Segment, exchange: Exchange, calls: Mapping[str, Item], taken: AbstractSet[str]
) -> Rejection | None:
    """One of the options that a question tool gave; the others are turned down."""
    if exchange.item.detail != "answer" or exchange.item.call_id not in calls:
        return None
    call = calls[exchange.item.call_id]
    text = segment.read(call)
    answer = exchange.text.strip()
    for question, options in _questions(text):
        if answer not in options or says("no option", answer) or moves_on(answer) or says("takes all", answer):
            continue
        others = [one for one in options if one not in taken and not says("no option", one)]
        parts = [part for one in others[:_MOST] if (part := words_in(Role.REJECTED, call, text, one)) is not None]
        place = _answer_in_result(segment, exchange, f'"{question}"="{answer}"')
        if parts and place is not None:
            item, unit = place
            at = unit.end - 1 - len(answer)
            parts.append(Part(Role.CHOSEN, Quote(item.number, at, at + len(answer)), answer))
            return Rejection(item, unit, tuple(parts))
    return None


def _answer_in_result(segment: Segment, exchange: Exchange, pair: str) -> tuple[Item, Unit] | None:
    """Where the result of the question tool holds the question with its answer: there the answer is a fact."""
    for item in segment.items:
        if item.kind is ItemKind.TOOL_RESULT and item.call_id == exchange.item.call_id:
            start = segment.read(item).find(pair)
            if start >= 0:
                return item, Unit(start, start + len(pair), pair, "answer", first=True)
    return None


def _questions(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each question that lets one option be chosen, with its options."""
    try:
        asked = orjson.loads(text)["questions"]
        for one in asked:
            if not one.get("multiSelect"):
                yield str(one["question"]), [str(option["label"]) for option in one["options"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        return


def of_reply(segment: Segment, exchange: Exchange) -> Rejection | None:
    """One of the agent's lettered or numbered options; the others are turned down."""
    labels = chosen_labels(exchange.text)
    if not labels or not exchange.before:
        return None
    item = exchange.before[-1]
    text = segment.read(item)
    offered = _offered(text)
    if not labels <= offered.keys() or not _asks(text, min(unit.start for unit in offered.values())):
        return None
    if any(label.isdigit() for label in labels) and not says("asks which", text[max(0, offered["1"].start - _ASKED) :]):
        # A numbered list is more often work to do one after the other.
        return None
    chosen = offered[next(iter(labels))]
    others = [unit for label, unit in offered.items() if label not in labels and not says("no option", unit.text)]
    if not others or says("no option", chosen.text) or says("takes all", chosen.text):
        return None
    unit = next(iter(units_of(exchange)), None)
    if unit is None:
        return None
    parts = [Part(Role.CHOSEN, Quote(item.number, chosen.start, chosen.end), chosen.text)]
    parts += [Part(Role.REJECTED, Quote(item.number, one.start, one.end), one.text) for one in others[:_MOST]]
    why = reason_of(exchange, unit)
    if is_bare(exchange.text.replace(why[0].text, "") if why else exchange.text):
        return Rejection(item, chosen, (*parts[1:], *why))
    return Rejection(exchange.item, in_item(unit, exchange), (*parts, *why))


def _asks(text: str, first: int) -> bool:
    """Whether options are put to the human: by a question behind them, or by the line that opens them."""
    return "?" in text[-_ASKED:] or text[:first].rstrip(" *-\n").endswith(":")


def _offered(text: str) -> dict[str, Unit]:
    """The options of a message by label, where they run on from the first: A, B … or 1, 2 …"""
    found: dict[str, Unit] = {}
    for unit in split(text):
        line = text[text.rfind("\n", 0, unit.start) + 1 : unit.end]
        label = LABEL.match(line) if unit.first and unit.shape != "code" else None
        # "Option A seems best" speaks of one and is none.
        if label is None or (label[2] and unit.shape == "sentence" and not line.lstrip().startswith("*")):
            continue
        name = (label[1] or label[2]).upper()
        if name in ("A", "1"):
            # A later list is the one that is asked about.
            found = {}
        found.setdefault(name, unit)
    names = list(found)
    runs = names == [chr(ord(names[0]) + place) for place in range(len(names))] if names else False
    return found if runs and names[0] in ("A", "1") and 2 <= len(names) <= _MOST + 1 else {}
