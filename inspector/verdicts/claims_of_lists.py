"""What only shows across units of a summary: its list of the human's messages, and what rests on a wrong quotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.model import Item
from inspector.text.normalise import normalise
from inspector.text.similarity import content
from inspector.text.units import Unit
from inspector.verdicts.claim_words import QUOTED, Told, at_line, lists_messages
from inspector.verdicts.history import History
from inspector.verdicts.phrases import phrase

_CREDITS = phrase("user|user's .. ask*|request*|want*|told|said|interaction|message")
_ALL = phrase("all .. user messages")
_FEW, _MANY = 0.25, 8
_RESTS = 0.6
_LEAST_SHARED = 2
_HIS_OWN = 0.5
# Words of every sentence about what someone asked for.
_TALK = frozenset(content("the user asked requested wants request asking message messages last said told"))


@dataclass(frozen=True, slots=True)
class Listed:
    """One message as a summary lists it."""

    whole: Unit
    """All of it as one unit."""
    last: Unit
    words: str
    """What stands in quotation marks, in its normal form; "" where nothing does."""


def listed_messages(units: Sequence[Unit], text: str) -> tuple[Listed, ...]:
    """The human's messages as a summary lists them, in its order."""
    groups: list[list[Unit]] = []
    for unit in units:
        if unit.shape == "bullet" and lists_messages(unit):
            if unit.first or not groups:
                groups.append([])
            groups[-1].append(unit)
    return tuple(_listed(group, text) for group in groups)


def _listed(group: list[Unit], text: str) -> Listed:
    first, last = group[0], group[-1]
    whole = replace(first, end=last.end, text=text[first.start : last.end])
    quoted = QUOTED.search(whole.text)
    return Listed(whole, last, normalise(quoted[1]).strip(" .,;:!?\"'") if quoted else "")


def few_listed(
    headings: Sequence[Unit], listed: Sequence[Listed], text: str, history: History
) -> Iterator[tuple[Unit, Told]]:
    """The lists of all messages that leave most of them out, each as one unit with its heading."""
    for heading in headings:
        own = [message for message in listed if message.whole.section.endswith(heading.text.strip(" *:#"))]
        said = history.messages if own and _ALL.search(heading.text) else 0
        if said >= _MANY and len(own) <= said * _FEW:
            end = own[-1].whole.end
            why = f"Lists {len(own)} of the {said} messages that the user wrote."
            yield replace(heading, end=end, text=text[heading.start : end]), Told("quotation", "contradicted", why)


def listed_twice(listed: Sequence[Listed], history: History) -> Iterator[tuple[Unit, Told]]:
    """Messages that a summary lists more often than they were said."""
    if history.words_missing or history.last_missing:
        return
    seen: dict[str, int] = {}
    for message in listed:
        if not message.words:
            continue
        seen[message.words] = seen.get(message.words, 0) + 1
        said = history.times_said(message.words)
        if 0 < said < seen[message.words]:
            times = "once" if said == 1 else f"{said} times"
            why = f"Listed {seen[message.words]} times; the user wrote it {times}."
            yield message.last, Told("quotation", "contradicted", why)


def resting_on(
    units: Sequence[Unit], wrong: Sequence[tuple[str, Item]], history: History
) -> Iterator[tuple[Unit, Told]]:
    """What is credited to the human and rests on words that only the agent wrote; ``wrong`` are those words."""
    if history.lines_missing:
        return
    for words, item in wrong:
        agent = set(content(words))
        for unit in units:
            if lists_messages(unit) or not _CREDITS.search(unit.text):
                continue
            stems = set(content(unit.text)) - _TALK
            if len(stems & agent) < _LEAST_SHARED or len(stems & agent) / len(stems) < _RESTS:
                continue
            if history.human_count(unit.text) < _HIS_OWN:
                why = f"What it tells of the user stands only in the agent's words ({at_line(item)})."
                yield unit, Told("authorship", "contradicted", why)
