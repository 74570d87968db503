"""What of a proposal binds the work once it is accepted: its points, not the explanation around them.

Rule: where a passage stands and how it is put tell a point: a numbered step that orders, an entry of a list that
proposes or leaves things as they are, and what stands behind a label such as "Scope:" or "Default:".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from inspector.facts.forms import form_of
from inspector.text.cues import cues, is_english
from inspector.text.openings import opening_word, word_count
from inspector.text.phrases import says
from inspector.text.units import Unit

_LABEL = re.compile(r"^\W*\*\*(?P<label>[^*\n]{3,90}?):?\*\*:?\s*(?=\S)")
_NUMBERED = re.compile(r"^[\s>#*_-]*\(?\d{1,2}[.)]\s")
_MARKS = re.compile(r"^(?:[\W_]|\d{1,2}[.)])*")
_ORDERS = frozenset({"imperative", "keeping", "prohibition"})
# What agents set out to do and people seldom ask for in these words.
_BUILDS = frozenset(
    "adopt batch bind bound cache cap capture collapse decouple defer derive drain eliminate emit expose guard hoist"
    " inject introduce invert lower memoize parallelize parse persist pin precompute raise reject require reserve"
    " rework sharpen shrink soften stream swap tighten tolerate treat wrap".split()
)
_LEAST, _LONGEST = 3, 45
_MOST = 10


def points(units: tuple[Unit, ...], text: str) -> tuple[Unit, ...]:
    """The points of a proposal, in order; of a message that lists many, its numbered steps or its last section."""
    found = tuple(_points(units, text)) or _last_steps(units, text)
    if len(found) > _MOST:
        steps = tuple(unit for unit in found if unit.shape == "heading")
        found = steps if len(steps) > 1 else tuple(unit for unit in found if unit.section == found[-1].section)
    return found if len(found) <= _MOST else ()


def _last_steps(units: tuple[Unit, ...], text: str) -> tuple[Unit, ...]:
    """The last numbered list of a proposal in another language than English, whose orders no list of verbs tells."""
    if is_english(text):
        return ()
    taken: list[Unit] = []
    for block in reversed(tuple(_blocks(units))):
        line = text[text.rfind("\n", 0, block[0].start) + 1 : block[0].end]
        if block[0].shape == "bullet" and not block[0].depth and _NUMBERED.match(line):
            taken.insert(0, _whole(block, text))
        elif taken and not block[0].depth:
            break
    above = " ".join((taken[0].lead, taken[0].section)) if taken else ""
    return () if cues().found_foreign("choice", above) else tuple(taken)


def _points(units: tuple[Unit, ...], text: str) -> Iterator[Unit]:
    above: str | None = None
    for block in _blocks(units):
        first = block[0]
        if above is not None and first.section != above and first.section.startswith(above):
            # What stands under a point explains it.
            continue
        above = None
        line = text[text.rfind("\n", 0, first.start) + 1 : first.end]
        if first.shape in ("code", "row") or first.depth or first.text.rstrip(" *").endswith("?"):
            continue
        if first.shape == "heading":
            if _NUMBERED.match(line) and _is_step(first):
                above = first.section
                yield first
        elif first.shape == "bullet":
            if _is_proposed(first) and word_count(first.text) >= _LEAST and not first.text.endswith(":"):
                yield _whole(block, text)
        else:
            yield from _of_paragraph(block, line)


def _of_paragraph(block: list[Unit], line: str) -> Iterator[Unit]:
    """A numbered step, what a label settles, or a rule that is set off as a quotation."""
    first = block[0]
    label = _LABEL.match(line)
    if label and _NUMBERED.match(label["label"]):
        if _is_step(first):
            yield first
    elif label and says("settles", label["label"]) and not says("tells", label["label"]):
        yield from (unit for unit in block if not says("refers back", unit.text) and not unit.text.endswith((":", "?")))
    elif line.lstrip().startswith(">") and orders(first) and _is_proposed(first):
        yield first


def _blocks(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    """Paragraphs and entries of lists, each with its sentences."""
    block: list[Unit] = []
    for unit in units:
        if unit.first and block:
            yield block
            block = []
        block.append(unit)
    if block:
        yield block


def _whole(block: list[Unit], text: str) -> Unit:
    """An entry of a list with all its sentences, where it is not long: the last may say what the first is about."""
    first, last = block[0], block[-1]
    words = text[first.start : last.end]
    return replace(first, end=last.end, text=words) if word_count(words) <= _LONGEST else first


def orders(unit: Unit) -> bool:
    """Whether a passage says what to do, behind its marks."""
    bare = _MARKS.sub("", unit.text)
    opening = opening_word(bare)
    return opening in cues().verbs or opening in _BUILDS or form_of(bare) in _ORDERS


def _is_step(unit: Unit) -> bool:
    """Whether a numbered passage orders, and does not stand among findings or options."""
    nearest = unit.section.rsplit(" / ", 1)[-1]
    return orders(unit) and (not says("tells", nearest) or says("proposes", nearest))


def _is_proposed(unit: Unit) -> bool:
    """Whether what stands above a unit proposes: its opening line, or else the nearest heading that says."""
    if says("refers back", unit.lead):
        return False
    for words in filter(None, (unit.lead, *reversed(unit.section.split(" / ")))):
        if says("tells", words) and not says("proposes all the same", words):
            return False
        if says("proposes", words):
            return True
    return False
