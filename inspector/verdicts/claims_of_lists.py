"""What only shows across units of a summary: its list of the human's messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.text.normalise import normalise
from inspector.text.units import Unit
from inspector.text.word_rows import rows
from inspector.verdicts.claim_words import QUOTED, Doubt, lists_messages
from inspector.verdicts.history import History

_ALL = rows("all .. user messages")
_FEW, _MANY = 0.25, 8


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
) -> Iterator[tuple[Unit, Doubt]]:
    """The lists of all messages that leave most of them out, each as one unit with its heading."""
    for heading in headings:
        own = [message for message in listed if message.whole.section.endswith(heading.text.strip(" *:#"))]
        said = history.messages if own and _ALL.search(heading.text) else 0
        if said >= _MANY and len(own) <= said * _FEW:
            end = own[-1].whole.end
            why = f"Lists {len(own)} of the {said} messages that the user wrote."
            yield replace(heading, end=end, text=text[heading.start : end]), Doubt("quotation", "contradicted", why)


def listed_twice(listed: Sequence[Listed], history: History) -> Iterator[tuple[Unit, Doubt]]:
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
            yield message.last, Doubt("quotation", "contradicted", why)
