"""What the human turned down, what he chose in its place, and why, in the words of both.

Rule: only what is plainly turned down: options of a question of which another was chosen, an offer that a "no"
answers, a call or a plan that was refused with a reason, and "this instead of that" in his own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import orjson

from inspector.extract.agreed import LABEL, chosen_labels, offer_of, speaks_of
from inspector.extract.exchanges import Exchange, exchanges, moves_on
from inspector.extract.extractor import Segment
from inspector.extract.forms import form_of
from inspector.extract.likeness import content, stem
from inspector.extract.openings import word_count
from inspector.extract.pasted import is_pasted, pasted_ranges
from inspector.extract.units import Unit, split
from inspector.extract.wording import wording
from inspector.extract.work import turned_down
from inspector.model import Item, ItemKind, Part, Quote, Role

_ASKS_WHICH = re.compile(
    r"\b(?:options?|approach(?:es)?|alternatives?|variants?|either|which (?:one|way|of)|do you prefer|oder|varianta"
    r"|варіант)\b|方案|哪",
    re.IGNORECASE,
)
_NO_OPTION = re.compile(r"\b(?:something else|you decide|your choice|other priorit\w+)\b|\?\W*$", re.IGNORECASE)
_TAKES_ALL = re.compile(r"^\W*(?:[A-E\d][.):]\W*)?(?:both|all|neither|none|either)\b", re.IGNORECASE)
_NO = re.compile(
    r"^\W*(?:no+|nope|nah|not? (?:that|this|yet|now)|don'?t|do not|let'?s not|please don'?t|i'?d rather not|stop|never"
    r"|nein|ne|ні|нет|不)\b[,.!:;\s]*",
    re.IGNORECASE,
)
_NOT_REFUSING = re.compile(
    r"^\W*no (?:problem|worries|need to (?:ask|thank)|idea|more questions|it'?s fine|such"
    r"|(?!this|that|it|there|we|you|they|i)\w+ (?:was|were|is|are)\b"
    r"|that'?s (?:fine|ok|right|correct))\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?P<chosen>[^,.;:!?\n]{3,90}?)\s*(?:,\s*)?\b(?:instead of|rather than|statt|anstatt|místo|замість|вместо)\s+"
    r"(?P<rejected>[^,.;:!?\n()]{2,80})",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:\b(?:because|since|(?<!long )as (?:it|this|that|they|we|i)\b|otherwise|to (?:avoid|save|prevent)\b"
    r"|so (?:that )?(?:it|we|i|they)\b|the risk\b|i think (?:it|that|this)\b|that way|due to|weil|sonst|protože"
    r"|бо\b|тому що|потому что)|(?<=\s[-–—]\s)(?:it|this|that|they|we|i)\b)[^\n]*?(?=[.!?](?:\s|$)|\n|$)|因为[^\n。]*",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"\b(?:don'?t|do not|never|nicht|nie|nikdy|не|никогда)\b", re.IGNORECASE)
_AVOIDS = re.compile(r"\b(?:avoid|refrain|rather not|leave it)\b", re.IGNORECASE)
_WAITS = re.compile(r"\b(?:hang|hold) on\b|^\W*wait\b|\bworry\b", re.IGNORECASE)
_ANNOUNCES = re.compile(
    r"^\W*(?:now |next,? |ok(?:ay)?,? |first,? )*(?:let me|i'?ll|i will|i'?m going to)\b", re.IGNORECASE
)
_UNDOES = re.compile(r"\b(?:revert|undo|remove|don'?t|do not|stop|drop|not)\b", re.IGNORECASE)
_TURNS = frozenset({"prohibition", "retraction", "choice", "wish"})
_LONGEST, _SHOWN, _NEAR = 600, 200, 120
_MOST = 4


@dataclass(frozen=True, slots=True)
class Rejection:
    """The words that decide, as a place in an item, and what they turn down, choose and give as a reason."""

    item: Item
    unit: Unit
    parts: tuple[Part, ...]


def rejected(segment: Segment) -> Iterator[Rejection]:
    """Every rejection of a segment, in order of the messages that make them."""
    calls = {item.call_id: item for item in segment.items if item.kind is ItemKind.TOOL_CALL and item.call_id}
    spoken = exchanges(segment)
    # What he asked for himself, or chose in one menu, is not turned down by another that he answers otherwise.
    taken = frozenset(exchange.text.strip() for exchange in spoken)
    for exchange in spoken:
        if len(exchange.text) > _LONGEST and exchange.item.detail != "plan_feedback":
            continue
        found = (
            _answer(segment, exchange, calls, taken)
            or _refused_call(segment, exchange, calls)
            or _option(segment, exchange)
            or _offer(segment, exchange)
            or _in_own_words(exchange)
        )
        if found is not None:
            yield found


def _answer(
    segment: Segment, exchange: Exchange, calls: Mapping[str, Item], taken: AbstractSet[str]
) -> Rejection | None:
    """One of the options that a question tool gave; the others are turned down."""
    if exchange.item.detail != "answer" or exchange.item.call_id not in calls:
        return None
    call = calls[exchange.item.call_id]
    text = segment.read(call)
    answer = exchange.text.strip()
    for question, options in _questions(text):
        if answer not in options or _NO_OPTION.search(answer) or moves_on(answer) or _TAKES_ALL.match(answer):
            continue
        others = [one for one in options if one not in taken and not _NO_OPTION.search(one)]
        parts = [part for one in others[:_MOST] if (part := _part(Role.REJECTED, call, text, one)) is not None]
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


def _refused_call(segment: Segment, exchange: Exchange, calls: Mapping[str, Item]) -> Rejection | None:
    """A call or a plan that was refused with words that say what to do, or not to do, in its place."""
    if exchange.item.detail not in ("feedback", "plan_feedback") or exchange.item.call_id not in calls:
        return None
    unit = _deciding(exchange)
    result = next((one for one in segment.items if one.call_id == exchange.item.call_id and one.error), None)
    if unit is None or result is None or not turned_down(segment.read(result)):
        return None
    call = calls[exchange.item.call_id]
    text = segment.read(call)
    part = _part(Role.REJECTED, call, text, _gist(text))
    return Rejection(exchange.item, _moved(unit, exchange), (part, *_reason(exchange, unit))) if part else None


def _gist(text: str) -> str:
    """What a call would have done, as it stands in its text: a command's first line, a file, the head of a plan."""
    try:
        told = orjson.loads(text)
    except ValueError:
        return ""
    for name in ("command", "file_path", "path", "plan", "url", "query", "pattern", "prompt"):
        value = told.get(name) if isinstance(told, dict) else None
        if isinstance(value, str) and value.strip():
            return value.strip().split("\n")[0].split('"')[0].strip()[:_SHOWN]
    return ""


def _option(segment: Segment, exchange: Exchange) -> Rejection | None:
    """One of the agent's lettered or numbered options; the others are turned down."""
    labels = chosen_labels(exchange.text)
    if not labels or not exchange.before:
        return None
    item = exchange.before[-1]
    text = segment.read(item)
    offered = _offered(text)
    if not labels <= offered.keys() or not _asks(text, min(unit.start for unit in offered.values())):
        return None
    if any(label.isdigit() for label in labels) and not _ASKS_WHICH.search(
        text[max(0, offered["1"].start - _LONGEST) :]
    ):
        # A numbered list is more often work to do one after the other.
        return None
    chosen = offered[next(iter(labels))]
    if speaks_of(exchange.text, chosen.text):
        return None
    others = [unit for label, unit in offered.items() if label not in labels and not _NO_OPTION.search(unit.text)]
    if not others or _NO_OPTION.search(chosen.text) or _TAKES_ALL.match(chosen.text):
        return None
    unit = next(iter(_units(exchange)), None)
    if unit is None:
        return None
    parts = [Part(Role.CHOSEN, Quote(item.number, chosen.start, chosen.end), chosen.text)]
    parts += [Part(Role.REJECTED, Quote(item.number, one.start, one.end), one.text) for one in others[:_MOST]]
    why = _reason(exchange, unit)
    if _is_bare(exchange.text.replace(why[0].text, "") if why else exchange.text):
        return Rejection(item, chosen, (*parts[1:], *why))
    return Rejection(exchange.item, _moved(unit, exchange), (*parts, *why))


def _is_bare(reply: str) -> bool:
    """Whether a reply, but for its reason, says little more than which option it takes: the option's words decide."""
    telling = {form for form in content(reply) if len(form) > 1} - {stem(word) for word in wording().common}
    return len(telling) < _LEAST_TELLING


_LEAST_TELLING = 2


def _asks(text: str, first: int) -> bool:
    """Whether options are put to the human: by a question behind them, or by the line that opens them."""
    return "?" in text[-_LONGEST:] or text[:first].rstrip(" *-\n").endswith(":")


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


def _offer(segment: Segment, exchange: Exchange) -> Rejection | None:
    """An offer of the agent that the human's "no" turns down."""
    if not exchange.before or not _NO.match(exchange.text) or _NOT_REFUSING.match(exchange.text):
        return None
    item = exchange.before[-1]
    text = segment.read(item)
    offer = offer_of(split(text), _LEAST_OFFER) or _announced(text, exchange)
    if offer is None or len(text) - offer.end > _SHOWN:
        return None
    units = _units(exchange)
    unit = next((one for one in units if word_count(one.text) >= _LEAST), units[0] if units else None)
    if unit is None:
        return None
    part = Part(Role.REJECTED, Quote(item.number, offer.start, offer.end), offer.text)
    return Rejection(exchange.item, _moved(unit, exchange), (part, *_reason(exchange, unit)))


_LEAST_OFFER = 5


def _announced(text: str, exchange: Exchange) -> Unit | None:
    """The step with which the agent's words end, where the human says to undo it or not to do it."""
    units = split(text)
    is_step = units and _ANNOUNCES.match(units[-1].text) and word_count(units[-1].text) >= _LEAST_OFFER
    return units[-1] if is_step and _UNDOES.search(exchange.text[:_SHOWN]) else None


def _in_own_words(exchange: Exchange) -> Rejection | None:
    """This instead of that, in a sentence that orders or chooses."""
    if not _INSTEAD.search(exchange.text):
        return None
    pasted = pasted_ranges(exchange.text)
    for unit in _units(exchange):
        found = _INSTEAD.search(unit.text)
        if found is None or unit.text.rstrip().endswith("?") or is_pasted(pasted, unit.start, unit.end):
            continue
        if _FORBIDS.search(found["chosen"]):
            # "Don't mock instead of waiting" chooses what stands behind.
            continue
        if form_of(unit.text) not in (*_TURNS, "imperative", "obligation", "keeping", "request"):
            continue
        why = _REASON.search(unit.text, found.start("rejected"))
        end = min(found.end("rejected"), why.start() if why else len(unit.text))
        spans = ((Role.REJECTED, (found.start("rejected"), end)), (Role.CHOSEN, found.span("chosen")))
        parts = [_said(role, exchange, unit.start + start, unit.start + end) for role, (start, end) in spans]
        return Rejection(exchange.item, _moved(unit, exchange), (*parts, *_reason(exchange, unit)))
    return None


def _deciding(exchange: Exchange) -> Unit | None:
    """The first sentence that forbids, takes back or chooses; None where the human only asks or goes on."""
    for unit in _units(exchange):
        told = form_of(unit.text) in _TURNS or any(one.search(unit.text) for one in (_INSTEAD, _NO, _AVOIDS))
        if (
            told
            and not _WAITS.search(unit.text)
            and not unit.text.rstrip().endswith("?")
            and word_count(unit.text) >= _LEAST
        ):
            return unit
    return None


def _units(exchange: Exchange) -> tuple[Unit, ...]:
    """The message cut as it is for statements, so that both find the same words."""
    return split(exchange.text, clauses=True)


_LEAST = 3


def _reason(exchange: Exchange, unit: Unit) -> tuple[Part, ...]:
    """Why, in the human's words: behind a because, from the sentence that decides on."""
    found = _REASON.search(exchange.text, unit.start, min(len(exchange.text), unit.end + _NEAR))
    if found is None or word_count(found[0]) < _LEAST:
        return ()
    return (_said(Role.REASON, exchange, *found.span()),)


def _said(role: Role, exchange: Exchange, start: int, end: int) -> Part:
    """A stretch of the human's message, without blanks at its ends."""
    text = exchange.text[start:end]
    start += len(text) - len(text.lstrip())
    at = exchange.offset + start
    return Part(role, Quote(exchange.item.number, at, at + len(text.strip())), text.strip())


def _part(role: Role, item: Item, text: str, words: str) -> Part | None:
    start = text.find(words) if words else -1
    return Part(role, Quote(item.number, start, start + len(words)), words) if start >= 0 else None


def _moved(unit: Unit, exchange: Exchange) -> Unit:
    """A unit of the human's words as a place in the item's text."""
    return Unit(unit.start + exchange.offset, unit.end + exchange.offset, unit.text, unit.shape, first=unit.first)
