"""Answers by number: "1. Hybrid 2. yes" to what the agent asked under the same numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.text.openings import word_count
from inspector.text.similarity import stems_of
from inspector.text.units import Unit, split

_NUMBERED = re.compile(r"^ {0,3}(?:#{1,6} )?(?:\*\*)?\(?(\d{1,2})[.)](?:\*\*)?\s+(?=\S)(?P<words>.+)$")
_MOSTLY = 0.6
"""Of the lines of a reply, those that answer by number."""
_LONGEST = 14
"""Words; a longer answer says by itself what it is about."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the agent asked under a number, in exact words, and all that stands under it.

    ``start`` is the first character of both in the agent's message.
    """

    start: int
    words: str
    block: str


def questions(text: str) -> Mapping[int, Question]:
    """The last numbered list of a message, by number."""
    starts: dict[int, tuple[int, str]] = {}
    place, last = 0, 0
    for line in text.splitlines(keepends=True):
        mark = _NUMBERED.match(line.rstrip())
        if mark and int(mark[1]) in (1, last + 1):
            last = int(mark[1])
            starts = {} if last == 1 else starts
            starts[last] = (place + mark.start("words"), _first_question(mark["words"]))
        place += len(line)
    ends = [*(start for start, _ in list(starts.values())[1:]), len(text)]
    return {
        number: Question(start, words, text[start:end])
        for (number, (start, words)), end in zip(starts.items(), ends, strict=False)
    }


def _first_question(line: str) -> str:
    return line[: line.find("?") + 1] or line.rstrip()


def answers(units: Sequence[Unit], reply: str, asked: Callable[[], str]) -> Mapping[int, Question]:
    """Which units of a reply, by their place, answer which question; empty where it is no such reply.

    ``asked`` gives the agent's message; few replies need it.
    """
    lines = [line for line in reply.splitlines() if line.strip()]
    marks = [mark for line in lines if (mark := _NUMBERED.match(line))]
    if len(marks) < 2 or len(marks) < _MOSTLY * len(lines):
        return {}
    asking = questions(asked())
    found: dict[int, Question] = {}
    for place, unit in enumerate(units):
        line = reply[reply.rfind("\n", 0, unit.start) + 1 : unit.end]
        mark = _NUMBERED.match(line)
        alone = place + 1 == len(units) or units[place + 1].first
        if mark and unit.first and alone and int(mark[1]) in asking and word_count(unit.text) <= _LONGEST:
            found[place] = asking[int(mark[1])]
    # A list that asks nothing was proposed, and what is said under its numbers speaks for itself.
    asks = sum("?" in question.block for question in found.values())
    return found if len(found) > 1 and 2 * asks >= len(found) else {}


def chosen(question: Question, answer: str) -> Unit | None:
    """The one entry under a question that holds all that an answer says: "Hybrid" for "Hybrid: run locally or …"."""
    said = stems_of(answer)
    entries = [unit for unit in split(question.block)[1:] if unit.shape == "bullet" and unit.first]
    fitting = [unit for unit in entries if said and said <= stems_of(unit.text)]
    if len(fitting) != 1 or word_count(fitting[0].text) <= word_count(answer):
        return None
    start = question.start + fitting[0].start
    return replace(fitting[0], start=start, end=start + len(fitting[0].text))
