"""Numbers with their units and labels, versions, and names of single things."""

from __future__ import annotations

from inspector.model import Fact, Verdict, Zone
from inspector.text.normal import milliseconds
from inspector.text.text_index import Hit
from inspector.text.tokens import Number, label_form
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.matcher import Match
from inspector.work.lookup import places

# On their own these name a different thing in every sentence.
_VAGUE = frozenset(
    "max min maximum minimum limit size length width height depth rate score total count window batch".split()
)


def match_number(fact: Fact, index: EvidenceIndex) -> Match:
    """Verbatim, reworded (the same time in another unit), altered, lost or undecided."""
    hit = next(places(fact, index.texts), None)
    if hit is not None:
        return index.there(hit, "The number")
    if fact.action == "line":
        return index.gone("The line")
    label, _, rest = fact.value.rpartition("=")
    if fact.action == "version":
        return _version(label, rest, index)
    number, _, unit = rest.partition(" ")
    return _same_time(number, unit, label, index) or _other_number(label, number, unit, index)


def _same_time(number: str, unit: str, label: str, index: EvidenceIndex) -> Match | None:
    """The same span in another unit, or a setting's bare number that is seconds or milliseconds."""
    span = milliseconds(number, unit)
    spans = [] if span is None else [span]
    if label and not unit:
        spans = [float(number), float(number) * 1_000]
    for length in spans:
        for place, other in index.texts.spans.get(length, ()):
            if not label or index.texts.near(place, other.start, label):
                hit = Hit(place, other.start, other.end)
                return index.differs(Verdict.REWORDED, hit, "The same time, in another unit.", 1.0)
    return None


def _other_number(label: str, number: str, unit: str, index: EvidenceIndex) -> Match:
    """Altered, where its label has a number that the history never gave it; undecided where it gave several."""
    if not label:
        return index.gone("The number")
    known = index.settings.get(label, [])
    for place, other in index.texts.labels.get(label, ()) if label not in _VAGUE else ():
        hit = Hit(place, other.start, other.end)
        if index.zone(hit) is not Zone.SUMMARY or (other.number, other.unit) in known:
            continue
        if not _comparable(number, unit, other) or (other.number != number and index.was_said_of(label, other.number)):
            continue
        shown = f"{other.number} {other.unit}".strip()
        if len(known) > 1:
            return index.differs(Verdict.UNDECIDED, hit, f"{label} had several numbers; here it is {shown}.")
        return index.differs(Verdict.ALTERED, hit, f"{label} is {shown} there; it was {number} {unit}".strip() + ".")
    near = index.texts.labels.get(label)
    return index.gone("The number", Hit(near[0][0], near[0][1].start, near[0][1].end) if near else None)


def _comparable(number: str, unit: str, other: Number) -> bool:
    """Whether two numbers measure alike and differ; 30000 and 30 s cannot be told apart."""
    if other.version.count(".") > 1:
        return False
    if unit == other.unit:
        return number != other.number
    here, there = milliseconds(number, unit), milliseconds(other.number, other.unit)
    return here is not None and there is not None and here != there


def _version(label: str, version: str, index: EvidenceIndex) -> Match:
    if not label:
        return index.gone("The version")
    for place, other in index.texts.labels.get(label_form(label), ()):
        hit = Hit(place, other.start, other.end)
        if not other.version or index.zone(hit) is not Zone.SUMMARY:
            continue
        if version.startswith(other.version + "."):
            return index.differs(Verdict.WEAKENED, hit, f"Only {other.version} of {version} stands there.")
        if not index.was_said_of(label, other.version):
            return index.differs(Verdict.ALTERED, hit, f"{label} is {other.version} there; it was {version}.")
    return index.gone("The version")


def match_identifier(fact: Fact, index: EvidenceIndex) -> Match:
    """Verbatim or lost; an address with another port is altered."""
    hit = next(places(fact, index.texts), None)
    if hit is not None:
        return index.there(hit, "It")
    if fact.action == "url":
        host, _, path = fact.value.partition("/")
        name, _, port = host.partition(":")
        for url, place in index.texts.urls.items():
            other, _, rest = url.partition("/")
            if port and rest == path and other != host and other.partition(":")[0] == name and ":" in other:
                there = other.partition(":")[2]
                if any(ahead.endswith(":") for ahead, _ in index.around(there)) or index.texts.numbers.get(port):
                    continue
                return index.differs(Verdict.ALTERED, place, f"Another port: {other} for {host}.")
    return index.gone("It")
