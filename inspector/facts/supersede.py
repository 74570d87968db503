"""Whether a fact still matters at its compaction: done, answered, or taken back by a later word of the human."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from inspector.facts.exchanges import Exchange, exchanges
from inspector.facts.features import bucket, unit_features
from inspector.facts.found import Liveness
from inspector.facts.linear import model
from inspector.model import Fact, FactKind, Origin
from inspector.reconstruct.segment import Segment
from inspector.text.cues import cues
from inspector.text.openings import word_count
from inspector.text.phrases import phrase
from inspector.text.tokens import is_setting, numbers_in
from inspector.text.units import Unit

_ALIKE = 82
_SHORT_TURN = 30
_WORD = re.compile(r"\w+(?:\.\w+)*")
_LEAST_OF_BOTH = 0.2
"""That a fact is a statement and still open, as one chance."""


def liveness(
    segment: Segment, facts: Sequence[Fact], before: Mapping[str, Liveness] | None = None
) -> Mapping[str, Liveness]:
    """By fact id, for every fact of a segment. What no longer mattered at the compaction before matters no more."""
    said = exchanges(segment)
    over = {name: known for name, known in (before or {}).items() if not known.live}
    # What a summary tells again is told because somebody thought that it matters.
    told = {fact.id: None if fact.from_summary else over.get(fact.id) for fact in facts}
    return {fact.id: told[fact.id] or _liveness(segment, fact, said) for fact in facts}


def _liveness(segment: Segment, fact: Fact, said: Sequence[Exchange]) -> Liveness:
    taken_back = superseding(segment, fact, said)
    if taken_back:
        return Liveness(False, f"Taken back by “{taken_back[:80]}”.", taken_back)
    weighed = model("live")
    features = live_features(segment, fact, said)
    chance = weighed.probability(features)
    if chance < weighed.threshold:
        return Liveness(False, "Done or answered.", chance=chance)
    # Both have to hold: what is hardly a statement is not something that the work ahead needs.
    if fact.weight * chance < _LEAST_OF_BOTH:
        return Liveness(False, "Hardly something that still binds.", chance=chance)
    spoken = weighed.reasons(features)
    return Liveness(True, f"Still open ({', '.join(spoken)})." if spoken else "Still open.", chance=chance)


def live_features(segment: Segment, fact: Fact, said: Sequence[Exchange]) -> dict[str, float]:
    """What can be seen of what a fact is, whether it binds, and whether the human has gone on since.

    Single cues and exact counts are left out: what they say holds for the project they were counted in.
    """
    place = fact.quotes[0].item
    later = sum(exchange.item.number > place for exchange in said)
    text = fact.texts[0]
    group = "rule" if fact.kind in (FactKind.CONSTRAINT, FactKind.PREFERENCE) else str(fact.kind)
    since = bucket(later, (0, 1, 2))
    seen = unit_features(Unit(0, len(text), text, "sentence"))
    names = {name for name in seen if name.startswith(("open:", "ends:", "then:"))}
    names |= {f"{group} & {name}" for name in _TOLD_BY_KIND & names}
    names |= {"one", f"kind:{group}", f"later:{since}", f"{group} later:{since}"}
    if any(cues().marks(mark, text) for mark in ("binds", "limits", "denies")):
        names.add("binds")
    return dict.fromkeys(sorted(names), 1.0)


_TOLD_BY_KIND = frozenset({"ends:?", "open:question", "open:request", "open:verb"})


def superseding(segment: Segment, fact: Fact, said: Sequence[Exchange]) -> str:
    """The human's later words that take a fact back, or ""."""
    if fact.from_summary or fact.kind not in (FactKind.TASK, FactKind.DECISION):
        return ""
    place = fact.quotes[0].item
    if segment.session.items[place - 1].origin is not Origin.HUMAN:
        return ""
    following = [exchange for exchange in said if exchange.item.number > place]
    was_answer = segment.session.items[place - 1].detail == "answer"
    # What stayed from before a compaction may have been answered before it, too.
    heard = bool(segment.items) and place >= segment.items[0].number
    for back, exchange in enumerate(following[:3]):
        if back == 0 and heard and fact.kind is FactKind.TASK and _turns_away(exchange):
            return exchange.text.strip()
        # Two answers belong to two questions.
        if was_answer and exchange.item.detail == "answer":
            continue
        if _alike(fact.texts[0], exchange.text) and (
            _sets_anew(fact.texts[0], exchange.text) or _was_halted(segment, exchange)
        ):
            return exchange.text.strip()
    return ""


def _turns_away(exchange: Exchange) -> bool:
    """Whether a message opens by calling off what was asked just before."""
    text = exchange.text.strip()
    if text.rstrip().endswith("?") and not cues().opens("turn", text):
        return False
    first = text.split("\n")[0]
    if word_count(first) > _SHORT_TURN:
        return False
    halted = phrase("halts").match(first)
    if halted:
        # A halt only interrupts; what comes behind it says whether it turns away.
        first = text = first[halted.end() :]
    return bool(cues().opens("turn", text)) or (
        bool(cues().opens("refusal", text)) and bool(halted or cues().found("turn", first))
    )


def _sets_anew(before: str, after: str) -> bool:
    """Whether what differs is the number of the same setting: "on port 8080" and "on port 9090"."""
    old, new = ({number.label.lower(): number for number in numbers_in(text)} for text in (before, after))
    return any(is_setting(label) and label in new and old[label].number != new[label].number for label in old)


def _was_halted(segment: Segment, exchange: Exchange) -> bool:
    """Whether the human stopped the agent right before: else the next task is like the one before, and both stand."""
    before = segment.session.items[exchange.item.number - 2] if exchange.item.number > 1 else None
    return before is not None and before.detail == "interrupt"


def _alike(before: str, after: str) -> bool:
    """Whether a later message says the same with one name or number changed; what only adds or leaves out repeats."""
    old, new = (set(_WORD.findall(text.lower())) for text in (before, after))
    if abs(len(before) - len(after)) > 12 or old <= new or new <= old:
        return False
    return fuzz.ratio(before.lower(), after.lower()) >= _ALIKE and word_count(before) >= 4
