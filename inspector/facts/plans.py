"""The plans of an agent that the human approved or ordered carried out, and what in them binds.

Rule: of a plan that was approved in writing its rules, its settled assumptions and its checks; of one that was told
in a message its steps. The order has to name the plan or its execution, and nothing in between may refuse it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import orjson

from inspector.facts.candidates import Candidate, section_names
from inspector.facts.consent import orders_plan
from inspector.facts.exchanges import Exchange, reply_kind
from inspector.facts.forms import form_of
from inspector.facts.proposals import orders, points
from inspector.model import Item, ItemKind
from inspector.read.tools import ToolKind, tool_kind
from inspector.reconstruct.segment import Segment
from inspector.text.openings import word_count
from inspector.text.phrases import says
from inspector.text.units import Unit, split
from inspector.work.steps import in_text

_TOOLS = frozenset({"ExitPlanMode", "exit_plan_mode"})
_HEAD = 300
_BACK = 2
_BINDING = frozenset({"prohibition", "keeping", "obligation", "wish"})
_LEAST = 4
_PHASES = 3
_MOST = 16


def ordered_plan(segment: Segment, spoken: Sequence[Exchange], place: int) -> Iterator[Candidate]:
    """What binds in the plan that a message orders carried out: in the last one written and the last one told."""
    if not orders_plan(spoken[place].text):
        return
    said: list[Item] = []
    start = 0
    for back in range(place, max(-1, place - _BACK - 1), -1):
        if back < place and reply_kind(spoken[back].text) == "refuses":
            start = spoken[back].item.number
            break
        said += reversed(spoken[back].before)
        start = spoken[back - 1].item.number if back else 0
    yield from _written(segment, start, spoken[place].item.number)
    for item in said:
        text = segment.read(item)
        steps = _steps(split(text)) if has_phases(text) else points(split(text), text) if _is_plan(text) else ()
        if steps:
            yield from (_ordered(item, unit) for unit in steps)
            return


def _ordered(item: Item, unit: Unit) -> Candidate:
    return Candidate(item, unit, "agreed", {"plan ordered": 1.0})


def _written(segment: Segment, start: int, end: int) -> Iterator[Candidate]:
    """What the last plan among the files written between two items settles for all of its steps."""
    for call in reversed(segment.items):
        if not start < call.number < end or call.kind is not ItemKind.TOOL_CALL:
            continue
        if tool_kind(call.tool) is not ToolKind.CREATE:
            continue
        text = segment.read(call)
        plan = _argument(text, "content", "file_text", "contents")
        if says("plan file", plan):
            units = [unit for unit in split(plan) if _states(unit) and _settles(unit)]
            yield from (_ordered(call, unit) for unit in _placed(text, units))
            return


def has_phases(text: str) -> bool:
    """Whether a text lays out a plan by phases or steps."""
    return sum(says("phase", line) for line in text.split("\n")) >= _PHASES


def _is_plan(text: str) -> bool:
    return "<proposed_plan>" in text


def _steps(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """What a plan orders under its phases, in order; () where it orders more than a summary would."""
    found: list[Unit] = []
    within = False
    for unit in units:
        if unit.first and says("phase", unit.text):
            within = True
        elif within and _states(unit) and orders(unit):
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
            words = segment.read(call)
            yield from (_approved(call, unit) for unit in _placed(words, _binding(_argument(words, "plan", "summary"))))


def _approved(item: Item, unit: Unit) -> Candidate:
    return Candidate(item, unit, "agreed", {"plan approved": 1.0})


def _placed(text: str, units: Iterable[Unit]) -> Iterator[Unit]:
    """Units of an argument as places in the call's text, where JSON may write them in another way."""
    end = 0
    for unit in units:
        found = in_text(text, unit.text, end)
        if found:
            end = found[1]
            yield replace(unit, start=found[0], end=end)


def _argument(text: str, *names: str) -> str:
    try:
        told = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ""
    found = (told.get(name) for name in names) if isinstance(told, dict) else ()
    return next((words for words in found if isinstance(words, str)), "")


def _binding(text: str) -> Iterator[Unit]:
    for unit in split(text):
        if unit.shape in ("heading", "row") or word_count(unit.text) < _LEAST:
            continue
        rules = form_of(unit.text) in _BINDING or _settles(unit)
        checks = "section:checks" in section_names(unit)
        if (unit.shape != "code" and rules) or (checks and says("command", unit.text)):
            yield unit


def _settles(unit: Unit) -> bool:
    """Whether a unit is an entry of a section that holds for the whole plan."""
    return unit.shape == "bullet" and not unit.depth and says("settled", unit.section.rsplit(" / ", 1)[-1])
