"""What of a summary stands nowhere in the history: names it gives and numbers it counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from inspector.facts.extractor import Segment
from inspector.text.units import Unit
from inspector.verdicts.claim_words import Told, lists_messages
from inspector.verdicts.files_seen import FilesSeen
from inspector.verdicts.work_record import WorkRecord

_TICKED = re.compile(r"`([^`\n]+)`")
# Capitalised names may be tools of the agent or types of a library, of which a history need not speak.
_NAME = re.compile(r"(?<![\w.$-])(?:[a-z]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:_[a-z0-9]+)+)(?![\w-])")
_COMMIT = re.compile(r"\bcommit\w*\b[^.;]{0,40}?`?\b((?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,12})\b", re.IGNORECASE)
_FORMULA = re.compile(r"[=<>{}*]|/\s|\s/")
_NUMBER = re.compile(
    r"(?<![\w.#/,-])(\d[\d,]*)\+?[ -](?:\w+ )?(?:tests?|files?|lines?|occurrences?|errors?|warnings?|commits?"
    r"|insertions?|deletions?|pages?|comments?|calls?|violations?)\b",
    re.IGNORECASE,
)
_COUNTABLE = 12
"""Whoever sums up may count so far by himself."""
_LONG = 8
_SHORT_HASH = 7


def unheard_of(
    units: Sequence[Unit], segment: Segment, work: WorkRecord, files: FilesSeen
) -> Iterator[tuple[Unit, Told]]:
    """The units with a name or number that nowhere stands before the compaction; a name where it comes first."""
    held = [(unit, list(_names(unit)), list(_numbers(unit, work, files))) for unit in units if not lists_messages(unit)]
    sought = {word for _, names, numbers in held for word in (*names, *numbers)}
    missing = _missing(sought, segment)
    for unit, names, numbers in held:
        name = next((name for name in names if name in missing), None)
        number = next((number for number in numbers if number in missing), None)
        # Told once: a summary repeats what it made up.
        missing -= {name}
        if name is not None:
            yield unit, Told("name", "unsupported", f"“{name}” stands nowhere in the history.")
        elif number is not None:
            yield unit, Told("number", "unsupported", f"The number {number} stands nowhere in the history.")


def _names(unit: Unit) -> Iterator[str]:
    for ticked in _TICKED.findall(unit.text):
        if not _FORMULA.search(ticked):
            yield from (name for name in _NAME.findall(ticked) if len(name) >= _LONG)
    yield from (name[:_SHORT_HASH] for name in _COMMIT.findall(unit.text))


def _numbers(unit: Unit, work: WorkRecord, files: FilesSeen) -> Iterator[str]:
    told = [number.replace(",", "") for number in re.findall(r"\d[\d,]*", unit.text)]
    for hit in _NUMBER.finditer(unit.text):
        number = hit[1].replace(",", "")
        others = [int(other) for other in told if other and other != number]
        if int(number) <= _COUNTABLE or int(number) in work.test_counts or _adds_up(int(number), others):
            continue
        if not files.can_be_counted(int(number), f"{unit.text} {unit.lead}"):
            yield number


def _adds_up(number: int, others: Sequence[int]) -> bool:
    """Whether a number is the sum or the difference of others that stand with it, or of all of them."""
    if number in (sum(others), sum(others) - number):
        return True
    return any(number in (one + two, abs(one - two), one * two) for one in others for two in others)


def _missing(sought: Iterable[str], segment: Segment) -> set[str]:
    """Those that no item before the end of a segment holds; the newest are looked at first."""
    left = set(sought)
    end = segment.items[-1].number if segment.items else 0
    for item in reversed(segment.session.items[:end]):
        if not left:
            break
        # The name of a tool that was called stands beside its arguments.
        text = f"{item.tool}\n{segment.read(item)}" if item.tool else segment.read(item)
        low = text.lower()
        left = {word for word in left if not (_has_number(word, text) if word.isdigit() else word.lower() in low)}
    return left


def _has_number(number: str, text: str) -> bool:
    grouped = f"{int(number):,}"
    return any(re.search(rf"(?<!\d){form}(?!\d)", text) for form in {number, grouped} if form in text)
