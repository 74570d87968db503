"""What the human turned down, what he chose in its place, and why, in the words of both.

Rule: only what is plainly turned down: options of a question of which another was chosen, an offer that a "no"
answers, a call or a plan that was refused with a reason, and "this instead of that" in his own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import orjson

from inspector.facts.agreed import offer_of
from inspector.facts.exchanges import Exchange, exchanges
from inspector.facts.extractor import Segment
from inspector.facts.forms import form_of
from inspector.facts.options import of_answer, of_reply
from inspector.facts.pasted import is_pasted, pasted_ranges
from inspector.facts.rejection import LEAST, REASON, Rejection, in_item, reason_of, said, units_of, words_in
from inspector.facts.work import turned_down
from inspector.model import Item, ItemKind, Part, Quote, Role
from inspector.text.openings import word_count
from inspector.text.units import Unit, split

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
_FORBIDS = re.compile(r"\b(?:don'?t|do not|never|nicht|nie|nikdy|не|никогда)\b", re.IGNORECASE)
_AVOIDS = re.compile(r"\b(?:avoid|refrain|rather not|leave it)\b", re.IGNORECASE)
_WAITS = re.compile(r"\b(?:hang|hold) on\b|^\W*wait\b|\bworry\b", re.IGNORECASE)
_ANNOUNCES = re.compile(
    r"^\W*(?:now |next,? |ok(?:ay)?,? |first,? )*(?:let me|i'?ll|i will|i'?m going to)\b", re.IGNORECASE
)
_UNDOES = re.compile(r"\b(?:revert|undo|remove|don'?t|do not|stop|drop|not)\b", re.IGNORECASE)
_TURNS = frozenset({"prohibition", "retraction", "choice", "wish"})
_LONGEST, _SHOWN, _LEAST_OFFER = 600, 200, 5


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
            of_answer(segment, exchange, calls, taken)
            or _refused_call(segment, exchange, calls)
            or of_reply(segment, exchange)
            or _offer(segment, exchange)
            or _in_own_words(exchange)
        )
        if found is not None:
            yield found


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
    part = words_in(Role.REJECTED, call, text, _gist(text))
    return Rejection(exchange.item, in_item(unit, exchange), (part, *reason_of(exchange, unit))) if part else None


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


def _offer(segment: Segment, exchange: Exchange) -> Rejection | None:
    """An offer of the agent that the human's "no" turns down."""
    if not exchange.before or not _NO.match(exchange.text) or _NOT_REFUSING.match(exchange.text):
        return None
    item = exchange.before[-1]
    text = segment.read(item)
    offer = offer_of(split(text), _LEAST_OFFER) or _announced(text, exchange)
    if offer is None or len(text) - offer.end > _SHOWN:
        return None
    units = units_of(exchange)
    unit = next((one for one in units if word_count(one.text) >= LEAST), units[0] if units else None)
    if unit is None:
        return None
    part = Part(Role.REJECTED, Quote(item.number, offer.start, offer.end), offer.text)
    return Rejection(exchange.item, in_item(unit, exchange), (part, *reason_of(exchange, unit)))


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
    for unit in units_of(exchange):
        found = _INSTEAD.search(unit.text)
        if found is None or unit.text.rstrip().endswith("?") or is_pasted(pasted, unit.start, unit.end):
            continue
        if _FORBIDS.search(found["chosen"]):
            # "Don't mock instead of waiting" chooses what stands behind.
            continue
        if form_of(unit.text) not in (*_TURNS, "imperative", "obligation", "keeping", "request"):
            continue
        why = REASON.search(unit.text, found.start("rejected"))
        end = min(found.end("rejected"), why.start() if why else len(unit.text))
        spans = ((Role.REJECTED, (found.start("rejected"), end)), (Role.CHOSEN, found.span("chosen")))
        parts = [said(role, exchange, unit.start + start, unit.start + end) for role, (start, end) in spans]
        return Rejection(exchange.item, in_item(unit, exchange), (*parts, *reason_of(exchange, unit)))
    return None


def _deciding(exchange: Exchange) -> Unit | None:
    """The first sentence that forbids, takes back or chooses; None where the human only asks or goes on."""
    for unit in units_of(exchange):
        told = form_of(unit.text) in _TURNS or any(one.search(unit.text) for one in (_INSTEAD, _NO, _AVOIDS))
        if (
            told
            and not _WAITS.search(unit.text)
            and not unit.text.rstrip().endswith("?")
            and word_count(unit.text) >= LEAST
        ):
            return unit
    return None
