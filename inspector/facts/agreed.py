"""Which of the agent's words the human agreed to: the option he chose, the offer he accepted, the list he approved.

Rule: only a reply that plainly accepts or chooses makes a decision out of a proposal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile

from inspector.facts.candidates import Candidate
from inspector.facts.consent import accepts_whole, asks_leave, goes_ahead, holds_back
from inspector.facts.exchanges import exchanges, reply_kind
from inspector.facts.picks import picked, picks
from inspector.facts.plans import approved_plans, ordered_plan
from inspector.facts.proposals import points
from inspector.reconstruct.segment import Segment
from inspector.text.cues import cues
from inspector.text.openings import word_count
from inspector.text.phrases import says
from inspector.text.similarity import containment, content, stem
from inspector.text.units import Unit, split
from inspector.text.wording import wording

LABEL = re.compile(
    r"^\W*(?:option\s+)?\(?([A-Ea-e]|\d{1,2})[.):]\)?(?:\s|\*|$)|^\W*(?:option|approach)\s+([A-E\d])\b", re.IGNORECASE
)
# The letter itself is upper case: "a" is an article.
_CHOSEN = re.compile(
    r"^\W*(?i:yes,? |ok(?:ay)?,? |i think |let'?s (?:go with|do) |i'?d (?:like it to do|go (?:with|for)) "
    r"|go with |use |do |i approve )*"
    r"(?i:option |#|number )?\(?([A-E]|\d)\b(?!\.\d)|\b(?i:option|let'?s do|go with|think)\s+#?([A-E]|\d)\b",
)
# Behind the letter or number nothing, a mark, or words that go on from it: "2 files" and "A question" choose nothing.
_GOES_ON = re.compile(
    r"^(?=\W*$|\)?\W*[.,;:!?)–—\n-]|\W*\s(?:please|pls|thanks|is|it|does|sounds|looks|seems|works|makes|would|for"
    r"|because|since|as|so|but|if|with|without|only|first|now|then|bitte|weil|prosím|protože|bo"
    r"|and(?! (?:then )?[(#]?(?:[A-E]|\d)\b))\b)",
    re.IGNORECASE,
)


def _offers(text: str) -> bool:
    return bool(says("offers", text) or cues().found_foreign("leave", text))


def agreed_units(units: tuple[Unit, ...], text: str, reply: str, reply_kind: str) -> tuple[tuple[Unit, str], ...]:
    """The units of the agent's message that a reply agrees to, each with the rule that says so."""
    if taken_together := picked(units, text, reply):
        return tuple((unit, "entries picked") for unit in taken_together)
    chosen = chosen_labels(reply)
    if chosen:
        # With more words, or with a "but", the reply says itself what was decided.
        plain = word_count(reply) <= _PLAIN and "?" not in reply and not says("speaks against", reply)
        options = _labelled(units, text, chosen) if plain else ()
        return tuple((unit, "option chosen") for unit in options if not adds(reply, unit.text))
    whole = accepts_whole(reply, reply_kind, text) and (asks_leave(units) or goes_ahead(reply))
    taken = points(units, text) if whole else ()
    if reply_kind != "accepts":
        return tuple((unit, "proposal accepted") for unit in taken)
    if holds_back(reply):
        return ()
    suggested = [unit for unit in _telling(units) if says("suggests", unit.text)][-_SUGGESTIONS:]
    offer = offer_of(units)
    if offer and (says("either", offer.text) or (taken and word_count(offer.text) < _LONG_OFFER)):
        # A "yes" to one of two says not which, and "shall I go ahead?" nothing that its points do not say.
        offer = None
    return (
        *((unit, "proposal accepted") for unit in taken),
        *((unit, "suggestion accepted") for unit in suggested if not any(_holds(one, unit) for one in taken)),
        *([(offer, "offer accepted")] if offer else ()),
    )


_CLAUSE = re.compile(r"[,.;!\n]")
_LONG_OFFER = 14


def _holds(outer: Unit, inner: Unit) -> bool:
    return outer.start <= inner.start < outer.end


def offer_of(units: tuple[Unit, ...], least: int = 8) -> Unit | None:
    """The last question of at least so many words in which the agent offers to do something."""
    offers = [unit for unit in _telling(units, least) if _offers(unit.text)]
    closing = [unit for unit in offers if unit.text.rstrip(" *").endswith("?")]
    return closing[-1] if closing else None


def _telling(units: tuple[Unit, ...], least: int = 8) -> list[Unit]:
    return [unit for unit in units if unit.shape != "code" and word_count(unit.text) >= least]


_BARE = 4
_PLAIN = 8
_LEAST_TELLING = 2
_TAKEN_UP = 0.6
"""Of what opens as an entry does, how much of it stands there where it is only repeated."""
_OPTION_UNITS = 4
_TOLD = 3
_SUGGESTIONS = 2
_LIST = 8


def chosen_labels(reply: str) -> frozenset[str]:
    """The letter or number of the option that a reply chooses, upper case; none where it chooses none so."""
    head = reply.strip()[:120]
    found = _CHOSEN.search(head)
    if found is None:
        return frozenset()
    behind = head[found.end() :]
    asks = next((sign for sign in behind if sign in ".!?\n,"), "") == "?"
    against = says("speaks against", head[: found.end()]) or says(
        "speaks against", _CLAUSE.split(behind, maxsplit=1)[0]
    )
    if asks or against or not _GOES_ON.match(behind):
        return frozenset()
    return frozenset({(found[1] or found[2]).upper()})


def is_bare(reply: str) -> bool:
    """Whether a reply, but for its reason, says little more than which option it takes: the option's words decide."""
    return len(set(_told(reply))) < _LEAST_TELLING


def adds(reply: str, option: str) -> bool:
    """Whether what stands under a number says more than its entry: "2. rename the parser" does."""
    if not reply.strip()[:1].isdigit():
        return False
    said, offered = _told(reply), content(option)
    least = _TAKEN_UP if said[:1] == offered[:1] else 1
    return bool(said) and containment(said, frozenset(offered)) < least


def _told(reply: str) -> list[str]:
    return [form for form in content(reply) if len(form) > 1 and form not in _of_choice()]


@cache
def _of_choice() -> frozenset[str]:
    words = (
        "option approach number choice one seem look sound best better good fine right prefer choose pick think take go"
        " first second third last former latter definitely sure yes please okay let's"
    )
    return frozenset(map(stem, (*words.split(), *wording().common)))


def _labelled(units: tuple[Unit, ...], text: str, chosen: frozenset[str]) -> list[Unit]:
    """The last line that carries the chosen letter or number as its mark, or what stands under it as a heading.

    A later list is the one that is asked about.
    """
    told: list[Unit] = []
    for place, unit in enumerate(units):
        line = text[text.rfind("\n", 0, unit.start) + 1 : unit.end]
        label = LABEL.match(line) if unit.first else None
        # "Option A seems best" speaks of one and is none.
        speaks = label is not None and label[2] and unit.shape == "sentence" and not line.lstrip().startswith("*")
        if label is None or speaks or (label[1] or label[2]).upper() not in chosen:
            continue
        if unit.shape == "heading":
            told = _under(units[place + 1 :]) or told
        elif word_count(unit.text) >= _BARE and not unit.text.endswith(":") and not _only_asks(unit):
            told = [unit]
    return told


def _only_asks(unit: Unit) -> bool:
    """Whether an entry is a question of its own, and not one of those that the agent offers to do."""
    return unit.text.endswith("?") and not _offers(unit.lead)


def _under(following: tuple[Unit, ...]) -> list[Unit]:
    """The first statements of a section; one that goes on for longer is a document, and only its start was weighed."""
    within = takewhile(lambda unit: unit.shape != "heading", following)
    stating = [
        unit
        for unit in within
        if unit.shape in _STATING and not unit.text.endswith("?") and not says("weighs", unit.text)
    ]
    return [unit for unit in stating if word_count(unit.text) >= _TOLD][:_OPTION_UNITS]


_STATING = frozenset({"bullet", "sentence"})


def agreed(segment: Segment) -> Iterator[Candidate]:
    """The agent's words that the human agreed to, in order, and the parts of approved plans that bind."""
    spoken = exchanges(segment)
    for place, exchange in enumerate(spoken):
        yield from ordered_plan(segment, spoken, place)
        if not exchange.before:
            continue
        kind = reply_kind(exchange.text)
        if (
            kind not in ("accepts", "accepts and adds")
            and not chosen_labels(exchange.text)
            and not picks(exchange.text)
        ):
            # Most replies do neither, and what the agent said is long.
            continue
        item = exchange.before[-1]
        text = segment.read(item)
        for unit, rule in agreed_units(split(text), text, exchange.text, kind):
            yield Candidate(item, unit, "agreed", {rule: 1.0})
    yield from approved_plans(segment)
