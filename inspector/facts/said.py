"""The human's words as candidates, unit by unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from inspector.facts import numbered
from inspector.facts.agreed import agreed_units, chosen_labels, is_bare
from inspector.facts.candidates import Candidate, section_names
from inspector.facts.exchanges import Exchange, exchanges, moves_on, reply_kind
from inspector.facts.features import bucket, unit_features
from inspector.facts.forms import form_of
from inspector.facts.headings import headings
from inspector.facts.numbered import Question
from inspector.facts.pasted import is_pasted, is_personal, pasted_ranges, speaks_as_assistant
from inspector.model import ItemKind, Part, Quote, Role
from inspector.reconstruct.segment import Segment
from inspector.text.cues import cues
from inspector.text.normalise import normalise
from inspector.text.openings import opening_word, word_count
from inspector.text.phrases import phrase, says
from inspector.text.units import Unit, split

PLAN = "plan given"
"""The feature of units of a plan that the human gave with the order to carry it out."""
HEADS = "heads a section"
"""The feature of headings in a pasted document: they name what is said below them."""
_PASTED = "message pasted"
_UNWEIGHED = frozenset({"pasted", PLAN, HEADS})
_PLAN_HEADINGS = 3
_SHORT_ANSWER = 14
_WHOLE_ANSWER = 3
"""Words that an answer needs to say something without its question."""
_NEAR = 12
_MOSTLY = 0.3
_LONG = 25
_ECHO = 8
"""Words in a row that nobody types again by chance."""
# "read more:" and the like, in front of a text that was written elsewhere.
_LEADS = re.compile(r"\A\s*+[^\n]{2,90}:[ \t]*\n+")
_LONG_BODY = 200


def said(segment: Segment) -> Iterator[Candidate]:
    """All units of what the human said, in order; short answers stand with their question."""
    for exchange in exchanges(segment):
        answered = _answered(segment, exchange)
        if answered is not None:
            if not says("only approves", answered.unit.text):
                yield answered
        elif not (exchange.item.detail == "answer" and moves_on(exchange.text)) and not _only_chooses(
            segment, exchange
        ):
            yield from _units(segment, exchange)


def _only_chooses(segment: Segment, exchange: Exchange) -> bool:
    """Whether a message says no more than to go on, or which option it takes: what that option says is the one fact."""
    if exchange.item.detail == "answer" and moves_on(exchange.text):
        return True
    text = _asked(segment, exchange)
    chooses = bool(text) and bool(chosen_labels(exchange.text)) and is_bare(exchange.text)
    return chooses and bool(agreed_units(split(text), text, exchange.text, reply_kind(exchange.text)))


def _units(segment: Segment, exchange: Exchange) -> Iterator[Candidate]:
    units = split(exchange.text, clauses=True)
    if plan := _is_plan(units):
        # A plan is written with care: what stands behind a dash belongs to what stands before.
        units = split(exchange.text)
    pasted = pasted_ranges(exchange.text)
    about = _about(segment, exchange, pasted)
    echoed = _echoed(segment, exchange)
    passed_on = _passed_on(exchange.text)
    by_number = numbered.answers(units, exchange.text, lambda: _asked(segment, exchange))
    # Who says nothing beside a fence says it inside.
    speaks = any(unit.shape != "code" for unit in units)
    heading = headings(exchange.text, units)
    for place, unit in enumerate(units):
        if place in by_number:
            # What "as you recommend" takes stands in the question.
            if not phrase("takes it").match(unit.text):
                yield _by_number(exchange, unit, by_number[place])
            continue
        names = about | section_names(unit)
        if pasted and unit.end <= pasted[0][0]:
            # What is said before something is pasted is what it was pasted for.
            names = names - {_PASTED}
        if is_pasted(pasted, unit.start, unit.end) or (speaks and unit.shape == "code") or echoed(unit.text):
            names.add("pasted")
        if place in heading:
            names.add(HEADS)
        if plan and place:
            names.add(PLAN)
        if place == 0:
            names.add("opens message")
        if place == len(units) - 1:
            names.add("ends message")
        if unit.start >= passed_on:
            names.add("passed on")
        if "impersonal" in about:
            names.add(f"impersonal & {form_of(unit.text)}")
        moved = replace(unit, start=unit.start + exchange.offset, end=unit.end + exchange.offset)
        # What is pasted or a part of a plan is not weighed by its words.
        own = {} if names & _UNWEIGHED else unit_features(unit)
        yield Candidate(exchange.item, moved, "human", own | dict.fromkeys(names, 1.0))


def _echoed(segment: Segment, exchange: Exchange) -> Callable[[str], bool]:
    """Tells of a unit of a longer message whether it is pasted from what the agent said, or from another assistant."""
    if word_count(exchange.text) < _LONG:
        return lambda _: False
    here = exchange.item.number
    agent = [item for item in segment.items if item.kind is ItemKind.ASSISTANT and item.number < here]
    told = "\n".join(_plain(segment.read(item)) for item in agent)
    by_assistant = [block for block in exchange.text.split("\n\n") if speaks_as_assistant(block)]
    return lambda words: (
        (word_count(words) >= _ECHO and normalise(words) in told) or any(words in block for block in by_assistant)
    )


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """As ``normalise``; what an agent said is asked for again with every long message behind it."""
    return normalise(text)


def _asked(segment: Segment, exchange: Exchange) -> str:
    return segment.read(exchange.before[-1]) if exchange.before else ""


def _by_number(exchange: Exchange, unit: Unit, question: Question) -> Candidate:
    """What a numbered answer decides, with its question."""
    asked = exchange.before[-1].number
    parts = [Part(Role.QUESTION, Quote(asked, question.start, question.start + len(question.words)), question.words)]
    if option := numbered.chosen(question, unit.text):
        parts.append(Part(Role.CHOSEN, Quote(asked, option.start, option.end), option.text))
    moved = replace(unit, start=unit.start + exchange.offset, end=unit.end + exchange.offset, shape="answer")
    return Candidate(exchange.item, moved, "answer", {}, tuple(parts))


def _about(segment: Segment, exchange: Exchange, pasted: tuple[tuple[int, int], ...]) -> set[str]:
    """Features that all units of one message share."""
    share = sum(end - start for start, end in pasted) / max(1, len(exchange.text))
    asked = _asked(segment, exchange)[-400:]
    told = {
        _PASTED: share > _MOSTLY,
        "agent asked": "?" in asked,
        "agent conceded": bool(phrase("concedes").match(exchange.reply)),
        "impersonal": word_count(exchange.text) >= _LONG and not is_personal(exchange.text),
    }
    return {
        f"message words:{bucket(word_count(exchange.text), (1, 3, 8, 20, 60, 200))}",
        *(name for name, holds in told.items() if holds),
    }


def _passed_on(text: str) -> int:
    """Where a long text begins that a short line hands on: "read more:"; behind the end where there is none."""
    lead = _LEADS.match(text)
    return lead.end() if lead and word_count(text[lead.end() :]) >= _LONG_BODY else len(text) + 1


def _is_plan(units: tuple[Unit, ...]) -> bool:
    """Whether a message orders the work and then lays it out under headings; "review this:" only hands a text on."""
    headings = sum(unit.shape == "heading" for unit in units)
    return headings >= _PLAN_HEADINGS and opening_word(units[0].text) in cues().verbs - cues().looks


def _answered(segment: Segment, exchange: Exchange) -> Candidate | None:
    """A short answer to a question tool: with its question where the tool's result holds both, else by itself."""
    answer = exchange.text.strip()
    if exchange.item.detail != "answer" or word_count(answer) > _SHORT_ANSWER or answer.endswith("?"):
        return None
    if moves_on(answer):
        return None
    here = exchange.item.number
    for number in range(here - 1, max(0, here - _NEAR), -1):
        item = segment.session.items[number - 1]
        if item.kind is not ItemKind.TOOL_RESULT or item.source.line != exchange.item.source.line:
            continue
        text = segment.read(item)
        place = text.find(f'"="{answer}"')
        opening = [found.end() - 1 for found in re.finditer(r'(?::|,|\n)\s*"', text[: max(0, place)])]
        if place < 0 or not opening:
            break
        end = place + len(answer) + 4
        return Candidate(item, Unit(opening[-1], end, text[opening[-1] : end], "answer", first=True), "answer", {})
    if word_count(answer) < _WHOLE_ANSWER or len(split(answer)) > 1:
        return None
    start = exchange.offset + exchange.text.index(answer)
    return Candidate(exchange.item, Unit(start, start + len(answer), answer, "answer", first=True), "answer", {})
