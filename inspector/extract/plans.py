"""The plans of an agent that the human approved or ordered carried out, and what in them binds.

Rule: of a plan that was approved in writing its rules, its settled assumptions and its checks; of one that was told
in a message its steps. The order has to name the plan or its execution, and nothing in between may refuse it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import orjson

from inspector.extract.candidates import Candidate, section_names
from inspector.extract.consent import orders_plan
from inspector.extract.exchanges import Exchange, reply_kind
from inspector.extract.extractor import Segment
from inspector.extract.forms import form_of
from inspector.extract.openings import word_count
from inspector.extract.proposals import orders, points
from inspector.extract.units import Unit, split
from inspector.extract.work import in_text
from inspector.model import Item, ItemKind

_TOOLS = frozenset({"ExitPlanMode", "exit_plan_mode"})
_HEAD = 300
_BACK = 2
_BINDING = frozenset({"prohibition", "keeping", "obligation", "wish"})
_COMMAND = re.compile(r"^`[^`]+`|^(?:npm|pnpm|yarn|cargo|go|make|mise|pytest|python|uv|mix|gradle|mvn|dotnet) \w")
_SETTLED = re.compile(r"\b(?:assumptions?|defaults|decisions|constraints|out of scope|non-?goals)\b", re.IGNORECASE)
_LEFT = re.compile(r"\b(?:leave|keep|skip)\b.{0,30}\bfor now\b", re.IGNORECASE)
_LEAST = 4
_PHASE = re.compile(r"^[\W_]*(?:phase|step|stage|milestone)\s+\d", re.IGNORECASE)
_PHASES = 3
_CONDITION = re.compile(r"^\W*only (?:if|when|once)\b", re.IGNORECASE)
_MOST = 16


def ordered_plan(segment: Segment, spoken: Sequence[Exchange], place: int) -> Iterator[Candidate]:
    """The steps of the plan that a message orders carried out: the last one told before it."""
    if not orders_plan(spoken[place].text):
        return
    for back, exchange in enumerate(reversed(spoken[max(0, place - _BACK) : place + 1])):
        if back and reply_kind(exchange.text) == "refuses":
            return
        for item in reversed(exchange.before):
            text = segment.read(item)
            steps = _steps(split(text)) if has_phases(text) else points(split(text), text) if _is_plan(text) else ()
            if steps:
                yield from (Candidate(item, unit, "agreed", {"plan ordered": 1.0}) for unit in steps)
                return


def has_phases(text: str) -> bool:
    """Whether a text lays out a plan by phases or steps."""
    return sum(_PHASE.match(line) is not None for line in text.split("\n")) >= _PHASES


def _is_plan(text: str) -> bool:
    return "<proposed_plan>" in text


def _steps(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """What a plan orders under its phases, in order; () where it orders more than a summary would."""
    found: list[Unit] = []
    within = False
    for unit in units:
        if unit.first and _PHASE.match(unit.text):
            within = True
        elif within and _states(unit) and (orders(unit) or _CONDITION.match(unit.text)):
            found.append(unit)
    return tuple(found) if len(found) <= _MOST else ()


def _states(unit: Unit) -> bool:
    stands = unit.shape in ("sentence", "bullet") and not unit.depth
    return stands and word_count(unit.text) >= _LEAST and not unit.text.endswith((":", "?"))


def approved_plans(segment: Segment) -> Iterator[Candidate]:
    """What binds in the plans that were approved where a tool put them to the human."""
    calls = {item.call_id: item for item in segment.items if item.kind is ItemKind.TOOL_CALL and item.tool in _TOOLS}
    for item in segment.items:
        if item.tool not in _TOOLS or item.kind is not ItemKind.TOOL_RESULT or item.error:
            continue
        text = segment.read(item)
        if "approved" not in text[:_HEAD]:
            continue
        if len(text) > _HEAD:
            yield from (_approved(item, unit) for unit in _binding(text) if unit.start >= _HEAD)
        elif item.call_id in calls:
            call = calls[item.call_id]
            yield from (_approved(call, unit) for unit in _in_call(segment.read(call)))


def _approved(item: Item, unit: Unit) -> Candidate:
    return Candidate(item, unit, "agreed", {"plan approved": 1.0})


def _in_call(text: str) -> Iterator[Unit]:
    """The same of a plan that stands in its call alone, placed as JSON writes it."""
    end = 0
    for unit in _binding(_plan_of(text)):
        found = in_text(text, unit.text, end)
        if found:
            end = found[1]
            yield replace(unit, start=found[0], end=end)


def _plan_of(text: str) -> str:
    try:
        told = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ""
    words = (told.get("plan") or told.get("summary")) if isinstance(told, dict) else None
    return words if isinstance(words, str) else ""


def _binding(text: str) -> Iterator[Unit]:
    for unit in split(text):
        if unit.shape in ("heading", "row") or word_count(unit.text) < _LEAST:
            continue
        settled = unit.shape == "bullet" and not unit.depth and _SETTLED.search(unit.section.rsplit(" / ", 1)[-1])
        rules = form_of(unit.text) in _BINDING or _LEFT.search(unit.text) or settled
        checks = "section:checks" in section_names(unit)
        if (unit.shape != "code" and rules) or (checks and _COMMAND.search(unit.text)):
            yield unit
